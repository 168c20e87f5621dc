"""Every route asks the one place that decides, and the server answers as it should around them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import orchard
from orchard.classroom.permissions import RULES
from orchard.play.database import StoreError
from orchard.shells.classroom.app import PUBLIC
from tests.classroom.conftest import School

WEB = Path(orchard.__file__).parent / "web"


@dataclass(frozen=True)
class Route:
    method: str
    path: str
    actions: tuple[str, ...]


def routes(school: School) -> list[Route]:
    return list(walk(school.app.app.app.router))


def walk(router: Any, before: str = "") -> Iterator[Route]:
    """Every route, those of routers within routers too."""
    for route in router.routes:
        if hasattr(route, "original_router"):
            yield from walk(route.original_router, before + getattr(router, "prefix", ""))
        else:
            (method,) = route.methods
            needed = [one.call for one in route.dependant.dependencies]
            yield Route(method, before + route.path, tuple(call.action for call in needed if hasattr(call, "action")))


def test_every_route_asks_for_one_action_or_is_meant_for_everybody(school: School) -> None:
    found = routes(school)
    assert len(found) > 30
    for route in found:
        is_open = (route.method, route.path) in PUBLIC
        assert len(route.actions) == (0 if is_open else 1), (route.method, route.path)


def test_no_action_is_without_a_route(school: School) -> None:
    asked = {action for route in routes(school) for action in route.actions}
    asked |= {"people.link", "metrics.see", "games.output"}  # asked inside a route, about what it found
    assert asked == set(RULES)


def test_who_is_not_signed_in_gets_nothing_but_what_is_public(school: School) -> None:
    visitor = school.visitor()
    for route in routes(school):
        path = re.sub(r"{\w+}", "1", route.path)
        if (route.method, route.path) not in PUBLIC:
            assert visitor.request(route.method, path).status_code == 401, (route.method, path)


def test_a_role_gets_what_its_rule_says_and_no_more(school: School) -> None:
    """Of a refusal only the status is asked here; what is allowed may still miss something (404, 422)."""
    clients: dict[str, TestClient] = {
        school.people[name].role: school.signed_in(name) for name in ("Tom", "Ada", "Ann", "Gus")
    }
    for route in routes(school):
        if not route.actions or route.actions == ("me.leave",):
            continue
        path = re.sub(r"{(kind|format)}", "x", route.path)
        path = re.sub(r"{\w+}", "999999", path)
        for role, client in clients.items():
            is_allowed = getattr(RULES[route.actions[0]], role) != ""
            refused = client.request(route.method, path).status_code == 403
            assert refused != is_allowed, (role, route.method, path)


def test_only_the_class_server_needs_the_packages_of_its_extra() -> None:
    own = ("classroom/", "shells/classroom/", "shells/commands/class_/")
    package = Path(orchard.__file__).parent
    needed = re.compile(r"^\s*(?:from|import) (argon2|authlib|joserfc|httpx|python_multipart)\b", re.MULTILINE)
    found = {
        path.relative_to(package).as_posix(): needed.findall(path.read_text("utf-8")) for path in package.rglob("*.py")
    }
    using = [path for path, names in found.items() if names]
    assert len(using) >= 2, "the search works"
    assert [path for path in using if not path.startswith(own)] == []


def test_health_and_metrics(school: School) -> None:
    assert school.visitor().get("/health").json()["status"] == "ok"
    assert school.visitor().get("/metrics").status_code == 403
    assert school.signed_in("Ann").get("/metrics").status_code == 403
    text = school.signed_in("Ada").get("/metrics").text
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert values["orchard_class_people"] == "6"
    assert int(values['orchard_class_answers{status="403"}']) == 2
    assert all(
        re.fullmatch(r'[a-z_]+({\w+="[^"]+"})? [-+.\deInf]+', line) for line in text.splitlines() if line[0] != "#"
    )
    school.room.settings = school.room.settings.__class__(metrics_token="let me see")
    assert school.visitor().get("/metrics", headers={"Authorization": "Bearer let me see"}).status_code == 200


def test_the_pages_have_the_policy_of_the_studio_and_every_word(school: School) -> None:
    answer = school.visitor().get("/")
    assert "/class/main.js" in answer.text
    assert "default-src 'none'; script-src 'self'" in answer.headers["content-security-policy"]
    scripts = "\n".join(path.read_text(encoding="utf-8") for path in (WEB / "class").glob("*.js"))
    named = set(re.findall(r"""\bc\(\s*"([\w.]+)"\s*[,)]""", scripts))
    assert len(named) > 100
    english = json.loads((WEB / "locales" / "class" / "en.json").read_text(encoding="utf-8"))
    assert {f"class.{key}" for key in named} <= set(english)
    assert not re.search(r"innerHTML|insertAdjacentHTML|document\.write", scripts)


def test_whatever_is_refused_can_be_said_in_every_language() -> None:
    """test_locales.py compares the four languages."""
    package = Path(orchard.__file__).parent
    sources = [*(package / "classroom").glob("*.py"), *(package / "shells" / "classroom").glob("*.py")]
    kinds = set(re.findall(r'kind="(\w+)"', "".join(path.read_text(encoding="utf-8") for path in sources)))
    kinds -= {
        "token",
        "unreadable",
        "wrong_job",
        "refused",
        "other_release",
        "swiss",
    }  # said to workers; a way to play a final
    english = json.loads((WEB / "locales" / "class" / "en.json").read_text(encoding="utf-8"))
    assert len(kinds) > 20
    assert {f"class.reason.{kind}" for kind in kinds} <= set(english)


def test_a_full_disk_stops_intake_and_says_so(school: School) -> None:
    school.room.settings = school.room.settings.__class__(reserve_mb=999_999.0)
    ann = school.signed_in("Ann")
    answer = ann.post("/api/assignments/1/submissions", files={"file": ("bot.py", b"x")})
    assert answer.status_code == 507
    assert "disk of the server is full" in answer.json()["message"]
    assert answer.json()["error"] == "full_disk"  # which the page says in the reader's language
    assert ann.get("/api/teams").status_code == 200


def test_without_any_room_left_a_refusal_still_says_why(school: School, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class on a tmpfs of 12 MB, filled to the last byte, answered 500 without a word."""
    school.room.settings = school.room.settings.__class__(reserve_mb=999_999.0)
    ann = school.signed_in("Ann")

    def no_room(*_: object, **__: object) -> None:
        raise StoreError("class.db: the disk is full; nothing of this change was kept")

    monkeypatch.setattr(school.room.audit, "note", no_room)
    answer = ann.post("/api/assignments/1/submissions", files={"file": ("bot.py", b"x")})
    assert (answer.status_code, answer.json()["error"]) == (507, "full_disk")
    assert ann.get("/api/people").status_code == 403
    assert school.visitor().get("/api/people").status_code == 401
