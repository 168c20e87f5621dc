"""`orchard solve`: what it prints, and what it says to bad input."""

from __future__ import annotations

import json
import os
import signal
import threading

import pytest

from tests.shells.command import run

FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
FFO_49 = "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X"


@pytest.fixture
def solve(capsys):
    """Run the command in this process: (exit code, stdout, stderr)."""

    return lambda *arguments: run("solve", *arguments, capsys=capsys)


def test_json_has_score_move_line_nodes_and_seconds(solve):
    answer = json.loads(solve("reversi", FFO_40, "--json")[1])
    assert (answer["score"], answer["move"], answer["line"][0], answer["result"]) == (38, "a2", "a2", "win")
    assert answer["nodes"] > 1000
    assert answer["seconds"] > 0


def test_every_move_gets_a_score_and_the_best_is_first(solve, tmp_path):
    file = tmp_path / "positions.obf"
    file.write_text(f"{FFO_40}; a2:+38; % the first of the suite\n{FFO_40};\n")
    answers = json.loads(solve("reversi", str(file), "--json", "--all-moves", "--threads", "2")[1])
    assert [answer["score"] for answer in answers] == [38, 38]
    scores = [move["score"] for move in answers[0]["moves"].values()]
    assert scores == sorted(scores, reverse=True)
    assert next(iter(answers[0]["moves"])) == "a2"
    assert scores[0] == 38


def test_win_draw_loss_is_decided_without_the_score(solve):
    answer = json.loads(solve("reversi", FFO_40, "--wld", "--json")[1])
    assert answer["result"] == "win"
    assert "win" in solve("reversi", FFO_40, "--wld")[1]


def test_ctrl_c_prints_the_bounds_known(solve):
    solve("reversi", FFO_40, "--wld")  # the kernels are there, so that the signal meets the search
    threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
    code, out, err = solve("reversi", "-" * 19 + FFO_49[19:], "--json")
    assert code == 130
    assert "stopped" in err
    answer = json.loads(out)
    assert answer["score"] is None
    assert answer["lower"] < answer["upper"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("reversi", "nowhere.obf"), "cannot read nowhere.obf"),
        (("reversi", "XO"), "board text"),
        (("reversi", FFO_40, "--threads", "0"), "threads"),
        (("chess", FFO_40), "chess"),
    ],
)
def test_bad_input_is_one_line_and_exit_2(solve, arguments, says):
    code, _, err = solve(*arguments)
    assert code == 2
    assert says in err
    assert len(err.strip().splitlines()) == 1
