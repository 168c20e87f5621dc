"""Many positions as one array, the form in which kernels and learning programs take them.

Boards are [n, 2, words] uint64: the stones of the side to move, then those of the other. Square s, counted row by row
from the top left, is bit s % 64 of word s // 64. A board of up to 64 squares has one word a side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from orchard.core.board import Board
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Game, Position

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = Any


def words_of(board: Board) -> int:
    """The words that one side's stones take."""
    return -(-board.size // 64)


def listed(positions: Iterable[Position]) -> list[Position]:
    """The positions as a list; an OptionError where they are something else."""
    if isinstance(positions, Position):
        raise OptionError("this takes many positions at once: for one, write [position]")
    some = list(positions)
    wrong = next((kind for kind in set(map(type, some)) if not issubclass(kind, Position)), None)
    if wrong is not None:
        raise OptionError(f"this takes positions, not {wrong.__name__}: game.replay(moves) or game.parse(text)")
    return some


def games_of(positions: Iterable[Position]) -> list[Game]:
    """Each game of some positions, once."""
    return list({id(position.game): position.game for position in positions}.values())


def to_boards(positions: Iterable[Position]) -> Array:
    """[positions, 2, words] uint64, see the top of `core/boards.py`. All must be on boards of the same size."""
    import numpy as np

    some = listed(positions)
    if not some:
        raise OptionError("there are no positions: an array has the size of their board")
    board = some[0].game.board
    if any(game.board != board for game in games_of(some)):
        raise OptionError("all positions of one call are on the same board")
    masks = [
        mask for one in some for mask in ((one.black, one.white) if one.to_move == BLACK else (one.white, one.black))
    ]
    words = words_of(board)
    if words == 1:
        return np.array(masks, np.uint64).reshape(len(some), 2, 1)
    joined = b"".join([mask.to_bytes(8 * words, "little") for mask in masks])
    return np.frombuffer(joined, "<u8").astype(np.uint64).reshape(len(some), 2, words)


def from_boards(boards: Array, game: Game) -> list[Position]:
    """The positions of an array; how they came about is not in it.

    In a game without passes the numbers of stones tell whose move it is; elsewhere the side to move is called black.
    """
    checked(boards, game)
    start = game.start()
    before = (start.black | start.white).bit_count()
    found = []
    for words in boards.tolist():
        own, enemy = (sum(word << 64 * n for n, word in enumerate(side)) for side in words)
        ply = max(0, own.bit_count() + enemy.bit_count() - before)
        if not game.passes_allowed and own.bit_count() < enemy.bit_count():
            found.append(Position(game, enemy, own, WHITE, ply))
        else:
            found.append(Position(game, own, enemy, BLACK, ply))
    return found


def checked(boards: Array, game: Game) -> Array:
    """The same array; an OptionError where it has not the shape of this game's boards."""
    import numpy as np

    shape = ("n", 2, words_of(game.board))
    if not isinstance(boards, np.ndarray) or boards.dtype != np.uint64 or boards.shape[1:] != shape[1:]:
        found = f"{boards.dtype}{list(boards.shape)}" if isinstance(boards, np.ndarray) else type(boards).__name__
        raise OptionError(f"boards of {game.name} are uint64[n, 2, {shape[2]}], not {found}")
    return boards


def states_of(boards: Array, game: Game) -> Array:
    """The words that the game's kernels work on, [n, words of a state] uint64."""
    import numpy as np

    checked(boards, game)
    if [list(bits) for bits in game.state_bits] == [list(range(at, at + game.board.size)) for at in (0, 64)]:
        return np.ascontiguousarray(boards.reshape(-1, 2))
    return np.array([game.state(position) for position in from_boards(boards, game)], np.uint64)


def boards_of(positions: Iterable[Position] | Array, game: Game | None) -> tuple[Array, Game]:
    """The boards of positions or of an array, and their game, which an array does not know."""
    import numpy as np

    if isinstance(positions, np.ndarray):
        if game is None:
            raise OptionError("an array of boards does not say of which game it is: give game=")
        return checked(positions, game), game
    some = listed(positions)
    if not some and game is not None:
        return np.zeros((0, 2, words_of(game.board)), np.uint64), game
    boards = to_boards(some)
    return boards, game or some[0].game
