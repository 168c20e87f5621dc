"""Positions as text and as SVG. Knows boards and stones, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from orchard.core.game import Position


@dataclass(frozen=True)
class Style:
    """How a board looks: stones in cells (Reversi) or on the crossings of lines (Gomoku)."""

    stones_on: Literal["cells", "crossings"]
    ground: str
    line: str


def as_text(position: Position) -> str:
    """The board with coordinates; legal moves are marked `·`, and the last line says how it stands."""
    board = position.game.board
    legal = position.legal_mask() if position.game.passes_allowed else 0
    header = "   " + " ".join(board.columns)
    lines = [header]
    for row in range(board.width):
        cells = []
        for square in range(row * board.width, (row + 1) * board.width):
            stone = position.stone(square)
            cells.append("X" if stone == "black" else "O" if stone == "white" else "·" if legal >> square & 1 else "-")
        number = f"{board.row_number(row):>2}"
        lines.append(f"{number} {' '.join(cells)} {number}")
    lines += [header, standing(position)]
    return "\n".join(lines)


def standing(position: Position) -> str:
    """One line: the counts, and who is to move or who has won."""
    counts = f"X black {position.count('black')}, O white {position.count('white')}"
    outcome = position.outcome
    if outcome is None:
        side = "X black" if position.to_move == "black" else "O white"
        must_pass = " (must pass)" if position.legal() == ["pass"] else ""
        return f"{counts}; {side} to move{must_pass}"
    if outcome.winner is None:
        return f"{counts}; game over, a draw"
    margin = f" by {abs(outcome.score)}" if position.game.passes_allowed else ""
    return f"{counts}; game over, {outcome.winner} wins{margin}"


def as_svg(position: Position, cell: int = 40) -> str:
    """A self-contained picture of the board."""
    board, style = position.game.board, position.game.style
    margin, width = cell * 0.6, board.width
    side = width * cell
    total = side + 2 * margin
    at = f'x="{margin:g}" y="{margin:g}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total:g} {total:g}" width="{total:g}"'
        f' height="{total:g}" font-family="sans-serif" font-size="{cell * 0.32:g}" role="img">',
        f"<title>{position.game.title}: {standing(position)}</title>",
        f'<rect {at} width="{side}" height="{side}" fill="{style.ground}"/>',
    ]
    on_cells = style.stones_on == "cells"
    for i in range(width + 1 if on_cells else width):
        offset = margin + i * cell + (0 if on_cells else cell / 2)
        low, high = (margin, margin + side) if on_cells else (margin + cell / 2, margin + side - cell / 2)
        parts.append(
            f'<path d="M{low:g} {offset:g}H{high:g}M{offset:g} {low:g}V{high:g}" stroke="{style.line}" fill="none"/>'
        )
    for i in range(width):
        middle = margin + (i + 0.5) * cell
        parts.append(f'<text x="{middle:g}" y="{margin * 0.7:g}" text-anchor="middle">{board.columns[i]}</text>')
        parts.append(
            f'<text x="{margin * 0.5:g}" y="{middle + cell * 0.11:g}" text-anchor="middle">{board.row_number(i)}</text>'
        )
    legal = position.legal_mask() if position.game.passes_allowed else 0
    last = position.last_move
    for square in range(board.size):
        row, column = divmod(square, width)
        centre = f'cx="{margin + (column + 0.5) * cell:g}" cy="{margin + (row + 0.5) * cell:g}"'
        stone = position.stone(square)
        if stone:
            fill, mark = ("#111", "#fff") if stone == "black" else ("#fff", "#111")
            parts.append(f'<circle {centre} r="{cell * 0.42:g}" fill="{fill}" stroke="#111"/>')
            if last is not None and last.square == square:
                parts.append(f'<circle {centre} r="{cell * 0.1:g}" fill="{mark}"/>')
        elif legal >> square & 1:
            parts.append(f'<circle {centre} r="{cell * 0.12:g}" fill="#7fe07f"/>')
    return "".join(parts) + "</svg>"
