"""A weight for every square: value = W - 10·S - 15·D, for Reversed Reversi, where owning little is good.

W = Σ weight over the opponent's discs - Σ weight over our discs, S = our stable discs (edge chains and full lines,
counted from round 30 on), D = our discs - the opponent's. For Reversi all three signs turn.

The matrix is dynamic: it is laid out once before each search, from our view of the board at that moment. Beside a
corner that we own the three neighbours weigh 250. An empty corner that the opponent's disc pins, that is, with a
disc of the opponent on one of its three neighbours, weighs 1000.

The round is the number of the move about to be played, 1 at the start of the game: discs on the board - 3.
"""

# mypy: ignore-errors
from orchard.core.evaluation import SIGNATURE, Evaluation
from orchard.core.jit import ctz, kernel, numba, popcount
from orchard.games.reversi.evaluate.stability import edge_stable

uint64, int64 = numba.uint64, numba.int64

ROWS = (
    (500, -25, 10, 5, 5, 10, -25, 500),
    (-25, -45, 1, 1, 1, 1, -45, -25),
    (10, 1, 3, 2, 2, 3, 1, 10),
    (5, 1, 2, 1, 1, 2, 1, 5),
)
SQUARES = tuple(weight for row in ROWS + ROWS[::-1] for weight in row)
CORNER_NEIGHBOURS = {0: (1, 8, 9), 7: (6, 14, 15), 56: (48, 49, 57), 63: (54, 55, 62)}
OWNED_CORNER, PINNED_CORNER = 250, 1000
STABLE_FROM_ROUND = 30
W, S, D = 64, 65, 66  # where the three factors stand, after the 64 squares


@kernel(SIGNATURE)
def evaluate(state, side, weights):
    own, enemy = state[0], state[1]
    if side < 0:
        own, enemy = enemy, own
    total = int64(0)
    left = enemy
    while left:
        total += weights[ctz(left)]
        left &= left - uint64(1)
    left = own
    while left:
        total -= weights[ctz(left)]
        left &= left - uint64(1)
    value = weights[W] * total + weights[D] * (int64(popcount(own)) - int64(popcount(enemy)))
    if weights[S] != 0:
        value += weights[S] * int64(popcount(edge_stable(own, enemy)))
    return side * value


def round_of(own: int, enemy: int) -> int:
    return (own | enemy).bit_count() - 3


def lay_out(weights: list[int], own: int, enemy: int) -> list[int]:
    """The matrix as this board, seen by its side to move, asks for it."""
    weights = list(weights)
    for corner, beside in CORNER_NEIGHBOURS.items():
        if own >> corner & 1:
            for square in beside:
                weights[square] = OWNED_CORNER
        elif not enemy >> corner & 1 and any(enemy >> square & 1 for square in beside):
            weights[corner] = PINNED_CORNER
    if round_of(own, enemy) < STABLE_FROM_ROUND:
        weights[S] = 0
    return weights


EVALUATION = Evaluation(
    name="matrix",
    summary="a dynamic weight for every square, stable discs and the disc difference",
    function=evaluate,
    weights={"reversed_reversi": (*SQUARES, 1, -10, -15), "reversi": (*SQUARES, -1, 10, 15)},
    won=20_000,  # more than any position can be worth, so that a sure win comes first, and then its size
    per_point=15,
    adapt=lay_out,
    width=8,
)
