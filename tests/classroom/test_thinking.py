"""What a bot says it thought of its moves: read through every contract, cut, kept, and no reason to lose."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from orchard.classroom.playing import Program, Task, play_pair
from orchard.classroom.thoughts import LONGEST, notes_of, with_notes
from orchard.classroom.work_queue import Job
from orchard.games import game
from orchard.play.openings import Opening
from orchard.play.record import GameRecord
from orchard.play.setup import Rules
from orchard.players import _bot_board, _bot_runner
from orchard.players._thinking import LONGEST_LINE, LONGEST_NOTE, read_thinking

CHOOSE = """
def choose(position, limits):
    global thinking
    moves = position.legal()
    thinking = {"values": {move: len(moves) for move in moves}, "line": moves[:1], "depth": 1, "nodes": 7, "note": "hm"}
    if len(moves) == 5:
        thinking = "garbage"
    if len(moves) > 6:
        thinking["values"]["zz9"] = float("nan")
    return moves[0]
"""
AI = """
class AI:
    def __init__(self, size, color, time_out):
        self.candidate_list = []
    def go(self, chessboard):
        self.candidate_list = [(2, 3)]
        self.thinking = {"values": {(2, 3): 0.25, (9, 9): 1}, "line": [(2, 3)], "depth": 2}
"""
AI_PLAYER = """
class AIPlayer:
    def __init__(self, color):
        pass
    @property
    def thinking(self):
        return {"values": {"D3": 1, "C4": 2.5}, "line": ["D3", "C3"]}
    def get_move(self, board):
        return "D3"
"""


@pytest.mark.parametrize(
    ("source", "adapter", "values", "line"),
    [
        (AI, _bot_runner.AI, {"d3": 0.25}, ["d3"]),
        (AI_PLAYER, _bot_runner.AIPlayer, {"d3": 1.0, "c4": 2.5}, ["d3", "c3"]),
    ],
    ids=["AI", "AIPlayer"],
)
def test_squares_are_named_as_the_contract_names_moves(
    source: str, adapter: Any, values: dict[str, float], line: list[str]
) -> None:
    made: dict[str, Any] = {}
    exec(source, made)
    start = {"color": "black", "width": 8, "first_row_on_top": True, "seconds": 1.0}
    bot = made[adapter.__name__]
    asked = adapter(bot, start) if adapter is _bot_runner.AI else adapter(bot, start, _bot_board)
    position = game("reversi").start()
    asked.ask({"board": position.text})
    told = read_thinking(json.loads(json.dumps(_bot_runner.thought(asked))), position)
    assert told is not None
    assert (told["values"], told["line"]) == (values, line)


def test_a_game_keeps_what_a_bot_thought_of_each_move_and_garbage_is_noted(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(CHOOSE)
    job = Job(1, 1, "ladder", "", league=1, pair=0, first="submission:1", second="random", opening=Opening("", "b2a1"))
    task = Task(job, "tic_tac_toe", Rules(seconds_per_move=5.0), (Program(1, "", "bot.py", "bot.py"),), (0,))
    (record,) = play_pair(task, lambda program: tmp_path, worker="w", speed=1.0)
    assert record.verdict == "normal"
    assert record.black == "submission:1"
    told = notes_of(GameRecord.from_json(json.loads(json.dumps(record.as_json()))), "thinking", "black")
    assert list(told)[:2] == [0, 2]
    assert told[0]["line"] == [record.moves[0].move]
    assert set(told[0]["values"].values()) == {7.0}  # after two moves of nine
    assert len(told[0]["values"]) == 7
    assert (told[0]["depth"], told[0]["nodes"], told[0]["note"]) == (1, 7, "hm")
    assert "'zz9' is no square" in told[0]["dropped"]
    assert told[2] == {"dropped": "thinking is a str, and a dictionary was expected"}
    assert notes_of(record, "thinking", "white") == {}


def test_what_is_told_is_cut_and_never_trusted() -> None:
    start = game("tic_tac_toe").start()
    assert read_thinking(None, start) is None
    assert read_thinking({}, start) is None
    assert read_thinking([1], start) is None
    told = read_thinking({"values": [["a1", 1.23456789], ["b2"], [7, 7], ["c3", "x"]], "note": "\x1b" * 999}, start)
    assert told is not None
    assert told["values"] == {"a1": 1.23457}
    assert len(told["note"]) <= LONGEST_NOTE
    assert "\x1b" not in told["note"]
    assert "no square" in told["dropped"]
    many = read_thinking(
        {"values": [[str(name), at] for at, name in enumerate(game("gomoku").start().legal())]}, game("gomoku").start()
    )
    assert many is not None
    assert sorted(many["values"].values()) == list(range(225 - 32, 225))
    line = read_thinking({"line": ["a1", "a1", "b2"], "depth": -1, "nodes": True}, start)
    assert line == {"line": ["a1"], "dropped": "line: 'a1' is no legal move there"}
    assert read_thinking({"depth": 1e300}, start) == {"dropped": "depth is no whole number"}
    assert LONGEST_LINE < 100
    record = GameRecord("g", "tic_tac_toe", "x", "y", output={"black": "said"})
    full = with_notes(record, "thinking", {"black": {n: {"note": "n" * 200} for n in range(5000)}})
    assert full.output["black"] == "said"
    assert 0 < len(full.output["black thinking"]) <= LONGEST
    assert with_notes(record, "thinking", {"black": {}}).output == {"black": "said"}


PRINTS = """import sys


def choose(position, limits):
    print("hello", position.ply)
    print("\u68cb", file=sys.stderr)
    return position.legal()[0]
"""


def test_a_game_keeps_what_a_bot_printed_beside_the_move_at_which_it_did(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PRINTS, encoding="utf-8")
    job = Job(1, 1, "ladder", "", league=1, pair=0, first="submission:1", second="random", opening=Opening("", "b2a1"))
    task = Task(job, "tic_tac_toe", Rules(seconds_per_move=5.0), (Program(1, "", "bot.py", "bot.py"),), (0,))
    (record,) = play_pair(task, lambda program: tmp_path, worker="w", speed=1.0)
    told = notes_of(GameRecord.from_json(json.loads(json.dumps(record.as_json()))), "printed", "black")
    assert list(told) == list(range(0, len(record.moves), 2))
    for move, text in told.items():
        assert sorted(text.splitlines()) == [f"hello {move + 2}", "\u68cb"]
    assert notes_of(record, "printed", "white") == {}
