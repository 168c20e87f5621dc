"""The ladder: accepted bots and references play all the time, in pairs of games chosen where they tell most."""

from __future__ import annotations

import hashlib
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
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
SURE_ELO, OFTEN = 5.0, 500  # two whose standard errors are so small, or who have met so often, have told enough:
PACE_S = 60.0  # then a pair is played now and then, for quick bots would fill a disk with games that tell nothing
Array = np.ndarray[Any, Any]
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


def worth(elo: Array, error: Array, met: Array) -> Array:
    """How much another pair of games between each two tells: much where the result is open and the ratings uncertain,
    less each time they have met. [n] Elo, [n] standard errors, [n, n] meetings.

    A game between players whose difference is known up to s has the expected score σ(Δ / √(1 + π s² / 8)) (MacKay
    1992); its information is p (1 − p), and it is worth the variance that it can take away.
    """
    square = (error / ELO_PER_LOGIT) ** 2
    variance = square[:, None] + square[None, :]
    difference = np.abs(elo[:, None] - elo[None, :]) / ELO_PER_LOGIT / np.sqrt(1 + math.pi * variance / 8)
    p = 1 / (1 + np.exp(difference))
    return np.asarray(p * (1 - p) * variance / (1 + met))


def choose_pairs(
    known: Mapping[str, Strength], met: Mapping[tuple[str, str], int], references: Sequence[str], most: int
) -> list[tuple[str, str]]:
    """Up to `most` pairs that tell most, nobody in two of them; the two of a pair are in the order of their names.

    References play the others, and each other only when there is nobody else.
    """
    names, shown = sorted(known), set(references)
    place = {name: at for at, name in enumerate(names)}
    times = np.zeros((len(names), len(names)))
    for (one, other), count in met.items():
        if one in place and other in place:
            times[place[one], place[other]] = times[place[other], place[one]] = count
    value = worth(np.array([known[name].elo for name in names]), np.array([known[name].error for name in names]), times)
    ours = np.array([name in shown for name in names])
    value[(times == 0) & (ours[:, None] | ours[None, :])] *= FIRST_REFERENCE
    if not ours.all():
        value[ours[:, None] & ours[None, :]] = 0.0
    dice = np.random.default_rng([len(names), *(int(count) for count in sorted(met.values())[-3:])])
    value *= 1 + 1e-6 * dice.random(value.shape)  # among equals anybody, but the same again
    value[np.tril_indices(len(names))] = 0.0
    chosen: list[tuple[str, str]] = []
    while len(chosen) < most:
        row, column = divmod(int(value.argmax()), len(names))
        if not value[row, column] > 0:
            break
        chosen.append((names[row], names[column]))
        for busy in (row, column):
            value[busy, :] = value[:, busy] = 0.0
    return chosen


def has_told_enough(one: Strength, other: Strength, times: int) -> bool:
    """Whether another pair of games between two changes little, after so many."""
    return times >= OFTEN or max(one.error, other.error) <= SURE_ELO


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
    last = select(func.coalesce(func.max(JOBS.c.pair), -1), func.coalesce(func.max(JOBS.c.made), 0.0)).where(of_league)
    number, made = connection.execute(last).one()
    known = strengths(playing, snapshot)
    chosen = choose_pairs(known, met, assignment.references, missing)
    telling = [pair for pair in chosen if not has_told_enough(known[pair[0]], known[pair[1]], met[pair])]
    if not telling and not 0 <= now - made < PACE_S:  # a clock that went back delays nothing
        telling = chosen[:1]
    pairs = []
    for one, other in telling:
        number, times = number + 1, met[one, other]
        seed = seed_of(assignment.seed, one, other, times)
        opening = opening_of(assignment.openings, one, other, times)
        pairs.append(Pair(number, one, other, opening, seed, "ladder: their ratings are the least certain"))
    put_pairs(connection, assignment.id, LADDER, assignment.league, pairs, now)
    return len(pairs)
