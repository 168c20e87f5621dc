"""Which of the saved games had a position, what was played there, and how they ended.

Positions are looked up by a hash that is the same for all mirror images of a board. Games are hashed when somebody
first asks, so that saving a game costs nothing more; what has been hashed can be asked meanwhile.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import case, delete, exists, func, insert, select

from orchard.core.choice import Stop
from orchard.core.errors import OrchardError
from orchard.core.game import Game, Position
from orchard.play.database import Database
from orchard.play.mirrored import canonical, hash_of, mirrored_move
from orchard.play.record import GameRecord
from orchard.play.rows import GAMES_WITH_NAMES, read_games
from orchard.play.schema import GAMES, POSITIONS

AT_ONCE = 20  # games that are hashed in one transaction
CANNOT_REPLAY = -1  # the ply of the only row of such a game


@dataclass(frozen=True, slots=True)
class NextMove:
    """A move that was played in the position, with how its games ended; '' where they ended in the position."""

    move: str
    games: int
    black: int  # won by black
    white: int
    draws: int


@dataclass(frozen=True, slots=True)
class Results:
    """How the games ended that had a position."""

    games: int = 0
    black: int = 0  # won by black
    white: int = 0
    draws: int = 0


@dataclass(frozen=True, slots=True)
class PositionFound:
    """What the saved games say of a position: the moves by how often they were played, and the newest games."""

    total: int
    moves: tuple[NextMove, ...]
    games: tuple[GameRecord, ...]


# ------------------------------------------------------------------- hashing


def _rows(key: int, record: GameRecord) -> list[dict[str, Any]]:
    rows = []
    try:
        position = record.start_position()
        played = [*record.first_position().moves_made, *(move.move for move in record.moves)]
        for ply, name in enumerate(played):
            found, symmetries = canonical(position)
            move = position.move(name)
            rows.append(
                {"game": key, "ply": ply, "hash": found, "move": mirrored_move(position.game, move, symmetries)}
            )
            position = position.game.after(position, move)
        rows.append({"game": key, "ply": len(played), "hash": hash_of(position), "move": ""})
    except OrchardError:
        return [{"game": key, "ply": CANNOT_REPLAY, "hash": 0, "move": ""}]
    return rows


# ------------------------------------------------------------------- the database


def index_positions(
    database: Database,
    stop: Stop | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    owner: str | None = None,
) -> int:
    """Hash the games that were saved since, of one owner or all; `on_progress` gets how many are done, and of how many,
    where there are any: first of all 0. Says how many."""
    missing = select(GAMES.c.key).where(~exists().where(POSITIONS.c.game == GAMES.c.key)).order_by(GAMES.c.key)
    if owner is not None:
        missing = missing.where(GAMES.c.owner == owner)
    with database.reading() as connection:
        keys = list(connection.execute(missing).scalars())
    done = 0
    if keys and on_progress is not None:
        on_progress(done, len(keys))
    for at in range(0, len(keys), AT_ONCE):
        if stop is not None and stop.is_set():
            break
        some = keys[at : at + AT_ONCE]
        with database.reading() as connection:
            in_order = GAMES_WITH_NAMES.where(GAMES.c.key.in_(some)).order_by(GAMES.c.key)
            records = read_games(connection, in_order)
            there = list(
                connection.execute(select(GAMES.c.key).where(GAMES.c.key.in_(some)).order_by(GAMES.c.key)).scalars()
            )
        rows = [row for key, record in zip(there, records, strict=True) for row in _rows(key, record)]
        with database.writing() as connection:
            connection.execute(delete(POSITIONS).where(POSITIONS.c.game.in_(there)))  # somebody else may do the same
            if rows:
                connection.execute(insert(POSITIONS), rows)
        done += len(some)
        if on_progress is not None:
            on_progress(done, len(keys))
    return done


def _won(winner: str | None) -> Any:
    return func.sum(case((GAMES.c.winner.is_not_distinct_from(winner), 1), else_=0))


RESULTS = (_won("black"), _won("white"), _won(None))


def results_of(database: Database, hashes: Sequence[int]) -> dict[int, Results]:
    """How the games that have been hashed ended, for each of some positions by its hash."""
    counts = (
        select(POSITIONS.c.hash, func.count(), *RESULTS)
        .join(GAMES, GAMES.c.key == POSITIONS.c.game)
        .where(POSITIONS.c.hash.in_(hashes))
        .group_by(POSITIONS.c.hash)
    )
    with database.reading() as connection:
        found = {row[0]: Results(*map(int, row[1:])) for row in connection.execute(counts)}
    return {each: found.get(each, Results()) for each in hashes}


def find_position(database: Database, position: Position, limit: int = 20) -> PositionFound:
    """What the games that have been hashed say of a position, or of a mirror image of it."""
    wanted, symmetries = canonical(position)
    same = POSITIONS.c.hash == wanted
    counts = (
        select(POSITIONS.c.move, func.count(), *RESULTS)
        .join(GAMES, GAMES.c.key == POSITIONS.c.game)
        .where(same)
        .group_by(POSITIONS.c.move)
    )
    newest = GAMES_WITH_NAMES.join(POSITIONS, POSITIONS.c.game == GAMES.c.key).where(same)
    with database.reading() as connection:
        rows = connection.execute(counts).all()
        in_order = newest.order_by(GAMES.c.started.desc(), GAMES.c.key.desc())
        games = read_games(connection, in_order.limit(limit))
    back = _way_back(position.game, symmetries[0])
    moves = [NextMove(_seen(position.game, row[0], back), *map(int, row[1:])) for row in rows]
    moves.sort(key=lambda entry: (-entry.games, entry.move))
    return PositionFound(sum(entry.games for entry in moves), tuple(moves), tuple(games))


def _way_back(game: Game, k: int) -> int:
    """The symmetry that undoes symmetry k."""
    board = game.board
    there = board.symmetry(k)
    return next(other for other in game.symmetries if all(board.symmetry(other)[s] == n for n, s in enumerate(there)))


def _seen(game: Game, move: str, k: int) -> str:
    return str(game.board.transform_move(game.board.move(move), k)) if move not in ("", "pass") else move
