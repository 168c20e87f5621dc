"""`orchard learn`: the lists, the data of a lesson, and a lesson taken at the terminal."""

from __future__ import annotations

import io
import json

import pytest

import orchard
from tests.shells.command import run


def take(lesson: str, answers: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(answers))
    code, out, _ = run("learn", *lesson.split(), capsys=capsys)
    assert code == 0
    return out


def test_the_lists_name_every_game_and_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    listed = json.loads(run("learn", "--json", capsys=capsys)[1])
    assert list(listed) == list(orchard.games())
    _, out, _ = run("learn", "reversi", "--language", "pl", capsys=capsys)
    assert "corners" in out
    assert "Rogi" in out


def test_a_lesson_prints_its_data(capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(run("learn", "gomoku", "five", "--json", capsys=capsys)[1])
    assert [step["kind"] for step in told["steps"]] == ["show", "choose", "choose"]
    assert told["steps"][1]["accepted"] == ["j6"]


def test_a_wrong_answer_is_told_why_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = take("reversi x-squares", "g7\na1\nh5\n", monkeypatch, capsys)
    assert "White takes the corner H8" in out
    assert "black cannot play a1" in out
    assert out.rstrip().endswith("Done")


def test_squares_are_tapped_until_none_is_missing_and_moves_are_played_against_a_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = take("reversi 1", "d3 a1\nc4, f5 e6\nf4 d6 f6\nd3\nquit\n", monkeypatch, capsys)
    assert "A1 is not one of them." in out
    assert "Still to find: 3." in out
    assert "four squares" in out
    assert "Done" not in out


def test_an_unknown_lesson_gets_the_names_that_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run("learn", "tic_tac_toe", "openings", capsys=capsys)
    assert code == 2
    assert "three, forks, centre" in err
