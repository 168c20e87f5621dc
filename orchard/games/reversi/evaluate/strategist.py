"""Five features of a position and their opposites: value = Σ weight·(ours) + Σ weight·(theirs).

The features are discs, stable discs, corner risk, moves and safe moves; see `features.py` and `stability.py`. The
two sets of weights need not mirror each other, so the value is always computed for the side that searches.
"""

# mypy: ignore-errors
from orchard.core.evaluation import SIGNATURE, Evaluation
from orchard.core.jit import kernel, numba, popcount
from orchard.games.reversi.bits import legal
from orchard.games.reversi.evaluate.features import corner_risk
from orchard.games.reversi.evaluate.stability import stable

int64 = numba.int64

OURS = (1.0, 5.0, -6.0, 4.0, 2.0)
UNIT = 100  # weights have two decimal places
WON = 640


@kernel(SIGNATURE)
def evaluate(state, side, weights):
    own, enemy = state[0], state[1]
    if side < 0:
        own, enemy = enemy, own
    our_moves, their_moves = legal(own, enemy), legal(enemy, own)
    value = (
        weights[0] * int64(popcount(own))
        + weights[1] * int64(popcount(stable(own, enemy)))
        + weights[2] * corner_risk(own, enemy)
        + weights[3] * int64(popcount(our_moves))
        + weights[4] * int64(popcount(our_moves & ~their_moves))
        + weights[5] * int64(popcount(enemy))
        + weights[6] * int64(popcount(stable(enemy, own)))
        + weights[7] * corner_risk(enemy, own)
        + weights[8] * int64(popcount(their_moves))
        + weights[9] * int64(popcount(their_moves & ~our_moves))
    )
    return side * value


def in_steps(ours, theirs) -> tuple[int, ...]:
    """The ten weights as the kernel takes them, in steps of 1/UNIT."""
    return tuple(round(UNIT * weight) for weight in (*ours, *theirs))


def _mirrored(ours):
    return in_steps(ours, tuple(-weight for weight in ours))


EVALUATION = Evaluation(
    name="strategist",
    summary="discs, stable discs, corner risk, moves, safe moves, and the opponent's of each",
    function=evaluate,
    weights={"reversi": _mirrored(OURS), "reversed_reversi": _mirrored((-1.0, -5.0, 6.0, 4.0, 2.0))},
    unit=UNIT,
    won=WON * UNIT,
    per_point=0,
    width=8,
)
