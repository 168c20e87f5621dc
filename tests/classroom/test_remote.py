"""A worker on another machine, over real HTTP: its token, files by their hash, and a server that goes away."""

from __future__ import annotations

import asyncio
import io
import re
import socket
import threading
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import uvicorn

import orchard
from orchard.classroom import fetched_packages, packages, playing
from orchard.classroom.packages import PackagesError
from orchard.classroom.playing import Program
from orchard.classroom.remote import There
from orchard.classroom.work import Work
from orchard.classroom.work_queue import WorkError
from orchard.classroom.worker import AwayError, do, work
from orchard.core.choice import Stop
from orchard.play import check
from orchard.play.check import Finding
from orchard.play.record import Fault
from orchard.play.store import Store
from orchard.shells.classroom import worker_routes
from orchard.shells.studio.security import ServerSettings
from orchard.shells.studio.serve import server_config
from tests.classroom.conftest import School, open_school
from tests.classroom.scene import FIRST, GAME
from tests.classroom.test_packages import USES, make_wheel


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


def test_a_worker_of_another_release_ends_and_says_which_one_the_class_runs(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = There(served.address, served.token, 1.0, tmp_path)
    served_by = orchard.__version__
    monkeypatch.setattr(worker_routes, "orchard", SimpleNamespace(__version__="7.0"))
    with pytest.raises(WorkError, match=rf"runs Orchard 7\.0, this worker Orchard {re.escape(served_by)}: install"):
        work(far, stop=Stop(), until_idle=True)


def test_a_worker_elsewhere_fetches_the_packages_of_an_assignment_once(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "exercises", lambda game: check.FIRST_MOVES)
    (wheels := tmp_path / "wheels").mkdir()
    make_wheel(wheels)
    one = served.work.assignments.add(
        "Packed", GAME, packages=["tinypack"], openings=str(served.school.room.folder / "openings.txt")
    )
    site = packages.place_of(served.school.room.folder, one.id)
    packages.install(site, one.packages, ["--no-index", "--find-links", str(wheels)])
    ann, shared = served.school.people["Ann"], tmp_path / "shared"
    done = served.work.submissions.add(one.id, ann, "bot.py", io.BytesIO(USES.encode()))
    served.work.assignments.change(served.assignment.id, closes=1.0)

    places = [There(served.address, served.token, 1.0, tmp_path / name, shared) for name in ("a", "b")]
    task = places[0].take()
    assert task is not None
    assert task.environment == packages.installed(site)
    opened, fetched = There._open, list[str]()

    def noted(self: There, what: str, body: bytes | None = None) -> object:
        fetched.append(what)
        return opened(self, what, body)

    monkeypatch.setattr(There, "_open", noted)
    assert do(places[0], task, Stop(), lambda words: None)
    found = served.work.submissions.get(done.id)
    assert found.state == "accepted", found.verdict
    places[1].packages(task)
    places[0].packages(task)
    assert [what for what in fetched if "packages" in what] == [f"work/packages/{one.id}"]
    (kept,) = (path for path in shared.iterdir() if path.is_dir())
    assert packages.tree_of(packages.site_of(kept)) == packages.tree_of(packages.site_of(site))
    assert [path for path in kept.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o222] == []
    packages.remove(kept)

    with pytest.raises(WorkError, match="no job that needs these packages"):
        places[0].packages(task)  # the job is done: whoever has a token reads nothing without one
    again = served.work.submissions.add(one.id, ann, "bot.py", io.BytesIO(f"{USES}# 2".encode()))
    task = places[0].take()
    assert task is not None
    assert task.environment is not None
    said = list[str]()
    assert not do(
        places[0], replace(task, environment=replace(task.environment, archive="0" * 64)), Stop(), said.append
    )
    assert said == [f"job {task.job.id} is left to others: the packages came damaged"]
    (job,) = served.work.queue.shown(one.id)["jobs"]
    assert (job["state"], job["problem"], job["tries"]) == ("waiting", "the packages came damaged", 0)
    assert served.work.submissions.get(again.id).state == "waiting"
    assert [path.name for path in shared.iterdir()] == [".lock"]
    served.work.assignments.change(one.id, closes=1.0)

    other = replace(task, environment=replace(task.environment, python="3.99.1", platform="linux-riscv64"))
    place = places[1].packages(other)
    assert packages.installed(place) is None, "not for this Python: then those count that are installed with Orchard"
    assert "'tinypack' is not installed here" in packages.problem_with(place, other.packages)
    packages.remove(site)


def test_packages_that_cannot_be_kept_are_said_in_one_line(tmp_path: Path) -> None:
    made = packages.Environment(("x",), ("x==1",), "3.11.0", 0.0, "f", "t", "", "0" * 64)
    (tmp_path / "file").write_text("")
    with pytest.raises(PackagesError, match="could not be fetched"):
        fetched_packages.fetched(tmp_path / "file", made, lambda: io.BytesIO(b""))


def test_a_bot_that_prints_much_in_any_language_is_judged_by_a_worker_elsewhere(
    served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What each exercise may keep, in characters of three bytes."""
    served.work.assignments.change(served.assignment.id, closes=None)
    printed = "\u6c34" * 32_000
    findings = [
        Finding(f"exercise {n}", False, "crashed", fault=Fault("black", "crash", "no", "", stderr=printed))
        for n in range(30)
    ]
    done = served.work.submissions.add(
        served.assignment.id, served.school.people["Eve"], "bot.py", io.BytesIO(FIRST.encode())
    )
    monkeypatch.setattr(playing, "check_bot", lambda *_: findings)
    assert work(There(served.address, served.token, 0.7, tmp_path / "cache"), stop=Stop(), most=1) == 1
    found = served.work.submissions.get(done.id)
    assert found.state == "refused"
    assert found.verdict is not None
    assert found.verdict["checks"][29]["fault"]["stderr"] == printed
