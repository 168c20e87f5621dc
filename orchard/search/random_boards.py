"""Boards after random moves, by the compiled rules of any game."""

# mypy: ignore-errors
import numpy as np

from orchard.core.dynamics import MOST_MOVES, MOVES_TYPE, PLAY_TYPE, STATE
from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.core.jit import GOLDEN, bounded, kernel, numba, splitmix
from orchard.core.planes import from_planes

types = numba.types
uint64, int64, uint8 = numba.uint64, numba.int64, numba.uint8
BITS = types.Array(types.int64, 1, "C")
PLANES = types.Array(types.uint8, 2, "C")
TRIES = 10_000  # games that end too early, one after another


@kernel(types.int64(MOVES_TYPE, PLAY_TYPE, STATE, BITS, types.int64, types.uint64, PLANES))
def _fill(moves, play, start, bits, plies, word, planes):
    """Planes of boards after `plies` random moves or, if it is below 0, each after another number. Says how many there
    are: fewer than wanted where no game goes on so long."""
    squares, state = np.empty(MOST_MOVES, np.int16), start.copy()
    n, tries = int64(0), int64(0)
    while n < len(planes) and tries < TRIES:
        state[:] = start
        word += GOLDEN
        wanted = plies if plies >= 0 else int64(bounded(splitmix(word), uint64(bits.size // 2)))
        count, made = moves(state, squares), int64(0)
        while made < wanted and count > 0:
            word += GOLDEN
            play(state, int64(squares[int64(bounded(splitmix(word), uint64(count)))]))
            count = moves(state, squares)
            made += 1
        tries += 1
        if count > 0:
            for k in range(bits.size):
                planes[n, k] = uint8((state[bits[k] >> 6] >> uint64(bits[k] & 63)) & uint64(1))
            n, tries = n + 1, int64(0)
    return n


def random_boards(game: Game, count: int, seed: int = 0, plies: int | None = None):
    """[count, 2, words] uint64, see `orchard.random_boards`."""
    if count < 0 or (plies is not None and plies < 0) or not 0 <= seed < 1 << 64:
        raise OptionError("count and plies are 0 or more, seed is 0 to 2^64 - 1")
    bits = np.array([*game.state_bits[0], *game.state_bits[1]], np.int64)
    planes = np.empty((count, len(bits)), np.uint8)
    word = np.uint64(np.random.default_rng(seed).integers(0, 1 << 64, dtype=np.uint64))
    rules, wanted = game.dynamics, -1 if plies is None else plies
    if _fill(rules.moves, rules.play, game.state(game.start()), bits, wanted, word, planes) < count:
        raise OptionError(f"no random game of {game.name} goes on after {plies} moves")
    return from_planes(planes.reshape(count, 2, game.board.height, game.board.width))
