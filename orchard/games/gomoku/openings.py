"""Where the games of a Gomoku match begin: stones near the centre and each other."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from orchard.core.board import squares_of
from orchard.core.game import Game, Position
from orchard.core.offers import Openings, lines_of
from orchard.games import line_game

WEIGHTS = Path(__file__).with_name("weights")
FILES = ("openings.txt", "openings_quick.txt")  # even for players of seconds a move, and of hundredths
NEAR = 2  # a stone is put at most this far from another one,
CENTRAL = 3  # and of the centre: elsewhere it decides nothing


class GomokuOpenings(Openings):
    plies = 4
    turned = True

    def shipped(self, game: Game) -> Sequence[Sequence[str]]:
        return [lines_of(WEIGHTS / name) for name in FILES] if game.name == game.base_name else ()

    def sensible(self, position: Position) -> int:
        board = position.game.board
        centre = 1 << board.centre.square
        near = board.near(position.black | position.white or centre, NEAR) & board.near(centre, CENTRAL)
        return position.legal_mask() & near

    def is_open(self, position: Position) -> bool:
        """Whether neither side has three of some five points in line that the other side has left free."""
        sides = (position.black, position.white), (position.white, position.black)
        return not any(
            not five & enemy and (five & own).bit_count() >= 3 for own, enemy in sides for five in _fives(position.game)
        )


@cache
def _fives(game: Game) -> tuple[int, ...]:
    """Every five points in line, as masks."""
    assert isinstance(game, line_game.LineGame)
    starts = ((step, first) for step, mask in game.row_starts for first in squares_of(mask))
    return tuple(sum(1 << first + i * step for i in range(5)) for step, first in starts)


OPENINGS = GomokuOpenings()
