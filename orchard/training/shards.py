"""Positions on disk: a folder of numpy files, written by one stage of training and read by the next.

Beside the shards lies `settings.json`, how the folder was made. A stage that is started again with the same settings
goes on where it stopped; with others it refuses, so that no folder holds a mixture.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.course import Columns
from orchard.core.errors import OrchardError
from orchard.core.files import written_whole


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


def write_shard(
    folder: Path, number: int, columns: Columns, kinds: Mapping[str, str], compressed: bool = False
) -> Path:
    """Write shard `number` at once: a stopped run leaves whole shards only. `kinds` names what is kept, and as what."""
    path = folder / f"shard-{number:08d}.npz"
    kept: dict[str, Any] = {name: columns[name].astype(kind, copy=False) for name, kind in kinds.items()}
    with written_whole(path) as partial:
        (np.savez_compressed if compressed else np.savez)(partial, **kept)
    return path


def shard_number(path: Path) -> int:
    return int(path.stem.split("-")[1])


def shard_paths(folder: Path) -> list[Path]:
    """The shards of a folder in the order of their numbers."""
    return sorted(folder.glob("shard-*.npz"), key=shard_number)


def shard_numbers(folder: Path) -> set[int]:
    return set(map(shard_number, shard_paths(folder)))


def shards_of(folder: Path) -> list[Path]:
    """The shards of a folder that must have some."""
    paths = shard_paths(folder)
    if not paths:
        raise ShardError(f"no shards in {folder}: play some games into it first")
    return paths


def read_shard(path: Path, names: Iterable[str]) -> Columns:
    with np.load(path) as file:
        missing = [name for name in names if name not in file]
        if missing:
            raise ShardError(f"{path} lacks the column {missing[0]!r}")
        return {name: file[name] for name in names}


def read_folders(folders: Sequence[Path], names: Iterable[str]) -> Columns:
    """All positions of some folders, one after the other; games are renumbered so that no two share a number."""
    names, parts, first = list(names), list[Columns](), 0
    for folder in folders:
        last = first
        for path in shards_of(folder):
            part = read_shard(path, names)
            part["game"] = part["game"] + part["game"].dtype.type(first)
            last = max(last, int(part["game"].max(initial=first)) + 1)
            parts.append(part)
        first = last
    return {name: np.concatenate([part[name] for part in parts]) for name in names}


def hashes(folders: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """Every shard with the SHA-256 of its contents, for the record of a training run."""
    for folder in folders:
        for path in shard_paths(folder):
            yield f"{folder.name}/{path.name}", digest(path)
