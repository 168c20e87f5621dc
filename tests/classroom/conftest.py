"""A class with people in it, and browsers without a window: cookies, and the token that pages send."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from orchard.classroom.folder import Classroom
from orchard.classroom.people import Newcomer, Person
from orchard.classroom.secrets import Passwords
from orchard.classroom.settings import Settings
from orchard.shells.classroom.app import create_app
from orchard.shells.studio.security import ServerSettings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Starlette would rather have another client than the one we test with
    from starlette.testclient import TestClient

PASSWORD = "correct horse battery"
START = 1_800_000_000.0


def quick_passwords() -> Passwords:
    return Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class Clock:
    def __init__(self) -> None:
        self.time = START

    def __call__(self) -> float:
        return self.time


@dataclass
class School:
    """A class server in this process. Tom teaches, Ada assists, Ann and Ben are the Owls, Eve is alone, Gus a guest."""

    room: Classroom
    app: Any
    clock: Clock
    people: dict[str, Person] = field(default_factory=dict)

    def visitor(self, address: str = "10.0.0.1") -> TestClient:
        """A browser that has not been here."""
        return TestClient(self.app, base_url="http://127.0.0.1", client=(address, 5000), raise_server_exceptions=False)

    def signed_in(self, name: str) -> TestClient:
        """A browser in which this person is signed in; it sends the token with everything, as the pages do."""
        client = self.visitor()
        client.cookies.set("orchard_class", self.room.accounts.open_session(self.people[name]))
        client.headers["X-Orchard-Token"] = client.get("/api/me").json()["token"]
        return client

    def audited(self, action: str = "") -> list[dict[str, Any]]:
        return self.room.audit.events(limit=1000, action=action)


def open_school(folder: Path, **settings: Any) -> School:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "submissions").mkdir(exist_ok=True)
    clock = Clock()
    room = Classroom(folder, settings=Settings(**settings), clock=clock, passwords=quick_passwords())
    quick = ServerSettings(requests_per_s=1e6, burst=1e6)
    school = School(room, create_app(room, quick), clock)
    people = [
        Newcomer("Tom", "teacher"),
        Newcomer("Ada", "assistant"),
        Newcomer("Ann", team="Owls"),
        Newcomer("Ben", team="Owls"),
        Newcomer("Eve"),
        Newcomer("Gus", "guest"),
    ]
    school.people = {person.name: person for person in room.people.add(people)}
    kept = room.accounts.passwords.hash(PASSWORD)
    with room.database.writing() as connection:
        from orchard.classroom.people_tables import PEOPLE

        connection.execute(PEOPLE.update().values(password=kept))
    return school


@pytest.fixture
def school(tmp_path: Path) -> Iterator[School]:
    opened = open_school(tmp_path / "class", reserve_mb=1.0)
    yield opened
    opened.room.close()
