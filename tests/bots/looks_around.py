"""Tells in its output what it can reach: our environment, the network, other files."""

import os
import socket


def attempt(step):
    try:
        step()
        return "yes"
    except OSError:
        return "no"


def connect():
    with open(PORT) as file:
        port = int(file.read())
    socket.create_connection(("127.0.0.1", port), timeout=1).close()


PORT = os.path.join(os.path.dirname(__file__), "port")


def choose(position, limits):
    print("secret", os.environ.get("ORCHARD_TEST_SECRET"))
    print("writes beside itself", attempt(lambda: open(__file__ + ".new", "w").close()))
    print("writes at home", attempt(lambda: open("notes.txt", "w").close()))
    print("network", attempt(connect))
    print("stdin", repr(os.read(0, 10)))
    return position.legal()[0]
