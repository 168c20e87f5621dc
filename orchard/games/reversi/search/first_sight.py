"""What each move is worth by the look of the position after it: one ply, without an engine and its memory."""

# mypy: disable-error-code="no-untyped-call"
import numpy as np

from orchard.core.board import PASS
from orchard.core.game import Position
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.pattern_tables import LANES
from orchard.games.reversi.evaluate.patterns import evaluate, read_position


def values_of_moves(position: Position) -> dict[int, float]:
    """By square, in discs for the side to move."""
    weights, rows = weights_file.load(position.game.base_name), np.zeros((1, LANES), np.int16)
    values: dict[int, float] = {}
    for move in position.legal():
        after = position.play(move)
        if after.outcome is not None:
            values[move.square] = float(after.outcome.score_for(position.to_move))
            continue
        own, enemy, sign = after.own, after.enemy, -1
        if after.legal() == [PASS]:  # we would be to move again
            own, enemy, sign = enemy, own, 1
        read_position(rows, 0, own, enemy)
        values[move.square] = sign * evaluate(rows, 0, own, enemy, weights) / 100
    return values
