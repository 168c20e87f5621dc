"""orchard book export: a book as a tree, for people or for other programs."""

from pathlib import Path

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, print_json
from orchard.shells.commands.book import chosen, file_option


@click.command()
@game_argument
@file_option
@click.option("--moves", default="", metavar="TRANSCRIPT", help="Only what follows these moves.")
@click.option("--plies", type=click.IntRange(0), default=60, help="At most so many plies from there.")
@click.option("--within", type=click.FloatRange(0), default=float("inf"), help="Only moves that lose at most so much.")
@json_option
def export(game: orchard.Game, file: Path | None, moves: str, plies: int, within: float, as_json: bool) -> None:
    """Print the positions of a book as a tree of lines. Best play comes first; JSON has all that is known of them.

    A position that several lines lead to is printed once.

    \b
    Examples:
      orchard book export reversi --plies 6
      orchard book export reversi --json > book.json
    """
    from orchard.study.book_reports import walk

    book, start = chosen(game, file), game.replay(moves)
    rows = walk(book, start, plies, within)
    if as_json:
        print_json([row.as_json() for row in rows])
        return
    for row in rows:
        last = row.position.last_move or "start"
        name = f"  {row.name}" if row.name else ""
        indent = "  " * (row.position.ply - start.ply)
        click.echo(f"{indent}{last} {row.found.value:+.2f} depth {row.found.depth}{name}")
