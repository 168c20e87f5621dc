"""Games on a Dask cluster of real processes, one of which is killed in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from orchard.core.errors import OptionError
from orchard.play.cluster import ClusterError, run_on_cluster
from orchard.play.league import League, Plan
from orchard.play.setup import Rules
from orchard.play.store import Store

if find_spec("distributed") is None:
    warnings.warn("NOT TESTED: games on a cluster, because the extra `cluster` is not installed", stacklevel=1)
    pytest.skip("NOT TESTED: the extra `cluster` (dask.distributed) is not installed", allow_module_level=True)

PATIENCE_S = 60.0


def wait_until(done: Any, what: str) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < give_up, f"waited {PATIENCE_S:g} s for {what}"
        time.sleep(0.05)


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file, self.folder = folder / "scheduler.json", folder
        self.scheduler = self._start("scheduler", "--scheduler-file", str(self.file), "--port", "0", "--no-dashboard")
        wait_until(self.file.exists, "the scheduler")
        self.workers = [
            self._start(
                "worker", "--scheduler-file", str(self.file), "--no-nanny", "--nthreads", "1", "--no-dashboard",
                "--name", f"worker{number}", "--local-directory", str(folder / f"worker{number}"),
            )
            for number in range(2)
        ]  # fmt: skip
        import json

        self.address: str = json.loads(self.file.read_text())["address"]

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, "--host", "127.0.0.1", *arguments]
        log = (self.folder / f"{kind}.log").open("ab")
        return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env={**os.environ})

    def wait_for_both(self) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE_S)

    def games_in_hand(self, name: str) -> int:
        """Portions of games that a worker has begun or is about to."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            workers = client.scheduler_info(n_workers=-1)["workers"]
            address = next(address for address, worker in workers.items() if worker["name"] == name)
            return len(client.processing()[address])

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        made.wait_for_both()
        yield made
    finally:
        made.close()


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
