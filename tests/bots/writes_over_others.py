"""Writes to, renames, links and removes the files that `targets` beside it names: other people's, open to everybody."""

import contextlib
import os
from pathlib import Path

TARGETS = Path(__file__).with_name("targets").read_text().splitlines()


def choose(position, limits):
    for name in TARGETS:
        for step in (
            lambda name=name: Path(name).write_text("changed"),
            lambda name=name: os.truncate(name, 0),
            lambda name=name: os.rename(name, name + ".stolen"),
            lambda name=name: os.link(name, "stolen"),
            lambda name=name: os.chmod(name, 0o777),
            lambda name=name: os.unlink(name),
            lambda name=name: os.mkdir(name + ".d"),
        ):
            with contextlib.suppress(OSError):
                step()
                print("GOT", name)
    return position.legal()[0]
