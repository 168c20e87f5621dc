"""How far somebody has come: ratings with intervals, a curve, accuracy by phase, what costs most, and what next."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from heapq import nsmallest
from typing import Any

from orchard.core.game import Game
from orchard.core.puzzle import Puzzle
from orchard.play.database import Database
from orchard.study.accuracy import Accuracy
from orchard.study.attempts import SOURCES, Attempts, fitting_opponent, together
from orchard.study.glicko import Strength
from orchard.study.mistakes import Mistakes
from orchard.study.opening_lines import progress_in
from orchard.study.puzzle_files import puzzles

NEAREST = 20  # puzzles of about the right rating to choose from
THEMES = 3
PHASES = ("opening", "middle", "end")


def next_puzzle(
    known: Sequence[Puzzle],
    own: Strength,
    tried: set[str],
    *,
    kind: str = "",
    theme: str = "",
    moved: Mapping[str, float] | None = None,
    seed: int | None = None,
) -> Puzzle | None:
    """A puzzle of about somebody's strength that is new to them; one they know where no other is left.

    `moved` has the ratings that results have moved, by id: what is chosen has its rating of today.
    """
    ratings = moved or {}
    rated = [
        (ratings.get(each.id, float(each.rating or 0)) if ratings else float(each.rating or 0), each)
        for each in known
        if (not kind or each.kind == kind) and (not theme or theme in each.tags)
    ]
    fresh = [(rating, each) for rating, each in rated if not tried or each.id not in tried] or rated
    nearest = nsmallest(NEAREST, fresh, key=lambda each: abs(each[0] - own.rating))
    if not nearest:
        return None
    rating, chosen = random.Random(seed).choice(nearest)
    return replace(chosen, rating=round(rating))


def progress(database: Database, profile: str, game: Game) -> dict[str, Any]:
    """Everything that a page on somebody's progress in a game shows."""
    attempts, mistakes = Attempts(database), Mistakes(database)
    strengths, latest = attempts.strengths(profile, game), attempts.latest(profile, game)
    own = together(strengths)
    return {
        "ratings": {source: _shown(strengths[source]) for source in SOURCES if source in strengths},
        "rating": _shown(own),
        "curve": _curve(latest, strengths),
        "attempts": attempts.count(profile, game),
        "solved": attempts.count(profile, game, solved=True),
        "phases": _phases(latest, Accuracy(database).by_phase(profile, game)),
        "themes": _themes(latest, mistakes.facts_due(profile, game), puzzles(game)),
        "due": mistakes.count_due(profile, game),
        "mistakes": mistakes.count(profile, game),
        "openings": progress_in(database, profile, game),
        "opponent": asdict(fitting_opponent(game, own)),
    }


def _curve(latest: Sequence[dict[str, Any]], strengths: Mapping[str, Strength]) -> list[dict[str, Any]]:
    """The rating by puzzles and games together, after each attempt that moved it."""
    moved = {row["source"] for row in latest if row["rated"]}
    known = {source: own for source, own in strengths.items() if source not in moved}  # moved before these
    points = []
    for row in latest:
        if row["rated"]:
            known[row["source"]] = Strength(row["rating"], row["deviation"])
            own = together(known)
            points.append(
                {"made": row["made"], "source": row["source"], "rating": own.rating, "deviation": own.deviation}
            )
    return points


def _shown(strength: Strength) -> dict[str, float]:
    low, high = strength.interval
    return {"rating": round(strength.rating), "low": round(low), "high": round(high)}


def _at_once(row: dict[str, Any]) -> bool:
    return bool(row["score"] == 1 and row["tries"] == 1 and row["hints"] == 0)


def _phases(latest: Sequence[dict[str, Any]], judged: Mapping[str, tuple[int, int]]) -> dict[str, dict[str, int]]:
    """By phase: how many puzzles were tried and solved at once, and how many moves of reviewed games were good."""
    tried, solved = Counter[str](), Counter[str]()
    for row in latest:
        if row["source"] == "puzzle" and row["rated"]:
            tried[row["tags"]["phase"]] += 1
            solved[row["tags"]["phase"]] += _at_once(row)
    found = {}
    for phase in PHASES:
        moves, good = judged.get(phase, (0, 0))
        if tried[phase] or moves:
            found[phase] = {"tried": tried[phase], "solved": solved[phase], "moves": moves, "good": good}
    return found


def _themes(latest: Sequence[dict[str, Any]], due: Counter[str], known: Sequence[Puzzle]) -> list[dict[str, Any]]:
    """What failed most: in puzzles that were not solved at once, and in the mistakes that are due."""
    failed = due.copy()
    for row in latest:
        if row["source"] == "puzzle" and row["rated"] and not _at_once(row):
            failed.update(row["tags"]["facts"])
    there = Counter(tag for each in known for tag in each.tags)
    return [{"theme": name, "failed": n, "puzzles": there[name]} for name, n in failed.most_common(THEMES)]
