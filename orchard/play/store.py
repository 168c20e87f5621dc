"""Keeps games, reviews, leagues and ratings in a database: a save is one transaction, and nothing is saved twice."""

from __future__ import annotations

import gc
import hashlib
import json
import threading
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple, Unpack

from sqlalchemy import Connection, Row, Table, delete, func, insert, select, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError

from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, WHITE, Position
from orchard.core.interrupts import stop_on_interrupt
from orchard.play.database import Database, StoreError
from orchard.play.position_search import PositionFound, find_position, index_positions
from orchard.play.rating import Rating
from orchard.play.record import GameRecord
from orchard.play.rows import (
    GAMES_WITH_NAMES,
    KEYS_AT_ONCE,
    check_text,
    game_row,
    insert_moves,
    read_games,
    version_hash,
    with_moves,
)
from orchard.play.schema import GAMES, LEAGUES, MOVES, PLAYERS, POSITIONS, RATINGS, REVIEWS
from orchard.play.search_games import GameFilter, matching, newest_first

__all__ = ["Imported", "LeagueRow", "Played", "Store", "StoreError"]

GAMES_AT_ONCE = 500  # that are imported in one transaction
Who = tuple[str, str]  # a player's spec and version
RATED = ("player", "elo", "low", "high", "games", "score")  # what is kept of a rating


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A league as it was written down: its plan is in `settings`."""

    id: int
    name: str
    settings: dict[str, Any]
    created: str  # ISO 8601, UTC
    finished: str | None = None


class Played(NamedTuple):
    """What was played: the game, its start as board text (its own start if empty), and the transcript."""

    game: str
    start: str
    moves: str


class Imported(NamedTuple):
    """How far an import is: games read, and those of them that were not there before."""

    games: int
    new: int


class Store:
    """`Store()` is the user's own database, or the one ORCHARD_DB names; `Store(url)` any other.

    A url is the path of an SQLite file or `postgresql://user@host/name`. Use it in a `with`, or close it.
    Several processes and threads may write to one database at the same time.
    """

    def __init__(self, url: str | None = None) -> None:
        self.database = Database(url)
        self._known_players: dict[Who, int] = {}  # committed ones only

    @classmethod
    def over(cls, database: Database) -> Store:
        """A store in a database that is open already; closing it closes that."""
        made = cls.__new__(cls)
        made.database, made._known_players = database, {}
        return made

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.database.close()

    def __repr__(self) -> str:
        return f"Store({self.database.shown!r})"

    # --------------------------------------------------------------- games

    def save_game(
        self, record: GameRecord, league: int | None = None, number: int | None = None, *, owner: str | None = None
    ) -> bool:
        """Keep a game, all of it or nothing. False if its id, or that number of that league, was there already."""
        return self.save_games([record], league, None if number is None else [number], owner=owner) == 1

    def save_games(
        self,
        records: Iterable[GameRecord],
        league: int | None = None,
        numbers: Iterable[int] | None = None,
        *,
        owner: str | None = None,
    ) -> int:
        """Keep many games in one transaction; says how many of them were new. `owner`: who played them in a browser."""
        games = list(records)
        given: list[int | None] = [None] * len(games) if numbers is None else list(numbers)
        if len(given) != len(games):
            raise StoreError(f"{len(games)} games but {len(given)} numbers to save them under")
        for record, number in zip(games, given, strict=True):
            if (league is None) != (number is None):
                raise StoreError("a game of a league needs both the league and its number in it")
            check_text(record)
        return len(self._save(games, given, league, owner))

    def _save(
        self, games: list[GameRecord], numbers: list[int | None], league: int | None, owner: str | None
    ) -> list[int]:
        """The keys of those games that were new."""
        if not games:
            return []
        with self.database.writing() as connection:
            if league is not None:
                _league_row(connection, league)
            sides = [[(g.black, version_hash(g, BLACK)), (g.white, version_hash(g, WHITE))] for g in games]
            found = self._player_keys(connection, dict.fromkeys(chain.from_iterable(sides)))
            rows = []
            for record, number, (black, white) in zip(games, numbers, sides, strict=True):
                more = {"black": found[black], "white": found[white], "league": league, "number": number}
                rows.append(game_row(record) | more | {"owner": owner})
            new = _insert_new(connection.dialect.name, GAMES).returning(GAMES.c.id)
            keys = {id: int(key) for key, id in connection.execute(new, rows)}
            saved = list(keys.values())
            # of several games with the same id the first is the one that was inserted
            insert_moves(connection, [(keys.pop(record.id), record) for record in games if record.id in keys])
        self._known_players.update(found)
        return saved

    def import_games(self, records: Iterable[GameRecord]) -> Iterator[Imported]:
        """Keep any number of games, some at a time, and say after each of these how far it is.

        What was saved stays when the caller stops, also by Ctrl-C. Where `records` raises an OrchardError, what was
        saved of them is removed again: all of a file is kept, or nothing.
        """
        done, keys = Imported(0, 0), array("q")
        source = iter(records)
        while True:
            try:
                with _without_collections():
                    some = list(islice(source, GAMES_AT_ONCE))
                for record in some:
                    check_text(record)
            except OrchardError:
                self._remove(keys)
                raise
            if not some:
                return
            interrupted = threading.Event()
            with stop_on_interrupt(interrupted):
                keys.extend(self._save(some, [None] * len(some), None, None))
            done = Imported(done.games + len(some), len(keys))
            yield done
            if interrupted.is_set():  # heard after it was told what is saved
                raise KeyboardInterrupt

    def _remove(self, keys: Sequence[int]) -> None:
        for at in range(0, len(keys), KEYS_AT_ONCE):
            some = keys[at : at + KEYS_AT_ONCE]
            with self.database.writing() as connection:
                for table in (MOVES, POSITIONS):
                    connection.execute(delete(table).where(table.c.game.in_(some)))
                connection.execute(delete(GAMES).where(GAMES.c.key.in_(some)))

    def _player_keys(self, connection: Connection, players: Iterable[Who]) -> dict[Who, int]:
        """The keys of players, by spec and version; those that are new are added."""
        found, new = dict[Who, int](), list[Who]()
        for who in players:
            if who in self._known_players:
                found[who] = self._known_players[who]
            else:
                new.append(who)
        if new:
            added = _insert_new(connection.dialect.name, PLAYERS).returning(PLAYERS.c.spec, PLAYERS.c.version)
            rows = connection.execute(added, [{"spec": spec, "version": version} for spec, version in new])
            found |= {(spec, version): int(key) for key, spec, version in rows}
        for who in new:
            if who not in found:  # it was there already
                same = (PLAYERS.c.spec == who[0]) & (PLAYERS.c.version == who[1])
                found[who] = int(connection.execute(select(PLAYERS.c.key).where(same)).scalar_one())
        return found

    def game(self, id: str) -> GameRecord:
        """The game of that id, or of the only id that begins so."""
        with self.database.reading() as connection:
            exact = read_games(connection, GAMES_WITH_NAMES.where(GAMES.c.id == id))
            if exact:
                return exact[0]
            begins = GAMES.c.id.startswith(id, autoescape=True)
            found = read_games(connection, GAMES_WITH_NAMES.where(begins).limit(2)) if id else []
        if len(found) == 1:
            return found[0]
        if found:
            raise StoreError(f"several games have an id that begins with {id!r}: give more of it")
        raise StoreError(f"no game {id!r} in {self.database.shown}: `orchard games list` shows the ids")

    def find_games(self, *, limit: int | None = 100, offset: int = 0, **asked: Unpack[GameFilter]) -> list[GameRecord]:
        """Games, newest first, that answer to everything asked."""
        if offset < 0 or (limit is not None and limit < 0):
            raise StoreError("limit and offset count games: they cannot be below 0")
        asked["league"] = self._league_id(asked.get("league"))
        with self.database.reading() as connection:
            return read_games(connection, newest_first(connection, asked).limit(limit).offset(offset))

    def each_game(
        self, *, oldest_first: bool = False, offset: int = 0, **asked: Unpack[GameFilter]
    ) -> Iterator[GameRecord]:
        """All games that answer to everything asked, one by one: only a few of them are in memory at a time. `offset`
        passes over as many.

        A game that is saved meanwhile may be missing.
        """
        asked["league"] = self._league_id(asked.get("league"))
        order = (GAMES.c.started, GAMES.c.key) if oldest_first else (GAMES.c.started.desc(), GAMES.c.key.desc())
        here = tuple_(GAMES.c.started, GAMES.c.key)
        with self.database.reading() as connection:
            conditions = matching(connection, asked)
        last: tuple[str, int] | None = None
        while True:
            question = GAMES_WITH_NAMES.where(*conditions).order_by(*order).limit(KEYS_AT_ONCE)
            if last is None:
                question = question.offset(offset)
            else:
                question = question.where(here > last if oldest_first else here < last)
            with self.database.reading() as connection:
                rows = connection.execute(question).all()
                found = with_moves(connection, rows)
            yield from found
            if len(rows) < KEYS_AT_ONCE:
                return
            last = (rows[-1].started, rows[-1].key)

    def count_games(self, **asked: Unpack[GameFilter]) -> int:
        """How many games `find_games` would give without a limit."""
        asked["league"] = self._league_id(asked.get("league"))
        with self.database.reading() as connection:
            conditions = matching(connection, asked)
            return int(connection.execute(select(func.count()).select_from(GAMES).where(*conditions)).scalar_one())

    def find_position(self, position: Position, *, limit: int = 20) -> PositionFound:
        """How many games had a position, mirrored or not, what was played there, and the newest of them. Games saved
        since somebody last asked are hashed first, which takes a while for many."""
        index_positions(self.database)
        return find_position(self.database, position, limit)

    def _league_id(self, league: int | str | None) -> int | None:
        return league if league is None or isinstance(league, int) else self.league(league).id

    # --------------------------------------------------------------- reviews

    def review(self, played: Played, edition: str) -> dict[str, Any] | None:
        """The review of what was played that was kept under this edition; None where there is none."""
        with self.database.reading() as connection:
            same = REVIEWS.c.key == _review_key(played, edition)
            kept = connection.execute(select(REVIEWS.c.review).where(same)).scalar_one_or_none()
        return None if kept is None else json.loads(kept)

    def save_review(self, played: Played, edition: str, review: dict[str, Any]) -> bool:
        """Keep a review; False if there was one already, which then stays as it is."""
        row = {"key": _review_key(played, edition), "edition": edition, "made": _now(), "review": json.dumps(review)}
        row |= {"game": played.game, "start": played.start, "moves": played.moves}
        with self.database.writing() as connection:
            return connection.execute(_insert_new(connection.dialect.name, REVIEWS), row).scalar() is not None

    # --------------------------------------------------------------- leagues

    def create_league(self, name: str, settings: dict[str, Any]) -> int:
        """A new league; its name must be new too."""
        with self.database.writing() as connection:
            values = {"name": name, "settings": json.dumps(settings), "created": _now()}
            key = connection.execute(_insert_new(connection.dialect.name, LEAGUES), values).scalar()
            if key is None:
                raise StoreError(f"there is a league {name!r} already: choose another name, or resume it")
            return int(key)

    def league(self, id_or_name: int | str) -> LeagueRow:
        with self.database.reading() as connection:
            return _league(_league_row(connection, id_or_name))

    def leagues(self) -> list[LeagueRow]:
        """All leagues, newest first."""
        with self.database.reading() as connection:
            return [_league(row) for row in connection.execute(select(LEAGUES).order_by(LEAGUES.c.key.desc()))]

    def league_numbers(self, league: int) -> set[int]:
        """The numbers of the games already played."""
        with self.database.reading() as connection:
            _league_row(connection, league)
            return set(connection.execute(select(GAMES.c.number).where(GAMES.c.league == league)).scalars())

    def league_games(self, league: int) -> list[GameRecord]:
        """Its games, by number."""
        with self.database.reading() as connection:
            _league_row(connection, league)
            return read_games(connection, GAMES_WITH_NAMES.where(GAMES.c.league == league).order_by(GAMES.c.number))

    def finish_league(self, league: int) -> None:
        """Note that all games of a league are played; the first time counts."""
        with self.database.writing() as connection:
            _league_row(connection, league)
            open_one = (LEAGUES.c.key == league) & LEAGUES.c.finished.is_(None)
            connection.execute(update(LEAGUES).where(open_one).values(finished=_now()))

    # --------------------------------------------------------------- ratings

    def save_ratings(self, league: int, ratings: Sequence[Rating]) -> None:
        """The ratings of a league, in place of those it had."""
        with self.database.writing() as connection:
            _league_row(connection, league)
            connection.execute(delete(RATINGS).where(RATINGS.c.league == league))
            if ratings:
                rows = [{name: getattr(rating, name) for name in RATED} | {"league": league} for rating in ratings]
                try:
                    connection.execute(insert(RATINGS), rows)
                except IntegrityError as error:
                    raise StoreError("a player appears twice in the ratings of one league") from error

    def ratings(self, league: int | None = None) -> list[Rating]:
        """The ratings of a league, best first; without one, those of all leagues, the newest league first."""
        question = select(*(RATINGS.c[name] for name in RATED)).order_by(
            RATINGS.c.league.desc(), RATINGS.c.elo.desc(), RATINGS.c.player
        )
        with self.database.reading() as connection:
            if league is not None:
                _league_row(connection, league)
                question = question.where(RATINGS.c.league == league)
            return [Rating(*row) for row in connection.execute(question)]


@contextmanager
def _without_collections() -> Iterator[None]:
    """Thousands of moves are made and none of them is garbage: looking for it takes a tenth of an import."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _review_key(played: Played, edition: str) -> str:
    return hashlib.sha256("\n".join((*played, edition)).encode()).hexdigest()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


@lru_cache(maxsize=16)
def _insert_new(dialect: str, table: Table) -> Any:
    """An insert that leaves a row alone that is there already, by any of its unique columns; else it gives the key."""
    statement = (postgresql if dialect == "postgresql" else sqlite).insert(table).on_conflict_do_nothing()
    return statement.returning(table.c.key)


def _league(row: Row[Any]) -> LeagueRow:
    return LeagueRow(row.key, row.name, json.loads(row.settings), row.created, row.finished)


def _league_row(connection: Connection, id_or_name: int | str) -> Row[Any]:
    same = LEAGUES.c.key == id_or_name if isinstance(id_or_name, int) else LEAGUES.c.name == id_or_name
    row = connection.execute(select(LEAGUES).where(same)).one_or_none()
    if row is None:
        names = connection.execute(select(LEAGUES.c.name).order_by(LEAGUES.c.key.desc()).limit(5)).scalars().all()
        there = f"the newest are {', '.join(names)}" if names else "there is none yet"
        raise StoreError(f"no league {id_or_name!r}; {there}")
    return row
