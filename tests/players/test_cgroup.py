"""Control groups: what is written where, shown on folders that stand for groups; and a real one where there is one."""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.players import _cgroup, _sandbox, _supervisor, player
from orchard.players._fault import PlayerFaultError
from orchard.players._process import Allowance
from tests.leftovers import linux_only, processes_of, wait_until_gone

BOTS = Path(__file__).parent.parent / "bots"
pytestmark = linux_only
walls = pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED the sandbox: {_sandbox._found()[1]}")


@pytest.fixture
def group(tmp_path: Path) -> Path:
    """A folder with the files that the kernel puts into a group with every controller."""
    made = tmp_path / "group"
    made.mkdir()
    for name in ("memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cpu.max", "cgroup.freeze"):
        (made / name).write_text("max")
    return made


def test_limits_are_for_the_whole_group_in_the_kernels_own_units(group: Path) -> None:
    _cgroup.limit(group, memory_mb=2048, cores=1)
    assert (group / "memory.max").read_text() == "2147483648"
    assert (group / "memory.swap.max").read_text() == "0"
    assert (group / "memory.oom.group").read_text() == "1"
    assert 1024 < int((group / "pids.max").read_text()) < 2048
    quota, period = map(int, (group / "cpu.max").read_text().split())
    assert quota == period
    _cgroup.limit(group, memory_mb=256, cores=4)
    quota, period = map(int, (group / "cpu.max").read_text().split())
    assert quota == 4 * period


def test_limits_that_the_system_does_not_hand_down_are_left_out(tmp_path: Path) -> None:
    (tmp_path / "pids.max").write_text("max")
    _cgroup.limit(tmp_path, memory_mb=2048, cores=1)
    assert [path.name for path in tmp_path.iterdir()] == ["pids.max"]


def test_a_group_that_ran_out_of_memory_is_told_so(group: Path) -> None:
    plan = {"group": str(group), "memory_mb": 256}
    (group / "memory.events").write_text("low 0\nhigh 0\nmax 31\noom 0\noom_kill 0\noom_group_kill 0\n")
    assert _supervisor.ran_out(plan) == ""
    (group / "memory.events").write_text("low 0\nhigh 0\nmax 31\noom 1\noom_kill 3\noom_group_kill 1\n")
    assert "needed more memory than the 256 MB that are allowed" in _supervisor.ran_out(plan)
    assert _supervisor.ran_out({"group": "", "memory_mb": 256}) == ""


def test_work_in_a_frozen_group_is_noticed(group: Path) -> None:
    (group / "cgroup.events").write_text("populated 1\nfrozen 1\n")
    (group / "cpu.stat").write_text("usage_usec 1000000\nuser_usec 900000\n")
    freeze = _cgroup.Freeze(group)
    assert (group / "cgroup.freeze").read_text() == "1"
    freeze.settle()
    assert freeze.broken_by() == ""
    (group / "cpu.stat").write_text("usage_usec 1250000\nuser_usec 900000\n")
    assert freeze.broken_by().startswith("it used 0.250 s of processor time in the opponent's turn")
    freeze.end()
    assert (group / "cgroup.freeze").read_text() == "0"


def test_where_no_folder_can_be_written_to_there_are_no_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cgroup, "_candidates", lambda: [Path("/proc/1"), Path("/nowhere")])
    _cgroup.place.cache_clear()
    try:
        assert _cgroup.place() is None
        assert _cgroup.make("x", 256, 1) is None
        assert _cgroup.description() == ""
    finally:
        _cgroup.place.cache_clear()


def test_a_plain_folder_is_no_group(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cgroup, "_candidates", lambda: [tmp_path])
    _cgroup.place.cache_clear()
    try:
        assert _cgroup.place() is None
        assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == []
    finally:
        _cgroup.place.cache_clear()


# ------------------------------------------------------------------------------------------------ programs in groups


@walls
def test_a_bot_is_in_its_group_before_it_begins_and_frozen_after_its_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cgroup, "place", lambda: tmp_path)
    monkeypatch.setattr(_cgroup, "PATIENCE_S", 0.01)  # nobody says that this folder is frozen, or removes its files
    bot = player(f"file:{BOTS / 'good_choose.py'}")
    bot.choose(orchard.game("reversi").start(), Limits(seconds=10))
    bot.rest("black")  # type: ignore[attr-defined]
    group = next(path for path in tmp_path.iterdir() if path.name.startswith("orchard-bot-"))
    assert (group / "cgroup.procs").read_text() == "0"  # "who writes this"
    assert (group / "cgroup.freeze").read_text() == "1"
    bot.close()
    assert (group / "cgroup.kill").read_text() == "1"


@walls
@pytest.mark.skipif(_cgroup.place() is None, reason="SKIPPED a real control group: none can be made here")
def test_a_real_group_holds_all_a_bot_starts_and_ends_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bot = player(f"file:{shutil.copy(BOTS / 'forks.py', tmp_path)}")
    bot.choose(orchard.game("reversi").start(), Limits(seconds=10))
    bot.rest("black")  # type: ignore[attr-defined]
    program = bot._programs["black"]  # type: ignore[attr-defined]
    below = _supervisor.descendants(program._process.pid)
    assert len(below) >= 5
    groups = [Path(f"/proc/{pid}/cgroup").read_text().splitlines()[-1] for pid in below]
    assert {Path(group).name for group in groups} == {program._group.name}
    assert "frozen 1" in (program._group / "cgroup.events").read_text()
    bot.close()
    assert not program._group.exists()
    assert processes_of(tmp_path) == []


@walls
@pytest.mark.skipif(_cgroup.place() is None, reason="SKIPPED a real control group: none can be made here")
def test_a_group_ends_even_when_the_supervisor_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bot = player(f"file:{shutil.copy(BOTS / 'forks.py', tmp_path)}")
    bot.choose(orchard.game("reversi").start(), Limits(seconds=10))
    bot.rest("black")  # type: ignore[attr-defined]
    program = bot._programs["black"]  # type: ignore[attr-defined]
    program._process.kill()
    bot.close()
    assert not program._group.exists()
    assert wait_until_gone(tmp_path, 2) == []


# ------------------------------------------------------------------------------------------------ real limits


def real_group(file: str) -> Path:
    """A group in which the kernel offers this file; skips where it does not. Version 1 has some of the same files, and
    keeps a controller that it has from version 2."""
    mounts = [line.split() for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    controller = file.partition(".")[0]
    old = [Path(words[4]) for words in mounts if words[-3] == "cgroup" and controller in words[-1].split(",")]
    for place in filter(None, [_cgroup.place(), *old]):
        with contextlib.suppress(OSError):
            group = Path(tempfile.mkdtemp(prefix="orchard-test-", dir=place))
            if (group / file).exists():
                return group
            group.rmdir()
    pytest.skip(
        f"SKIPPED {file}: no control group that we can make has it" + (f"; {controller} is of version 1" if old else "")
    )


def run_in(group: Path, code: str) -> str:
    """What a Python program prints that is part of the group from its beginning."""
    joins = ["/bin/sh", "-c", 'echo 0 > "$0/cgroup.procs" && exec "$@"', str(group), sys.executable, "-c", code]
    return subprocess.run(joins, capture_output=True, text=True, check=True).stdout


def test_the_kernel_holds_the_limit_on_tasks() -> None:
    group = real_group("pids.max")
    try:
        _cgroup.limit(group, memory_mb=2048, cores=1)
        code = (
            "import threading, time\nthreading.stack_size(1 << 16)\nstarted, end = 0, threading.Event()\n"
            "try:\n    for _ in range(2000):\n        threading.Thread(target=end.wait).start()\n        started += 1\n"
            "except RuntimeError:\n    pass\nend.set()\nprint(started)\n"
        )
        assert int(run_in(group, code)) == 1024 + 64 - 1  # and the first thread of the program
        assert _cgroup._field(group / "pids.events", "max") >= 1
    finally:
        _cgroup.remove(group)


def test_the_kernel_holds_the_limit_on_processor_time() -> None:
    group = real_group("cpu.max")
    try:
        _cgroup.limit(group, memory_mb=2048, cores=1)
        code = (
            "import os, time\nos.fork()\nos.fork()\nend = time.monotonic() + 1\n"
            "while time.monotonic() < end:\n    pass\n"
        )
        run_in(group, code)
        assert _cgroup._field(group / "cpu.stat", "nr_throttled") >= 1
        assert _cgroup._field(group / "cpu.stat", "usage_usec") < 1_500_000
    finally:
        _cgroup.remove(group)


def test_the_kernel_holds_the_limit_on_memory() -> None:
    group = real_group("memory.max")
    try:
        _cgroup.limit(group, memory_mb=64, cores=1)
        with pytest.raises(subprocess.CalledProcessError) as ended:
            run_in(group, "b'x' * (256 << 20)")
        assert ended.value.returncode == -signal.SIGKILL
        assert "64 MB" in _supervisor.ran_out({"group": str(group), "memory_mb": 64})
    finally:
        _cgroup.remove(group)


@walls
def test_a_group_with_little_memory_ends_a_bot_by_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _cgroup.remove(real_group("memory.max"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    bot = player(f"file:{shutil.copy(BOTS / 'fills_memory_files.py', tmp_path)}")
    bot.allowance = Allowance(memory_mb=64)  # type: ignore[attr-defined]
    with pytest.raises(PlayerFaultError) as caught:
        bot.choose(orchard.game("reversi").start(), Limits(seconds=20))
    assert caught.value.verdict == "memory"
