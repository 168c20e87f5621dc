"""The HTTP API: what a client asks and gets, and that every bad request is refused with a reason."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import Any

import httpx
import pytest

import orchard

START = "---------------------------OX------XO---------------------------"


def refused(answer: httpx.Response) -> str:
    assert 400 <= answer.status_code < 500, answer.text
    body = answer.json()
    assert set(body) == {"error", "message", "reason"}
    return str(body["message"])


def test_the_games_are_listed_with_what_a_board_needs(api: httpx.Client) -> None:
    games = {game["name"]: game for game in api.get("/games").json()}
    assert list(games) == list(orchard.games())
    assert games["reversi"]["start"] == START
    assert (games["gomoku"]["width"], games["gomoku"]["row_one_at_top"]) == (15, False)


def test_a_view_says_what_is_legal_and_what_each_move_turns(api: httpx.Client) -> None:
    view = api.post("/view", json={"game": "reversi"}).json()
    # the four first moves of Othello, each turning the one disc between
    assert view["legal"] == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}
    assert (view["to_move"], view["black"], view["white"], view["over"]) == ("black", 2, 2, False)


def test_a_line_shows_every_position_on_the_way_passes_included(api: httpx.Client) -> None:
    # after this shortest of games black has taken everything: 13-0
    line = api.post("/line", json={"game": "reversi", "moves": "e6f4e3f6g5d6e7f5c5"}).json()
    assert len(line["frames"]) == 10
    assert line["view"]["over"]
    assert (line["view"]["black"], line["view"]["white"], line["view"]["winner"]) == (13, 0, "black")
    assert line["frames"][1]["flipped"] == ["e5"]


def test_a_five_in_a_row_ends_gomoku_and_is_pointed_out(api: httpx.Client) -> None:
    view = api.post("/view", json={"game": "gomoku", "moves": "h8a1h9a2h10a3h11a4h12"}).json()
    assert (view["over"], view["winner"], view["legal"]) == (True, "black", {})
    assert sorted(view["winning_line"]) == ["h10", "h11", "h12", "h8", "h9"]


def test_a_player_answers_with_a_legal_move_and_the_position_after_it(api: httpx.Client) -> None:
    answer = api.post("/move", json={"game": "reversi", "moves": "f5", "player": "level:1"}).json()
    assert answer["choice"]["move"] in {"d6", "f4", "f6"}
    assert answer["view"]["moves"] == ["f5", answer["choice"]["move"]]


def test_the_same_seed_gives_the_same_move(api: httpx.Client) -> None:
    ask = {"game": "reversi", "moves": "f5d6", "player": "level:1", "seed": 11}
    moves = {api.post("/move", json=ask).json()["choice"]["move"] for _ in range(3)}
    assert len(moves) == 1


def test_an_analysis_finds_the_winning_point(api: httpx.Client) -> None:
    ask = {"game": "gomoku", "moves": "h8a1h9a2h10a3h11o15", "seconds": 0.3, "every_move": False}
    answer = api.post("/analyse", json=ask).json()
    assert answer["best"] in ("h12", "h7")
    assert answer["value"] > 0.95


def test_a_review_calls_the_missed_win_a_blunder_and_says_why(api: httpx.Client) -> None:
    ask = {"game": "gomoku", "moves": "h8a1h9a2h10a3h11a4o15", "seconds_per_move": 0.05}
    answer = api.post("/review", json=ask).json()
    last = answer["moves"][-1]
    assert (last["move"], last["grade"], answer["worst"][0]) == ("o15", "blunder", 9)
    fact = {"kind": "missed_five", "squares": ["h12", "h7"], "numbers": {"n": 1}, "line": ["h12"], "after": False}
    assert last["facts"] == [fact]


def test_a_review_opened_again_is_there_at_once_and_the_same(
    api: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask = {"game": "gomoku", "moves": "h8i9i8h9g8f8j8"}
    first = api.post("/review", json=ask).json()
    monkeypatch.setattr("orchard.study.review.review", None)  # nobody reviews any more
    assert api.post("/review", json=ask).json() == first


def test_a_search_that_deepens_is_seen_depth_by_depth(api: httpx.Client) -> None:
    answer = api.post("/tree", json={"game": "reversi", "moves": "f5", "player": "level:9", "search_depth": 4}).json()
    assert [row["depth"] for row in answer["depths"]] == [1, 2, 3, 4]
    assert answer["choice"]["move"] in ("d6", "f4", "f6")
    assert "tree" not in answer
    both = api.post("/tree", json={"game": "gomoku", "moves": "h8", "player": "kite", "search_depth": 2}).json()
    assert len(both["depths"]) == 2
    assert both["tree"]["children"]


def test_a_tree_of_uct_has_all_its_playouts_at_the_root(api: httpx.Client) -> None:
    tree = api.post("/tree", json={"game": "reversi", "player": "uct", "playouts": 200}).json()["tree"]
    assert tree["visits"] == 200
    assert {child["move"] for child in tree["children"]} == {"d3", "c4", "f5", "e6"}


@pytest.mark.parametrize(
    ("text", "kind", "game", "moves"),
    [
        ("f5d6c3", "transcript", "reversi", ["f5", "d6", "c3"]),
        ("F5 D6 C3", "transcript", "reversi", ["f5", "d6", "c3"]),
        ("h8 i9 o15", "transcript", "gomoku", ["h8", "i9", "o15"]),
        (START + " X", "board", "reversi", []),
        ("(;GM[2]FF[4]SZ[8];B[f5];W[d6])", "file", "reversi", ["f5", "d6"]),
        ("(;GM[Othello]PC[GGS]PB[a]PW[b]TY[8]BO[8 " + START + " *]B[f5]W[d6];)", "file", "reversi", ["f5", "d6"]),
        ("1. F5 d6 2. c3", "transcript", "reversi", ["f5", "d6", "c3"]),
        ("1. h8 i9\n2. o15", "transcript", "gomoku", ["h8", "i9", "o15"]),
        ("(;B[f5];W[d6])", "file", "reversi", ["f5", "d6"]),
        (START, "board", "reversi", []),
        ("http://localhost:8000/#play/gomoku/h8h9(i9)", "link", "gomoku", ["h8", "h9"]),
        (str(orchard.game("gomoku").replay("h8")), "board", "gomoku", []),
    ],
)
def test_what_is_pasted_is_recognised(api: httpx.Client, text: str, kind: str, game: str, moves: list[str]) -> None:
    answer = api.post("/paste", json={"text": text, "game": "reversi"})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert (found["kind"], found["game"], found["view"]["moves"]) == (kind, game, moves)


def test_a_board_that_does_not_say_who_is_to_move_is_answered_with_what_was_assumed(api: httpx.Client) -> None:
    assert api.post("/paste", json={"text": START}).json()["assumed"] == "black"
    assert api.post("/paste", json={"text": START + " O"}).json()["assumed"] is None
    assert api.post("/paste", json={"text": "f5"}).json()["assumed"] is None


def test_of_many_games_the_first_is_read_and_some_are_counted(api: httpx.Client) -> None:
    few = api.post("/paste", json={"text": "f5d6\n" * 3}).json()
    assert (few["games"], few["more"], few["view"]["moves"]) == (3, False, ["f5", "d6"])
    many = api.post("/paste", json={"text": "f5\n" * 5000}).json()
    assert (many["games"], many["more"], many["view"]["moves"]) == (100, True, ["f5"])
    broken = api.post("/paste", json={"text": "f5d6\nf5d6\na1"}).json()  # the first is good
    assert (broken["games"], broken["more"], broken["view"]["moves"]) == (2, True, ["f5", "d6"])


@pytest.mark.parametrize(
    ("text", "game"), [("h8g7g8", "gomoku"), ("j10t20k11", "gomoku:20"), ("e5d4f6", "gomoku:9"), ("f5d6", "reversi")]
)
def test_a_transcript_is_first_of_all_one_of_the_game_on_the_board(api: httpx.Client, text: str, game: str) -> None:
    found = api.post("/paste", json={"text": text, "game": game}).json()
    assert (found["game"], "".join(found["view"]["moves"])) == (game, text)


@pytest.mark.parametrize(
    ("player", "unit"),
    [("novice", "discs"), ("level:5", "discs"), ("sage:table=16", "discs"), ("apple:playouts=50", "chance")],
)
def test_an_analysis_by_a_named_player_is_in_its_own_unit(api: httpx.Client, player: str, unit: str) -> None:
    ask = {"game": "reversi", "moves": "f5", "player": player, "seconds": 0.05}
    found = api.post("/analyse", json=ask).json()
    assert found["unit"] == unit
    assert unit == "discs" or 0 <= found["value"] <= 1


@pytest.mark.parametrize(
    ("format", "begins"), [("svg", "<svg"), ("transcript", "f5d6"), ("sgf", "(;"), ("ggf", "(;"), ("board", "---")]
)
def test_a_game_can_be_downloaded(api: httpx.Client, format: str, begins: str) -> None:
    answer = api.post("/download", json={"game": "reversi", "moves": "f5d6", "format": format})
    assert answer.text.startswith(begins)
    assert "attachment" in answer.headers["content-disposition"]


def test_what_was_downloaded_can_be_pasted_again(api: httpx.Client) -> None:
    for format in ("sgf", "ggf", "transcript"):
        text = api.post("/download", json={"game": "reversi", "moves": "f5d6c3d3", "format": format}).text
        assert api.post("/paste", json={"text": text}).json()["view"]["moves"] == ["f5", "d6", "c3", "d3"]


def test_a_download_is_named_after_the_game_its_players_and_its_day(api: httpx.Client) -> None:
    ask = {"game": "reversi", "moves": "f5", "format": "sgf", "date": "2026-11-16"}
    named = api.post("/download", json=ask | {"black": "You", "white": "Sprout · level 2"}).headers
    assert 'filename="reversi_You_Sprout-level-2_2026-11-16.sgf"' in named["content-disposition"]
    strange = api.post("/download", json=ask | {"black": '../"; x', "white": "黒"}).headers["content-disposition"]
    assert 'filename="reversi_x__2026-11-16.sgf"' in strange
    assert strange.endswith("filename*=UTF-8''reversi_x_%E9%BB%92_2026-11-16.sgf")


def test_a_downloaded_sgf_has_branches_and_comments_and_no_notes_of_ours(api: httpx.Client) -> None:
    ask = {"game": "reversi", "moves": "f5d6c3", "format": "sgf", "black": "a", "white": "b", "date": "2026-11-16"}
    text = api.post(
        "/download", json=ask | {"ways": "f5d6(f4e3)c3", "comments": {"0": "a ] b", "4": "was better", "2": "usual"}}
    ).text
    # what SGF says: a variation is a tree of its own behind the move before it, the main line first
    assert ";B[f5](;W[d6]C[usual];B[c3])(;W[f4]C[was better];B[e3]))" in text
    assert "C[a \\] b]" in text
    assert "GC[" not in text
    assert "verdict" not in text
    assert "DT[2026-11-16]" in text
    again = api.post("/paste", json={"text": text}).json()
    assert (again["ways"], again["view"]["moves"]) == ("f5d6(f4e3)c3", ["f5", "d6", "c3"])


def test_a_downloaded_game_that_was_resigned_says_so(api: httpx.Client) -> None:
    ask = {"game": "reversi", "moves": "f5d6", "format": "sgf", "winner": "white"}
    assert "RE[W+R]" in api.post("/download", json=ask).text


@pytest.mark.parametrize("ways", ["f5(a1)", "(f5", ")", "f5((((", "x", "(" * 8000])
def test_branches_that_cannot_be_played_are_refused(api: httpx.Client, ways: str) -> None:
    ask = {"game": "reversi", "moves": "f5", "format": "sgf", "ways": ways}
    assert api.post("/download", json=ask).status_code == 422


BAD: list[tuple[str, dict[str, Any], str]] = [
    ("/view", {"game": "chess"}, "no game 'chess'"),
    ("/view", {"game": "reversi", "moves": "a1"}, "turns no disc"),
    ("/view", {"game": "reversi", "moves": "z9"}, "character 1"),
    ("/view", {"game": "reversi", "start": "XO"}, "characters"),
    ("/view", {"game": "reversi", "moves": "f5" * 900}, "more than any game"),
    ("/view", {"game": "reversi", "moves": "f5" * 2000}, "moves"),
    ("/view", {"game": "gomoku:99"}, "width"),
    ("/view", {"game": "reversi", "extra": 1}, "extra"),
    ("/view", {}, "game"),
    ("/move", {"game": "reversi", "player": "nobody"}, "no player"),
    ("/move", {"game": "reversi", "player": "file:/etc/passwd"}, "cannot read player"),
    ("/move", {"game": "reversi", "player": "file:bot.py"}, "no player 'file' here"),
    ("/move", {"game": "reversi", "player": "gtp:engine"}, "no player 'gtp' here"),
    ("/move", {"game": "reversi", "player": "epsilon:experience=notes.txt"}, "cannot be set from here"),
    ("/move", {"game": "reversi", "player": "alphabeta:table=4000"}, "too much"),
    ("/move", {"game": "reversi", "player": "sage:table=4096.0"}, "too much"),
    ("/move", {"game": "gomoku", "player": "kite:memory_mb=4e3"}, "too much"),
    ("/move", {"game": "reversi", "player": "sage:table=nan"}, "out of range"),
    ("/move", {"game": "reversi", "player": "uct:threads=+256"}, "too much"),
    ("/move", {"game": "reversi", "player": "sage:ponder=yes"}, "cannot be set from here"),
    ("/move", {"game": "reversi", "player": "uct:after=99999999999999999999"}, "out of range"),
    ("/analyse", {"game": "reversi", "player": "matrix"}, "does not give values"),
    ("/analyse", {"game": "reversi", "player": "uct:reward=discs"}, "does not give values"),
    ("/move", {"game": "reversi", "player": "level:11"}, "out of range"),
    ("/move", {"game": "reversi", "player": "lines"}, "does not play"),
    ("/move", {"game": "reversi", "player": "random", "seconds": 1e9}, "seconds"),
    ("/move", {"game": "gomoku", "moves": "h8a1h9a2h10a3h11a4h12", "player": "random"}, "over"),
    ("/review", {"game": "reversi"}, "no move to review"),
    ("/tree", {"game": "reversi", "player": "random"}, "tree"),
    ("/paste", {"text": "   "}, "nothing to read"),
    ("/paste", {"text": "hello world"}, ""),
    ("/paste", {"text": "(;GM[1]SZ[19];B[aa])"}, ""),
    ("/download", {"game": "gomoku", "moves": "h8", "format": "ggf"}, ""),
    ("/leagues", {"game": "reversi", "players": ["level:1"]}, "players"),
    ("/leagues", {"game": "reversi", "players": ["level:1", "file:x"], "games": 2}, "file"),
    ("/leagues", {"game": "reversi", "players": ["level:1", "level:1"], "games": 2}, "once"),
    ("/leagues", {"game": "reversi", "players": ["level:1", "level:2"], "games": 3}, "even"),
    ("/leagues", {"game": "reversi", "players": ["level:1", "level:2"], "games": 2, "swap2": True}, "swap2"),
    ("/leagues/99999/start", {}, "99999"),
    ("/database/games", {"game": "reversi", "moves": "f5", "black": "<script>", "white": "x"}, "black"),
]


@pytest.mark.parametrize(("path", "ask", "reason"), BAD, ids=[f"{path} {str(ask)[:50]}" for path, ask, _ in BAD])
def test_a_bad_request_is_refused_with_the_reason(api: httpx.Client, path: str, ask: Any, reason: str) -> None:
    assert reason in refused(api.post(path, json=ask))


def test_unknown_addresses_and_methods_are_refused(api: httpx.Client) -> None:
    refused(api.get("/nothing"))
    refused(api.get("/view"))
    refused(api.get("/database/games/no-such-game"))
    refused(api.post("/view", content=b"{", headers={"content-type": "application/json"}))
    refused(api.post("/view", content=b"\xff\xfe", headers={"content-type": "application/json"}))
    refused(api.post("/view", content=b"[" * 30_000, headers={"content-type": "application/json"}))
    refused(api.post("/view", content=b'{"game": "\\ud800"}', headers={"content-type": "application/json"}))


def test_the_api_describes_itself_without_scripts_or_other_sites(api: httpx.Client) -> None:
    page = api.get("/docs")
    assert "POST /api/view" in page.text
    assert "<script" not in page.text
    assert "http://" not in page.text
    assert "https://" not in page.text
    assert "/api/move" in api.get("/openapi.json").json()["paths"]


def test_levels_have_a_table_for_every_game_and_claim_no_rating_that_was_not_measured(api: httpx.Client) -> None:
    table = api.get("/levels").json()
    assert set(table) == set(orchard.games())
    for rows in table.values():
        assert [row["level"] for row in rows] == list(range(1, 11))
        assert all(row["rating"] is None or row["rating"]["low"] <= row["rating"]["elo"] for row in rows)


def test_a_league_shows_live_boards_stops_and_goes_on(api: httpx.Client) -> None:
    ask = {"game": "reversi", "players": ["uct", "random"], "games": 4, "seconds_per_move": 0.02, "seed": 3}
    id = api.post("/leagues", json=ask).json()["id"]
    live: list[Any] = []
    deadline = time.monotonic() + 20
    while not live and time.monotonic() < deadline:
        live = api.get(f"/leagues/{id}").json()["live"]
        time.sleep(0.02)
    assert set(live[0]["players"].values()) == {"uct", "random"}
    assert live[0]["black"] + live[0]["white"] >= 4  # discs
    api.post(f"/leagues/{id}/stop", json={})
    while api.get(f"/leagues/{id}").json()["running"]:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    time.sleep(0.1)
    before = api.get(f"/leagues/{id}").json()["games"]
    assert before < 4
    api.post(f"/leagues/{id}/start", json={})
    while (state := api.get(f"/leagues/{id}").json())["games"] < 4:
        assert time.monotonic() < deadline + 20
        time.sleep(0.05)
    assert sum(row["games"] for row in state["table"]) == 8  # each game counts for both
    games = api.get("/database/games", params={"player": "uct", "game": "reversi"}).json()
    assert games["total"] >= 4


def test_a_gomoku_match_can_be_opened_by_swap2(api: httpx.Client) -> None:
    ask = {"game": "gomoku", "players": ["random", "greedy"], "games": 2, "seconds_per_move": 0.02, "swap2": True}
    id = api.post("/leagues", json=ask).json()["id"]
    deadline = time.monotonic() + 20
    while (state := api.get(f"/leagues/{id}").json())["games"] < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    for row in state["latest"]:
        kept = api.get(f"/database/games/{row['id']}").json()
        assert len(kept["swap2"]["placed_by_first"]) == 3
        assert kept["transcript"].startswith("".join(kept["swap2"]["placed_by_first"]))


def test_a_played_game_is_kept_and_found_again(api: httpx.Client) -> None:
    ask = {"game": "gomoku", "moves": "h8a1h9a2", "black": "human", "white": "level:2", "winner": "white"}
    id = api.post("/database/games", json={**ask, "seconds": [1.5, 0.2, 2.5, 0.1]}).json()["id"]
    kept = api.get(f"/database/games/{id}").json()
    assert (kept["winner"], kept["verdict"], kept["transcript"]) == ("white", "resign", "h8a1h9a2")
    assert kept["score"] == -1  # who gives up loses by as much as one can
    assert [move["seconds"] for move in kept["moves"]] == [1.5, 0.2, 2.5, 0.1]


def test_the_page_waits_for_neither_the_kernels_nor_the_database() -> None:
    code = """
import sys
import orchard.shells.studio.serve
print([name for name in ("numba", "numpy", "sqlalchemy", "orchard.core.book") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
