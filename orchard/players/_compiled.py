"""What a bot's Numba has compiled with `cache=True`, kept from one game to the next: it compiles once in a match.

A bot's process writes to a place that ends with it. After a game we ask for the compiled files, keep them in memory
under the bot's own name and source, and lay them, not writable, into the home of its next process. No other program
sees them, and they end with this process.
"""

import base64
import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

FOLDER = ".compiled"  # in the home of a bot
ENDINGS = (".nbi", ".nbc")
MOST_BYTES = 16 << 20  # of one bot
MOST_BYTES_IN_ALL = 64 << 20
MOST_FILES, MOST_PIECES = 500, 1000
PATIENCE_S = 1.0  # for a bot to hand over what it has, after its game

Files = dict[str, bytes]  # by their paths in the cache folder
_kept: dict[tuple[str, str], Files] = {}  # by a bot's path and a hash of its source; the newest is the last


def keep(bot: tuple[str, str], files: Files) -> None:
    """The files of a bot in place of those that were kept; those of others go where there is too much."""
    _kept.pop(bot, None)
    _kept[bot] = files
    while sum(_size(kept) for kept in _kept.values()) > MOST_BYTES_IN_ALL:
        _kept.pop(next(iter(_kept)))


def count(bot: tuple[str, str]) -> int:
    """How many files are kept of a bot."""
    return len(_kept.get(bot, ()))


def lay_out(bot: tuple[str, str], home: Path) -> Path | None:
    """A folder in its home with what is kept of a bot; None where there is nothing."""
    files = _kept.get(bot)
    if not files:
        return None
    folder = home / FOLDER
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        file.chmod(0o644)  # started by root, bots are somebody else
        file.parent.chmod(0o755)
    folder.chmod(0o755)
    return folder


def received(pieces: Iterable[Any]) -> Files | None:
    """The files that a bot hands over, a piece in each reply; None where it sends anything else, or too much.

    Its process may have written the replies itself, so nothing in them is trusted."""
    files: Files = {}
    size = 0
    for piece in islice(pieces, MOST_PIECES):
        name, data = piece.get("file"), piece.get("data")
        if piece.get("all"):
            return files
        if not isinstance(name, str) or not isinstance(data, str) or not _is_cache_file(name):
            return None
        try:
            part = base64.b64decode(data, validate=True)
        except ValueError:
            return None
        files[name] = files.get(name, b"") + part
        size += len(part)
        if size > MOST_BYTES or len(files) > MOST_FILES:
            return None
    return None


def _is_cache_file(name: str) -> bool:
    """Whether a path is one that Numba would use: a file, or a file in a folder, and nothing outside."""
    *folders, file = name.split("/")
    if len(folders) > 1 or not file.endswith(ENDINGS) or any(folder.endswith(ENDINGS) for folder in folders):
        return False
    return all(part and part[0] != "." and part.isprintable() and len(part.encode()) < 256 for part in (*folders, file))


def read_reply(line: str, token: str) -> dict[str, Any]:
    """A reply with this token; {} for anything else, which is no file."""
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return reply if isinstance(reply, dict) and reply.get("token") == token else {}


def _size(files: Files) -> int:
    return sum(map(len, files.values()))
