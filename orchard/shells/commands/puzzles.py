"""orchard puzzles: list the puzzles of a game, solve them or have a player solve them, and make more."""

from __future__ import annotations

import random
import sys
import time
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.core.interrupts import stop_on_interrupt
from orchard.shells.commands._common import (
    console,
    game_argument,
    json_option,
    option_group,
    plain_table,
    print_json,
    wide_console,
)

if TYPE_CHECKING:
    from orchard.core.board import Move
    from orchard.core.puzzle import Puzzle

choice_options = option_group(
    click.option("--kind", metavar="KIND", help="Only puzzles of this kind."),
    click.option("--from", "low", type=int, metavar="RATING", help="Only puzzles rated at least this."),
    click.option("--to", "high", type=int, metavar="RATING", help="Only puzzles rated at most this."),
)
KEPT_EVERY_S = 10.0  # so that a killed process has lost little
seed_option = click.option("--seed", type=click.IntRange(0), help="Choose the same ones every time.")


@click.group()
def puzzles() -> None:
    """List, solve and make puzzles. A puzzle is a position with a task and a checked solution.

    Ratings are on the scale of the levels: a player of that rating finds the solution in half of the cases.

    \b
    Example:
      orchard puzzles solve reversi
    """


@puzzles.command("list")
@game_argument
@choice_options
@click.option("--limit", type=click.IntRange(1), help="At most so many.")
@json_option
def list_puzzles(
    game: orchard.Game, kind: str | None, low: int | None, high: int | None, limit: int | None, as_json: bool
) -> None:
    """List the puzzles of a game, the easiest first.

    \b
    Examples:
      orchard puzzles list gomoku --kind defence --limit 10
      orchard puzzles list reversi --from 1200 --json
    """
    found = sorted(_chosen(game, kind, low, high), key=lambda each: each.rating or 0)[:limit]
    if as_json:
        print_json([each.as_json() for each in found])
        return
    if not found:
        raise click.UsageError(f"no such puzzles of {game.title}")
    table = plain_table(">rating", "kind", "phase", "id", "position", no_wrap=True)
    for each in found:
        table.add_row(str(each.rating), each.kind, each.phase, each.id, each.position.text)
    wide_console().print(table)


@puzzles.command()
@game_argument
@choice_options
@click.option("--count", default=5, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--player", metavar="SPEC", help="Let this player solve them, and say how many it solved.")
@seed_option
@json_option
def solve(
    game: orchard.Game,
    kind: str | None,
    low: int | None,
    high: int | None,
    count: int,
    player: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Solve puzzles of a game, or let a player solve them.

    \b
    Examples:
      orchard puzzles solve reversi --to 600
      orchard puzzles solve gomoku --player level:5 --count 100 --seed 1 --json
    """
    found = _chosen(game, kind, low, high)
    if not found:
        raise click.UsageError(f"no such puzzles of {game.title}")
    asked = random.Random(seed).sample(found, min(count, len(found)))
    if player is None:
        if as_json:
            raise click.UsageError("--json needs a --player who solves them")
        solved = sum(_ask(each) for each in asked)
    else:
        answers = _answers(asked, player, seed or 0)
        rows = [
            {**each.as_json(), "answer": answer, "solved": answer in each.accepted}
            for each, answer in zip(asked, answers, strict=True)
        ]
        solved = sum(row["solved"] for row in rows)
        if as_json:
            print_json(rows)
            return
    click.echo(f"{solved} of {len(asked)} solved")


@puzzles.command()
@game_argument
@click.option("--count", default=20, show_default=True, type=click.IntRange(1), help="How many to make.")
@click.option("--kind", metavar="KIND", help="Only puzzles of this kind.")
@seed_option
@json_option
def make(game: orchard.Game, count: int, kind: str | None, seed: int | None, as_json: bool) -> None:
    """Make more puzzles from games between levels. They are kept in your data folder.

    Every solution is proved, and every puzzle is new, also up to symmetry. Ctrl-C ends it and keeps what
    was found.

    \b
    Examples:
      orchard puzzles make reversi --count 100
      orchard puzzles make gomoku --kind long_fours
    """
    from rich.progress import Progress

    from orchard.study.puzzle_files import keep_own, own_path
    from orchard.study.puzzle_files import puzzles as known
    from orchard.study.puzzles import Maker

    maker = Maker(game, random.randrange(2**31) if seed is None else seed, known(game), _checked(game, kind) or "")
    own_path(game).parent.mkdir(parents=True, exist_ok=True)  # where that cannot be, say so before the work
    made: list[Puzzle] = []
    kept, kept_at = 0, time.monotonic()
    stop = orchard.Stop()
    with stop_on_interrupt(stop), Progress(console=console(stderr=True), transient=True) as progress:
        task = progress.add_task("making puzzles", total=count)
        for puzzle in maker.make(stop):
            made.append(puzzle)
            progress.update(task, completed=len(made))
            if len(made) >= count:
                break
            if time.monotonic() - kept_at > KEPT_EVERY_S:
                keep_own(game, made[kept:])
                kept, kept_at = len(made), time.monotonic()
    maker.close()
    path = keep_own(game, made[kept:])
    if as_json:
        print_json([each.as_json() for each in made])
    else:
        click.echo(f"puzzles made: {len(made)}, kept in {path}")
    if stop.is_set():
        print("orchard: stopped", file=sys.stderr)
        raise SystemExit(130)


def _chosen(game: orchard.Game, kind: str | None, low: int | None, high: int | None) -> list[Puzzle]:
    from orchard.study.puzzle_files import puzzles as all_of

    _checked(game, kind)
    return [
        each
        for each in all_of(game)
        if kind in (None, each.kind)
        and (low is None or (each.rating or 0) >= low)
        and (high is None or (each.rating or 0) <= high)
    ]


def _checked(game: orchard.Game, kind: str | None) -> str | None:
    from orchard.study.puzzles import offered

    kinds = offered(game).KINDS
    if kind is not None and kind not in kinds:
        raise click.UsageError(f"no kind {kind!r}; {game.title} has {', '.join(kinds)}")
    return kind


def _ask(puzzle: Puzzle) -> bool:
    """Whether a person finds the solution; an empty answer gives up."""
    from orchard.study.puzzles import offered

    side = "black (X)" if puzzle.position.to_move == "black" else "white (O)"
    task = offered(puzzle.position.game).KINDS[puzzle.kind].format(number=puzzle.number)
    click.echo(f"\n{puzzle.position}\n\n{side} to move: {task}.")
    while True:
        answer = click.prompt("your move (Enter gives up)", default="", show_default=False)
        if not answer.strip():
            break
        try:
            move = puzzle.position.move(answer)
        except orchard.OrchardError as error:
            click.echo(str(error))
            continue
        if move in puzzle.accepted:
            click.echo(f"Right.{_what_follows(puzzle, move)}")
            return True
        click.echo(f"No.{_what_follows(puzzle, move)}")
    click.echo(f"The solution: {' or '.join(puzzle.accepted)}.{_what_follows(puzzle, puzzle.accepted[0])}")
    return False


def _what_follows(puzzle: Puzzle, move: Move) -> str:
    """The line that proves or refutes a move, as a sentence; nothing where nothing is forced."""
    from orchard.study.puzzles import line_after

    line = line_after(puzzle.position, move)
    return f" Best play: {' '.join((move, *line))}" if line else ""


def _answers(asked: list[Puzzle], spec: str, seed: int) -> list[Any]:
    player = orchard.player(spec)
    try:
        answers = []
        for puzzle in asked:
            player.new_game()
            answers.append(player.choose(puzzle.position, orchard.Limits(seed=seed)).move)
        return answers
    finally:
        player.close()
