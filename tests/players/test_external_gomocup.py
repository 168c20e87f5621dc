"""Brains that speak Gomocup, under the same referee as everybody else."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.core.kernel_cache import kept_in
from orchard.play.referee import GameSetup, Rules, play_game
from orchard.players import _sandbox, gomocup
from orchard.players._process import clean_environment

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


def test_an_engine_of_ours_begins_with_the_kernels_that_are_kept_and_leaves_them_alone(tmp_path: Path) -> None:
    """Each file of the cache is copied into the empty home; compiling there would add files or take others' place."""
    orchard.player("kite")  # so that its kernels are kept
    kept = {file: file.stat().st_mtime_ns for file in kept_in().rglob("*.nb?")}
    code = "import orchard, os; orchard.player('kite'); print(os.environ['HOME'])"
    environment = clean_environment(tmp_path, 1) | {"PYTHONPATH": str(ROOT)}
    said = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == str(tmp_path)
    copied = list((tmp_path / ".cache" / "orchard" / "kernels").rglob("*.nb?"))
    assert len(copied) > 20
    for file in copied:
        original = kept_in() / file.relative_to(tmp_path / ".cache" / "orchard" / "kernels")
        assert kept[original] == original.stat().st_mtime_ns
        assert file.read_bytes() == original.read_bytes()


@pytest.mark.parametrize(("game", "number"), [("gomoku", 0), ("gomoku:9:standard", 1), ("gomoku:renju", 4)])
def test_a_brain_is_told_the_rule_set_by_its_number(game: str, number: int) -> None:
    brain = orchard.player(theirs())
    brain.prepare(orchard.game(game), "black", orchard.Limits(seconds=2.0))
    choice = brain.choose(orchard.game(game).start(), orchard.Limits(seconds=2.0))
    brain.close()
    assert choice.note == f"MESSAGE thinking hard by rule {number}"


def test_a_brain_takes_over_from_an_opening_on_another_width() -> None:
    position = play(theirs(), theirs(), game="gomoku:9", opening="e5 e6 d4 f6")
    assert position.is_over


def test_a_brain_that_does_not_know_restart_is_started_anew() -> None:
    """The moves it is asked about do not follow each other, so its board is cleared before the second."""
    brain, game = orchard.player(theirs("old")), orchard.game("gomoku:9")
    limits = orchard.Limits(seconds=2)
    assert brain.choose(game.replay("a9 b9"), limits).move == "c9"
    assert brain.choose(game.replay("b9 c9"), limits).move == "a9"
    brain.close()


@pytest.mark.parametrize(
    ("fault", "verdict"),
    [("refuses", "protocol"), ("nonsense", "illegal"), ("off", "illegal"), ("error", "protocol"), ("dies", "crash")],
)
def test_what_a_brain_does_wrong_is_its_own_loss(fault: str, verdict: str) -> None:
    rules = Rules(seconds_per_move=1.0)
    record = play_game(GameSetup("test", "gomoku", "random", theirs(fault), rules=rules))
    assert (record.verdict, record.winner) == (verdict, "black")


def test_the_last_words_of_a_brain_are_told() -> None:
    record = play_game(GameSetup("test", "gomoku", theirs("dies"), "random", rules=Rules(seconds_per_move=1.0)))
    assert record.fault is not None
    said = "black ended itself with exit code 1 instead of answering; it wrote: weights.bin: No such file or directory"
    hint = " (behind walls it sees little but its own folder: ORCHARD_SHOW=FOLDER shows it more)"
    assert record.fault.reason == said + (hint if _sandbox.stands() else "")


@pytest.mark.parametrize("said", ["9" * 5000 + ",1", "1,2,3", "-1,0", "15,15", "1 1"])
def test_a_point_that_is_none_is_refused_in_the_opening_too(said: str) -> None:
    from orchard.players._fault import RefusedAnswerError
    from orchard.players.gomocup import _point

    with pytest.raises(RefusedAnswerError):
        _point(said, said, orchard.game("gomoku"))


def test_a_command_that_is_not_there_is_refused_at_once() -> None:
    with pytest.raises(OptionError, match="no program"):
        orchard.player("gomocup:no-such-brain-anywhere")


def test_a_brain_is_never_told_more_memory_than_32_bits_hold() -> None:
    brain = orchard.player(theirs("memory"))
    brain.allowance = replace(brain.allowance, memory_mb=4096)
    choice = brain.choose(orchard.game("gomoku").start(), orchard.Limits(seconds=2.0))
    brain.close()
    assert 2**30 < int(choice.note.split()[-1]) < 2**31


@pytest.mark.parametrize("fault", ["mute", "slow", "polite"])
def test_a_brain_may_not_know_about_or_answer_it_late(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """ABOUT is not among the commands that every brain must know, and nothing else depends on it."""
    monkeypatch.setattr(gomocup, "ABOUT_S", 0.3)
    assert play(theirs(fault), theirs(), game="gomoku:9").is_over


def test_a_brain_that_keeps_silent_is_told_what_was_waited_for() -> None:
    setup = GameSetup("test", "gomoku", theirs("deaf"), "random", rules=Rules(seconds_per_move=2.0, startup_s=0.7))
    fault = play_game(setup).fault
    assert fault is not None
    assert fault.reason == "black was not ready 0.7 s after its start while it was to answer 'START 15'"
