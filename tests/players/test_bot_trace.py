"""A bot hands over what it searched: it is drawn as a tree, and nothing in it is trusted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

import orchard
from orchard.core.errors import OptionError
from orchard.core.trace import Trace
from orchard.players._fault import PlayerFaultError
from orchard.shells.cli import orchard_command

Write = Callable[[str], str]

HEAD = "class Bot:\n    def choose(self, position, limits):\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a bot that leaves this trace and plays b2; its spec."""

    def written(trace: str) -> str:
        (tmp_path / "bot.py").write_text(f"{HEAD}        self.trace = {trace}\n        return 'b2'\n")
        return f"file:{tmp_path / 'bot.py'}"

    return written


def traced(spec: str, most: int = 5000) -> Trace:
    player = orchard.player(spec)
    try:
        return player.trace(orchard.game("tic_tac_toe").start(), orchard.Limits(), most=most)
    finally:
        player.close()


THREE = """[
    {"node": 1, "parent": 0, "move": "a1", "alpha": -1, "beta": 1},
    {"node": 2, "parent": 1, "move": "b2", "value": 0.5, "visits": 3},
    {"node": 1, "value": -0.5, "visits": 4},
    {"node": 3, "move": "c3", "value": 0.25},
]"""


def test_the_entries_become_steps_that_build_the_bots_tree(write: Write) -> None:
    trace = traced(write(THREE))
    assert [(step.kind, step.node, step.move) for step in trace.steps] == [
        ("told", 1, "a1"),
        ("told", 2, "b2"),
        ("told", 1, None),
        ("told", 3, "c3"),
        ("play", 0, "b2"),
    ]
    tree = trace.tree()
    assert [(child.move, child.value, child.visits) for child in tree.children] == [("c3", 0.25, 1), ("a1", -0.5, 4)]
    assert [(child.move, child.value, child.visits) for child in tree.children[1].children] == [("b2", 0.5, 3)]
    assert tree.best == "c3"
    assert trace.tree(1).children[0].value is None
    assert trace.sentences() == [
        "Black tries a1; Black already has -1; White allows 1 at most.",
        "White tries b2: worth 0.5 to White, after 3 visits.",
        "a1 is worth -0.5 to Black, after 4 visits.",
        "Black tries c3: worth 0.25 to Black.",
        "Black plays b2 after 0 positions.",
    ]


def test_a_value_outside_its_window_is_a_bound(write: Write) -> None:
    window = '"alpha": -1, "beta": 1, "move": "a1"'
    trace = traced(write(f'[{{"node": 1, {window}, "value": 1}}, {{"node": 1, "value": -1}}]'))
    assert [step.bound for step in trace.steps[:2]] == ["lower", "upper"]


def test_a_function_and_a_method_may_hand_over_a_trace_as_well(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "def trace():\n    return [{'node': 1, 'move': 'c1'}]\n\ndef choose(position, limits):\n    return 'c1'\n"
    )
    assert traced(f"file:{bot}").steps[0].move == "c1"


def test_the_command_shows_it_and_its_json_is_what_the_library_gives(write: Write) -> None:
    spec = write(THREE)
    told = CliRunner().invoke(orchard_command, ["think", "tic_tac_toe", "--player", spec])
    assert "White tries b2: worth 0.5 to White, after 3 visits." in told.output
    as_json = CliRunner().invoke(orchard_command, ["think", "tic_tac_toe", "--player", spec, "--json"])
    assert json.loads(as_json.output) == json.loads(json.dumps(traced(spec).as_json()))
    assert json.loads(as_json.output)["kind"] == "told"


@pytest.mark.parametrize(
    ("trace", "reason"),
    [
        ("[1]", "entry 1 of its trace is no dictionary with a whole number as 'node'"),
        ("[{'move': 'a1'}]", "entry 1 of its trace is no dictionary with a whole number as 'node'"),
        ("[{'node': 'x', 'move': 'a1'}]", "entry 1 of its trace is no dictionary with a whole number as 'node'"),
        ("[{'node': 1}]", "entry 1 of its trace: node 1 is new and has no 'move'"),
        ("[{'node': 1, 'move': 'z9'}]", "entry 1 of its trace: "),
        ("[{'node': 1, 'move': 'a1'}, {'node': 2, 'parent': 1, 'move': 'a1'}]", "entry 2 of its trace: white cannot"),
        ("[{'node': 1, 'parent': 7, 'move': 'a1'}]", "entry 1 of its trace: no node 7 to be a parent"),
        ("[{'node': 1, 'move': 'a1', 'value': 'much'}]", "entry 1 of its trace: 'value' is no number"),
        ("[{'node': 1, 'move': 'a1', 'visits': float('inf')}]", "entry 1 of its trace: 'visits' is no number"),
        ("7", "its trace is no list"),
    ],
)
def test_a_trace_that_makes_no_sense_is_refused_with_the_entry(write: Write, trace: str, reason: str) -> None:
    with pytest.raises(OptionError, match=f"^bot.py: {reason}"):
        traced(write(trace))


def test_a_bot_without_a_trace_says_so(write: Write) -> None:
    with pytest.raises(OptionError, match="hands over no trace"):
        traced(write("None"))


def test_a_huge_trace_is_cut_and_not_waited_for(write: Write) -> None:
    endless = "({'node': n} for n in __import__('itertools').count())"
    assert len(traced(write("[{'node': 1, 'move': 'a1', 'value': 0.1}] * 100_000"), most=50).steps) == 51
    assert (
        len(traced(write("[{'node': 1, 'move': 'a1', 'value': 2 / 3, 'alpha': -1 / 3}] * 100_000"), 10**9).steps)
        == 5001
    )
    with pytest.raises(OptionError, match="its trace is no list"):
        traced(write(endless))


def test_what_a_trace_says_is_only_text_and_numbers(write: Write) -> None:
    evil = "'a1\\x1b[31m' * 100_000"
    with pytest.raises(OptionError) as refused:
        traced(write(f"[{{'node': 1, 'move': {evil}}}]"))
    assert "\x1b" not in str(refused.value)
    assert len(str(refused.value)) < 300


def test_a_trace_that_raises_is_a_crash_of_the_bot(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text("def trace():\n    return 1 / 0\n\ndef choose(position, limits):\n    return 'c1'\n")
    with pytest.raises(PlayerFaultError, match="ZeroDivisionError"):
        traced(f"file:{bot}")
    record = orchard.player(f"file:{bot}")
    assert record.choose(orchard.game("tic_tac_toe").start()).move == "c1"  # in a game nobody asks for it
    record.close()
