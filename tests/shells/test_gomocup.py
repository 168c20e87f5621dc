"""A scripted manager speaks Gomocup with our brain: whole games, set-up boards, nonsense, and the clock."""

from __future__ import annotations

import queue
import random
import sys
import threading
import time
from collections.abc import Iterator

import pytest

import orchard
from orchard.core.player import Player
from orchard.shells import gomocup, patient
from tests.shells.talk import Talk


@pytest.fixture
def new_brain() -> Iterator[Talk]:
    """A process of its own, which may be ended."""
    talk = Talk("engine", "gomocup", "--player", "kite")
    yield talk
    talk.close()


@pytest.fixture(scope="module")
def shared_brain() -> Iterator[Talk]:
    talk = Talk("engine", "gomocup", "--player", "kite")
    yield talk
    talk.close()


DEFAULTS = ("rule 0", "timeout_turn 30000", "timeout_match 0", "time_left 2147483647", "max_memory 0")


@pytest.fixture
def brain(shared_brain: Talk) -> Talk:
    """A process that other tests have used, with everything they told it taken back."""
    for value in DEFAULTS:
        shared_brain.send(f"INFO {value}")
    assert answer(shared_brain, "START 15") == "OK"
    return shared_brain


@pytest.fixture(scope="module")
def compiled() -> None:
    """Compiling takes memory of its own, so it is finished before memory is measured: START does not wait for it, a
    move without hurry does."""
    talk = Talk("engine", "gomocup", "--player", "kite")
    for command in ("INFO timeout_turn 600000", "START 15", "BEGIN"):
        talk.send(command)
    while "," not in talk.line(300):
        pass
    talk.close()


def answer(talk: Talk, command: str, end: str = "\n") -> str:
    """The first line that is not for people."""
    talk.send(command, end)
    while (line := talk.line()).startswith(("MESSAGE", "DEBUG")):
        pass
    return line


def name_of(text: str, width: int) -> orchard.Move:
    x, y = map(int, text.split(","))
    return orchard.game("gomoku", width).board.moves[y * width + x]


def written(move: orchard.Move, width: int) -> str:
    return f"{move.square % width},{move.square // width}"


@pytest.mark.parametrize(("width", "end", "begins"), [(15, "\n", True), (20, "\r\n", False)])
def test_a_whole_game_is_played_to_five_in_a_row(new_brain: Talk, width: int, end: str, begins: bool) -> None:
    dice = random.Random(width)
    assert answer(new_brain, f"START {width}", end) == "OK"
    new_brain.send("INFO timeout_turn 100", end)
    position = orchard.game("gomoku", width).start()
    reply = answer(new_brain, "BEGIN", end) if begins else ""
    while True:
        if reply:
            position = position.play(name_of(reply, width))  # raises where the new_brain's move is illegal
        if position.is_over:
            break
        move = dice.choice(position.legal())
        position = position.play(move)
        if position.is_over:
            break
        reply = answer(new_brain, f"TURN {written(move, width)}", end)
    assert position.outcome is not None
    assert position.outcome.winner == ("black" if begins else "white")  # a random opponent is no match
    assert answer(new_brain, "RESTART", end) == "OK"
    new_brain.send("END", end)
    assert new_brain.gone_within(1)


def test_a_board_in_any_order_is_answered_for_the_side_that_is_to_move(brain: Talk) -> None:
    assert answer(brain, "START 15") == "OK"
    brain.send("INFO timeout_turn 300")
    brain.send("BOARD")
    # ours (1): four in a row on 3..6,7; the opponent's (2) elsewhere, the last line not being the last move
    for line in ("9,9,2", "3,7,1", "6,7,1", "2,2,2", "5,7,1", "12,3,2", "4,7,1", "11,11,2"):
        brain.send(line)
    assert answer(brain, "DONE") in ("2,7", "7,7")  # it takes the five
    brain.send("BOARD")
    for line in ("3,7,2", "4,7,2", "5,7,2", "6,7,2", "2,7,1", "9,9,1", "10,3,1"):
        brain.send(line)
    assert answer(brain, "DONE") == "7,7"  # it blocks the four


def test_stones_can_be_played_and_taken_back(brain: Talk) -> None:
    assert answer(brain, "START 15") == "OK"
    assert answer(brain, "PLAY 7,7") == "7,7"
    assert answer(brain, "PLAY 7,7").startswith("ERROR")
    assert answer(brain, "TAKEBACK 7,7") == "OK"
    assert answer(brain, "TAKEBACK 7,7").startswith("ERROR")
    assert answer(brain, "PLAY 7,7") == "7,7"


def test_memory_allowed_in_the_middle_of_a_game_leaves_the_board_alone(brain: Talk) -> None:
    assert answer(brain, "START 15") == "OK"
    assert answer(brain, "PLAY 7,7") == "7,7"
    brain.send("INFO max_memory 400000000")
    assert answer(brain, "TAKEBACK 7,7") == "OK"


def test_nonsense_is_answered_and_changes_nothing(new_brain: Talk) -> None:
    assert answer(new_brain, "TURN 3,3").startswith("ERROR")  # no START yet
    assert answer(new_brain, "START 4").startswith("ERROR")
    assert answer(new_brain, "START").startswith("ERROR")
    assert answer(new_brain, "RECTSTART 15,20").startswith("ERROR")
    assert answer(new_brain, "RECTSTART 15,15") == "OK"
    assert answer(new_brain, "FROBNICATE").startswith("UNKNOWN")
    for point in ("15,0", "a,b", "7", "-1,3", "7,7,7", ""):
        assert answer(new_brain, f"TURN {point}").startswith("ERROR")
    new_brain.send("BOARD")
    new_brain.send("1,1,9")
    new_brain.send("TURN 3,3")
    assert answer(new_brain, "DONE").startswith("ERROR")
    for info in (
        "INFO",
        "INFO timeout_turn",
        "INFO colour blue",
        "INFO folder /some/where",
        "INFO max_memory 0",
        "INFO max_memory 367001600",
    ):
        new_brain.send(info)
    assert new_brain.silent()
    about = answer(new_brain, "ABOUT")
    assert about.startswith('name="Orchard", version="')
    new_brain.send("INFO timeout_turn 200")
    assert name_of(answer(new_brain, "BEGIN"), 15) == "h8"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc, which is Linux only")
@pytest.mark.parametrize(("allowed_mb", "most_mb"), [(None, 350), (225, 225)])
@pytest.mark.usefixtures("compiled")
def test_memory_stays_below_what_is_allowed_over_two_games(allowed_mb: int | None, most_mb: int) -> None:
    talk = Talk("engine", "gomocup", "--player", "kite")
    if allowed_mb:
        talk.send(f"INFO max_memory {allowed_mb * 2**20}")
    assert answer(talk, "START 15") == "OK"
    talk.send("INFO timeout_turn 500")
    for start in ("BEGIN", "RESTART"):
        answer(talk, start)
        for point in ("8,8", "9,7"):
            answer(talk, f"TURN {point}")
    with open(f"/proc/{talk.process.pid}/status", encoding="utf-8") as status:
        peak_kb = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    talk.close()
    assert 50 < peak_kb / 1024 < most_mb


def test_too_little_memory_is_said_and_it_plays_all_the_same(new_brain: Talk) -> None:
    new_brain.send("INFO max_memory 83886080")
    said = new_brain.line()
    assert said.startswith("MESSAGE max_memory 83886080 is less than this program needs")
    assert answer(new_brain, "START 15") == "OK"
    new_brain.send("INFO timeout_turn 200")
    assert name_of(answer(new_brain, "BEGIN"), 15) == "h8"


def test_swap2_puts_three_stones_and_chooses_after_three_and_five(brain: Talk) -> None:
    assert answer(brain, "START 15") == "OK"
    brain.send("INFO timeout_turn 200")
    brain.send("SWAP2BOARD")
    stones = answer(brain, "DONE").split()
    assert len({name_of(stone, 15) for stone in stones}) == 3
    for board in (["7,7", "8,6", "8,8"], ["7,7", "8,6", "8,8", "6,6", "9,7"], ["7,1", "8,2", "8,3"]):
        brain.send("SWAP2BOARD")
        for stone in board:
            brain.send(stone)
        said = answer(brain, "DONE")
        assert said == "SWAP" or name_of(said, 15)
    brain.send("SWAP2BOARD")
    brain.send("7,7")
    assert answer(brain, "DONE").startswith("ERROR swap2 has 0, 3 or 5 stones")


@pytest.mark.timed
def test_time_is_kept_and_zero_means_at_once(new_brain: Talk) -> None:
    assert answer(new_brain, "START 15") == "OK"
    assert answer(new_brain, "PLAY 7,7") == "7,7"
    for milliseconds, point in ((0, "8,8"), (50, "6,8"), (400, "9,9")):
        new_brain.send(f"INFO timeout_turn {milliseconds}")
        started = time.perf_counter()
        said = answer(new_brain, f"TURN {point}")
        assert time.perf_counter() - started < milliseconds / 1000 + 0.1
        assert name_of(said, 15)
    new_brain.send("INFO timeout_turn 10000")
    new_brain.send("INFO timeout_match 20000")
    new_brain.send("INFO time_left 1200")
    started = time.perf_counter()
    answer(new_brain, "TURN 5,9")
    assert time.perf_counter() - started < 0.6  # a share of what is left, not the ten seconds


def test_end_interrupts_a_search(new_brain: Talk) -> None:
    assert answer(new_brain, "START 15") == "OK"
    new_brain.send("INFO timeout_turn 60000")
    assert answer(new_brain, "PLAY 7,7") == "7,7"
    new_brain.send("TURN 8,9")
    time.sleep(0.3)
    new_brain.send("END")
    assert new_brain.gone_within(1)


@pytest.mark.parametrize("after_start", [False, True])
def test_the_rule_set_is_told_by_its_number_before_or_after_start(brain: Talk, after_start: bool) -> None:
    """Black h8 makes two threes with f8 g8 and h9 h10: forbidden by rule 4, renju, alone."""
    for number, refused in ((0, False), (4, True), (1, False)):
        if after_start:
            assert answer(brain, "START 15") == "OK"
        for order in (f"INFO rule {number}", "INFO timeout_turn 100"):
            brain.send(order)
        if not after_start:
            assert answer(brain, "START 15") == "OK"
        for name in ("f8", "a1", "g8", "a3", "h9", "a5", "h10", "a7"):
            point = written(orchard.game("gomoku").board.move(name), 15)
            assert answer(brain, f"PLAY {point}") == point
        said = answer(brain, "PLAY 7,7")
        assert said.startswith("ERROR") == refused
        assert ("a double three is forbidden for black" in said) == refused


def test_exactly_five_wins_by_rule_1(brain: Talk) -> None:
    """Six of white's in a row do not end the game: the brain goes on."""
    for order in ("INFO rule 1", "INFO timeout_turn 100"):
        brain.send(order)
    assert answer(brain, "START 15") == "OK"
    brain.send("BOARD")
    for x in (3, 4, 5, 6, 7, 8):
        brain.send(f"{x},7,2")
    for x in (1, 3, 5, 7, 9, 11):
        brain.send(f"{x},1,1")
    assert name_of(answer(brain, "DONE"), 15)


def test_an_unknown_rule_is_said_and_freestyle_is_played(new_brain: Talk) -> None:
    new_brain.send("INFO rule 8")
    assert new_brain.line().startswith("MESSAGE rule 8 is not known; freestyle is played")
    assert answer(new_brain, "START 15") == "OK"


@pytest.mark.parametrize("value", ["1e999", "-1e999", "nan", "9" * 5000])
def test_a_number_that_is_no_time_is_survived(brain: Talk, value: str) -> None:
    assert answer(brain, "START 15") == "OK"
    brain.send(f"INFO timeout_match {value}")
    brain.send(f"INFO time_left {value}")
    brain.send("INFO timeout_turn 100")
    assert "," in answer(brain, "BEGIN")
    assert answer(brain, f"TURN {'1' * 5000},1").startswith("ERROR")
    assert answer(brain, f"START {'1' * 5000}").startswith("ERROR")


def test_an_input_that_ends_inside_a_board_ends_the_brain(new_brain: Talk) -> None:
    assert answer(new_brain, "START 15") == "OK"
    new_brain.send("BOARD")
    new_brain.send("7,7,1")
    assert new_brain.process.stdin is not None
    new_brain.process.stdin.close()
    assert new_brain.gone_within(20)
    assert new_brain.line(5) == "ERROR the input ends before DONE"


class Named(Player):
    summary = "says who it is"

    def think(self, position: orchard.Position, limits: orchard.Limits) -> orchard.Choice:
        return orchard.Choice(position.legal()[0], note="the real player")


def test_a_brain_answers_in_time_while_its_kernels_are_being_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, commands, said = threading.Event(), queue.SimpleQueue(), queue.SimpleQueue()

    def slow(_: float | None) -> Player:
        assert compiled.wait(30)
        return Named()

    monkeypatch.setattr(gomocup, "START_PATIENCE_S", 0.01)
    monkeypatch.setattr(patient, "_tell_of_compiling", threading.Event.set)
    brain = gomocup.Brain(slow, iter(commands.get, "END"))
    monkeypatch.setattr(brain, "say", said.put)
    threading.Thread(target=brain.run, daemon=True).start()
    for command in ("START 15", "INFO timeout_turn 200", "BEGIN"):
        commands.put(command)
    assert said.get(timeout=20).startswith("MESSAGE kernels are being compiled")
    assert said.get(timeout=20) == "OK"
    assert "a plain player answers" in said.get(timeout=20)
    first = name_of(said.get(timeout=20), 15)
    compiled.set()
    commands.put("INFO timeout_turn 20000")
    commands.put(f"TURN {written(orchard.game('gomoku').start().play(first).legal()[0], 15)}")
    assert said.get(timeout=20).startswith("MESSAGE the real player")
    name_of(said.get(timeout=20), 15)
    commands.put("END")
