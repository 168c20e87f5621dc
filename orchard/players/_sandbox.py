"""The walls around a foreign program, where `bwrap` can build them: no network, no files but its own, no privileges.

Started by root, a program runs as the user `nobody`; started by anyone else, it runs in a user namespace in which no
other can be made. Either way it has no capabilities, can't gain any, and a filter keeps it from asking the
kernel for what could undo the walls (`_seccomp.py`). What it sees of our files is an allow-list (`_view.py`).
"""

import os
import shlex
import shutil
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

from orchard.core.errors import OptionError
from orchard.players import _cgroup, _seccomp, _view

MEGABYTE = 1 << 20
HOME_MB, TMP_MB, SHM_MB = 512, 128, 128
NOBODY = "65534"
SETTING, REQUIRED, SAID = "ORCHARD_SANDBOX", "required", "ORCHARD_SAID_NO_WALLS"
FILTER = "{filter}"  # stands for the file descriptor with the filter; the supervisor opens it
NAMESPACES = shlex.split("--unshare-pid --unshare-net --unshare-ipc --unshare-uts --unshare-cgroup-try")
ALWAYS = [*NAMESPACES, *shlex.split("--die-with-parent --cap-drop ALL --hostname orchard")]
AS_USER = shlex.split(f"--unshare-user --uid {NOBODY} --gid {NOBODY}")
AS_ROOT = shlex.split(
    "--cap-add CAP_SETUID --cap-add CAP_SETGID --cap-add CAP_SETPCAP"
)  # for setpriv, which drops them
DROP = shlex.split(f"--reuid {NOBODY} --regid {NOBODY} --clear-groups --inh-caps=-all --bounding-set=-all")


@lru_cache(maxsize=1)
def _found() -> tuple[str, str]:
    """The working bwrap, or '' and why there is none. Tried once: it may be there and still be forbidden."""
    if os.environ.get(SETTING, "").lower() in ("off", "no", "0"):
        return "", "switched off by ORCHARD_SANDBOX"
    path = shutil.which("bwrap")
    if path is None:
        return "", "bwrap is not installed"
    if os.geteuid() == 0 and shutil.which("setpriv") is None:
        return "", "bwrap does not work here: root needs setpriv, to give up its rights, and it is not installed"
    problem = _problem(path, _identity(path))
    return ("", f"bwrap does not work here: {problem[:200]}") if problem else (path, "")


@lru_cache(maxsize=1)
def _identity(path: str) -> tuple[str, ...]:
    """Options that make the program an ordinary user without rights."""
    if os.geteuid() == 0:
        return tuple(AS_ROOT)
    strict = (*AS_USER, "--disable-userns")  # bwrap knows it from 0.8 on; before that the filter has to do
    return tuple(AS_USER) if _problem(path, strict) else strict


def _problem(path: str, identity: tuple[str, ...]) -> str:
    """Why the interpreter can't be run behind these walls; '' when it can."""
    words = _wall(path, identity, [], Path("/tmp"), Path("/tmp"), [sys.executable, "-I", "-S", "-c", ""])
    read, write = os.pipe()
    try:
        os.write(write, _seccomp.assemble())
        os.close(write)
        words = [str(read) if word == FILTER else word for word in words]
        tried = subprocess.run(words, capture_output=True, text=True, timeout=10, check=False, pass_fds=[read])
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    finally:
        os.close(read)
    return tried.stderr.strip() or f"exit code {tried.returncode}" if tried.returncode else ""


def _wall(
    path: str,
    identity: tuple[str, ...],
    view: list[str],
    folder: Path,
    home: Path,
    command: list[str],
    at_home: Path | None = None,
) -> list[str]:
    """The whole command: later options lie over earlier ones, so the order is from the outside to the inside."""
    drop = [shutil.which("setpriv") or "setpriv", *DROP, "--"] if os.geteuid() == 0 else []
    files = _view.whole(view)
    if home != Path("/tmp"):
        files += [*_view.folders_above([str(home)]), "--perms", "0777"]
        files += ["--size", str(HOME_MB * MEGABYTE), "--tmpfs", str(home)]
        files += ["--ro-bind", str(at_home), str(at_home)] if at_home is not None else []
    return [
        *(path, *ALWAYS, *identity),
        *("--perms", "1777", "--size", str(TMP_MB * MEGABYTE), "--tmpfs", "/tmp"),
        *("--proc", "/proc", "--dev", "/dev"),
        *("--perms", "1777", "--size", str(SHM_MB * MEGABYTE), "--tmpfs", "/dev/shm"),
        *files,
        *("--remount-ro", "/dev", "--remount-ro", "/"),
        *(["--seccomp", FILTER] if _seccomp.assemble() else []),
        *("--chdir", str(folder), "--"),
        *drop,
        *command,
    ]


def stands() -> bool:
    """Whether there are walls here."""
    return bool(_found()[0])


def description() -> str:
    """What protects us here, for the record: 'bwrap', or 'none' and the reason."""
    path, reason = _found()
    if not path:
        return f"none ({reason}): network and files are open to the bot"
    lacks = "" if _seccomp.assemble() else ", no system call filter"
    return f"bwrap: no network, its own files only{_cgroup.description()}{lacks}"


def tell() -> None:
    """Say once, here and in the processes we start, that there are no walls; refuse where they are required."""
    path, reason = _found()
    if path:
        return
    if os.environ.get(SETTING, "").lower() == REQUIRED:
        raise OptionError(f"programs of others can't be run behind walls here, and walls are required: {reason}")
    if SAID not in os.environ:
        os.environ[SAID] = "1"
        open_to = "they can read your files, use the network and disturb each other"
        print(f"orchard: programs of others run without walls ({reason}): {open_to}", file=sys.stderr)


def enclose(
    command: list[str], folder: Path, home: Path, view: list[str] | None = None, at_home: Path | None = None
) -> list[str]:
    """The command, run in `folder` behind the walls. It sees `view` besides what every program needs, and
    `home` is an empty place in memory that it may write to; it may read `at_home`, a folder in that place."""
    path, _ = _found()
    return _wall(path, _identity(path), view or [], folder, home, command, at_home) if path else command
