"""The walls around a foreign program: no network and a read-only file system, where `bwrap` can build them."""

import os
import shlex
import shutil
import subprocess
from functools import lru_cache
from pathlib import Path

# no network, a process tree that dies as one, and files that can only be read
WALLS = shlex.split("--unshare-all --die-with-parent --cap-drop ALL --ro-bind / / --dev /dev --proc /proc")


@lru_cache(maxsize=1)
def _found() -> tuple[str, str]:
    """The working bwrap, or '' and why there is none. Tried once: it may be there and still be forbidden."""
    if os.environ.get("ORCHARD_SANDBOX", "").lower() in ("off", "no", "0"):
        return "", "switched off by ORCHARD_SANDBOX"
    path = shutil.which("bwrap")
    if path is None:
        return "", "bwrap is not installed"
    try:
        tried = subprocess.run([path, *WALLS, "true"], capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return "", f"bwrap does not work here: {error}"
    if tried.returncode:
        return "", f"bwrap does not work here: {tried.stderr.strip()[:200]}"
    return path, ""


def description() -> str:
    """What protects us here, for the record: 'bwrap', or 'none' and the reason."""
    path, reason = _found()
    return "bwrap: no network, read-only files" if path else f"none ({reason}): network and files are open to the bot"


def enclose(command: list[str], folder: Path, writable: Path) -> list[str]:
    """The command, run in `folder` behind the walls; only `writable` can be written to."""
    path, _ = _found()
    if not path:
        return command
    return [path, *WALLS, "--bind", str(writable), str(writable), "--chdir", str(folder), "--", *command]
