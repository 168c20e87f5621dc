"""Standings of an assignment: the table with grades, the cross table, and how each team's versions did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from orchard.classroom.assignments import Assignment
from orchard.classroom.final import standing_of
from orchard.classroom.kept import Kept
from orchard.classroom.submissions import PREFIX, Submission, chosen_of
from orchard.classroom.work import Work

Phase = Literal["ladder", "final"]
PHASES: tuple[Phase, ...] = ("ladder", "final")


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays: a version of a team's bot, or a reference, which has no team."""

    id: str
    name: str
    team: int | None = None
    team_name: str = ""
    version: int | None = None

    @property
    def is_reference(self) -> bool:
        return self.team is None

    def as_json(self) -> dict[str, Any]:
        shown = {"entrant": self.id, "name": self.name, "team": self.team, "team_name": self.team_name}
        return {**shown, "version": self.version, "reference": self.is_reference}


def entrant_of(one: Submission) -> Entrant:
    return Entrant(one.entrant, f"{one.team_name} v{one.number}", one.team, one.team_name, one.number)


class Standings:
    """Reads what those who play have computed. What is handed out is `kept` for the next reader: do not change it."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.kept = Kept(work.store.database)

    def entrants(self, assignment: Assignment) -> dict[str, Entrant]:
        """Everybody who ever played in an assignment or may."""

        def find() -> dict[str, Entrant]:
            found = {one.entrant: entrant_of(one) for one in self._work.submissions.all(assignment.id)}
            return found | {spec: Entrant(spec, spec) for spec in assignment.references}

        return self.kept.of(assignment.id, "entrants", find)

    def names(self, assignment: Assignment) -> dict[str, str]:
        """What entrants are called."""

        def find() -> dict[str, str]:
            return {name: one.name for name, one in self.entrants(assignment).items()}

        return self.kept.of(assignment.id, "names", find)

    def league(self, assignment: Assignment, phase: str | None) -> tuple[Phase, int]:
        """The phase that is meant, by default the last one that began, and the league with its games."""
        final = None if phase == "ladder" or not assignment.final else self._work.finals.of(assignment.id)
        if final is not None:
            return "final", final[0]
        return "ladder", assignment.league

    def table(self, assignment: Assignment, phase: str | None = None, *, fresh: bool = False) -> dict[str, Any]:
        """{'phase', 'games', 'made', 'seed', 'plan', 'rows'}, the best first.

        A row has 'place' (of the teams), 'entrant', 'name', 'team', 'team_name', 'version', 'reference', 'elo', 'low',
        'high', 'games', 'score' (points per game), 'points' (in a final), 'faults', 'beaten', 'grade' and 'parts'. Elo
        and grade are None where nothing is known yet. `fresh` counts what has ended since the ratings were computed:
        that takes long in a large class, and is nothing for a page.
        """
        if fresh:
            self._work.snapshots.refreshed(self.league(assignment, phase)[1])
        return self.kept.of(assignment.id, ("table", phase), lambda: self._table(assignment, phase))

    def _table(self, assignment: Assignment, phase: str | None) -> dict[str, Any]:
        now, league = self.league(assignment, phase)
        snapshot = self._work.snapshots.newest(league)
        known = self.entrants(assignment)
        final = self._work.finals.of(assignment.id) if now == "final" else None
        points: dict[str, float] = {}
        with self._work.store.database.reading() as connection:
            if final is not None:
                names = list(final[1].players)
                points, _ = standing_of(connection, league, final[1])
            else:
                names = [*(one.entrant for one in chosen_of(connection, assignment.id)), *assignment.references]
        rows = []
        for name in names:
            rated = snapshot.ratings.get(name, {})
            row = known.get(name, Entrant(name, name)).as_json() | {
                key: rated.get(key) for key in ("elo", "low", "high")
            }
            row |= {"games": rated.get("games", 0), "score": rated.get("score"), "faults": rated.get("faults", {})}
            row |= {"beaten": [one for one in rated.get("beaten", ()) if one in assignment.references]}
            rows.append(row | ({"points": points.get(name, 0.0)} if final is not None else {}))
        rows.sort(key=_order)
        place = 0
        for row in rows:
            place += not row["reference"]
            row["place"] = None if row["reference"] else place
        grade(rows, assignment.grade or {}, assignment.references)
        seed = {} if final is None else {"seed": final[1].seed, "plan": final[1].as_json()}
        return {"assignment": assignment.id, "name": assignment.name, "phase": now, **seed} | {
            "games": snapshot.games,
            "made": snapshot.made,
            "rows": rows,
        }

    def crosstable(self, assignment: Assignment, phase: str | None = None) -> dict[str, Any]:
        """{'phase', 'entrants': [...], 'scores': [[first, second, wins, draws, losses]]}: places in `entrants`, which
        are in the order of the table; each two are named once."""
        return self.kept.of(assignment.id, ("crosstable", phase), lambda: self._crosstable(assignment, phase))

    def _crosstable(self, assignment: Assignment, phase: str | None) -> dict[str, Any]:
        table = self.table(assignment, phase)
        place = {row["entrant"]: at for at, row in enumerate(table["rows"])}
        _, league = self.league(assignment, phase)
        scores = [
            [place[one], place[other], wins, draws, losses]
            for one, other, wins, draws, losses in self._work.snapshots.scores(league)
            if one in place and other in place
        ]
        shown = [{key: row[key] for key in ("entrant", "name", "team", "reference")} for row in table["rows"]]
        return {"phase": table["phase"], "entrants": shown, "scores": scores}

    def curves(self, assignment: Assignment) -> list[dict[str, Any]]:
        """For each team its versions that played, in order: {'team', 'team_name', 'versions': [{'submission', 'number',
        'made', 'elo', 'low', 'high', 'games', 'chosen'}]}. All versions of all teams are rated together, so what an old
        one was worth is seen beside the new one."""
        return self.kept.of(assignment.id, "curves", lambda: self._curves(assignment))

    def _curves(self, assignment: Assignment) -> list[dict[str, Any]]:
        ratings = self._work.snapshots.newest(assignment.league).ratings
        found: dict[int, dict[str, Any]] = {}
        for one in reversed(self._work.submissions.all(assignment.id)):
            rated = ratings.get(one.entrant)
            if rated is not None:
                team = found.setdefault(one.team, {"team": one.team, "team_name": one.team_name, "versions": []})
                version = {key: rated[key] for key in ("elo", "low", "high", "games")}
                own = {"submission": one.id, "number": one.number, "made": one.made, "chosen": one.chosen}
                team["versions"].append(own | version)
        return sorted(found.values(), key=lambda team: str(team["team_name"]))


def _order(row: Mapping[str, Any]) -> tuple[float, float, str]:
    """Best first: in a final by points, then by rating; those of whom nothing is known at the end."""
    elo = row["elo"]
    return -row.get("points", 0.0), float("inf") if elo is None else -elo, str(row["name"])


def grade(rows: Sequence[dict[str, Any]], parts: Mapping[str, float], references: Sequence[str]) -> None:
    """Write the grade of every team into its row, and the points of each part; None before its first rated pair.

    Points for references: for each of them beaten the same. For the rank: all for the first, none for the last. For the
    rating: none at that of the weakest reference or below, all at that of the strongest or above; with fewer than two
    references the weakest and the strongest team take their place.
    """
    teams = [row for row in rows if not row["reference"]]
    rated = [row["elo"] for row in rows if row["reference"] and row["elo"] is not None]
    if len(rated) < 2:
        rated = [row["elo"] for row in teams if row["elo"] is not None]
    low, high = (min(rated), max(rated)) if rated else (0.0, 0.0)
    for row in rows:
        row["grade"], row["parts"] = None, {}
        if row["reference"] or row["elo"] is None:
            continue
        shares = {
            "references": len(row["beaten"]) / len(references) if references else 0.0,
            "rank": (len(teams) - row["place"]) / (len(teams) - 1) if len(teams) > 1 else 1.0,
            "rating": min(1.0, max(0.0, (row["elo"] - low) / (high - low))) if high > low else 1.0,
        }
        row["parts"] = {part: round(most * shares[part], 2) for part, most in parts.items()}
        row["grade"] = round(sum(row["parts"].values()), 2)


def team_of(entrants: Mapping[str, Entrant], name: str) -> int | None:
    """The team that an entrant belongs to; None for a reference."""
    found = entrants.get(name)
    return found.team if found is not None and name.startswith(PREFIX) else None
