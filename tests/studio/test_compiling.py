"""A player that is compiled on its first use says so: on the socket, in the status, and as a banner on the page."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice

import httpx
import numpy as np
from websockets.sync.client import connect

from orchard.core import jit
from tests.studio.browser import Screen
from tests.studio.conftest import Server

NEW_KINDS = iter([np.float64, np.int64, np.int32, np.float32, np.int16, np.uint32])  # each is compiled once a process


@contextmanager
def compiling() -> Iterator[threading.Thread]:
    """Functions that take the compiler some seconds, as a player's kernels do, in a thread of their own."""

    def compile_some() -> None:
        for kind in islice(NEW_KINDS, 1):
            jit.numba.njit(lambda values: np.sort(values)[0])(np.ones(3, kind))

    thread = threading.Thread(target=compile_some)
    thread.start()
    yield thread
    thread.join()


def test_a_client_hears_of_the_compiler_and_of_its_end(server: Server, api: httpx.Client) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/session") as socket, compiling():
        seen = []
        while not seen or seen[-1] is not None:
            message = json.loads(socket.recv(60))
            if message.get("event") == "warmup" and (seen or message["state"]["kernels"]):
                seen.append(message["state"]["kernels"])
    counts = [entry["kernels"] for entry in seen[:-1]]
    assert counts == sorted(counts)
    assert counts[-1] > 0
    assert seen[-2]["seconds"] > 0.5
    assert api.get("/status").json()["warmup"]["kernels"] is None


def test_the_page_says_that_a_player_is_compiled(screen: Screen) -> None:
    screen.open("#arena")
    with compiling():
        screen.says("Compiling a player for this machine, once only", "#banner")
    screen.until("document.getElementById('banner').hidden")
