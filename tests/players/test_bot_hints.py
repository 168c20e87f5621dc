"""What students of public courses hand in, and what they are told when it does not work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import orchard
from orchard.play import referee
from orchard.play.referee import GameSetup, Rules, play_game
from orchard.players._burden import Burden
from orchard.players._fault import PlayerFaultError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="bots run on Linux here")


@pytest.fixture
def bot(tmp_path: Path):
    """The player of a file with this text."""
    made = []

    def make(text: str) -> orchard.Player:
        folder = tmp_path / f"{len(made)}"
        folder.mkdir()
        (folder / "bot.py").write_text(text)
        made.append(orchard.player(f"file:{folder / 'bot.py'}"))
        return made[-1]

    yield make
    for player in made:
        player.close()


def fault_of(player: orchard.Player, startup_s: float = 20.0) -> PlayerFaultError:
    player.allowance = type(player.allowance)(startup_s=startup_s)
    with pytest.raises(PlayerFaultError) as fault:
        player.prepare(orchard.game("reversi"), "black", orchard.Limits(seconds=1))
    return fault.value


def test_a_missing_module_says_which_python_to_install_it_into(bot) -> None:
    fault = fault_of(bot("from func_timeout import func_timeout\nclass AI:\n    def go(self, b): pass\n"))
    assert fault.verdict == "crash"
    assert "needs the module 'func_timeout'" in fault.reason
    assert f"{sys.executable} -m pip install func_timeout" in fault.reason
    assert "put it beside the bot if func_timeout.py is a file of your own" in fault.reason


def test_a_file_that_asks_a_person_is_told_that_a_bot_has_no_input(bot) -> None:
    fault = fault_of(bot("def play():\n    input('your move? ')\nplay()\n"))
    assert fault.verdict == "crash"
    assert fault.reason.endswith("what plays with a person goes below if __name__ == '__main__'")
    assert 'bot.py", line 2, in play' in fault.traceback


def test_a_class_ai_that_returns_its_move_is_told_where_to_put_it(bot) -> None:
    player = bot("class AI:\n    def __init__(self, *_): pass\n    def go(self, board): return [(2, 3)]\n")
    player.prepare(orchard.game("reversi"), "black", orchard.Limits(seconds=5))
    with pytest.raises(PlayerFaultError, match=r"keeps no candidate_list: go\(chessboard\) puts \(row, column\) there"):
        player.choose(orchard.game("reversi").start(), orchard.Limits(seconds=5))


def test_classes_under_other_names_are_named(bot) -> None:
    fault = fault_of(bot("class AI1:\n    def go(self, board): pass\nclass Node: pass\n"))
    assert fault.reason.endswith("found instead: AI1 with go: rename the class")


def test_a_file_that_plays_a_game_when_it_is_imported_shows_where(bot) -> None:
    fault = fault_of(bot("import time\ndef play():\n    time.sleep(60)\nplay()\n"), startup_s=2.0)
    assert fault.verdict == "time"
    assert "below if __name__ == '__main__'" in fault.reason
    assert 'bot.py", line 3 in play' in fault.stderr


def test_names_that_numpy_and_python_no_longer_have_work_with_a_note(bot) -> None:
    player = bot(
        "import time\nimport numpy as np\n"
        "class AI:\n"
        "    def __init__(self, chessboard_size, color, time_out):\n"
        "        self.candidate_list, self.seen = [], np.zeros((8, 8), dtype=np.int)\n"
        "    def go(self, chessboard):\n"
        "        began = time.clock()\n"
        "        self.candidate_list = [(np.int(4), 5)] if np.bool(True) else []\n"
    )
    assert player.choose(orchard.game("reversi").start(), orchard.Limits(seconds=5)).move == "f5"
    player.close()
    notes = player.errors("black")
    assert "np.int is gone since NumPy 1.24" in notes
    assert "time.clock() is gone" in notes


@pytest.mark.parametrize(("game", "move"), [("gomoku", "b12"), ("gomoku:9:standard", "b6")])
def test_class_ai_plays_gomoku_on_a_board_of_its_size(bot, game: str, move: str) -> None:
    player = bot(
        "class AI:\n"
        "    def __init__(self, chessboard_size, color, time_out):\n"
        "        self.size, self.color = chessboard_size, color\n"
        "    def go(self, chessboard):\n"
        "        assert chessboard.shape == (self.size, self.size) and chessboard[0, 2] == -self.color\n"
        "        self.candidate_list = [(3, 1)]\n"
    )
    rules = orchard.game(game)
    position = rules.start().play(rules.board.moves[2])  # the third square of the top row
    assert player.choose(position, orchard.Limits(seconds=5)).move == move  # the fourth row from the top


# ------------------------------------------------------------------------------------------------ late, and why

BURNS = "import time\ndef choose(position, limits):\n    while True: pass\n"
ANSWERS_LATE = (
    "import time\n"
    "def choose(position, limits):\n"
    "    began, used = time.perf_counter(), time.process_time()\n"
    "    while time.process_time() < used + 0.2: pass\n"
    "    time.sleep(max(0, began + 0.6 - time.perf_counter()))\n"
    "    return position.legal()[0]\n"
)
SLEEPS = "import time\ndef choose(position, limits):\n    time.sleep(0.9)\n    return position.legal()[0]\n"


@pytest.mark.parametrize(("text", "least", "most"), [(BURNS, 0.1, 2.0), (SLEEPS, 0.0, 0.1)])
def test_a_late_bot_is_told_how_long_it_computed(tmp_path: Path, text: str, least: float, most: float) -> None:
    (tmp_path / "bot.py").write_text(text)
    rules = Rules(seconds_per_move=0.5, startup_s=20)
    fault = play_game(GameSetup("x", "reversi", f"file:{tmp_path / 'bot.py'}", "random", rules=rules)).fault
    assert fault is not None
    assert (fault.verdict, fault.computed_seconds is not None) == ("time", True)
    assert least <= fault.computed_seconds <= most
    assert f"it computed for {fault.computed_seconds:.2f} s" in fault.reason


def test_a_bot_that_answers_too_late_is_told_so_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(referee, "GRACE_S", 20.0)  # so that its answer is always heard
    (tmp_path / "bot.py").write_text(ANSWERS_LATE)
    rules = Rules(seconds_per_move=0.5, startup_s=20)
    fault = play_game(GameSetup("x", "reversi", f"file:{tmp_path / 'bot.py'}", "random", rules=rules)).fault
    assert fault is not None
    assert "black took" in fault.reason
    assert fault.computed_seconds == pytest.approx(0.2, abs=0.15)
    assert f"it computed for {fault.computed_seconds:.2f} s" in fault.reason


def test_the_machine_is_named_where_it_may_be_the_reason() -> None:
    assert str(Burden(2.0, 0.3)) == "it computed for 2.00 s"
    assert str(Burden(1.0, 1.5)).endswith("waited 1.50 s for a core: the machine was busy, which may be the reason")
    assert Burden(3.0, 2.0).since(Burden(1.0, 1.9)) == Burden(2.0, pytest.approx(0.1))
