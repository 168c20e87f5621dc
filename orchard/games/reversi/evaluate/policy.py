"""The trained policy of both Reversi games, compiled: how likely each move is the best one.

A move's logit is the sum of what the pattern instances through its square say (see `_policy_tables`), in 1/16, on top
of what the evaluation thinks of the position it leads to. A softmax makes them likelihoods.
"""

# mypy: ignore-errors
import math

import numpy as np

from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.bits import flips, legal
from orchard.games.reversi.evaluate import policy_tables as tables
from orchard.games.reversi.evaluate.patterns import ROWS, WEIGHTS, advance, evaluate, read_position

types = numba.types
uint64, int64, float64, float32 = numba.uint64, numba.int64, numba.float64, numba.float32

THROUGH, LANES, MIDDLES = tables.THROUGH, tables.LANES, tables.MIDDLES
PHASES, DISCS_PER_PHASE = tables.PHASES, tables.DISCS_PER_PHASE
PER_UNIT = 16  # a stored 16 makes a move e times as likely

POLICY = types.Array(types.int8, 2, "C", readonly=True)  # [PHASES, FULL_WEIGHTS]
FOLD = types.Array(types.int32, 1, "C")
LEARNT = types.Array(float32, 2, "C")  # [PHASES, FOLDED_WEIGHTS]


@kernel("int64(int64)", inline="always")
def phase_of(discs):
    return min(max(discs - int64(4), int64(0)) // int64(DISCS_PER_PHASE), int64(PHASES - 1))


@kernel(int64(ROWS, int64, uint64, int64, POLICY))
def promise(rows, ply, square, phase, policy):
    """The logit of a move on an empty square, in 1/16. Row `ply` holds the position."""
    total = int64(0)
    for i in range(THROUGH[square]):
        total += int64(policy[phase, uint64(MIDDLES[square, i] + int64(rows[ply, LANES[square, i]]))])
    return total


@kernel(
    float64(
        uint64[::1], uint64[::1], types.uint8[::1], float64, float64, WEIGHTS,
        LEARNT, LEARNT, FOLD, float64[::1], ROWS,
    )
)  # fmt: skip
def learn(own, enemy, chosen, step, temperature, weights, policy, steepness, fold, scores, rows):
    """One pass over positions and the moves chosen there; returns the mean log-likelihood met on the way.

    Stochastic gradient descent on the cross-entropy with a step per weight (Adagrad; `steepness` is its memory). A step
    of 0 only looks. `temperature` is how many 1/100 discs of the evaluation make a move e times as likely. `scores`
    gets how often the chosen move was ranked first, and among the first three.
    """
    moves_here, logits = np.empty(64, np.uint64), np.empty(64, np.float64)
    likelihood, first, third = 0.0, int64(0), int64(0)
    for n in range(own.size):
        mine, theirs = own[n], enemy[n]
        read_position(rows, int64(0), mine, theirs)
        phase = phase_of(int64(popcount(mine | theirs)))
        moves = legal(mine, theirs)
        count, best, target = int64(0), -math.inf, int64(0)
        while moves:
            square = ctz(moves)
            moves &= moves - uint64(1)
            logit = float64(0.0)
            for i in range(THROUGH[square]):
                place = MIDDLES[square, i] + int64(rows[0, LANES[square, i]])
                logit += float64(policy[phase, fold[place]])
            turned = flips(mine, theirs, square)
            advance(rows, int64(0), square, turned)
            value = -evaluate(rows, int64(1), theirs ^ turned, mine ^ turned ^ (uint64(1) << square), weights)
            logit += float64(value) / temperature
            if int64(square) == int64(chosen[n]):
                target = count
            moves_here[count], logits[count] = square, logit
            best = max(best, logit)
            count += 1
        total, better = 0.0, int64(0)
        for j in range(count):
            total += math.exp(logits[j] - best)
            better += int64(logits[j] > logits[target])
        likelihood += logits[target] - best - math.log(total)
        first += int64(better == 0)
        third += int64(better < 3)
        if step > 0.0:
            for j in range(count):
                slope = math.exp(logits[j] - best) / total - (1.0 if j == target else 0.0)
                if abs(slope) < 1e-3:
                    continue
                square = moves_here[j]
                for i in range(THROUGH[square]):
                    place = int64(fold[MIDDLES[square, i] + int64(rows[0, LANES[square, i]])])
                    steepness[phase, place] += float32(slope * slope)
                    policy[phase, place] -= float32(step * slope / math.sqrt(steepness[phase, place]))
    scores[0], scores[1] = first / own.size, third / own.size
    return likelihood / own.size
