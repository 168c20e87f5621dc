"""Puzzles of Gomoku, each move of them proved by threat search: no opinion of an engine is in them.

Of `fours` (two moves) and `long_fours` (three and more) the moves are accepted that make a four and keep the win by
fours; of `fours_threes`, where fours alone do not win, those that make a four or an open three and keep the win, if no
other move does that threatens a win by fours. Of `defence` the enemy threatens to win by fours: accepted moves leave it
no win by fours or threes, and after all others it has one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from orchard.core.board import Move
from orchard.core.game import Position, other
from orchard.core.puzzle import Puzzle
from orchard.games.gomoku.proofs import Prover
from orchard.games.gomoku.threat_map import threat_map

if TYPE_CHECKING:
    from orchard.games.gomoku.search.threat_solver import Kind, ThreatSolver

KINDS = {
    "fours": "win by fours, in at most {number} moves",
    "long_fours": "win by fours, in at most {number} moves",
    "fours_threes": "win by fours and open threes",
    "defence": "find a defence: every other move loses",
}
LEVELS = (1, 2, 3)  # whose games they come from: they overlook threes, so that wins stay on the board
OPENING_PLIES = 4
MOST_ACCEPTED = 2
MOVES = range(2, 10)  # of a win
LONG, MANY = 3, "long_fours"  # so many moves are a kind of their own
NODES = 20_000  # for one proof: what takes longer is no puzzle
MOST_SURVIVORS = 6  # replies that stop the fours, to be looked at further


class OpenQuestionError(Exception):
    """A proof took too long: nothing is certain."""


def puzzle(position: Position, wanted: str = "") -> Puzzle | None:
    """The puzzle in a position, if there is one."""
    if position.game.name != "gomoku" or position.is_over:
        return None
    now = threat_map(position)
    if now["black"]["five"] or now["white"]["five"]:
        return None  # nothing to find
    try:
        if _wins(position, "vcf"):
            return _by_fours(position)
        if _wins(position, "vct"):
            return _by_threats(position)
        passed = Position(position.game, position.black, position.white, other(position.to_move))
        return _defence(position) if _wins(passed, "vcf") else None
    except OpenQuestionError:
        return None


def line_after(position: Position, move: Move) -> tuple[Move, ...]:
    """What follows by force: the win that the move begins, or the enemy's; () where nothing is forced."""
    win = _prover().win_after(position, move)
    if win is not None:
        return win.line[1:]
    theirs = _prover().win(position.game.after(position, move))
    return () if theirs is None else theirs.line


def _by_fours(position: Position) -> Puzzle | None:
    mine = threat_map(position)[position.to_move]
    fours = (*mine["open_four"], *mine["four"])
    accepted = tuple(move for move in fours if _four_wins(position, move, "vcf"))
    found = _win(position, "fours", accepted, ("missed_open_four" if mine["open_four"] else "missed_win_by_fours",))
    return replace(found, kind=MANY) if found is not None and found.number >= LONG else found


def _by_threats(position: Position) -> Puzzle | None:
    mine = threat_map(position)[position.to_move]
    accepted = [move for move in mine["four"] if _four_wins(position, move, "vct")]
    accepted += [move for move in mine["three"] if _three_wins(position, move)]
    found = _win(position, "fours_threes", tuple(accepted), ("missed_win",))
    if found is not None and _may_win_quietly(position, {*mine["four"], *mine["three"]}):
        return None
    return found


def _win(position: Position, kind: str, accepted: tuple[Move, ...], tags: tuple[str, ...]) -> Puzzle | None:
    win = _prover().win(position)
    if win is None or win.moves not in MOVES or not 1 <= len(accepted) <= MOST_ACCEPTED:
        return None
    return Puzzle(position, kind, accepted, win.moves, tags)


def _four_wins(position: Position, move: Move, kind: Kind) -> bool:
    """Whether a four wins: it makes two fives possible, or the win goes on after its one answer."""
    after = position.game.after(position, move)
    fives = threat_map(after)[position.to_move]["five"]
    return len(fives) > 1 or _wins(position.game.after(after, fives[0]), kind)


def _three_wins(position: Position, move: Move) -> bool:
    """Whether an open three wins by threats: after every answer, or not after one of those that might help."""
    if _prover().win_after(position, move) is not None:
        return True
    after = position.game.after(position, move)
    now = threat_map(after)
    mine, theirs = now[position.to_move], now[after.to_move]
    answers = {*mine["open_four"], *mine["four"], *theirs["open_four"], *theirs["four"]}
    if any(_proof(after.game.after(after, answer), "vct") == "none" for answer in answers):
        return False
    raise OpenQuestionError


def _may_win_quietly(position: Position, loud: set[Move]) -> bool:
    """Whether a move that makes no four and no open three threatens a win by fours which no answer is seen to stop."""
    for move in position.legal():
        if move in loud:
            continue
        after = position.game.after(position, move)
        passed = Position(after.game, after.black, after.white, position.to_move)
        threat = _solver().solve(passed, "vcf", node_limit=NODES)
        if threat.result == "none":
            continue
        theirs = threat_map(after)[after.to_move]
        moves = position.game.board.moves
        answers = [*(moves[square] for square in threat.line), *theirs["open_four"], *theirs["four"]]
        if not any(_proof(after.game.after(after, answer), "vct") == "none" for answer in answers):
            return True
    return False


def _defence(position: Position) -> Puzzle | None:
    survivors = [move for move in position.legal() if not _wins(position.game.after(position, move), "vcf")]
    if len(survivors) > MOST_SURVIVORS:
        return None
    accepted = tuple(move for move in survivors if not _wins(position.game.after(position, move), "vct"))
    if not 1 <= len(accepted) <= MOST_ACCEPTED:
        return None
    theirs = threat_map(position)[other(position.to_move)]
    tag = "overlooked_three" if theirs["open_four"] else "allowed_win"
    return Puzzle(position, "defence", accepted, len(accepted), (tag,))


def _wins(position: Position, kind: Kind) -> bool:
    result = _proof(position, kind)
    if result == "unknown":
        raise OpenQuestionError
    return result == "win"


def _proof(position: Position, kind: Kind) -> str:
    return _solver().solve(position, kind, node_limit=NODES).result


@cache
def _solver() -> ThreatSolver:
    from orchard.games.gomoku.search.threat_solver import ThreatSolver

    return ThreatSolver(18)


@cache
def _prover() -> Prover:
    return Prover(nodes=4 * NODES)
