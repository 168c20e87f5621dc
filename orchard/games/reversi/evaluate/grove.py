"""Our own textbook evaluation, in hundredths of a disc: mobility, potential mobility, corners, stability, parity.

value = Σ weight·(ours - theirs) over six features, + a weight for having the last move. Each weight slides with the
number of empty squares between an early and a late setting, because mobility decides the middle game and discs and
parity the end:

    weight = (early·empties + late·(60 - empties)) / 60

Features: moves; potential moves (empty squares beside an enemy disc); corners; corner risk (discs beside an empty
corner, the diagonal one twice); stable discs; discs. Parity: +1 for the side to move when the number of empty
squares is odd, since it then plays last unless someone passes, else -1.

The weights come from games of the evaluation against itself (`benchmarks/fit_grove.py`): for Reversed Reversi the
fit as it is, for Reversi the middle between the fit and a setting by hand (55 % of 120 games against the latter).
"""

# mypy: ignore-errors
from orchard.core.evaluation import SIGNATURE, Evaluation
from orchard.core.jit import kernel, numba, popcount
from orchard.games.reversi.bits import legal
from orchard.games.reversi.evaluate.features import CORNERS, corner_risk, potential_moves
from orchard.games.reversi.evaluate.stability import stable

int64 = numba.int64

MOST = 6400  # an estimate never exceeds a board full of discs


@kernel("int64(uint64, uint64)", inline="always")
def _more(a, b):
    return int64(popcount(a)) - int64(popcount(b))


@kernel(SIGNATURE)
def evaluate(state, side, weights):
    own, enemy = state[0], state[1]
    empties = int64(64) - int64(popcount(own | enemy))
    late = int64(60) - empties
    parity = int64(2) * (empties & int64(1)) - int64(1)
    moves = _more(legal(own, enemy), legal(enemy, own))
    potential = potential_moves(own, enemy) - potential_moves(enemy, own)
    corners = _more(own & CORNERS, enemy & CORNERS)
    risk = corner_risk(own, enemy) - corner_risk(enemy, own)
    steady = _more(stable(own, enemy), stable(enemy, own))
    discs = _more(own, enemy)
    early_value = (
        weights[0] * moves
        + weights[1] * potential
        + weights[2] * corners
        + weights[3] * risk
        + weights[4] * steady
        + weights[5] * discs
        + weights[6] * parity
    )
    late_value = (
        weights[7] * moves
        + weights[8] * potential
        + weights[9] * corners
        + weights[10] * risk
        + weights[11] * steady
        + weights[12] * discs
        + weights[13] * parity
    )
    value = (early_value * empties + late_value * late) // int64(60)
    return min(max(value, int64(-MOST)), int64(MOST))


EVALUATION = Evaluation(
    name="grove",
    summary="mobility, potential mobility, corners, corner risk, stability, discs and parity, sliding with the game",
    function=evaluate,
    weights={
        #            moves potential corners risk stable discs parity, early and then late
        "reversi": (80, 52, 1700, -600, 220, -80, 50, 200, -25, 150, -20, 88, 25, 200),
        "reversed_reversi": (8, 17, -502, -1, -158, -22, -20, 61, 39, -171, 34, -33, -35, 59),
    },
    unit=100,
    won=10_000,  # a certain result counts more than any estimate: ±100 discs, and then its score
    per_point=100,
    width=8,
)
