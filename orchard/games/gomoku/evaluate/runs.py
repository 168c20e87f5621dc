"""Runs of Gomoku stones: where they are, how long, and whether their ends are open. For people, so plain Python."""

from __future__ import annotations

from typing import Any

from orchard.core.game import BLACK, WHITE, Color, Position

DIRECTIONS = {"across": (0, 1), "down": (1, 0), "falling": (1, 1), "rising": (1, -1)}


def runs(position: Position, color: Color, shortest: int = 2) -> list[dict[str, Any]]:
    """Every run of `shortest` or more stones of one colour, longest first: direction, points, empty ends."""
    board = position.game.board
    width = board.width

    def stone(row: int, column: int) -> Color | bool | None:
        """The stone there, None where empty, False off the board."""
        return position.stone(row * width + column) if 0 <= row < width and 0 <= column < width else False

    found = []
    for row in range(width):
        for column in range(width):
            if stone(row, column) != color:
                continue
            for name, (down, right) in DIRECTIONS.items():
                if stone(row - down, column - right) == color:
                    continue  # not the first stone of its run
                length = 1
                while stone(row + length * down, column + length * right) == color:
                    length += 1
                if length < shortest:
                    continue
                ends = ((row - down, column - right), (row + length * down, column + length * right))
                found.append(
                    {
                        "direction": name,
                        "length": length,
                        "points": [board.moves[(row + i * down) * width + column + i * right] for i in range(length)],
                        "open_ends": [board.moves[r * width + c] for r, c in ends if stone(r, c) is None],
                    }
                )
    return sorted(found, key=lambda run: -run["length"])


def candidate_scores(position: Position) -> list[list[int]]:
    """The score of every point as `candidates.py` counts it, row by row from the top; 0 on stones."""
    import numpy as np

    from orchard.games.gomoku.evaluate import candidates

    compiled: Any = candidates
    scores = np.zeros((position.game.board.width, position.game.board.width), dtype=np.int32)
    compiled.score_matrix(position.game.state(position), scores)
    return [[int(score) for score in row] for row in scores]


def explain(position: Position) -> dict[str, Any]:
    """Stones and runs of both sides, and the candidate scores."""
    sides = {color: {"stones": position.count(color), "runs": runs(position, color)} for color in (BLACK, WHITE)}
    return {"black": sides[BLACK], "white": sides[WHITE], "scores": candidate_scores(position)}
