"""orchard train: the stages that turn self-play into weights, each from one folder to the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

import orchard
from orchard.shells.commands._common import console, game_argument, json_option, print_json
from orchard.shells.commands._train_gomoku import ByGame

threads_option = click.option("--threads", type=click.IntRange(1), default=2, show_default=True, help="Cores to use.")
FOLDER = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group(cls=ByGame)
def train() -> None:
    """Train the evaluation of sage, or for gomoku that of kite: selfplay, label, fit, gate, policy, measure,
    errors; all: grow.

    Every stage reads and writes folders and can be stopped with Ctrl-C; play and label then go on where they were.
    What Gomoku's stages can be told: orchard train selfplay gomoku --help.

    \b
    Example:
      orchard train selfplay reversi runs/gen0 --games 2000 --depth 3 --exact-from 10
      orchard train fit runs/fit0 runs/gen0 --foresight 1
      orchard train gate reversi runs/fit0/weights.safetensors runs/best.safetensors
    """


def check_game(game: orchard.Game) -> str:
    if game.base_name not in ("reversi", "reversed_reversi"):
        raise click.UsageError(f"sage does not play {game.base_name}: this is for reversi and reversed_reversi")
    return game.base_name


@train.command()
@game_argument
@click.argument("folder", type=FOLDER)
@click.option("--weights", type=FILE, help="Who plays; none: the rule of thumb that training starts from.")
@click.option(
    "--games",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="Until the folder holds so many, in shards of 200.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=float("inf"), help="Stop after so long.")
@click.option("--depth", type=click.IntRange(1, 20), default=5, show_default=True, help="Plies each side looks ahead.")
@click.option(
    "--exact-from", type=click.IntRange(0, 24), default=12, show_default=True, help="Empties that are solved."
)
@click.option("--stray", type=click.IntRange(0, 1000), default=30, show_default=True, help="Random moves per thousand.")
@click.option(
    "--confidence", type=click.FloatRange(0), default=0.0, show_default=True, help="Of selective cuts; 0: none."
)
@click.option("--seed", type=int, default=1, show_default=True)
@threads_option
@click.option("--cluster", metavar="ADDRESS", default="", help="Play on the workers of this Dask scheduler instead.")
@json_option
def selfplay(
    game: orchard.Game,
    folder: Path,
    weights: Path | None,
    games: int,
    seconds: float,
    depth: int,
    exact_from: int,
    stray: int,
    confidence: float,
    seed: int,
    threads: int,
    cluster: str,
    as_json: bool,
) -> None:
    """Play games of the engine against itself into FOLDER.

    \b
    Example:
      orchard train selfplay reversi runs/gen1 --weights runs/best.safetensors --games 10000 --threads 16
      orchard train selfplay reversi runs/gen1 --games 100000 --cluster tcp://HOST:8786
    """
    from orchard.training import selfplay as stage

    settings = stage.SelfPlay(
        check_game(game),
        weights=str(weights or ""),
        depth=depth,
        exact_from=exact_from,
        stray_per_mille=stray,
        confidence=confidence,
        seed=seed,
    )
    with progress("games", games) as advance:
        played = stage.play(
            settings, folder, games=games, seconds=seconds, threads=threads, cluster=cluster, on_shard=advance
        )
    report({"folder": str(folder), "games": played}, as_json)


@train.command()
@click.argument("source", type=FOLDER)
@click.argument("folder", type=FOLDER)
@click.option("--weights", required=True, help="A file of weights, or the name of a game for the shipped ones.")
@click.option("--depth", type=click.IntRange(1, 20), default=8, show_default=True)
@click.option(
    "--exact-from", type=click.IntRange(0, 24), default=16, show_default=True, help="Empties that are solved."
)
@threads_option
@json_option
def label(source: Path, folder: Path, weights: str, depth: int, exact_from: int, threads: int, as_json: bool) -> None:
    """Look deeper at the positions of SOURCE, into FOLDER.

    \b
    Example:
      orchard train label runs/gen1 runs/gen1-deep --weights runs/best.safetensors --depth 8
    """
    from orchard.training import label as stage
    from orchard.training.shards import shard_paths

    with progress("shards", len(shard_paths(source))) as advance:
        count = stage.label(
            stage.Label(weights, depth, exact_from), source, folder, threads=threads, on_shard=lambda n, _: advance(n)
        )
    report({"folder": str(folder), "positions": count}, as_json)


@train.command()
@click.argument("out", type=FOLDER)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@click.option("--foresight", type=click.FloatRange(0, 1), default=0.85, show_default=True, help="See docs/TRAINING.md.")
@click.option(
    "--even-games", type=float, default=24.0, show_default=True, help="Discs at which a position counts half."
)
@click.option("--ridge", type=float, default=8.0, show_default=True, help="How firmly rare patterns are held.")
@click.option("--steps", type=click.IntRange(1), default=30, show_default=True)
@click.option("--device", default="auto", show_default=True, help="auto, numpy, or a PyTorch device: cpu, cuda.")
@click.option("--start", type=FILE, help="Weights to refine, instead of beginning from nothing.")
@json_option
def fit(
    out: Path,
    folders: tuple[Path, ...],
    foresight: float,
    even_games: float,
    ridge: float,
    steps: int,
    device: str,
    start: Path | None,
    as_json: bool,
) -> None:
    """Fit weights to the positions of FOLDERS; OUT gets weights.safetensors, report.json and a plot.

    \b
    Example:
      orchard train fit runs/fit1 runs/gen0 runs/gen1
    """
    from orchard.training import fit as stage

    settings = stage.Fit(foresight, even_games, ridge, steps=steps, device=device, start=str(start or ""))
    with progress("phases", 15) as advance:
        found = stage.fit(settings, list(folders), out, on_phase=lambda phase, _: advance(15 - phase))
    if as_json:
        print_json(found)
        return
    from rich.table import Table

    table = Table("discs", "positions", "held out", "mean error", "rms error", "spread of labels", box=None)
    for phase in reversed(found["phases"]):
        low, high = phase["discs"]
        row = (f"{phase[name]:.2f}" if name in phase else "" for name in ("mean_error", "rms_error", "spread"))
        table.add_row(f"{low}-{high}", f"{phase['positions']:,}", f"{phase['held_out']:,}", *row)
    console().print(table)
    click.echo(
        f"{out / 'weights.safetensors'}: {found['positions']:,} positions, {found['seconds']} s on {found['device']}"
    )


@train.command()
@click.argument("weights", type=FILE)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@click.option("--passes", type=click.IntRange(1), default=2, show_default=True, help="Over all positions.")
@json_option
def policy(weights: Path, folders: tuple[Path, ...], passes: int, as_json: bool) -> None:
    """Learn how likely each move is best from the moves chosen in FOLDERS, and put it beside the weights in WEIGHTS.

    \b
    Example:
      orchard train policy runs/best.safetensors runs/gen3 runs/gen4
    """
    from orchard.training import policy as stage

    with progress("passes", passes) as advance:
        found = stage.train(stage.Policy(passes), weights, list(folders), on_pass=advance)
    if as_json:
        print_json(found)
        return
    click.echo(f"{weights}: learnt from {found['moves']:,} moves; on {found['held_out']:,} moves of held-out games:")
    for name, title in (("evaluation", "evaluation alone"), ("both", "with the policy")):
        row = found[name]
        click.echo(
            f"{title}: ranked first {100 * row['first']:.1f} %, in the first three {100 * row['three']:.1f} %, "
            f"log-likelihood {row['log_likelihood']:.3f}"
        )


@train.command()
@game_argument
@click.argument("new", type=FILE)
@click.argument("best", type=FILE)
@click.option("--pairs", type=click.IntRange(2), default=1000, show_default=True, help="Openings, each played twice.")
@click.option("--depth", type=click.IntRange(1, 20), default=4, show_default=True)
@threads_option
@json_option
def gate(game: orchard.Game, new: Path, best: Path, pairs: int, depth: int, threads: int, as_json: bool) -> None:
    """Let weights NEW replace BEST if they win a match; without a file BEST they play the rule of thumb.

    \b
    Example:
      orchard train gate reversi runs/fit1/weights.safetensors runs/best.safetensors --threads 16
    """
    from orchard.training import gate as stage

    settings = stage.Gate(check_game(game), pairs=pairs, depth=depth)
    result = stage.gate(settings, str(new), best, threads)
    if as_json:
        print_json(result)
        return
    verdict = f"promoted to {best}" if result["passed"] else "not promoted"
    share, error = 100 * result["share"], 100 * result["standard_error"]
    click.echo(f"{new}: {share:.1f} % ± {error:.1f} of {2 * pairs} games, {result['discs']:+.1f} discs: {verdict}")


@train.command()
@game_argument
@click.argument("weights", type=FILE)
@click.argument("folder", type=FOLDER)
@click.argument("out", type=FILE)
@click.option("--per-phase", type=click.IntRange(10), default=160, show_default=True, help="Positions of every phase.")
@click.option("--deepest", type=click.IntRange(3, 16), default=9, show_default=True)
@threads_option
@json_option
def measure(
    game: orchard.Game,
    weights: Path,
    folder: Path,
    out: Path,
    per_phase: int,
    deepest: int,
    threads: int,
    as_json: bool,
) -> None:
    """Measure how well shallow searches foretell deep ones on held-out games of FOLDER, for selective cuts.

    \b
    Example:
      orchard train measure reversi runs/best.safetensors runs/gen4 runs/reversi.probcut.json
    """
    from orchard.training import measure as stage
    from orchard.training.shards import read_folders

    found = stage.measure(
        check_game(game),
        weights,
        read_folders([folder]),
        out,
        per_phase=per_phase,
        deepest=deepest,
        threads=threads,
    )
    report({"out": str(out), "positions": found["positions"]}, as_json)


@train.command()
@game_argument
@click.argument("weights", type=FILE)
@click.argument("folder", type=FOLDER)
@click.option("--plot", type=FILE, help="Draw the table into this SVG file.")
@click.option("--per-phase", type=click.IntRange(10), default=200, show_default=True, help="Positions of every phase.")
@click.option("--depth", type=click.IntRange(1, 16), default=8, show_default=True, help="Of the search that judges.")
@click.option(
    "--exact-from", type=click.IntRange(0, 20), default=16, show_default=True, help="Empties that are solved."
)
@click.option("--all-games", is_flag=True, help="The games are new to these weights: take all, not one in fifty.")
@threads_option
@json_option
def errors(
    game: orchard.Game,
    weights: Path,
    folder: Path,
    plot: Path | None,
    per_phase: int,
    depth: int,
    exact_from: int,
    all_games: bool,
    threads: int,
    as_json: bool,
) -> None:
    """How far the evaluation is from a deep search, or near the end from the truth, on held-out games of FOLDER.

    \b
    Example:
      orchard train errors reversi runs/best.safetensors runs/gen4 --plot errors.svg
    """
    from orchard.training import measure as stage
    from orchard.training.fit import HELD_OUT
    from orchard.training.plot import line_chart
    from orchard.training.shards import read_folders

    found = stage.errors(
        check_game(game),
        weights,
        read_folders([folder]),
        per_phase=per_phase,
        depth=depth,
        exact_from=exact_from,
        threads=threads,
        held_out=1 if all_games else HELD_OUT,
    )
    if plot:
        series = {
            label: [(phase["discs"][0], phase[key]) for phase in found]
            for label, key in (("mean error", "mean_error"), ("rms error", "rms_error"), ("spread of values", "spread"))
        }
        title = f"{game.title}: the evaluation against deep search and exact scores"
        line_chart(plot, title, "discs on the board", "discs", series)
    if as_json:
        print_json(found)
        return
    click.echo("| discs | positions | judged by | mean error | rms error | bias | spread |\n" + "| --- " * 7 + "|")
    for row in found:
        low, high = row["discs"]
        numbers = " | ".join(f"{row[key]:.2f}" for key in ("mean_error", "rms_error", "bias", "spread"))
        click.echo(f"| {low}–{high} | {row['positions']} | {row['truth']} | {numbers} |")


@train.command()
@game_argument
@click.argument("folder", type=FOLDER)
@click.option(
    "--scale", type=float, default=1.0, show_default=True, help="Stretches the ten and a half minutes of self-play."
)
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="The generation to begin with.")
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--device", default="auto", show_default=True, help="For the fit: auto, numpy, cpu, cuda.")
@threads_option
@json_option
def grow(
    game: orchard.Game, folder: Path, scale: float, first: int, seed: int, device: str, threads: int, as_json: bool
) -> None:
    """All stages, generation after generation, from nothing, and then the policy: as the shipped weights were made.

    \b
    Example:
      orchard train grow reversi runs/reversi --threads 16
    """
    from orchard.training import pipeline

    best = pipeline.grow(check_game(game), folder, scale=scale, threads=threads, first=first, seed=seed, device=device)
    report({"weights": str(best)}, as_json)


def report(value: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(value)
    else:
        click.echo(
            ", ".join(
                f"{name} {number:,}" if isinstance(number, int) else str(number) for name, number in value.items()
            )
        )


class progress:
    """A bar on stderr that is called with how many are done."""

    def __init__(self, what: str, total: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        self._bar = Progress(console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task(what, total=total)

    def __enter__(self) -> Any:
        self._bar.start()
        return lambda done: self._bar.update(self._task, completed=done)

    def __exit__(self, *error: object) -> None:
        self._bar.stop()


COMMAND = train
