"""The WebSocket: requests with ids, streams, cancellation, and a tab that goes away."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from tests.studio.conftest import Server


class Tab:
    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def next(self, timeout: float = 20) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(self.socket.recv(timeout))
            if "event" not in message:
                return message

    def answer(self, id: Any, timeout: float = 20) -> dict[str, Any]:
        while True:
            message = self.next(timeout)
            if message.get("id") == id and "update" not in message:
                return message


@pytest.fixture
def tab(server: Server) -> Iterator[Tab]:
    with connect(f"ws://127.0.0.1:{server.port}/api/session") as socket:
        yield Tab(socket)


def test_answers_carry_the_id_of_their_question(tab: Tab) -> None:
    tab.send(id="a", do="view", game="reversi")
    tab.send(id=2, do="view", game="gomoku")
    answers = {message["id"]: message["result"]["game"] for message in (tab.next(), tab.next())}
    assert answers == {"a": "reversi", 2: "gomoku"}


def test_a_page_may_ask_much_about_a_learner_at_once(tab: Tab) -> None:
    """Learn does when it opens, and a finished puzzle must not be lost because of it."""
    tab.send(id="new", do="profile_new", profile="Oda")
    asked = [
        "profiles",
        "marks",
        "progress",
        "mistakes_due",
        "profiles",
        "puzzle",
        "marks",
        "progress",
        "profile_export",
    ]
    for number, what in enumerate(asked):
        game = {} if what in ("profiles", "profile_export") else {"game": "gomoku"}
        tab.send(id=number, do=what, **game, **({} if what == "profiles" else {"profile": "Oda"}))
    tab.send(id="gone", do="profile_delete", profile="Oda")
    answers = [tab.next() for _ in range(len(asked) + 2)]
    assert [answer["id"] for answer in answers] == ["new", *range(len(asked)), "gone"], "one after the other"
    assert not [answer for answer in answers if "error" in answer]


def test_a_whole_game_can_be_played_and_ends(tab: Tab) -> None:
    moves, plies = "", 0
    while True:
        tab.send(id=plies, do="move", game="reversi", moves=moves, player="level:1")
        answer = tab.answer(plies)
        assert "result" in answer, answer
        view = answer["result"]["view"]
        moves = "".join("--" if move == "pass" else move for move in view["moves"])
        plies += 1
        if view["over"]:
            break
    assert plies >= 9
    assert view["black"] + view["white"] <= 64


def test_a_move_is_played_and_answered_in_one_request(tab: Tab) -> None:
    tab.send(id=1, do="move", game="reversi", moves="f5", play="d6", player="greedy")
    update, answer = tab.next(), tab.next()
    played = update["update"]["played"]
    assert (update["id"], played["moves"], played["to_move"]) == (1, ["f5", "d6"], "black")
    assert played["stones"].count("O") == 3  # d6 turns d5
    result = answer["result"]
    assert result["played"] == played
    assert result["choice"]["move"] in played["legal"]
    assert result["view"]["moves"] == ["f5", "d6", result["choice"]["move"]]


def test_a_move_that_may_not_be_played_is_refused_before_anyone_thinks(tab: Tab) -> None:
    tab.send(id=1, do="move", game="reversi", moves="f5", play="a1", player="greedy")
    assert tab.next()["error"]["reason"]["kind"] == "turns_nothing"


def test_a_move_that_ends_the_game_has_no_reply(tab: Tab) -> None:
    tab.send(id=1, do="move", game="gomoku", moves="h8a1h9a2h10a3h11a4", play="h12", player="level:1")
    assert tab.next()["update"]["played"]["winner"] == "black"
    result = tab.next()["result"]
    assert result["choice"] is None
    assert (result["view"]["over"], result["view"]["winner"]) == (True, "black")


def test_an_analysis_streams_and_gets_deeper(tab: Tab) -> None:
    tab.send(id=1, do="analyse", game="reversi", moves="f5", seconds=0.5)
    updates = []
    while "result" not in (message := tab.next()):
        updates.append(message["update"])
    assert len(updates) >= 2
    assert {entry["move"] for entry in message["result"]["moves"]} == {"d6", "f4", "f6"}
    assert updates[-1]["depth"] >= updates[0]["depth"]


@pytest.mark.timed
def test_a_search_stops_at_once_when_it_is_cancelled(tab: Tab, server: Server) -> None:
    tab.send(id=1, do="analyse", game="reversi", moves="f5", seconds=60)
    assert "update" in tab.next()
    started = time.monotonic()
    tab.send(id=2, do="cancel", target=1)
    seen = {tab.answer(2)["id"]}
    assert seen == {2}
    while server.studio.queue.running:
        assert time.monotonic() - started < 1.0
        time.sleep(0.01)


def test_a_closed_tab_frees_its_engine(server: Server) -> None:
    with connect(f"ws://127.0.0.1:{server.port}/api/session") as socket:
        Tab(socket).send(id=1, do="analyse", game="gomoku", moves="h8", seconds=60)
        assert "update" in Tab(socket).next()
        assert server.studio.queue.running == 1
    deadline = time.monotonic() + 2
    while server.studio.queue.running and time.monotonic() < deadline:
        time.sleep(0.01)
    assert server.studio.queue.running == 0


@pytest.mark.parametrize(
    "text",
    [
        "nonsense",
        "[]",
        "{}",
        '{"id": 1}',
        '{"id": 1, "do": "fly"}',
        '{"id": [1], "do": "view"}',
        '{"id": 1, "do": ["view"]}',
        '{"id": 1, "do": "view"}',
        '{"id": 1, "do": "view", "game": 7}',
        '{"id": 1, "do": "view", "game": "reversi", "moves": "a1"}',
        '{"id": 1, "do": "move", "game": "reversi", "player": "file:x"}',
        '{"id": 1, "do": "move", "game": "reversi", "player": "random", "seconds": NaN}',
        '{"id": 1, "do": "tree", "game": "reversi", "player": "greedy"}',
        "[" * 50_000,
    ],
)
def test_nonsense_gets_an_error_and_the_connection_goes_on(tab: Tab, text: str) -> None:
    tab.socket.send(text)
    message = tab.next()
    assert message["error"]["code"] != "defect", message
    assert message["error"]["message"]
    tab.send(id=9, do="view", game="reversi")
    assert tab.answer(9)["result"]["ply"] == 0


def test_too_many_searches_of_one_tab_are_refused(tab: Tab) -> None:
    for id in range(10):
        tab.send(id=id, do="analyse", game="reversi", seconds=30)
    codes = set()
    while "busy" not in codes:
        codes.add(tab.next().get("error", {}).get("code"))
    for id in range(10):
        tab.send(id=f"stop {id}", do="cancel", target=id)


def test_while_an_easy_level_is_compiled_a_stand_in_plays_and_says_so(tab: Tab, server: Server) -> None:
    server.studio.warmup._to_compile = {"novice one ply:reversi"}
    try:
        tab.send(id=1, do="move", game="reversi", moves="f5", player="level:2")
        result = tab.answer(1)["result"]
    finally:
        server.studio.warmup._to_compile = set()
    assert result["stand_in"] == "greedy"
    assert result["choice"]["move"] in {"d6", "f4", "f6"}
    tab.send(id=2, do="move", game="reversi", moves="f5", player="level:2")
    assert "stand_in" not in tab.answer(2)["result"]


def test_what_waits_for_the_compiler_can_be_called_off(tab: Tab, server: Server) -> None:
    server.studio.warmup._to_compile = {"sage:reversi"}  # and nobody will say that it is compiled
    try:
        tab.send(id=1, do="analyse", game="reversi", seconds=30)
        tab.send(id=2, do="cancel", target=1)
        assert tab.answer(1)["error"]["code"] == "stopped"
        assert tab.answer(2)["result"] == {"stopped": True}
    finally:
        server.studio.warmup._to_compile = set()
    deadline = time.monotonic() + 20
    while any(session.tasks for session in server.studio.sessions):
        assert time.monotonic() < deadline, "it still waits"
        time.sleep(0.02)
