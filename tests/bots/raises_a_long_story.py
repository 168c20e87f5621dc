"""Ends by an exception of 600,000 characters, and tells it straight to the referee, past the runner."""

import contextlib
import json
import os

STORY = "no " * 200_000


def choose(position, limits):
    for fd in range(3, 64):
        with contextlib.suppress(OSError):
            os.write(fd, json.dumps({"failed": "crash", "reason": STORY, "traceback": STORY}).encode() + b"\n")
    raise RuntimeError(STORY)
