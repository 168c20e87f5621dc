"""Files that are written whole, and read once and kept."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """A path to write to; at the end it replaces the file `path` atomically. A stopped run leaves the old file or the
    new one, and at most a file whose name begins with `partial-`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"partial-{path.name}")
    yield partial
    partial.replace(path)


def version_of(path: Path) -> object:
    """Changes when the file does (as the best weights so far do in training), so that what is kept of it can be kept
    under its path and this; None if there is no file."""
    if not path.is_file():
        return None
    found = path.stat()
    return found.st_mtime_ns, found.st_size, found.st_ino
