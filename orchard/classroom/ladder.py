"""The ladder: accepted bots and references play all the time, in pairs of games chosen where they tell most."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, func, select

from orchard.classroom.assignments import Assignment
from orchard.classroom.results import Snapshot
from orchard.classroom.submissions import chosen_of
from orchard.classroom.work_queue import LADDER, Pair, open_jobs, put_pairs
from orchard.classroom.work_tables import JOBS
from orchard.play.openings import Opening
from orchard.play.rating import ELO_PER_LOGIT, Z95

UNKNOWN_ELO = 350.0  # the standard error of a rating before any game
FIRST_REFERENCE = 4.0  # how much more a first meeting with a reference is wanted: grades may depend on it
ADVISORY_LOCK = 0x6C616464  # "ladd": PostgreSQL lets one process at a time fill the queue


@dataclass(frozen=True, slots=True)
class Strength:
    """What is known of an entrant: its Elo and the standard error of that."""

    elo: float = 0.0
    error: float = UNKNOWN_ELO


def strengths(entrants: Sequence[str], snapshot: Snapshot) -> dict[str, Strength]:
    found = {}
    for name in entrants:
        known = snapshot.ratings.get(name)
        if known is None:
            found[name] = Strength()
        else:
            error = (known["high"] - known["low"]) / (2 * Z95)
            found[name] = Strength(known["elo"], min(UNKNOWN_ELO, max(1.0, error)))
    return found


def worth(one: Strength, other: Strength, met: int) -> float:
    """How much another pair of games between two tells: much where the result is open and the ratings uncertain, less
    each time they have met.

    A game between players whose difference is known up to s has the expected score σ(Δ / √(1 + π s² / 8)) (MacKay
    1992); its information is p (1 − p), and it is worth the variance that it can take away.
    """
    variance = (one.error**2 + other.error**2) / ELO_PER_LOGIT**2
    difference = abs(one.elo - other.elo) / ELO_PER_LOGIT / math.sqrt(1 + math.pi * variance / 8)
    p = 1 / (1 + math.exp(difference))
    return p * (1 - p) * variance / (1 + met)


def choose_pairs(
    known: Mapping[str, Strength], met: Mapping[tuple[str, str], int], references: Sequence[str], most: int
) -> list[tuple[str, str]]:
    """Up to `most` pairs that tell most, nobody in two of them; who meets whom in them is in the order of names.

    References play the others, and each other only when there is nobody else.
    """
    names, shown = sorted(known), set(references)
    both = len(names) - len(shown & set(names)) == 0
    valued: list[tuple[float, str, str, str]] = []
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            if one in shown and other in shown and not both:
                continue
            times = met.get((one, other), 0)
            value = worth(known[one], known[other], times)
            if not times and (one in shown or other in shown):
                value *= FIRST_REFERENCE
            order = hashlib.blake2b(f"{one} {other} {times}".encode(), digest_size=8).hexdigest()  # among equals
            valued.append((-value, order, one, other))
    chosen: list[tuple[str, str]] = []
    busy: Counter[str] = Counter()
    for _, _, one, other in sorted(valued):
        if len(chosen) == most:
            break
        if not busy[one] and not busy[other]:
            chosen.append((one, other))
            busy.update((one, other))
    return chosen


def seed_of(*words: Any) -> int:
    """A seed that is the same for the same words everywhere."""
    return int.from_bytes(hashlib.blake2b(repr(words).encode(), digest_size=7).digest(), "big")


def opening_of(openings: Sequence[Opening], one: str, other: str, times: int) -> Opening:
    """Where the next pair of games begins: each two entrants go through all openings, from one of their own."""
    return openings[(seed_of(one, other) + times) % len(openings)]


def entrants_of(connection: Connection, assignment: Assignment) -> list[str]:
    """Everybody who plays: the chosen version of each team, and the references."""
    return [*(one.entrant for one in chosen_of(connection, assignment.id)), *assignment.references]


def fill(connection: Connection, assignment: Assignment, snapshot: Snapshot, now: float, wanted: int) -> int:
    """Put pairs into the queue until `wanted` are waiting or running; says how many were put. `connection` is in a
    write transaction: nobody else fills at the same time."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
    missing = wanted - int(connection.execute(open_jobs(assignment.id, LADDER)).scalar_one())
    playing = entrants_of(connection, assignment)
    if missing <= 0 or len(playing) < 2 or len(playing) == len(assignment.references):
        return 0
    of_league = JOBS.c.league == assignment.league
    met: dict[tuple[str, str], int] = Counter()
    for one, other, times in connection.execute(
        select(JOBS.c.first, JOBS.c.second, func.count()).where(of_league).group_by(JOBS.c.first, JOBS.c.second)
    ):
        met[(one, other) if one < other else (other, one)] += times
    number = int(connection.execute(select(func.coalesce(func.max(JOBS.c.pair), -1)).where(of_league)).scalar_one())
    pairs = []
    for one, other in choose_pairs(strengths(playing, snapshot), met, assignment.references, missing):
        number, times = number + 1, met[one, other]
        seed = seed_of(assignment.seed, one, other, times)
        opening = opening_of(assignment.openings, one, other, times)
        pairs.append(Pair(number, one, other, opening, seed, "ladder: their ratings are the least certain"))
    put_pairs(connection, assignment.id, LADDER, assignment.league, pairs, now)
    return len(pairs)
