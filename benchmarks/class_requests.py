"""What a request of a page costs the class server: processor time, database statements and bytes, page by page.

    python -m benchmarks.class_requests --students 100 --games 400

The server is in this process and is called as uvicorn calls it, so reading and writing sockets is not counted.
Before every `--changes` requests of a page a pair of games ends. Times are those of the best of three runs, with the
speed of the machine, as workers measure it, beside them.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import io
import json
import random
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from sqlalchemy import event

from benchmarks.class_bots import CONTRACTS, source
from orchard.classroom import calibration
from orchard.classroom.folder import Classroom
from orchard.classroom.people import Newcomer
from orchard.classroom.secrets import Passwords
from orchard.classroom.settings import Settings
from orchard.classroom.work import Work
from orchard.play.check import Finding
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from orchard.shells.classroom.app import create_app
from orchard.shells.studio.security import ServerSettings

RUNS = 3
PAGES = ("standings", "crosstable", "ratings", "queue", "games", "submissions")


class Class:
    """A class with submissions and games, and its server."""

    def __init__(self, folder: Path, students: int, versions: int, games: int) -> None:
        folder.mkdir(parents=True)
        self.room = Classroom(
            folder, settings=Settings(), passwords=Passwords(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        )
        self.work = Work(Store.over(self.room.database), self.room.submissions)
        self.people = self.room.people.add(Newcomer(f"Student {n:04}") for n in range(students))
        rules = {"seconds_per_move": 5.0}
        self.one = self.work.assignments.add("Day", "reversi", references=["random", "greedy"], rules=rules, daily=1000)
        for version in range(versions):
            for n, person in enumerate(self.people):
                text = source(f"{n} v{version}", n / students, CONTRACTS[n % 3])
                made = self.work.submissions.add(self.one.id, person, "bot.py", io.BytesIO(text.encode()))
                self.work.submissions.judge(made.id, [Finding("opening", True, "answered d3")], "reversi")
        for job in range(students * versions):
            self.work.queue.done(job + 1)
        self.names = [one.entrant for one in self.work.submissions.all(self.one.id) if one.chosen]
        self.dice, self.played = random.Random(1), 0
        while self.played < games:
            self.play_pair()
        self.work.snapshots.refreshed(self.one.league)
        self.sessions = [self.room.accounts.open_session(person) for person in self.people]
        self.app = create_app(self.room, ServerSettings(requests_per_s=1e6, burst=1e6))
        self.statements: Counter[str] = Counter()
        event.listen(
            self.room.database.engine, "before_cursor_execute", lambda *given: self.statements.update([given[2]])
        )

    def play_pair(self) -> None:
        """The two games of a pair end."""
        moves = tuple(MoveRecord("d3", 0.01, 0.5, 100, 3) for _ in range(60))
        one, other = self.dice.sample([*self.names, "random", "greedy"], 2)
        for black, white in ((one, other), (other, one)):
            winner = self.dice.choice(("black", "white"))
            name = f"class-{self.one.league}-{self.played:06d}"
            record = GameRecord(name, "reversi", black, white, moves=moves, winner=winner, score=2)
            self.work.store.save_game(record, self.one.league, self.played)
            self.played += 1

    async def get(self, path: str, session: str, tag: str = "") -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body of an answer."""
        headers = {"host": "127.0.0.1", "cookie": f"orchard_class={session}", "accept-encoding": "gzip"}
        headers |= {"if-none-match": tag} if tag else {}
        scope: dict[str, Any] = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET"}
        scope |= {"path": path, "raw_path": path.encode(), "query_string": b"", "root_path": "", "scheme": "http"}
        scope |= {"headers": [(key.encode(), text.encode()) for key, text in headers.items()]}
        scope |= {"client": ("10.0.0.1", 1), "server": ("127.0.0.1", 80)}
        told: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        await self.app(scope, receive, send)
        found = {name.decode(): text.decode() for name, text in told[0]["headers"]}
        return told[0]["status"], found, b"".join(part.get("body", b"") for part in told[1:])

    def json(self, path: str, number: int) -> Any:
        """What a student's browser reads."""
        status, headers, body = asyncio.run(self.get(path, self.sessions[number]))
        assert status == 200, body
        return json.loads(gzip.decompress(body) if headers.get("content-encoding") == "gzip" else body)


async def measure(school: Class, page: str, requests: int, changes: int) -> dict[str, Any]:
    path = f"/api/assignments/{school.one.id}/{page}"
    await school.get(path, school.sessions[0])
    school.statements.clear()
    spent, size, statements = 0.0, 0, 0
    for number in range(requests):
        if number % changes == 0:
            school.play_pair()
            school.work.snapshots.refreshed(school.one.league)
        school.statements.clear()
        began = time.process_time()
        status, _, body = await school.get(path, school.sessions[number % len(school.sessions)])
        spent += time.process_time() - began
        assert status == 200, body
        statements += sum(school.statements.values())
        size += len(body)
    return {
        "page": page,
        "ms of processor time": round(1000 * spent / requests, 2),
        "statements": round(statements / requests, 1),
        "bytes": size // requests,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--versions", type=int, default=3)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--requests", type=int, default=100)
    parser.add_argument("--changes", type=int, default=10, help="requests of one page for each pair of games that ends")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        school = Class(Path(folder) / "class", options.students, options.versions, options.games)
        found = []
        for page in PAGES:
            runs = [asyncio.run(measure(school, page, options.requests, options.changes)) for _ in range(RUNS)]
            found.append(min(runs, key=lambda one: float(one["ms of processor time"])))
        school.room.close()
    for one in found:
        print(json.dumps(one))
    mean = sum(one["ms of processor time"] for one in found) / len(found)
    print(json.dumps({"mean ms": round(mean, 2), "speed": round(calibration.speed(), 2)}))


if __name__ == "__main__":
    main()
