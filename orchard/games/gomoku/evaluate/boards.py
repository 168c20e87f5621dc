"""What many boards are worth by the trained weights, without looking ahead: winning chances of the side to move."""

# mypy: ignore-errors
import numpy as np

from orchard.core.boards import from_boards
from orchard.core.game import BLACK, Game
from orchard.core.jit import kernel, numba
from orchard.core.planes import to_planes
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, fill
from orchard.games.gomoku.evaluate.shapes import ShapeTables
from orchard.games.gomoku.evaluate.worth import worth

types = numba.types
STONES = types.Array(types.uint8, 3, "C")  # [n, black or white, squares]
NUMBERS = types.Array(types.int64, 1, "C")


@kernel(types.void(ShapeBoard.type, ShapeTables.type, types.int64, STONES, NUMBERS, NUMBERS))
def _evaluate(board, tables, width, stones, colors, values):
    for n in range(len(stones)):
        fill(board, tables, width, stones[n, 0], stones[n, 1])
        values[n] = worth(board, tables, colors[n])


def evaluate_boards(boards, game: Game, tables, unit: float):
    """[n] float64 from 0 to 1; a finished game is lost (0), drawn (0.5) or won. `unit` is the worth of a logit."""
    positions = from_boards(boards, game)
    stones = to_planes(boards, game).reshape(len(boards), 2, game.board.size)
    colors = np.array([position.to_move != BLACK for position in positions], np.int64)
    stones[colors == 1] = stones[colors == 1][:, ::-1]  # black first
    values = np.zeros(len(boards), np.int64)
    _evaluate(ShapeBoard.new(), tables, game.board.width, stones, colors, values)
    chances = 1.0 / (1.0 + np.exp(-values / unit))
    for n, position in enumerate(positions):
        if position.outcome is not None:
            chances[n] = 0.5 + 0.5 * position.outcome.score_for(position.to_move)
    return chances
