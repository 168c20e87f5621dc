"""orchard book extend: add lines and games to a book."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

import orchard
from orchard.shells.commands._common import file_errors, json_option, print_json
from orchard.shells.commands.book import growth_options, opened, order_of, searching, told


@click.command()
@growth_options
@click.argument("moves", nargs=-1)
@click.option(
    "--games", "files", multiple=True, type=click.Path(dir_okay=False), help="A file of games, in any format."
)
@click.option("--saved", type=click.IntRange(1), metavar="N", help="The latest N games that were saved.")
@click.option("--db", metavar="URL", help="Database of the saved games.  [default: $ORCHARD_DB]")
@click.option("--plies", type=click.IntRange(1), default=20, show_default=True, help="Of every line, so many plies.")
@json_option
def extend(
    game: orchard.Game,
    file: Path,
    moves: tuple[str, ...],
    files: tuple[str, ...],
    saved: int | None,
    db: str | None,
    plies: int,
    lines: int,
    empty: bool,
    jobs: int,
    cluster: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Add the positions of lines and games to the book FILE. They come from MOVES, files of games or saved games.

    \b
    Examples:
      orchard book extend reversi my.book f5d6c3d3c4f4f6 --depth 20
      orchard book extend reversi my.book --saved 50 --plies 16 --depth 18
    """
    from orchard.study.book_growth import add_all, keys_of_line

    order = order_of(game, asked, lines)
    found = [*moves, *_of_files(game, files), *_saved(game, saved, db)]
    if not found:
        raise click.UsageError("nothing to add: give moves, --games FILE or --saved N")
    keys = [key for line in found for key in keys_of_line(game, line, plies)]
    with opened(game, file, order, empty) as book, searching(order, jobs, cluster) as work:
        before = len(book)
        with told(f"extending {file}", before + len(set(keys) - set(book.graph.found))) as tell:
            added = add_all(book, work, keys, lambda grown, _: tell(len(grown)))
        answer = {"file": str(file), "lines": len(found), "positions": len(book), "new": added}
    if as_json:
        print_json(answer)
    else:
        click.echo(f"{file}: {answer['positions']:,} positions, {added:,} of them new")


def _of_files(game: orchard.Game, files: tuple[str, ...]) -> Iterator[str]:
    from orchard.play import formats

    for name in files:
        with file_errors("read", name):
            data = Path(name).read_bytes()
        for record in formats.read(data, None, game.name):
            if record.game == game.name and not record.start:
                yield record.transcript


def _saved(game: orchard.Game, count: int | None, db: str | None) -> Iterator[str]:
    if count is None:
        return
    from orchard.play.store import Store

    with Store(db) as store:
        for record in store.find_games(limit=count, game=game.name):
            if not record.start:
                yield record.transcript
