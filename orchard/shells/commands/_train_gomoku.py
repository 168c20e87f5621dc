"""orchard train for Gomoku: the same stages as for the Reversi games, with kite's own settings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, print_json

FOLDER = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)
threads_option = click.option("--threads", type=click.IntRange(1), default=2, show_default=True, help="Cores to use.")


class ByGame(click.Group):
    """A stage's command is Gomoku's own where the arguments name gomoku, or a folder of its games."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name in GOMOKU and any(_is_gomoku(argument) for argument in rest):
            command = GOMOKU[name]
        return name, command, rest


def _is_gomoku(argument: str) -> bool:
    note = Path(argument) / "settings.json"
    return argument == "gomoku" or (note.is_file() and json.loads(note.read_text()).get("game") == "gomoku")


@click.command()
@game_argument
@click.argument("folder", type=FOLDER)
@click.option("--weights", default="guess", show_default=True, help="Who plays: guess, trained, or a file of weights.")
@click.option(
    "--games", type=click.IntRange(1), default=2000, show_default=True, help="Until the folder holds so many."
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=float("inf"), help="Stop after so long.")
@click.option("--nodes", type=click.IntRange(1), default=800, show_default=True, help="Searched for each move.")
@click.option("--stray", type=click.FloatRange(0, 1), default=0.08, show_default=True, help="Share of moves drawn.")
@click.option("--seed", type=int, default=1, show_default=True)
@threads_option
@click.option("--cluster", metavar="ADDRESS", default="", help="Play on the workers of this Dask scheduler instead.")
@json_option
def selfplay(
    game: orchard.Game,
    folder: Path,
    weights: str,
    games: int,
    seconds: float,
    nodes: int,
    stray: float,
    seed: int,
    threads: int,
    cluster: str,
    as_json: bool,
) -> None:
    """Play games of kite against itself into FOLDER.

    \b
    Example:
      orchard train selfplay gomoku runs/gen1 --weights runs/best.safetensors --games 5000 --nodes 800 --threads 16
      orchard train selfplay gomoku runs/gen1 --games 100000 --cluster tcp://HOST:8786
    """
    from orchard.shells.commands.train import progress, report
    from orchard.training import gomoku_selfplay as stage

    settings = stage.SelfPlay(weights=weights, nodes=nodes, stray=stray, seed=seed)
    with progress("games", games) as advance:
        played = stage.play(settings, folder, games, threads, cluster, advance, seconds)
    report({"folder": str(folder), "games": played}, as_json)


@click.command()
@click.argument("source", type=FOLDER)
@click.argument("folder", type=FOLDER)
@click.option("--weights", default="trained", show_default=True, help="Who looks: guess, trained, or a file.")
@click.option("--nodes", type=click.IntRange(1), default=10_000, show_default=True, help="Searched for each position.")
@threads_option
@json_option
def label(source: Path, folder: Path, weights: str, nodes: int, threads: int, as_json: bool) -> None:
    """Look longer at the positions of SOURCE, into FOLDER.

    \b
    Example:
      orchard train label runs/gen1 runs/gen1-deep --weights runs/best.safetensors --nodes 10000
    """
    from orchard.shells.commands.train import progress, report
    from orchard.training import gomoku_label as stage
    from orchard.training.shards import shard_paths

    with progress("shards", len(shard_paths(source))) as advance:
        count = stage.label(stage.Label(weights, nodes), source, folder, threads, advance)
    report({"folder": str(folder), "positions": count}, as_json)


@click.command()
@click.argument("out", type=FOLDER)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@click.option(
    "--trust-search",
    type=click.FloatRange(0, 1),
    default=0.4,
    show_default=True,
    help="How much of a label is what the search thought; the rest is how the game ended.",
)
@click.option("--rounds", type=click.IntRange(1), default=15, show_default=True, help="Through all positions.")
@json_option
def fit(out: Path, folders: tuple[Path, ...], trust_search: float, rounds: int, as_json: bool) -> None:
    """Fit weights to the positions of FOLDERS; OUT gets weights.safetensors and report.json.

    \b
    Example:
      orchard train fit runs/fit1 runs/gen0 runs/gen1
    """
    from orchard.training import gomoku_fit as stage

    settings = stage.Fit(trust_search=trust_search, worth_rounds=rounds, policy_rounds=max(1, rounds // 2))
    found = stage.fit(settings, list(folders), out)
    if as_json:
        print_json(found)
        return
    worth, policy = found["worth"], found["policy"]
    click.echo(f"{out / 'weights.safetensors'}: {found['positions']:,} positions of {found['games']:,} games")
    click.echo(f"on held-out games: loss {worth['loss']:.4f} (common sense {worth['loss_guess']:.4f}), winner foretold")
    click.echo(f"in {worth['right']:.1%}, move played among the first five in {policy['first_five_fit']:.1%}")


@click.command()
@game_argument
@click.argument("new", type=FILE)
@click.argument("best", type=FILE)
@click.option("--pairs", type=click.IntRange(2), default=300, show_default=True, help="Openings, each played twice.")
@click.option("--nodes", type=click.IntRange(1), default=4000, show_default=True, help="Searched for each move.")
@click.option("--seed", type=int, default=20, show_default=True)
@threads_option
@json_option
def gate(
    game: orchard.Game, new: Path, best: Path, pairs: int, nodes: int, seed: int, threads: int, as_json: bool
) -> None:
    """Let weights NEW replace BEST if they win a match; without a file BEST they play common sense.

    \b
    Example:
      orchard train gate gomoku runs/fit1/weights.safetensors runs/best.safetensors --threads 16
    """
    from orchard.training import gomoku_gate as stage

    result = stage.gate(stage.Gate(pairs, nodes, seed), str(new), best, threads)
    if as_json:
        print_json(result)
        return
    click.echo(f"{new}: {_sentence(result)}")


def _sentence(result: dict[str, Any]) -> str:
    share, error = 100 * result["share"], 100 * result["standard_error"]
    verdict = "promoted" if result["passed"] else "not promoted"
    return f"{share:.1f} % ± {error:.1f} of {2 * result['settings']['pairs']} games against {result['old']}: {verdict}"


@click.command()
@game_argument
@click.argument("folder", type=FOLDER)
@click.option("--scale", type=float, default=1.0, show_default=True, help="Stretches the number of games.")
@click.option("--seed", type=int, default=1, show_default=True)
@threads_option
@json_option
def grow(game: orchard.Game, folder: Path, scale: float, seed: int, threads: int, as_json: bool) -> None:
    """All stages, generation after generation, from common sense on.

    \b
    Example:
      orchard train grow gomoku runs/gomoku --threads 16
    """
    from orchard.shells.commands.train import report
    from orchard.training.gomoku import grow as whole

    best = whole(
        folder,
        scale=scale,
        threads=threads,
        seed=seed,
        on_gate=lambda number, result: click.echo(f"generation {number}: {_sentence(result)}", err=True),
    )
    report({"weights": str(best)}, as_json)


GOMOKU = {"selfplay": selfplay, "label": label, "fit": fit, "gate": gate, "grow": grow}
