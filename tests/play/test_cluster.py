"""Games on a Dask cluster of real processes, one of which is killed in the middle."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from orchard.core.errors import OptionError
from orchard.play.cluster import ClusterError, run_on_cluster
from orchard.play.league import League, Plan
from orchard.play.setup import Rules
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


def test_an_address_where_no_scheduler_answers_is_said_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("orchard.play.cluster.CONNECT_S", 0.5)
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        list(run_on_cluster([], "tcp://127.0.0.1:9"))


def test_without_dask_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"orchard\[cluster\]"):
        list(run_on_cluster([], "tcp://127.0.0.1:9"))
