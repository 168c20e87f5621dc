"""Positions on disk: a folder of numpy files, written by one stage of training and read by the next.

Beside the shards lies `settings.json`, how the folder was made. A stage that is started again with the same settings
goes on where it stopped; with others it refuses, so that no folder holds a mixture.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.errors import OrchardError
from orchard.core.files import written_whole

Array = np.ndarray[Any, np.dtype[Any]]
Columns = dict[str, Array]
Shard = tuple[int, Columns]  # its number and its positions

COLUMNS = {
    "game": np.int32,  # the number of the game it comes from
    "own": np.uint64,
    "enemy": np.uint64,
    "own_moves": np.uint8,
    "enemy_moves": np.uint8,
    "value": np.int16,  # what the search thought, 1/100 disc, view of the side to move
    "later": np.int16,  # how the game ended, the same unit and view; means something where FOLLOWED
    "flags": np.uint8,  # EXACT | STRAYED | FOLLOWED
}
EXACT, STRAYED, FOLLOWED = 1, 2, 4


class ShardError(OrchardError, ValueError):
    """A folder of shards that is missing, empty, or made with other settings."""


def with_digest(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings whose weights count by what is in them: the best so far change under one name."""
    return settings | {"weights_sha256": digest(Path(settings["weights"]))}


def open_folder(folder: Path, settings: dict[str, Any]) -> None:
    """Begin or resume a folder of shards made with these settings."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "settings.json"
    if not path.is_file():
        with written_whole(path) as partial:
            partial.write_text(json.dumps(settings, indent=1))
    else:
        before = settings_of(folder)
        if before != json.loads(json.dumps(settings)):
            changed = sorted(k for k in {*before, *settings} if before.get(k) != settings.get(k))
            raise ShardError(
                f"{folder} was made with other settings ({', '.join(changed)}): choose another folder, or the same ones"
            )


def digest(path: Path) -> str:
    """The SHA-256 of a file; empty where there is none."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def settings_of(folder: Path) -> dict[str, Any]:
    path = folder / "settings.json"
    if not path.is_file():
        raise ShardError(f"no shards in {folder}: it has no settings.json")
    try:
        found: dict[str, Any] = json.loads(path.read_text())
    except ValueError as error:
        raise ShardError(f"{path} cannot be read: {error}") from None
    return found


def write_shard(folder: Path, number: int, columns: Columns) -> Path:
    """Write shard `number` at once: a stopped run leaves whole shards only."""
    path = folder / f"shard-{number:08d}.npz"
    with written_whole(path) as partial:
        np.savez(partial, **{name: columns[name].astype(kind) for name, kind in COLUMNS.items()})  # type: ignore[arg-type]
    return path


def shard_paths(folder: Path) -> list[Path]:
    return sorted(folder.glob("shard-*.npz"))


def shard_numbers(folder: Path) -> set[int]:
    return {int(path.stem.split("-")[1]) for path in shard_paths(folder)}


def read_shard(path: Path) -> Columns:
    with np.load(path) as file:
        missing = [name for name in COLUMNS if name not in file]
        if missing:
            raise ShardError(f"{path} lacks the column {missing[0]!r}")
        return {name: file[name] for name in COLUMNS}


def read_folders(folders: list[Path]) -> Columns:
    """All positions of some folders, one after the other; games are renumbered so that no two share a number."""
    parts: list[Columns] = []
    first = 0
    for folder in folders:
        paths = shard_paths(folder)
        if not paths:
            raise ShardError(f"no shards in {folder}")
        last = first
        for path in paths:
            part = read_shard(path)
            part["game"] = part["game"] + np.int32(first)
            last = max(last, int(part["game"].max(initial=first)) + 1)
            parts.append(part)
        first = last
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}


def hashes(folders: list[Path]) -> Iterator[tuple[str, str]]:
    """Every shard with the SHA-256 of its contents, for the record of a training run."""
    for folder in folders:
        for path in shard_paths(folder):
            yield f"{folder.name}/{path.name}", digest(path)
