"""Between records and the rows of the tables."""

import hashlib
import json
import math
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Row, select

from orchard.core.game import Color
from orchard.play.database import StoreError
from orchard.play.record import Fault, GameRecord, MoveRecord, Swap2
from orchard.play.schema import GAMES, MOVES, PLAYERS, UNFINISHED

KEYS_AT_ONCE = 500  # games whose moves are read with one question
KEPT_AS_IT_IS = ("id", "game", "start", "opening", "score", "verdict", "started", "seconds")

_BLACK, _WHITE = PLAYERS.alias("black_player"), PLAYERS.alias("white_player")
GAMES_WITH_NAMES = (
    select(GAMES, _BLACK.c.spec.label("black_spec"), _WHITE.c.spec.label("white_spec"))
    .join(_BLACK, GAMES.c.black == _BLACK.c.key)
    .join(_WHITE, GAMES.c.white == _WHITE.c.key)
)


def version_hash(record: GameRecord, color: Color) -> str:
    """Tells apart the same spec under another release or other weights; the opponent's version does not count."""
    versions = {key: value for key, value in record.versions.items() if key in (color, "orchard")}
    return hashlib.sha256(json.dumps(versions, sort_keys=True).encode()).hexdigest()[:16]


def check_text(record: GameRecord) -> None:
    """PostgreSQL has no NUL in a text and neither system a lone surrogate: refuse both, the same on both."""
    texts = {name: getattr(record, name) for name in ("id", "game", "black", "white", "start", "opening", "started")}
    texts["moves"] = "".join(move.move for move in record.moves)
    for name, text in texts.items():
        if "\0" in text or (not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text)):
            raise StoreError(f"the {name} of this game has a character that cannot be stored: {text[:60]!r}")
    if not record.id:
        raise StoreError("a game needs an id to be saved")


def game_row(record: GameRecord) -> dict[str, Any]:
    return {name: getattr(record, name) for name in KEPT_AS_IT_IS} | {
        "winner": UNFINISHED if record.is_unfinished else record.winner,
        "fault": json.dumps(asdict(record.fault)) if record.fault else None,
        "seed": str(record.seed),
        "versions": json.dumps(record.versions),
        "output": json.dumps(record.output),
        "swap2": json.dumps(asdict(record.swap2)) if record.swap2 else None,
    }


def move_rows(record: GameRecord, game: int) -> list[tuple[Any, ...]]:
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


def insert_moves(connection: Connection, rows: list[tuple[Any, ...]]) -> None:
    """Straight to the driver: most rows are moves, and SQLAlchemy's care of each costs more than the insert."""
    if not rows:
        return
    statement, by_column = _move_insert(connection.dialect)
    if by_column:
        connection.exec_driver_sql(statement, tuple(list(column) for column in zip(*rows, strict=True)))
    else:
        connection.exec_driver_sql(statement, rows)


@lru_cache(maxsize=4)
def _move_insert(dialect: Dialect) -> tuple[str, bool]:
    """The SQL, and whether it takes all rows at once, an array for each column: PostgreSQL's fastest plain way."""
    names = ", ".join(MOVES.c.keys())
    if dialect.name != "postgresql":
        return f"INSERT INTO moves ({names}) VALUES ({', '.join('?' * len(MOVES.c))})", False
    arrays = ", ".join(f"%s::{column.type.compile(dialect)}[]" for column in MOVES.c)
    return f"INSERT INTO moves ({names}) SELECT * FROM unnest({arrays})", True


def read_games(connection: Connection, question: Any) -> list[GameRecord]:
    games = connection.execute(question).all()
    moves: dict[int, list[MoveRecord]] = {row.key: [] for row in games}
    keys = list(moves)
    for at in range(0, len(keys), KEYS_AT_ONCE):
        some = MOVES.c.game.in_(keys[at : at + KEYS_AT_ONCE])
        in_order = select(MOVES).where(some).order_by(MOVES.c.game, MOVES.c.ply)
        for key, _, move, seconds, value, nodes, depth, refused in connection.execute(in_order):
            answers = tuple(json.loads(refused)) if refused else ()
            moves[key].append(MoveRecord(move, seconds, value, nodes, depth, answers))
    return [_record(row, tuple(moves[row.key])) for row in games]


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
