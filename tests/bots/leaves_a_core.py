"""Crashes so that a picture of its memory would be left somewhere."""

import contextlib
import os
import resource
import signal


def choose(position, limits):
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        print("GOT a limit", flush=True)
    os.kill(os.getpid(), signal.SIGABRT)
