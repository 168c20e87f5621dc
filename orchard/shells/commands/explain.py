"""orchard explain: what evaluations see in a position, in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import console, game_argument, json_option, position_of, print_json

if TYPE_CHECKING:
    from rich.text import Text

MEANING = {
    "discs": "discs on the board",
    "moves": "legal moves, were it to move",
    "safe_moves": "of these, not legal for the other side",
    "corner_risk": "discs beside an empty corner, the diagonal one twice",
    "stable": "discs that can never be turned",
    "frontier": "discs that touch an empty square",
}


@click.command()
@game_argument
@click.argument("text", required=False)
@click.option("--moves", metavar="TRANSCRIPT", help="Replay these moves from the start, e.g. f5d6c3.")
@json_option
def explain(game: orchard.Game, text: str | None, moves: str | None, as_json: bool) -> None:
    """Show what evaluations see in a position.

    Reversi: discs, moves, safe moves, corner risk, stable and frontier discs of both sides; on the board, the number
    of discs that each move would turn. Gomoku: the candidate score of every point, and the runs of both sides.
    The side to move may be left out of TEXT; black is then to move.

    \b
    Examples:
      orchard explain gomoku --moves "h8 i9 h7"
      orchard explain reversi "OOX-X-O-/OXXOX--X/XX-X---X/XX-XO---/X--OX---/-----X-X/XX----XX/XXX-XXXX"
    """
    if text and not _names_side(game, text):
        text += " X"
    position = position_of(game, text, moves)
    if game.base_name == "gomoku":
        from orchard.evaluate import runs

        found = runs.explain(position)
        if as_json:
            print_json(found)
        else:
            _draw_gomoku(position, found)
        return
    from orchard.evaluate import features

    found = {
        "black": features.explain(position.black, position.white),
        "white": features.explain(position.white, position.black),
    }
    if as_json:
        print_json(found)
    else:
        _draw_reversi(position, found)


def _names_side(game: orchard.Game, text: str) -> bool:
    return sum(1 for char in text if not char.isspace() and char not in "/|") != game.board.size


def _board(position: orchard.Position, cell: Any, width: int) -> Text:
    """The board with `cell(square)`, a text and its style, on every square."""
    from rich.text import Text

    board = position.game.board
    header = "   " + "".join(column.rjust(width) for column in board.columns) + "\n"
    drawn = Text(header, "dim")
    for row in range(board.width):
        drawn.append(f"{board.row_number(row):>2} ", "dim")
        for column in range(board.width):
            content, style = cell(row * board.width + column)
            drawn.append(content.rjust(width), style)
        drawn.append("\n")
    return drawn


def _draw_reversi(position: orchard.Position, found: dict[str, dict[str, int]]) -> None:
    from rich.table import Table

    from orchard.evaluate.stability import stable

    kernel: Any = stable
    steady = int(kernel(position.black, position.white)) | int(kernel(position.white, position.black))
    turned = {move.square: position.play(move).flipped_mask.bit_count() for move in position.legal()}

    def cell(square: int) -> tuple[str, str]:
        stone = position.stone(square)
        if stone:
            mark = "*" if steady >> square & 1 else ""
            return ("X" if stone == "black" else "O") + mark, "bold" if stone == "black" else "cyan"
        return (str(turned[square]), "green") if square in turned else ("-", "dim")

    out = console()
    out.print(_board(position, cell, 3), end="")
    side = "X black" if position.to_move == "black" else "O white"
    if not position.is_over:
        out.print(f"{side} to move; a number is how many discs the move turns, * marks stable discs", soft_wrap=True)
    table = Table("", "black", "white", "what it counts", box=None, header_style="bold", pad_edge=False)
    for name, meaning in MEANING.items():
        table.add_row(name, str(found["black"][name]), str(found["white"][name]), meaning)
    out.print(table)


def _draw_gomoku(position: orchard.Position, found: dict[str, Any]) -> None:
    scores = [score for row in found["scores"] for score in row]
    highest = sorted({score for score in scores if score}, reverse=True)[:2]

    def cell(square: int) -> tuple[str, str]:
        stone = position.stone(square)
        if stone:
            return ("X", "bold") if stone == "black" else ("O", "cyan")
        if not scores[square]:
            return "-", "dim"
        return str(scores[square]), "bold green" if scores[square] in highest else "green"

    out = console()
    out.print(_board(position, cell, max(3, len(str(max(scores, default=0))) + 1)), end="", soft_wrap=True)
    for color in ("black", "white"):
        out.print(f"{color}: {found[color]['stones']} stones", soft_wrap=True)
        for run in found[color]["runs"]:
            ends = " and ".join(run["open_ends"]) or "none"
            out.print(
                f"  {run['length']} {run['direction']}: {' '.join(run['points'])}; open ends: {ends}", soft_wrap=True
            )


COMMAND = explain
