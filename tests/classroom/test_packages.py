"""Packages of an assignment: installed once, locked, read-only, for its bots alone; who does not have them leaves the
job to others. The package is a tiny wheel that is made here: no network is needed."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from orchard.classroom import packages
from orchard.classroom.doctor import checks
from orchard.classroom.folder import Classroom, make_class
from orchard.classroom.people import Newcomer, Person
from orchard.classroom.work import Work
from orchard.classroom.worker import Here, do
from orchard.core.choice import Stop
from orchard.play import check
from orchard.play.store import Store
from orchard.shells.cli import main
from tests.classroom.conftest import quick_passwords
from tests.classroom.scene import FIRST, GAME

USES = """import tinypack

try:
    open(tinypack.__file__, "a")
    raise SystemExit("it can be written")
except OSError:
    pass


def choose(position, limits):
    return tinypack.first(position.legal())
"""


def make_wheel(folder: Path) -> str:
    """A wheel with one module; its hash."""
    info, path = "tinypack-1.0.dist-info", folder / "tinypack-1.0-py3-none-any.whl"
    files = {
        "tinypack.py": "def first(moves):\n    return moves[0]\n",
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: tinypack\nVersion: 1.0\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = ""
    for name, text in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
        record += f"{name},sha256={digest},{len(text)}\n"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, text in {**files, f"{info}/RECORD": f"{record}{info}/RECORD,,\n"}.items():
            wheel.writestr(name, text)
    return hashlib.sha256(path.read_bytes()).hexdigest()


class Course:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "course"
        make_class(self.folder, "Tom", title="Course", address="http://127.0.0.1:8585", passwords=quick_passwords())
        self.room = Classroom(self.folder, passwords=quick_passwords())
        self.work = Work(Store.over(self.room.database), self.room.submissions)
        openings = folder / "openings.txt"
        openings.write_text("a1\nb2\n")
        rules = {"seconds_per_move": 5.0, "memory_mb": 300}
        settings: dict[str, Any] = {"references": ["random"], "openings": str(openings), "rules": rules}
        self.one = self.work.assignments.add("Packed", GAME, packages=["tinypack>=0.5"], **settings)
        self.plain = self.work.assignments.add("Plain", GAME, **settings)
        self.people: list[Person] = self.room.people.add([Newcomer("Ann"), Newcomer("Bob")])
        self.place, self.heard = Here(self.work, "desk", 1.0), list[str]()

    def hand_in(self, person: int, source: str, assignment: int) -> int:
        return self.work.submissions.add(assignment, self.people[person], "bot.py", io.BytesIO(source.encode())).id

    def do_next(self) -> bool:
        task = self.place.take()
        assert task is not None
        return do(self.place, task, Stop(), self.heard.append)


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Course]:
    monkeypatch.setattr(check, "exercises", lambda game: check.FIRST_MOVES)
    monkeypatch.chdir(tmp_path)
    made = Course(Path())  # by a relative path, as teachers type it
    yield made
    made.room.close()
    packages.remove(packages.place_of(made.folder, made.one.id))


def test_packages_are_installed_once_locked_and_for_the_bots_of_their_assignment_alone(
    course: Course, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    uses, stray = course.hand_in(0, USES, course.one.id), course.hand_in(0, FIRST, course.plain.id)
    assert not course.do_next()
    assert "'tinypack' is not installed here" in course.heard[-1]
    (left,) = course.work.queue.shown(course.one.id)["jobs"]
    assert (left["state"], left["tries"], "tinypack" in left["problem"]) == ("waiting", 0, True)
    assert course.do_next(), "the next assignment does not wait for the one that is left"
    assert course.work.submissions.get(stray).state == "accepted"

    (wheels := tmp_path / "wheels").mkdir()
    digest, told = make_wheel(wheels), list[dict[str, Any]]()
    offline = ("--", "--no-index", "--find-links", str(wheels))
    for _ in range(2):
        with pytest.raises(SystemExit) as stop:
            main(["class", "packages", str(course.folder), "Packed", "--json", *offline])
        assert stop.value.code == 0
        told.append(json.loads(capsys.readouterr().out))
    assert told[0] == told[1], "nothing is installed twice"
    assert told[0]["installed"] == ["tinypack==1.0"]
    where = packages.place_of(course.folder, course.one.id)
    assert (where / "requirements.lock").read_text() == f"tinypack==1.0 --hash=sha256:{digest}\n"
    writable = [path for path in where.rglob("*") if not path.is_symlink() and path.stat().st_mode & 0o222]
    assert writable == []

    course.place = Here(course.work, "desk", 1.0)
    task = course.place.take()
    assert task is not None
    assert task.packages == ("tinypack==1.0",), "the versions that are locked"
    far = packages.problem_with(tmp_path / "elsewhere", task.packages)  # as a worker on another machine looks
    assert far == "the package 'tinypack' is not installed here"
    assert do(course.place, task, Stop(), course.heard.append)
    assert course.work.submissions.get(uses).state == "accepted", course.work.submissions.get(uses).verdict
    lacks = course.hand_in(1, "import nosuchthing\n" + FIRST, course.one.id)
    course.do_next()
    verdict = json.dumps(course.work.submissions.get(lacks).verdict)
    hint = "which is not offered here; bots may rely on the standard library, NumPy"
    assert f"needs the module 'nosuchthing', {hint}, tinypack==1.0" in verdict
    assert str(course.folder) not in verdict
    foreign = course.hand_in(1, USES, course.plain.id)
    course.do_next()
    verdict = json.dumps(course.work.submissions.get(foreign).verdict)
    assert f"needs the module 'tinypack', {hint}" in verdict
    assert "tinypack==1.0" not in verdict
    course.work.assignments.change(course.plain.id, closes=1.0)
    assert course.do_next()
    games = course.work.store.find_games(league=course.one.league)
    assert {game.versions["packages"] for game in games} == {told[0]["fingerprint"]}

    def of_packages() -> list[tuple[bool, str]]:
        return [(one.holds, one.found) for one in checks(course.room) if one.name == "packages of Packed"]

    assert of_packages() == [(True, "tinypack==1.0")]
    file = packages.site_of(where) / "tinypack.py"
    file.chmod(0o644)
    file.write_text("def first(moves):\n    return 'hacked'\n")
    assert of_packages() == [(False, "files were changed since they were installed")]


def test_what_pip_refuses_leaves_nothing_behind(tmp_path: Path) -> None:
    place = packages.place_of(tmp_path, 7)
    with pytest.raises(packages.PackagesError, match=r"pip could not install them.*tinypack"):
        packages.install(place, ["tinypack"], ["--no-index"])
    assert list(place.parent.iterdir()) == []
