"""The final: a round robin or a Swiss tournament of frozen versions, fixed by a seed that everybody knows.

Who plays, from which openings, with which seeds, and in a round robin who meets whom when: all follows from the plan,
which is published. In a Swiss tournament a round follows from the plan and the results of the rounds before it.
"""

from __future__ import annotations

import json
import math
import random
import secrets
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any, Literal

from sqlalchemy import Connection, func, insert, select

from orchard.classroom.assignments import Assignment, AssignmentError, assignment_of, some_openings
from orchard.classroom.clock import Clock
from orchard.classroom.ladder import ADVISORY_LOCK, seed_of
from orchard.classroom.results import Results, results_of
from orchard.classroom.submissions import chosen_of
from orchard.classroom.work_queue import CHECK, FINAL, Pair, open_jobs, put_pairs
from orchard.classroom.work_tables import FINALS, JOBS
from orchard.games import game as find_game
from orchard.play.openings import Opening
from orchard.play.store import Store

FinalKind = Literal["round_robin", "swiss"]
KINDS: tuple[FinalKind, ...] = ("round_robin", "swiss")
MOST_PAIRS = 100_000
BYE_POINTS = 2.0  # a pair of games won


@dataclass(frozen=True, slots=True)
class FinalPlan:
    """Everything that a replay needs. `meetings` is how many pairs of games each two play in a round robin."""

    kind: FinalKind
    seed: int
    players: tuple[str, ...]
    names: tuple[str, ...]  # what they are called, in the order of `players`
    openings: tuple[Opening, ...]
    meetings: int = 1
    rounds: int = 0

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> FinalPlan:
        lists = {key: tuple(value[key]) for key in ("players", "names")}
        return cls(**{**value, **lists, "openings": tuple(Opening(*one) for one in value["openings"])})

    def _pair(self, number: int, first: str, second: str, opening: int, why: str) -> Pair:
        where = self.openings[opening % len(self.openings)]
        return Pair(number, first, second, where, seed_of(self.seed, number), why)

    def round_robin(self) -> list[Pair]:
        """All pairs of games: everybody meets everybody once, then again, in an order by the seed."""
        dice = random.Random(self.seed)
        order = list(self.players)
        dice.shuffle(order)
        pairings = list(combinations(order, 2))
        dice.shuffle(pairings)
        found: list[Pair] = []
        for meeting in range(self.meetings):
            for first, second in pairings:
                colours = (first, second) if meeting % 2 == 0 else (second, first)
                found.append(self._pair(len(found), *colours, meeting, f"final: meeting {meeting + 1}"))
        return found

    def swiss_round(self, number: int, points: Mapping[str, float], met: set[frozenset[str]]) -> list[Pair]:
        """The pairs of a round, counted from 0: neighbours by points who have not met; who is left over has a bye."""
        order = list(self.players)
        random.Random(self.seed).shuffle(order)
        order.sort(key=lambda name: -points.get(name, 0.0))
        if len(order) % 2:
            order.remove(self.bye(number, points, met))
        per_round, found = len(self.players) // 2, list[Pair]()
        for first, second in neighbours(order, met):
            why = f"final: round {number + 1} of {self.rounds}"
            found.append(self._pair(number * per_round + len(found), first, second, number, why))
        return found

    def bye(self, number: int, points: Mapping[str, float], met: set[frozenset[str]]) -> str:
        """Who does not play in a round: the last of those who have always played."""
        order = list(self.players)
        random.Random(self.seed).shuffle(order)
        order.sort(key=lambda name: -points.get(name, 0.0))
        played = {name: sum(name in pair for pair in met) for name in order}
        return max(reversed(order), key=lambda name: played[name] >= number)


def neighbours(order: Sequence[str], met: set[frozenset[str]]) -> list[tuple[str, str]]:
    """Pair players off from the top, each with the next below that it has not met; with one it has met only where a
    round could not be made otherwise."""
    found = _pair_off(list(order), met, [5000])
    return found if found is not None else list(zip(order[::2], order[1::2], strict=True))


def _pair_off(left: list[str], met: set[frozenset[str]], patience: list[int]) -> list[tuple[str, str]] | None:
    """The pairs, found by going back where the last ones have all met each other; None where there are none."""
    if not left:
        return []
    patience[0] -= 1
    if patience[0] < 0:
        return None
    first, *others = left
    for second in others:
        if frozenset((first, second)) not in met:
            rest = _pair_off([name for name in others if name != second], met, patience)
            if rest is not None:
                return [(first, second), *rest]
    return None


# ------------------------------------------------------------------------------------------ kept in the database


class Finals:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def begin(
        self,
        assignment: int,
        *,
        kind: str = "round_robin",
        seed: int | None = None,
        meetings: int = 1,
        rounds: int = 0,
    ) -> FinalPlan:
        """Freeze the versions, publish the plan, and put the first games into the queue. There is one final."""
        with self._store.database.reading() as connection:
            found = assignment_of(connection, assignment)
            if found.final:
                raise AssignmentError("the final has begun already", kind="final_begun")
            if not found.is_closed(self._clock()):
                raise AssignmentError(
                    "the final comes after the closing date: set it to now, or wait", kind="still_open"
                )
            waiting = connection.execute(open_jobs(assignment, CHECK)).scalar_one()
            if waiting:
                raise AssignmentError(f"{waiting} submissions are still to be checked: wait", kind="checks_waiting")
            chosen = chosen_of(connection, assignment)
        plan = plan_final(
            found,
            [(one.entrant, f"{one.team_name} v{one.number}") for one in chosen],
            kind=kind,
            seed=secrets.randbits(48) if seed is None else seed,
            meetings=meetings,
            rounds=rounds,
        )
        league = self._store.create_league(f"class final {assignment} {self._clock():.6f}", {"purpose": "class final"})
        with self._store.database.writing() as connection:
            row = {
                "assignment": assignment,
                "league": league,
                "plan": json.dumps(plan.as_json()),
                "made": self._clock(),
            }
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
            if assignment_of(connection, assignment).final:
                raise AssignmentError("the final has begun already", kind="final_begun")
            connection.execute(insert(FINALS).values(row))
            pairs = plan.round_robin() if plan.kind == "round_robin" else plan.swiss_round(0, {}, set())
            put_pairs(connection, assignment, FINAL, league, pairs, self._clock())
        return plan

    def of(self, assignment: int) -> tuple[int, FinalPlan] | None:
        """The league and the plan of an assignment's final; None before it began."""
        with self._store.database.reading() as connection:
            return final_of(connection, assignment)

    def advance(self, assignment: int) -> int:
        """Put the next round of a Swiss tournament into the queue when the last one is played; says how many pairs."""
        with self._store.database.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
            found = final_of(connection, assignment)
            if found is None or found[1].kind != "swiss":
                return 0
            league, plan = found
            if connection.execute(open_jobs(assignment, FINAL)).scalar_one():
                return 0
            per_round = len(plan.players) // 2
            there = int(connection.execute(select(func.count()).where(JOBS.c.league == league)).scalar_one())
            number = there // per_round
            if number >= plan.rounds:
                return 0
            points, met = standing_of(connection, league, plan)
            pairs = plan.swiss_round(number, points, met)
            put_pairs(connection, assignment, FINAL, league, pairs, self._clock())
            return len(pairs)


def plan_final(
    assignment: Assignment,
    entrants: Sequence[tuple[str, str]],
    *,
    kind: str,
    seed: int,
    meetings: int = 1,
    rounds: int = 0,
) -> FinalPlan:
    """The plan for entrants and their names: the same for the same seed."""
    if kind not in KINDS:
        raise AssignmentError(f"a final is one of {', '.join(KINDS)}, not {kind!r}")
    if not 0 <= seed < 1 << 53 or not 1 <= meetings <= 100 or not 0 <= rounds <= 100:
        raise AssignmentError("seed: 0 to 2^53 - 1; meetings: 1 to 100; rounds: at most 100")
    players = [*entrants, *((spec, spec) for spec in assignment.references)]
    if len(players) < 2:
        raise AssignmentError("a final needs two players or more", kind="no_players")
    if kind == "round_robin":
        wanted, rounds = meetings, 0
        if len(players) * (len(players) - 1) // 2 * meetings > MOST_PAIRS:
            raise AssignmentError("that would be too many games: play a Swiss tournament")
    else:
        meetings, rounds = 1, rounds or min(len(players) - 1, math.ceil(math.log2(len(players))) + 2)
        wanted = rounds
    return FinalPlan(
        kind="swiss" if kind == "swiss" else "round_robin",
        seed=seed,
        players=tuple(one for one, _ in players),
        names=tuple(name for _, name in players),
        openings=final_openings(assignment, wanted, seed),
        meetings=meetings,
        rounds=rounds,
    )


def final_openings(assignment: Assignment, count: int, seed: int) -> tuple[Opening, ...]:
    """Openings that nobody could prepare for; where the teacher gave a list, that list in an order by the seed."""
    if assignment.source == "list":
        given = list(assignment.openings)
        random.Random(seed).shuffle(given)
        return tuple(given[:count])
    return tuple(some_openings(find_game(assignment.game), assignment.rules, assignment.source or None, seed, count))


def final_of(connection: Connection, assignment: int) -> tuple[int, FinalPlan] | None:
    row = connection.execute(select(FINALS).where(FINALS.c.assignment == assignment)).one_or_none()
    return None if row is None else (int(row.league), FinalPlan.from_json(json.loads(row.plan)))


def standing_of(connection: Connection, league: int, plan: FinalPlan) -> tuple[dict[str, float], set[frozenset[str]]]:
    """Points of everybody, byes included, and who has met whom."""
    points: dict[str, float] = defaultdict(float)
    for (one, other), scores in Results.of(results_of(connection, league)).scores.items():
        for gained, times in scores.items():
            points[one] += gained * times
            points[other] += (1 - gained) * times
    rows = connection.execute(select(JOBS.c.first, JOBS.c.second).where(JOBS.c.league == league)).all()
    met = {frozenset((row.first, row.second)) for row in rows}
    if plan.kind == "swiss" and len(plan.players) % 2:
        rounds = len(rows) // (len(plan.players) // 2)
        for name in plan.players:
            points[name] += BYE_POINTS * (rounds - sum(name in (row.first, row.second) for row in rows))
    return dict(points), met
