"""What a student has learned in a studio is kept for the account, and goes with it to another computer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from orchard.play.database import Database
from orchard.play.store import Store
from orchard.study.profiles import Profiles
from tests.classroom.conftest import School


@pytest.fixture
def exported(tmp_path: Path) -> dict[str, Any]:
    """A profile as a studio on the student's own computer exports it."""
    with Store(str(tmp_path / "home.db")) as store:
        profiles = Profiles(store.database)
        profiles.create("Annie")
        profiles.mark("Annie", "lesson", "reversi", "corners", 3)
        return profiles.export("Annie")


def test_a_profile_goes_from_one_computer_through_the_class_to_another(
    school: School, exported: dict[str, Any], tmp_path: Path
) -> None:
    ann = school.signed_in("Ann")
    assert ann.get("/api/me/profile").json() is None
    assert ann.put("/api/me/profile", json=exported).status_code == 200
    assert ann.put("/api/me/profile", json=exported).status_code == 200  # a newer one takes the place of the last
    kept = school.signed_in("Ann").get("/api/me/profile").json()
    assert kept == {**exported, "name": "Ann"}
    with Store(str(tmp_path / "other.db")) as store:
        profiles = Profiles(store.database)
        assert profiles.restore(kept) == "Ann"
        assert profiles.marks("Ann", "lesson", "reversi") == {"corners": 3}


def test_nobody_sees_the_profile_of_another_and_deleting_it_deletes_all(
    school: School, exported: dict[str, Any]
) -> None:
    ann = school.signed_in("Ann")
    ann.put("/api/me/profile", json=exported)
    for other in ("Ben", "Eve", "Tom"):
        assert school.signed_in(other).get("/api/me/profile").json() is None
    assert school.signed_in("Gus").get("/api/me/profile").status_code == 403
    assert school.visitor().get("/api/me/profile").status_code == 401
    assert ann.delete("/api/me/profile").status_code == 200
    assert ann.get("/api/me/profile").json() is None
    assert _rows(school.room.database) == 0


def _rows(database: Database) -> int:
    with database.reading() as connection:
        tables = ("profiles", "marks", "attempts", "mistakes", "strengths")
        return sum(connection.exec_driver_sql(f"SELECT COUNT(*) FROM {name}").scalar_one() for name in tables)


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"format": "orchard profile 1"},
        {"format": "orchard profile 9", "made": ""},
        {"format": "orchard profile 1", "made": {}, "strengths": [], "attempts": [], "mistakes": [], "marks": []},
        {"format": "orchard profile 1", "made": "", "strengths": [], "attempts": 7, "mistakes": [], "marks": []},
    ],
)
def test_what_is_no_profile_is_refused_and_the_one_that_is_kept_stays(
    school: School, exported: dict[str, Any], data: Any
) -> None:
    ann = school.signed_in("Ann")
    ann.put("/api/me/profile", json=exported)
    answer = ann.put("/api/me/profile", json=data)
    assert (answer.status_code, answer.json()["reason"]["kind"]) == (422, "no_export")
    assert ann.get("/api/me/profile").json()["marks"] == exported["marks"]


def test_a_profile_of_more_than_five_megabytes_is_refused(school: School) -> None:
    assert school.signed_in("Ann").put("/api/me/profile", content=b"[" + b" " * 5_000_001).status_code == 413
