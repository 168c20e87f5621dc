"""What a student hands in, a `.py` or a `.zip`, brought into a folder of its own; nothing in a zip is trusted."""

from __future__ import annotations

import hashlib
import re
import shlex
import stat
import sys
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from orchard.core.errors import OrchardError
from orchard.players._view import BOT, LONGEST_SOURCE

MEGABYTE = 1 << 20
MOST_BYTES = 20 * MEGABYTE  # of what is handed in
MOST_UNPACKED = 100 * MEGABYTE
MOST_FILES = 1000
MOST_DIRECTORY = MEGABYTE  # of the list of files in a zip
DEEPEST, LONGEST = 12, 100  # folders in one another, and characters of one name
AT_ONCE = 1 << 16
USUAL = ("bot.py", "main.py", "ai.py", "player.py", "__main__.py")
ENGINE_FILE = "engine.txt"  # 'gtp: ./engine -l 3': a zip with it is a program that speaks this protocol
PROTOCOLS, PYTHONS = ("gtp", "gomocup"), ("python", "python3")
JUNK = ("__MACOSX", ".DS_Store", "__pycache__", ".git", ".idea", ".vscode")  # what packers leave; not unpacked


class SubmissionError(OrchardError, ValueError):
    """What was handed in cannot be taken; the message says why."""


@dataclass(frozen=True, slots=True)
class Unpacked:
    """What was handed in: its hash, its size, and the file in the folder that is the bot, or 'gtp:COMMAND' where it is
    an engine."""

    sha256: str
    size: int
    main: str


def unpack(name: str, data: BinaryIO, folder: Path, *, engines: bool = False) -> Unpacked:
    """Write what was handed in as `name` into `folder`, which exists and is empty. A SubmissionError where it cannot be
    taken; then the folder holds whatever was written so far and is to be removed. `engines`: whether a zip may hold a
    program that speaks a protocol."""
    ending = Path(name).suffix.lower()
    size, sha256 = measure(data)
    if size == 0:
        raise SubmissionError("the file is empty", kind="empty")
    if ending == ".py":
        main = _plain_name(name)
        (folder / main).write_bytes(data.read())
    elif ending == ".zip":
        _unzip(data, folder)
        main = _engine_of(folder, engines) or _main_of(folder)
    else:
        raise SubmissionError("hand in a .py file or a .zip", kind="ending")
    for path in (folder, *folder.rglob("*")):
        path.chmod(0o755)  # bots run as a user without rights, and must read their files; engines are programs
    return Unpacked(sha256, size, main)


def measure(data: BinaryIO) -> tuple[int, str]:
    """Size and hash; counted while reading, so that nothing too large is ever held."""
    digest, size = hashlib.sha256(), 0
    data.seek(0)
    while piece := data.read(AT_ONCE):
        size += len(piece)
        if size > MOST_BYTES:
            raise SubmissionError(f"the file is larger than {MOST_BYTES // MEGABYTE} MB", kind="too_large")
        digest.update(piece)
    data.seek(0)
    return size, digest.hexdigest()


def _plain_name(name: str) -> str:
    """The name of a single file, without what a path or a terminal could make of it."""
    plain = re.sub(r"[^\w.-]", "_", name.replace("\\", "/").rpartition("/")[2]).lstrip(".-")
    return plain[-LONGEST:] if len(plain) > len(".py") else "bot.py"


# ------------------------------------------------------------------------------------------ zip


def _unzip(data: BinaryIO, folder: Path) -> None:
    try:
        _check_directory(data)
        with zipfile.ZipFile(data) as archive:
            files = _wanted(archive.infolist())
            _check_names([name for name, _ in files])
            left = MOST_UNPACKED
            for name, entry in files:
                left -= _write(archive, entry, folder / name, left)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # ours: a full disk, say
        raise SubmissionError(f"the zip cannot be read: {error}", kind="bad_zip") from None


def _check_directory(data: BinaryIO) -> None:
    """Its list of files is read whole before the first of them can be looked at: 20 MB of it would need a gigabyte."""
    end = zipfile._EndRecData(data)  # type: ignore[attr-defined]  # as ZipFile finds it, so that nothing is found otherwise
    if end and end[zipfile._ECD_SIZE] > MOST_DIRECTORY:  # type: ignore[attr-defined]
        raise SubmissionError(f"the zip holds more than {MOST_FILES} files", kind="too_many")
    data.seek(0)


def _wanted(entries: list[zipfile.ZipInfo]) -> list[tuple[str, zipfile.ZipInfo]]:
    """The files of a zip by their names in the folder: without what packers leave, and without the one folder that
    everything lies in."""
    if len(entries) > MOST_FILES:
        raise SubmissionError(f"the zip holds more than {MOST_FILES} files", kind="too_many")
    files: list[tuple[str, zipfile.ZipInfo]] = []
    for entry in entries:
        kind = stat.S_IFMT(entry.external_attr >> 16)
        if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
            raise SubmissionError(f"{entry.filename!r} is a link or no plain file", kind="link")
        if entry.flag_bits & 1:
            raise SubmissionError("the zip is encrypted", kind="encrypted")
        if not entry.is_dir() and not any(part in JUNK for part in entry.filename.split("/")):
            files.append((entry.filename, entry))
    tops = {name.partition("/")[0] for name, _ in files if "/" in name}
    if len(tops) == 1 and all("/" in name for name, _ in files) and tops.isdisjoint(("", ".", "..")):
        files = [(name.partition("/")[2], entry) for name, entry in files]
    return files


def _check_names(names: list[str]) -> None:
    """No name leads out of the folder, stands for two files, or for a file and a folder."""
    seen: set[str] = set()
    for name in names:
        parts = name.split("/")
        odd = not name.isprintable() or "\\" in name or ":" in name or len(parts) > DEEPEST
        if odd or any(part in ("", ".", "..") or len(part.encode()) > LONGEST for part in parts):
            raise SubmissionError(f"the zip holds a file with the name {name[:LONGEST]!r}", kind="name")
        if name in seen:
            raise SubmissionError(f"the zip holds {name!r} twice", kind="name")
        seen.add(name)
    for name in names:
        above = name.rpartition("/")[0]
        while above:
            if above in seen:
                raise SubmissionError(f"the zip holds {above!r} as a file and as a folder", kind="name")
            above = above.rpartition("/")[0]


def _write(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, left: int) -> int:
    """Unpack one file; its size is counted, whatever the zip says of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    size = 0
    with archive.open(entry) as source, open(path, "xb") as target:
        while piece := source.read(AT_ONCE):
            size += len(piece)
            if size > left:
                raise SubmissionError(f"unpacked, the zip is larger than {MOST_UNPACKED // MEGABYTE} MB", kind="bomb")
            target.write(piece)
    return size


def _engine_of(folder: Path, allowed: bool) -> str:
    """'gtp:COMMAND' where the files are an engine; '' where they are a bot."""
    file = folder / ENGINE_FILE
    if not file.is_file():
        return ""
    if not allowed:
        raise SubmissionError("this assignment takes no engines: hand in a Python bot", kind="engines")
    protocol, _, command = file.read_text(encoding="utf-8", errors="replace")[:1000].strip().partition(":")
    try:
        words = shlex.split(command)
    except ValueError:
        words = []
    program = words[1:2] if words[:1] and words[0] in PYTHONS else words[:1]
    if protocol.strip() not in PROTOCOLS or not program or not _is_file_of(folder, program[0]):
        raise SubmissionError(f"write 'gtp: engine' or 'gomocup: brain' into {ENGINE_FILE}", kind="engine_file")
    return f"{protocol.strip()}:{shlex.join(words)}"


def _is_file_of(folder: Path, name: str) -> bool:
    """Whether this names a file in the folder."""
    return (folder / name).is_file() and (folder / name).resolve().is_relative_to(folder.resolve())


def engine_command(folder: Path, command: str) -> str:
    """The command of an engine on this machine: what names one of its files is that file."""
    words = shlex.split(command)
    first = sys.executable if words[0] in PYTHONS else words[0]
    return shlex.join(str(folder / word) if _is_file_of(folder, word) else word for word in (first, *words[1:]))


def _begin_of(path: Path) -> bytes:
    with open(path, "rb") as file:
        return file.read(LONGEST_SOURCE)


def _main_of(folder: Path) -> str:
    """The bot among the files at the top of a folder: under a usual name, or the only one that offers a contract."""
    files = sorted(path for path in folder.glob("*.py") if path.is_file())
    bots = [path.name for path in files if BOT.search(_begin_of(path))]
    for name in USUAL:
        if name in bots:
            return name
    if len(bots) == 1:
        return bots[0]
    if bots:
        raise SubmissionError(f"which file is the bot? call it bot.py; there are {', '.join(bots)}", kind="which")
    for name in USUAL:
        if (folder / name).is_file():
            return name
    raise SubmissionError("the zip has no bot at its top: a file bot.py with choose, AIPlayer or AI", kind="no_bot")
