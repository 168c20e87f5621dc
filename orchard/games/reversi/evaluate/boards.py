"""What many boards are worth by the trained patterns, without looking ahead: in discs, for the side to move."""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba, popcount
from orchard.games.reversi.bits import final_score, legal
from orchard.games.reversi.evaluate.patterns import LANES, WEIGHTS, evaluate_row, read_position

types = numba.types
uint64, int64, int16 = numba.uint64, numba.int64, numba.int16
BOARDS = types.Array(types.uint64, 2, "C")  # [n, 2]: the mover's discs, the opponent's
VALUES = types.Array(types.float64, 1, "C")


@kernel(types.void(BOARDS, WEIGHTS, int64, VALUES))
def _evaluate(boards, weights, reversed_game, values):
    rows = np.zeros((1, LANES), np.int16)
    for n in range(boards.shape[0]):
        own, enemy, sign = boards[n, 0], boards[n, 1], 1.0
        own_moves, enemy_moves = int64(popcount(legal(own, enemy))), int64(popcount(legal(enemy, own)))
        if own_moves == 0:
            if enemy_moves == 0:
                values[n] = float(final_score(own, enemy, int64(64), reversed_game))
                continue
            own, enemy, sign = enemy, own, -1.0  # who must pass is judged as the other sees it: patterns know no passes
            own_moves, enemy_moves = enemy_moves, own_moves
        read_position(rows, 0, own, enemy)
        values[n] = sign * float(evaluate_row(rows, 0, own, enemy, own_moves, enemy_moves, weights)) / 100.0


def evaluate_boards(boards, game: str, weights):
    """[n] float64 of boards [n, 2, 1]; a finished game is worth its score."""
    values = np.zeros(len(boards), np.float64)
    _evaluate(np.ascontiguousarray(boards.reshape(-1, 2)), weights, int(game == "reversed_reversi"), values)
    return values
