"""orchard book show: what a book says of a position."""

from pathlib import Path

import click

import orchard
from orchard.shells.commands._common import json_option, plain_table, position_argument, print_json, wide_console
from orchard.shells.commands.book import chosen, file_option


@click.command()
@position_argument
@file_option
@json_option
def show(position: orchard.Position, file: Path | None, as_json: bool) -> None:
    """Show a position of the book. It has a value, moves with their values and depths, and perhaps the name of an
    opening.

    Values are those of the side to move. A move marked `book` leads to a position of the book.

    \b
    Examples:
      orchard book show reversi --moves f5d6c3
      orchard book show reversi --json
    """
    from orchard.study.book_reports import about, shown

    book = chosen(position.game, file)
    found = shown(position, book)
    if as_json:
        print_json({**about(book, position.game), "text": position.text, "found": found})
        return
    if found is None:
        click.echo(f"this position is not among the {len(book):,} of the book")
        return
    name = f", {found['name']}" if found["name"] else ""
    click.echo(
        f"{found['value']:+.2f} for {position.to_move}{name}; depth {found['depth']}{_sure(found['confidence'])}, "
        f"{found['nodes']:,} nodes"
    )
    table = plain_table("move", ">value", ">depth", "", "opening", no_wrap=True)
    for move in found["moves"]:
        depth = f"{move['depth']}{_sure(move['confidence'])}"
        table.add_row(
            move["move"], f"{move['value']:+.2f}", depth, "book" if move["in_book"] else "", move["name"] or ""
        )
    wide_console().print(table)
    click.echo("best play: " + " ".join(book.line(position)))


def _sure(confidence: int) -> str:
    return f" at {confidence} %" if confidence else ""
