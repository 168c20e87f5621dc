"""orchard book: opening books. Each file of this folder is a subcommand."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import game_argument, option_group, progress_bar
from orchard.shells.commands._found import FoundCommands

if TYPE_CHECKING:
    from orchard.core.book import Book
    from orchard.study.book_growth import GrowingBook
    from orchard.study.book_search import Hands, Order

SAY_EVERY_S = 60.0  # where there is no terminal to draw a bar on

BOOK_FILE = click.Path(dir_okay=False, path_type=Path)
file_argument = click.argument("file", type=BOOK_FILE)
file_option = click.option("--file", type=BOOK_FILE, help="A book file instead of the shipped book.")
search_options = option_group(
    click.option("--depth", type=click.IntRange(1), help="Search every position to this depth."),
    click.option("--nodes", type=click.IntRange(1), help="Search every position for so many nodes."),
    click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Search every position for so long."),
    click.option("--player", metavar="SPEC", help="Who searches.  [default: the analyst of the game]"),
    click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes."),
    click.option("--cluster", metavar="ADDRESS", help="Search on the workers of this Dask scheduler."),
)
growth_options = option_group(
    game_argument,
    file_argument,
    search_options,
    click.option(
        "--lines", type=click.IntRange(1, 60), default=4, show_default=True, help="Moves of a position to give a value."
    ),
    click.option("--empty", is_flag=True, help="Begin a new file without the positions of the shipped book."),
)


def chosen(game: orchard.Game, file: Path | None) -> Book:
    """The book of a file, or the one that is shipped."""
    from orchard.core.book import open_book
    from orchard.games import book_of

    found = open_book(file, game) if file is not None else book_of(game)
    if found is None:
        raise click.UsageError(f"no opening book of {game.title} is shipped: name one with --file")
    return found


def order_of(game: orchard.Game, asked: dict[str, Any], lines: int) -> Order:
    """What the search options ask for, removed from `asked`; by default a depth."""
    from orchard.study.book_search import Budget, Order

    budget = Budget(asked.pop("depth"), asked.pop("nodes"), asked.pop("seconds"))
    if budget == Budget():
        raise click.UsageError("say how far to search every position: --depth, --nodes or --seconds")
    budget.limits()  # refuses two of them
    return Order(game.name, budget, asked.pop("player"), lines)


@contextmanager
def opened(game: orchard.Game, file: Path, order: Order, empty: bool) -> Iterator[GrowingBook]:
    """The book of a file to grow; a new file begins with the positions of the shipped book."""
    from orchard.games import book_offer
    from orchard.study.book_growth import growing

    offered = book_offer(game)
    if not file.exists() and not empty and offered is not None and offered.path.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(offered.path.read_bytes())
    with growing(file, game, order.spec, order.lines) as book:
        if book.from_journal:
            click.echo(f"orchard: {book.from_journal} positions of a run that did not end are kept", err=True)
        yield book


@contextmanager
def told(what: str, total: int) -> Iterator[Callable[[int], None]]:
    """Tells how many positions are done: by a bar, or by a line now and then."""
    said = time.monotonic()
    with progress_bar(what) as bar:

        def tell(done: int) -> None:
            nonlocal said
            bar(done, total)
            if not sys.stderr.isatty() and time.monotonic() - said > SAY_EVERY_S:
                said = time.monotonic()
                click.echo(f"orchard: {what}: {done:,} of {total:,} positions", err=True)

        yield tell


@contextmanager
def searching(order: Order, jobs: int, cluster: str | None) -> Iterator[Hands]:
    from orchard.study.book_search import hands

    with hands(order, jobs, cluster) as work:
        yield work


@click.group(cls=FoundCommands, package=__name__)
def book() -> None:
    """Look into the opening book of a game, check it, or grow one.

    \b
    Examples:
      orchard book show reversi --moves f5d6c3
      orchard book build reversi my.book --positions 5000 --depth 20 --jobs 4
    """
