"""A worker on another machine, over real HTTP: its token, files by their hash, and a server that goes away."""

from __future__ import annotations

import asyncio
import io
import socket
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import uvicorn

from orchard.classroom import playing
from orchard.classroom.playing import Program
from orchard.classroom.remote import There
from orchard.classroom.work import Work
from orchard.classroom.work_queue import WorkError
from orchard.classroom.worker import AwayError, work
from orchard.core.choice import Stop
from orchard.play.check import Finding
from orchard.play.store import Store
from orchard.shells.studio.security import ServerSettings
from orchard.shells.studio.serve import server_config
from tests.classroom.conftest import School, open_school
from tests.classroom.scene import FIRST, GAME


class Served:
    def __init__(self, folder: Path) -> None:
        self.school: School = open_school(folder, reserve_mb=1.0)
        self.listener = socket.socket(proto=socket.IPPROTO_TCP)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(8)
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.server = uvicorn.Server(server_config(self.school.app, ServerSettings()))
        self.thread = threading.Thread(target=lambda: asyncio.run(self.server.serve([self.listener])), daemon=True)
        self.thread.start()
        self.work = Work(Store.over(self.school.room.database), self.school.room.submissions, self.school.clock)
        openings = folder / "openings.txt"
        openings.write_text("a1\nb2\n")
        self.assignment = self.work.assignments.add("Tic", GAME, references=["random"], openings=str(openings))
        self.token = self.work.workers.add("lab-7")

    def close(self) -> None:
        self.server.should_exit = True
        self.thread.join(10)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    started = Served(tmp_path_factory.mktemp("class") / "course")
    yield started
    started.close()


def test_a_worker_elsewhere_checks_and_plays_what_it_fetched(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        made.writestr("bot.py", FIRST)
        made.writestr("weights.txt", "1 2 3")
    done = served.work.submissions.add(served.assignment.id, served.school.people["Ann"], "bot.zip", data)
    seen: list[str] = []

    def checked(spec: str, game: str, rules: object) -> list[Finding]:
        folder = Path(spec.removeprefix("file:")).parent
        seen.extend(sorted(path.name for path in folder.iterdir()))
        return [Finding("opening", True, "answered a1")]

    monkeypatch.setattr(playing, "check_bot", checked)
    place = There(served.address, served.token, 0.7, tmp_path / "cache")
    assert work(place, stop=Stop(), most=1) == 1
    assert seen == ["bot.py", "weights.txt"]
    assert served.work.submissions.get(done.id).state == "accepted"

    task = place.take()  # the ladder has begun
    assert task is not None
    assert {task.job.first, task.job.second} == {done.entrant, "random"}
    (program,) = task.programs
    assert place.folder(program) == place.folder(program)
    with pytest.raises(AwayError, match="damaged"):
        place.folder(replace(program, sha256="0" * 64))
    with pytest.raises(WorkError, match="no job with this submission"):
        place.folder(Program(program.submission + 1, "0" * 64, "bot.py", "bot.py"))
    assert place.keep(task.job.id)
    place.give_back(task.job.id, "")
    assert place.name == "lab-7"
    assert next(one for one in served.work.workers.all() if one["name"] == "lab-7")["speed"] == 0.7


def test_a_wrong_token_is_refused_and_a_class_that_is_away_is_waited_for(served: Served, tmp_path: Path) -> None:
    with pytest.raises(WorkError, match="no worker has this token"):
        There(served.address, "wrong", 1.0, tmp_path).take()
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        gone = There(f"http://127.0.0.1:{nobody.getsockname()[1]}", served.token, 1.0, tmp_path)
        with pytest.raises(AwayError, match="cannot be reached"):
            gone.take()
        stop, slept = Stop(), list[float]()

        def sleep(seconds: float) -> None:
            slept.append(seconds)
            if len(slept) == 3:
                stop.set()

        assert work(gone, stop=stop, sleep=sleep) == 0
    with pytest.raises(WorkError, match="no address"):
        There("mycourse", "x", 1.0, tmp_path)
