"""Where the games of a Gomoku match begin: stones near the centre and each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from orchard.core.board import squares_of
from orchard.core.game import Game, Position
from orchard.core.offers import Openings, lines_of
from orchard.games.gomoku.rules import DIRECTIONS

WEIGHTS = Path(__file__).with_name("weights")
FILES = ("openings.txt", "openings_quick.txt")  # even for players of seconds a move, and of hundredths
NEAR = 2  # a stone is put within so many points of another one,
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
        """Whether neither side has three in reach of a five."""
        width = position.game.board.width
        return not (
            has_three_in_reach(position.black, position.white, width)
            or has_three_in_reach(position.white, position.black, width)
        )


def has_three_in_reach(stones: int, others: int, width: int) -> bool:
    """Whether three stones stand among some five points in line that the other side has left free."""
    for down, right in DIRECTIONS:
        for square in squares_of(stones):
            row, column = divmod(square, width)
            for back in range(5):
                line = [(row + (i - back) * down, column + (i - back) * right) for i in range(5)]
                if all(0 <= r < width and 0 <= c < width for r, c in line):
                    five = sum(1 << (r * width + c) for r, c in line)
                    if not five & others and (five & stones).bit_count() >= 3:
                        return True
    return False


OPENINGS = GomokuOpenings()
