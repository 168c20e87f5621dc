"""What the games of a league in a class add up to: finished pairs, ratings, scores and faults of every entrant."""

from __future__ import annotations

import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.dialects import postgresql, sqlite

from orchard.classroom.clock import Clock
from orchard.classroom.ratings import class_ratings
from orchard.classroom.submissions import PREFIX
from orchard.classroom.work_tables import STANDINGS
from orchard.play.database import Database
from orchard.play.rating import pentanomial_of
from orchard.play.schema import GAMES, PLAYERS

RATHER_PLAY = 20  # times as long as ratings took to compute are they left alone by those who play
Result = tuple[int, str, str, str | None, str]  # number, black, white, winner, verdict


@dataclass
class Results:
    """Counted games. Ratings count whole pairs only: what one game of a pair is worth depends on the opening."""

    games: int = 0
    scores: dict[tuple[str, str], Counter[float]] = field(default_factory=lambda: defaultdict(Counter))
    pairs: dict[tuple[str, str], list[float]] = field(default_factory=lambda: defaultdict(list))
    faults: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))

    @classmethod
    def of(cls, results: Iterable[Result]) -> Results:
        """Count results, each number once."""
        made, halves = cls(), dict[int, float]()
        for number, black, white, winner, verdict in results:
            made.games += 1
            if verdict not in ("normal", "resign"):
                made.faults[white if winner == "black" else black][verdict] += 1
            for_black = 0.5 if winner is None else float(winner == "black")
            key = (black, white) if black < white else (white, black)
            points = for_black if key[0] == black else 1 - for_black
            made.scores[key][points] += 1
            if number // 2 in halves:
                made.pairs[key].append(halves.pop(number // 2) + points)
            else:
                halves[number // 2] = points
        return made

    def score(self, one: str, other: str) -> tuple[int, int, int]:
        """Wins, draws and losses of one against the other."""
        points = self.scores.get((one, other) if one < other else (other, one), Counter())
        found = (points[1.0], points[0.5], points[0.0])
        return found if one < other else (found[2], found[1], found[0])

    def has_beaten(self, one: str, other: str) -> bool:
        """Whether it has more than half of the points of their finished pairs."""
        pairs = self.pairs.get((one, other) if one < other else (other, one), [])
        ahead = sum(pairs) - len(pairs)
        return (ahead if one < other else -ahead) > 0

    def ratings(self) -> dict[str, dict[str, Any]]:
        """Elo with a 95 % interval, games, points per game, faults, and which references were beaten: of everybody with
        a finished pair."""
        beaten: dict[str, list[str]] = defaultdict(list)
        for key in self.pairs:
            for one_name, other_name in (key, key[::-1]):
                if not other_name.startswith(PREFIX) and self.has_beaten(one_name, other_name):
                    beaten[one_name].append(other_name)
        rated = class_ratings({key: pentanomial_of(points) for key, points in self.pairs.items()})
        return {
            one.player: {
                **one.estimate.as_json(),
                "games": one.games,
                "score": round(one.score, 4),
                "faults": dict(self.faults.get(one.player, {})),
                "beaten": sorted(beaten.get(one.player, ())),
            }
            for one in rated
        }


def results_of(connection: Connection, league: int) -> list[Result]:
    """The games of a league, without their moves."""
    black, white = PLAYERS.alias(), PLAYERS.alias()
    question = (
        select(GAMES.c.number, black.c.spec, white.c.spec, GAMES.c.winner, GAMES.c.verdict)
        .join(black, GAMES.c.black == black.c.key)
        .join(white, GAMES.c.white == white.c.key)
        .where(GAMES.c.league == league)
        .order_by(GAMES.c.number)
    )
    return [(int(row[0]), row[1], row[2], row[3] or None, row[4]) for row in connection.execute(question)]


def count_of(connection: Connection, league: int) -> int:
    return int(connection.execute(select(func.count()).where(GAMES.c.league == league)).scalar_one())


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The ratings of a league as they were computed last."""

    games: int
    made: float
    ratings: dict[str, dict[str, Any]]


class Snapshots:
    """Ratings are computed by those who play and kept in the database: whoever looks reads one row."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._cost_s: dict[int, float] = {}

    def scores(self, league: int) -> list[tuple[str, str, int, int, int]]:
        """Each two that have met, with wins, draws and losses of the first."""
        with self._database.reading() as connection:
            text = connection.execute(select(STANDINGS.c.scores).where(STANDINGS.c.league == league)).scalar()
        return [tuple(row) for row in json.loads(text or "[]")]

    def newest(self, league: int) -> Snapshot:
        """As it was computed last; empty where nothing was."""
        with self._database.reading() as connection:
            wanted = select(STANDINGS.c.games, STANDINGS.c.made, STANDINGS.c.ratings)
            row = connection.execute(wanted.where(STANDINGS.c.league == league)).one_or_none()
        return Snapshot(0, 0.0, {}) if row is None else Snapshot(row.games, row.made, json.loads(row.ratings))

    def is_due(self, league: int, least_age_s: float = 0.0) -> bool:
        """Whether there are more games than were counted, and the last count is old enough."""
        wait_s = max(least_age_s, self._cost_s.get(league, 0.0) * RATHER_PLAY) if least_age_s else 0.0
        with self._database.reading() as connection:
            counted = select(STANDINGS.c.games, STANDINGS.c.made).where(STANDINGS.c.league == league)
            games, made = connection.execute(counted).one_or_none() or (0, 0.0)
            if games and 0 <= self._clock() - made < wait_s:  # a clock that went back delays nothing
                return False
            return count_of(connection, league) != games

    def refreshed(self, league: int, least_age_s: float = 0.0) -> Snapshot:
        """Computed anew where there are more games than were counted, but not within `least_age_s` of the last time."""
        if not self.is_due(league, least_age_s):
            return self.newest(league)
        began = time.monotonic()
        with self._database.reading() as connection:
            counted = Results.of(results_of(connection, league))
        new = Snapshot(counted.games, self._clock(), counted.ratings())
        self._cost_s[league] = time.monotonic() - began
        row = {"league": league, "made": new.made, "games": new.games, "ratings": json.dumps(new.ratings)}
        row["scores"] = json.dumps([(*key, *counted.score(*key)) for key in sorted(counted.scores)])
        with self._database.writing() as connection:
            make = (postgresql if connection.dialect.name == "postgresql" else sqlite).insert(STANDINGS)
            newer = STANDINGS.c.games <= new.games  # another process may have counted more meanwhile
            put = make.values(row).on_conflict_do_update(index_elements=["league"], set_=row, where=newer)
            connection.execute(put)
        return new
