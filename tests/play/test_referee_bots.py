"""Every verdict, shown by a bot that earns it. The referee survives all of them, and no process is left behind."""

from __future__ import annotations

import json
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import pytest

from orchard.core.choice import Stop
from orchard.play.record import GameRecord
from orchard.play.referee import GameSetup, GameStoppedError, Rules, play_game
from orchard.players import _cgroup, _sandbox
from orchard.shells.cli import main
from tests.leftovers import linux_only, processes_of, wait_until_gone

BOTS = Path(__file__).parent.parent / "bots"
SHORT = Rules(seconds_per_move=0.4, tolerance_s=0.05)
SMALL = Rules(memory_mb=256)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that every process of a bot carries in its command line or environment."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


@pytest.fixture(params=["sandbox", "no sandbox"])
def walls(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """With bwrap and without it: nothing but what the bot can reach may differ."""
    if request.param == "no sandbox":
        monkeypatch.setattr(_sandbox, "_found", lambda: ("", "switched off in this test"))
    elif not _sandbox._found()[0]:
        pytest.skip(f"SKIPPED the sandbox: {_sandbox._found()[1]}")
    return str(request.param)


def meet(home: Path, name: str, rules: Rules, game: str = "reversi", color: str = "black", seed: int = 1) -> GameRecord:
    """A game of the bot against random, and the proof that nothing of it is left."""
    bot = Path(shutil.copy(BOTS / f"{name}.py", home))
    seats = {"black": "random", "white": "random", color: f"file:{bot}"}
    record = play_game(GameSetup(name, game, seed=seed, rules=rules, **seats))
    assert processes_of(home) == []
    assert [path.name for path in home.iterdir() if path.is_dir()] == [], "a bot's folder was left behind"
    return record


FAULTS = [
    ("slow", SHORT, "time", "0.400 s"),
    ("hanging", SHORT, "time", "gave no answer within 0.400 s and was stopped"),
    ("hanging_at_import", Rules(startup_s=0.5), "time", "was not ready 0.5 s after its start"),
    ("crash_at_import", Rules(), "crash", "raised FileNotFoundError"),
    ("crash_in_game", Rules(), "crash", "raised ZeroDivisionError: division by zero"),
    ("segfault", Rules(), "crash", "was ended by signal 11"),
    ("exits", Rules(), "crash", "ended itself with exit code 0 instead of answering"),
    ("exits_politely", Rules(), "crash", "ended itself: sys.exit('I give up')"),
    ("eats_memory", SMALL, "memory", "ran out of memory"),
    ("children_eat_memory", Rules(memory_mb=150), "memory", "it and its children held"),
    ("fork_bomb", Rules(), "memory", "processes at once (256 are allowed)"),
    ("returns_none", Rules(), "illegal", "answered 'None': black may not pass"),
    ("returns_nonsense", Rules(), "illegal", "that is a dict, and a move such as 'f5' was expected"),
    ("out_of_board", Rules(), "illegal", "(9, 9) is outside the board: rows and columns are 0 to 7"),
    ("illegal_thrice", Rules(), "illegal", "the square is occupied, 3 illegal answers in a row"),
    ("illegal_twice", Rules(illegal=2), "illegal", "no square 'Z99' on this board"),
    ("deepcopy_raises", Rules(), "crash", "raised RuntimeError: this can't be copied"),
    ("answers_with_a_trap", Rules(), "crash", "raised RuntimeError: hands off"),
    ("offers_nothing", Rules(), "protocol", "offers no bot"),
]


SHOWN_AGAIN = ("hanging", "crash_in_game", "eats_memory", "illegal_thrice", "offers_nothing")  # one of each verdict


@linux_only
@pytest.mark.parametrize(("name", "rules", "verdict", "reason"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_the_fault_is_named_kept_and_shown_again_by_its_command(
    name: str, rules: Rules, verdict: str, reason: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = meet(home, name, rules)
    assert record.fault is not None
    assert (record.verdict, record.fault.verdict) == (verdict, verdict)
    assert (record.winner, record.score, record.fault.player) == ("white", -64, "black")
    assert reason in record.fault.reason
    assert record.fault.position == record.last_position().text
    if name not in SHOWN_AGAIN:
        return

    words = shlex.split(record.fault.command)
    assert words[0] == "orchard"
    with pytest.raises(SystemExit) as stop:
        main([*words[1:], "--json"])
    assert stop.value.code == 0
    again = json.loads(capsys.readouterr().out)
    assert (again["fault"]["verdict"], again["fault"]["position"]) == (verdict, record.fault.position)
    assert len(again["moves"]) == len(record.moves)
    assert processes_of(home) == []


@linux_only
def test_the_bundle_of_a_crash_has_traceback_stderr_and_clock(home: Path) -> None:
    record = meet(home, "crash_in_game", Rules(seconds_per_move=7))
    assert record.fault is not None
    assert len(record.moves) == 4  # two of its own, two answers
    assert "ZeroDivisionError" in record.fault.traceback
    lines = (BOTS / "crash_in_game.py").read_text().splitlines()
    guilty = next(number for number, line in enumerate(lines, 1) if "1 / (self.asked - 3)" in line)
    assert f'crash_in_game.py", line {guilty}, in go' in record.fault.traceback
    assert "_bot_runner" not in record.fault.traceback
    assert "asked 3 times" in record.fault.stderr
    assert record.fault.clock_seconds == 7
    assert GameRecord.from_json(json.loads(json.dumps(record.as_json()))) == record


@linux_only
def test_stderr_is_kept_with_every_fault_not_only_with_a_crash(home: Path) -> None:
    bot = home / "talks.py"
    bot.write_text(
        "import sys\ndef choose(position, limits):\n    print('I like a1', file=sys.stderr)\n    return 'a1'\n"
    )
    fault = play_game(GameSetup("x", "reversi", "random", f"file:{bot}")).fault
    assert fault is not None
    assert (fault.verdict, fault.stderr) == ("illegal", "I like a1\n" * 3)


@linux_only
def test_a_segfault_leaves_the_line_it_happened_in(home: Path) -> None:
    fault = meet(home, "segfault", Rules()).fault
    assert fault is not None
    assert "segfault.py" in fault.stderr


@linux_only
def test_printing_anything_anywhere_breaks_nothing_and_is_kept(home: Path) -> None:
    record = meet(home, "prints_garbage", Rules())
    assert record.verdict == "normal"
    assert record.output["black"].startswith('{"answer": "a1"}\nthinking about ')
    assert "not even text" in record.output["black"]
    assert len(record.output["black"]) < 40_000


@linux_only
def test_output_beyond_its_bound_is_left_out_of_the_middle(home: Path) -> None:
    loud = home / "loud.py"
    text = "def choose(position, limits):\n    print('first' if position.ply == 0 else 'y' * 100_000)\n"
    loud.write_text(text + "    return position.legal()[0]\n")
    record = play_game(GameSetup("loud", "reversi", f"file:{loud}", "random"))
    assert record.verdict == "normal"
    assert record.output["black"].startswith("first\nyyy")
    assert "bytes left out" in record.output["black"]
    assert len(record.output["black"]) < 33_000


@linux_only
def test_children_of_a_bot_end_with_it(home: Path, walls: str) -> None:
    record = meet(home, "forks", Rules())
    assert record.verdict == "normal"
    assert len(record.moves) >= 9


@linux_only
def test_a_hanging_bot_is_stopped_soon_after_its_time(home: Path, walls: str) -> None:
    started = time.perf_counter()
    record = meet(home, "hanging", SHORT)
    assert record.verdict == "time"
    assert record.fault is not None
    assert record.fault.used_seconds is not None
    assert 0.4 < record.fault.used_seconds < 1.5
    assert time.perf_counter() - started < 5


@linux_only
def test_killing_the_watchman_does_not_help(home: Path, walls: str) -> None:
    record = meet(home, "kills_its_parent", Rules())
    assert record.verdict == ("normal" if walls == "sandbox" else "protocol")
    record = meet(home, "kills_its_parent_at_import", Rules(startup_s=2.0))
    assert record.verdict == ("time" if walls == "sandbox" else "protocol")


@linux_only
def test_processor_time_is_limited_too(home: Path) -> None:
    from orchard.core.choice import Limits
    from orchard.games import game
    from orchard.players import player
    from orchard.players._fault import PlayerFaultError
    from orchard.players._process import Allowance

    bot = Path(shutil.copy(BOTS / "burns_processor.py", home))
    burning = player(f"file:{bot}")
    burning.allowance = Allowance(cpu_s=1)  # type: ignore[attr-defined]
    with pytest.raises(PlayerFaultError, match="used up its 1 s of processor time") as caught:
        burning.choose(game("reversi").start(), Limits(seconds=30))
    assert caught.value.verdict == "time"
    assert processes_of(home) == []


@linux_only
def test_two_illegal_answers_and_then_a_legal_one_go_on(home: Path) -> None:
    record = meet(home, "illegal_twice", Rules())
    assert record.verdict == "normal"
    assert record.moves[0].refused == ("'D4'", "'Z99'")
    assert all(len(move.refused) == 2 for move in record.moves[0::2])


@linux_only
@pytest.mark.parametrize(("name", "game"), [("mutates_board", "reversi"), ("mutates_array", "reversed_reversi")])
def test_changing_the_board_it_was_given_changes_nothing(name: str, game: str, home: Path) -> None:
    record = meet(home, name, Rules(), game=game, color="white")
    assert record.verdict == "normal"
    assert len(record.moves) >= 9


@linux_only
@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("good_aiplayer", "reversi"),
        ("good_ai", "reversi"),
        ("good_ai", "reversed_reversi"),
        ("good_choose", "reversi"),
        ("good_choose", "reversed_reversi"),
        ("good_choose", "gomoku"),
    ],
)
def test_good_bots_play_to_the_end(name: str, game: str, home: Path) -> None:
    record = meet(home, name, Rules(), game=game, color="white")
    assert (record.verdict, record.fault) == ("normal", None)
    assert record.last_position().is_over
    assert f"{name}.py sha256:" in record.versions["white"]
    assert "sandbox" in record.versions["white"]


@linux_only
def test_a_bot_that_uses_dice_plays_the_same_game_again(home: Path) -> None:
    bot = home / "dice.py"
    bot.write_text("import random\ndef choose(position, limits):\n    return random.choice(position.legal())\n")
    games = [play_game(GameSetup("x", "reversi", f"file:{bot}", "random", seed=seed)).transcript for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


@linux_only
def test_two_bots_from_one_file_play_each_other(home: Path) -> None:
    spec = f"file:{BOTS / 'good_aiplayer.py'}"
    record = play_game(GameSetup("x", "reversi", spec, spec))
    assert record.verdict == "normal"
    assert processes_of(home) == []


@linux_only
def test_a_bots_processes_end_even_when_the_referee_is_killed(home: Path, walls: str) -> None:
    bot = home / "forks_and_hangs.py"
    bot.write_text((BOTS / "forks.py").read_text() + "\n\ndef choose(position, limits):\n    leave_children()\n"
                   f"    print(open({str(home / 'here')!r}, 'w')) if {walls!r} == 'no sandbox' else None\n"
                   "    time.sleep(600)\n")  # fmt: skip
    words = [sys.executable, "-m", "orchard", "referee", "reversi", "--black", f"file:{bot}", "--white", "random"]
    environment = {"PATH": "/usr/bin:/bin", "TMPDIR": str(home), "PYTHONPATH": ":".join(sys.path)}
    environment["HOME"] = str(Path.home())
    if walls == "no sandbox":
        environment["ORCHARD_SANDBOX"] = "off"
    referee = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while len(processes_of(home)) < 6 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(processes_of(home)) >= 6, "the bot has not started its children"
    referee.send_signal(signal.SIGKILL)
    referee.wait()
    assert wait_until_gone(home, 5) == []


@linux_only
def test_leftovers_would_be_seen(tmp_path: Path) -> None:
    left = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)", str(tmp_path)])
    try:
        deadline = time.monotonic() + 10
        while not processes_of(tmp_path) and time.monotonic() < deadline:
            time.sleep(0.02)  # until it runs its own command
        assert wait_until_gone(tmp_path, 0.1) != []
    finally:
        left.kill()
        left.wait()
    assert wait_until_gone(tmp_path, 2) == []


@linux_only
def test_a_raised_stop_flag_does_not_wait_for_a_hanging_bot(home: Path) -> None:
    bot = Path(shutil.copy(BOTS / "hanging.py", home))
    stop = Stop()
    started = time.perf_counter()
    threading.Timer(0.5, stop.set).start()
    with pytest.raises(GameStoppedError):
        play_game(GameSetup("x", "reversi", f"file:{bot}", "random"), stop=stop)
    assert time.perf_counter() - started < 10
    assert processes_of(home) == []


def test_a_process_that_we_cannot_start_is_our_failure_and_not_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_more_processes(*_: object, **__: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", no_more_processes)
    with pytest.raises(BlockingIOError):
        play_game(GameSetup("x", "reversi", f"file:{BOTS / 'good_choose.py'}", "random"))


def counted_in_the_opponents_turn(home: Path, ponder: str) -> int:
    """How far the bot `ponders` counted in 0.4 s between its answer and the next question."""
    from orchard.core.choice import Limits
    from orchard.games import game
    from orchard.players import player
    from orchard.players._process import Allowance

    bot = player(f"file:{shutil.copy(BOTS / 'ponders.py', home)}")
    bot.allowance = Allowance(ponder=ponder)  # type: ignore[attr-defined]
    position = game("reversi").start()
    for _ in range(2):
        bot.choose(position, Limits(seconds=10))
        time.sleep(0.4)
    bot.close()
    first, second = (int(line.split()[1]) for line in bot.output("black").splitlines())  # type: ignore[attr-defined]
    return second - first


@linux_only
def test_a_bot_stands_still_in_the_opponents_turn_and_ends_as_well_then(home: Path, walls: str) -> None:
    assert counted_in_the_opponents_turn(home, "engines") < 20
    assert processes_of(home) == []


@linux_only
def test_a_bot_that_may_ponder_does(home: Path) -> None:
    assert counted_in_the_opponents_turn(home, "everyone") > 40


def comes_to_a_stop(pid: int, seconds: float) -> bool:
    """Whether the system shows the process as stopped (T) within that time; a signal takes a moment to arrive."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] == "T":
            return True
        time.sleep(0.01)
    return False


@linux_only
def test_an_engine_ponders_unless_nobody_may(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from orchard.core.choice import Limits
    from orchard.games import game
    from orchard.players import player
    from orchard.players._process import Allowance

    monkeypatch.setenv("ORCHARD_SHOW", str(BOTS.parent))  # the engine needs a module of the folder above it
    monkeypatch.setattr(_cgroup, "place", lambda: None)  # a frozen process does not show in its state
    states = {}
    for ponder in ("engines", "nobody"):
        engine = player(f"gtp:{sys.executable} {BOTS / 'gtp_engine.py'}")
        engine.allowance = Allowance(ponder=ponder)  # type: ignore[attr-defined]
        engine.choose(game("reversi").start(), Limits(seconds=10))
        bot = engine._programs["black"]._status["bot"]  # type: ignore[attr-defined]
        states[ponder] = "stopped" if comes_to_a_stop(bot, seconds=0.5) else "runs"
        assert str(engine.choose(game("reversi").replay("f5d6"), Limits(seconds=10)).move)
        engine.close()
    assert states == {"engines": "runs", "nobody": "stopped"}
    assert processes_of(home) == []


def test_who_may_ponder_is_one_of_three_words() -> None:
    from orchard.core.errors import OptionError

    with pytest.raises(OptionError, match="ponder='me' must be one of engines, everyone, nobody"):
        Rules(ponder="me")
