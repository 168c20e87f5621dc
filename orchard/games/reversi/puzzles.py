"""Puzzles of Reversi: endings in which one move is better than all others, by the exact score of each move.

`keep_corner`: the best move, and the only one that does not let the enemy take a corner at once. Those of the middle
game are in `midgame_puzzles.py`. Reversed Reversi uses the same, with kinds of its own.
"""

from __future__ import annotations

from collections import Counter

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.offers import Question
from orchard.core.puzzle import Puzzle
from orchard.games.reversi import midgame_puzzles
from orchard.games.reversi.facts import CORNERS, facts
from orchard.games.reversi.solver import SOLVER

SHARED_KINDS = {
    "only_win": "find the only move that wins",
    "best_by_six": "find the best move: it is at least six discs better than any other",
    "last_ten": "find the best move of this ending",
    "force_pass": "force your opponent to pass; moves you need: {number}",
}
KINDS = {
    **SHARED_KINDS,
    "keep_corner": "find the best move: all others let your opponent take a corner",
    "win_corner": "win a corner by force; moves you need: {number}",
    "hold": "find the only move that does not lose",
}
MIDDLE_KINDS = ("win_corner", "give_corner", "force_pass", "hold")
LEVELS = (2, 3, 4, 5, 6)  # whose games they come from: good enough for sense, weak enough for chances
OPENING_PLIES = 8
FEWEST, MOST = 5, 16  # empty squares
LAST = 10
MARGIN = 6
TAGS = 3


def puzzle(position: Position, wanted: str = "") -> Puzzle | None:
    """The puzzle in a position, if there is one; `wanted`: one of another kind may be left out."""
    if position.game.board.width != 8 or position.empties < FEWEST or len(position.legal()) < 3:
        return None
    is_late = position.empties <= MOST
    if wanted and is_late == (wanted in MIDDLE_KINDS):
        return None
    if not is_late:
        found = midgame_puzzles.puzzle_in(position, wanted)
        return found and _made(position, *found)
    scores = exact_scores(position)
    best, second, *_ = sorted(scores.values(), reverse=True)
    if best == second:
        return None
    move = max(scores, key=lambda each: scores[each])
    kind = _kind(position, move, best, second)
    return None if kind is None else _made(position, kind, move, best - second)


def _made(position: Position, kind: str, move: Move, number: int) -> Puzzle:
    others = [each for each in position.legal() if each != move]
    return Puzzle(position, kind, (move,), number, _tags(position, move, others))


def exact_scores(position: Position) -> dict[Move, int]:
    """The final score after each move, for the side that plays it."""
    solved = SOLVER.solve(position, Question(all_moves=True, table_mb=16), Stop(), lambda known, nodes: None)
    return {position.move(name): lower for name, (lower, _) in solved.moves.items()}


def line_after(position: Position, move: Move) -> tuple[Move, ...]:
    """Best play of both sides after a move: to the end of the game, or as far as can be seen in the middle of it."""
    if position.empties > MOST:
        return midgame_puzzles.line_after(position, move)
    after = position.game.after(position, move)
    if after.is_over:
        return ()
    return SOLVER.solve(after, Question(table_mb=16), Stop(), lambda known, nodes: None).line


def _kind(position: Position, move: Move, best: int, second: int) -> str | None:
    if position.empties <= LAST:
        return "last_ten"
    if position.game.base_name == "reversi" and keeps_corner(position, move):
        return "keep_corner"
    if best > 0 >= second:
        return "only_win"
    return "best_by_six" if best - second >= MARGIN else None


def keeps_corner(position: Position, move: Move) -> bool:
    """Whether this is the only move after which the enemy cannot take a corner at once."""
    return all(offers_corner(position, each) == (each != move) for each in position.legal())


def offers_corner(position: Position, move: Move) -> bool:
    return bool(position.game.after(position, move).legal_mask() & CORNERS)


def _tags(position: Position, move: Move, others: list[Move]) -> tuple[str, ...]:
    """What speaks for the move against at least half of the others; if nothing does, what does so most often."""
    found = Counter(fact.kind for other in others for fact in facts(position, other, move, Stop())).most_common(TAGS)
    return tuple(kind for kind, count in found if 2 * count >= len(others)) or tuple(kind for kind, _ in found[:1])
