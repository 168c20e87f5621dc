"""Puzzles of both Reversi games long before their end; where a corner or a pass can be forced, that is the only task.

What is forced is proved by the rules alone: every reply is looked at. `hold` is proved by the exact solver, which knows
of every move whether it wins, draws or loses: one does not lose, and all others do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from orchard.core.board import PASS, Move
from orchard.core.choice import Limits, Stop
from orchard.core.game import Position
from orchard.core.offers import Question
from orchard.games.reversi.facts import CORNERS
from orchard.games.reversi.players.sage import Sage
from orchard.games.reversi.solver import SOLVER

MOST = 46  # empty squares where something is forced
HOLD_MOST = 22  # and, in Reversi, where every move is solved in a second
FIRST, SECOND = 50_000, 2_000_000  # nodes
CLOSE = 3.0  # discs: what is so near to the best move by search is worth forcing
UNCLEAR = 6.0  # discs: what a short search says beyond that is not solved to see
SHOWN = 6  # moves of a line that nothing forces


@dataclass(frozen=True, slots=True)
class Aim:
    """Something that one side may force, in `fewest` to `most` moves."""

    fewest: int
    most: int
    by_move: Callable[[Position, Move], bool]  # whether a move reaches it: the position after it, and the move
    by_reply: Callable[[Move], bool]  # whether a reply of the other side does


def _is_corner(move: Move) -> bool:
    return move != PASS and bool(CORNERS >> move.square & 1)


def _must_pass(position: Position) -> bool:
    return not position.legal_mask() and not position.is_over


def _must_take_corner(position: Position) -> bool:
    legal = position.legal_mask()
    return bool(legal) and not legal & ~CORNERS


_force_pass = Aim(1, 2, lambda after, move: _must_pass(after), lambda reply: False)
AIMS = {
    "reversi": {
        "win_corner": Aim(2, 3, lambda after, move: _is_corner(move), lambda reply: False),  # one move is too easy
        "force_pass": _force_pass,
    },
    "reversed_reversi": {
        "give_corner": Aim(1, 2, lambda after, move: _must_take_corner(after), _is_corner),
        "force_pass": _force_pass,
    },
}


def puzzle_in(position: Position, wanted: str = "") -> tuple[str, Move, int] | None:
    """The kind, the one accepted move and the number of the puzzle in a position, if there is one (that is wanted)."""
    if len(position.legal()) < 4:
        return None
    found = forcing(position) if position.empties <= MOST else None
    if found is None:
        return _hold(position) if wanted in ("", "hold") else None
    kind, moves, number = found
    worth = wanted in ("", kind) and len(moves) == 1 and _is_good(position, moves[0])
    return (kind, moves[0], number) if worth else None


# ------------------------------------------------------------------------------------------------ by the rules


def forces(position: Position, move: Move, aim: Aim, moves: int) -> bool:
    """Whether a side reaches its aim whatever the replies, in so many moves, of which this is the first."""
    after = position.game.after(position, move)
    return aim.by_move(after, move) or (moves > 1 and _whatever_is_replied(after, aim, moves - 1))


def _whatever_is_replied(after: Position, aim: Aim, moves: int) -> bool:
    if after.is_over:
        return False
    return all(aim.by_reply(reply) or _goes_on(after.game.after(after, reply), aim, moves) for reply in after.legal())


def _goes_on(position: Position, aim: Aim, moves: int) -> bool:
    if position.is_over:
        return False
    if position.legal() == [PASS]:
        return _whatever_is_replied(position.game.after(position, PASS), aim, moves)
    return any(forces(position, move, aim, least) for least in {1, moves} for move in position.legal())


def forcing(position: Position) -> tuple[str, list[Move], int] | None:
    """What can be forced here, by which moves, and how many of them it takes at most."""
    for kind, aim in AIMS[position.game.base_name].items():
        for number in range(1, aim.most + 1):
            found = [move for move in position.legal() if forces(position, move, aim, number)]
            if found and number < aim.fewest:
                break
            if found:
                return kind, found, number
    return None


def _is_good(position: Position, move: Move) -> bool:
    """Whether a corner or a pass is worth having: the move is the best by search too, or nearly so."""
    for nodes in (FIRST, SECOND):
        values = values_of(position, nodes)
        if values[move] < max(values.values()) - CLOSE:
            return False
    return True


def forced_line(position: Position, move: Move) -> tuple[Move, ...]:
    """What follows a move that forces something, against the reply that holds out longest; else ()."""
    found = forcing(position)
    if found is None or move not in found[1]:
        return ()
    kind, _, left = found
    aim = AIMS[position.game.base_name][kind]
    after, line = position.game.after(position, move), list[Move]()
    while not aim.by_move(after, move):
        left -= 1
        reply = max(after.legal(), key=lambda each: _needed(after, each, aim))
        line.append(reply)
        after = after.game.after(after, reply)
        if aim.by_reply(reply) or after.legal() == [PASS]:  # a line need not go on to be seen through
            return tuple(line)
        move = _step(after, aim, left)
        line.append(move)
        after = after.game.after(after, move)
    return (*line, *[reply for reply in after.legal() if aim.by_reply(reply)][:1])


def _step(position: Position, aim: Aim, left: int) -> Move:
    """The move that reaches it, or the next one that forces it."""
    return next(move for moves in (1, left) for move in position.legal() if forces(position, move, aim, moves))


def _needed(after: Position, reply: Move, aim: Aim) -> int:
    """How many moves are needed to reach it after a reply."""
    if aim.by_reply(reply):
        return 0
    position = after.game.after(after, reply)
    return next((n for n in range(1, aim.most + 1) if _goes_on(position, aim, n)), aim.most + 1)


# ------------------------------------------------------------------------------------------------ by search


def _hold(position: Position) -> tuple[str, Move, int] | None:
    if position.game.base_name != "reversi" or position.empties > HOLD_MOST:
        return None
    values = sorted(values_of(position, FIRST).values())
    if values[-1] < -UNCLEAR or values[-2] > UNCLEAR:
        return None
    found = holding(position)
    return ("hold", found[0], 0) if len(found) == 1 else None


def holding(position: Position) -> list[Move]:
    """The moves that do not lose, by the exact solver."""
    asked = Question(all_moves=True, wld=True, table_mb=16)
    solved = SOLVER.solve(position, asked, Stop(), lambda known, nodes: None)
    return [position.move(name) for name, (lower, _) in solved.moves.items() if lower >= 0]


def line_after(position: Position, move: Move) -> tuple[Move, ...]:
    """What a move forces, or else best play after it: exact where the end can be seen, as far as a search sees else."""
    after = position.game.after(position, move)
    if after.is_over:
        return ()
    forced = forced_line(position, move)
    return forced or _best_line(after)


def _best_line(position: Position) -> tuple[Move, ...]:
    if position.game.base_name == "reversi" and position.empties < HOLD_MOST:
        solved = SOLVER.solve(position, Question(table_mb=16), Stop(), lambda known, nodes: None)
        return solved.line[:SHOWN]
    player = _player()
    player.new_game()
    return player.choose(position, Limits(nodes=FIRST)).line[:SHOWN]


def values_of(position: Position, nodes: int) -> dict[Move, float]:
    """What every move is worth in discs, by a search."""
    player = _player()
    player.new_game()  # the same work, the same answer
    choice = player.choose(position, Limits(nodes=nodes))
    return {stat.move: stat.value for stat in choice.moves if stat.value is not None}


@cache
def _player() -> Sage:
    return Sage(lines=64, table=16, solve_from=0)
