"""What can be asked of the saved games, and how it is put to the database."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from fnmatch import fnmatchcase
from typing import Any, TypedDict

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, or_, select

from orchard.core.errors import OrchardError
from orchard.games import game as find_game
from orchard.play.database import StoreError
from orchard.play.mirrored import hash_of
from orchard.play.opening_names import positions_named
from orchard.play.record import VERDICTS
from orchard.play.rows import GAMES_WITH_NAMES
from orchard.play.schema import GAMES, PLAYERS, POSITIONS, UNFINISHED

When = str | date | datetime
WINNERS = ("black", "white", "draw", "unfinished", "win", "loss")
AFTER_ANY_TIME = "~"  # sorts after every character of a date, so that 'until 2026-11' holds all of November


class GameFilter(TypedDict, total=False):
    """`player` is a spec, a player's name without its settings, or a pattern with `*`; `winner` is 'black', 'white',
    'draw' or 'unfinished', or, with a player, 'win' or 'loss'; `since` and `until` are dates or times, both included;
    `league` is its number or name; `owner` is who played it in a browser; `opening` are moves from the start or a part
    of the name of an opening, and finds games that came to such a position, also mirrored, of those that
    `index_positions` has hashed. None is the same as not given."""

    player: str | None
    game: str | None
    winner: str | None
    verdict: str | None
    since: When | None
    until: When | None
    league: int | str | None
    owner: str | None
    opening: str | None


def newest_first(connection: Connection, asked: GameFilter) -> Select[Any]:
    """The games meant by `asked`, with the names of their players."""
    found = GAMES_WITH_NAMES.where(*matching(connection, asked))
    return found.order_by(GAMES.c.started.desc(), GAMES.c.key.desc())


def matching(connection: Connection, asked: GameFilter) -> list[ColumnElement[bool]]:
    """The conditions on a game that `asked` comes to; an answer that cannot exist is refused."""
    if unknown := [name for name in asked if name not in GameFilter.__annotations__]:
        raise StoreError(f"games are not asked for by {unknown[0]!r}: by {', '.join(GameFilter.__annotations__)}")
    given: dict[str, Any] = {name: value for name, value in asked.items() if value is not None}
    winner, player = asked.get("winner"), asked.get("player")
    if winner is not None and winner not in WINNERS:
        raise StoreError(f"no result {winner!r}: it is one of {', '.join(WINNERS)}")
    if winner in ("win", "loss") and player is None:
        raise StoreError(f"whose {winner}? name the player too, or ask for black, white or draw")
    if given.get("verdict", VERDICTS[0]) not in VERDICTS:
        raise StoreError(f"no verdict {given['verdict']!r}: it is one of {', '.join(VERDICTS)}")
    found: list[ColumnElement[bool]] = [
        GAMES.c[name] == given[name] for name in ("verdict", "league", "owner") if name in given
    ]
    if "game" in given:
        found.append(GAMES.c.game == find_game(given["game"]).name)
    if "since" in given:
        found.append(GAMES.c.started >= _time_text("since", given["since"]))
    if "until" in given:
        found.append(GAMES.c.started <= _time_text("until", given["until"]) + AFTER_ANY_TIME)
    if "opening" in given:
        found.append(_opened_by(connection, given["opening"], given.get("game")))
    if player is not None:
        found.append(_played_by(connection, player, winner))
    kept_as = {"black": "black", "white": "white", "draw": None, "unfinished": UNFINISHED}
    if winner in kept_as:
        found.append(GAMES.c.winner.is_not_distinct_from(kept_as[winner]))
    return found


def _opened_by(connection: Connection, opening: str, game: str | None) -> ColumnElement[bool]:
    """Came to the position after these moves, in the game named or in any in which they can be played; or to one of
    that name."""
    names = [game] if game else list(connection.execute(select(GAMES.c.game).distinct()).scalars())
    hashes: set[int] = set()
    for name in names:
        with suppress(OrchardError):  # no game began with moves that cannot be played
            hashes |= positions_named(find_game(name), opening)
            hashes.add(hash_of(find_game(name).replay(opening)))
    return GAMES.c.key.in_(select(POSITIONS.c.game).where(POSITIONS.c.hash.in_(hashes)))


def _played_by(connection: Connection, player: str, result: str | None) -> ColumnElement[bool]:
    keys = [key for key, spec in connection.execute(select(PLAYERS.c.key, PLAYERS.c.spec)) if _is_meant(player, spec)]

    def is_one(column: Any) -> ColumnElement[bool]:
        # Written into the question as plain numbers: there may be more of them than parameters are allowed.
        return column.in_(bindparam(None, keys, expanding=True, literal_execute=True))  # type: ignore[no-any-return]

    black, white = is_one(GAMES.c.black), is_one(GAMES.c.white)
    if result in ("win", "loss"):
        for_black, for_white = ("black", "white") if result == "win" else ("white", "black")
        return or_(and_(black, GAMES.c.winner == for_black), and_(white, GAMES.c.winner == for_white))
    return or_(black, white)


def _is_meant(asked: str, spec: str) -> bool:
    wanted, spec = asked.casefold(), spec.casefold()
    if "*" in wanted:
        return fnmatchcase(spec, wanted.replace("[", "[[]").replace("?", "[?]"))
    return wanted in (spec, spec.partition(":")[0])


def _time_text(name: str, when: When) -> str:
    if isinstance(when, datetime):
        return (when.astimezone(UTC) if when.tzinfo else when).strftime("%Y-%m-%dT%H:%M:%S")
    if isinstance(when, date):
        return when.isoformat()
    if not re.fullmatch(r"\d{4}(-\d\d(-\d\d([T ]\d\d(:\d\d(:\d\d)?)?)?)?)?", when):
        raise StoreError(f"cannot read {name} {when!r}: write a date or time such as 2026-11-15 or 2026-11-15T14:30")
    return when.replace(" ", "T")
