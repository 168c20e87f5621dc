"""What many people look at is made once: no ratings in a request, few statements however large the class is, and
nothing for a browser that has it already; but whatever changes is seen at once."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from orchard.classroom import kept, results
from orchard.classroom.people import Newcomer
from orchard.classroom.work import Work
from orchard.play.check import Finding
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from tests.classroom.conftest import School, open_school
from tests.classroom.scene import FIRST, GAME

PAGES = ("standings", "crosstable", "ratings", "queue", "games", "submissions")


class Looked:
    """A class in which Ann and Eve have a bot each, and how many statements an answer needs."""

    def __init__(self, folder: Path) -> None:
        self.school: School = open_school(folder, reserve_mb=1.0)
        self.work = Work(Store.over(self.school.room.database), self.school.room.submissions, self.school.clock)
        (folder / "openings.txt").write_text("a1\nb2\n")
        self.id = self.work.assignments.add(
            "Tic", GAME, references=["random"], openings=str(folder / "openings.txt")
        ).id
        self.league = self.work.assignments.get(self.id).league
        self.browsers = {name: self.school.signed_in(name) for name in ("Tom", "Ann", "Eve", "Gus")}
        self.bots = {name: self.hand_in(name) for name in ("Ann", "Eve")}
        self.games, self.statements = 0, list[str]()
        self.play("Ann", "Eve")
        self.work.snapshots.refreshed(self.league)
        database = self.school.room.database
        event.listen(database.engine, "before_cursor_execute", lambda *told: self.statements.append(told[2]))

    def hand_in(self, name: str, source: str = FIRST) -> int:
        person = self.school.room.people.named(name)
        one = self.work.submissions.add(self.id, person, "bot.py", io.BytesIO(source.encode()))
        self.work.submissions.judge(one.id, [Finding("opening", True, "answered a1")], GAME)
        return one.id

    def play(self, one: str, other: str) -> None:
        """A pair of games that the first of the two wins."""
        names = [f"submission:{self.bots[name]}" for name in (one, other)]
        for winner, (black, white) in (("black", names), ("white", reversed(names))):
            id = f"class-{self.league}-{self.games:06d}"
            record = GameRecord(id, GAME, black, white, moves=(MoveRecord("a1"),), winner=winner)
            self.work.store.save_game(record, self.league, self.games)
            self.games += 1

    def get(self, name: str, page: str, **headers: str) -> Any:
        self.statements.clear()
        return self.browsers[name].get(f"/api/assignments/{self.id}/{page}", headers=headers)


@pytest.fixture
def looked(tmp_path: Path) -> Iterator[Looked]:
    made = Looked(tmp_path / "class")
    yield made
    made.school.room.close()


def test_a_page_costs_the_same_few_statements_in_a_class_of_any_size(looked: Looked) -> None:
    few = {page: (looked.get("Eve", page), len(looked.statements))[1] for page in PAGES}
    looked.school.room.people.add(Newcomer(f"Student {n}") for n in range(12))
    for number in range(12):
        looked.hand_in(f"Student {number}", f"{FIRST}#{number}\n")
    many = {page: (looked.get("Eve", page), len(looked.statements))[1] for page in PAGES}
    again = {page: (looked.get("Eve", page), len(looked.statements))[1] for page in PAGES}
    assert all(many[page] <= few[page] for page in PAGES), (few, many)
    assert max(many.values()) <= 10
    assert all(again[page] == 3 for page in ("standings", "crosstable", "ratings"))  # session, assignment, stamp
    assert again["games"] == 5  # whether one has ended, and who plays


def test_no_request_of_a_page_computes_ratings_and_whoever_plays_does(
    looked: Looked, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked.play("Eve", "Ann")
    looked.play("Eve", "Ann")
    looked.school.clock.time += 3600

    def computed(*_: Any) -> Any:
        raise AssertionError("ratings were computed")

    with monkeypatch.context() as patch:
        patch.setattr(results, "class_ratings", computed)
        for page in PAGES:
            assert looked.get("Eve", page).status_code == 200
        assert looked.get("Gus", "standings").json()["games"] == 2
    looked.work.assignments.change(looked.id, closes=looked.school.clock.time - 1)
    looked.work.fill()  # as a worker does that finds nothing to do: the last games of a closed ladder count, too
    table = looked.get("Gus", "standings").json()
    assert (table["games"], table["rows"][0]["team_name"]) == (6, "Eve")


def test_a_browser_that_has_an_answer_gets_304_until_something_changes(looked: Looked) -> None:
    tags = {page: looked.get("Eve", page).headers["etag"] for page in PAGES}
    for page, tag in tags.items():
        answer = looked.get("Eve", page, **{"if-none-match": tag})
        assert (answer.status_code, answer.content) == (304, b""), page
        assert answer.headers["cache-control"] == "private, no-cache"
    grades = looked.get("Ann", "standings", **{"if-none-match": tags["standings"]})
    assert grades.status_code == 200, "another reader sees other grades"
    assert looked.browsers["Gus"].get("/api/me", headers={"if-none-match": tags["games"]}).status_code == 200
    signed_out = looked.school.visitor().get(
        f"/api/assignments/{looked.id}/standings", headers={"if-none-match": tags["standings"]}
    )
    assert signed_out.status_code == 401

    looked.play("Eve", "Ann")
    assert looked.get("Eve", "games", **{"if-none-match": tags["games"]}).json()["total"] == 4
    looked.school.clock.time += 60
    looked.work.snapshots.refreshed(looked.league)
    assert looked.get("Eve", "standings", **{"if-none-match": tags["standings"]}).json()["games"] == 4
    new = looked.hand_in("Ann", FIRST + "# better\n")
    assert f"submission:{new}" in [row["entrant"] for row in looked.get("Gus", "standings").json()["rows"]]
    looked.browsers["Ann"].post(f"/api/submissions/{looked.bots['Ann']}/choose")
    assert f"submission:{new}" not in [row["entrant"] for row in looked.get("Gus", "standings").json()["rows"]]
    looked.browsers["Tom"].patch(f"/api/assignments/{looked.id}", json={"grade": {"rank": 7}})
    assert looked.get("Tom", "standings").json()["rows"][0]["grade"] == 7


def test_a_new_name_of_a_team_is_seen_after_a_few_seconds(looked: Looked, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Owls v1" in looked.get("Gus", "standings").text
    looked.school.room.people.rename_team(looked.school.people["Ann"].team or 0, "Eagles")
    monkeypatch.setattr(kept, "KEPT_S", 0.0)
    assert "Eagles v1" in looked.get("Gus", "standings").text
