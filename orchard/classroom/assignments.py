"""Assignments: the game, its rules, who the references are, when it is open, and how the grade is made."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from orchard.classroom import packages
from orchard.classroom.clock import Clock
from orchard.classroom.work_tables import ASSIGNMENTS, FINALS
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.openings import Opening, openings_for
from orchard.play.setup import Rules
from orchard.play.store import Store
from orchard.players import is_program
from orchard.players import player as make_player

GRADE_PARTS = ("references", "rank", "rating")
MOST_OPENINGS = 64
LONGEST_NAME, LONGEST_TEXT, MOST_REFERENCES = 80, 10_000, 20
CHANGEABLE = ("name", "text", "opens", "closes", "daily", "grade", "engines", "packages", "references", "final_kind")
FINAL_KINDS = ("", "round_robin", "swiss")
FIXED_WITH_GAMES = ("game", "rules", "openings", "seed")  # games were played by them


class AssignmentError(OrchardError, ValueError):
    """An assignment that does not exist or cannot be made so."""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What is to be handed in. `daily` is how many submissions a team may make in 24 hours; `grade` says how many
    points there are for beating references, for the rank and for the rating; `packages` are what bots may rely on."""

    id: int
    name: str
    game: str
    rules: Rules
    openings: tuple[Opening, ...]
    league: int
    references: tuple[str, ...] = ()
    opens: float | None = None
    closes: float | None = None
    daily: int = 20
    grade: Mapping[str, float] | None = None
    packages: tuple[str, ...] = ()
    engines: bool = False  # whether programs that speak GTP or Gomocup's protocol may be handed in
    text: str = ""
    seed: int = 0
    source: str = ""  # of its openings: "" for the game's usual ones, "random:PLIES", or "list"
    made: float = 0.0
    final_kind: str = ""  # of the final that is played as soon as it is closed; "": a teacher begins it
    final: bool = False  # whether its final has begun

    def is_open(self, now: float) -> bool:
        """Whether it takes submissions."""
        began = self.opens is None or now >= self.opens
        return began and (self.closes is None or now < self.closes) and not self.final

    def is_closed(self, now: float) -> bool:
        """Whether the closing date is over."""
        return self.closes is not None and now >= self.closes

    def as_json(self, now: float) -> dict[str, Any]:
        """For clients; `state` is 'early', 'open', 'closed' or 'final'."""
        early = self.opens is not None and now < self.opens
        state = "final" if self.final else "early" if early else "open" if self.is_open(now) else "closed"
        shown = ("id", "name", "game", "opens", "closes", "daily", "engines", "text", "seed", "final_kind", "made")
        return {name: getattr(self, name) for name in shown} | {
            "rules": asdict(self.rules),
            "references": list(self.references),
            "packages": list(self.packages),
            "grade": dict(self.grade or {}),
            "openings": len(self.openings),
            "state": state,
        }


class Assignments:
    """The assignments of a class."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def add(self, name: str, game: str, **settings: Any) -> Assignment:
        """A new assignment. `rules` maps those that differ from the game's usual ones to their values; `openings` is a
        source as leagues take it."""
        given = checked({"name": name, "game": game, **settings})
        with self._store.database.reading() as connection:
            if connection.execute(select(ASSIGNMENTS.c.id).where(ASSIGNMENTS.c.name == given["name"])).first():
                raise AssignmentError(f"there is an assignment {given['name']!r} already", kind="name_taken")
        made = self._clock()
        league = self._store.create_league(f"class {given['name']} {made:.6f}", {"purpose": "class ladder"})
        columns = {key: given.pop(key) for key in ("name", "opens", "closes")}
        with self._store.database.writing() as connection:
            row = {**columns, "settings": json.dumps(given), "made": made, "league": league}
            key = connection.execute(insert(ASSIGNMENTS).values(row).returning(ASSIGNMENTS.c.id)).scalar_one()
            return assignment_of(connection, int(key))

    def change(self, id: int, **settings: Any) -> Assignment:
        """Other dates, texts, grades or references; the game and its rules stay, since games were played by them."""
        unknown = [key for key in settings if key not in CHANGEABLE]
        if unknown:
            raise AssignmentError(f"{', '.join(unknown)} cannot be changed: make another assignment", kind="fixed")
        with self._store.database.writing() as connection:
            now = assignment_of(connection, id)
            as_given = asdict(now) | {"rules": {}, "openings": None} | settings
            given = checked({key: as_given[key] for key in (*CHANGEABLE, *FIXED_WITH_GAMES)}, make_openings=False)
            given |= {"rules": asdict(now.rules), "openings": [list(one) for one in now.openings], "source": now.source}
            columns = {key: given.pop(key) for key in ("name", "opens", "closes")}
            changed = update(ASSIGNMENTS).where(ASSIGNMENTS.c.id == id)
            connection.execute(changed.values(**columns, settings=json.dumps(given)))
            return assignment_of(connection, id)

    def get(self, id: int) -> Assignment:
        with self._store.database.reading() as connection:
            return assignment_of(connection, id)

    def find(self, id_or_name: int | str) -> Assignment:
        """By number or by name, as people write them."""
        text = str(id_or_name)
        for one in self.all():
            if one.name == text or str(one.id) == text:
                return one
        raise AssignmentError(f"no assignment {text!r}", kind="unknown")

    def all(self) -> list[Assignment]:
        """The newest first."""
        with self._store.database.reading() as connection:
            rows = connection.execute(WITH_FINAL.order_by(ASSIGNMENTS.c.id.desc()))
            return [_assignment(row) for row in rows]


WITH_FINAL = select(ASSIGNMENTS, FINALS.c.league.label("final_league")).outerjoin(
    FINALS, FINALS.c.assignment == ASSIGNMENTS.c.id
)


_BY_ID = WITH_FINAL.where(ASSIGNMENTS.c.id == bindparam("asked"))


def assignment_of(connection: Connection, id: int) -> Assignment:
    row = connection.execute(_BY_ID, {"asked": id}).one_or_none()
    if row is None:
        raise AssignmentError(f"no assignment {id}", kind="unknown")
    return _assignment(row)


def _assignment(row: Row[Any]) -> Assignment:
    return _parsed(
        row.id, row.name, row.settings, row.opens, row.closes, row.made, row.league, row.final_league is not None
    )


@lru_cache(maxsize=64)  # every request asks for one
def _parsed(
    id: int,
    name: str,
    settings: str,
    opens: float | None,
    closes: float | None,
    made: float,
    league: int,
    final: bool,
) -> Assignment:
    kept: dict[str, Any] = json.loads(settings)
    kept["rules"] = Rules(**kept["rules"])
    kept["openings"] = tuple(Opening(*opening) for opening in kept["openings"])
    kept |= {key: tuple(kept[key]) for key in ("references", "packages")}
    columns: dict[str, Any] = {"id": id, "name": name, "opens": opens, "closes": closes, "made": made, "league": league}
    return Assignment(**columns, **kept, final=final)


# ------------------------------------------------------------------------------------------ checks


def checked(given: Mapping[str, Any], *, make_openings: bool = True) -> dict[str, Any]:
    """Settings that can be kept: everything that could only fail in the middle of a night fails here."""
    known = {field.name for field in fields(Assignment)} - {"id", "league", "made", "final", "source"}
    unknown = sorted(set(given) - known)
    if unknown:
        raise AssignmentError(f"unknown setting {', '.join(unknown)}: there are {', '.join(sorted(known))}")
    name = str(given.get("name", "")).strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise AssignmentError(f"an assignment needs a name of at most {LONGEST_NAME} characters")
    game = find_game(str(given.get("game", "")))
    opens, closes = (_time(key, given.get(key)) for key in ("opens", "closes"))
    if opens is not None and closes is not None and closes <= opens:
        raise AssignmentError("it closes before it opens")
    daily, seed = given.get("daily", 20), given.get("seed", 0)
    if not isinstance(daily, int) or not 1 <= daily <= 1000:
        raise AssignmentError("daily: a number of submissions from 1 to 1000")
    if not isinstance(seed, int) or not 0 <= seed < 1 << 53:
        raise AssignmentError("seed: a number from 0 to 2^53 - 1")
    if (final_kind := given.get("final_kind", "")) not in FINAL_KINDS:
        raise AssignmentError(f"a final is one of {', '.join(FINAL_KINDS[1:])}, not {final_kind!r}")
    rules = _rules(game, given.get("rules") or {})
    source = given.get("openings")
    return {
        "name": name,
        "game": game.name,
        "opens": opens,
        "closes": closes,
        "daily": daily,
        "seed": seed,
        "rules": asdict(rules),
        "openings": [list(one) for one in some_openings(game, rules, source, seed)] if make_openings else [],
        "source": "" if source is None else source if source.startswith("random:") else "list",
        "references": list(_references(game, given.get("references") or ())),
        "packages": list(packages.checked(given.get("packages") or ())),
        "grade": _grade(given.get("grade") or {"rating": 100}),
        "engines": bool(given.get("engines")),
        "final_kind": final_kind,
        "text": str(given.get("text", ""))[:LONGEST_TEXT],
    }


def _time(name: str, value: Any) -> float | None:
    if value is not None and not (isinstance(value, int | float) and math.isfinite(value)):
        raise AssignmentError(f"{name}: seconds since 1970, or nothing")
    return None if value is None else float(value)


def _rules(game: Game, given: Mapping[str, Any]) -> Rules:
    known = {field.name for field in fields(Rules)}
    if not set(given) <= known:
        raise AssignmentError(f"unknown rule {', '.join(sorted(set(given) - known))}: there are {', '.join(known)}")
    try:
        return replace(Rules.for_game(game.name), **given)
    except TypeError as error:
        raise AssignmentError(f"a rule has a value of the wrong kind: {error}") from None


def _references(game: Game, specs: Iterable[str]) -> tuple[str, ...]:
    """Players of ours; a program of others would run with the teacher's rights."""
    found = tuple(dict.fromkeys(str(spec).strip() for spec in specs))
    if len(found) > MOST_REFERENCES:
        raise AssignmentError(f"at most {MOST_REFERENCES} references")
    for spec in found:
        if is_program(spec):
            raise AssignmentError(f"a reference is one of our players, not {spec!r}")
        player = make_player(spec)
        player.check_game(game)
        player.close()
    return found


def _grade(given: Mapping[str, Any]) -> dict[str, float]:
    if not set(given) <= set(GRADE_PARTS):
        raise AssignmentError(f"a grade is made of {', '.join(GRADE_PARTS)}")
    points = list(given.values())
    if not all(isinstance(one, int | float) and 0 <= one <= 1000 for one in points) or sum(points) <= 0:
        raise AssignmentError("a grade is made of points from 0 to 1000 for each part, and of at least one part")
    return {part: float(given[part]) for part in GRADE_PARTS if given.get(part)}


def some_openings(game: Game, rules: Rules, source: str | None, seed: int, most: int = MOST_OPENINGS) -> list[Opening]:
    """Up to `most` different openings: small games have fewer."""
    if rules.opening_rule:
        return [Opening()]  # the players open
    while True:
        try:
            return openings_for(game, source, most, seed)
        except OptionError:
            if most == 1 or (source and not source.startswith("random:")):
                raise
            most //= 2
