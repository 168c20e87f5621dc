from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from orchard.classroom.people import Newcomer, People, PeopleError, read_csv
from orchard.classroom.tables import SCHEMA
from orchard.classroom.upgrade import VERSION, prepare
from orchard.play.database import Database
from orchard.play.upgrade import SchemaError


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    database = Database(str(tmp_path / "class.db"))
    prepare(database)
    prepare(database)  # a second time changes nothing
    yield People(database, lambda: 1000.0)
    database.close()


def test_a_class_of_a_newer_orchard_is_not_touched(people: People) -> None:
    with people.database.writing() as connection:
        connection.execute(SCHEMA.insert().values(version=VERSION + 1, orchard="9.9", made="2099-01-01"))
    with pytest.raises(SchemaError, match="newer Orchard"):
        prepare(people.database)


def test_students_of_one_team_share_it_and_a_student_alone_has_a_team_of_its_own(people: People) -> None:
    ann, bob, cyd, tom = people.add(
        [Newcomer("Ann", team="Owls"), Newcomer("Bob", team="Owls"), Newcomer("Cyd"), Newcomer("Tom", "teacher")]
    )
    assert ann.team == bob.team is not None
    assert cyd.team not in (None, ann.team)
    assert tom.team is None
    assert [(team["name"], [m["name"] for m in team["members"]]) for team in people.teams()] == [
        ("Cyd", ["Cyd"]),
        ("Owls", ["Ann", "Bob"]),
    ]


def test_a_student_whose_name_is_that_of_a_team_does_not_join_it(people: People) -> None:
    ann, owls = people.add([Newcomer("Ann", team="Owls"), Newcomer("Owls")])
    assert owls.team != ann.team


def test_names_that_look_the_same_are_one_and_an_import_is_all_or_nothing(people: People) -> None:
    people.add([Newcomer("Zoë Żak")])
    with pytest.raises(PeopleError, match="already"):
        people.add([Newcomer("Fresh"), Newcomer("zoe\u0308  \uff3aak".replace("\uff3a", "\u017b"))])
    assert [row["name"] for row in people.listed()] == ["Zoë Żak"]


@pytest.mark.parametrize("name", ["", "   ", "x" * 61, "a\u202eb", "a\x00b", "a\u200bb"])
def test_a_name_that_deceives_is_refused(people: People, name: str) -> None:
    with pytest.raises(PeopleError):
        people.add([Newcomer(name)])


def test_a_table_of_names_is_read_with_or_without_a_header() -> None:
    assert read_csv("\ufeffname;team;role\nAnn;Owls;\nTom;;assistant\n") == [
        Newcomer("Ann", "student", "Owls"),
        Newcomer("Tom", "assistant", ""),
    ]
    assert read_csv("Ann\n\nBob\n") == [Newcomer("Ann"), Newcomer("Bob")]
    with pytest.raises(PeopleError, match="line 2"):
        read_csv("name,role\nAnn,student\nBob,king\n")
    assert read_csv("name;team\rAnn;Owls\r") == [Newcomer("Ann", "student", "Owls")]


@pytest.mark.parametrize("encoding", ["latin-1", "cp1250", "utf-16", "big5"])
def test_a_table_in_another_encoding_is_refused_instead_of_spoiling_names(encoding: str) -> None:
    name = "李雷" if encoding == "big5" else "José"
    as_read = f"name,team\n{name},Owls\n".encode(encoding).decode("utf-8", "replace")
    with pytest.raises(PeopleError, match="save it as CSV UTF-8"):
        read_csv(as_read)


def test_a_table_that_cannot_be_split_is_refused() -> None:
    with pytest.raises(PeopleError, match="cannot be read"):
        read_csv('name\n"' + "x" * 200_000)


def test_the_last_teacher_stays(people: People) -> None:
    (tom,) = people.add([Newcomer("Tom", "teacher")])
    for change in ({"role": "student"}, {"disabled": True}):
        with pytest.raises(PeopleError, match="last teacher"):
            people.change(tom.id, **change)  # type: ignore[arg-type]
    assert people.find(tom.id).role == "teacher"
    people.add([Newcomer("Tina", "teacher")])
    assert people.change(tom.id, role="student").team is not None
