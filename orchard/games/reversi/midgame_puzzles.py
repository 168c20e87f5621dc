"""Puzzles of Reversi long before its end; where a corner or a pass can be forced, that is the only task.

`win_corner` and `force_pass` are proved by the rules alone: every reply is looked at. `hold` is proved by search: one
move keeps the game level or won and all others lose it, by a clear margin, in a first search and again in a second one
that is much longer and leaves nothing out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from orchard.core.board import PASS, Move
from orchard.core.choice import Limits
from orchard.core.game import Position
from orchard.games.reversi.facts import CORNERS
from orchard.games.reversi.players.sage import Sage

KINDS = {
    "win_corner": "win a corner by force; moves you need: {number}",
    "force_pass": "force your opponent to pass; moves you need: {number}",
    "hold": "find the only move that does not lose, as far as a deep search can see",
}
FEWEST, MOST = 20, 46  # empty squares
FIRST, SECOND = 50_000, 2_000_000  # nodes
LEVEL, LOST, MARGIN = 0.0, -3.0, 6.0  # discs: what the move keeps at least, what others have at most, and between them
SHOWN = 6  # moves of a line that nothing forces

Reached = Callable[[Position], bool]


def puzzle_in(position: Position) -> tuple[str, Move, int] | None:
    """The kind, the one accepted move and the number of the puzzle in a position, if there is one."""
    if position.game.base_name != "reversi" or not FEWEST <= position.empties <= MOST or len(position.legal()) < 4:
        return None
    found = forcing(position)
    if found is None:
        return _hold(position)
    kind, moves, number = found
    return (kind, moves[0], number) if len(moves) == 1 and _is_best(position, moves[0]) else None


# ------------------------------------------------------------------------------------------------ by the rules


def has_corner(position: Position) -> bool:
    """Whether the side to move can take a corner."""
    return bool(position.legal_mask() & CORNERS)


def can_force_pass(position: Position) -> bool:
    """Whether the side to move has a move after which the other must pass."""
    return any(_must_pass(position.game.after(position, move)) for move in position.legal())


def _must_pass(position: Position) -> bool:
    return not position.is_over and position.legal() == [PASS]


def forces(position: Position, move: Move, reached: Reached, moves: int) -> bool:
    """Whether a side reaches something whatever the replies, in so many moves, of which this is the first."""
    return _whatever_is_replied(position.game.after(position, move), reached, moves - 1)


def _whatever_is_replied(after: Position, reached: Reached, moves: int) -> bool:
    if after.is_over:
        return False
    return all(_goes_on(after.game.after(after, reply), reached, moves) for reply in after.legal())


def _goes_on(position: Position, reached: Reached, moves: int) -> bool:
    if position.is_over:
        return False
    if reached(position):
        return True
    if position.legal() == [PASS]:
        return _whatever_is_replied(position.game.after(position, PASS), reached, moves)
    return moves > 1 and any(forces(position, move, reached, moves) for move in position.legal())


REACHED = {"win_corner": has_corner, "force_pass": can_force_pass}
REACHED_BY: dict[str, Callable[[Position, Move], bool]] = {
    "win_corner": lambda after, move: bool(CORNERS >> move.square & 1),
    "force_pass": lambda after, move: _must_pass(after),
}
MOST_MOVES = {"win_corner": 3, "force_pass": 2}
KINDS_BY_FORCE = tuple(MOST_MOVES)


def forcing(position: Position) -> tuple[str, list[Move], int] | None:
    """What can be forced here, by which moves, and how many of them it takes at most."""
    for kind in KINDS_BY_FORCE:
        at_once = [move for move in position.legal() if REACHED_BY[kind](position.game.after(position, move), move)]
        if at_once and kind == "win_corner":
            continue  # everybody sees it
        if at_once:
            return kind, at_once, 1
        for number in range(2, MOST_MOVES[kind] + 1):
            found = [move for move in position.legal() if forces(position, move, REACHED[kind], number)]
            if found:
                return kind, found, number
    return None


def _is_best(position: Position, move: Move) -> bool:
    """Whether a corner or a pass is worth having: the move is the best by search too."""
    for nodes in (FIRST, SECOND):
        values = values_of(position, nodes)
        if move != max(values, key=lambda each: values[each]):
            return False
    return True


def forced_line(position: Position, move: Move) -> tuple[Move, ...]:
    """What follows a move that forces a corner or a pass, against the reply that holds out longest; else ()."""
    found = forcing(position)
    if found is None or move not in found[1]:
        return ()
    kind, _, left = found
    after, line = position.game.after(position, move), list[Move]()
    while left > 1:
        left -= 1
        reply = max(after.legal(), key=lambda each: _needed(after.game.after(after, each), kind))
        after = after.game.after(after, reply)
        line.append(reply)
        if after.legal() == [PASS]:
            break  # a line need not go on to be seen through
        step = _step(after, kind, left)
        line.append(step)
        after = after.game.after(after, step)
        if REACHED_BY[kind](after, step):
            break
    return tuple(line)


def _step(position: Position, kind: str, left: int) -> Move:
    """The move that reaches it, or the next one that forces it."""
    at_once = (move for move in position.legal() if REACHED_BY[kind](position.game.after(position, move), move))
    further = (move for move in position.legal() if forces(position, move, REACHED[kind], left))
    return next(at_once, None) or next(further)


def _needed(position: Position, kind: str) -> int:
    """How many moves are needed to reach it from here."""
    most = MOST_MOVES[kind]
    return next((n for n in range(1, most + 1) if _goes_on(position, REACHED[kind], n)), most + 1)


# ------------------------------------------------------------------------------------------------ by search


def line_after(position: Position, move: Move) -> tuple[Move, ...]:
    """What a move forces, or else the next moves of best play after it, as far as a search can see."""
    after = position.game.after(position, move)
    if after.is_over:
        return ()
    forced = forced_line(position, move)
    return forced or _best_line(after)


def _best_line(position: Position) -> tuple[Move, ...]:
    player = _player(False)
    player.new_game()
    return player.choose(position, Limits(nodes=FIRST)).line[:SHOWN]


def _hold(position: Position) -> tuple[str, Move, int] | None:
    best, margin = held(values_of(position, FIRST))
    if best is None:
        return None
    again, margin = held(values_of(position, SECOND, whole=True))
    return ("hold", best, round(margin)) if again == best else None


def held(values: dict[Move, float]) -> tuple[Move | None, float]:
    """The one move that does not lose, and by how much the next one is worse."""
    best, second = sorted(values, key=lambda move: -values[move])[:2]
    margin = values[best] - values[second]
    clear = values[best] >= LEVEL and values[second] <= LOST and margin >= MARGIN
    return (best if clear else None), margin


def values_of(position: Position, nodes: int, whole: bool = False) -> dict[Move, float]:
    """What every move is worth in discs; `whole`: by a search without selective cut-offs."""
    player = _player(whole)
    player.new_game()  # the same work, the same answer
    choice = player.choose(position, Limits(nodes=nodes))
    return {stat.move: stat.value for stat in choice.moves if stat.value is not None}


@cache
def _player(whole: bool) -> Sage:
    return Sage(lines=64, table=16, solve_from=0, **({"confidence": 0.0} if whole else {}))
