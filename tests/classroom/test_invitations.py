"""One link for a whole class: who makes it, who signs up by it as what, and when it stops working."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from orchard.classroom.people_tables import INVITATIONS
from tests.classroom.conftest import PASSWORD, School, open_school


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    opened = open_school(tmp_path_factory.mktemp("school") / "class", reserve_mb=1.0)
    yield opened
    opened.room.close()


ZOE = {"name": "Zoe", "password": PASSWORD}


def invited(school: School, **ask: int) -> str:
    link = school.signed_in("Tom").post("/api/invitation", json=ask).json()["link"]
    assert link.startswith(f"{school.room.settings.address}/#join/")
    return str(link.rpartition("/")[2])


def test_whoever_has_the_link_signs_up_as_a_student_alone_and_is_signed_in(school: School) -> None:
    token = invited(school)
    visitor = school.visitor()
    assert visitor.get(f"/api/join/{token}").json() == {"title": "Orchard class"}
    told = visitor.post(f"/api/join/{token}", json=ZOE).json()
    assert (told["person"]["name"], told["person"]["role"]) == ("Zoe", "student")
    assert told["person"]["team"] not in {person.team for person in school.people.values()}
    assert visitor.get("/api/me").json()["person"]["name"] == "Zoe"
    again = school.visitor().post("/api/login", json=ZOE)
    assert again.json()["person"]["id"] == told["person"]["id"]
    assert school.audited("people.joined")[0]["name"] == "Zoe"
    assert school.signed_in("Tom").get("/api/invitation").json()["places"] == 199


def test_nobody_chooses_a_role_or_another_team(school: School) -> None:
    path = f"/api/join/{invited(school)}"
    for extra in ({"role": "teacher"}, {"team": "Owls"}):
        assert school.visitor().post(path, json={"name": "Kim", "password": PASSWORD} | extra).status_code == 422


def test_a_name_that_somebody_has_is_refused_and_costs_no_place(school: School) -> None:
    token = invited(school)
    refused = school.visitor().post(f"/api/join/{token}", json={"name": "TOM", "password": PASSWORD + "!"})
    assert refused.json()["reason"]["kind"] == "name_taken"
    assert school.visitor().post(f"/api/join/{token}", json={"name": "Zoe", "password": "short"}).status_code == 422
    assert school.signed_in("Tom").get("/api/invitation").json()["places"] == 200


def test_it_stops_working_when_it_is_full_has_run_out_is_replaced_or_withdrawn(school: School) -> None:
    def joins(token: str, name: str) -> int:
        return int(school.visitor().post(f"/api/join/{token}", json={"name": name, "password": PASSWORD}).status_code)

    token = invited(school, most=1)
    assert [joins(token, "A"), joins(token, "B")] == [200, 403]
    old, new = invited(school), invited(school)
    assert [joins(old, "C"), joins(new, "C")] == [403, 200]
    school.signed_in("Tom").delete("/api/invitation")
    assert joins(new, "D") == 403
    late = invited(school)
    school.clock.time += 169 * 3600
    assert joins(late, "E") == 403
    assert school.signed_in("Tom").get("/api/invitation").json() is None
    assert school.visitor().get("/api/join/wrong").status_code == 403


def test_only_a_teacher_makes_one_and_its_token_is_kept_nowhere(school: School) -> None:
    for name in ("Ada", "Ann", "Gus"):
        client = school.signed_in(name)
        answers = [
            client.get("/api/invitation"),
            client.post("/api/invitation", json={}),
            client.delete("/api/invitation"),
        ]
        assert [answer.status_code for answer in answers] == [403, 403, 403]
    token = invited(school)
    school.visitor().post(f"/api/join/{token}", json={"name": "Tom", "password": PASSWORD})
    with school.room.database.reading() as connection:
        kept = str(connection.execute(INVITATIONS.select()).all())
    assert token not in kept + str(school.audited())
    assert "/api/join/..." in str(school.audited("refused"))
