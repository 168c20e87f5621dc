"""orchard compile: compile everything ahead of time."""

import os
import subprocess
import sys
import time

import click

import orchard
from orchard.core.errors import OptionError, OrchardError
from orchard.players import player_class
from orchard.shells.commands._common import json_option, print_json


@click.command()
@click.option(
    "--game",
    "games",
    multiple=True,
    type=click.Choice(orchard.games()),
    help="Only what this game needs; may be repeated.",
)
@json_option
def compile(games: tuple[str, ...], as_json: bool) -> None:
    """Compile everything now. Nothing has to wait for it later.

    Orchard compiles a player when it is first used and caches the result. This command compiles all of them, on two
    processes: for a classroom, a machine image, or before a tournament. Run again, it only loads the cache.

    \b
    Example:
      orchard compile
    """
    parts = _parts([name for name in orchard.games() if not games or name in games])
    began = time.perf_counter()
    if len(parts) == 1:
        for name in parts[0]:
            compile_game(name)
    else:
        from rich.console import Console

        with Console(stderr=True).status("compiling"):  # stdout holds the result alone
            _side_by_side(parts)
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"games": [name for part in parts for name in part], "seconds": round(seconds, 3)})
    else:
        click.echo(f"compiled everything in {seconds:.1f} s")


def _parts(games: list[str]) -> list[list[str]]:
    """The games in two parts; those whose players are the same, and so their kernels, stay together."""
    own = {name: frozenset(p for p in orchard.players() if player_class(p).games and _plays(p, name)) for name in games}
    parts: list[list[str]] = []
    for name in games:
        together = next((part for part in parts if any(own[name] & own[other] for other in part)), None)
        if together is None and len(parts) < 2:
            parts.append(together := [])
        (together if together is not None else min(parts, key=len)).append(name)
    return parts


def _plays(player: str, game: str) -> bool:
    return not player_class(player).takes_argument and player_class(player).plays(orchard.game(game))


def _side_by_side(parts: list[list[str]]) -> None:
    """A process for each part."""
    processes = []
    for part in parts:
        command = [sys.executable, "-m", "orchard", "compile", *(word for name in part for word in ("--game", name))]
        quiet = {**os.environ, "ORCHARD_QUIET": "1"}
        processes.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=quiet))
    try:
        said = [process.communicate()[1] for process in processes]
    finally:
        for process in processes:
            process.terminate()
    for process, text in zip(processes, said, strict=True):
        if process.returncode:
            raise OrchardError(text.decode(errors="replace").strip() or "the compilation was stopped")


def compile_game(name: str) -> None:
    """Compile what the levels, the players and the solver of a game need, and what works on many boards at once."""
    from contextlib import suppress

    from orchard.core.offers import Question
    from orchard.play.warm_up import player_steps, rules_steps
    from orchard.players.level import LEVELS
    from orchard.search.many_games import ManyGames
    from orchard.search.replayed import replayed
    from orchard.study.solve import solve

    game = orchard.game(name)
    specs = [*(f"level:{number}" for number in LEVELS), *(spec for spec in orchard.players() if _plays(spec, name))]
    for step in [*rules_steps([game]), *player_steps((spec, game) for spec in specs)]:
        step.do()
    solve(game.start(), Question(seconds=0.05))
    replayed(game.start(), [])
    ManyGames(game, 1).begin()
    for spec in orchard.players():
        if _plays(spec, name):
            with suppress(OptionError):  # not every player has an evaluation
                orchard.evaluate([game.start()], spec)
