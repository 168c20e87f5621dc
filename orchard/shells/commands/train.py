"""orchard train: the stages that turn self-play into weights, each from one folder to the next."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, print_json, progress_bar
from orchard.shells.commands._stage import Stage

if TYPE_CHECKING:
    from orchard.core.course import Course, Findings

threads_option = click.option("--threads", type=click.IntRange(1), default=2, show_default=True, help="Cores to use.")
FOLDER = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.group()
def train() -> None:
    """Train the evaluation of a game's engine. The stages are selfplay, label, fit and gate; grow does all of them.

    Every stage reads and writes folders and can be stopped with Ctrl-C; selfplay, label and grow then go on where they
    were. A game's course says which options a stage has and their defaults: see the help of each stage.

    \b
    Example:
      orchard train selfplay reversi runs/gen0 --games 2000 --depth 3 --exact-from 10
      orchard train fit runs/fit0 runs/gen0 --foresight 1
      orchard train gate reversi runs/fit0/weights.safetensors runs/best.safetensors
    """


@train.command(cls=Stage)
@game_argument
@click.argument("folder", type=FOLDER)
@click.option(
    "--games",
    type=click.IntRange(1),
    default=2000,
    show_default=True,
    help="Stop when the folder holds this many games; they come in shards.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=float("inf"), help="Stop after so long.")
@threads_option
@click.option("--cluster", metavar="ADDRESS", default="", help="Play on the workers of this Dask scheduler instead.")
@json_option
def selfplay(course: Course, settings: Any, folder: Path, as_json: bool, **options: Any) -> None:
    """Play games of the engine against itself into FOLDER.

    \b
    Example:
      orchard train selfplay reversi runs/gen1 --weights runs/best.safetensors --games 10000 --threads 16
      orchard train selfplay gomoku runs/gen1 --weights runs/best.safetensors --games 5000 --nodes 800
      orchard train selfplay reversi runs/gen1 --games 100000 --cluster tcp://HOST:8786
    """
    from orchard.training.selfplay import play

    with progress_bar("games") as progress:
        played = play(course, settings, folder, **options, progress=progress)
    report({"folder": str(folder), "games": played}, as_json)


@train.command(cls=Stage)
@click.argument("source", type=FOLDER)
@click.argument("folder", type=FOLDER)
@threads_option
@json_option
def label(course: Course, settings: Any, source: Path, folder: Path, threads: int, as_json: bool) -> None:
    """Look longer at the positions of SOURCE, into FOLDER.

    \b
    Example:
      orchard train label runs/gen1 runs/gen1-deep --weights runs/best.safetensors --depth 8
    """
    from orchard.training.label import label as look

    with progress_bar("shards") as progress:
        count = look(course, settings, source, folder, threads=threads, progress=progress)
    report({"folder": str(folder), "positions": count}, as_json)


@train.command(cls=Stage)
@click.argument("out", type=FOLDER)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@json_option
def fit(course: Course, settings: Any, out: Path, folders: tuple[Path, ...], as_json: bool) -> None:
    """Fit weights to the positions of FOLDERS. OUT gets weights.safetensors, report.json and perhaps a plot.

    \b
    Example:
      orchard train fit runs/fit1 runs/gen0 runs/gen1
    """
    from orchard.training.fit import fit as learn

    with progress_bar("fit") as progress:
        made = learn(course, settings, folders, out, progress=progress)
    if as_json:
        print_json(made.as_json)
        return
    found = made.as_json
    say(made.findings.in_words())
    click.echo(f"{made.weights}: {found['positions']:,} positions of {found['games']:,} games, {found['seconds']} s")


@train.command(cls=Stage)
@game_argument
@click.argument("new", type=FILE)
@click.argument("best", type=FILE)
@threads_option
@json_option
def gate(course: Course, settings: Any, new: Path, best: Path, threads: int, as_json: bool) -> None:
    """Let weights NEW replace BEST if they win a match. Without a file BEST they play the initial weights.

    \b
    Example:
      orchard train gate reversi runs/fit1/weights.safetensors runs/best.safetensors --threads 16
    """
    from orchard.training.gate import gate as match
    from orchard.training.gate import sentence

    with progress_bar("pairs") as progress:
        result = match(course, settings, str(new), best, threads=threads, progress=progress)
    if as_json:
        print_json(result)
        return
    click.echo(f"{new}: {sentence(course, result)}")


@train.command(cls=Stage, stage="fit")
@game_argument
@click.argument("folder", type=FOLDER)
@click.option("--scale", type=float, default=1.0, show_default=True, help="Stretches the games, or the time for them.")
@click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="The generation to begin with.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first generation's games.")
@threads_option
@json_option
@click.pass_obj
def grow(
    given: dict[str, Any],
    course: Course,
    settings: Any,
    folder: Path,
    scale: float,
    first: int,
    seed: int,
    threads: int,
    as_json: bool,
) -> None:
    """Run all stages, generation after generation. Begins with the initial weights and follows the plan of the game's
    course.

    Options of fit hold for every generation, instead of the plan.

    \b
    Example:
      orchard train grow reversi runs/reversi --threads 16
    """
    from orchard.core.course import options_of
    from orchard.training.grow import Growth

    known = options_of(course.settings["fit"])
    fixed = {field: getattr(settings, field) for field, _ in (known[name] for name in given)}
    growth = Growth(
        course, folder, scale, threads, seed, settings={"fit": fixed}, say=lambda line: say([line], err=True)
    )
    report({"weights": str(growth.grow(first))}, as_json)


@train.command(cls=Stage)
@click.argument("weights", type=FILE)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@json_option
def policy(course: Course, settings: Any, weights: Path, folders: tuple[Path, ...], as_json: bool) -> None:
    """Learn how likely each move is best. Uses the moves chosen in FOLDERS and puts the result beside the weights in
    WEIGHTS.

    \b
    Example:
      orchard train policy runs/best.safetensors runs/gen3 runs/gen4
    """
    show(extra("policy", course, settings, weights, folders), as_json)


@train.command(cls=Stage)
@click.argument("weights", type=FILE)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@threads_option
@json_option
def correction(
    course: Course, settings: Any, weights: Path, folders: tuple[Path, ...], threads: int, as_json: bool
) -> None:
    """Learn what the weights leave unexplained. Uses the positions of FOLDERS and puts the result beside the weights in
    WEIGHTS.

    \b
    Example:
      orchard train correction runs/best.safetensors runs/gen4 runs/inside
    """
    show(extra("correction", course, settings, weights, folders, threads), as_json)


@train.command(cls=Stage)
@game_argument
@click.argument("weights", type=FILE)
@click.argument("folder", type=FOLDER)
@click.argument("out", type=FILE)
@threads_option
@json_option
def measure(course: Course, settings: Any, weights: Path, folder: Path, out: Path, threads: int, as_json: bool) -> None:
    """Measure how well shallow searches predict deep ones. Uses held-out games of FOLDER; selective cuts need the
    result.

    \b
    Example:
      orchard train measure reversi runs/best.safetensors runs/gen4 runs/reversi.probcut.json
    """
    import json

    found = extra("measure", course, settings, weights, [folder], threads)
    out.write_text(json.dumps(found.as_json))
    report({"out": str(out), "positions": found.as_json["positions"]}, as_json)


@train.command(cls=Stage)
@game_argument
@click.argument("weights", type=FILE)
@click.argument("folder", type=FOLDER)
@click.option("--plot", type=FILE, help="Draw the table into this SVG file.")
@threads_option
@json_option
def errors(
    course: Course, settings: Any, weights: Path, folder: Path, plot: Path | None, threads: int, as_json: bool
) -> None:
    """Measure the errors of the evaluation on held-out games. Compares it with a deep search, near the end with the
    truth, on games of FOLDER.

    \b
    Example:
      orchard train errors reversi runs/best.safetensors runs/gen4 --plot errors.svg
    """
    from orchard.training.plot import line_chart

    found = extra("errors", course, settings, weights, [folder], threads)
    if plot and found.chart:
        line_chart(plot, found.chart)
    show(found, as_json)


@train.command(cls=Stage)
@game_argument
@click.argument("count", type=click.IntRange(1), default=300)
@click.option("--of", "source", metavar="FILE", help="Judge the openings of this file once more instead, longer.")
@click.option("--seed", type=int, default=1, show_default=True, help="Another seed, other openings.")
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Processes.")
@json_option
def openings(
    course: Course, settings: Any, count: int, source: str | None, seed: int, jobs: int, as_json: bool
) -> None:
    """Find COUNT openings that the engine calls even. No two are alike; one a line is printed.

    \b
    Example:
      orchard train openings reversi 2000 > openings.txt
      orchard train openings gomoku 300 --nodes 3000 > many.txt
      orchard train openings gomoku --of many.txt --nodes 20000 > fewer.txt
    """
    from orchard.training.openings import collect, judged_again

    found = judged_again(course, settings, source, jobs) if source else collect(course, settings, count, seed, jobs)
    if as_json:
        print_json(list(found))
        return
    title = orchard.game(course.game).title
    click.echo(f"# Even openings of {title}, by orchard train openings {course.game}")
    for moves in found:
        click.echo(moves)


# ------------------------------------------------------------------------------------- what they share


def extra(
    stage: str, course: Course, settings: Any, weights: Path, folders: Iterable[Path], threads: int = 1
) -> Findings:
    """What a stage of this course alone has found out."""
    from orchard.training.shards import read_folders

    columns = read_folders(list(folders), course.columns)
    with progress_bar(stage) as progress:
        return course.extra(stage, settings, weights, columns, threads, progress)


def show(found: Findings, as_json: bool) -> None:
    if as_json:
        print_json(found.as_json)
    else:
        say(found.in_words())


def say(lines: Iterable[str], err: bool = False) -> None:
    for line in lines:
        click.echo(line, err=err)


def report(value: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(value)
    else:
        parts = (f"{name} {found:,}" if isinstance(found, int) else str(found) for name, found in value.items())
        click.echo(", ".join(parts))
