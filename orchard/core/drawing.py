"""Positions as text and as SVG. Knows boards and stones, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from orchard.core.game import Position


@dataclass(frozen=True)
class Style:
    """How a board looks, everywhere: pictures, terminal, studio."""

    stones_on: Literal["cells", "crossings"]
    ground: str
    line: str
    frame: str  # around the board, where the coordinates stand
    ink: str  # of the coordinates
    marks_legal: bool = True  # whether legal squares are marked; not where nearly every empty one is legal
    odd_aim: bool = False  # whether the aim differs from the well-known game's, so that it should stand out


def as_text(position: Position) -> str:
    """The board with coordinates; legal moves are marked `·`, and the last line is the score."""
    board = position.game.board
    legal = position.legal_mask() if position.game.style.marks_legal else 0
    header = "   " + " ".join(board.columns)
    lines = [header]
    for row in range(board.height):
        cells = []
        for square in range(row * board.width, (row + 1) * board.width):
            stone = position.stone(square)
            cells.append("X" if stone == "black" else "O" if stone == "white" else "·" if legal >> square & 1 else "-")
        number = f"{board.row_number(row):>2}"
        lines.append(f"{number} {' '.join(cells)} {number}")
    lines += [header, status_line(position)]
    return "\n".join(lines)


def status_line(position: Position) -> str:
    """One line: the counts, and who is to move or who has won."""
    counts = f"X black {position.count('black')}, O white {position.count('white')}"
    outcome = position.outcome
    if outcome is None:
        side = "X black" if position.to_move == "black" else "O white"
        must_pass = " (must pass)" if position.legal() == ["pass"] else ""
        return f"{counts}; {side} to move{must_pass}"
    if outcome.winner is None:
        return f"{counts}; game over, a draw"
    margin = f" by {abs(outcome.score)}" if position.game.has_margin else ""
    return f"{counts}; game over, {outcome.winner} wins{margin}"


def as_svg(position: Position, cell: int = 40) -> str:
    """A self-contained picture of the board."""
    board, style = position.game.board, position.game.style
    margin, across, down = cell * 0.6, board.width * cell, board.height * cell
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across + 2 * margin:g} {down + 2 * margin:g}"'
        f' width="{across + 2 * margin:g}" height="{down + 2 * margin:g}" font-family="sans-serif"'
        f' font-size="{cell * 0.32:g}" role="img">',
        f"<title>{position.game.title}: {status_line(position)}</title>",
        f'<rect x="{margin:g}" y="{margin:g}" width="{across}" height="{down}" fill="{style.ground}"/>',
    ]
    inset = 0 if style.stones_on == "cells" else cell / 2
    left, right, top, bottom = margin + inset, margin + across - inset, margin + inset, margin + down - inset
    rows = [top + i * cell for i in range(int((bottom - top) / cell) + 1)]
    columns = [left + i * cell for i in range(int((right - left) / cell) + 1)]
    lines = [f"M{left:g} {y:g}H{right:g}" for y in rows] + [f"M{x:g} {top:g}V{bottom:g}" for x in columns]
    parts.append(f'<path d="{"".join(lines)}" stroke="{style.line}" fill="none"/>')
    for column, name in enumerate(board.columns):
        middle = margin + (column + 0.5) * cell
        parts.append(f'<text x="{middle:g}" y="{margin * 0.7:g}" text-anchor="middle">{name}</text>')
    for row in range(board.height):
        middle = margin + (row + 0.5) * cell + cell * 0.11
        number = board.row_number(row)
        parts.append(f'<text x="{margin * 0.5:g}" y="{middle:g}" text-anchor="middle">{number}</text>')
    legal = position.legal_mask() if position.game.style.marks_legal else 0
    last = position.last_move
    for square in range(board.size):
        row, column = divmod(square, board.width)
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
