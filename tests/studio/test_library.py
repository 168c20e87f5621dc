"""The library over HTTP: a browser's own games, files of thousands of games, and the search for a position."""

from __future__ import annotations

import struct
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from orchard.core.choice import Stop
from orchard.play.position_search import index_positions
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from orchard.shells.studio import arena_routes, imports
from orchard.shells.studio.engine import StoppedError
from orchard.shells.studio.openings import opening_tree
from orchard.shells.studio.positions import Positions
from orchard.shells.studio.schemas import Place
from orchard.shells.studio.work import search
from tests.studio.conftest import Server

SHORTEST = "e6f4e3f6g5d6e7f5c5"  # black turns everything in nine moves
OWNER = "browser-0123456789abcdef"


def wthor_file(*games: str) -> bytes:
    """Written from the published layout."""
    data = struct.pack("<4BIHH4B", 20, 26, 11, 15, len(games), 0, 1987, 8, 0, 24, 0)
    for number, moves in enumerate(games):
        squares = [moves[at : at + 2] for at in range(0, len(moves), 2)]
        numbers = bytes(10 * int(square[1]) + "abcdefgh".index(square[0]) + 1 for square in squares)
        data += struct.pack("<HHHBB", 3, number % 60_000, 4, 64, 64) + numbers.ljust(60, b"\0")
    return data


def imported(api: httpx.Client, data: bytes | str, file: str, **query: str) -> dict[str, Any]:
    state: dict[str, Any] = api.post("/import", content=data, params={"file": file, **query}).json()
    deadline = time.monotonic() + 60
    while not state["done"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
        state = api.get(f"/import/{state['id']}").json()
    return state


def keep(api: httpx.Client, **fields: Any) -> str:
    ask = {"game": "reversi", "moves": "f5d6", "black": "human", "white": "level:1", "winner": "white"}
    kept: str = api.post("/database/games", json={**ask, **fields}).json()["id"]
    return kept


@pytest.fixture
def owner() -> str:
    return f"{OWNER}-{time.monotonic_ns()}"


def test_a_browser_finds_its_own_games_by_opponent_result_and_day(api: httpx.Client, owner: str) -> None:
    lost, won = keep(api, owner=owner), keep(api, owner=owner, white="level:2", winner="black")
    keep(api)

    def found(**query: str) -> list[str]:
        return [row["id"] for row in api.get("/database/games", params={"owner": owner, **query}).json()["games"]]

    assert found() == [won, lost]
    assert found(player="level:1") == [lost]
    assert found(player="human", winner="win") == [won]
    assert found(player="level:1", winner="win") == [lost]  # the opponent won
    today = time.strftime("%Y-%m-%d", time.gmtime())
    assert found(since=today, until=today) == [won, lost]
    assert found(until="2020-01-01") == []
    assert api.get("/database/games", params={"owner": "short"}).status_code == 422


def test_a_browser_finds_its_own_games_by_their_opening(api: httpx.Client, owner: str) -> None:
    diagonal, parallel = keep(api, owner=owner), keep(api, owner=owner, moves="f5f4")
    query = {"owner": owner, "opening": "f5d6"}
    assert [row["id"] for row in api.get("/database/games", params=query).json()["games"]] == [diagonal]
    both = api.get("/database/games", params={**query, "opening": "d3"}).json()  # the same move, mirrored
    assert ({row["id"] for row in both["games"]}, both["total"]) == ({diagonal, parallel}, 2)
    named = api.get("/database/games", params={**query, "opening": "perp"}).json()["games"]
    assert [(row["id"], row["opening_name"]) for row in named] == [(diagonal, "Perpendicular")]
    none = api.get("/database/games", params={**query, "opening": "f5a1"}).json()
    assert (none["games"], none["total"]) == ([], 0)


def test_who_played_a_game_is_not_told_to_others(api: httpx.Client, owner: str) -> None:
    id = keep(api, owner=owner)
    assert owner not in api.get(f"/database/games/{id}").text
    assert owner not in api.get("/database/games").text


@pytest.mark.parametrize(
    ("file", "data"),
    [
        ("a.wtb", wthor_file(SHORTEST, "f5d6c3")),
        ("b.ggf", "(;GM[Othello]PB[x]PW[y]B[f5]W[d6];)(;GM[Othello]PB[z]PW[y]B[f5]W[f6];)"),
        ("c.sgf", "(;GM[4]SZ[15]PB[x];B[hh])(;GM[4]SZ[15]PB[y];B[hi])"),
        ("d.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\nPiskvorky 15x15, 11:11, 0\n8,9,0\nA\nB\n-1\n"),
        ("e.txt", "1. f5 d6 2. c3 d3\n1. f5 d6 2. c5\n"),
    ],
)
def test_a_file_is_imported_once(api: httpx.Client, file: str, data: bytes | str) -> None:
    before = api.get("/database/games").json()["total"]
    first = imported(api, data, file)
    assert (first["games"], first["problem"]) == (2, "")
    assert api.get("/database/games").json()["total"] == before + first["new"]
    assert imported(api, data, file)["new"] == 0


def test_thousands_of_games_are_imported_while_others_are_answered(api: httpx.Client) -> None:
    state = api.post("/import", content=wthor_file(*[SHORTEST] * 4000), params={"file": "big.wtb"}).json()
    seen = set()
    deadline = time.monotonic() + 120
    while not state["done"]:
        assert time.monotonic() < deadline
        assert api.post("/view", json={"game": "reversi"}).status_code == 200
        state = api.get(f"/import/{state['id']}").json()
        seen.add(state["games"])
    assert (state["games"], state["problem"]) == (4000, "")
    assert len(seen) > 3  # it was told on the way


def test_games_before_a_broken_one_stay_and_the_place_is_named(api: httpx.Client) -> None:
    state = imported(api, "(;GM[2]PB[p];B[f5])\n(;GM[2]PB[q];B[f5];W[a1])", "broken.sgf")
    assert (state["games"], state["new"]) == (1, 1)
    assert "line 2, game 2, move 2" in state["problem"]


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n\x1a\n\0\0", b"hello world"])
def test_what_is_no_file_of_games_is_refused_with_a_reason(api: httpx.Client, data: bytes) -> None:
    state = imported(api, data, "strange.bin")
    assert state["games"] == 0
    assert state["problem"]


def test_files_have_a_size_and_not_too_many_are_read_at_once(
    api: httpx.Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert api.post("/import", content=b"x" * 16_000_001).status_code == 413
    assert api.post("/view", content=b"x" * 70_000).status_code == 413
    assert api.get("/import/none").status_code == 404
    monkeypatch.setattr(imports, "MOST_AT_ONCE", 0)
    assert api.post("/import", content=b"f5").status_code == 429


def test_a_position_is_found_in_the_saved_games(api: httpx.Client) -> None:
    line = "c4c3d3c5b6"
    keep(api, moves=line + "c6", winner="black")
    keep(api, moves=line + "c6")
    keep(api, moves=line + "e3")
    found = api.post("/search", json={"game": "reversi", "moves": line}).json()
    counts = {entry["move"]: (entry["games"], entry["black"], entry["white"]) for entry in found["moves"]}
    assert counts == {"c6": (2, 1, 1), "e3": (1, 0, 1)}
    assert (found["total"], len(found["games"])) == (3, 3)
    assert api.post("/search", json={"game": "gomoku:9", "moves": "a1b1c1"}).json()["total"] == 0


def played(id: str, moves: str) -> GameRecord:
    names = (moves[at : at + 2] for at in range(0, len(moves), 2))
    return GameRecord(id, "reversi", "a", "b", moves=tuple(MoveRecord(name) for name in names), winner="black")


def test_games_that_are_not_hashed_yet_do_not_hold_up_the_answer(tmp_path: Path) -> None:
    """What is asked of the saved games is answered from those that are known, and then from all."""
    with Store(str(tmp_path / "games.db")) as store:
        store.save_games([played("1", "f5d6c3"), played("2", "f5d6c4")])
        assert index_positions(store.database) == 2
        store.save_games(played(str(number), "f5f4") for number in range(3, 603))
        studio: Any = SimpleNamespace(positions=Positions(), arena=SimpleNamespace(store=store))
        updates: list[dict[str, Any]] = []

        def told(update: dict[str, Any]) -> None:
            updates.append(update)
            if len(updates) == 2:
                stop.set()

        stop = Stop()
        with pytest.raises(StoppedError):
            search(studio, Place(game="reversi", moves="f5"), "tab").work(stop, told)
        first, second = updates
        assert (first["done"], first["of"], first["total"], first["moves"][0]["move"]) == (0, 600, 2, "d6")
        assert second == {"done": 20, "of": 600}  # they count although it was stopped

        updates.clear()
        last = opening_tree(studio, Place(game="reversi", moves="f5"), "tab").work(Stop(), updates.append)
        first = updates[0]
        assert (first["done"], first["of"]) == (0, 580)
        games = [{row["move"]: row["results"]["games"] for row in found["branches"]} for found in (first, last)]
        assert [(found["d6"], found["f4"]) for found in games] == [(2, 20), (2, 600)]
        updates.clear()
        assert opening_tree(studio, Place(game="reversi", moves="f5"), "tab").work(Stop(), updates.append) == last
        assert updates == []


def test_many_games_of_ones_own_are_hashed_a_part_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_routes, "MOMENT_S", 0)
    with Store(str(tmp_path / "games.db")) as store:
        store.save_games((played(str(number), "f5d6c3") for number in range(50)), owner=OWNER)
        studio: Any = SimpleNamespace(arena=SimpleNamespace(store=store))
        answers = [arena_routes.find(studio, owner=OWNER, opening="f5d6c3", limit=9, offset=0) for _ in range(3)]
    assert [(found["unread"], found["total"]) for found in answers] == [(30, 20), (10, 40), (0, 50)]
