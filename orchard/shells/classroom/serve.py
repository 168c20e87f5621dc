"""Runs the class server, and workers beside it."""

from __future__ import annotations

import logging
import os
import signal
import sys
from dataclasses import replace

import uvicorn

from orchard.classroom.doctor import walls_problem
from orchard.classroom.folder import Classroom
from orchard.core.errors import OptionError
from orchard.shells.classroom.app import create_app, server_settings
from orchard.shells.classroom.crew import Crew
from orchard.shells.studio.security import LOOPBACK
from orchard.shells.studio.serve import listen, server_config


def serve_class(room: Classroom, workers: int, without_walls: bool) -> None:
    """Serve until Ctrl-C. Bots of others run behind walls, or not at all."""
    problem = walls_problem()
    if problem and workers and not (without_walls or room.settings.no_walls):
        raise OptionError(
            f"bots of others cannot be run safely here: {problem}. `orchard class doctor {room.folder}` says more; "
            "--workers 0 serves the pages alone; --run-bots-without-walls lets every bot read and change what you can"
        )
    own = room.settings
    if own.host not in LOOPBACK and own.host_name in LOOPBACK:
        raise OptionError(f"host {own.host} is open to other machines: set address in class.toml to what people type")
    settings = server_settings(room)
    listener = listen(settings)
    settings = replace(settings, port=listener.getsockname()[1])
    _log_to_stderr()
    print(f"Orchard class: {own.address}   (Ctrl-C stops it)", flush=True)
    command = [sys.executable, "-m", "orchard", "class", "worker", str(room.folder), "--with", str(os.getpid())]
    command += ["--run-bots-without-walls"] if problem else []
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))  # the server raises it again at its end: workers end with us
    sys.setswitchinterval(0.001)  # threads that make an answer hand the interpreter back sooner to the one that sends
    crew = Crew(command, workers)
    try:
        uvicorn.Server(server_config(create_app(room, settings), settings)).run(sockets=[listener])
    finally:
        crew.close()


def _log_to_stderr() -> None:
    """One line of JSON for each request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("orchard.class")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
