"""Killed processes, many writers, broken files, full disks, other versions: no committed game is ever lost."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from orchard import OrchardError
from orchard.play import schema, upgrade
from orchard.play.record import GameRecord
from orchard.play.store import Store, StoreError
from tests.play.databases import database_url
from tests.play.records import random_record

__all__ = ["database_url"]

WRITER = """
import sys
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
url, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
moves = tuple(MoveRecord("f5", 0.1, 0.5, ply) for ply in range(60))
with Store(url) as store:
    league = store.league("shared").id
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(count):
        record = GameRecord(f"{name}-{number}", "reversi", name, "random", moves=moves)
        if store.save_game(record, league, number):
            print(number, flush=True)
"""


def start_writer(url: str, name: str, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, url, name, str(count)]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def let_go(writer: subprocess.Popen[str]) -> None:
    assert writer.stdout is not None
    assert writer.stdin is not None
    assert writer.stdout.readline() == "ready\n"
    writer.stdin.write("go\n")
    writer.stdin.flush()


class InterruptedAt:
    """Ctrl-C in the n-th call of what is done inside; counts the calls."""

    def __init__(self, moment: int) -> None:
        self.calls, self.moment = 0, moment

    def __enter__(self) -> InterruptedAt:
        sys.setprofile(self)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def __call__(self, frame: object, event: str, argument: object) -> None:
        if event in ("call", "c_call"):
            self.calls += 1
            if self.calls == self.moment:
                signal.raise_signal(signal.SIGINT)


def test_ctrl_c_at_any_moment_of_saving_leaves_the_database_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever call it comes in, the next game can be saved at once, also by who still holds on to the interruption."""
    monkeypatch.setattr("orchard.play.database.BUSY_S", 0.2)
    with Store(str(tmp_path / "games.db")) as store:
        store.save_game(random_record("reversi", 0))  # what is compiled once is compiled
        another = random_record("reversi", 1, black="player 1")
        with InterruptedAt(0) as never:
            store.save_game(another)
        stopped = []
        for moment in range(1, never.calls, max(1, never.calls // 80)):
            record = random_record("reversi", 2 + moment, black=f"player {2 + moment}")
            try:
                with InterruptedAt(moment):
                    store.save_game(record)
            except KeyboardInterrupt as interruption:
                stopped.append(interruption)
            store.save_game(record)
            assert store.game(record.id) == record
        assert len(stopped) > 60


def test_two_processes_write_to_one_league_and_every_number_is_there_once(database_url: str):
    with Store(database_url) as store:
        league = store.create_league("shared", {})
    writers = [start_writer(database_url, name, 100) for name in ("left", "right")]
    for writer in writers:
        let_go(writer)
    saved = [sorted(int(line) for line in writer.communicate(timeout=60)[0].split()) for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    assert sorted(saved[0] + saved[1]) == list(range(100))  # each was told True by exactly one process
    with Store(database_url) as store:
        games = store.league_games(league)
    assert len(games) == 100
    assert {len(game.moves) for game in games} == {60}


def test_processes_that_open_a_new_database_at_once_all_succeed(database_url: str):
    script = "import sys; from orchard.play.store import Store; print(Store(sys.argv[1]).find_games())"
    command = [sys.executable, "-c", script, database_url]
    openers = [subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(3)]
    answers = [opener.communicate(timeout=60) for opener in openers]
    assert [answer for answer, _ in answers] == [b"[]\n"] * 3, answers


def test_after_kill_9_every_game_that_was_confirmed_is_there_and_whole(database_url: str):
    with Store(database_url) as store:
        league = store.create_league("shared", {})
    confirmed: set[int] = set()
    dice = random.Random(9)
    for attempt in range(2):
        writer = start_writer(database_url, f"try{attempt}", 100_000)
        let_go(writer)
        assert writer.stdout is not None
        first = writer.stdout.readline()  # however busy the machine is, it is writing now
        time.sleep(dice.uniform(0.0, 0.2))
        writer.send_signal(signal.SIGKILL)
        lines = (first + writer.stdout.read()).split("\n")
        confirmed.update(int(line) for line in lines[:-1])
        writer.wait(60)
        assert writer.returncode == -signal.SIGKILL
        with Store(database_url) as store:
            assert confirmed <= store.league_numbers(league)
            games = store.league_games(league)
            assert len({game.id for game in games}) == len(games) == len(store.league_numbers(league))
            assert {len(game.moves) for game in games} == {60}
            if "://" not in database_url:
                with sqlite3.connect(database_url) as plain:
                    assert plain.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert len(confirmed) >= 2


def test_a_forked_process_uses_its_own_connection(database_url: str):
    with Store(database_url) as store:
        store.save_game(random_record("reversi", 0, 1))
        child = multiprocessing.get_context("fork").Process(
            target=lambda: store.save_game(random_record("reversi", 1, 1))
        )
        child.start()
        child.join(30)
        assert child.exitcode == 0
        assert store.save_game(random_record("reversi", 2, 1))
        assert len(store.find_games()) == 3


# ------------------------------------------------------------------- files and servers that cannot be used


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path):
    file = tmp_path / "notes.txt"
    file.write_text("my notes\n" * 500)
    with pytest.raises(StoreError, match=r"notes\.txt: this is not an Orchard database"):
        Store(str(file)).find_games()
    assert file.read_text() == "my notes\n" * 500


def test_a_folder_is_no_database(tmp_path: Path):
    with pytest.raises(StoreError, match="cannot be opened"):
        Store(str(tmp_path)).find_games()


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=r"cannot make the folder .*file/sub"):
        Store(str(tmp_path / "file" / "sub" / "x.db")).find_games()


def in_unprivileged_child(work) -> str:
    """What `work` raises in a process that is not root, since root may write everywhere."""
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()

    def run() -> None:
        if os.geteuid() == 0:
            os.setegid(65534)
            os.seteuid(65534)
        try:
            work()
            answers.put("no error")
        except OrchardError as error:
            answers.put(str(error))

    child = context.Process(target=run)
    child.start()
    child.join(30)
    assert child.exitcode == 0
    return answers.get()


@pytest.fixture
def open_path(tmp_path: Path):
    """A folder that everybody may reach; pytest's own are closed to other users."""
    folders = [folder for folder in [tmp_path, *tmp_path.parents] if os.stat(folder).st_uid == os.geteuid()]
    before = [(folder, folder.stat().st_mode) for folder in folders if folder != Path("/")]
    for folder, mode in before:
        folder.chmod(mode | 0o055)
    yield tmp_path
    for folder, mode in before:
        folder.chmod(mode)


def test_a_read_only_folder_is_said_and_what_it_holds_is_kept(open_path: Path):
    folder = open_path / "locked"
    folder.mkdir()
    file = folder / "orchard.db"
    record = random_record("reversi", 1)
    with Store(str(file)) as store:
        store.save_game(record)
    file.chmod(0o444)
    folder.chmod(0o555)
    said = in_unprivileged_child(lambda: Store(str(file)).save_game(random_record("reversi", 2)))
    assert "orchard.db: the file" in said
    assert "permissions" in said
    assert "permissions" in in_unprivileged_child(lambda: Store(str(folder / "new.db")).find_games())
    folder.chmod(0o755)
    file.chmod(0o644)
    with Store(str(file)) as store:
        assert store.find_games() == [record]


def test_a_full_disk_loses_only_the_game_that_did_not_fit(tmp_path: Path):
    with Store(str(tmp_path / "x.db")) as store:
        saved = []
        with store.database.reading() as connection:  # the pool gives this one connection again and again
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + 8}")

        def save_until_full() -> None:
            for seed in range(1000):
                record = random_record("reversi", seed)
                store.save_game(record)
                saved.append(record)

        with pytest.raises(StoreError, match="the disk is full; nothing of this change was kept"):
            save_until_full()
        assert saved
        assert store.find_games(limit=None) == saved[::-1]
        with store.database.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 100000")
        assert store.save_game(random_record("reversi", len(saved)))
    with Store(str(tmp_path / "x.db")) as store:
        assert len(store.find_games(limit=None)) == len(saved) + 1


def test_a_damaged_file_is_said(tmp_path: Path):
    file = tmp_path / "x.db"
    with Store(str(file)) as store:
        store.save_games([random_record("reversi", seed) for seed in range(20)])
    data = bytearray(file.read_bytes())
    data[4096:] = bytes(random.Random(1).randbytes(len(data) - 4096))
    file.write_bytes(data)
    with pytest.raises(StoreError, match=r"x\.db: the file is damaged"):
        Store(str(file)).find_games()


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("postgresql://nobody@/x?host=/nowhere", "server cannot be reached"),
        ("postgresql://nobody:secret@127.0.0.1:1/x", "server cannot be reached"),
        ("mysql://me@here/x", "SQLite or PostgreSQL, not in 'mysql'"),
        ("what://", "not in 'what'"),
        ("postgresql+nodriver://here/x", "no driver"),
        ("postgresql://host:port/x", "cannot read the database address"),
        ("postgresql://[", "server cannot be found"),
    ],
)
def test_an_address_that_leads_nowhere_is_said_without_its_password(url: str, message: str):
    with pytest.raises(StoreError, match=message) as caught:
        Store(url).find_games()
    assert "secret" not in str(caught.value)


def test_a_missing_driver_names_the_extra(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"pip install 'orchard\[postgres\]'"):
        Store("postgresql://here/x").find_games()


# ------------------------------------------------------------------- where it is


def test_the_database_is_in_the_users_data_folder_unless_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("ORCHARD_DB", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert Store().database.shown == str(tmp_path / ".local/share/orchard/orchard.db")
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")  # which the XDG rules say to ignore
    assert Store().database.shown == str(tmp_path / ".local/share/orchard/orchard.db")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert Store().database.shown == str(tmp_path / "data/orchard/orchard.db")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert Store().database.shown == str(tmp_path / "Library/Application Support/Orchard/orchard.db")
    monkeypatch.setenv("ORCHARD_DB", "postgres://me:secret@host/games")
    assert Store().database.shown == "postgresql+psycopg://me:***@host/games"
    assert Store("here.db").database.shown == "here.db"


def test_nothing_is_made_before_it_is_needed(tmp_path: Path):
    store = Store(str(tmp_path / "sub" / "x.db"))
    store.close()
    assert list(tmp_path.iterdir()) == []
    assert store.find_games() == []
    assert (tmp_path / "sub" / "x.db").exists()


# ------------------------------------------------------------------- versions of the tables


def tables_of(store: Store) -> set[str]:
    with store.database.reading() as connection:
        names = connection.execute(
            text("SELECT name FROM sqlite_master WHERE type = 'table'")
            if connection.dialect.name == "sqlite"
            else text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        )
        return set(names.scalars())


def test_tables_of_a_newer_orchard_are_refused_and_left_alone(database_url: str):
    with Store(database_url) as store:
        store.save_game(random_record("reversi", 1))
        with store.database.writing() as connection:
            connection.execute(text("INSERT INTO orchard_schema VALUES (99, '9.9', 'later')"))
    with Store(database_url) as store, pytest.raises(OrchardError, match=r"newer Orchard .*version 99"):
        store.find_games()


def old_tables(connection) -> None:
    """Version 1 as an older release might have made it: notes, where version 3 has two columns."""
    connection.execute(text("CREATE TABLE orchard_schema (version INTEGER PRIMARY KEY, orchard TEXT, made TEXT)"))
    connection.execute(text("INSERT INTO orchard_schema VALUES (1, '0.0.1', 'then')"))
    connection.execute(text("CREATE TABLE notes (name TEXT)"))
    connection.execute(text("INSERT INTO notes VALUES ('kept')"))


def to_2(connection) -> None:
    connection.execute(text("ALTER TABLE notes ADD COLUMN stars INTEGER DEFAULT 5 NOT NULL"))


def to_3(connection) -> None:
    connection.execute(text("CREATE TABLE more (name TEXT)"))
    connection.execute(text("INSERT INTO more SELECT name FROM notes"))


def make_old(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(upgrade, "bring_up_to_date", old_tables)
        with Store(database_url) as store:
            assert store.database.engine
    monkeypatch.setattr(schema, "VERSION", 3)


def test_older_tables_are_upgraded_step_by_step_and_once(database_url: str, monkeypatch: pytest.MonkeyPatch):
    make_old(database_url, monkeypatch)
    monkeypatch.setattr(upgrade, "STEPS", {1: to_2, 2: to_3})
    for _ in range(2):
        with Store(database_url) as store, store.database.reading() as connection:
            assert connection.execute(text("SELECT name, stars FROM notes")).all() == [("kept", 5)]
            assert connection.execute(text("SELECT name FROM more")).all() == [("kept",)]
            versions = connection.execute(text("SELECT version FROM orchard_schema ORDER BY version")).scalars()
            assert list(versions) == [1, 2, 3]


def test_an_upgrade_that_fails_midway_changes_nothing(database_url: str, monkeypatch: pytest.MonkeyPatch):
    def breaks(connection) -> None:
        to_3(connection)
        connection.execute(text("SELECT nonsense FROM nowhere"))

    make_old(database_url, monkeypatch)
    monkeypatch.setattr(upgrade, "STEPS", {1: to_2, 2: breaks})
    with pytest.raises(StoreError):
        Store(database_url).find_games()
    monkeypatch.setattr(upgrade, "STEPS", {1: to_2, 2: to_3})
    with Store(database_url) as store:
        assert tables_of(store) == {"orchard_schema", "notes", "more"}


def test_a_step_that_is_missing_is_said(database_url: str, monkeypatch: pytest.MonkeyPatch):
    make_old(database_url, monkeypatch)
    monkeypatch.setattr(upgrade, "STEPS", {1: to_2})
    with pytest.raises(OrchardError, match="no way from tables of version 2 to 3"):
        Store(database_url).find_games()


def test_every_step_up_to_this_version_exists():
    assert set(upgrade.STEPS) == set(range(1, schema.VERSION))


def test_another_programs_tables_are_not_touched(database_url: str, monkeypatch: pytest.MonkeyPatch):
    def others(connection) -> None:
        connection.execute(text("CREATE TABLE games (title TEXT)"))

    with monkeypatch.context() as patch:
        patch.setattr(upgrade, "bring_up_to_date", others)
        with Store(database_url) as store:
            assert store.database.engine
    with Store(database_url) as store, pytest.raises(OrchardError, match=r"another program's tables \(games\)"):
        store.find_games()


# ------------------------------------------------------------------- speed


@pytest.mark.timed
def test_a_thousand_games_are_saved_in_a_second_and_found_in_a_fifth(tmp_path: Path):
    """Counted in processor time, which other programs on the machine do not change."""
    moves = random_record("reversi", 1).moves
    with Store(str(tmp_path / "x.db")) as store:
        assert store.find_games() == []
        for batch in range(10):
            records = [GameRecord(f"{batch}-{at}", "reversi", "random", "random", moves=moves) for at in range(1000)]
            began = time.process_time()
            assert store.save_games(records) == 1000
            assert time.process_time() - began < 1.0
        began = time.process_time()
        assert len(store.find_games(player="random")) == 100
        assert time.process_time() - began < 0.2
