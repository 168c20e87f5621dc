"""Hostile requests: each is refused, changes nothing, and is found in the audit log."""

from __future__ import annotations

import asyncio
import io
import stat
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from tests.classroom.conftest import PASSWORD, School
from tests.classroom.test_work_routes import Lesson

MEGABYTE = 1_000_000
Attack = Callable[[Lesson], Any]
ATTACKS: dict[str, tuple[int, Attack]] = {}


def attack(status: int) -> Callable[[Attack], Attack]:
    """Register an attack under the name of its function, with the status that refuses it."""

    def register(made: Attack) -> Attack:
        ATTACKS[made.__name__] = (status, made)
        return made

    return register


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lesson]:
    made = Lesson(tmp_path_factory.mktemp("hostile"))
    made.school.room.settings = made.school.room.settings.__class__(upload_mb=1.0, reserve_mb=1.0)
    yield made
    made.school.room.close()


def zipped(*entries: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in entries:
            archive.writestr(name, data)
    return out.getvalue()


def hand_in(lesson: Lesson, name: str, data: Any, file: str = "bot.zip", **form: str) -> Any:
    path = f"/api/assignments/{lesson.id}/submissions"
    return lesson.browsers[name].post(path, files={"file": (file, io.BytesIO(data))}, data=form)


def login(school: School, name: str, password: str, **headers: str) -> Any:
    return school.visitor("10.9.9.9").post("/api/login", json={"name": name, "password": password}, headers=headers)


# ------------------------------------------------------------------------------------------- what belongs to others


@attack(403)
def another_teams_submission_with_verdict_and_log(lesson: Lesson) -> Any:
    return lesson.get("Eve", f"submissions/{lesson.owls}")


@attack(403)
def another_teams_file(lesson: Lesson) -> Any:
    return lesson.get("Eve", f"submissions/{lesson.owls}/file")


@attack(403)
def choosing_what_another_team_plays(lesson: Lesson) -> Any:
    return lesson.browsers["Eve"].post(f"/api/submissions/{lesson.owls}/choose", json={})


@attack(403)
def handing_in_for_another_team(lesson: Lesson) -> Any:
    team = str(lesson.school.people["Ann"].team)
    return hand_in(lesson, "Eve", b"x = 1", "bot.py", team=team)


@attack(403)
def similar_submissions_for_a_student(lesson: Lesson) -> Any:
    return lesson.get("Ann", f"similar/{lesson.owls}/{lesson.eves}")


@attack(403)
def the_audit_log_for_an_assistant(lesson: Lesson) -> Any:
    return lesson.get("Ada", "audit")


@attack(403)
def everybodys_names_for_a_student(lesson: Lesson) -> Any:
    return lesson.get("Ann", "people")


@attack(403)
def a_guest_hands_in(lesson: Lesson) -> Any:
    return hand_in(lesson, "Gus", b"x = 1", "bot.py")


# ------------------------------------------------------------------------------------------- forged requests


@attack(403)
def no_token(lesson: Lesson) -> Any:
    return lesson.browsers["Tom"].post("/api/teams", json={"name": "Forged"}, headers={"X-Orchard-Token": ""})


@attack(403)
def the_token_of_another_session(lesson: Lesson) -> Any:
    token = lesson.browsers["Eve"].headers["X-Orchard-Token"]
    return lesson.browsers["Tom"].post("/api/teams", json={"name": "Forged"}, headers={"X-Orchard-Token": token})


@attack(403)
def a_form_on_another_site(lesson: Lesson) -> Any:
    return lesson.browsers["Tom"].post("/api/teams", json={"name": "X"}, headers={"Origin": "https://evil.example"})


@attack(403)
def a_form_in_a_frame_without_origin(lesson: Lesson) -> Any:
    return lesson.school.visitor().post("/api/login", json={}, headers={"Origin": "null"})


@attack(422)
def a_login_by_a_plain_form(lesson: Lesson) -> Any:
    return lesson.school.visitor().post("/api/login", data={"name": "Tom", "password": PASSWORD})


@attack(403)
def another_host_name(lesson: Lesson) -> Any:
    return lesson.browsers["Tom"].get("/api/people", headers={"Host": "evil.example"})


@attack(405)
def another_method_by_a_header(lesson: Lesson) -> Any:
    path = f"/api/people/{lesson.school.people['Eve'].id}"
    return lesson.browsers["Eve"].post(path, json={"role": "teacher"}, headers={"X-HTTP-Method-Override": "PATCH"})


# ------------------------------------------------------------------------------------------- files


@attack(422)
def a_path_out_of_the_zip(lesson: Lesson) -> Any:
    return hand_in(lesson, "Eve", zipped(("bot.py", b"x = 1"), ("../../class.toml", b"no_walls = true")))


@attack(422)
def an_absolute_path_in_the_zip(lesson: Lesson) -> Any:
    return hand_in(lesson, "Eve", zipped(("bot.py", b"x = 1"), ("/tmp/evil.py", b"x = 1")))


@attack(422)
def a_link_in_the_zip(lesson: Lesson) -> Any:
    link = zipfile.ZipInfo("data")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    return hand_in(lesson, "Eve", zipped(("bot.py", b"x = 1"), (link, b"/etc/passwd")))


@attack(422)
def a_zip_bomb(lesson: Lesson) -> Any:
    return hand_in(lesson, "Eve", zipped(("bot.py", b"x = 1"), ("data.bin", bytes(110 * MEGABYTE))))


@attack(422)
def a_program_that_is_no_bot(lesson: Lesson) -> Any:
    return hand_in(lesson, "Eve", b"MZ", "bot.exe")


@attack(413)
def a_gigabyte_that_says_so(lesson: Lesson) -> Any:
    path = f"/api/assignments/{lesson.id}/submissions"
    return lesson.browsers["Eve"].post(path, content=b"", headers={"Content-Length": str(1000 * MEGABYTE)})


@attack(413)
def a_gigabyte_that_does_not_say_so(lesson: Lesson) -> Any:
    """Sent piece by piece, as a server gets it; a client of httpx would read all of it first."""
    browser, sent, answers = lesson.browsers["Eve"], [0], []
    headers = {"host": "127.0.0.1", "content-type": "multipart/form-data; boundary=x"}
    headers["cookie"] = f"orchard_class={browser.cookies['orchard_class']}"
    headers["x-orchard-token"] = browser.headers["X-Orchard-Token"]
    head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="bot.py"\r\n\r\n'

    async def receive() -> dict[str, Any]:
        sent[0] += 1
        return {"type": "http.request", "body": head if sent[0] == 1 else bytes(MEGABYTE // 4), "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    scope = {"type": "http", "method": "POST", "path": f"/api/assignments/{lesson.id}/submissions", "query_string": b""}
    scope |= {"headers": [(name.encode(), value.encode()) for name, value in headers.items()]}
    scope |= {"client": ("10.0.0.1", 5000), "server": ("127.0.0.1", 80), "scheme": "http", "http_version": "1.1"}
    asyncio.run(lesson.school.app(scope, receive, send))
    assert sent[0] < 10, "it was read on after it was too large"
    return httpx.Response(answers[0]["status"], content=answers[1]["body"])


@attack(413)
def a_login_of_a_megabyte(lesson: Lesson) -> Any:
    return lesson.school.visitor().post("/api/login", json={"name": "x" * MEGABYTE, "password": ""})


# ------------------------------------------------------------------------------------------- accounts


@attack(401)
def looking_for_names_that_exist(lesson: Lesson) -> Any:
    unknown, known = (login(lesson.school, name, "wrong password") for name in ("Nobody", "Ben"))
    assert (unknown.status_code, unknown.content) == (known.status_code, known.content)
    return known


@attack(401)
def a_name_that_is_a_query(lesson: Lesson) -> Any:
    return login(lesson.school, "' OR role = 'teacher' --", "wrong password")


@attack(429)
def guessing_from_addresses_that_are_made_up(lesson: Lesson) -> Any:
    for n in range(6):
        answer = login(lesson.school, "Tom", f"wrong {n}", **{"X-Forwarded-For": f"1.2.3.{n}"})
    assert {event["address"] for event in lesson.school.audited("refused")[:6]} == {"10.9.9.9"}
    return answer


@attack(401)
def a_session_that_was_planted(lesson: Lesson) -> Any:
    victim = lesson.school.visitor()
    victim.cookies.set("orchard_class", "planted")
    victim.post("/api/login", json={"name": "Ben", "password": PASSWORD})
    assert victim.get("/api/me").json()["person"]["name"] == "Ben"
    thief = lesson.school.visitor()
    thief.cookies.set("orchard_class", "planted")
    return thief.get("/api/teams")


@attack(401)
def a_session_after_signing_out(lesson: Lesson) -> Any:
    browser = lesson.school.signed_in("Ben")
    kept = dict(browser.cookies)
    browser.post("/api/logout", json={})
    thief = lesson.school.visitor()
    thief.cookies.update(kept)
    return thief.get("/api/teams")


@attack(403)
def a_link_that_was_used(lesson: Lesson) -> Any:
    link = lesson.school.room.accounts.new_link(lesson.school.people["Ben"].id)
    assert lesson.school.visitor().post(f"/api/links/{link}", json={}).status_code == 200
    return lesson.school.visitor().post(f"/api/links/{link}", json={"password": "taken over by me"})


@attack(403)
def a_link_that_is_guessed(lesson: Lesson) -> Any:
    return lesson.school.visitor().post("/api/links/AAAA", json={})


@attack(403)
def a_student_makes_herself_a_teacher(lesson: Lesson) -> Any:
    return lesson.browsers["Eve"].patch(f"/api/people/{lesson.school.people['Eve'].id}", json={"role": "teacher"})


@attack(403)
def an_assistant_makes_herself_a_teacher(lesson: Lesson) -> Any:
    return lesson.browsers["Ada"].patch(f"/api/people/{lesson.school.people['Ada'].id}", json={"role": "teacher"})


@attack(422)
def a_role_slipped_into_a_login(lesson: Lesson) -> Any:
    asked = {"name": "Eve", "password": PASSWORD, "role": "teacher"}
    return lesson.school.visitor().post("/api/login", json=asked)


@attack(422)
def a_name_that_turns_the_text_around(lesson: Lesson) -> Any:
    return lesson.browsers["Tom"].post("/api/people", json={"people": [{"name": "moT\u202e"}]})


# ------------------------------------------------------------------------------------------- the server


@attack(401)
def work_without_a_workers_token(lesson: Lesson) -> Any:
    return lesson.browsers["Tom"].post("/api/work/take", json={})


@attack(404)
def a_path_to_the_settings(lesson: Lesson) -> Any:
    return lesson.school.visitor().get("/class/..%2f..%2fclass.toml")


@attack(422)
def a_game_id_that_is_a_pattern(lesson: Lesson) -> Any:
    return lesson.get("Eve", "games/class-%25")


@pytest.mark.parametrize("name", ATTACKS)
def test_a_hostile_request_is_refused_and_logged(lesson: Lesson, name: str) -> None:
    status, act = ATTACKS[name]
    before = snapshot(lesson)
    last = max((event["id"] for event in lesson.school.audited()), default=0)
    answer = act(lesson)
    assert answer.status_code == status, answer.text
    assert "Traceback" not in answer.text
    new = [event for event in lesson.school.audited("refused") if event["id"] > last]
    assert new, "it is not in the audit log"
    assert new[0]["about"]["status"] == status
    assert snapshot(lesson) == before


def snapshot(lesson: Lesson) -> Any:
    """What an attack would change: people, teams, submissions, and files."""
    room = lesson.school.room
    files = sorted(path.relative_to(room.folder) for path in room.folder.rglob("*") if "class.db" not in path.name)
    people = [{key: row[key] for key in ("name", "role", "team", "disabled")} for row in room.people.listed()]
    return people, room.people.teams(), [one.as_json() for one in lesson.work.submissions.all(lesson.id)], files


def test_there_are_at_least_thirty() -> None:
    assert len(ATTACKS) >= 30


def test_what_a_bot_printed_is_not_in_the_replay_of_others(lesson: Lesson) -> None:
    for name, secrets in (("Gus", 0), ("Ann", 1), ("Eve", 1), ("Ada", 2)):
        assert len(lesson.get(name, f"games/{lesson.game}").json()["output"]) == secrets
