"""Games at once do not take each other's cores: a bot that burns all it gets is felt in its own game only."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.play.pool import available_cores, run_in_processes, shares
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


def test_no_more_games_at_once_than_cores_where_bots_play(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from orchard.play import pool
    from orchard.shells.commands._arena import games_at_once

    monkeypatch.setattr(pool, "available_cores", lambda: [0, 1])
    assert games_at_once(["random", "file:bot.py"], 8) == 2
    assert "2 games at once instead of 8" in capsys.readouterr().err
    assert games_at_once(["random", "greedy"], 8) == 8
    assert games_at_once(["random", "file:bot.py"], 2) == 2
    assert capsys.readouterr().err == ""
