"""Self-play on a Dask cluster of real processes: the same shards as at home, whatever happens to a worker."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from orchard.core.errors import OptionError
from orchard.games.gomoku.evaluate.worth import first_guess, write_weights
from orchard.games.reversi.evaluate import weights_file
from orchard.play.cluster import ClusterError
from orchard.shells.cli import orchard_command
from orchard.training import gomoku_selfplay, selfplay, shards
from tests.clusters import Cluster, skip_without_dask

skip_without_dask("self-play on a cluster")

SMALL = selfplay.SelfPlay("reversed_reversi", depth=2, exact_from=6, seed=7)


@pytest.fixture(scope="module")
def at_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    assert selfplay.play(SMALL, folder, games=1600) == 1600
    return folder


def same(one: Path, two: Path) -> bool:
    if shards.shard_numbers(one) != shards.shard_numbers(two):
        return False
    first, second = shards.read_folders([one]), shards.read_folders([two])
    return all((first[name] == second[name]).all() for name in shards.COLUMNS)


def test_a_stop_and_a_dead_worker_change_no_game(cluster: Cluster, at_home: Path, tmp_path: Path) -> None:
    folder = tmp_path / "games"

    def stop_after_two(games: int) -> None:
        if games == 400:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        selfplay.play(SMALL, folder, games=1600, cluster=cluster.address, on_shard=stop_after_two)
    assert len(shards.shard_numbers(folder)) == 2
    assert not list(folder.glob("partial-*"))
    stamps = {path: path.stat().st_mtime_ns for path in shards.shard_paths(folder)}

    reached: list[int] = []

    def kill_a_worker_at_first(games: int) -> None:
        reached.append(games)
        if len(reached) == 1:
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers[0].wait()

    played = selfplay.play(SMALL, folder, games=1600, cluster=cluster.address, on_shard=kill_a_worker_at_first)
    assert played == 1600
    assert reached == [600, 800, 1000, 1200, 1400, 1600]
    assert all(path.stat().st_mtime_ns == stamp for path, stamp in stamps.items())
    assert same(folder, at_home)


def test_the_command_plays_on_the_cluster_and_stops_when_its_time_is_over(cluster: Cluster, tmp_path: Path) -> None:
    weights = tmp_path / "who.safetensors"  # only the client has this file
    weights_file.write(weights, weights_file.rule_of_thumb("reversi"), {"game": "reversi"})
    words = ["train", "selfplay", "reversi", "--weights", str(weights), "--depth", "1", "--exact-from", "4", "--json"]
    there, here = str(tmp_path / "there"), str(tmp_path / "here")
    together = CliRunner().invoke(orchard_command, [*words, there, "--games", "400", "--cluster", cluster.address])
    assert together.exit_code == 0, together.output
    assert json.loads(together.stdout)["games"] == 400
    alone = CliRunner().invoke(orchard_command, [*words, here, "--games", "400"])
    assert alone.exit_code == 0, alone.output
    assert same(Path(there), Path(here))
    late = ["--games", "100000", "--seconds", "0.05", "--cluster", cluster.address]
    stopped = CliRunner().invoke(orchard_command, [*words, there, *late])
    assert 400 <= json.loads(stopped.stdout)["games"] < 100_000


def test_gomoku_is_played_on_the_cluster_as_at_home(cluster: Cluster, tmp_path: Path) -> None:
    weights = tmp_path / "who.safetensors"  # only the client has this file
    write_weights(weights, first_guess())
    words = ["train", "selfplay", "gomoku", "--weights", str(weights), "--nodes", "30", "--games", "60", "--json"]
    for folder, where in (("there", ["--cluster", cluster.address]), ("here", ["--threads", "1"])):
        done = CliRunner().invoke(orchard_command, [*words, str(tmp_path / folder), *where])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["games"] == 60
    there, here = (gomoku_selfplay.read([tmp_path / folder]) for folder in ("there", "here"))
    assert all((there[name] == here[name]).all() for name in gomoku_selfplay.COLUMNS)


def test_a_cluster_that_is_not_there_is_said_plainly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("orchard.play.cluster.CONNECT_S", 0.5)
    with pytest.raises(ClusterError, match=r"no Dask scheduler answers at 'tcp://127.0.0.1:9'"):
        selfplay.play(SMALL, tmp_path, games=200, cluster="tcp://127.0.0.1:9")
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(OptionError, match=r"orchard\[cluster\]"):
        selfplay.play(SMALL, tmp_path, games=200, cluster="tcp://127.0.0.1:9")
    assert not shards.shard_paths(tmp_path)
