"""Asks, by way of Python, for files, programs and connections that a bot does not get, and for some that it does."""

import contextlib
import multiprocessing
import os
import socket
import subprocess
from pathlib import Path

BESIDE = Path(__file__).parent


def ask(step):
    with contextlib.suppress(OSError):
        step()


ask(lambda: Path("/etc/passwd").read_text())


def ask_in_a_copy():
    ask(lambda: Path("/etc/group").read_text())


def choose(position, limits):
    ask(lambda: Path("/etc/never-there").read_text())
    ask(lambda: os.listdir(BESIDE.parent / "other"))
    ask(lambda: (BESIDE / "notes.txt").write_text("x"))
    ask(lambda: Path("notes.txt").write_text("x"))
    ask(lambda: os.remove(__file__))
    ask(lambda: socket.create_connection(("192.0.2.1", 80), timeout=0.1))
    ask(lambda: socket.create_connection(("127.0.0.1", 9), timeout=0.1))
    ask(lambda: subprocess.run([BESIDE.parent / "other" / "tool"], check=False))
    ask(lambda: subprocess.run(["never-there"], check=False))
    with multiprocessing.get_context("fork").Pool(1) as pool:
        pool.apply(ask_in_a_copy)
    return position.legal()[0]
