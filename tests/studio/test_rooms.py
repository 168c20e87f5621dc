"""A friend on another device: the server is the referee between two tabs, and others watch."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from orchard.play import rooms
from orchard.shells.studio.security import ServerSettings
from tests.studio.conftest import Server
from tests.studio.test_session import Tab


class RoomTab(Tab):
    asked = 0

    def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        self.asked += 1
        self.send(id=self.asked, do=do, **fields)
        return self.answer(self.asked)

    def news(self) -> dict[str, Any]:
        """The next thing the server says of a room by itself."""
        while True:
            message = json.loads(self.socket.recv(20))
            if message.get("event") == "room":
                state: dict[str, Any] = message["state"]
                return state


@pytest.fixture
def tabs(server: Server) -> Iterator[list[RoomTab]]:
    with ExitStack() as open_tabs:
        address = f"ws://127.0.0.1:{server.port}/api/session"
        yield [RoomTab(open_tabs.enter_context(connect(address))) for _ in range(3)]


def test_two_play_and_a_third_watches(tabs: list[RoomTab]) -> None:
    host, guest, watcher = tabs
    opened = host.ask("room_open", game="reversi", color="white")["result"]
    assert (opened["color"], opened["taken"]) == ("white", {"black": False, "white": True})
    room = opened["room"]
    joined = guest.ask("room_join", room=room)["result"]
    assert joined["color"] == "black"
    assert host.news()["present"] == {"black": True, "white": True}
    watching = watcher.ask("room_join", room=room)["result"]
    assert (watching["color"], watching["key"], watching["watching"]) == (None, None, 1)
    guest.ask("room_move", room=room, key=joined["key"], move="f5", ply=0)
    for tab in (host, watcher):
        state = tab.news()
        while not state["moves"]:
            state = tab.news()  # who came
        assert state["moves"] == ["f5"]
    host.ask("room_resign", room=room, key=opened["key"])
    assert watcher.news()["resigned"] == "white"


def test_nobody_plays_out_of_turn_for_the_other_side_or_an_illegal_move(tabs: list[RoomTab]) -> None:
    host, guest, _ = tabs
    opened = host.ask("room_open", game="reversi", color="black")["result"]
    room = opened["room"]
    white = guest.ask("room_join", room=room)["result"]["key"]
    for wrong in (
        {"key": white, "move": "f5", "ply": 0},
        {"key": "made-up", "move": "f5", "ply": 0},
        {"key": None, "move": "f5", "ply": 0},
        {"key": opened["key"], "move": "f5", "ply": 7},
    ):
        assert guest.ask("room_move", room=room, **wrong)["error"]["reason"]["kind"] == "not_your_turn", wrong
    illegal = host.ask("room_move", room=room, key=opened["key"], move="a1", ply=0)
    assert illegal["error"]["code"] == "illegal_move"
    assert host.ask("room_join", room="nowhere")["error"]["reason"]["kind"] == "no_room"


def test_who_comes_back_with_the_key_has_the_same_side_and_who_leaves_is_missed(
    server: Server, tabs: list[RoomTab]
) -> None:
    host = tabs[0]
    opened = host.ask("room_open", game="gomoku", color="black")["result"]
    with connect(f"ws://127.0.0.1:{server.port}/api/session") as socket:
        joined = RoomTab(socket).ask("room_join", room=opened["room"])["result"]
        assert host.news()["present"]["white"] is True
    assert host.news()["present"]["white"] is False
    again = tabs[1].ask("room_join", room=opened["room"], key=joined["key"])["result"]
    assert again["color"] == "white"


def test_the_clock_of_a_room_begins_when_both_are_there_and_the_server_counts(tabs: list[RoomTab]) -> None:
    host, guest, _ = tabs
    ask = {"game": "reversi", "color": "black", "minutes": 5, "increment": 3}
    opened = host.ask("room_open", **ask)["result"]
    full = {"black": 300.0, "white": 300.0}
    assert opened["clock"] == {"minutes": 5, "increment": 3, "per_move": 0, "left": full, "running": None}
    time.sleep(0.3)
    joined = guest.ask("room_join", room=opened["room"])["result"]
    assert joined["clock"]["running"] == "black"
    assert joined["clock"]["left"]["black"] > 299.9  # waiting for the friend costs nothing
    time.sleep(0.3)
    after = host.ask("room_move", room=opened["room"], key=opened["key"], move="f5", ply=0)["result"]["clock"]
    assert after["running"] == "white"
    assert 302 < after["left"]["black"] <= 302.7  # five minutes, less what was used, and three seconds more
    assert host.ask("room_open", game="reversi")["result"]["clock"] is None


def test_who_moves_too_late_has_lost_on_time_and_the_move_does_not_count(tabs: list[RoomTab]) -> None:
    host, guest, watcher = tabs
    opened = host.ask("room_open", game="reversi", color="black", per_move=0.2)["result"]
    room = opened["room"]
    guest.ask("room_join", room=room)
    watcher.ask("room_join", room=room)
    early = guest.ask("room_time", room=room)["result"]
    assert early["timed_out"] is None  # whoever asks: the server's clock decides
    time.sleep(0.4)
    late = host.ask("room_move", room=room, key=opened["key"], move="f5", ply=0)["result"]
    assert (late["moves"], late["timed_out"], late["clock"]["running"]) == ([], "black", None)
    state = watcher.news()
    while state["timed_out"] is None:
        state = watcher.news()
    assert state["timed_out"] == "black"
    again = host.ask("room_move", room=room, key=opened["key"], move="f5", ply=0)
    assert again["error"]["reason"]["kind"] == "not_your_turn"


def test_a_clock_that_ran_out_is_noticed_when_somebody_asks(tabs: list[RoomTab]) -> None:
    host, guest, _ = tabs
    room = host.ask("room_open", game="reversi", per_move=0.1)["result"]["room"]
    guest.ask("room_join", room=room)
    time.sleep(0.2)
    assert guest.ask("room_time", room=room)["result"]["timed_out"] == "black"


def test_rooms_that_nobody_uses_make_place(monkeypatch: pytest.MonkeyPatch, api: httpx.Client) -> None:
    monkeypatch.setattr(rooms, "MOST_ROOMS", 3)
    ids = [api.post("/room_open", json={"game": "reversi"}).json()["room"] for _ in range(4)]
    kept = [api.post("/room_join", json={"room": id, "watch": True}).status_code == 200 for id in ids]
    assert kept == [False, True, True, True]


def test_the_address_for_others_is_told_only_where_the_server_listens_to_them(api: httpx.Client) -> None:
    assert api.post("/room_address", json={}).json() == {"address": None}


def test_the_address_for_others_carries_the_token(own_database: str) -> None:
    secret = "a-secret-that-nobody-guesses"
    shared = Server(ServerSettings(host="192.0.2.7", port=8484, token=secret))
    try:
        bearer = {"authorization": f"Bearer {secret}"}
        answer = httpx.post(f"{shared.address}/api/room_address", json={}, headers=bearer)
        assert answer.json() == {"address": f"http://192.0.2.7:8484/?token={secret}"}
        assert httpx.post(f"{shared.address}/api/room_address", json={}).status_code == 401
    finally:
        shared.close()
