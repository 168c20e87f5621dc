"""Connects to the Unix sockets that `targets` beside it names, as a database has one; says which of them answered."""

import socket
from pathlib import Path

TARGETS = Path(__file__).with_name("targets").read_text().splitlines()


def choose(position, limits):
    for name in TARGETS:
        try:
            with socket.socket(socket.AF_UNIX) as link:
                link.connect(name)
            print("connected", name)
        except OSError as error:
            print("refused", name, type(error).__name__)
    return position.legal()[0]
