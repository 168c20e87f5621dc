"""Games at once do not take each other's cores: a bot that burns all it gets is felt in its own game only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.play.cores import available_cores, cores_of_our_own, shares
from orchard.play.pool import run_in_processes
from orchard.play.setup import GameSetup
from orchard.players import _process, _sandbox, player
from tests.leftovers import linux_only

BOTS = Path(__file__).parent.parent / "bots"
pytestmark = linux_only
two_cores = pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="SKIPPED cores: there is only one")


def test_workers_share_the_cores_and_none_has_anothers() -> None:
    assert shares([0, 1, 2, 3], 2) == [[0, 1], [2, 3]]
    assert shares([4, 6, 7], 2) == [[4], [6]]
    assert shares([0, 1], 1) == [[0, 1]]
    assert shares([0, 1], 3) == [[0], [1], [0]]
    assert shares([], 2) == [[], []]


@pytest.fixture
def one_core() -> Iterator[int]:
    core = available_cores()[-1]
    _process.keep_to([core])
    yield core
    _process.keep_to([])


@two_cores
@pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED the sandbox: {_sandbox._found()[1]}")
def test_a_bot_keeps_to_its_core_whatever_it_asks_for(one_core: int, tmp_path: Path) -> None:
    bot = player(f"file:{shutil.copy(BOTS / 'asks_for_all_cores.py', tmp_path)}")
    bot.choose(orchard.game("tic_tac_toe").start(), Limits(seconds=10))
    bot.close()
    assert bot.output("black").splitlines() == [f"cores {one_core}"] * 2  # type: ignore[attr-defined]


@two_cores
def test_bots_of_two_games_at_once_are_on_different_cores(tmp_path: Path) -> None:
    bot = tmp_path / "says_where.py"
    bot.write_text(
        "import os\ndef choose(position, limits):\n"
        "    print(*sorted(os.sched_getaffinity(0)))\n    return position.legal()[0]\n"
    )
    games = [GameSetup(f"game {n}", "tic_tac_toe", f"file:{bot}", "random", seed=n) for n in range(4)]
    records = [record for batch in run_in_processes(games, 2) for record in batch]
    seen = {frozenset(record.output["black"].splitlines()) for record in records}
    assert all(len(lines) == 1 for lines in seen)
    cores = [set(map(int, next(iter(lines)).split())) for lines in seen]
    assert len(cores) == 2
    assert not cores[0] & cores[1]


@pytest.fixture
def two_imaginary_cores(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Numbers that no machine has: other tests may use the real ones at the same time."""
    numbers = [900_000 + os.getpid() * 2, 900_001 + os.getpid() * 2]
    monkeypatch.setattr("orchard.play.cores.available_cores", lambda: numbers)
    return numbers


def test_games_of_workers_that_know_nothing_of_each_other_never_share_a_core(two_imaginary_cores: list[int]) -> None:
    in_use: list[int] = []
    most, twice = 0, False
    started: list[list[int]] = []  # where each would have started its bots

    def game(_: int) -> None:
        nonlocal most, twice
        with cores_of_our_own(1) as cores:
            in_use.extend(cores)
            most, twice = max(most, len(in_use)), twice or len(set(in_use)) < len(in_use)
            started.append(_process._local.cores)
            time.sleep(0.05)
            in_use.remove(cores[0])

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(game, range(6)))
    assert (most, twice) == (2, False)
    assert [len(cores) for cores in started] == [1] * 6
    assert {core for cores in started for core in cores} == set(two_imaginary_cores)


def test_a_bot_of_many_threads_gets_all_cores_there_are_at_once(two_imaginary_cores: list[int]) -> None:
    waits = threading.Event()

    def large() -> list[int]:
        waits.set()
        with cores_of_our_own(8) as cores:
            return cores

    with ThreadPoolExecutor(1) as thread:
        with cores_of_our_own(1):
            got = thread.submit(large)
            waits.wait(5)
            time.sleep(0.1)
            assert not got.done()
        assert got.result(5) == two_imaginary_cores


def test_the_core_of_a_worker_that_was_killed_is_free_again(two_imaginary_cores: list[int]) -> None:
    code = (
        "import sys, time\nfrom orchard.play import cores\n"
        f"cores.available_cores = lambda: {two_imaginary_cores}\n"
        "with cores.cores_of_our_own(2):\n    print('has them', flush=True)\n    time.sleep(60)\n"
    )
    worker = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert worker.stdout is not None
    assert worker.stdout.readline() == b"has them\n"
    worker.kill()
    worker.wait()
    with cores_of_our_own(2) as cores:
        assert cores == two_imaginary_cores


def test_no_more_games_at_once_than_cores_where_bots_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from orchard.play import cores
    from orchard.shells.commands._arena import games_at_once

    monkeypatch.setattr(cores, "available_cores", lambda: [0, 1])
    assert games_at_once(["random", "file:bot.py"], 8) == 2
    assert "2 games at once instead of 8" in capsys.readouterr().err
    assert games_at_once(["random", "greedy"], 8) == 8
    assert games_at_once(["random", "file:bot.py"], 2) == 2
    assert capsys.readouterr().err == ""
