"""Solves every shipped puzzle again, by programs that share nothing with those that made it.

    python -m benchmarks.check_puzzles reversi reversed_reversi gomoku [--sample 100] [--kind hold]

Both Reversi games: every legal move to the end of the game by plain alpha-beta (`plain_reversi.py`). Gomoku: wins by
fours are looked for among all fours, by counting stones in rows (`plain_gomoku.py`). A win by fours and threes is
played through: the attack that Orchard names against every reply there is, until fours win. That no other move wins by
fours and at most two threes is looked up plainly, too (`plain_threats.py`); that more threes do not win either is
Orchard's own exhaustive search, from an empty table. In the middle game of both Reversi games, a corner or a pass by
force is found again by looking at every reply on plain boards, and that only one move does not lose, by playing every
move to the end (`plain_reversi.py`).
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable

import orchard
from benchmarks.plain_gomoku import ATTACKER, DEFENDER, Plain
from benchmarks.plain_reversi import FORCED, forces, gets, moves_of, score_of
from benchmarks.plain_threats import Threats
from orchard.core.game import Position, other
from orchard.core.puzzle import Puzzle
from orchard.games.gomoku.search.threat_solver import ThreatSolver
from orchard.study.puzzle_files import shipped

CORNERS = ("a1", "a8", "h1", "h8")
DEEPEST = 12  # threes in a row
THREES = 2  # with so many at most, that there is no win is found plainly


def reversi_is_right(puzzle: Puzzle) -> bool:
    """The accepted move's score is exact; of the others the best is as far behind it as the puzzle says."""
    position, (move,) = puzzle.position, puzzle.accepted
    if puzzle.kind in FORCED:
        return _by_force(puzzle)
    if puzzle.kind == "hold":
        return all(gets(position, each, 0) == (each == move) for each in position.legal())
    best = score_of(position, move)
    second = best - puzzle.number
    others = [score_of(position, each, second - 1, second + 1) for each in position.legal() if each != move]
    if puzzle.number <= 0 or max(others) != second:
        return False
    if puzzle.kind == "keep_corner":
        gives = {each: any(c in position.play(each).legal() for c in CORNERS) for each in position.legal()}
        return all(gives[each] == (each != move) for each in gives)
    return {
        "only_win": best > 0 >= second,
        "best_by_six": puzzle.number >= 6,
        "last_ten": position.empties <= 10,
    }[puzzle.kind]


def _by_force(puzzle: Puzzle) -> bool:
    """Exactly the accepted move forces it in as many moves as the puzzle says, and none in fewer."""
    kind, number = puzzle.kind, puzzle.number
    after = list(moves_of(puzzle.position.own, puzzle.position.enemy))
    ways = {n: [square for square, boards in after if forces(kind, square, boards, n)] for n in range(1, number + 1)}
    return ways.pop(number) == [puzzle.accepted[0].square] and not any(ways.values())


def gomoku_is_right(puzzle: Puzzle) -> bool:
    board = Plain(puzzle.position, puzzle.position.to_move)
    if board.fives(ATTACKER) or board.fives(DEFENDER):
        return False
    kinds: dict[str, Callable[[Puzzle], bool]] = {
        "fours": _fours,
        "long_fours": _fours,
        "fours_threes": _fours_threes,
        "defence": _defence,
    }
    return kinds[puzzle.kind](puzzle)


def _fours(puzzle: Puzzle) -> bool:
    """Of all fours exactly the accepted win, and the number of stones is enough."""
    board = Plain(puzzle.position, puzzle.position.to_move)
    if (puzzle.number >= 3) != (puzzle.kind == "long_fours"):
        return False
    accepted = {move.square for move in puzzle.accepted}
    winning = {point for point in board.four_points(ATTACKER) if _four_wins(board, point)}
    return winning == accepted and board.wins_by_fours(puzzle.number)


def _four_wins(board: Plain, point: int) -> bool:
    board.put(point, ATTACKER)
    blocks = board.fives(ATTACKER)
    won = len(blocks) > 1
    if not won:
        board.put(blocks[0], DEFENDER)
        won = board.wins_by_fours()
        board.take(blocks[0])
    board.take(point)
    return won


def _fours_threes(puzzle: Puzzle) -> bool:
    """Fours alone do not win; each accepted move wins against every reply; no other four or three does."""
    position = puzzle.position
    board = Plain(position, position.to_move)
    if board.wins_by_fours():
        return False
    guide = ThreatSolver(18)
    if not all(_beats_all(position.play(move), guide, DEEPEST) for move in puzzle.accepted):
        return False
    return not Threats(board).winning(THREES, but=[move.square for move in puzzle.accepted])


def _beats_all(after: Position, guide: ThreatSolver, deepest: int) -> bool:
    """Whether the side that has just moved wins whatever the reply, by fours or by the threats that the guide names."""
    if after.is_over:
        return after.outcome is not None and after.outcome.winner == other(after.to_move)
    attacker = other(after.to_move)
    board = Plain(after, attacker)
    if board.fives(DEFENDER):
        return False
    fives = board.fives(ATTACKER)
    for reply in fives[:1] or board.empty():
        board.put(reply, DEFENDER)
        won = board.wins_by_fours()
        board.take(reply)
        if not won and not _goes_on(after.play(after.game.board.moves[reply]), guide, deepest):
            return False
    return True


def _goes_on(position: Position, guide: ThreatSolver, deepest: int) -> bool:
    if deepest == 0 or position.is_over:
        return False
    proof = guide.solve(position, "vct", node_limit=500_000)
    if proof.result != "win":
        return False
    return _beats_all(position.play(position.game.board.moves[proof.line[0]]), guide, deepest - 1)


def _defence(puzzle: Puzzle) -> bool:
    """The enemy would win by fours; after an accepted move it does not, nor with threes; after all others it does."""
    position, enemy = puzzle.position, other(puzzle.position.to_move)
    board = Plain(position, enemy)
    if not board.wins_by_fours():
        return False
    for move in position.legal():
        board.put(move.square, DEFENDER)
        by_fours = board.wins_by_fours()
        if move in puzzle.accepted:
            proof = ThreatSolver(18).solve(position.play(move), "vct")
            right = proof.result == "none" and not Threats(board).win(THREES)
        else:
            right = by_fours or _goes_on(position.play(move), ThreatSolver(18), DEEPEST)
        board.take(move.square)
        if not right:
            return False
    return True


CHECKS: dict[str, Callable[[Puzzle], bool]] = {
    "reversi": reversi_is_right,
    "reversed_reversi": reversi_is_right,
    "gomoku": gomoku_is_right,
}


def wrong_ones(name: str, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    return [puzzle for puzzle in puzzles if not CHECKS[name](puzzle)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+", choices=sorted(CHECKS))
    parser.add_argument("--sample", type=int, help="only so many of each game")
    parser.add_argument("--kind", help="only puzzles of this kind")
    asked = parser.parse_args()
    for name in asked.games:
        puzzles = tuple(each for each in shipped(orchard.game(name)) if asked.kind in (None, each.kind))
        if asked.sample is not None:
            puzzles = tuple(random.Random(1).sample(puzzles, min(asked.sample, len(puzzles))))
        wrong = 0
        for number, puzzle in enumerate(puzzles, 1):
            if wrong_ones(name, [puzzle]):
                wrong += 1
                print("wrong:", puzzle.as_json())
            if number % 100 == 0:
                print(f"{name}: {number - wrong} of {number} so far", file=sys.stderr)
        print(f"{name}: {len(puzzles) - wrong} of {len(puzzles)} puzzles are right")


if __name__ == "__main__":
    main()
