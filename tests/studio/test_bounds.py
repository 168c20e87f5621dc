"""No client can take more than its share: of time, of memory, of sockets, of the log."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket as sockets
import sys
import threading
import time
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from orchard.core.board import PASS
from orchard.core.choice import Stop
from orchard.core.tree import TreeNode
from orchard.shells.studio import arena, session, work
from orchard.shells.studio.engine import BusyError, EngineQueue, Report
from orchard.shells.studio.players import PlayerPool, table_mb
from orchard.shells.studio.security import ServerSettings
from orchard.shells.studio.work import _sent
from tests.studio.conftest import Server


@pytest.fixture
def socket(server: Server) -> Iterator[ClientConnection]:
    with connect(f"ws://127.0.0.1:{server.port}/api/session", max_size=None) as opened:
        yield opened


def in_own_loop(work: Coroutine[Any, Any, Any]) -> Any:
    """Run it on a thread of its own: this one may have an event loop, that of a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def answer(socket: ClientConnection, id: Any, timeout: float = 30) -> dict[str, Any]:
    give_up = time.monotonic() + timeout
    while True:
        message: dict[str, Any] = json.loads(socket.recv(give_up - time.monotonic()))
        if message.get("id") == id and "update" not in message:
            return message


def count_nodes(tree: dict[str, Any]) -> int:
    return 1 + sum(map(count_nodes, tree["children"]))


def test_a_tree_keeps_to_its_time_and_size_on_the_largest_board(api: httpx.Client) -> None:
    ask = {"game": "gomoku:20", "player": "uct", "playouts": 1_000_000, "depth": 6, "seconds": 2}
    began = time.monotonic()
    sent = api.post("/tree", json=ask)
    assert time.monotonic() - began < 15  # 2 s of search, and loading
    assert len(sent.content) < 2_000_000
    assert count_nodes(sent.json()["tree"]) <= 5_000


def test_of_a_large_tree_the_plies_near_the_root_are_sent_and_the_rest_is_counted() -> None:
    def node(children: int, below: int = 0) -> TreeNode:
        return TreeNode(PASS, 1, 0.0, children=tuple(node(below) for _ in range(children)))

    sent = _sent(node(60, 100))
    assert len(sent["tree"]["children"]) == 60
    assert count_nodes(sent["tree"]) == 5_000
    assert sent["left_out"] == 1 + 60 + 60 * 100 - 5_000


def test_a_small_tree_is_sent_whole(api: httpx.Client) -> None:
    shown = api.post(
        "/tree", json={"game": "reversi", "player": "uct", "playouts": 50, "depth": 2, "seconds": 20}
    ).json()
    assert shown["left_out"] == 0
    assert len(shown["tree"]["children"]) == 4  # the four first moves of Othello


def test_a_client_that_never_reads_is_closed(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "MOST_UNSENT", 200_000)
    monkeypatch.setattr(session, "UNREAD_S", 1.0)
    with sockets.create_connection(("127.0.0.1", server.port)) as plain:
        plain.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
        with connect(f"ws://127.0.0.1:{server.port}/api/session", sock=plain, compression=None) as opened:
            opened.recv(10)  # that the session has begun
            before = len(server.studio.sessions)
            moves = "h8a1h9a2h10a3h11a4"
            give_up = time.monotonic() + 20
            try:
                number = 0
                while len(server.studio.sessions) >= before and time.monotonic() < give_up:
                    opened.send(json.dumps({"id": number, "do": "line", "game": "gomoku", "moves": moves}))
                    number += 1
            except ConnectionClosed:
                pass
            while len(server.studio.sessions) >= before and time.monotonic() < give_up:
                time.sleep(0.05)
            assert len(server.studio.sessions) < before


def test_updates_are_left_out_rather_than_piled_up() -> None:
    made = session.Session.__new__(session.Session)
    made.unsent = session.MOST_UNSENT
    made._say({"id": 1, "update": {}}, may_be_left_out=True)
    assert made.unsent == session.MOST_UNSENT


def test_an_id_used_twice_is_stopped_by_one_cancel(socket: ClientConnection, server: Server) -> None:
    for _ in range(2):
        socket.send(json.dumps({"id": 7, "do": "analyse", "game": "reversi", "seconds": 60}))
    deadline = time.monotonic() + 10
    while server.studio.queue.running + server.studio.queue.waiting < 2:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    socket.send(json.dumps({"id": 8, "do": "cancel", "target": 7}))
    assert answer(socket, 8)["result"] == {"stopped": True}
    deadline = time.monotonic() + 5
    while server.studio.queue.running + server.studio.queue.waiting:
        assert time.monotonic() < deadline, "one of the two goes on"
        time.sleep(0.02)


def test_one_address_cannot_take_every_socket(own_database: str) -> None:
    started = Server(ServerSettings(sockets_per_address=3))
    address = f"ws://127.0.0.1:{started.port}/api/session"
    try:
        with contextlib.ExitStack() as opened:
            for _ in range(3):
                opened.enter_context(connect(address)).recv(10)
            with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address) as one_more:
                one_more.recv(5)
    finally:
        started.close()


def test_one_address_cannot_take_every_place_in_the_queue() -> None:
    async def places_taken() -> int:
        queue = EngineQueue(workers=1, per_address=4)
        taken = 0
        with contextlib.suppress(BusyError):
            for number in range(9):
                queue.submit(f"tab {number}", lambda stop, report: time.sleep(0.2), address="10.0.0.1")
                taken += 1
        queue.submit("somebody else", lambda stop, report: None, address="10.0.0.2")
        queue.close()
        return taken

    assert in_own_loop(places_taken()) == 4


def test_no_job_runs_longer_than_the_longest_time() -> None:
    async def seconds() -> float:
        queue = EngineQueue(workers=1, longest_s=0.2)
        began = time.monotonic()

        def work(stop: Stop, report: Report) -> None:
            while not stop.is_set() and time.monotonic() - began < 5:
                time.sleep(0.01)

        await queue.submit("tab", work).done
        queue.close()
        return time.monotonic() - began

    assert in_own_loop(seconds()) < 2


def test_bad_bytes_and_vanished_clients_leave_no_traceback(server: Server, capfd: pytest.CaptureFixture[str]) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/session") as opened:
        opened.send(b"\xff\xfe not text", text=True)
        with contextlib.suppress(ConnectionClosed):
            while True:
                opened.recv(5)
    for _ in range(3):
        with connect(f"ws://127.0.0.1:{server.port}/api/session") as opened:
            opened.send(json.dumps({"id": 1, "do": "analyse", "game": "reversi", "seconds": 5}))
            opened.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            opened.socket.close()
    deadline = time.monotonic() + 5
    while server.studio.queue.running and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(0.2)
    said = capfd.readouterr()
    assert "Traceback" not in said.err + said.out


def test_players_at_rest_keep_a_bounded_memory() -> None:
    assert table_mb("sage:table=256") == 256
    pool = PlayerPool(most_mb=600)
    for number in range(5):
        with pool.borrow("random" if not number else f"sage:table={150 + number}", "client"):
            pass
    assert sum(table_mb(spec) for _, spec, _, _ in pool._at_rest) <= 600
    assert pool._at_rest[-1][1] == "sage:table=154"
    pool.close()


def test_a_league_that_is_refused_is_not_stored(
    api: httpx.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = len(api.get("/leagues").json())
    monkeypatch.setattr(arena, "MOST_RUNNING", 0)
    refused = api.post("/leagues", json={"game": "reversi", "players": ["random", "greedy"], "games": 2})
    assert refused.status_code == 422
    assert len(api.get("/leagues").json()) == before


@pytest.fixture
def lag(server: Server) -> Iterator[list[float]]:
    """How late the server's event loop is, in seconds, asked every 5 ms."""
    late: list[float] = []
    assert server.loop is not None
    stopped = threading.Event()

    async def watch() -> None:
        while not stopped.is_set():
            began = time.perf_counter()
            await asyncio.sleep(0.005)
            late.append(time.perf_counter() - began - 0.005)

    watching = asyncio.run_coroutine_threadsafe(watch(), server.loop)
    before = sys.getswitchinterval()
    sys.setswitchinterval(0.001)  # as serve() does
    yield late
    sys.setswitchinterval(before)
    stopped.set()
    watching.result(5)


@pytest.mark.timed
@pytest.mark.parametrize(
    "text",
    [
        *(filling * (40_000 // len(filling)) for filling in ("a", "(", ";", " ", "1", "f5", "(;", "f5\n")),
        *(
            filling * (40_000 // len(filling))
            for filling in ("(;GM[2])", "(;GM[Othello];)", "1. f5\n", "1\n", "{", "--\n")
        ),
        "(;GM[Othello]" + " " * 39_000,
        "(;GM[2]AP[Orchard]GC[" + "a" * 39_000 + "])",
        "(;GM[2]C[" + "\\" * 19_000,
        "x" * 40_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_no_pasted_text_holds_up_the_event_loop(api: httpx.Client, lag: list[float], text: str) -> None:
    longest = []
    for _ in range(4):  # other programs of this machine may take its processors for a while
        lag.clear()
        began = time.monotonic()
        assert api.post("/paste", json={"text": text}).status_code in (200, 422)
        assert time.monotonic() - began < 2
        longest.append(max(lag, default=0.0))
    assert min(longest) < 0.05


def test_a_client_cannot_have_many_texts_read_at_once(
    socket: ClientConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    enough = threading.Event()
    monkeypatch.setattr(work, "read_pasted", lambda *text: enough.wait(20))
    for number in range(12):
        socket.send(json.dumps({"id": number, "do": "paste", "text": "f5"}))
    try:
        assert answer(socket, 11)["error"]["code"] == "busy"
    finally:
        enough.set()
