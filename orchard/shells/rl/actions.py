"""What all environments share: actions as numbers, masks and observations of one position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from orchard.core.board import PASS, Move
from orchard.core.game import Color, Game, Position
from orchard.core.planes import to_planes

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = Any


def action_count(game: Game) -> int:
    """One for each square, and one more for a pass in games that have passes."""
    return game.board.size + game.passes_allowed


def action_of(move: Move, game: Game) -> int:
    return game.board.size if move.is_pass else move.square


def move_of(action: int, game: Game) -> Move:
    return PASS if action == game.board.size else game.board.moves[action]


def legal_actions(position: Position) -> list[int]:
    """In rising order; none once the game is over."""
    return [action_of(move, position.game) for move in position.legal()]


def mask_of(position: Position) -> Array:
    """[actions] int8: 1 where an action is legal."""
    import numpy as np

    mask = np.zeros(action_count(position.game), np.int8)
    mask[legal_actions(position)] = 1
    return mask


def planes_of(position: Position, color: Color | None = None) -> Array:
    """[2, height, width] uint8, the stones of `color` first, by default of the side to move."""
    planes: Array = to_planes([position])[0]
    return planes if color in (None, position.to_move) else planes[::-1].copy()


def rewards_of(position: Position, color: Color) -> float:
    """What the end of a game is worth to a side: 1, 0 or -1."""
    outcome = position.outcome
    return 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == color else -1.0
