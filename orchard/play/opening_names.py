"""What players call an opening, where a game offers names (see `core/offers.py`): known by the position, so in every
mirror image and by every order of moves."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

from orchard.core.errors import IllegalMoveError, OrchardError
from orchard.core.game import Game, Position
from orchard.games import offer
from orchard.play.mirrored import hash_of
from orchard.play.record import GameRecord


@lru_cache(maxsize=64)
def _named(game: Game) -> tuple[dict[int, str], frozenset[int]]:
    """The names by the hash of their positions, and how many squares these leave empty."""
    offered = offer(game.base_name, "opening_names")
    positions = {} if offered is None else {game.replay(m): name for m, name in offered.opening_names(game).items()}
    names = {hash_of(position): name for position, name in positions.items()}
    return names, frozenset(position.empties for position in positions)


def opening_name(position: Position) -> str | None:
    """The name of this very position; None where it has none."""
    names, empties = _named(position.game)
    return names.get(hash_of(position)) if position.empties in empties else None


def name_reached(position: Position) -> str | None:
    """The name of the longest opening on the way from the game's own start to this position."""
    return _name_along(position.game.start(), position.moves_made)


def opening_of(record: GameRecord) -> str | None:
    """The name of the opening of a game; None where it has none."""
    try:
        start = record.start_position()
        opening = [move for _, move in start.game.read_moves(record.opening)]
        return _name_along(start, chain(opening, (move.move for move in record.moves)))
    except OrchardError:
        return None


def _name_along(step: Position, moves: Iterable[str]) -> str | None:
    """The last name on a line of play, as far as openings go and the moves can be played."""
    _, empties = _named(step.game)
    found = None
    for move in moves if empties else ():
        if step.empties <= min(empties):
            break
        try:
            step = step.play(move)
        except IllegalMoveError:
            break
        found = opening_name(step) or found
    return found


def positions_named(game: Game, text: str) -> set[int]:
    """The hashes of the positions whose name has this text in it."""
    wanted = text.strip().casefold()
    return {key for key, name in _named(game)[0].items() if wanted and wanted in name.casefold()}
