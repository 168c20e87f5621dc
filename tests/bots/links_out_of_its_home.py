"""Fills its home with links to what lies outside: whoever cleans up after it must not follow them."""

import contextlib
import os
from pathlib import Path

TARGETS = Path(__file__).with_name("targets").read_text().splitlines()


def choose(position, limits):
    for number, name in enumerate([*TARGETS, *(str(Path(target).parent) for target in TARGETS), "/"]):
        with contextlib.suppress(OSError):
            os.symlink(name, f"link{number}")
    return position.legal()[0]
