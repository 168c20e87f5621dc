"""What a game offers to kernels that work on any game (tree search, playouts).

A state is a row of words, always from the view of the side to move; only the game knows its layout. The
functions are compiled with exactly these signatures, so that a kernel can take them as arguments.
"""

# mypy: ignore-errors
from __future__ import annotations

from typing import Any, NamedTuple

from orchard.core.jit import function_type, numba

types = numba.types
STATE = types.Array(types.uint64, 1, "C")
MOVES_OUT = types.Array(types.int16, 1, "C")
RANDOM = types.Array(types.uint64, 1, "C")

MOVES = types.int64(STATE, MOVES_OUT)
PLAY = types.void(STATE, types.int64)
SCORE = types.int64(STATE)
PLAYOUT = types.int64(STATE, RANDOM, types.int64)

MOVES_TYPE = function_type(MOVES)
PLAY_TYPE = function_type(PLAY)
SCORE_TYPE = function_type(SCORE)
PLAYOUT_TYPE = function_type(PLAYOUT)


class Dynamics(NamedTuple):
    words: int  # length of a state
    max_moves: int  # room that `moves` needs in its output
    moves: Any  # (state, out) -> count; out gets the legal squares, or -1 alone for a pass; 0: the game is over
    play: Any  # (state, square) -> None; the state becomes the opponent's view after the move; -1 passes
    score: Any  # (state) -> the mover's score, were the game over now
    playout: Any  # (state, random, plies) -> the mover's score after at most so many random plies; state is kept
