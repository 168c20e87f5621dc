"""orchard class: init, people, doctor, backup and restore, as they are typed."""

from __future__ import annotations

import io
import json
import os
import signal
import stat
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orchard.classroom import folder as class_folder
from orchard.classroom.folder import Classroom
from orchard.classroom.work import Work
from orchard.play.store import Store
from orchard.players import _sandbox
from orchard.shells.classroom import crew
from orchard.shells.classroom import serve as serving
from orchard.shells.cli import main
from tests.classroom.conftest import quick_passwords

Run = Callable[..., tuple[int, Any, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setattr(class_folder, "Passwords", quick_passwords)

    def runs(*words: object) -> tuple[int, Any, str]:
        with pytest.raises(SystemExit) as stop:
            main(["class", *map(str, words)])
        out, err = capsys.readouterr()
        return int(stop.value.code or 0), json.loads(out) if "--json" in words and out else out, err

    return runs


def test_from_nothing_to_a_class_and_its_copy(tmp_path: Path, run: Run) -> None:
    folder, file, again = tmp_path / "course", tmp_path / "monday.tar.gz", tmp_path / "again"
    code, made, _ = run("init", folder, "--teacher", "Tom", "--json")
    assert code == 0
    assert made["link"].startswith("http://127.0.0.1:8585/#link/")
    assert [path.name for path in folder.iterdir() if path.stat().st_mode & stat.S_IRWXO and path.is_file()] == []
    assert run("init", folder, "--teacher", "Tom")[0] == 2

    names = tmp_path / "names.csv"
    names.write_text("name,team\nAnn,Owls\nBen,Owls\n")
    code, added, _ = run("people", "csv", folder, names, "--json")
    assert [(one["name"], one["link"][:28]) for one in added] == [
        ("Ann", "http://127.0.0.1:8585/#link/"),
        ("Ben", "http://127.0.0.1:8585/#link/"),
    ]
    code, out, err = run("people", "csv", folder, names)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "there is somebody called 'Ann' already" in err
    run("people", "add", folder, "Gus", "--role", "guest")
    link = run("people", "link", folder, "ann", "--json")[1][0]["link"].rpartition("/")[2]
    shown = run("people", "list", folder, "--json")[1]
    assert [(one["name"], one["role"], one["team_name"]) for one in shown] == [
        ("Ann", "student", "Owls"),
        ("Ben", "student", "Owls"),
        ("Gus", "guest", None),
        ("Tom", "teacher", None),
    ]

    with Classroom(folder) as room:  # it runs meanwhile: somebody writes, and has a session
        work = Work(Store.over(room.database), room.submissions)
        (tmp_path / "openings.txt").write_text("a1\n")
        one = work.assignments.add("Tic", "tic_tac_toe", openings=str(tmp_path / "openings.txt"))
        done = work.submissions.add(one.id, room.people.named("Ann"), "bot.py", io.BytesIO(b"print()"))
        session = room.accounts.open_session(room.accounts.use_link(link))
        room.invitations.make()
        assert run("backup", folder, file, "--json")[0] == 0
    assert file.stat().st_mode & 0o077 == 0
    assert run("backup", folder, file)[0] == 2, "nothing is overwritten"
    assert run("restore", file, folder)[0] == 2, "nor here"
    cut = tmp_path / "cut.tar.gz"
    cut.write_bytes(file.read_bytes()[:-100])
    assert run("restore", cut, again)[0] == 2
    assert list(again.iterdir()) == [], "half a class would be taken for a whole one"
    assert run("restore", file, again)[0] == 0
    assert (again / "submissions" / done.folder / "bot" / "bot.py").read_text() == "print()"
    with Classroom(again) as room:
        assert [one["name"] for one in room.people.listed()] == ["Ann", "Ben", "Gus", "Tom"]
        assert room.accounts.person_of(session) is None
        assert room.invitations.open() is None, "it may have been withdrawn since"


def test_a_backup_that_is_none_is_refused(tmp_path: Path, run: Run) -> None:
    broken, foreign = tmp_path / "broken.tar.gz", tmp_path / "foreign.tar.gz"
    broken.write_bytes(b"no archive")
    (tmp_path / "x").write_text("x")
    with tarfile.open(foreign, "w:gz") as archive:
        archive.add(tmp_path / "x", "../outside")
    for number, file in enumerate((broken, foreign)):
        code, _, err = run("restore", file, tmp_path / f"there{number}")
        assert (code, err.count("\n")) == (2, 1)
    assert not (tmp_path / "outside").exists()


def test_the_doctor_says_what_does_not_hold(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "course"
    run("init", folder, "--teacher", "Tom", "--address", "http://class.example.org")
    monkeypatch.setenv("ORCHARD_CLASS_RESERVE_MB", "999999")
    (folder / "class.db").chmod(0o644)
    with Classroom(folder) as room:
        room.clock = lambda: 4e9
        room.audit.clock = room.clock
        room.audit.note("from the future")
    code, found, _ = run("doctor", folder, "--json")
    assert code == 1
    assert {check["name"] for check in found if not check["holds"]} >= {"disk", "files", "clock", "TLS"}
    assert next(check for check in found if check["name"] == "database")["holds"]
    assert all(check["advice"] for check in found if not check["holds"])
    assert (
        next(check for check in found if check["name"] == "workers")["found"] == "none at work, and no assignment yet"
    )
    (openings := tmp_path / "openings.txt").write_text("a1\n")
    run("assignment", "add", folder, "One", "--game", "tic_tac_toe", "--openings", openings)
    (workers,) = (check for check in run("doctor", folder, "--json")[1] if check["name"] == "workers")
    assert not workers["holds"]


def test_a_server_without_walls_runs_no_bots(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "course"
    run("init", folder, "--teacher", "Tom")
    monkeypatch.setattr(_sandbox, "_found", lambda: ("", "bwrap is not installed"))
    code, _, err = run("serve", folder)
    assert code == 2
    assert "bwrap is not installed" in err
    assert "--run-bots-without-walls" in err
    monkeypatch.setenv("ORCHARD_SANDBOX", "off")  # a switch for bots of one's own is none for those of others
    for place in (folder, "https://class.example.org"):
        code, _, err = run("worker", place)
        assert (code, "walls are required" in err) == (2, True), err


def test_workers_end_with_their_server(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """uvicorn stops at a signal and then raises it again, for whoever handled it before."""
    folder, ended = tmp_path / "course", []

    class Worker:
        def __init__(self, command: list[str]) -> None:
            assert command[-5:] == ["class", "worker", str(folder), "--with", str(os.getpid())]

        def poll(self) -> None:
            return None

        def terminate(self) -> None:
            ended.append("terminated")

        def wait(self) -> None:
            ended.append("waited for")

    run("init", folder, "--teacher", "Tom")
    monkeypatch.setenv("ORCHARD_CLASS_PORT", "0")
    monkeypatch.setattr(serving, "walls_problem", lambda: "")
    monkeypatch.setattr(crew.subprocess, "Popen", Worker)
    monkeypatch.setattr(serving.uvicorn.Server, "run", lambda *_, **__: signal.raise_signal(signal.SIGTERM))
    before = signal.getsignal(signal.SIGTERM)
    try:
        assert run("serve", folder, "--workers", "2")[0] == 0
    finally:
        signal.signal(signal.SIGTERM, before)
    assert ended == ["terminated"] * 2 + ["waited for"] * 2


def test_settings_come_from_the_file_and_the_environment(tmp_path: Path, run: Run) -> None:
    from orchard.classroom.settings import Settings, read_settings
    from orchard.core.errors import OptionError

    folder = tmp_path / "course"
    run("init", folder, "--teacher", "Tom", "--title", 'AI "1"')
    path = folder / "class.toml"
    assert read_settings(folder, {}) == Settings(title='AI "1"')
    text = path.read_text().replace("# ", "")  # everything that stands as a comment can be set
    path.write_text("".join(line + "\n" for line in text.splitlines() if " = " in line))
    assert read_settings(folder, {}) == Settings(title='AI "1"')
    given = {"ORCHARD_CLASS_PORT": "99", "ORCHARD_CLASS_NO_WALLS": "true", "ORCHARD_CLASS_UPLOAD_MB": "2"}
    assert read_settings(folder, given) == Settings(title='AI "1"', port=99, no_walls=True, upload_mb=2.0)
    names = {"PORT": "x", "ADDRESS": "class", "IDLE_HOURS": "0", "PROXY": "localhost"}
    for wrong in ({f"ORCHARD_CLASS_{name}": value} for name, value in names.items()):
        with pytest.raises(OptionError):
            read_settings(folder, wrong)
    assert read_settings(folder, {"ORCHARD_CLASS_PROXY": "10.0.0.1, 10.1.0.0/16"}).proxy == "10.0.0.1, 10.1.0.0/16"
    path.write_text("\ufefftitle = 'x'\n")  # as some editors begin a file
    assert read_settings(folder, {}).title == "x"
    path.write_text("tilte = 'x'\n")
    with pytest.raises(OptionError, match="tilte"):
        read_settings(folder, {})


def test_a_missing_driver_of_postgresql_is_said_in_one_line(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("init", tmp_path / "course", "--teacher", "Tom")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setenv("ORCHARD_CLASS_DATABASE", "postgresql://nobody@127.0.0.1:1/x")
    code, _, said = run("doctor", tmp_path / "course")
    assert code != 0
    assert "pip install 'orchard[postgres]'" in said
