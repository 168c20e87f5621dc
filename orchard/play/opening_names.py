"""What players call an opening, where a game offers names (see `core/offers.py`): known by the position, so in every
mirror image and by every order of moves."""

from contextlib import suppress
from functools import lru_cache
from itertools import chain

from orchard.core.errors import OrchardError
from orchard.core.game import Game, Position
from orchard.games import offer
from orchard.play.mirrored import hash_of
from orchard.play.record import GameRecord


@lru_cache(maxsize=64)
def _named(game: Game) -> tuple[dict[int, str], frozenset[tuple[int, int]], int]:
    """The names by the hash of their positions; how many stones of each side these have, which is quickly compared; and
    the most stones on a board with a name."""
    offered = offer(game.base_name, "opening_names")
    positions = {} if offered is None else {game.replay(m): name for m, name in offered.opening_names(game).items()}
    counts = frozenset((position.black.bit_count(), position.white.bit_count()) for position in positions)
    return {hash_of(position): name for position, name in positions.items()}, counts, max(map(sum, counts), default=0)


def opening_name(position: Position) -> str | None:
    """The name of this very position; None where it has none."""
    names, counts, _ = _named(position.game)
    if (position.black.bit_count(), position.white.bit_count()) not in counts:
        return None
    return names.get(hash_of(position))


def opening_of(record: GameRecord) -> str | None:
    """The name of the longest opening that a game went through, as far as it can be replayed; None without one."""
    found = None
    with suppress(OrchardError):
        step = record.start_position()
        most = _named(step.game)[2]
        opening = [move for _, move in step.game.read_moves(record.opening)]
        for move in chain(opening, (move.move for move in record.moves)):
            if (step.black | step.white).bit_count() >= most:
                break
            step = step.play(move)
            found = opening_name(step) or found
    return found


def positions_named(game: Game, text: str) -> set[int]:
    """The hashes of the positions whose name has this text in it."""
    wanted = text.strip().casefold()
    return {key for key, name in _named(game)[0].items() if wanted and wanted in name.casefold()}
