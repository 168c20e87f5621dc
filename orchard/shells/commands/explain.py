"""orchard explain: what evaluations see in a position, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import orchard
from orchard.shells.commands._common import console, json_option, plain_table, position_of, position_options, print_json

if TYPE_CHECKING:
    from rich.text import Text

    from orchard.core.offers import Explained

STONES = {"black": "bold", "white": "cyan"}


@click.command()
@position_options
@json_option
def explain(game: orchard.Game, text: str | None, moves: str | None, as_json: bool) -> None:
    """Show what evaluations see in a position.

    Reversi: discs, moves, safe moves, corner risk, stable and frontier discs of both sides; on the board, the number
    of discs that each move would turn. Gomoku: the candidate score of every point, and the runs of both sides. Other
    games: the stones, and the value of each evaluation. Without a side to move in TEXT, black is to move.

    \b
    Examples:
      orchard explain gomoku --moves "h8 i9 h7"
      orchard explain reversi "OOX-X-O-/OXXOX--X/XX-X---X/XX-XO---/X--OX---/-----X-X/XX----XX/XXX-XXXX"
    """
    from orchard.study.explain import explain as found_in

    if text and sum(not char.isspace() and char not in "/|" for char in text) == game.board.size:
        text += " X"
    position = position_of(game, text, moves)
    found = found_in(position)
    if as_json:
        print_json(found.as_json)
        return
    out = console()
    out.print(_board(position, found), end="", soft_wrap=True)
    for line in found.lines:
        out.print(line, soft_wrap=True)
    if found.table:
        table = plain_table("", "black", "white", "what it counts")
        for row in found.table:
            table.add_row(*row)
        out.print(table)


def _board(position: orchard.Position, found: Explained) -> Text:
    """The board with its marks."""
    from rich.text import Text

    board = position.game.board
    width = max(3, 1 + max(map(len, found.marks.values()), default=0))
    drawn = Text("   " + "".join(column.rjust(width) for column in board.columns) + "\n", "dim")
    for row in range(board.height):
        drawn.append(f"{board.row_number(row):>2} ", "dim")
        for square in range(row * board.width, (row + 1) * board.width):
            stone, mark = position.stone(square), found.marks.get(square, "")
            if stone:
                drawn.append((("X" if stone == "black" else "O") + mark).rjust(width), STONES[stone])
            else:
                style = "dim" if not mark else "bold green" if square in found.strong else "green"
                drawn.append((mark or "-").rjust(width), style)
        drawn.append("\n")
    return drawn
