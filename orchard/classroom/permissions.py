"""Everything a person may see or do in a class, decided here and nowhere else.

A rule names for each role whether the action is allowed on anything ("all"), on what belongs to the person's own team
("own"), or not at all (""). Routes ask through `shells/classroom/access.py`; a test walks the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from orchard.classroom.people import Person
from orchard.core.errors import OrchardError

Reach = Literal["all", "own", ""]


class ForbiddenError(OrchardError):
    """The person may not do this."""


@dataclass(frozen=True)
class Rule:
    """How far an action reaches, role by role."""

    teacher: Reach
    assistant: Reach
    student: Reach
    guest: Reach


STAFF = Rule("all", "all", "", "")
TEACHER = Rule("all", "", "", "")
ANYBODY = Rule("all", "all", "all", "all")  # who is signed in
TEAM = Rule("all", "all", "own", "")  # staff, and the team that it belongs to
MEMBERS = Rule("all", "all", "all", "")

RULES: Mapping[str, Rule] = {
    "me.leave": ANYBODY,
    "me.password": ANYBODY,
    "me.profile": MEMBERS,  # what one has learned, kept for the account
    "people.see": STAFF,
    "people.change": TEACHER,
    "people.link": TEACHER,  # a link signs in as that person
    "teams.see": MEMBERS,
    "teams.change": STAFF,
    "audit.see": TEACHER,
    "metrics.see": STAFF,
    "assignments.see": ANYBODY,
    "assignments.change": STAFF,
    "submissions.add": Rule("all", "all", "own", ""),
    "submissions.see": TEAM,  # the list, the file, the verdict and the log
    "submissions.choose": TEAM,
    "standings.see": ANYBODY,
    "queue.see": ANYBODY,
    "games.see": ANYBODY,  # the moves and times
    "games.output": TEAM,  # what a bot printed and thought, and how it failed inside
    "games.repeat": TEAM,  # play it again; its two bots may be of two teams
    "games.review": ANYBODY,
    "similar.see": STAFF,
    "final.play": TEACHER,
    "work.run": TEACHER,  # make a token for a worker
}


def may(person: Person | None, action: str, owner_team: int | None = None) -> bool:
    """Whether a person may do this to something of a team. Who is not signed in may do nothing."""
    if person is None:
        return False
    reach: Reach = getattr(RULES[action], person.role)
    if reach == "own":
        return person.team is not None and owner_team == person.team
    return reach == "all"


def reach(person: Person | None, action: str) -> Reach:
    """How far this action reaches for a person, before it is known whose thing it is done to."""
    return "" if person is None else getattr(RULES[action], person.role)


def check(person: Person | None, action: str, owner_team: int | None = None) -> None:
    """Raise ForbiddenError where `may` says no."""
    if not may(person, action, owner_team):
        name = person.role if person is not None else "somebody who is not signed in"
        raise ForbiddenError(f"{name} may not do this ({action})", kind="forbidden", action=action)
