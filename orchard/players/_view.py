"""What a foreign program can see of our files: an allow-list, and nothing else exists for it."""

import os
import re
import site
import stat
import sys
import tempfile
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from orchard.core import kernel_cache
from orchard.players._fault import PlayerFaultError

PACKAGE = Path(__file__).resolve().parent.parent
SHOW = "ORCHARD_SHOW"  # more paths that programs may read, separated by colons
PACKAGES = "ORCHARD_PACKAGES"  # a folder that bots import from before what comes with Orchard
ALLOWED = "ORCHARD_ALLOWED"  # what a class offers, in words: for a bot that needs something else
OF_THE_LOADER = ("ld.so.cache", "alternatives", "localtime", "timezone")
OF_THE_SYSTEM = ("/usr/local/bin", "/usr/bin", "/bin")
MOST_PLACES = 300  # that are shown one by one: each costs milliseconds
DATABASE = b"SQLite format 3\0"
BESIDE_A_DATABASE = ("-wal", "-shm", "-journal")
LONGEST_SOURCE = 1 << 20
# what makes a file a bot: choose(position, limits), class AIPlayer, class AI
BOT = re.compile(rb"^class +(AIPlayer|AI)\b|^\s*def +choose\(\s*(self\s*,\s*)?\w+[^,()]*,\s*\w+[^,()]*\)", re.MULTILINE)


def whole(view: list[str]) -> list[str]:
    """Options of bwrap for all that a program sees: `view`, and what every program needs."""
    seen = [view[at + 2] for at, word in enumerate(view) if word == "--ro-bind"]
    rest = [
        root for root in roots(os.environ.get(SHOW, "")) if os.path.realpath(root) == root or not is_below(root, seen)
    ]
    words = [*system(), *view, *(word for root in rest for word in ("--ro-bind", root, root))]
    return [*folders_above(words), *words]


@lru_cache(maxsize=1)
def system() -> tuple[str, ...]:
    """What the loader of programs needs."""
    words: list[str] = []
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = f"/{name}"
        if os.path.islink(path):
            words += ["--symlink", os.readlink(path), path]
        elif os.path.isdir(path):
            words += ["--ro-bind", path, path]
    for name in OF_THE_LOADER:
        words += ["--ro-bind-try", f"/etc/{name}", f"/etc/{name}"]
    words += ["--ro-bind-try", "/sys/devices/system/cpu", "/sys/devices/system/cpu"]  # how many cores there are
    return tuple(words)


@lru_cache(maxsize=8)
def roots(show: str = "") -> tuple[str, ...]:
    """The folders that every program can read, none of them below another: libraries, the interpreter, Orchard, and
    compiled kernels."""
    wanted = [sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix, *site.getsitepackages()]
    if site.ENABLE_USER_SITE:
        wanted.append(site.getusersitepackages())
    wanted += [os.path.realpath(path) for path in (*wanted, sys.executable)]
    wanted += [str(PACKAGE), str(kernel_cache.kept_in()), *show.split(":")]
    found = ["/usr"]
    for path in sorted({os.path.abspath(path) for path in wanted if path}):
        if path != "/" and os.path.exists(path) and not is_below(path, found):
            found.append(path)
    return tuple(found)


def search_path() -> str:
    """Where a program finds others behind walls: beside the interpreter, in the system, and in what was shown to it."""
    shown = [os.path.abspath(folder) for folder in os.environ.get(SHOW, "").split(":") if folder]
    ours = [folder for folder in os.environ.get("PATH", "").split(":") if folder and is_below(folder, shown)]
    return ":".join(dict.fromkeys([os.path.dirname(sys.executable), *OF_THE_SYSTEM, *ours]))


def is_below(path: str | Path, folders: Iterable[str]) -> bool:
    return any(Path(path).is_relative_to(folder) for folder in folders)


def folders_above(words: list[str]) -> list[str]:
    """Options that make the folders above what is shown; those that bwrap makes by itself are closed to others."""
    above = {parent for word in words if word.startswith("/") for parent in Path(word).parents}
    places = sorted(place for place in above if len(place.parts) > 1 and not place.is_relative_to("/usr"))
    return [word for place in places for word in ("--perms", "0755", "--dir", str(place))]


def of_bot(file: Path) -> list[str]:
    """What the bot of this file sees of the folder it lies in.

    A folder with one bot is that bot's. Where several bots lie side by side, each sees itself, modules that are no
    bots, and what begins with its own name. Databases, hidden files and links out of the folder are never shown.
    """
    folder = file.parent
    if is_below(folder, roots(os.environ.get(SHOW, ""))):
        return []
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    theirs = {entry.name for entry in entries if entry.name != file.name and is_bot(entry)}
    shared = bool(theirs) or is_everybodys(folder)
    hidden = {entry.name for entry in entries if entry.name in theirs or is_private(entry)}
    words = ["--ro-bind", str(folder), str(folder)]
    if not shared and may_read(folder) and all(may_read(entry.path) for entry in entries if entry.is_file()):
        return [*words, *(word for entry in entries if entry.name in hidden for word in covered(entry))]
    words = ["--perms", "0755", "--dir", str(folder)]
    chosen = [entry for entry in entries if entry.name == file.name or entry.name not in hidden]
    if shared:
        chosen = [entry for entry in chosen if entry.name.startswith(file.stem) or entry.name.endswith(".py")]
    if len(chosen) > MOST_PLACES:
        advice = "give it a folder of its own that everybody may read"
        raise PlayerFaultError("protocol", f"lies in a folder with {len(chosen)} files and folders: {advice}")
    return [*words, *(word for entry in chosen for word in shown(entry))]


def of_engine(command: list[str], folder: Path) -> list[str]:
    """What an engine sees: the folder of its program, and the files and folders that its command names."""
    program = Path(command[0])
    named = (part for word in command[1:] for part in word.rpartition("=")[2].split(":") if part)
    words: list[str] = []
    paths = [program, program.resolve(), *(folder / name for name in named)]
    for place in dict.fromkeys(Path(os.path.abspath(path)) for path in paths):  # what is there cannot be laid again
        if not place.exists() or is_below(place, (*roots(os.environ.get(SHOW, "")), "/proc", "/sys", "/dev")):
            continue
        if place in (program, program.resolve()) or (place.suffix == ".py" and place.is_file()):
            words += of_bot(place)
        elif place != Path("/"):
            words += ["--ro-bind", str(place), str(place)]
    return [*words, "--perms", "0755", "--dir", str(folder)]


def is_everybodys(folder: Path) -> bool:
    """Whether this is no folder for one thing only: a home, a folder above it, or that of temporary files."""
    home = Path.home()
    return folder == home or folder in home.parents or folder == Path(tempfile.gettempdir()).resolve()


def is_bot(entry: os.DirEntry[str]) -> bool:
    if not entry.name.endswith(".py") or not entry.is_file():
        return False
    try:
        with open(entry.path, "rb") as file:
            return BOT.search(file.read(LONGEST_SOURCE)) is not None
    except OSError:
        return True


def is_private(entry: os.DirEntry[str]) -> bool:
    """Whether it is never shown to a bot: databases, hidden files, sockets, homes of bots."""
    name = entry.name
    if name.startswith((".", "orchard-bot-")) or name.endswith(BESIDE_A_DATABASE):
        return True
    if entry.is_symlink() or entry.is_dir():
        return False
    if not entry.is_file():
        return True
    try:
        with open(entry.path, "rb") as file:
            return file.read(len(DATABASE)) == DATABASE
    except OSError:
        return True


def covered(entry: os.DirEntry[str]) -> list[str]:
    """Options that lay something empty over it; a link needs nothing, since what it names is not there."""
    if entry.is_symlink():
        return []
    if entry.is_dir():
        return ["--perms", "0555", "--size", "4096", "--tmpfs", entry.path]
    return ["--ro-bind", "/dev/null", entry.path]


def shown(entry: os.DirEntry[str]) -> list[str]:
    if entry.is_symlink():
        return ["--symlink", os.readlink(entry.path), entry.path]  # what it names is there, or it names nothing
    if entry.is_file() and not may_read(entry.path):
        return ["--perms", "0444", "--ro-bind-data", "{open " + entry.path + "}", entry.path]
    return ["--ro-bind", entry.path, entry.path]


def may_read(path: str | Path) -> bool:
    """Whether the user that programs run as can read it: started by root, they are somebody else."""
    mode = os.stat(path).st_mode
    needed = 0o005 if stat.S_ISDIR(mode) else 0o004
    return os.geteuid() != 0 or mode & needed == needed
