"""orchard games: which games there are."""

from __future__ import annotations

import click

import orchard
from orchard.shells.commands._common import console, json_option, print_json


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games.

    \b
    Example:
      orchard games
    """
    found = [orchard.game(name) for name in orchard.games()]
    if as_json:
        print_json([{"name": g.name, "title": g.title, "board": g.board.width, "aim": g.aim} for g in found])
        return
    from rich.table import Table

    table = Table("name", "title", "board", "aim", box=None, header_style="bold")
    for g in found:
        width = "15×15, or 5 to 20 as gomoku:WIDTH" if g.base_name == "gomoku" else f"{g.board.width}×{g.board.width}"
        table.add_row(g.name, g.title, width, g.aim)
    console().print(table)


COMMAND = games
