"""Signing in and out, by password, by link and by session."""

from __future__ import annotations

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tests.classroom.conftest import PASSWORD, School


def test_a_password_opens_a_session_and_the_page_learns_what_it_may_do(school: School) -> None:
    browser = school.visitor()
    assert browser.get("/api/me").json()["person"] is None
    answer = browser.post("/api/login", json={"name": " ANN ", "password": PASSWORD})
    assert answer.status_code == 200
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=lax" in cookie.lower()
    me = browser.get("/api/me").json()
    assert (me["person"]["name"], me["person"]["role"]) == ("Ann", "student")
    assert "submissions.add" in me["may"]
    assert "people.see" not in me["may"]
    assert [event["name"] for event in school.audited("login")] == ["Ann"]


def test_no_token_or_password_is_in_the_database(school: School) -> None:
    browser = school.visitor()
    browser.post("/api/login", json={"name": "Ann", "password": PASSWORD})
    link = school.room.accounts.new_link(school.people["Eve"].id)
    school.room.database.close()
    kept = b"".join(path.read_bytes() for path in school.room.folder.glob("class.db*"))
    assert b"Ann" in kept  # the search works
    for secret in (browser.cookies["orchard_class"], link, PASSWORD):
        assert secret.encode() not in kept


def test_unknown_and_known_names_get_the_same_answer_after_the_same_work(school: School) -> None:
    hashes: list[str] = []
    verify = school.room.accounts.passwords.verify
    school.room.accounts.passwords.verify = lambda kept, given: hashes.append("one") or verify(kept, given)  # type: ignore
    school.room.people.change(school.people["Gus"].id, disabled=True)
    answers = []
    for name in ("Ann", "Nobody", "Gus"):
        for n in range(7):
            answer = school.visitor().post("/api/login", json={"name": name, "password": f"wrong password {n}"})
            answers.append((n, answer.status_code, answer.content, len(hashes)))
            hashes.clear()
    assert answers[:7] == answers[7:14] == answers[14:]
    assert [status for _, status, _, _ in answers[:7]] == [401] * 5 + [429] * 2
    assert [work for *_, work in answers[:7]] == [1] * 5 + [0] * 2


def test_a_lockout_ends_and_a_link_passes_it(school: School) -> None:
    for _ in range(5):
        school.visitor().post("/api/login", json={"name": "Ann", "password": "wrong"})
    right = {"name": "Ann", "password": PASSWORD}
    assert school.visitor().post("/api/login", json=right).status_code == 429
    assert school.visitor("10.0.0.2").post("/api/login", json=right).status_code == 200  # elsewhere, it may be Ann
    link = school.room.accounts.new_link(school.people["Ann"].id)
    assert school.visitor().post(f"/api/links/{link}", json={}).status_code == 200
    school.clock.time += 901
    assert school.visitor().post("/api/login", json=right).status_code == 200


def test_guesses_from_many_addresses_are_counted_together(school: School) -> None:
    statuses = [
        school.visitor(f"10.0.1.{n}").post("/api/login", json={"name": "Ann", "password": "wrong"}).status_code
        for n in range(22)
    ]
    assert statuses == [401] * 20 + [429] * 2


def test_guesses_at_once_are_not_more_than_one_after_the_other(school: School) -> None:
    def guess(n: int) -> int:
        return int(school.visitor().post("/api/login", json={"name": "Ann", "password": f"wrong {n}"}).status_code)

    with ThreadPoolExecutor(8) as threads:
        statuses = sorted(threads.map(guess, range(16)))
    assert statuses == [401] * 5 + [429] * 11


def test_good_logins_lock_nobody_out(school: School) -> None:
    for _ in range(25):
        assert school.visitor().post("/api/login", json={"name": "Ann", "password": PASSWORD}).status_code == 200


def test_no_link_is_in_a_log(school: School, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "orchard.class")
    link = school.room.accounts.new_link(school.people["Eve"].id)
    school.visitor().get(f"/api/links/{link}")
    school.room.accounts.new_link(school.people["Eve"].id)
    assert school.visitor().get(f"/api/links/{link}").status_code == 403
    assert [json.loads(record.message)["path"] for record in caplog.records] == ["/api/links/..."] * 2
    school.signed_in("Ann").get("/api/teams")
    line = json.loads(caplog.records[-1].message)
    assert list(line) == ["at", "method", "path", "status", "ms", "address", "person"]
    assert (line["path"], line["status"], line["person"]) == ("/api/teams", 200, school.people["Ann"].id)
    assert link not in json.dumps(school.audited())


def test_a_link_works_once_sets_a_password_and_ends_other_sessions(school: School) -> None:
    old = school.signed_in("Eve")
    link = school.room.accounts.new_link(school.people["Eve"].id)
    browser = school.visitor()
    assert browser.get(f"/api/links/{link}").json() == {"name": "Eve", "role": "student"}
    assert browser.post(f"/api/links/{link}", json={"password": "short"}).status_code == 422
    assert browser.post(f"/api/links/{link}", json={"password": "a new password"}).status_code == 200
    assert browser.get("/api/me").json()["person"]["name"] == "Eve"
    assert old.get("/api/me").json()["person"] is None
    assert school.visitor().post(f"/api/links/{link}", json={}).status_code == 403
    assert school.visitor().post("/api/login", json={"name": "Eve", "password": "a new password"}).status_code == 200


def test_a_link_runs_out_and_a_new_one_ends_it(school: School) -> None:
    eve = school.people["Eve"].id
    first, second = school.room.accounts.new_link(eve), school.room.accounts.new_link(eve)
    assert school.visitor().post(f"/api/links/{first}", json={}).status_code == 403
    school.clock.time += 168 * 3600
    assert school.visitor().post(f"/api/links/{second}", json={}).status_code == 403


def test_a_session_ends_when_idle_and_after_its_time(school: School) -> None:
    browser = school.signed_in("Ann")
    for _ in range(4):
        school.clock.time += 71 * 3600
        assert browser.get("/api/me").json()["person"], "in use, it goes on"
    school.clock.time += 53 * 3600  # 337 hours in all
    assert browser.get("/api/me").json()["person"] is None
    idle = school.signed_in("Ann")
    school.clock.time += 72 * 3600
    assert idle.get("/api/me").json()["person"] is None


def test_signing_out_ends_one_session_or_all(school: School) -> None:
    here, there = school.signed_in("Ann"), school.signed_in("Ann")
    assert here.post("/api/logout", json={}).status_code == 200
    assert there.get("/api/teams").status_code == 200
    again = school.signed_in("Ann")
    assert again.post("/api/logout", json={"everywhere": True}).status_code == 200
    assert there.get("/api/teams").status_code == 401


@pytest.mark.parametrize("change", [{"role": "assistant"}, {"disabled": True}])
def test_a_change_of_rights_ends_the_sessions(school: School, change: dict[str, object]) -> None:
    ann, tom = school.signed_in("Ann"), school.signed_in("Tom")
    assert tom.patch(f"/api/people/{school.people['Ann'].id}", json=change).status_code == 200
    assert ann.get("/api/teams").status_code == 401


def test_a_new_password_needs_the_old_one(school: School) -> None:
    ann = school.signed_in("Ann")
    assert ann.post("/api/password", json={"old": "wrong", "new": "another password"}).status_code == 401
    assert ann.post("/api/password", json={"old": PASSWORD, "new": "another password"}).status_code == 200
    assert ann.get("/api/me").json()["person"]["name"] == "Ann"
    assert school.visitor().post("/api/login", json={"name": "Ann", "password": PASSWORD}).status_code == 401


def test_behind_tls_the_cookie_is_secure_and_bound_to_the_host(school: School) -> None:
    secure = school.room.settings.__class__(address="https://class.example.org", reserve_mb=1.0)
    school.room.settings = secure
    from orchard.shells.classroom.app import create_app

    school.app = create_app(school.room)
    answer = school.visitor().post(
        "/api/login", json={"name": "Ann", "password": PASSWORD}, headers={"host": "class.example.org"}
    )
    assert answer.headers["set-cookie"].startswith("__Host-orchard_class=")
    assert "Secure" in answer.headers["set-cookie"]


def test_a_class_that_signs_in_at_once_does_not_keep_others_waiting(school: School) -> None:
    """Hashing a password takes long; the threads that answer everything else are not kept by it."""
    go_on = threading.Event()
    school.room.accounts.passwords.verify = lambda kept, given: go_on.wait(30) and False  # type: ignore[method-assign]

    async def visit() -> int:
        transport = httpx.ASGITransport(school.app, client=("10.0.0.1", 5000))
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
            asked = [client.post("/api/login", json={"name": f"p{n}", "password": "x"}) for n in range(60)]
            logins = [asyncio.create_task(one) for one in asked]
            try:
                answer = await asyncio.wait_for(client.get("/health"), 8)
            finally:
                go_on.set()
                answers = await asyncio.gather(*logins)
            assert {one.status_code for one in answers} == {401}
            return answer.status_code

    assert asyncio.run(visit()) == 200
