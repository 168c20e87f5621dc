"""What people look at on a Gomoku board: the candidate score of every point, and the runs of both sides."""

from typing import Any

from orchard.core.game import BLACK, WHITE, Color, Position
from orchard.core.offers import Explained

DIRECTIONS = {"across": (0, 1), "down": (1, 0), "falling": (1, 1), "rising": (1, -1)}
SHORTEST = 2  # stones of a run


def explain(position: Position) -> Explained:
    from orchard.games.gomoku.evaluate.candidates import score_matrix

    matrix = score_matrix(position.game.state(position))
    found: dict[str, Any] = {
        color: {"stones": position.count(color), "runs": runs(position, color)} for color in (BLACK, WHITE)
    }
    lines = []
    for color, side in found.items():
        lines.append(f"{color}: {side['stones']} stones")
        for run in side["runs"]:
            ends = " and ".join(run["open_ends"]) or "none"
            lines.append(f"  {run['length']} {run['direction']}: {' '.join(run['points'])}; open ends: {ends}")
    scores = {square: score for square, score in enumerate(matrix.reshape(-1).tolist()) if score}
    highest = sorted(set(scores.values()), reverse=True)[:2]
    marks = {square: str(score) for square, score in scores.items()}
    strong = frozenset(square for square, score in scores.items() if score in highest)
    return Explained({**found, "scores": matrix.tolist()}, marks, strong, tuple(lines))


def runs(position: Position, color: Color) -> list[dict[str, Any]]:
    """Every run of stones of one colour, longest first: direction, points, empty ends."""
    board = position.game.board
    width = board.width

    def stone(row: int, column: int) -> Color | bool | None:
        """The stone there, None where empty, False off the board."""
        return position.stone(row * width + column) if 0 <= row < width and 0 <= column < width else False

    found = []
    for square in range(board.size):
        row, column = divmod(square, width)
        for name, (down, right) in DIRECTIONS.items():
            length = 0
            while stone(row + length * down, column + length * right) == color:
                length += 1
            if length < SHORTEST or stone(row - down, column - right) == color:
                continue  # too short, or not from its first stone on
            ends = ((row - down, column - right), (row + length * down, column + length * right))
            found.append(
                {
                    "direction": name,
                    "length": length,
                    "points": [board.moves[square + i * (down * width + right)] for i in range(length)],
                    "open_ends": [board.moves[r * width + c] for r, c in ends if stone(r, c) is None],
                }
            )
    return sorted(found, key=lambda run: -run["length"])
