"""A game played again because somebody asks: the same versions, opening and seed, in a league that nothing counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from orchard.classroom.asked import job_of_game, jobs_about, one_at_a_time, put
from orchard.classroom.clock import Clock
from orchard.classroom.playing import game_id
from orchard.classroom.work_queue import REPEAT
from orchard.classroom.work_tables import JOBS
from orchard.play.database import StoreError
from orchard.play.record import GameRecord
from orchard.play.store import Store

MOST_SHOWN = 10  # of a game's repeats, the newest


@dataclass(frozen=True, slots=True)
class Comparison:
    """Where two games part: the number of the first move that is not the same in both, counted from the start of the
    game with its opening; None where all moves are the same."""

    differs_at: int | None
    same_end: bool  # whether they ended the same way: verdict and winner

    @classmethod
    def of(cls, one: GameRecord, other: GameRecord) -> Comparison:
        first, second = _moves(one), _moves(other)
        both = min(len(first), len(second))
        same = next((at for at in range(both) if first[at] != second[at]), both)
        at = None if same == len(first) == len(second) else same + 1
        return cls(at, (one.verdict, one.winner) == (other.verdict, other.winner))

    def as_json(self) -> dict[str, Any]:
        return {"differs_at": self.differs_at, "same_end": self.same_end}


def _moves(record: GameRecord) -> list[str]:
    return [*record.first_position().moves_made, *(move.move for move in record.moves)]


class Repeats:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def ask(self, game: str, asker: str, *, limited: bool = True) -> None:
        """Put it into the queue, unless it waits there already. A repeat of a repeat is one of the first game."""
        with self._store.database.reading() as connection:
            assignment = job_of_game(connection, self._first(connection, game)).assignment
        league = self._league(assignment)
        with self._store.database.writing() as connection:
            one_at_a_time(connection)
            game = self._first(connection, game)
            if any(row.state in ("waiting", "running") for row in jobs_about(connection, REPEAT, game)):
                return
            same = job_of_game(connection, game)
            last = select(func.coalesce(func.max(JOBS.c.pair), -1)).where(JOBS.c.league == league)
            row = {name: getattr(same, name) for name in ("assignment", "first", "second", "opening", "seed")}
            row |= {"league": league, "pair": connection.execute(last).scalar_one() + 1, "about": game}
            put(connection, REPEAT, row | {"why": f"repeat of {game}"}, asker, limited, self._clock())

    def first(self, game: str) -> str | None:
        """The game that this one repeats; None where it is no repeat."""
        with self._store.database.reading() as connection:
            found = self._first(connection, game)
        return None if found == game else found

    def of(self, game: str) -> list[dict[str, Any]]:
        """The repeats of a game, the newest first: {'id', 'state', 'made'}, and of those that are played how they
        compare with it."""
        with self._store.database.reading() as connection:
            rows = jobs_about(connection, REPEAT, game)[:MOST_SHOWN]
        listed = []
        for row in rows:
            id = game_id(row.league, 2 * row.pair + number_of(game) % 2)
            told: dict[str, Any] = {"id": id, "state": row.state, "made": row.made}
            listed.append(told | (self.compared(id, game) if row.state == "done" else {}))
        return listed

    def compared(self, one: str, other: str) -> dict[str, Any]:
        return Comparison.of(self._store.game(one), self._store.game(other)).as_json()

    def _first(self, connection: Connection, game: str) -> str:
        row = job_of_game(connection, game)
        return str(row.about) if row.kind == REPEAT else game

    def _league(self, assignment: int) -> int:
        """The league of an assignment's repeats, made when it is first needed."""
        name = f"class repeats {assignment}"
        try:
            return self._store.league(name).id
        except StoreError:
            pass
        try:
            return self._store.create_league(name, {"purpose": "class repeats"})
        except StoreError:  # somebody else was first
            return self._store.league(name).id


def number_of(game: str) -> int:
    """The number of a game in its league."""
    return int(game.rpartition("-")[2])
