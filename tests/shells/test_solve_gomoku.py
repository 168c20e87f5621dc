"""`orchard solve gomoku`: wins by threats, what it prints, and what it says to bad input."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.shells.command import run

OPEN_THREE = "------- ---O--- --XXX-- --O---- ------- ------- ------- X"
NOTHING = "------- ---O--- --X-X-- --O---- ------- ------- ------- X"
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def solve(capsys: pytest.CaptureFixture[str]) -> Run:
    return lambda *arguments: run("solve", *arguments, capsys=capsys)


@pytest.mark.parametrize("kind", ["vcf", "vct"])
def test_an_open_three_wins_in_two(solve: Run, kind: str) -> None:
    answer = json.loads(solve("gomoku:7", OPEN_THREE, "--kind", kind, "--json")[1])
    assert answer["result"] == "win"
    assert len(answer["line"]) == 3
    assert answer["line"][0] in ("b5", "f5")  # either end of the three
    assert answer["nodes"] > 0
    assert answer["seconds"] >= 0


def test_people_read_how_many_moves_the_win_takes(solve: Run) -> None:
    code, out, _ = solve("gomoku:7", OPEN_THREE)
    assert code == 0
    assert "X black to move: wins in 2 by fours and threes" in out
    assert out.splitlines()[1].startswith("line: ")


def test_a_position_without_threats_has_none(solve: Run) -> None:
    answer = json.loads(solve("gomoku:7", NOTHING, "--json")[1])
    assert (answer["result"], answer["line"]) == ("none", [])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gomoku:7", OPEN_THREE, "--wld"], "--wld does not apply to Gomoku"),
        (["gomoku:7", OPEN_THREE, "--table-mb", "64"], "--table-mb does not apply to Gomoku"),
        (["gomoku:7", OPEN_THREE[:-4] + " X"], "board text has"),
        (["gomoku:7", OPEN_THREE, "--kind", "vcx"], "vcx"),
        (["gomoku:7", "XXXXX-- OOOO--- ------- ------- ------- ------- ------- O"], "the game is over"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(solve: Run, arguments: list[str], words: str) -> None:
    code, _, err = solve(*arguments)
    assert code == 2
    assert words in err
