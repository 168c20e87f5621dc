"""How SGF files write squares: letter and number as people do, or two letters from the top left."""

import re
from functools import lru_cache

from orchard.core.board import PASS
from orchard.core.errors import OrchardError
from orchard.core.game import Game
from orchard.play.formats._common import FormatError

PASSES = frozenset({"", "tt", "pass", "pa", "ps", "--", "@@@@"})


@lru_cache(maxsize=64)
def squares_of(game: Game) -> dict[str, int]:
    """The number of each square by its two names, 'f5' and 'fe'; -1 for a pass."""
    width, letters = game.board.width, "abcdefghijklmnopqrstuvwxyz"
    pairs = {letters[square % width] + letters[square // width]: square for square in range(game.board.size)}
    names = pairs | {str(move): move.square for move in game.board.moves}
    return names | dict.fromkeys(PASSES, -1) if game.passes_allowed else names


def square_of(game: Game, value: str, where: str) -> str:
    """The move a value names: letter and number as people write it, or two letters from the top left."""
    name = value.strip().lower()
    if game.passes_allowed and name in PASSES:  # elsewhere 'tt' and 'pa' are points
        return PASS
    letters = re.fullmatch("([a-z])([a-z])", name)
    if letters:
        column, row = (ord(letter) - ord("a") for letter in letters.groups())
        if column >= game.board.width or row >= game.board.width:
            raise FormatError(f"{where}: {value[:20]!r} is not on a board of {game.board.width}×{game.board.width}")
        return game.board.moves[row * game.board.width + column]
    try:
        return game.board.move(name)
    except OrchardError as error:
        raise FormatError(f"{where}: {error}") from error
