"""Which random choices a playout made, found again from the counter of its random numbers, for people to follow.

The compiled playouts of the games tell only their results. They draw in one of two ways: from the legal moves of every
position, or from the free squares of the first position, which get fewer, and again where the one drawn is forbidden.
What is drawn again here must come to the same end.
"""

# mypy: disable-error-code="no-untyped-call"
from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

GOLDEN = 0x9E3779B97F4A7C15
WORD = (1 << 64) - 1
INVERSE = pow(GOLDEN, -1, 1 << 64)
PASS = -1


def word_at(counter: int) -> int:
    """The random word of a counter: `splitmix` of `core/jit.py`."""
    z = counter & WORD
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
    z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
    return z ^ z >> 31


def _below(counter: int, count: int) -> int:
    return (word_at(counter) >> 32) * count >> 32


class Drawing:
    """The ways in which playouts may have drawn their moves; the one that was right is tried first the next time."""

    def __init__(self) -> None:
        self._ways = [_from_each, _from_the_free]

    def squares(self, rules: Any, state: Any, counter: int, after: int, result: int) -> tuple[int, ...]:
        """The squares of the playout from a state that moved the counter so far and had this result, passes as -1; none
        where it drew in some other way."""
        draws = (after - counter) * INVERSE & WORD
        for way in self._ways:
            squares = way(rules, state.copy(), counter, draws, result)
            if squares is not None:
                self._ways = [way, *(one for one in self._ways if one is not way)]
                return tuple(squares)
        return ()


def _from_each(rules: Any, state: Any, counter: int, draws: int, result: int) -> list[int] | None:
    squares: list[int] = []
    legal = np.empty(rules.max_moves, np.int16)
    while draws:
        count = rules.moves(state, legal)
        if count == 0:
            return None
        square = int(legal[0])
        if square != PASS:
            counter += GOLDEN
            draws -= 1
            square = int(legal[_below(counter, count)])
        rules.play(state, square)
        squares.append(square)
    return squares if _ends_with(rules, state, len(squares), result) else None


def _from_the_free(rules: Any, state: Any, counter: int, draws: int, result: int) -> list[int] | None:
    squares: list[int] = []
    legal = np.empty(rules.max_moves, np.int16)
    bag = _free(rules, state)
    while draws:
        count = rules.moves(state, legal)
        allowed = None if count == len(bag) else set(legal[:count].tolist())  # all of them, mostly
        left, square = len(bag), None
        while left and square is None:  # those that were refused lie behind the others
            if not draws:
                return None
            counter += GOLDEN
            draws -= 1
            at = _below(counter, left)
            left -= 1
            bag[at], bag[left] = bag[left], bag[at]
            square = bag[left] if allowed is None or bag[left] in allowed else None
        if square is None:
            break  # nothing is allowed: the game is over
        bag[left] = bag[-1]
        bag.pop()
        rules.play(state, square)
        squares.append(square)
    return squares if not draws and _ends_with(rules, state, len(squares), result) else None


def _free(rules: Any, state: Any) -> list[int]:
    """The squares that either side may play on: what is forbidden to one side is free for the other."""
    legal = _legal(rules, state)
    free = set(legal)
    for square in {*legal[:1], *legal[-1:]}:  # two, since one may end the game
        after = state.copy()
        rules.play(after, square)
        free |= {*_legal(rules, after)}
    return sorted(free)


def _legal(rules: Any, state: Any) -> list[int]:
    moves = np.empty(rules.max_moves, np.int16)
    found: list[int] = moves[: rules.moves(state, moves)].tolist()
    return found


def _ends_with(rules: Any, state: Any, plies: int, result: int) -> bool:
    score = int(rules.score(state))
    return (-score if plies % 2 else score) == result


def chance_nodes(
    tree: Any, path: list[int], used: int, counter: int, epsilon: float, decay: float, floor: float
) -> tuple[int, ...]:
    """The nodes of a path that a random draw chose, and not the formula. `used`: the size of the tree before; every new
    child took a draw."""
    chosen: list[int] = []
    for node, child in pairwise(path):
        if epsilon <= floor:
            break
        counter += GOLDEN * sum(new >= used for new in tree.children(node))
        counter += GOLDEN
        if (word_at(counter) >> 11) * 2.0**-53 < epsilon:
            chosen.append(child)
            counter += GOLDEN
        epsilon *= decay
    return tuple(chosen)
