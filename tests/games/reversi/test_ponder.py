"""sage thinking in its opponent's time: when it does, that it stops, and that it helps the next answer."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator

import pytest

import orchard
from orchard.core.errors import OptionError
from tests.games.reversi.test_midgame import positions

GAMES = ("reversi", "reversed_reversi")
SHORT = orchard.Limits(seconds=0.05)


@pytest.fixture
def player() -> Iterator[orchard.Player]:
    made = orchard.player("sage:table=8,ponder=yes")
    yield made
    made.close()


def pondering() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "orchard-ponder"]


def early(game: str = "reversi") -> orchard.Position:
    """So early in a game that it is never thought out to the end."""
    return positions(game, 1, 16, 17)[0]


@pytest.mark.parametrize("spec", ["sage:table=8", "sage:table=8,ponder=no"])
def test_without_the_option_no_thread_is_left_after_a_move(spec: str) -> None:
    player = orchard.player(spec)
    before = set(threading.enumerate())
    player.choose(early(), SHORT)
    player.new_game()  # which waits for a thread that a busy machine has kept from ending
    assert set(threading.enumerate()) <= before


def leave_by_asking(player: orchard.Player) -> None:
    player.choose(early(), orchard.Limits(nodes=500))  # such a question is not pondered on, so no thread follows


def leave_by_asking_for_a_pass(player: orchard.Player) -> None:
    stuck = orchard.game("reversi").parse("-OXXXXXX" + "-" * 56 + " O")
    assert player.choose(stuck, SHORT).move == "pass"


WAYS_TO_END: dict[str, Callable[[orchard.Player], None]] = {
    "a question": leave_by_asking,
    "a pass": leave_by_asking_for_a_pass,
    "a new game": lambda player: player.new_game(),
    "the end": lambda player: player.close(),
}


@pytest.mark.parametrize("way", WAYS_TO_END)
def test_it_thinks_on_until_the_next_question_a_new_game_or_the_end(player: orchard.Player, way: str) -> None:
    before = set(threading.enumerate())
    player.choose(early(), SHORT)
    (thread,) = pondering()
    time.sleep(0.4)  # longer than its first round
    assert thread.is_alive()
    WAYS_TO_END[way](player)
    assert not thread.is_alive()
    assert set(threading.enumerate()) <= before


def test_a_reply_that_there_was_no_time_to_look_for_is_expected_at_a_glance(player: orchard.Player) -> None:
    player.prepare(early().game, "black", SHORT)
    choice = player.choose(early(), orchard.Limits(seconds=1e-6))
    assert len(choice.line) == 1
    assert pondering()


@pytest.mark.parametrize("limits", [{"nodes": 3000}, {"playouts": 3000}, {"depth": 4}, {"nodes": 3000, "seconds": 5}])
def test_a_bound_on_work_or_depth_is_never_pondered_on(player: orchard.Player, limits: dict[str, int]) -> None:
    player.choose(early(), orchard.Limits(**limits))
    assert not pondering()


def test_who_was_told_to_stop_does_not_go_on(player: orchard.Player) -> None:
    limits = orchard.Limits(seconds=5)
    limits.stop.set()
    player.choose(early(), limits)
    assert not pondering()


def test_answers_for_a_number_of_nodes_are_the_same_after_pondering(player: orchard.Player) -> None:
    fresh = orchard.player("sage:table=8")
    for position in positions("reversi", 3, 16, 48):
        player.choose(position, SHORT)
        time.sleep(0.05)
        a, b = (one.choose(position, orchard.Limits(nodes=20_000)) for one in (fresh, player))
        assert (a.move, a.value, a.nodes, a.line) == (b.move, b.value, b.nodes, b.line)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.timed
def test_a_game_of_pondered_moves_is_legal_and_in_time(player: orchard.Player, game: str) -> None:
    """Within 30 ms, as for every player; other programs may hold up a few moves of a game, not half of them."""
    player.prepare(orchard.game(game), "black", SHORT)
    position, late = orchard.game(game).start(), []
    while not position.is_over:
        began = time.perf_counter()
        choice = player.choose(position, orchard.Limits(seconds=0.02))
        late.append(time.perf_counter() - began - 0.02)
        assert choice.move in position.legal()
        assert len(pondering()) <= 1
        position = position.play(choice.move)
    assert sorted(late)[len(late) // 2] < 0.03


def test_the_expected_reply_finds_the_answer_further_thought_out(player: orchard.Player) -> None:
    """However little time the next question leaves."""
    position = early()
    player.choose(position, SHORT)
    pondered = eventually_pondered(player, deeper_than=6)
    expected, answer = pondered
    found = player.choose(expected, orchard.Limits(seconds=1e-6))
    assert found.depth >= answer.depth
    assert found.move in expected.legal()
    assert found.line[0] == found.move


def test_another_reply_is_answered_for_itself(player: orchard.Player) -> None:
    position = early()
    choice = player.choose(position, SHORT)
    expected, _ = eventually_pondered(player, deeper_than=6)
    after = position.play(choice.move)
    other = next(after.play(move) for move in after.legal() if after.play(move) != expected)
    found = player.choose(other, orchard.Limits(seconds=1e-6))
    assert found.depth <= 1
    assert found.move in other.legal()


def eventually_pondered(player: orchard.Player, deeper_than: int) -> tuple[orchard.Position, orchard.Choice]:
    give_up = time.monotonic() + 30
    while time.monotonic() < give_up:
        known = player._pondered  # type: ignore[attr-defined]
        if known is not None and known[1].depth > deeper_than:
            return known  # type: ignore[no-any-return]
        time.sleep(0.02)
    raise AssertionError(f"30 s of pondering found nothing deeper than {deeper_than}")


def test_an_endgame_that_is_thought_out_leaves_no_thread_working(player: orchard.Player) -> None:
    player.choose(positions("reversi", 1, 46, 47)[0], orchard.Limits(seconds=0.5))
    give_up = time.monotonic() + 10
    while pondering() and time.monotonic() < give_up:
        time.sleep(0.02)
    assert not pondering()


def test_a_program_that_forgets_to_close_it_ends_all_the_same() -> None:
    program = (
        "import orchard; p = orchard.player('sage:table=8,ponder=yes'); "
        "p.choose(orchard.game('reversi').replay('f5d6c3'), orchard.Limits(seconds=0.05)); print('answered')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "answered\n"), done.stderr


def test_anything_but_yes_and_no_is_refused() -> None:
    with pytest.raises(OptionError, match=r"ponder=perhaps is out of range: yes \| no"):
        orchard.player("sage:ponder=perhaps")
