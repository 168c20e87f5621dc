"""Games on a Dask cluster of real processes, one of which is killed in the middle."""

from __future__ import annotations

import itertools
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from orchard.core.errors import OptionError
from orchard.play.cluster import ClusterError, run_on_cluster
from orchard.play.cores import available_cores
from orchard.play.league import League, Plan
from orchard.play.setup import GameSetup, Rules
from orchard.play.store import Store
from tests.clusters import Cluster, skip_without_dask

skip_without_dask("games on a cluster")


def plan() -> Plan:
    return Plan.make("reversi", ("random", "strategist:depth=2", "greedy"), 12, rules=Rules(nodes=2000), seed=5)


def table(league: League) -> dict[str, Any]:
    value = league.tally.as_json()
    for row in value["table"]:
        del row["seconds_per_move"]
    return value


def test_a_worker_killed_in_the_middle_changes_nothing_in_the_table(cluster: Cluster, tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        alone = League.create(store, plan())
        list(alone.play())
        together = League.create(store, plan())
        killed_after = 0
        for _ in together.play(cluster=cluster.address):
            if not killed_after and together.tally.played >= 3 and cluster.games_in_hand("worker0"):
                killed_after = together.tally.played
                cluster.workers[0].send_signal(signal.SIGKILL)
                cluster.workers[0].wait()
        assert 3 <= killed_after < 36, "the worker was not killed in the middle"
        assert store.league_numbers(together.id) == set(range(36))
        assert len(together.games()) == together.tally.played == 36
        assert table(together) == table(alone)
        moves = [[game.transcript for game in league.games()] for league in (alone, together)]
        assert moves[0] == moves[1]


@pytest.mark.skipif(len(available_cores()) < 2, reason="SKIPPED cores: there is only one")
def test_bots_of_games_at_once_are_on_different_cores(cluster: Cluster, tmp_path: Path) -> None:
    bot = tmp_path / "says_where.py"
    bot.write_text(
        "import os, time\ndef choose(position, limits):\n"
        "    began = time.monotonic()\n    time.sleep(0.1)\n"
        "    print(began, time.monotonic(), *sorted(os.sched_getaffinity(0)))\n    return position.legal()[0]\n"
    )
    games = [GameSetup(f"game {n}", "tic_tac_toe", f"file:{bot}", "random", seed=n) for n in range(12)]
    records = [record for batch in run_on_cluster(games, cluster.address) for record in batch]
    turns = [list(map(float, line.split())) for record in records for line in record.output["black"].splitlines()]
    assert len(records) == 12
    assert all(len(turn) == 3 for turn in turns)  # one core for each
    pairs = list(itertools.combinations(turns, 2))
    at_once = [(one, two) for one, two in pairs if one[0] < two[1] and two[0] < one[1]]
    assert at_once, "no two games were played at once"
    assert all(one[2] != two[2] for one, two in at_once)


def test_an_address_where_no_scheduler_answers_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orchard.play.cluster.CONNECT_S", 0.5)
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        list(run_on_cluster([], "tcp://127.0.0.1:9"))


def test_without_dask_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"orchard\[cluster\]"):
        list(run_on_cluster([], "tcp://127.0.0.1:9"))
