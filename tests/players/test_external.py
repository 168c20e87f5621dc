"""Bots in processes of their own: the boards they get, the walls around them, and how a spec names them."""

from __future__ import annotations

import json
import pickle
import random
import shutil
import socket
import sys
import tempfile
import time
from copy import deepcopy
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.core.errors import OptionError
from orchard.games.reversi import plain_rules
from orchard.players import _sandbox, player
from orchard.players._bot_board import Board
from orchard.players._fault import PlayerFaultError, RefusedAnswerError
from orchard.players._process import Allowance, Capture, Program, ProgramEndedError, ProgramTimeoutError
from tests.leftovers import linux_only, processes_of
from tests.slow_referee import SlowReversi

BOTS = Path(__file__).parent.parent / "bots"


def random_slow_games(games: int) -> list[SlowReversi]:
    """Positions of random games, played by the slow referee."""
    dice = random.Random(5)
    found = []
    for _ in range(games):
        game = SlowReversi()
        while not game.over():
            moves = game.moves(game.side)
            game.play(dice.choice(moves) if moves else None)
            found.append(deepcopy(game))
    return found


# ------------------------------------------------------------------------------------------------ the AIPlayer board


def test_the_board_knows_the_rules() -> None:
    for slow in random_slow_games(4):
        board = Board(slow.rows)
        for side in "XO":
            legal = ["ABCDEFGH"[column] + str(row + 1) for row, column in slow.moves(side)]
            assert sorted(board.get_legal_actions(side)) == sorted(legal)
            assert board.count(side) == slow.count(side)
            for action in legal:
                after, expected = deepcopy(board), deepcopy(slow)
                expected.side = side
                expected.play((int(action[1]) - 1, "ABCDEFGH".index(action[0])))
                turned = after._move(action, side)
                assert after._board == expected.rows
                assert isinstance(turned, list)
                after.backpropagation(action, turned, side)
                assert after._board == slow.rows


def test_the_board_begins_like_othello_and_tells_the_winner() -> None:
    board = Board()
    assert board._board[3][3] == board._board[4][4] == "O"
    assert board._board[3][4] == board._board[4][3] == "X"
    assert board.get_legal_actions("X") == ["D3", "C4", "F5", "E6"]
    assert board.get_winner() == (2, 0)
    board._move("D3", "X")
    assert board.get_winner() == (0, 3)
    board._board = [["O"] * 8 for _ in range(8)]
    assert board.get_winner() == (1, 64)
    assert board.count(".") == 0


def test_an_illegal_move_on_the_board_changes_nothing() -> None:
    board = Board()
    assert board._move("A1", "X") is False
    assert board._move((9, 9), "X") is False
    assert board._board == Board()._board
    assert (board.board_num("D3"), board.num_board((2, 3))) == ((2, 3), "D3")


def test_copies_of_the_board_are_independent() -> None:
    board = Board()
    for copy in (deepcopy(board), pickle.loads(pickle.dumps(board))):
        copy._move("D3", "X")
        assert board._board == Board()._board != copy._board


def test_rules_without_numba_are_the_same_rules() -> None:
    for slow in random_slow_games(3):
        masks = dict.fromkeys("XO", 0)
        for row in range(8):
            for column in range(8):
                if slow.rows[row][column] != ".":
                    masks[slow.rows[row][column]] |= 1 << 8 * row + column
        own, enemy = masks[slow.side], masks[slow.enemy]
        assert plain_rules.legal_mask(own, enemy) == sum(1 << 8 * r + c for r, c in slow.moves(slow.side))
        for row, column in slow.moves(slow.side):
            turned = sum(1 << 8 * r + c for r, c in slow.enclosed(row, column, slow.side))
            assert plain_rules.flip_mask(own, enemy, 8 * row + column) == turned


def test_a_choose_bot_gets_the_real_position_without_loading_numba(tmp_path: Path) -> None:
    bot = tmp_path / "curious.py"
    bot.write_text(
        "import sys, orchard\n"
        "def choose(position, limits):\n"
        "    assert isinstance(position, orchard.Position), type(position)\n"
        "    assert position.transcript == 'f5d6c3' and position.ply == 3 and position.last_move == 'c3'\n"
        "    assert limits.seconds == 9 and limits.nodes == 50, limits\n"
        "    after = position.play('d3')\n"
        "    assert 'numba' not in sys.modules\n"
        "    return orchard.Choice(after.last_move, value=2.5, nodes=3, note='seen')\n"
    )
    curious = player(f"file:{bot}")
    choice = curious.choose(orchard.game("reversi").replay("f5d6c3"), Limits(seconds=9, nodes=50))
    curious.close()
    assert (choice.move, choice.value, choice.nodes, choice.note) == ("d3", 2.5, 3, "seen")


def test_a_bot_may_use_orchards_compiled_players(tmp_path: Path) -> None:
    bot = tmp_path / "borrowing.py"
    text = "import orchard\nhelper = orchard.player('random')\n\nclass Mine:\n    def choose(self, position, limits):\n"
    bot.write_text(
        text + "        assert position.game.perft(position, 3) == 56\n        return helper.choose(position)\n"
    )
    borrowing = player(f"file:{bot}")
    assert borrowing.choose(orchard.game("reversi").start()).move in ("d3", "c4", "f5", "e6")
    borrowing.close()


def test_a_bot_may_have_modules_beside_it(tmp_path: Path) -> None:
    (tmp_path / "opening_book.py").write_text("FIRST = 'F5'\n")
    (tmp_path / "bot.py").write_text(
        "from opening_book import FIRST\nclass AIPlayer:\n    def __init__(self, color): assert color == 'X'\n"
        "    def get_move(self, board): return FIRST\n"
    )
    bot = player(f"file:{tmp_path / 'bot.py'}")
    assert bot.choose(orchard.game("reversi").start()).move == "f5"
    bot.close()


# ------------------------------------------------------------------------------------------------ specs


def test_the_argument_of_a_spec_is_taken_as_it_stands(tmp_path: Path) -> None:
    odd = tmp_path / "a=b,c:d {read}.py"
    shutil.copy(BOTS / "good_choose.py", odd)
    bot = player(f"file:{odd}")
    assert bot.spec == f"file:{odd}"
    assert bot.choose(orchard.game("reversi").start()).move in ("d3", "c4", "f5", "e6")
    bot.close()
    assert player("gtp:env A=1,b:2 x").spec == "gtp:env A=1,b:2 x"


@pytest.mark.parametrize("spec", ["file", "file:", "file:/", "file:missing.py", "gtp", "gtp:", "gtp:no-such-engine"])
def test_a_bot_that_is_not_there_is_refused_at_once(spec: str) -> None:
    with pytest.raises(OptionError, match=r"no bot file|no program"):
        player(spec)


def test_outside_a_game_faults_and_illegal_answers_are_plain_errors() -> None:
    start = orchard.game("reversi").start()
    broken = player(f"file:{BOTS / 'crash_at_import.py'}")
    with pytest.raises(PlayerFaultError, match="FileNotFoundError"):
        broken.choose(start)
    stubborn = player(f"file:{BOTS / 'illegal_thrice.py'}")
    with pytest.raises(RefusedAnswerError, match="occupied"):
        stubborn.choose(start)
    stubborn.close()


# ------------------------------------------------------------------------------------------------ replies

REPLIES = [
    *("", "[]", "null", "7", "nonsense", "{", '{"x": 1}', '{"answer": null}', '{"answer": 3}', '{"answer": ["d3"]}'),
    *('{"answer": "d3", "value": NaN, "nodes": Infinity, "depth": -1e400}', '{"answer": "d3", "value": "high"}'),
    *('{"answer": "d3", "nodes": "many", "depth": {}, "note": [1]}', '{"answer": "d3", "nodes": 1e300}'),
    *('{"failed": "normal", "reason": 5}', '{"failed": ["crash"]}', '{"failed": "time", "traceback": {}}'),
    *('{"unreadable": null}', '{"answer": "\\u0000"}', '{"answer": "d３"}', '{"answer": "d3", "memory_mb": "x"}'),
    *('{"answer": "d3", "memory_mb": 1e18}', '{"answer": "%s"}' % ("z" * 5000)),
    *('{"answer": "d3", "value": 1%s}' % ("0" * 400), "[" * 100_000, '{"answer": "d3", "nodes": true}'),
]


@pytest.mark.parametrize("line", REPLIES, ids=lambda line: line[:40])
def test_a_bot_that_forges_replies_can_only_hurt_itself(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forger:
        token = ""

        def send(self, line: str) -> None:
            self.token = json.loads(line).get("token", "")

        def read_line(self, deadline: float, stop: object = None) -> str:
            return line.replace("{", f'{{"token": "{self.token}", ', 1)

        def pause(self) -> None: ...

        def resume(self) -> None: ...

        def close(self) -> None: ...

        output = errors = Capture()

    bot = player(f"file:{BOTS / 'good_choose.py'}")
    monkeypatch.setitem(bot._programs, "black", Forger())  # type: ignore[attr-defined]
    try:
        choice = bot.choose(orchard.game("reversi").start(), Limits(seconds=1))
    except (PlayerFaultError, RefusedAnswerError):
        return
    assert choice.move == "d3"
    assert choice.value is None or isinstance(choice.value, int | float)
    json.dumps(choice.as_json(), allow_nan=False)


# ------------------------------------------------------------------------------------------------ walls


def reach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the curious bot could reach, by its own words."""
    monkeypatch.setenv("ORCHARD_TEST_SECRET", "swordfish")
    bot = Path(shutil.copy(BOTS / "looks_around.py", tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as server:
        (tmp_path / "port").write_text(str(server.getsockname()[1]))
        curious = player(f"file:{bot}")
        curious.choose(orchard.game("reversi").start())
        curious.close()
    words = curious.output("black").splitlines()  # type: ignore[attr-defined]
    return {line.rpartition(" ")[0]: line.rpartition(" ")[2] for line in words}


def test_a_bot_sees_neither_our_environment_nor_our_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sandbox, "_found", lambda: ("", "switched off in this test"))
    seen = reach(tmp_path, monkeypatch)
    assert (seen["secret"], seen["stdin"], seen["writes at home"]) == ("None", "b''", "yes")
    assert seen["network"] == "yes", "without walls the test's own server must be reachable, or the next test is empty"


def test_behind_walls_there_is_no_network_and_nothing_to_write_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not _sandbox._found()[0]:
        pytest.skip(f"SKIPPED the sandbox: {_sandbox._found()[1]}")
    seen = reach(tmp_path, monkeypatch)
    assert (seen["network"], seen["writes beside itself"]) == ("no", "no")
    assert (seen["secret"], seen["stdin"], seen["writes at home"]) == ("None", "b''", "yes")
    assert not (tmp_path / "looks_around.py.new").exists()


@pytest.mark.parametrize(
    ("setting", "path", "expected"),
    [
        ("off", None, "switched off by ORCHARD_SANDBOX"),
        ("", "/nowhere", "bwrap is not installed"),
        ("", "broken", "bwrap does not work here"),
    ],
)
def test_without_walls_the_record_says_so(
    setting: str, path: str | None, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORCHARD_SANDBOX", setting)
    if path == "broken":
        (tmp_path / "bwrap").write_text("#!/bin/sh\necho no permission >&2\nexit 1\n")
        (tmp_path / "bwrap").chmod(0o755)
        path = str(tmp_path)
    if path:
        monkeypatch.setenv("PATH", path)
    _sandbox._found.cache_clear()
    try:
        assert expected in _sandbox.description()
        assert _sandbox.enclose(["x"], tmp_path, tmp_path) == ["x"]
    finally:
        _sandbox._found.cache_clear()


# ------------------------------------------------------------------------------------------------ programs


@pytest.mark.parametrize("by", ["/proc", "ps"])
def test_descendants_are_found_with_and_without_proc(by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    import os
    import subprocess

    from orchard.players import _supervisor

    code = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'import time; time.sleep(60)'])"
    child = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        if by == "ps":
            monkeypatch.setattr(os.path, "exists", lambda path: False)
        deadline = time.monotonic() + 10
        while len(found := _supervisor.descendants(child.pid)) < 1 and time.monotonic() < deadline:
            time.sleep(0.02)
        assert len(found) == 1
        assert child.pid in _supervisor.descendants(os.getpid())
    finally:
        os.killpg(child.pid, 9)
        child.wait()


def test_a_capture_keeps_the_beginning_and_the_end() -> None:
    capture = Capture(kept=10)
    for part in (b"abc", b"defghi", b"jklmnop"):
        capture.add(part)
    assert capture.text() == "abcde\n[... 6 bytes left out ...]\nlmnop"
    assert Capture().text() == ""


def python(code: str, **allowed: int) -> Program:
    return Program([sys.executable, "-c", code], Allowance(**allowed), channel="stdio")


def test_a_program_is_talked_to_in_lines_and_ends_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    program = python("import sys\nfor line in sys.stdin: print('you said', line, end='', flush=True)")
    program.send("hello")
    assert program.read_line(time.perf_counter() + 10) == "you said hello"
    with pytest.raises(ProgramTimeoutError):
        program.read_line(time.perf_counter() + 0.05)
    program.close()
    program.close()  # twice is fine
    assert processes_of(tmp_path) == []
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ProgramEndedError):
        program.send("are you there?")


def test_what_a_program_said_before_it_ended_is_still_read() -> None:
    program = python("import sys; print('last words'); print('why', file=sys.stderr); sys.exit(5)")
    assert program.read_line(time.perf_counter() + 10) == "last words"
    with pytest.raises(ProgramEndedError) as caught:
        program.read_line(time.perf_counter() + 10)
    assert caught.value.exit_code == 5
    program.close()
    assert program.errors.text() == "why\n"


@linux_only
def test_a_program_may_be_closed_before_it_has_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for wait_ms in range(0, 40, 5):
        program = python("import time; time.sleep(60)")
        time.sleep(wait_ms / 1000)
        program.close()
        assert processes_of(tmp_path) == []


def test_a_program_that_does_not_exist_says_so() -> None:
    program = Program(["/nowhere/engine"], Allowance(), channel="stdio")
    with pytest.raises(ProgramEndedError):
        program.read_line(time.perf_counter() + 10)
    program.close()
    assert "/nowhere/engine" in program.errors.text()


def test_an_endless_line_is_not_read_for_ever() -> None:
    program = python("import sys\nwhile True: sys.stdout.write('x' * 65536)")
    with pytest.raises(ProgramEndedError, match="a line of more than"):
        program.read_line(time.perf_counter() + 30)
    program.close()
