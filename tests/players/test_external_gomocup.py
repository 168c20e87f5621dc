"""Brains that speak Gomocup, under the same referee as everybody else."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.play.referee import GameSetup, Rules, play_game

ROOT = Path(orchard.__file__).parent.parent
BOT = Path(__file__).parent.parent / "bots" / "gomocup_brain.py"
OURS = f"gomocup:env PYTHONPATH={ROOT} ORCHARD_QUIET=1 {sys.executable} -m orchard engine gomocup --player random"


def theirs(fault: str = "") -> str:
    return f"gomocup:{sys.executable} {BOT} {fault}".strip()


def play(black: str, white: str, **extras: str) -> orchard.Position:
    rules = Rules(seconds_per_move=2.0, startup_s=60.0)
    record = play_game(GameSetup("test", extras.pop("game", "gomoku"), black, white, rules=rules, **extras))
    assert record.verdict == "normal", record.fault
    return record.last_position()


def test_our_own_brain_plays_a_whole_game_through_the_protocol() -> None:
    position = play(OURS, theirs())
    assert position.is_over


def test_a_brain_takes_over_from_an_opening_on_another_width() -> None:
    position = play(theirs(), theirs(), game="gomoku:9", opening="e5 e6 d4 f6")
    assert position.is_over


@pytest.mark.parametrize(
    ("fault", "verdict"),
    [("refuses", "protocol"), ("nonsense", "illegal"), ("off", "illegal"), ("error", "protocol"), ("dies", "crash")],
)
def test_what_a_brain_does_wrong_is_its_own_loss(fault: str, verdict: str) -> None:
    rules = Rules(seconds_per_move=1.0)
    record = play_game(GameSetup("test", "gomoku", "random", theirs(fault), rules=rules))
    assert (record.verdict, record.winner) == (verdict, "black")


def test_a_command_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="no program"):
        orchard.player("gomocup:no-such-brain-anywhere")
