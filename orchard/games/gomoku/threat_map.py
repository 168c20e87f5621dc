"""Where either side of a Gomoku position could make a five, an open four, a four or an open three now."""

# mypy: disable-error-code="no-untyped-call"
from functools import cache
from typing import Any, Literal, get_args

from orchard.core.board import Move
from orchard.core.game import BLACK, WHITE, Color, Game, Position
from orchard.games.gomoku.rules import rule_of

Threat = Literal["five", "open_four", "four", "three"]
THREATS: tuple[Threat, ...] = get_args(Threat)
ThreatMap = dict[Color, dict[Threat, tuple[Move, ...]]]


def threat_map(position: Position) -> ThreatMap:
    """For each side the empty points that would make a threat and may be played, each under the strongest it makes.

    An open four has two ways to five, and so has a double four, which is counted with it. A four has one way; an open
    three can become an open four. A finished game has no threats.
    """
    found: ThreatMap = {color: dict.fromkeys(THREATS, ()) for color in (BLACK, WHITE)}
    if position.is_over:
        return found
    from orchard.games.gomoku.evaluate import shapes
    from orchard.games.gomoku.evaluate.shape_board import may_play, set_up
    from orchard.games.gomoku.grid import square_of

    kinds: dict[int, Threat] = {
        shapes.T_FIVE: "five",
        shapes.T_OPEN_FOUR: "open_four",
        shapes.T_FOUR_THREE: "four",
        shapes.T_FOUR: "four",
        shapes.T_DOUBLE_THREE: "three",
        shapes.T_THREE: "three",
    }
    tables, game = _tables(position.game), position.game.board
    board = set_up(position, tables)
    for number, color in enumerate((BLACK, WHITE)):
        of_points = board.threats[number]
        for point in (of_points >= shapes.T_THREE).nonzero()[0].tolist():
            if may_play(board, tables, number, point):
                found[color][kinds[int(of_points[point])]] += (game.moves[int(square_of(point, game.width))],)
    return found


@cache
def _tables(game: Game) -> Any:
    from orchard.games.gomoku.evaluate.shapes import tables

    return tables(rule=rule_of(game))
