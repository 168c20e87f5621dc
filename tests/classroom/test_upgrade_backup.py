"""A class of an older Orchard is upgraded once, after a backup; a backup made while others write is one moment of the
class, and fills SQLite and PostgreSQL alike."""

from __future__ import annotations

import hashlib
import io
import json
import shutil
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import text

from orchard.classroom.backup import backup
from orchard.classroom.folder import Classroom, make_class
from orchard.classroom.people import Newcomer
from orchard.classroom.restore import restore
from orchard.classroom.standings import Standings
from orchard.classroom.upgrade import VERSION
from orchard.classroom.work import Work
from orchard.core.errors import OptionError
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from orchard.play.upgrade import SchemaError
from orchard.shells.cli import main
from tests.classroom.conftest import quick_passwords
from tests.classroom.scene import FIRST, GAME
from tests.play.databases import fresh_database

HERE = Path(__file__).parent
OLD_FOLDER = "1-1-e61baad544277519"  # of the one submission in version_1.sql


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A class as the first release left it: its database by the SQL of that time."""
    folder = tmp_path / "old"
    (folder / "submissions" / OLD_FOLDER / "bot").mkdir(parents=True)
    (folder / "submissions" / OLD_FOLDER / "upload").write_text(FIRST)
    (folder / "submissions" / OLD_FOLDER / "bot" / "bot.py").write_text(FIRST)
    (folder / "class.toml").write_text('title = "Old class"\n')
    connection = sqlite3.connect(folder / "class.db")
    connection.executescript((HERE / "version_1.sql").read_text(encoding="utf-8"))
    connection.close()
    return folder


def whole(folder: Path) -> tuple[list[str], list[str], list[str]]:
    """People, submissions that are there with the right bytes, and games."""
    with Classroom(folder, passwords=quick_passwords()) as room:
        work = Work(Store.over(room.database), room.submissions)
        (one, *_) = work.assignments.all()
        kept = [
            found
            for found in work.submissions.all(one.id)
            if hashlib.sha256(work.submissions.upload(found).read_bytes()).hexdigest() == found.sha256
            and (work.submissions.program(found) / found.main).is_file()
        ]
        assert {row["team_name"] for row in Standings(work).table(one)["rows"]} <= {"Ann", ""}
        people = [str(person["name"]) for person in room.people.listed()]
        games = [game.transcript for game in work.store.find_games(league=one.league)]
        return people, [f"{found.team_name} {found.number} {found.state}" for found in kept], games


def test_a_class_of_version_1_is_upgraded_once_after_a_backup_by_whoever_comes_first(
    old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def open_it(_: int) -> Path | None:
        with Classroom(old, passwords=quick_passwords()) as room:
            return room.upgraded

    with ThreadPoolExecutor(4) as together:
        made = [path for path in together.map(open_it, range(4)) if path is not None]
    assert len(made) == 1
    assert (made[0].parent, made[0].stat().st_mode & 0o077) == (old / "backups", 0)
    connection = sqlite3.connect(old / "class.db")
    steps = [version for (version,) in connection.execute("SELECT version FROM class_schema ORDER BY version")]
    connection.close()
    assert steps == list(range(1, VERSION + 1))
    expected = (["Ann", "Tom"], ["Ann 1 accepted"], ["b2", "b2"])
    assert whole(old) == expected
    restore(made[0], tmp_path / "again")  # the backup is of version 1, and is upgraded on its way
    assert whole(tmp_path / "again") == expected
    with pytest.raises(SystemExit) as stop:
        main(["class", "upgrade", str(old), "--json"])
    assert stop.value.code == 0
    assert json.loads(capsys.readouterr().out) == {"version": VERSION, "backup": None}


def test_the_tables_are_the_same_upgraded_or_new(old: Path, tmp_path: Path) -> None:
    def catalog(path: Path) -> set[tuple[str, str]]:
        connection = sqlite3.connect(path)
        rows = connection.execute("SELECT type, name FROM sqlite_master").fetchall()
        columns = connection.execute(
            "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'"
        ).fetchall()
        connection.close()
        return {*rows, *columns}

    make_class(tmp_path / "new", "Tom", title="New", address="http://127.0.0.1:8585", passwords=quick_passwords())
    Classroom(old, passwords=quick_passwords()).close()
    assert catalog(old / "class.db") == catalog(tmp_path / "new" / "class.db")


def test_a_class_of_a_newer_orchard_is_left_alone(old: Path) -> None:
    connection = sqlite3.connect(old / "class.db")
    with connection:
        connection.execute("INSERT INTO class_schema VALUES (99, '9.9', '2030-01-01')")
    with pytest.raises(SchemaError, match=r"newer Orchard .*version 99"):
        Classroom(old, passwords=quick_passwords())
    assert not (old / "backups").exists()
    assert connection.execute("SELECT name FROM sqlite_master WHERE name LIKE '%as_they_stand'").fetchall() == []
    connection.close()


def test_an_upgrade_without_a_backup_does_not_happen(old: Path) -> None:
    (old / "backups").write_text("no folder")
    with pytest.raises(OSError, match="backups"):
        Classroom(old, passwords=quick_passwords())
    connection = sqlite3.connect(old / "class.db")
    assert connection.execute("SELECT max(version) FROM class_schema").fetchone() == (1,)
    connection.close()


@contextmanager
def writing(folder: Path) -> Iterator[list[int]]:
    """Somebody hands in, fails to hand in and ends games, all the time; what was kept so far."""
    over, kept = threading.Event(), list[int]()

    def write() -> None:
        with Classroom(folder, passwords=quick_passwords()) as room:
            work = Work(Store.over(room.database), room.submissions)
            person, one = room.people.named("Ann"), work.assignments.find("Tic")
            number = 1000
            while not over.is_set():
                number += 1
                with pytest.raises(ValueError, match=r"\.py file or a \.zip"):
                    work.submissions.add(one.id, person, "bot.exe", io.BytesIO(b"x" * 1000))
                data = io.BytesIO(FIRST.encode() + b"#%d\n" % number)
                kept.append(work.submissions.add(one.id, person, "bot.py", data).id)
                game = GameRecord(
                    f"class-{one.league}-{number:06d}", GAME, "random", "greedy", moves=(MoveRecord("a1"),)
                )
                work.store.save_game(game, one.league, number)

    thread = threading.Thread(target=write)
    thread.start()
    try:
        while len(kept) < 3:
            over.wait(0.01)
        yield kept
    finally:
        over.set()
        thread.join()


def one_moment(folder: Path) -> int:
    """How many submissions there are; whatever was written together is there together."""
    with Classroom(folder, passwords=quick_passwords()) as room, room.database.reading() as connection:
        count = "SELECT count(*) FROM"
        submissions = connection.execute(text(f"{count} class_submissions")).scalar_one()
        checks = connection.execute(
            text(f"{count} class_jobs j JOIN class_submissions s ON s.id = j.submission")
        ).scalar_one()
        games = connection.execute(text(f"{count} games")).scalar_one()
        moves = connection.execute(text(f"{count} games g JOIN moves m ON m.game = g.key")).scalar_one()
        assert (submissions, games) == (checks, moves)
    assert len(whole(folder)[1]) == submissions, "the files of every submission that is named are there"
    return int(submissions)


def test_a_backup_made_while_others_write_goes_from_sqlite_to_postgresql_and_back(tmp_path: Path) -> None:
    url, made = fresh_database("postgresql", tmp_path), [tmp_path / name for name in ("one", "two", "three")]
    make_class(made[0], "Tom", title="Course", address="http://127.0.0.1:8585", passwords=quick_passwords())
    with Classroom(made[0], passwords=quick_passwords()) as room:
        room.people.add([Newcomer("Ann")])
        (tmp_path / "openings.txt").write_text("a1\nb2\n")
        work = Work(Store.over(room.database), room.submissions)
        work.assignments.add("Tic", GAME, daily=1000, openings=str(tmp_path / "openings.txt"))
        session = room.accounts.open_session(room.people.named("Ann"))
    counts = []
    for number, target in enumerate((url, "")):
        folder, file = made[number], tmp_path / f"{number}.tar.gz"
        with writing(folder) as kept, Classroom(folder, passwords=quick_passwords()) as room:
            least = len(kept)
            backup(folder, room.database.url, file)
        restore(file, made[number + 1], target)
        counts.append(one_moment(made[number + 1]))
        assert counts[-1] >= least
    assert counts[1] > counts[0], "what was handed in after the first restore got numbers of its own"
    with Classroom(made[1], passwords=quick_passwords()) as room:
        assert room.database.url.get_backend_name() == "postgresql"
        assert room.accounts.person_of(session) is None
        old = tmp_path / "old.tar.gz"
        with room.database.writing() as connection:  # the tables as they were before
            connection.execute(text("DROP INDEX class_submissions_as_they_stand"))
            connection.execute(text("DELETE FROM class_schema"))
            connection.execute(text("INSERT INTO class_schema VALUES (1, '0.1', '2026')"))
    with Classroom(made[1], passwords=quick_passwords()) as room:
        assert room.upgraded is not None
        shutil.move(room.upgraded, old)
    restore(old, tmp_path / "four")
    assert one_moment(tmp_path / "four") >= counts[0]
    with pytest.raises(OptionError, match="holds a class already"):
        restore(old, tmp_path / "five", url)
