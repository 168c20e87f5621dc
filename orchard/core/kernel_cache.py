"""Where compiled kernels are kept; does not load Numba."""

import os
import shutil
from pathlib import Path

LENT = "ORCHARD_KERNELS"  # names a folder of kernels compiled before, to be copied from and never written to


def kept_in() -> Path:
    """$ORCHARD_CACHE, else the user's cache folder."""
    base = os.environ.get("ORCHARD_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(base).expanduser() / "orchard" / "kernels"


def lend() -> dict[str, str]:
    """Environment variables that let a program with its own home start from the kernels kept here."""
    folder = kept_in()
    return {LENT: str(folder)} if folder.is_dir() else {}


def borrow(folder: Path) -> bool:
    """Fill a new folder from the kernels that were lent, those of the same name: same source, same machine."""
    lent = os.environ.get(LENT)
    if not lent or not (Path(lent) / folder.name).is_dir():
        return False
    try:
        shutil.copytree(Path(lent) / folder.name, folder)
    except OSError:  # another process is writing there: partial files are ignored, the rest is compiled
        folder.mkdir(parents=True, exist_ok=True)
    return True
