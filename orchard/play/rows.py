"""Between records and the rows of the tables."""

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, select

from orchard.core.game import Color
from orchard.games import game as find_game
from orchard.play.database import StoreError
from orchard.play.record import Fault, GameRecord, MoveRecord, Swap2, plain_moves
from orchard.play.schema import GAMES, MOVES, PLAYERS, UNFINISHED

KEYS_AT_ONCE = 500  # games whose moves are read with one question
MOVES_AT_ONCE = 150  # that are inserted by one statement: old SQLite takes 999 values
KEPT_AS_IT_IS = ("id", "game", "start", "opening", "score", "verdict", "started", "seconds")

_BLACK, _WHITE = PLAYERS.alias("black_player"), PLAYERS.alias("white_player")
GAMES_WITH_NAMES = (
    select(GAMES, _BLACK.c.spec.label("black_spec"), _WHITE.c.spec.label("white_spec"))
    .join(_BLACK, GAMES.c.black == _BLACK.c.key)
    .join(_WHITE, GAMES.c.white == _WHITE.c.key)
)


def version_hash(record: GameRecord, color: Color) -> str:
    """Tells apart the same spec under another release or other weights; the opponent's version does not count."""
    return _hash(tuple((key, value) for key, value in record.versions.items() if key in (color, "orchard")))


@lru_cache(maxsize=1000)
def _hash(given: tuple[tuple[str, str], ...]) -> str:
    versions = dict(given)
    return hashlib.sha256(json.dumps(versions, sort_keys=True).encode()).hexdigest()[:16]


def check_text(record: GameRecord) -> None:
    """PostgreSQL has no NUL in a text and neither system a lone surrogate: refuse both, the same on both."""
    texts = {name: getattr(record, name) for name in ("id", "game", "black", "white", "start", "opening", "started")}
    texts["moves"] = "".join([move.move for move in record.moves])
    if not _can_be_stored("".join(texts.values())):
        name, text = next(said for said in texts.items() if not _can_be_stored(said[1]))
        raise StoreError(f"the {name} of this game has a character that cannot be stored: {text[:60]!r}")
    if not record.id:
        raise StoreError("a game needs an id to be saved")


def _can_be_stored(text: str) -> bool:
    return "\0" not in text and (text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text))


def game_row(record: GameRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in KEPT_AS_IT_IS} | {
        "winner": UNFINISHED if record.is_unfinished else record.winner,
        "fault": json.dumps(asdict(record.fault)) if record.fault else None,
        "seed": str(record.seed),
        "versions": json.dumps(record.versions) if record.versions else "{}",
        "output": json.dumps(record.output) if record.output else "{}",
        "swap2": json.dumps(asdict(record.swap2)) if record.swap2 else None,
    }


def _move_rows(game: int, record: GameRecord) -> list[tuple[Any, ...]]:
    """The moves as rows, their columns in the order of the table."""
    return [
        (
            game,
            ply,
            str(move.move),
            move.seconds,
            None if move.value is None or math.isnan(move.value) else float(move.value),
            move.nodes,
            move.depth,
            json.dumps(move.refused) if move.refused else None,
        )
        for ply, move in enumerate(record.moves)
    ]


def insert_moves(connection: Connection, games: list[tuple[int, GameRecord]]) -> None:
    """The moves of games by their keys. Straight to the driver: most rows are moves, and SQLAlchemy's care of each
    costs more than the insert."""
    names = ", ".join(MOVES.c.keys())
    if connection.dialect.name == "postgresql":  # an array for each column is its fastest plain way
        rows = [row for key, record in games for row in _move_rows(key, record)]
        arrays = ", ".join(f"%s::{column.type.compile(connection.dialect)}[]" for column in MOVES.c)
        if rows:
            columns = tuple(list(column) for column in zip(*rows, strict=True))
            connection.exec_driver_sql(f"INSERT INTO moves ({names}) SELECT * FROM unnest({arrays})", columns)
        return
    plain = [game for game in games if _is_plain(game[1])]
    if plain:  # a game at once: a third of the time
        told = [(key, '["' + '","'.join([move.move for move in record.moves]) + '"]') for key, record in plain]
        connection.exec_driver_sql(
            f"INSERT INTO moves ({names}) SELECT ?, key, value, 0.0, NULL, 0, 0, NULL FROM json_each(?)", told
        )
    for key, record in games:
        if not _is_plain(record):
            for at in range(0, len(record.moves), MOVES_AT_ONCE):
                _insert_told(connection, key, at, record.moves[at : at + MOVES_AT_ONCE])


def _insert_told(connection: Connection, key: int, first: int, moves: Sequence[MoveRecord]) -> None:
    """Consecutive moves of a game by one statement, which names only what differs from move to move: half the time."""
    told: list[Any] = [key]
    is_searched = bool([move for move in moves if move.nodes or move.depth or move.refused])
    for move in moves:
        value = None if move.value is None else float(move.value)  # SQLite takes NaN for NULL
        told += (str(move.move), move.seconds, value)
        if is_searched:
            told += (move.nodes, move.depth, json.dumps(move.refused) if move.refused else None)
    connection.exec_driver_sql(_insert_statement(first, len(moves), is_searched), tuple(told))


@lru_cache(maxsize=1000)
def _insert_statement(first: int, moves: int, is_searched: bool) -> str:
    each = 6 if is_searched else 3
    rows = []
    for at in range(moves):
        given = ", ".join(f"?{number}" for number in range(2 + each * at, 2 + each * (at + 1)))
        rows.append(f"(?1, {first + at}, {given}{'' if is_searched else ', 0, 0, NULL'})")
    return f"INSERT INTO moves ({', '.join(MOVES.c.keys())}) VALUES {', '.join(rows)}"


def _is_plain(record: GameRecord) -> bool:
    """Whether nothing more is known of the moves, and they are those that such games share."""
    return bool(record.moves) and _plain_ids(record.game).issuperset(map(id, record.moves))


@lru_cache(maxsize=64)
def _plain_ids(game: str) -> frozenset[int]:
    return frozenset(map(id, plain_moves(find_game(game))))


def read_games(connection: Connection, question: Any) -> list[GameRecord]:
    return with_moves(connection, connection.execute(question).all())


def with_moves(connection: Connection, games: Sequence[Row[Any]]) -> list[GameRecord]:
    """The records of rows of `GAMES_WITH_NAMES`."""
    moves: dict[int, list[MoveRecord]] = {row.key: [] for row in games}
    keys = list(moves)
    for at in range(0, len(keys), KEYS_AT_ONCE):
        some = MOVES.c.game.in_(keys[at : at + KEYS_AT_ONCE])
        in_order = select(MOVES).where(some).order_by(MOVES.c.game, MOVES.c.ply)
        for key, _, move, seconds, value, nodes, depth, refused in connection.execute(in_order):
            if refused or seconds or value is not None or nodes or depth:
                answers = tuple(json.loads(refused)) if refused else ()
                moves[key].append(MoveRecord(move, seconds, value, nodes, depth, answers))
            else:
                moves[key].append(_plain(move))
    return [_record(row, tuple(moves[row.key])) for row in games]


@lru_cache(maxsize=2000)
def _plain(move: str) -> MoveRecord:
    """A move of which no more is known: all games share them."""
    return MoveRecord(move)


def _record(row: Row[Any], moves: tuple[MoveRecord, ...]) -> GameRecord:
    return GameRecord(
        **{name: getattr(row, name) for name in KEPT_AS_IT_IS},
        black=row.black_spec,
        white=row.white_spec,
        moves=moves,
        winner=row.winner or None,
        fault=Fault(**json.loads(row.fault)) if row.fault else None,
        seed=int(row.seed),
        versions=json.loads(row.versions),
        output=json.loads(row.output),
        swap2=Swap2.from_json(json.loads(row.swap2)) if row.swap2 else None,
    )
