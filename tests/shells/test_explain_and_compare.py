"""orchard explain and orchard compare: the promised names, drawings, and one line for what is wrong."""

from __future__ import annotations

import json

import pytest

from tests.games.reversi.test_features import CHECK_BOARD
from tests.shells.test_cli import run


def test_explain_gives_the_features_by_name_with_and_without_a_side(capsys: pytest.CaptureFixture[str]) -> None:
    for text in (CHECK_BOARD, CHECK_BOARD + " X", CHECK_BOARD + " O"):
        code, out, _ = run("explain", "reversi", text, "--json", capsys=capsys)
        found = json.loads(out)
        assert code == 0
        for side in ("black", "white"):
            assert list(found[side]) == ["discs", "moves", "safe_moves", "corner_risk", "stable", "frontier"]
        assert [found["black"][name] for name in ("discs", "moves", "safe_moves", "corner_risk", "stable")] == [
            28,
            7,
            4,
            1,
            12,
        ]
        assert found["white"]["corner_risk"] == 1


def test_explain_takes_a_transcript(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(run("explain", "reversi", "--moves", "f5", "--json", capsys=capsys)[1])
    assert (found["black"]["discs"], found["white"]["discs"]) == (4, 1)
    assert (found["black"]["moves"], found["white"]["moves"]) == (3, 3)  # by hand: c3 d3 c4, and f4 d6 f6


def test_explain_draws_the_board_with_what_each_move_turns(capsys: pytest.CaptureFixture[str]) -> None:
    start = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
    out = run("explain", "reversi", start, capsys=capsys)[1]
    assert " 3   -  -  -  1  -  -  -  -" in out
    assert "X black to move" in out
    assert "safe_moves" in out
    assert "O* O*  X" in run("explain", "reversi", CHECK_BOARD, capsys=capsys)[1]


def test_explain_shows_gomoku_scores_and_runs(capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["-" * 15 for _ in range(15)]
    rows[7] = "------XXXX-----"
    found = json.loads(run("explain", "gomoku", "/".join(rows), "--json", capsys=capsys)[1])
    assert found["scores"][7][:7] == [0, 0, 0, 1, 3, 24, 0]
    assert found["scores"][6][5:11] == [3, 6, 9, 9, 6, 3]
    assert found["black"]["runs"][0]["open_ends"] == ["f8", "k8"]
    drawn = run("explain", "gomoku", "/".join(rows), capsys=capsys)[1]
    assert " 8   -  -  -  1  3 24  X  X  X  X 24  3  1  -  -" in drawn
    assert "4 across: g8 h8 i8 j8; open ends: f8 and k8" in drawn


def test_compare_puts_the_searches_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    ways = ["minimax", "alphabeta", "negascout"]
    code, out, _ = run("compare", *ways, "--depth", "5", "--json", capsys=capsys)
    rows = json.loads(out)["ways"]
    assert code == 0
    assert [row["name"] for row in rows] == ways
    assert len({row["value"] for row in rows}) == 1
    assert rows[0]["nodes"] > rows[1]["nodes"] > rows[2]["nodes"]
    drawn = run("compare", "--depth", "4", capsys=capsys)[1]
    assert all(name in drawn for name in ("alphabeta+table", "alphabeta+history", "alphabeta+ordering"))
    assert "█" in drawn
    reversed_ = run("compare", "reversed_reversi", "alphabeta", "--depth", "3", "--json", capsys=capsys)[1]
    assert json.loads(reversed_)["game"] == "reversed_reversi"


def test_where_there_are_many_moves_the_searches_are_less_deep(capsys: pytest.CaptureFixture[str]) -> None:
    answer = json.loads(run("compare", "gomoku", "alphabeta", "--json", capsys=capsys)[1])
    assert answer["depth"] == 3  # 225 moves: 11 million lines of three plies, 2.6 billion of four
    assert [row["name"] for row in answer["ways"]] == ["alphabeta"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("compare", "quantum"), "no way to search called 'quantum'"),
        (("compare", "--eval", "luck"), "no evaluation 'luck'; there are"),
        (("compare", "--position", "X" * 64 + " X"), "the game is over"),
        (("explain", "reversi", "XO"), "board text has 2 characters"),
        (("explain", "reversi", "XO", "--moves", "f5"), "not both"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(*arguments, capsys=capsys)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_the_game_timing_of_bench_plays_the_same_game_twice() -> None:
    from orchard.games.reversi.benches import games

    rows = list(games.rows(repeat=1))
    assert [row["what"] for row in rows] == ["game, minimax", "game, alphabeta"]
    assert rows[0]["count"] > rows[1]["count"]
