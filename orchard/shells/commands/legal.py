"""orchard legal: the legal moves of a position."""

import click

import orchard
from orchard.shells.commands._common import json_option, position_argument, print_json


@click.command()
@position_argument
@json_option
def legal(position: orchard.Position, as_json: bool) -> None:
    """Print the legal moves of a position.

    They are squares, or 'pass' alone, or nothing when the game is over.

    \b
    Example:
      orchard legal reversi "--------/--------/--OX----/---XO---/--XXOO--/-XXO-O--/--O--O--/-------- O"
    """
    if as_json:
        print_json({"game": position.game.name, "to_move": position.to_move, "legal": position.legal()})
    else:
        click.echo(" ".join(position.legal()))
