"""What can be asked of the saved games, and how it is put to the database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fnmatch import fnmatchcase
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, or_, select

from orchard.games import game as find_game
from orchard.play.database import StoreError
from orchard.play.record import VERDICTS
from orchard.play.rows import GAMES_WITH_NAMES
from orchard.play.schema import GAMES, PLAYERS, UNFINISHED

When = str | date | datetime
WINNERS = ("black", "white", "draw", "unfinished", "win", "loss")
AFTER_ANY_TIME = "~"  # sorts after every character of a date, so that 'until 2026-11' holds all of November


@dataclass(frozen=True, slots=True)
class GameFilter:
    player: str | None = None
    game: str | None = None
    winner: str | None = None
    verdict: str | None = None
    since: When | None = None
    until: When | None = None
    league: int | None = None


def newest_first(connection: Connection, asked: GameFilter) -> Select[Any]:
    """The games meant by `asked`, with the names of their players."""
    found = GAMES_WITH_NAMES.where(*matching(connection, asked))
    return found.order_by(GAMES.c.started.desc(), GAMES.c.key.desc())


def matching(connection: Connection, asked: GameFilter) -> list[ColumnElement[bool]]:
    """The conditions on a game that `asked` comes to; an answer that cannot exist is refused."""
    if asked.winner is not None and asked.winner not in WINNERS:
        raise StoreError(f"no result {asked.winner!r}: it is one of {', '.join(WINNERS)}")
    if asked.winner in ("win", "loss") and asked.player is None:
        raise StoreError(f"whose {asked.winner}? name the player too, or ask for black, white or draw")
    if asked.verdict is not None and asked.verdict not in VERDICTS:
        raise StoreError(f"no verdict {asked.verdict!r}: it is one of {', '.join(VERDICTS)}")
    found: list[ColumnElement[bool]] = []
    if asked.game is not None:
        found.append(GAMES.c.game == find_game(asked.game).name)
    if asked.verdict is not None:
        found.append(GAMES.c.verdict == asked.verdict)
    if asked.league is not None:
        found.append(GAMES.c.league == asked.league)
    if asked.since is not None:
        found.append(GAMES.c.started >= _time_text("since", asked.since))
    if asked.until is not None:
        found.append(GAMES.c.started <= _time_text("until", asked.until) + AFTER_ANY_TIME)
    if asked.player is not None:
        found.append(_played_by(connection, asked.player, asked.winner))
    if asked.winner in ("black", "white"):
        found.append(GAMES.c.winner == asked.winner)
    if asked.winner == "draw":
        found.append(GAMES.c.winner.is_(None))
    if asked.winner == "unfinished":
        found.append(GAMES.c.winner == UNFINISHED)
    return found


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
