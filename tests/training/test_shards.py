"""Shards on disk: whole, in order, of one making, and those of earlier versions still readable."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from orchard.training import shards

KINDS = {"game": "i4", "value": "i2"}


def columns(*games: int) -> dict[str, np.ndarray]:
    return {"game": np.array(games), "value": np.array([10 * game for game in games])}


def test_settings_are_written_once_and_whole(tmp_path: Path) -> None:
    shards.open_folder(tmp_path, {"game": "reversi", "depth": 3})
    stamp = (tmp_path / "settings.json").stat().st_mtime_ns
    shards.open_folder(tmp_path, {"game": "reversi", "depth": 3})
    assert (tmp_path / "settings.json").stat().st_mtime_ns == stamp
    with pytest.raises(shards.ShardError, match=r"other settings \(depth\)"):
        shards.open_folder(tmp_path, {"game": "reversi", "depth": 4})
    (tmp_path / "settings.json").write_text("")
    with pytest.raises(shards.ShardError, match=r"settings.json cannot be read"):
        shards.open_folder(tmp_path, {"game": "reversi"})


def test_weights_count_by_what_is_in_them(tmp_path: Path) -> None:
    """Whatever the file is called: the best weights so far change under their name."""
    best = tmp_path / "best.safetensors"
    best.write_bytes(b"abc")
    digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180-2
    assert shards.with_digest({"weights": str(best)})["weights_sha256"] == digest
    assert shards.with_digest({"weights": "guess"})["weights_sha256"] == ""


@pytest.mark.parametrize("compressed", [False, True])
def test_columns_come_back_as_they_were_declared(compressed: bool, tmp_path: Path) -> None:
    path = shards.write_shard(tmp_path, 7, columns(0, 0, 1), KINDS, compressed)
    assert path.name == "shard-00000007.npz"
    found = shards.read_shard(path, KINDS)
    assert {name: column.dtype for name, column in found.items()} == {"game": np.int32, "value": np.int16}
    assert found["value"].tolist() == [0, 0, 10]
    assert not list(tmp_path.glob("partial-*"))


def test_games_of_several_folders_get_numbers_of_their_own(tmp_path: Path) -> None:
    for folder, number, games in (("a", 0, (0, 1, 1)), ("a", 1, (2, 4)), ("b", 0, (0, 1)), ("c", 0, (3,))):
        shards.write_shard(tmp_path / folder, number, columns(*games), KINDS)
    found = shards.read_folders([tmp_path / name for name in "abc"], KINDS)
    assert found["game"].tolist() == [0, 1, 1, 2, 4, 5, 6, 10]


def test_folders_of_earlier_versions_go_on_in_the_right_order(tmp_path: Path) -> None:
    """Some were numbered with five digits."""
    for number, name in ((0, "00000"), (1, "00001"), (12, "00012"), (2, "00000002"), (13, "00000013")):
        np.savez_compressed(tmp_path / f"shard-{name}.npz", **columns(number))
    assert shards.shard_numbers(tmp_path) == {0, 1, 2, 12, 13}
    assert shards.read_folders([tmp_path], KINDS)["game"].tolist() == [0, 1, 2, 12, 13]


def test_missing_and_broken_folders_are_refused_with_their_name(tmp_path: Path) -> None:
    with pytest.raises(shards.ShardError, match=f"no shards in {tmp_path}"):
        shards.read_folders([tmp_path], KINDS)
    with pytest.raises(shards.ShardError, match=r"settings\.json"):
        shards.settings_of(tmp_path)
    np.savez(tmp_path / "shard-00000000.npz", value=np.zeros(1))
    with pytest.raises(shards.ShardError, match="lacks the column 'game'"):
        shards.read_folders([tmp_path], KINDS)
