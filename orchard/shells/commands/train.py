"""orchard train: the stages that turn self-play into weights, each from one folder to the next."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, print_json

threads_option = click.option("--threads", type=click.IntRange(1), default=2, show_default=True, help="Cores to use.")
FOLDER = click.Path(path_type=Path)
FILE = click.Path(path_type=Path, dir_okay=False)


class Stage(click.Command):
    """A command with an option for every setting that some game's course has for this stage.

    Its function gets them as texts, by name, None where not given; the course says what they may be.
    """

    def __init__(self, *arguments: Any, stage: str = "", **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.stage = stage or str(self.name)

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        *own, help_option = super().get_params(context)
        return [*own, *self.settings, help_option]

    @cached_property
    def settings(self) -> list[click.Parameter]:
        from orchard.core.course import flag, options_of
        from orchard.training.courses import courses

        found: dict[str, dict[str, Any]] = {}  # the options by name, each by game
        for course in courses():
            if self.stage in course.settings:
                for name, (_, option) in options_of(course.settings[self.stage]).items():
                    found.setdefault(name, {})[course.game] = option
        own = {name for parameter in self.params for name in parameter.opts}
        return [_option(name, games) for name, games in found.items() if flag(name) not in own]


def _option(name: str, games: dict[str, Any]) -> click.Option:
    """An option with what it means, and its default and range in every game that has it."""
    from orchard.core.course import flag

    option = next(iter(games.values()))
    told: dict[str, list[str]] = {}
    for game, one in games.items():
        default = "" if one.default == "" or one.kind is bool else f": {one.default}"
        told.setdefault(default + (f" ({one.range()})" if one.low is not None else ""), []).append(game)
    defaults = "; ".join(", ".join(names) + text for text, names in told.items())
    if option.kind is bool:
        return click.Option([flag(name), name], is_flag=True, default=None, help=f"{option.help}  [{defaults}]")
    metavar = "TEXT" if option.kind is str else "NUMBER"
    return click.Option([flag(name), name], metavar=metavar, help=f"{option.help}  [{defaults}]")


def given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


@click.group()
def train() -> None:
    """Train the evaluation of a game's engine: selfplay, label, fit, gate; all of them: grow.

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
    help="Until the folder holds so many, in shards.",
)
@click.option("--seconds", type=click.FloatRange(0, min_open=True), default=float("inf"), help="Stop after so long.")
@threads_option
@click.option("--cluster", metavar="ADDRESS", default="", help="Play on the workers of this Dask scheduler instead.")
@json_option
def selfplay(
    game: orchard.Game,
    folder: Path,
    games: int,
    seconds: float,
    threads: int,
    cluster: str,
    as_json: bool,
    **options: Any,
) -> None:
    """Play games of the engine against itself into FOLDER.

    \b
    Example:
      orchard train selfplay reversi runs/gen1 --weights runs/best.safetensors --games 10000 --threads 16
      orchard train selfplay gomoku runs/gen1 --weights runs/best.safetensors --games 5000 --nodes 800
      orchard train selfplay reversi runs/gen1 --games 100000 --cluster tcp://HOST:8786
    """
    from orchard.core.course import with_options
    from orchard.training.courses import course_for
    from orchard.training.selfplay import play

    course = course_for(game)
    settings = with_options(course, "selfplay", given(options), game=course.game)
    with progress_bar("games") as progress:
        played = play(
            course, settings, folder, games=games, seconds=seconds, threads=threads, cluster=cluster, progress=progress
        )
    report({"folder": str(folder), "games": played}, as_json)


@train.command(cls=Stage)
@click.argument("source", type=FOLDER)
@click.argument("folder", type=FOLDER)
@threads_option
@json_option
def label(source: Path, folder: Path, threads: int, as_json: bool, **options: Any) -> None:
    """Look longer at the positions of SOURCE, into FOLDER.

    \b
    Example:
      orchard train label runs/gen1 runs/gen1-deep --weights runs/best.safetensors --depth 8
    """
    from orchard.core.course import with_options
    from orchard.training.courses import course_of
    from orchard.training.label import label as look

    course = course_of([source])
    settings = with_options(course, "label", given(options))
    with progress_bar("shards") as progress:
        count = look(course, settings, source, folder, threads=threads, progress=progress)
    report({"folder": str(folder), "positions": count}, as_json)


@train.command(cls=Stage)
@click.argument("out", type=FOLDER)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@json_option
def fit(out: Path, folders: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """Fit weights to the positions of FOLDERS; OUT gets weights.safetensors, report.json and perhaps a plot.

    \b
    Example:
      orchard train fit runs/fit1 runs/gen0 runs/gen1
    """
    from orchard.core.course import with_options
    from orchard.training.courses import course_of
    from orchard.training.fit import fit as learn

    course = course_of(folders)
    settings = with_options(course, "fit", given(options))
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
def gate(game: orchard.Game, new: Path, best: Path, threads: int, as_json: bool, **options: Any) -> None:
    """Let weights NEW replace BEST if they win a match; without a file BEST they play the initial weights.

    \b
    Example:
      orchard train gate reversi runs/fit1/weights.safetensors runs/best.safetensors --threads 16
    """
    from orchard.core.course import with_options
    from orchard.training.courses import course_for
    from orchard.training.gate import gate as match
    from orchard.training.gate import sentence

    course = course_for(game)
    settings = with_options(course, "gate", given(options), game=course.game)
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
def grow(
    game: orchard.Game, folder: Path, scale: float, first: int, seed: int, threads: int, as_json: bool, **options: Any
) -> None:
    """All stages, generation after generation, from the initial weights on, by the plan of the game's course.

    Options of fit hold for every generation, instead of the plan.

    \b
    Example:
      orchard train grow reversi runs/reversi --threads 16
    """
    from dataclasses import asdict

    from orchard.core.course import options_of, with_options
    from orchard.training.courses import course_for
    from orchard.training.grow import Growth

    course = course_for(game)
    chosen = asdict(with_options(course, "fit", given(options)))
    known = options_of(course.settings["fit"])
    fixed = {known[name][0]: chosen[known[name][0]] for name in given(options)}
    growth = Growth(
        course, folder, scale, threads, seed, settings={"fit": fixed}, say=lambda line: say([line], err=True)
    )
    report({"weights": str(growth.grow(first))}, as_json)


@train.command(cls=Stage)
@click.argument("weights", type=FILE)
@click.argument("folders", type=FOLDER, nargs=-1, required=True)
@json_option
def policy(weights: Path, folders: tuple[Path, ...], as_json: bool, **options: Any) -> None:
    """Learn how likely each move is best from the moves chosen in FOLDERS, and put it beside the weights in WEIGHTS.

    \b
    Example:
      orchard train policy runs/best.safetensors runs/gen3 runs/gen4
    """
    from orchard.training.courses import course_of

    found = extra("policy", course_of(folders), weights, folders, options)
    show(found, as_json)


@train.command(cls=Stage)
@game_argument
@click.argument("weights", type=FILE)
@click.argument("folder", type=FOLDER)
@click.argument("out", type=FILE)
@threads_option
@json_option
def measure(
    game: orchard.Game, weights: Path, folder: Path, out: Path, threads: int, as_json: bool, **options: Any
) -> None:
    """Measure how well shallow searches predict deep ones on held-out games of FOLDER, for selective cuts.

    \b
    Example:
      orchard train measure reversi runs/best.safetensors runs/gen4 runs/reversi.probcut.json
    """
    import json

    from orchard.training.courses import course_for

    found = extra("measure", course_for(game), weights, [folder], options, threads)
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
    game: orchard.Game, weights: Path, folder: Path, plot: Path | None, threads: int, as_json: bool, **options: Any
) -> None:
    """How far the evaluation is from a deep search, or near the end from the truth, on held-out games of FOLDER.

    \b
    Example:
      orchard train errors reversi runs/best.safetensors runs/gen4 --plot errors.svg
    """
    from orchard.training.courses import course_for
    from orchard.training.plot import line_chart

    found = extra("errors", course_for(game), weights, [folder], options, threads)
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
    game: orchard.Game, count: int, source: str | None, seed: int, jobs: int, as_json: bool, **options: Any
) -> None:
    """Find COUNT openings that the engine calls even, no two alike, one a line.

    \b
    Example:
      orchard train openings reversi 2000 > openings.txt
      orchard train openings gomoku 300 --nodes 3000 > many.txt
      orchard train openings gomoku --of many.txt --nodes 20000 > fewer.txt
    """
    from orchard.core.course import with_options
    from orchard.training.courses import course_for
    from orchard.training.openings import collect, judged_again

    course = course_for(game)
    settings = with_options(course, "openings", given(options))
    found = judged_again(course, settings, source, jobs) if source else collect(course, settings, count, seed, jobs)
    if as_json:
        print_json(list(found))
        return
    click.echo(f"# Even openings of {game.title}, by orchard train openings {game.name}")
    for moves in found:
        click.echo(moves)


# ------------------------------------------------------------------------------------- what they share


def extra(
    stage: str, course: Any, weights: Path, folders: Iterable[Path], options: dict[str, Any], threads: int = 1
) -> Any:
    """What a stage of this course alone has found out."""
    from orchard.core.course import with_options
    from orchard.training.shards import read_folders

    settings = with_options(course, stage, given(options))
    columns = read_folders(list(folders), course.columns)
    with progress_bar(stage) as progress:
        return course.extra(stage, settings, weights, columns, threads, progress)


def show(found: Any, as_json: bool) -> None:
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
        click.echo(
            ", ".join(
                f"{name} {number:,}" if isinstance(number, int) else str(number) for name, number in value.items()
            )
        )


class progress_bar:
    """A bar on stderr that is called with how much is done, and of how much."""

    def __init__(self, what: str) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True)
        self._bar = Progress(console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task(what, total=None)

    def __enter__(self) -> Any:
        self._bar.start()
        return lambda done, of: self._bar.update(self._task, completed=done, total=of)

    def __exit__(self, *error: object) -> None:
        self._bar.stop()


COMMAND = train
