"""Positions with what a search thought of them, appended to a file that training reads.

A file is a row of records of 32 bytes, little-endian, with no header, so that files can be joined and any number of
processes may append to one:

    bytes 0-7   black discs, bit n for square n (a1 = 0, h1 = 7, h8 = 63)
    bytes 8-15  white discs
    bytes 16-19 mean reward for the side to move, float32
    bytes 20-23 visits, uint32
    byte  24    side to move: 0 black, 1 white
    bytes 25-31 zero
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchard.core.errors import OptionError
from orchard.core.game import BLACK, Position

if TYPE_CHECKING:
    import numpy as np

    from orchard.search.uct import UctTree

FIELDS = [("black", "<u8"), ("white", "<u8"), ("mean", "<f4"), ("visits", "<u4"), ("side", "u1"), ("zero", "V7")]
RECORD_BYTES = 32


def inner_nodes(position: Position, tree: UctTree) -> np.ndarray[Any, Any]:
    """A record for every visited node of the tree that has children. `position` is the tree's root."""
    import numpy as np

    states, nodes, opponents = tree.inner_nodes()
    records = np.zeros(len(nodes), np.dtype(FIELDS))
    white_to_move = (opponents == 1) ^ (position.to_move != BLACK)
    records["black"] = np.where(white_to_move, states[:, 1], states[:, 0])
    records["white"] = np.where(white_to_move, states[:, 0], states[:, 1])
    records["visits"] = tree.nodes.visits[nodes]
    records["mean"] = -tree.nodes.total[nodes] / np.maximum(records["visits"], 1)  # totals are the other side's
    records["side"] = white_to_move
    return records


def append(path: str | Path, records: np.ndarray[Any, Any]) -> None:
    """Add records at the end of the file, whole, whoever else is writing to it: all of them, or none."""
    data = memoryview(records.tobytes())
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        try:
            _lock(file)
            whole = os.fstat(file).st_size // RECORD_BYTES * RECORD_BYTES
            os.ftruncate(file, whole)  # without what a killed process began
            try:
                while data:
                    data = data[os.write(file, data) :]
            except OSError:  # no room: nothing of it
                os.ftruncate(file, whole)
                raise
        finally:
            os.close(file)  # which also unlocks it
    except OSError as error:
        raise OptionError(f"cannot write experience to {str(path)!r}: {error.strerror}") from error


def _lock(file: int) -> None:
    try:
        import fcntl
    except ImportError:  # no such locks on Windows; appending in one write is then all there is
        return
    fcntl.flock(file, fcntl.LOCK_EX)


def read(path: str | Path) -> np.ndarray[Any, Any]:
    """The records of a file, as an array with the fields black, white, mean, visits, side."""
    import numpy as np

    data = Path(path).read_bytes()
    if len(data) % RECORD_BYTES:
        raise OptionError(f"{str(path)!r} is no experience file: {len(data)} bytes, not a multiple of {RECORD_BYTES}")
    return np.frombuffer(data, np.dtype(FIELDS))
