"""Self-play on a Dask cluster of real processes: the same shards as at home, whatever happens to a worker."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from orchard.core.errors import OptionError
from orchard.games import offer
from orchard.games.reversi.training.settings import ReversiPlay
from orchard.play.cluster import ClusterError
from orchard.shells.cli import orchard_command
from orchard.training import shards
from orchard.training.selfplay import play
from tests.clusters import Cluster, skip_without_dask

skip_without_dask("self-play on a cluster")

COURSE = offer("reversed_reversi", "course").COURSE
SMALL = ReversiPlay(game="reversed_reversi", depth=2, exact_from=6, seed=7)


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    assert play(COURSE, SMALL, folder, games=1000) == 1000
    return folder


def same(one: Path, two: Path, columns: Iterable[str]) -> bool:
    if shards.shard_numbers(one) != shards.shard_numbers(two):
        return False
    first, second = shards.read_folders([one], columns), shards.read_folders([two], columns)
    return all(np.array_equal(first[name], second[name]) for name in columns)


def test_a_stop_and_a_dead_worker_change_no_game(cluster: Cluster, at_home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"

    def stop_after_two(games: int, of: int) -> None:
        if games == 400:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(COURSE, SMALL, folder, games=1000, cluster=cluster.address, progress=stop_after_two)
    assert len(shards.shard_numbers(folder)) == 2
    assert not list(folder.glob("partial-*"))
    stamps = {path: path.stat().st_mtime_ns for path in shards.shard_paths(folder)}

    reached: list[int] = []

    def kill_a_worker_at_first(games: int, of: int) -> None:
        reached.append(games)
        if len(reached) == 1:
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers[0].wait()

    played = play(COURSE, SMALL, folder, games=1000, cluster=cluster.address, progress=kill_a_worker_at_first)
    assert played == 1000
    assert reached == [600, 800, 1000]
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in stamps.items())
    assert same(folder, at_home, COURSE.columns)


def test_the_command_plays_on_the_cluster_and_stops_when_its_time_is_over(cluster: Cluster, tmp_path: Path) -> None:
    game = "gomoku"
    course, weights = offer(game, "course").COURSE, tmp_path / "who.safetensors"  # only the client has this file
    course.write(weights, course.weights("guess"), {"game": game})
    words = ["train", "selfplay", game, "--weights", str(weights), "--nodes", "30", "--json"]
    there, here, games = str(tmp_path / "there"), str(tmp_path / "here"), 2 * course.games_per_shard
    together = CliRunner().invoke(orchard_command, [*words, there, "--games", str(games), "--cluster", cluster.address])
    assert together.exit_code == 0, together.output
    assert json.loads(together.stdout)["games"] == games
    alone = CliRunner().invoke(orchard_command, [*words, here, "--games", str(games)])
    assert alone.exit_code == 0, alone.output
    assert same(Path(there), Path(here), course.columns)
    late = ["--games", "100000", "--seconds", "0.05", "--cluster", cluster.address]
    stopped = CliRunner().invoke(orchard_command, [*words, there, *late])
    assert games <= json.loads(stopped.stdout)["games"] < 100_000


def test_a_cluster_that_is_not_there_is_said_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("orchard.play.cluster.CONNECT_S", 0.5)
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        play(COURSE, SMALL, tmp_path, games=200, cluster="tcp://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"orchard\[cluster\]"):
        play(COURSE, SMALL, tmp_path, games=200, cluster="tcp://127.0.0.1:9")
    assert not shards.shard_paths(tmp_path)
