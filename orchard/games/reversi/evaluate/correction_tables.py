"""The shape of a correction, see `correction.py`."""

from orchard.games.reversi.evaluate.pattern_tables import INSTANCES

WIDTH = 32  # numbers in a row; the first is a plain weight, the others are squared when they are added up
GROUP_OF_PHASE = (0,) * 9 + (1,) * 6  # phases that share rows: from 40 discs on others than before
GROUPS = max(GROUP_OF_PHASE) + 1
MOST = 400  # 1/100 disc; with 600 the same depth takes 6 % longer, since more corrections are computed
QUARTERS = range(4)
OF_THE_BOARD = tuple(QUARTERS)  # where rows of mobilities and the like count


def _quarters(squares: tuple[int, ...]) -> tuple[int, ...]:
    """The quarters of the board that hold two of the squares or more."""
    there = [square // 32 * 2 + square % 8 // 4 for square in squares]
    return tuple(quarter for quarter in QUARTERS if there.count(quarter) >= 2)


QUARTERS_OF = tuple(_quarters(squares) for _, squares in INSTANCES)  # for each lane of a row
