"""orchard legal: the legal moves of a position."""

from __future__ import annotations

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, position_of, print_json


@click.command()
@game_argument
@click.argument("text", required=False)
@click.option("--moves", metavar="TRANSCRIPT", help="Replay these moves from the start, e.g. f5d6c3.")
@json_option
def legal(game: orchard.Game, text: str | None, moves: str | None, as_json: bool) -> None:
    """Print the legal moves of a position.

    They are squares, or 'pass' alone, or nothing when the game is over.

    \b
    Example:
      orchard legal reversi "--------/--------/--OX----/---XO---/--XXOO--/-XXO-O--/--O--O--/-------- O"
    """
    position = position_of(game, text, moves)
    if as_json:
        print_json({"game": game.name, "to_move": position.to_move, "legal": position.legal()})
    else:
        click.echo(" ".join(position.legal()))


COMMAND = legal
