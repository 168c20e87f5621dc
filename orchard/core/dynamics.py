"""What a game offers to kernels that work on any game (tree search, alpha-beta, playouts, perft).

A state is a row of words, always from the view of the side to move; only the game knows its layout. The
functions are compiled with exactly these signatures, so that a kernel can take them as arguments.
"""

# mypy: ignore-errors
from typing import Any, NamedTuple

import numpy as np

from orchard.core.jit import kernel, numba, splitmix

types, int64 = numba.types, numba.int64
STATE = types.Array(types.uint64, 1, "C")
MOVES_OUT = types.Array(types.int16, 1, "C")
RANDOM = types.Array(types.uint64, 1, "C")

MOVES = types.int64(STATE, MOVES_OUT)
OVER = types.boolean(STATE)
PLAY = types.void(STATE, types.int64)
SCORE = types.int64(STATE)
PLAYOUT = types.int64(STATE, RANDOM, types.int64)

MOVES_TYPE, OVER_TYPE, PLAY_TYPE, SCORE_TYPE, PLAYOUT_TYPE = map(
    types.FunctionType, (MOVES, OVER, PLAY, SCORE, PLAYOUT)
)

MOST_MOVES = 400
MOST_WORDS = 16  # of `Game.state`; tree search, which keeps no state at each ply, also takes dynamics with longer ones


class Dynamics(NamedTuple):
    max_moves: int  # room that `moves` needs in its output, at most MOST_MOVES
    moves: Any  # (state, out) -> count; out gets the legal squares in rising order, or -1 alone for a pass; 0: over
    over: Any  # (state) -> whether the game is over; the same as no moves, and quicker
    play: Any  # (state, square) -> None; the state becomes the opponent's view after the move; -1 passes
    score: Any  # (state) -> the mover's score, were the game over now
    playout: Any  # (state, random, plies) -> the mover's score after at most so many random plies; state is kept


STATES = types.Array(types.uint64, 2, "C")  # [plies, words]
MOVE_LISTS = types.Array(types.int16, 2, "C")  # [plies, MOST_MOVES]


@kernel(types.int64(MOVES_TYPE, PLAY_TYPE, STATES, MOVE_LISTS, types.int64, types.int64, types.int64))
def _perft(moves, play, states, lists, ended, ply, depth):
    if depth == 0:
        return int64(1)
    count = moves(states[ply], lists[ply])
    if count == 0:
        return ended
    if depth == 1:
        return count
    leaves = int64(0)
    for i in range(count):
        states[ply + 1, :] = states[ply, :]
        play(states[ply + 1], int64(lists[ply, i]))
        leaves += _perft(moves, play, states, lists, ended, ply + 1, depth - 1)
    return leaves


def perft(rules: Dynamics, state: Any, depth: int, ended: int) -> int:
    """Leaves of the game tree at `depth`; a game that ended earlier counts as `ended` leaves."""
    states, lists = np.empty((depth + 1, len(state)), np.uint64), np.empty((depth + 1, MOST_MOVES), np.int16)
    states[0] = state
    return int(_perft(rules.moves, rules.play, states, lists, ended, 0, depth))


@kernel(types.UniTuple(types.int64, 3)(PLAYOUT_TYPE, STATE, types.uint64, types.int64, types.int64))
def _random_games(playout, state, seed, plies, games):
    wins, draws, losses = int64(0), int64(0), int64(0)
    random = np.array([splitmix(seed)], np.uint64)
    for _ in range(games):
        result = playout(state, random, plies)
        if result > 0:
            wins += 1
        elif result < 0:
            losses += 1
        else:
            draws += 1
    return wins, draws, losses


def random_games(rules: Dynamics, state: Any, plies: int, games: int, seed: int) -> tuple[int, int, int]:
    """Random games from one state: how many the side to move won, drew and lost."""
    wins, draws, losses = _random_games(rules.playout, state, seed, plies, games)
    return int(wins), int(draws), int(losses)
