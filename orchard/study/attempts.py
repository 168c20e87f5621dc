"""What a learner tried, and the ratings that follow: of the learner in each game, and of each puzzle."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from sqlalchemy import Connection, Table, func, select, update

from orchard.core.game import Game
from orchard.core.puzzle import Puzzle
from orchard.play.database import Database
from orchard.play.schema import ATTEMPTS, PUZZLE_STRENGTHS, STRENGTHS
from orchard.players.level import LEVELS, ladder
from orchard.study.glicko import Z95, Result, Strength, after, expected
from orchard.study.profiles import insert_new, key_of, now

Source = Literal["puzzle", "game"]
SOURCES: tuple[Source, ...] = ("puzzle", "game")
PUZZLE_DEVIATION = 100.0  # of a rating that only levels have given
EVEN = (0.45, 0.55)  # the score to expect from an opponent that fits


@dataclass(frozen=True, slots=True)
class Attempt:
    """A puzzle that somebody tried, or a rated game. `id` is made up by who reports it: twice the same counts once."""

    id: str
    score: float
    tries: int = 1
    hints: int = 0


@lru_cache(maxsize=64)
def level_strength(game: Game, number: int) -> Strength:
    """A level as an opponent of known rating."""
    rated = ladder(game)[number - 1].rating
    if rated is None:
        return Strength(150.0 * (number - 1), 200.0)
    return Strength(float(rated.elo), (rated.high - rated.low) / 2 / Z95)


class Attempts:
    """The attempts of all profiles of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def puzzle(self, profile: str, puzzle: Puzzle, attempt: Attempt) -> Strength:
        """Keep an attempt at a puzzle, and move both ratings if it is the first; gives the learner's.

        With a hint or after a wrong try it counts as not solved.
        """
        game = puzzle.position.game
        tags = {"kind": puzzle.kind, "phase": puzzle.phase, "facts": puzzle.tags}
        at_once = float(attempt.score == 1 and attempt.tries == 1 and attempt.hints == 0)
        with self.database.writing() as connection:
            key = key_of(connection, profile)
            first_of_puzzle = Strength(float(puzzle.rating or 0), PUZZLE_DEVIATION)
            where = {"game": game.name, "puzzle": puzzle.id}
            opponent = _locked(connection, PUZZLE_STRENGTHS, where, first_of_puzzle)
            own, rated = self._keep(connection, key, game, "puzzle", puzzle.id, attempt, at_once, tags, opponent)
            if rated:
                before, _ = own
                _change(connection, PUZZLE_STRENGTHS, where, after(opponent, [Result(before, 1 - at_once)]))
            return own[1]

    def game(self, profile: str, game: Game, level: int, attempt: Attempt) -> Strength:
        """Keep a rated game against a level; gives the learner's rating by games."""
        with self.database.writing() as connection:
            key, opponent = key_of(connection, profile), level_strength(game, level)
            against = f"level:{level}"
            own, _ = self._keep(connection, key, game, "game", against, attempt, attempt.score, {}, opponent)
            return own[1]

    def _keep(
        self,
        connection: Connection,
        profile: int,
        game: Game,
        source: Source,
        against: str,
        attempt: Attempt,
        score: float,
        tags: dict[str, Any],
        opponent: Strength,
    ) -> tuple[tuple[Strength, Strength], bool]:
        """The learner's strength before and after, and whether it was rated."""
        where = {"profile": profile, "game": game.name, "source": source}
        before = _locked(connection, STRENGTHS, where, Strength())
        same = (ATTEMPTS.c.profile == profile) & (ATTEMPTS.c.game == game.name) & (ATTEMPTS.c.against == against)
        tried = source == "puzzle" and connection.execute(select(ATTEMPTS.c.key).where(same).limit(1)).first()
        later = before if tried else after(before, [Result(opponent, score)])
        row = {
            "profile": profile, "id": attempt.id, "game": game.name, "source": source, "against": against,
            "score": attempt.score, "tries": attempt.tries, "hints": attempt.hints, "tags": json.dumps(tags),
            "made": now(), "rated": int(not tried), "rating": later.rating, "deviation": later.deviation,
        }  # fmt: skip
        if not insert_new(connection, ATTEMPTS, row):
            return (before, before), False
        _change(connection, STRENGTHS, where, later)
        return (before, later), not tried

    def strengths(self, profile: str, game: Game) -> dict[str, Strength]:
        """By source, where there is something to go by."""
        with self.database.reading() as connection:
            same = (STRENGTHS.c.profile == key_of(connection, profile)) & (STRENGTHS.c.game == game.name)
            rows = connection.execute(select(STRENGTHS).where(same))
            return {row.source: Strength(row.rating, row.deviation, row.volatility) for row in rows}

    def puzzle_strength(self, puzzle: Puzzle) -> Strength:
        where = {"game": puzzle.position.game.name, "puzzle": puzzle.id}
        with self.database.reading() as connection:
            found = _read(connection, PUZZLE_STRENGTHS, where)
        return found or Strength(float(puzzle.rating or 0), PUZZLE_DEVIATION)

    def puzzle_ratings(self, game: Game) -> dict[str, float]:
        """The ratings of the puzzles that somebody has tried, by their ids."""
        with self.database.reading() as connection:
            columns = (PUZZLE_STRENGTHS.c.puzzle, PUZZLE_STRENGTHS.c.rating)
            found = connection.execute(select(*columns).where(PUZZLE_STRENGTHS.c.game == game.name))
            return {row.puzzle: row.rating for row in found}

    def tried(self, profile: str, game: Game) -> set[str]:
        """The puzzles that were tried already."""
        with self.database.reading() as connection:
            same = (ATTEMPTS.c.profile == key_of(connection, profile)) & (ATTEMPTS.c.game == game.name)
            question = select(ATTEMPTS.c.against).where(same, ATTEMPTS.c.source == "puzzle").distinct()
            return set(connection.execute(question).scalars())

    def latest(self, profile: str, game: Game, limit: int = 500) -> list[dict[str, Any]]:
        """The newest attempts, the oldest of them first: what a curve is drawn from."""
        with self.database.reading() as connection:
            same = (ATTEMPTS.c.profile == key_of(connection, profile)) & (ATTEMPTS.c.game == game.name)
            newest = select(ATTEMPTS).where(same).order_by(ATTEMPTS.c.key.desc()).limit(limit)
            rows = [dict(row._mapping) for row in connection.execute(newest)]
        for row in rows:
            row["tags"] = json.loads(row["tags"])
            del row["key"], row["profile"]
        return rows[::-1]

    def count(self, profile: str, game: Game, *, solved: bool = False) -> int:
        """How many attempts there are, or how many times a puzzle was solved."""
        with self.database.reading() as connection:
            own = (ATTEMPTS.c.profile == key_of(connection, profile)) & (ATTEMPTS.c.game == game.name)
            if solved:
                own &= (ATTEMPTS.c.source == "puzzle") & (ATTEMPTS.c.score == 1)
            return int(connection.execute(select(func.count()).select_from(ATTEMPTS).where(own)).scalar_one())


def together(strengths: dict[str, Strength]) -> Strength:
    """One rating of several, each weighted by how certain it is."""
    if not strengths:
        return Strength()
    weights = [1 / each.deviation**2 for each in strengths.values()]
    ratings = [each.rating for each in strengths.values()]
    mean = sum(weight * rating for weight, rating in zip(weights, ratings, strict=True)) / sum(weights)
    return Strength(mean, 1 / math.sqrt(sum(weights)))


@dataclass(frozen=True, slots=True)
class Opponent:
    """The levels that play somebody even: `stronger` in a share of the games, `weaker` in the others."""

    weaker: int
    stronger: int
    share: float  # of games against the stronger one
    expected: float  # score


def fitting_opponent(game: Game, own: Strength) -> Opponent:
    """A level, or a mix of two, against which the expected score is even, if there is one."""
    known = Strength(own.rating, 0.0, own.volatility)
    scores = [expected(known, Strength(level_strength(game, n).rating, 0.0)) for n in LEVELS]
    for number, score in enumerate(scores, 1):
        if EVEN[0] <= score <= EVEN[1]:
            return Opponent(number, number, 1.0, score)
    above = next((n for n, score in enumerate(scores) if score < 0.5), len(scores))
    if above == 0 or above == len(scores):
        edge = min(max(above, 1), len(scores))
        return Opponent(edge, edge, 1.0, scores[edge - 1])
    easy, hard = scores[above - 1], scores[above]
    return Opponent(above, above + 1, (easy - 0.5) / (easy - hard), 0.5)


def _where(table: Table, where: dict[str, Any]) -> list[Any]:
    return [table.c[name] == value for name, value in where.items()]


def _read(connection: Connection, table: Table, where: dict[str, Any], lock: bool = False) -> Strength | None:
    question = select(table.c.rating, table.c.deviation, table.c.volatility).where(*_where(table, where))
    row = connection.execute(question.with_for_update() if lock else question).first()
    return None if row is None else Strength(*row)


def _locked(connection: Connection, table: Table, where: dict[str, Any], first: Strength) -> Strength:
    """A strength that nobody else changes until this transaction ends."""
    row = {"rating": first.rating, "deviation": first.deviation, "volatility": first.volatility}
    insert_new(connection, table, where | row)
    return _read(connection, table, where, lock=True) or first


def _change(connection: Connection, table: Table, where: dict[str, Any], new: Strength) -> None:
    values = {"rating": new.rating, "deviation": new.deviation, "volatility": new.volatility}
    connection.execute(update(table).where(*_where(table, where)).values(**values))
