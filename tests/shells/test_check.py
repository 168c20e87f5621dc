"""`orchard check` and `orchard referee`: plain words, JSON, and exit codes."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest

import orchard
from orchard.play.check import exercises
from orchard.players import _sandbox
from tests.shells.command import run

BOTS = Path(__file__).parent.parent / "bots"


# ------------------------------------------------------------------------------------------------ check


def test_a_good_bot_is_ready(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("check", str(BOTS / "good_aiplayer.py"), "--game", "reversi", capsys=capsys)
    assert code == 0
    assert "is ready for Reversi: 9 checks passed" in out
    assert "FAILED" not in out
    for words in (
        "opening",
        "middle",
        "enemy passed",
        "no move as black   answered pass",
        "last move          answered e1",
    ):
        assert words in out
    assert out.count("played to the end") == 2


def test_a_slow_bot_need_not_play_its_games_to_the_end(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("orchard.play.check.GAME_S", 0.5)
    bot = tmp_path / "slow.py"
    bot.write_text("import time\ndef choose(position, limits):\n    time.sleep(0.2)\n    return position.legal()[0]\n")
    code, out, _ = run("check", str(bot), "--game", "reversi", capsys=capsys)
    assert code == 0
    # three answers of 0.2 s and a little more are beyond half a second, two are not unless the machine is busy
    ended = re.findall(r"passed game as (?:black|white) +([123]) moves in [01] s without a fault", out)
    assert len(ended) == 2


def test_a_bot_that_fails_is_told_what_why_and_how_to_see_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bot = tmp_path / "forgot_passing.py"
    bot.write_text(
        "import random\ndef choose(position, limits):\n"
        "    return random.choice([move for move in position.legal() if move != 'pass'])\n"
    )
    code, out, _ = run("check", str(bot), capsys=capsys)
    assert code == 2
    assert "passed opening" in out
    assert "FAILED no move as black   crash: black raised IndexError" in out
    assert "line 3, in choose" in out
    assert "is not ready for Reversi" in out
    command = next(line.partition("to reproduce: ")[2] for line in out.splitlines() if "to reproduce" in line)
    code, again, _ = run(*shlex.split(command)[1:], capsys=capsys)
    assert code == 0
    assert "black lost by crash: black raised IndexError" in again
    assert "to reproduce" in again


def test_an_engine_that_gives_up_is_not_ready(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORCHARD_SHOW", str(BOTS.parent))  # the engine needs a module of the folder above it
    engine = f"gtp:{sys.executable} {BOTS / 'gtp_engine.py'} gives-up"
    code, out, _ = run("check", engine, capsys=capsys)
    assert code == 2
    assert "FAILED opening            resigned" in out
    assert "passed game as black      resigned" in out


def test_an_aiplayer_is_never_asked_where_it_has_no_move(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "never_passes.py"
    bot.write_text(
        "import random\nclass AIPlayer:\n    def __init__(self, color): self.color = color\n"
        "    def get_move(self, board): return random.choice(board.get_legal_actions(self.color))\n"
    )
    code, out, _ = run("check", str(bot), capsys=capsys)
    assert code == 0
    assert "no move as black   answered pass" in out


def test_a_bot_that_does_not_start_is_asked_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("check", str(BOTS / "crash_at_import.py"), "--json", capsys=capsys)
    answer = json.loads(out)
    assert (code, answer["passed"], len(answer["checks"])) == (2, False, 1)
    assert answer["checks"][0]["fault"]["verdict"] == "crash"
    assert "FileNotFoundError" in answer["checks"][0]["fault"]["traceback"]


def test_illegal_answers_fail_a_check_even_when_the_next_answer_is_legal(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("check", str(BOTS / "illegal_twice.py"), "--json", capsys=capsys)
    answer = json.loads(out)
    assert (code, answer["passed"]) == (2, False)
    assert "after 2 illegal answers ('D4', 'Z99')" in answer["checks"][0]["words"]


def test_names_that_numpy_no_longer_has_are_noted_once(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bot = tmp_path / "old.py"
    bot.write_text("import numpy as np\n\ndef choose(position, limits):\n    return position.legal()[np.int(0)]\n")
    code, out, _ = run("check", str(bot), "--game", "tic_tac_toe", capsys=capsys)
    notes = [line for line in out.splitlines() if line.startswith("note ")]
    assert (code, notes) == (0, ["note   np.int is gone since NumPy 1.24: int takes its place"])


@pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED the sandbox: {_sandbox._found()[1]}")
def test_what_a_bot_asked_for_and_did_not_get_is_said(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own, other = tmp_path / "mine", tmp_path / "other"
    for folder in (own, other):
        folder.mkdir()
    (other / "tool").write_text("#!/bin/sh\n")
    (other / "tool").chmod(0o755)
    bot = shutil.copy(BOTS / "asks_for_what_it_may_not.py", own)
    expected = [
        ("read", "/etc/passwd"),
        ("read", str(other)),
        ("write", str(own / "notes.txt")),
        ("write", str(bot)),
        ("network", "192.0.2.1:80"),
        ("run", str(other / "tool")),
        ("read", "/etc/group"),  # by a copy of its process
    ]
    code, out, _ = run("check", str(bot), "--game", "tic_tac_toe", "--json", capsys=capsys)
    answer = json.loads(out)
    assert (code, answer["passed"]) == (0, True)
    assert [(note["kind"], note["what"]) for note in answer["denied"]] == expected
    code, out, _ = run("check", str(bot), "--game", "tic_tac_toe", capsys=capsys)
    denied = [line for line in out.splitlines() if line.startswith("denied")]
    words = ["read", "read", "write", "write", "connect to", "run the program", "read"]
    assert denied == [f"denied {word} {what}" for word, (_, what) in zip(words, expected, strict=True)]


def test_without_walls_nothing_is_denied(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_sandbox, "_found", lambda: ("", "switched off in this test"))
    bot = tmp_path / "reads.py"
    bot.write_text("open('/etc/passwd')\ndef choose(position, limits):\n    return position.legal()[0]\n")
    code, out, _ = run("check", str(bot), "--game", "tic_tac_toe", "--json", capsys=capsys)
    assert (code, json.loads(out)["denied"]) == (0, [])


def test_other_games_have_their_own_exercises(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("check", str(BOTS / "good_choose.py"), "--game", "gomoku:9", "--json", capsys=capsys)
    answer = json.loads(out)
    assert (code, answer["passed"], answer["game"]) == (0, True, "gomoku:9")
    assert [check["name"] for check in answer["checks"]][-3:] == ["last move", "game as black", "game as white"]


@pytest.mark.parametrize(
    "name", ["reversi", "reversed_reversi", "gomoku", "gomoku:5", "gomoku:20", "gomoku:renju", "gomoku:9:standard"]
)
def test_every_exercise_is_what_it_says(name: str) -> None:
    game = orchard.game(name)
    found = {}
    for exercise in exercises(game):
        position = game.replay(exercise.opening, game.parse(exercise.start) if exercise.start else game.start())
        assert not position.is_over, exercise.name
        found[exercise.name] = position
    assert found["opening"] == game.start()
    assert found["opening as white"].to_move == "white"
    assert found["last move"].empties == 1
    assert len(found["last move"].legal()) == 1
    assert len(found["middle"].legal()) > 5
    if game.passes_allowed:
        assert found["no move as black"].legal() == found["no move as white"].legal() == ["pass"]
        assert (found["no move as black"].to_move, found["no move as white"].to_move) == ("black", "white")
        assert found["enemy passed"].last_move == "pass"
        assert found["enemy passed"].legal() != ["pass"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["check", "missing.py"], "no bot file 'missing.py'"),
        (["check", "bot.py", "--game", "chess"], "no game 'chess'"),
        (["check", "gtp:no-such-engine"], "no program 'no-such-engine'"),
        (["check", "random:x=1"], "no option 'x'"),
        (["referee", "reversi", "--black", "random"], "--white"),
        (["referee", "reversi", "--black", "random", "--white", "random", "--seconds", "soon"], "'soon' is neither"),
        (["referee", "reversi", "--black", "random", "--white", "random", "--seconds", "0"], "more than 0 seconds"),
        (["referee", "reversi", "--black", "random", "--white", "random", "--memory", "1"], "--memory"),
        (["referee", "reversi", "--black", "random", "--white", "random", "--replay", "a1"], "cannot play a1"),
        (["referee", "gomoku", "--black", "gtp:true", "--white", "random"], "does not play gomoku"),
    ],
)
def test_what_the_user_got_wrong_is_one_line_and_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(*arguments, capsys=capsys)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


# ------------------------------------------------------------------------------------------------ referee


def test_one_game_is_shown_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run("referee", "reversi", "--black", "random", "--white", "random", "--seed", "3", capsys=capsys)
    assert code == 0
    assert out.splitlines()[0].split()[:2] == ["1", "black"]
    assert "score" in out.splitlines()[-1]


def test_one_game_as_json_is_the_record(capsys: pytest.CaptureFixture[str]) -> None:
    from orchard.play.record import GameRecord

    board = "---------------------------OX------XO--------------------------- X"
    words = ["--black", "random", "--white", "random", "--start", board, "--opening", "f5", "--seconds", "none"]
    code, out, _ = run("referee", "reversi", *words, "--json", capsys=capsys)
    record = GameRecord.from_json(json.loads(out))
    assert code == 0
    assert (record.verdict, record.start, record.opening) == ("normal", board, "f5")
    assert record.last_position().is_over


def test_what_a_bot_printed_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--black", "random", "--white", f"file:{BOTS / 'prints_garbage.py'}"]
    code, out, _ = run("referee", "reversi", *words, capsys=capsys)
    assert code == 0
    assert "white printed:\n" in out
    assert "thinking about" in out
