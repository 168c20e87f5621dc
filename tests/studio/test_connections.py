"""Connections by real sockets: no client can keep others from the server by opening many and doing nothing."""

from __future__ import annotations

import contextlib
import json
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.sync.client import connect

from orchard.shells.studio import connections, serve
from orchard.shells.studio.security import ServerSettings
from tests.leftovers import linux_only
from tests.studio.conftest import Server

pytestmark = linux_only  # where 127.0.0.2, 127.0.0.3 ... are addresses of this machine, too
FIRST, SECOND, THIRD = "127.0.0.1", "127.0.0.2", "127.0.0.3"
ASK = b"GET /js/main.js HTTP/1.1\r\nHost: localhost\r\n\r\n"


class Clients:
    """Open sockets to a server, from whichever address."""

    def __init__(self, port: int) -> None:
        self.port, self.open = port, contextlib.ExitStack()

    def connect(self, address: str) -> socket.socket:
        opened = socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(address, 0))
        return self.open.enter_context(opened)

    def ask(self, address: str) -> tuple[int, bytes]:
        """The status of an answer and what came with it; 0 when the connection was closed without one."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=10, source_address=(address, 0)) as client:
            return answer(client)


def answer(client: socket.socket) -> tuple[int, bytes]:
    try:
        client.sendall(ASK.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
        said = b""
        while part := client.recv(65536):
            said += part
    except ConnectionError:
        return 0, b""
    head, _, body = said.partition(b"\r\n\r\n")
    return int(head.split()[1]) if head else 0, body


def wait_until(holds: Callable[[], bool], seconds: float = 10) -> None:
    give_up = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < give_up
        time.sleep(0.02)


@pytest.fixture
def small(own_database: str) -> Iterator[Server]:
    """A server for eight connections, four of them from one address."""
    started = Server(ServerSettings(connections=8, connections_per_address=4))
    yield started
    started.close()


@pytest.fixture
def clients(small: Server) -> Iterator[Clients]:
    made = Clients(small.port)
    wait_until(lambda: made.ask(FIRST)[0] == 200)
    wait_until(lambda: not small.server.server_state.connections)
    with made.open:
        yield made


def hold(clients: Clients, server: Server, address: str, count: int) -> list[socket.socket]:
    """Connections that do nothing."""
    state = server.server.server_state
    wanted = len(state.connections) + count
    held = [clients.connect(address) for _ in range(count)]
    wait_until(lambda: len(state.connections) == wanted)
    return held


def test_one_address_cannot_take_every_connection(small: Server, clients: Clients) -> None:
    held = hold(clients, small, FIRST, 4)
    status, body = clients.ask(FIRST)
    assert status == 503
    assert "too many connections" in json.loads(body)["message"]
    assert clients.ask(SECOND)[0] == 200
    held[0].close()
    wait_until(lambda: clients.ask(FIRST)[0] == 200)


def test_all_addresses_together_cannot_take_more_than_there_are(small: Server, clients: Clients) -> None:
    hold(clients, small, FIRST, 4)
    hold(clients, small, SECOND, 4)
    assert clients.ask(THIRD)[0] == 503


def test_websockets_are_connections_too(small: Server, clients: Clients) -> None:
    with contextlib.ExitStack() as opened:
        for _ in range(4):
            address = f"ws://127.0.0.1:{small.port}/api/session"  # whose news of the start are not all read below
            opened.enter_context(connect(address, close_timeout=0.2)).recv(10)
        assert clients.ask(FIRST)[0] == 503
        assert clients.ask(SECOND)[0] == 200


def test_the_clients_of_a_proxy_do_not_share_the_bound_of_one_address(own_database: str) -> None:
    started = Server(ServerSettings(connections=8, connections_per_address=4, proxy=FIRST))
    made = Clients(started.port)
    try:
        with made.open:
            wait_until(lambda: made.ask(FIRST)[0] == 200)
            wait_until(lambda: not started.server.server_state.connections)
            hold(made, started, FIRST, 6)
            assert made.ask(FIRST)[0] == 200
            hold(made, started, FIRST, 2)
            assert made.ask(FIRST)[0] == 503
    finally:
        started.close()


def test_a_flood_of_refused_connections_keeps_nobody_else_out(small: Server, clients: Clients) -> None:
    hold(clients, small, FIRST, 4)
    flood = [clients.connect(FIRST) for _ in range(60)]
    assert clients.ask(SECOND)[0] == 200
    answers = {answer(client)[0] for client in flood}
    assert answers == {0, 503}
    wait_until(lambda: not connections.Refusal._waiting)


def test_an_idle_connection_is_closed(own_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "KEEP_ALIVE_S", 0.2)
    started = Server(ServerSettings())
    try:
        with socket.create_connection(("127.0.0.1", started.port), timeout=10) as client:
            client.sendall(ASK)
            while client.recv(65536):
                pass  # the answer, and then the end
    finally:
        started.close()


def test_a_client_that_does_not_read_its_answers_is_hung_up_on(
    small: Server, clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "UNREAD_S", 0.3)
    client = clients.connect(FIRST)
    client.settimeout(1)
    with contextlib.suppress(TimeoutError, ConnectionError):
        for _ in range(20_000):  # more answers than fit between the two
            client.sendall(ASK)
    wait_until(lambda: not small.server.server_state.connections)


def test_of_few_open_files_some_are_left_for_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (256, 256))
    in_all, from_one = connections.most_connections(ServerSettings())
    assert 100 < in_all < 256 - connections.MOST_REFUSALS - connections.BACKLOG
    assert from_one <= in_all / 2


def test_a_server_with_few_open_files_outlives_three_hundred_slow_clients(own_database: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "orchard", "studio", "--port", "0", "--no-open"]
    log = tmp_path / "log"
    with log.open("wb") as errors, contextlib.ExitStack() as opened:
        server = opened.enter_context(
            subprocess.Popen(
                ["/bin/sh", "-c", 'ulimit -n 256; exec "$@"', "sh", *command],
                stdout=subprocess.PIPE,
                stderr=errors,
            )
        )
        opened.callback(server.terminate)
        assert server.stdout is not None
        clients = Clients(int(server.stdout.readline().decode().split("/")[2].split(":")[1]))
        opened.enter_context(clients.open)
        wait_until(lambda: clients.ask(FIRST)[0] == 200, 60)
        for _ in range(300):
            with contextlib.suppress(ConnectionError):
                clients.connect(FIRST).sendall(b"GET / HTTP/1.1\r\nHost: local")
        assert clients.ask(SECOND)[0] == 200
    assert log.stat().st_size < 10_000
