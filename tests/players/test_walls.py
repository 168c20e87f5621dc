"""Hostile bots behind the walls: what they read, write, ask of the kernel and do in the opponent's turn."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import sys
import tempfile
import time
import venv
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.play.referee import GameSetup, Rules, play_game
from orchard.players import _cgroup, _sandbox, _view, player
from orchard.players._fault import PlayerFaultError
from orchard.players._process import Allowance
from orchard.players._supervisor import descendants
from tests.leftovers import linux_only, processes_of

BOTS = Path(__file__).parent.parent / "bots"
pytestmark = [
    linux_only,
    pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED the sandbox: {_sandbox._found()[1]}"),
]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where homes of bots are made."""
    made = tmp_path / "homes"
    made.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(made))
    return made


def put(name: str, folder: Path, targets: list[object] | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    if targets is not None:
        (folder / "targets").write_text("\n".join(map(str, targets)))
    return Path(shutil.copy(BOTS / f"{name}.py", folder))


def told(file: Path, questions: int = 1, wait_s: float = 0.0, **allowed: int) -> list[str]:
    """What the bot printed while it was asked for moves."""
    bot = player(f"file:{file}")
    bot.allowance = Allowance(**allowed)  # type: ignore[arg-type, attr-defined]
    for question in range(questions):
        if question:
            time.sleep(wait_s)
        assert bot.choose(orchard.game("reversi").start(), Limits(seconds=60)).move
        bot.rest("black")  # type: ignore[attr-defined]
    bot.close()
    return str(bot.output("black")).splitlines()  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ files


@pytest.mark.parametrize("mode", [0o755, 0o700])
def test_a_bot_reads_its_own_folder_and_nothing_else_of_ours(mode: int, tmp_path: Path, place: Path) -> None:
    own, other = tmp_path / "mine", tmp_path / "other"
    other.mkdir()
    other.chmod(0o755)
    (other / "bot.py").write_text("SECRET = 'search'\n")
    (other / "id_rsa").write_text("PRIVATE KEY\n")
    (other / "id_rsa").chmod(0o644)
    own.mkdir()
    (own / "book.txt").write_text("f5 d6\n")
    (own / "data").mkdir()
    (own / "data" / "weights").write_text("1 2 3\n")
    sqlite3.connect(own / "games.db").execute("CREATE TABLE games (x)")
    for beside in ("games.db-shm", "games.db-wal"):  # a lock on the first, which a reader may take, stops a league
        (own / beside).write_text("x")
    (own / ".env").write_text("PASSWORD=1\n")
    (own / "stolen").symlink_to(other / "id_rsa")
    forbidden = [other / "bot.py", other / "id_rsa", own / "games.db", own / "games.db-shm", own / "games.db-wal"]
    forbidden += [own / ".env", own / "stolen", "/etc/shadow", "/etc/passwd"]
    forbidden += ["/etc/hostname", Path.home() / ".bashrc", Path(__file__), "/proc/kcore", "/var/log"]
    forbidden += ["/run", "/home", BOTS, "/sys/kernel", "/boot", "/mnt", "/srv"]
    own.chmod(mode)
    words = told(put("reads_what_is_not_its_own", own, [own / "book.txt", own / "data" / "weights", *forbidden]))
    assert [line.split()[0] for line in words[:2]] == ["read", "read"]
    assert [line for line in words[2:] if not line.startswith("refused")] == []
    assert len(words) == 2 + len(forbidden)


@pytest.mark.parametrize("kind", ["folder", "link"])
def test_the_interpreter_may_lie_beside_the_bot(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "mine"
    bot = put("good_choose", own)
    (own / ".venv").symlink_to(os.path.realpath(sys.prefix)) if kind == "link" else venv.create(own / ".venv")
    (own / ".secret").write_text("x")
    own.chmod(0o755)
    monkeypatch.setattr(sys, "prefix", str(own / ".venv"))
    monkeypatch.setattr(sys, "executable", str(own / ".venv" / "bin" / "python"))
    _view.roots.cache_clear()
    try:
        assert told(bot) == []
    finally:
        _view.roots.cache_clear()


def test_a_folder_with_very_many_files_starts_as_fast(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    bot = put("good_choose", own)
    (own / ".git").mkdir()
    for number in range(2000):
        (own / f"position{number}.txt").write_text("x")
    own.chmod(0o755)
    assert len(_view.of_bot(bot)) < 20
    assert told(bot) == []
    own.chmod(0o700)
    if os.geteuid() == 0:
        with pytest.raises(PlayerFaultError, match="lies in a folder with 2001 files"):
            told(bot)


def test_bots_side_by_side_do_not_see_each_other(tmp_path: Path) -> None:
    own = tmp_path / "class"
    bot = put("reads_what_is_not_its_own", own)
    for name in ("alice.py", "bob.py", "carol.py"):
        shutil.copy(BOTS / ("good_ai.py" if name == "bob.py" else "good_choose.py"), own / name)
    (own / "bob_book.txt").write_text("f5\n")
    (own / "helper.py").write_text("X = 1\n")
    (own / f"{bot.stem}_book.txt").write_text("f5\n")
    seen = [own / "helper.py", own / f"{bot.stem}_book.txt", bot]
    hidden = [own / "alice.py", own / "bob.py", own / "carol.py", own / "bob_book.txt"]
    (own / "targets").write_text("\n".join(map(str, [*seen, *hidden])))
    source = bot.read_text().replace('with_name("targets")', f'with_name("{bot.stem}_targets")')
    bot.write_text(source)
    (own / "targets").rename(own / f"{bot.stem}_targets")
    assert [line.split()[0] for line in told(bot)] == ["read"] * 3 + ["refused"] * 4


def test_files_that_only_their_owner_may_read_are_shown_to_their_bot(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    bot = put("reads_what_is_not_its_own", own, [own / "book.txt"])
    (own / "book.txt").write_text("f5\n")
    for path in own.iterdir():
        path.chmod(0o600)
    own.chmod(0o700)
    assert told(bot) == [f"read {own / 'book.txt'} b'f5\\n'"]


def test_sockets_of_the_host_are_out_of_reach(tmp_path: Path) -> None:
    own, outside = tmp_path / "mine", tmp_path / "outside"
    own.mkdir()
    outside.mkdir()
    servers = []
    for folder in (own, outside):
        server = socket.socket(socket.AF_UNIX)
        server.bind(str(folder / "s"))
        (folder / "s").chmod(0o777)
        server.listen()
        servers.append(server)
    words = told(put("connects_to_sockets", own, [own / "s", outside / "s"]))
    for server in servers:
        server.close()
    assert [line.split()[0] for line in words] == ["refused", "refused"]


def test_a_bot_writes_only_to_places_that_end_with_it(tmp_path: Path, place: Path) -> None:
    words = told(put("writes_where_it_can", tmp_path / "mine"))
    assert len(words) == 11
    assert [line for line in words if not line.startswith("refused")] == []
    assert not Path("/tmp/notes").exists()
    assert list(place.iterdir()) == []


def test_places_in_memory_have_a_size(tmp_path: Path) -> None:
    sizes = dict(line.rsplit(" ", 1) for line in told(put("fills_memory_files", tmp_path / "mine")))
    assert int(sizes["/dev/shm"]) <= _sandbox.SHM_MB
    assert int(sizes["/tmp"]) <= _sandbox.TMP_MB
    assert (sizes["/"], sizes["/dev"], sizes["memfd"]) == ("0", "0", "0")
    home = next(int(size) for path, size in sizes.items() if "orchard-bot-" in path)
    assert 100 < home <= _sandbox.HOME_MB


# ------------------------------------------------------------------------------------------------ the kernel


def test_the_kernel_does_nothing_that_could_undo_the_walls(tmp_path: Path) -> None:
    words = told(put("asks_the_kernel", tmp_path / "mine"))
    asked = [line.split(": ") for line in words if line.startswith(("call: ", "socket: "))]
    assert len(asked) == 30
    assert [one for one in asked if one[2] not in ("EPERM", "ENOSYS", "EAFNOSUPPORT")] == []
    status = {line.partition(" ")[0].rstrip(":"): line.partition(" ")[2] for line in words}
    assert {status[kind] for kind in ("CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb")} <= {"0000000000000000"}
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")
    assert set(status["Uid"].split()) == {"65534"}


def test_a_bot_is_not_root_outside_either(tmp_path: Path) -> None:
    bot = player(f"file:{put('good_choose', tmp_path / 'mine')}")
    bot.choose(orchard.game("reversi").start())
    bot.rest("black")  # type: ignore[attr-defined]
    pids = descendants(bot._programs["black"]._process.pid)  # type: ignore[attr-defined]
    running = [pid for pid in pids if Path(f"/proc/{pid}/comm").read_text().startswith("python")]
    users = {Path(f"/proc/{pid}/status").read_text().partition("Uid:")[2].split()[0] for pid in running}
    bot.close()
    assert users == {str(os.geteuid() or 65534)}


def test_what_students_do_still_works(tmp_path: Path) -> None:
    own = tmp_path / "mine"
    bot = put("does_what_students_do", own)
    (own / "book.txt").write_text("f5 d6\n")
    assert told(bot, questions=2) == []


ENVIRONMENT = {"PATH", "HOME", "TMPDIR", "LANG", "TZ", "PYTHONHASHSEED", "PYTHONDONTWRITEBYTECODE", "ORCHARD_QUIET"}
THREADS = {"OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA", "VECLIB_MAXIMUM"}


def test_a_bot_has_a_small_environment_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the person who runs it has programs, and when and where they live, is no business of a bot."""
    for name, value in {"PATH": f"{tmp_path}/tools:{os.environ['PATH']}", "TZ": "Asia/Tokyo", "USER": "ann"}.items():
        monkeypatch.setenv(name, value)
    bot = tmp_path / "mine" / "bot.py"
    bot.parent.mkdir()
    bot.write_text(
        "import os, time\n"
        "def choose(position, limits):\n"
        "    print(*sorted(os.environ), os.environ['PATH'], time.strftime('%Z'), sep='\\n')\n"
        "    return position.legal()[0]\n"
    )
    *names, path, zone = told(bot)
    names.remove("NUMBA_CACHE_DIR")  # in its home
    lent = {"ORCHARD_KERNELS", "LC_CTYPE", "PWD"}  # compiled kernels; the interpreter and bubblewrap add the others
    assert set(names) - lent == ENVIRONMENT | {f"{name}_NUM_THREADS" for name in THREADS}
    assert zone == "UTC"
    assert path.split(":") == [str(Path(sys.executable).parent), "/usr/local/bin", "/usr/bin", "/bin"]


@pytest.mark.timed
def test_a_bot_may_think_almost_to_the_end_of_its_time(tmp_path: Path) -> None:
    """4.8 s of 5 s, as students set it; in a fifth of that time unless ORCHARD_THINKING_S=5."""
    seconds = float(os.environ.get("ORCHARD_THINKING_S", "1"))
    bot = tmp_path / "mine" / "bot.py"
    bot.parent.mkdir()
    bot.write_text(
        "import time\n"
        "def choose(position, limits):\n"
        "    end = time.perf_counter() + 0.96 * limits.seconds\n"
        "    while time.perf_counter() < end:\n"
        "        sum(range(1000))\n"
        "    return position.legal()[0]\n"
    )
    setup = GameSetup("thinks", "tic_tac_toe", f"file:{bot}", "random", opening="a1b1c1b2a2c2")  # three squares left
    record = play_game(replace(setup, rules=Rules(seconds_per_move=seconds)))
    assert (record.verdict, record.fault) == ("normal", None)
    own = [move.seconds for move in record.moves[::2]]
    assert own
    assert all(0.96 * seconds <= used < seconds for used in own)


@pytest.mark.skipif(find_spec("torch") is None, reason="SKIPPED torch: it is not installed")
def test_torch_works_behind_walls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/tmp")  # its workers make sockets, whose names must be short
    assert told(put("trains_with_torch", tmp_path / "mine"), questions=2) == []


# ------------------------------------------------------------------------------------------------ standing still


def counted(name: str, folder: Path) -> int:
    first, second = (int(line.split()[1]) for line in told(put(name, folder), questions=2, wait_s=0.25))
    return second - first


@pytest.fixture(params=["freezer", "signals", "no walls"])
def stopped_by(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each of the ways in which a bot is made to stand still."""
    if request.param == "no walls":
        monkeypatch.setattr(_sandbox, "_found", lambda: ("", "switched off in this test"))
    elif request.param == "signals":
        monkeypatch.setattr(_cgroup, "place", lambda: None)
    elif _cgroup.place() is None:
        pytest.skip("SKIPPED the freezer: no control group can be made here")
    return str(request.param)


@pytest.mark.parametrize("name", ["leaves_its_session", "works_in_a_grandchild"])
def test_nothing_a_bot_has_started_works_in_the_opponents_turn(
    name: str, stopped_by: str, tmp_path: Path, place: Path
) -> None:
    assert counted(name, tmp_path / "mine") < 40  # 0.25 s would be about 120
    assert processes_of(place) == []


def used_s(pids: list[int]) -> float:
    """Processor time of these processes, from the kernel's own counters."""
    tasks = [path for pid in pids for path in Path(f"/proc/{pid}/task").glob("*/schedstat")]
    return sum(int(path.read_text().split()[0]) for path in tasks) / 1e9


def test_children_that_burn_are_stopped_too(stopped_by: str, tmp_path: Path, place: Path) -> None:
    bot = player(f"file:{put('burns_with_children', tmp_path / 'mine')}")
    bot.choose(orchard.game("reversi").start(), Limits(seconds=10))
    bot.rest("black")  # type: ignore[attr-defined]
    program = bot._programs["black"]  # type: ignore[attr-defined]
    burning = descendants(program._process.pid)
    assert len(burning) >= 13
    before = used_s(burning)
    time.sleep(0.2)
    assert used_s(burning) - before < 0.01
    assert program._standstill.broken_by() == ""
    bot.close()
    assert processes_of(place) == []


def test_a_frozen_bot_is_not_woken_by_its_own_signals(tmp_path: Path, place: Path) -> None:
    if _cgroup.place() is None:
        pytest.skip("SKIPPED the freezer: no control group can be made here")
    bot = player(f"file:{put('wakes_itself', tmp_path / 'mine')}")
    start = orchard.game("reversi").start()
    bot.choose(start, Limits(seconds=10))
    bot.rest("black")  # type: ignore[attr-defined]
    program = bot._programs["black"]  # type: ignore[attr-defined]
    awake = descendants(program._process.pid)
    before = used_s(awake)
    time.sleep(0.3)
    assert used_s(awake) - before < 0.01
    assert bot.choose(start, Limits(seconds=10)).move
    bot.close()
    assert processes_of(place) == []


def test_work_in_the_opponents_turn_loses_by_protocol(
    tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cgroup, "place", lambda: None)
    bot = player(f"file:{put('wakes_itself', tmp_path / 'mine')}")
    start = orchard.game("reversi").start()
    bot.choose(start, Limits(seconds=10))
    bot.rest("black")  # type: ignore[attr-defined]
    time.sleep(0.3)
    with pytest.raises(PlayerFaultError, match=r"s of processor time in the opponent's turn") as caught:
        bot.choose(start, Limits(seconds=10))
    assert caught.value.verdict == "protocol"
    assert processes_of(place) == []


# ------------------------------------------------------------------------------------------------ limits, clean-up


def test_threads_are_counted(tmp_path: Path, place: Path) -> None:
    bot = player(f"file:{put('starts_threads', tmp_path / 'mine')}")
    with pytest.raises(PlayerFaultError, match=r"threads at once \(1024 are allowed\)"):
        bot.choose(orchard.game("reversi").start(), Limits(seconds=20))
    assert processes_of(place) == []


@pytest.mark.parametrize("walls", ["walls", "no walls"])
def test_no_folder_a_bot_makes_outlives_it(
    walls: str, tmp_path: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if walls == "no walls":
        monkeypatch.setattr(_sandbox, "_found", lambda: ("", "switched off in this test"))
    assert told(put("nests_folders", tmp_path / "mine")) == []
    assert list(place.iterdir()) == []


# ------------------------------------------------------------------------------------------------ modules


def test_a_file_beside_a_bot_stands_in_for_no_library(tmp_path: Path) -> None:
    own = tmp_path / "class"
    own.mkdir()
    names = ["copy", "json", "numpy", "random", "orchard_helper"]
    for name in names:
        (own / f"{name}.py").write_text("NEIGHBOUR = True\n")
    (own / "bot.py").write_text(
        f"import {', '.join(names)}\ndef choose(position, limits):\n"
        f"    print(*(hasattr(module, 'NEIGHBOUR') for module in ({', '.join(names)})))\n"
        "    return position.legal()[0]\n"
    )
    assert told(own / "bot.py") == ["False False False False True"]
