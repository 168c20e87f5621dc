"""What many positions are worth by a player's own evaluation, without looking ahead: `orchard.evaluate`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from orchard.core.boards import boards_of, games_of, listed
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.games import game as find_game
from orchard.players import player as make_player

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = Any


def evaluate(positions: Iterable[Position] | Array, player: Player | str, game: Game | str | None = None) -> Array:
    """[n] float64: what each position is worth to the side to move, in the unit of the player's values.

    Takes positions of one game, or an array of boards (see `orchard.to_boards`) and their game. A player that has no
    evaluation is refused.
    """
    wanted = find_game(game) if isinstance(game, str) else game
    if not hasattr(positions, "dtype"):
        positions = listed(positions)
        if any(one != (wanted or positions[0].game) for one in games_of(positions)):
            raise OptionError("all positions of one call are of the same game")
    boards, found = boards_of(positions, wanted)
    thinker = player if isinstance(player, Player) else make_player(player, found)
    try:
        thinker.check_game(found)
        values: Array = thinker.evaluate(boards, found)
        return values
    finally:
        if thinker is not player:
            thinker.close()
