"""What each role may do, action by action. The table here is the promise; the one in the code must agree with it."""

from __future__ import annotations

from orchard.classroom.people import ROLES, Person
from orchard.classroom.permissions import RULES, may

OWN_TEAM, OTHER_TEAM = 7, 8

# who may do it: to anything / to what is the own team's only
ALLOWED = {
    "me.leave": ("teacher assistant student guest", ""),
    "me.password": ("teacher assistant student guest", ""),
    "me.profile": ("teacher assistant student", ""),
    "people.see": ("teacher assistant", ""),
    "people.change": ("teacher", ""),
    "people.link": ("teacher", ""),
    "teams.see": ("teacher assistant student", ""),
    "teams.change": ("teacher assistant", ""),
    "audit.see": ("teacher", ""),
    "metrics.see": ("teacher assistant", ""),
    "assignments.see": ("teacher assistant student guest", ""),
    "assignments.change": ("teacher assistant", ""),
    "submissions.add": ("teacher assistant", "student"),
    "submissions.see": ("teacher assistant", "student"),
    "submissions.choose": ("teacher assistant", "student"),
    "standings.see": ("teacher assistant student guest", ""),
    "queue.see": ("teacher assistant student guest", ""),
    "games.see": ("teacher assistant student guest", ""),
    "games.output": ("teacher assistant", "student"),
    "games.repeat": ("teacher assistant", "student"),
    "games.review": ("teacher assistant student guest", ""),
    "similar.see": ("teacher assistant", ""),
    "final.play": ("teacher", ""),
    "work.run": ("teacher", ""),
}


def test_every_role_may_do_exactly_what_is_promised() -> None:
    assert set(RULES) == set(ALLOWED), "a new action needs a promise here"
    wrong = []
    for action, (on_all, on_own) in ALLOWED.items():
        for role in ROLES:
            person = Person(1, "somebody", role, OWN_TEAM if role == "student" else None)
            got = (may(person, action, OTHER_TEAM), may(person, action, OWN_TEAM))
            wanted = (role in on_all.split(), role in on_all.split() or role in on_own.split())
            if got != wanted:
                wrong.append((action, role, got, wanted))
    assert wrong == []


def test_who_is_not_signed_in_may_do_nothing() -> None:
    assert [action for action in RULES if may(None, action, OWN_TEAM)] == []


def test_a_student_without_a_team_owns_nothing() -> None:
    nobody = Person(1, "Nobody", "student", None)
    assert not may(nobody, "submissions.see", None)
    assert not may(nobody, "submissions.see", OTHER_TEAM)
