"""The memory of one searching thread: a single row of int64, so that a recursive call passes one array, not ten.

Kernels read the settings, count nodes, and leave root values and best lines here. The same names serve all three
searches (minimax, alpha-beta, negascout).
"""

# mypy: ignore-errors
from __future__ import annotations

import numpy as np

from orchard.core.jit import kernel, numba
from orchard.evaluate._contract import evaluate_type
from orchard.games._reversi_dynamics import disc_score, fewest_score

types = numba.types
int64, uint64 = numba.int64, numba.uint64

MAX_DEPTH = 64
PLIES = MAX_DEPTH + 2
MAX_MOVES = 40
INFINITY = 1 << 30  # no value reaches it
PASS = -1

# what the caller sets
BUDGET = 0  # nodes this search may visit
REVERSED = 1  # 1: fewest discs win
WON = 2  # what a won game is worth
PER_DISC = 3  # and each disc of its score
USE_SCOUT = 4
USE_TABLE = 5
USE_HISTORY = 6
USE_ORDERING = 7
SALT = 8  # goes into table keys: entries of other evaluations and weights never match

# what the kernels report
NODES = 16  # positions visited, the root included
STOPPED = 17  # 1: the budget or the stop byte ended the search; its value means nothing
GUESSES = 18  # positions that were judged by the evaluation; 0 means that the value is the game's true result
ROOT_DONE = 19  # root moves finished

ROOT_MOVES = 64  # [MAX_MOVES] the order in which the root searches them
ROOT_VALUES = ROOT_MOVES + MAX_MOVES
ROOT_BOUNDS = ROOT_VALUES + MAX_MOVES
ROOT_NODES = ROOT_BOUNDS + MAX_MOVES
HISTORY = ROOT_NODES + MAX_MOVES  # [2, 64] how often a square cut, by side
KILLERS = HISTORY + 128  # [PLIES, 2] squares that cut last at this ply
SQUARES = KILLERS + 2 * PLIES  # [PLIES, MAX_MOVES] moves still to search
SCORES = SQUARES + PLIES * MAX_MOVES  # [PLIES, MAX_MOVES] how promising they are
LENGTHS = SCORES + PLIES * MAX_MOVES  # [PLIES] of the best lines
LINES = LENGTHS + PLIES + 1  # [PLIES, PLIES] best line from each ply on
SIZE = LINES + PLIES * PLIES

EXACT, LOWER, UPPER = 0, 1, 2

EVALUATE = evaluate_type()
WORDS = types.Array(types.int64, 1, "C")
TABLE = types.Array(types.uint64, 1, "C")
FLAG = types.Array(types.uint8, 1, "C")


def new_workspace() -> np.ndarray:
    work = np.zeros(SIZE, dtype=np.int64)
    work[BUDGET] = INFINITY << 20
    work[KILLERS : KILLERS + 2 * PLIES] = PASS
    return work


@kernel("int64(uint64, uint64, int64[::1])")
def final_value(own, enemy, work):
    """What a finished game is worth to the side to move."""
    score = fewest_score(own, enemy) if work[REVERSED] else disc_score(own, enemy)
    value = work[PER_DISC] * score
    if score > 0:
        value += work[WON]
    elif score < 0:
        value -= work[WON]
    return value


@kernel(types.boolean(WORDS, FLAG), inline="always")
def count_node(work, stop):
    """Count one visited position; whether the search must end here."""
    if work[STOPPED] or work[NODES] >= work[BUDGET] or stop[0]:
        work[STOPPED] = 1
        return True
    work[NODES] += 1
    return False


@kernel("void(int64[::1], int64, int64)", inline="always")
def keep_line(work, ply, square):
    """The best line from this ply on: the move, then the best line after it."""
    length = work[LENGTHS + ply + 1]
    here, below = LINES + ply * PLIES, LINES + (ply + 1) * PLIES
    work[here] = square
    for i in range(length):
        work[here + 1 + i] = work[below + i]
    work[LENGTHS + ply] = length + 1
