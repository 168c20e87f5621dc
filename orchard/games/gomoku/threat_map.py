"""Where either side of a Gomoku position could make a five, an open four, a four or an open three now."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Literal, get_args

from orchard.core.board import Move
from orchard.core.game import BLACK, WHITE, Color, Position

if TYPE_CHECKING:
    from orchard.games.gomoku.evaluate.shapes import Tables

Threat = Literal["five", "open_four", "four", "three"]
THREATS: tuple[Threat, ...] = get_args(Threat)
ThreatMap = dict[Color, dict[Threat, tuple[Move, ...]]]


def threat_map(position: Position) -> ThreatMap:
    """For each side the empty points that would make a threat, each under the strongest that it makes.

    An open four has two ways to five, and so has a double four, which is counted with it. A four has one way; an open
    three can become an open four. A finished game has no threats.
    """
    found: ThreatMap = {color: dict.fromkeys(THREATS, ()) for color in (BLACK, WHITE)}
    if position.is_over:
        return found
    from orchard.games.gomoku.evaluate import shapes as lines
    from orchard.games.gomoku.search.engine import set_up

    kinds: dict[int, Threat] = {
        lines.T_FIVE: "five",
        lines.T_OPEN_FOUR: "open_four",
        lines.T_FOUR_THREE: "four",
        lines.T_FOUR: "four",
        lines.T_DOUBLE_THREE: "three",
        lines.T_THREE: "three",
    }
    board, game = set_up(position, _tables()), position.game.board
    for number, color in enumerate((BLACK, WHITE)):
        of_points = board.threats[number]
        for point in (of_points >= lines.T_THREE).nonzero()[0].tolist():
            found[color][kinds[int(of_points[point])]] += (game.moves[lines.square_of(point, game.width)],)
    return found


@cache
def _tables() -> Tables:
    from orchard.games.gomoku.evaluate.shapes import tables

    return tables()
