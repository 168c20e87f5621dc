"""What people look at on a Reversi board, counted: each from the view of one side, whoever is to move."""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba, popcount
from orchard.games.reversi.bits import legal
from orchard.games.reversi.evaluate.stability import CORNERS, EIGHT, NINE, NOT_A, NOT_H, ONE, SEVEN, stable

int64 = numba.int64


@kernel("uint64(uint64)")
def neighbours(squares):
    """All squares that touch one of these, in any of the eight directions."""
    sideways = squares | ((squares & NOT_H) << ONE) | ((squares & NOT_A) >> ONE)
    return sideways | (sideways << EIGHT) | (sideways >> EIGHT)


@kernel("int64(uint64, uint64)")
def safe_moves(own, enemy):
    """Legal moves of `own` that are not legal for `enemy`: they can wait."""
    return int64(popcount(legal(own, enemy) & ~legal(enemy, own)))


@kernel("int64(uint64, uint64)")
def corner_risk(own, enemy):
    """Own discs beside an empty corner: 1 on the edge, 2 on the diagonal."""
    corners = CORNERS & ~(own | enemy)
    right, left = corners & NOT_H, corners & NOT_A
    on_edge = (right << ONE) | (left >> ONE) | (corners << EIGHT) | (corners >> EIGHT)
    on_diagonal = (right << NINE) | (left << SEVEN) | (left >> NINE) | (right >> SEVEN)
    return int64(popcount(own & on_edge)) + 2 * int64(popcount(own & on_diagonal))


@kernel("int64(uint64, uint64)")
def frontier(own, enemy):
    """Own discs that touch an empty square: what the opponent may turn some day."""
    return int64(popcount(own & neighbours(~(own | enemy))))


@kernel("int64(uint64, uint64)")
def potential_moves(own, enemy):
    """Empty squares that touch an enemy disc: where a move may become possible."""
    return int64(popcount(neighbours(enemy) & ~(own | enemy)))


@kernel("int64(uint64, uint64)")
def moves(own, enemy):
    return int64(popcount(legal(own, enemy)))


@kernel("int64(uint64, uint64)")
def stable_discs(own, enemy):
    return int64(popcount(stable(own, enemy)))


def explain(own: int, enemy: int) -> dict[str, int]:
    """The features of one side by name, as `orchard explain` prints them."""
    return {
        "discs": own.bit_count(),
        "moves": int(moves(own, enemy)),
        "safe_moves": int(safe_moves(own, enemy)),
        "corner_risk": int(corner_risk(own, enemy)),
        "stable": int(stable_discs(own, enemy)),
        "frontier": int(frontier(own, enemy)),
    }
