"""What people look at on a Gomoku board: the candidate score of every point, and the runs of both sides."""

from __future__ import annotations

from orchard.core.game import Position
from orchard.core.offers import Explained


def explain(position: Position) -> Explained:
    from orchard.games.gomoku.evaluate import runs

    found = runs.explain(position)
    scores = {square: score for square, score in enumerate(s for row in found["scores"] for s in row) if score}
    highest = sorted(set(scores.values()), reverse=True)[:2]
    lines = []
    for color in ("black", "white"):
        lines.append(f"{color}: {found[color]['stones']} stones")
        for run in found[color]["runs"]:
            ends = " and ".join(run["open_ends"]) or "none"
            lines.append(f"  {run['length']} {run['direction']}: {' '.join(run['points'])}; open ends: {ends}")
    marks = {square: str(score) for square, score in scores.items()}
    strong = frozenset(square for square, score in scores.items() if score in highest)
    return Explained(found, marks, strong, tuple(lines))
