"""One game under the referee: clocks, second chances, verdicts and records, with players of this process."""

from __future__ import annotations

import pickle
import time
from dataclasses import replace
from typing import Any

import pytest

import orchard
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.errors import OptionError
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.play import warm_up
from orchard.play.clock import Clock
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.referee import GameSetup, GameStoppedError, Rules, allowance, move_seed, play_game

# black wins in 9 plies: the shortest game of Othello, published many times
SHORTEST = "e6f4e3f6g5d6e7f5c5"
# black has no move after these eight: looked at on a board
BEFORE_A_PASS = "d3c3e6d2d1e1b2c1"


class Fake(Player):
    """Answers what it is told to, and remembers what it was asked."""

    summary = "for tests"
    games = ("reversi", "reversed_reversi", "gomoku")

    def __init__(self, *answers: Any, seconds: float = 0.0) -> None:
        super().__init__()
        self.spec = type(self).__name__.lower()
        self.answers = list(answers)
        self.seconds = seconds
        self.asked: list[tuple[Position, Limits]] = []
        self.reasons: list[str] = []
        self.games_begun = 0

    def think(self, position: Position, limits: Limits) -> Choice:
        self.asked.append((position, limits))
        time.sleep(self.seconds)
        answer = self.answers.pop(0) if self.answers else position.legal()[0]
        if isinstance(answer, Exception):
            raise answer
        return Choice(answer, value=1.5, nodes=7, depth=3)

    def refused(self, position: Position, answer: str, reason: str) -> None:
        self.reasons.append(reason)

    def new_game(self) -> None:
        self.games_begun += 1


def play(black: Player, white: Player, on_move: Any = None, stop: Stop | None = None, **setup: Any) -> GameRecord:
    for name in orchard.games():
        warm_up._warm.add(("fake", name))  # so that the fakes hear only what is asked in the game
    named = {"id": "g", "game": "reversi", "black": "fake", "white": "fake", **setup}
    return play_game(GameSetup(**named), players={"black": black, "white": white}, on_move=on_move, stop=stop)


# ------------------------------------------------------------------------------------------------ a normal game


def test_the_shortest_game_is_won_by_wiping_out() -> None:
    moves = [SHORTEST[i : i + 2] for i in range(0, 18, 2)]
    record = play(Fake(*moves[0::2]), Fake(*moves[1::2]))
    assert record.transcript == SHORTEST
    # 13 black discs, no white one: the winner gets the empty squares
    assert (record.winner, record.score, record.verdict, record.fault) == ("black", 64, "normal", None)
    assert record.moves[0] == replace(MoveRecord("e6", value=1.5, nodes=7, depth=3), seconds=record.moves[0].seconds)
    assert record.last_position().is_over


def test_fewest_discs_wins_in_reversed_reversi() -> None:
    moves = [SHORTEST[i : i + 2] for i in range(0, 18, 2)]
    record = play(Fake(*moves[0::2]), Fake(*moves[1::2]), game="reversed_reversi")
    assert record.winner == "white"
    assert record.score == -13


def test_a_side_without_a_move_is_asked_and_passes() -> None:
    black = Fake()
    record = play(black, Fake(), opening=BEFORE_A_PASS)
    assert record.moves[0].move == "pass"
    assert black.asked[0][0].legal() == ["pass"]
    assert record.opening == BEFORE_A_PASS
    assert record.first_position().text.endswith(" X")


def test_every_position_reached_is_reported_with_its_move() -> None:
    seen: list[tuple[Position, MoveRecord]] = []
    record = play(Fake(), Fake(), on_move=lambda position, move: seen.append((position, move)))
    assert [move for _, move in seen] == list(record.moves)
    assert seen[-1][0] == record.last_position()


def test_specs_are_made_into_players_and_the_record_survives_json_and_pickle() -> None:
    setup = GameSetup("7", "reversi", "random", "random", seed=5, rules=Rules(nodes=3, seconds_per_move=None))
    assert pickle.loads(pickle.dumps(setup)) == setup
    record = play_game(setup)
    assert (record.id, record.black, record.seed) == ("7", "random", 5)
    assert record.versions["orchard"] == orchard.__version__
    assert GameRecord.from_json(record.as_json()) == record
    assert record.started.endswith("+00:00")


def test_the_same_setup_gives_the_same_game_and_another_seed_another_one() -> None:
    games = [play_game(GameSetup("x", "reversi", "random", "random", seed=seed)).transcript for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_every_move_of_every_game_gets_its_own_seed() -> None:
    seeds = {move_seed(seed, ply) for seed in range(200) for ply in range(60)}
    assert len(seeds) == 200 * 60
    assert all(0 <= seed < 1 << 31 for seed in seeds)


def test_players_that_are_given_are_reused_and_told_of_the_new_game() -> None:
    black, white = Fake(), Fake()
    play(black, white)
    play(black, white)
    assert (black.games_begun, white.games_begun) == (2, 2)


def test_kernels_are_compiled_before_the_clock_starts() -> None:
    class Compiling(Fake):
        def think(self, position: Position, limits: Limits) -> Choice:
            if not self.asked:
                time.sleep(0.7)  # the first call compiles
            return super().think(position, limits)

    record = play(Compiling(), Fake(), rules=Rules(seconds_per_move=0.5, tolerance_s=0.05))
    assert record.verdict == "normal"


# ------------------------------------------------------------------------------------------------ clocks


def test_limits_of_the_rules_reach_the_player() -> None:
    black = Fake()
    play(black, Fake(), rules=Rules(seconds_per_move=9, nodes=11, depth=4, threads=2, playouts=5))
    limits = black.asked[0][1]
    assert (limits.seconds, limits.nodes, limits.depth, limits.threads, limits.playouts) == (9, 11, 4, 2, 5)


def test_a_late_move_loses_on_time_with_the_worst_score() -> None:
    record = play(Fake(), Fake(seconds=0.08), rules=Rules(seconds_per_move=0.02, tolerance_s=0.01))
    assert (record.verdict, record.winner, record.score) == ("time", "black", 64)
    assert len(record.moves) == 1
    fault = record.fault
    assert fault is not None
    assert fault.player == "white"
    assert fault.clock_seconds == 0.02
    assert fault.used_seconds is not None
    assert fault.used_seconds >= 0.08
    assert fault.position == record.last_position().text


def test_the_tolerance_forgives_a_little_lateness() -> None:
    rules = Rules(seconds_per_move=0.01, tolerance_s=5)
    assert play(Fake(seconds=0.015), Fake(), rules=rules, opening=SHORTEST[:14]).verdict == "normal"


def test_only_the_players_own_time_is_measured() -> None:
    rules = Rules(seconds_per_game=0.5, tolerance_s=0)
    record = play(Fake(), Fake(), rules=rules, on_move=lambda *_: time.sleep(0.02))
    assert record.seconds > 60 * 0.02
    assert record.verdict == "normal"


def test_a_clock_for_the_whole_game_runs_down() -> None:
    rules = Rules(seconds_per_move=None, seconds_per_game=0.1, tolerance_s=0)
    black = Fake(seconds=0.03)
    record = play(black, Fake(), rules=rules)
    assert (record.verdict, record.winner) == ("time", "white")
    assert 1 < len(black.asked) <= 4  # the fourth at the latest, sooner on a busy machine
    budgets = [limits.seconds for _, limits in black.asked]
    assert budgets[0] == 0.1
    assert budgets == sorted(budgets, reverse=True)


def test_clock_arithmetic() -> None:
    clock = Clock(per_move=10, left=12, increment=2, tolerance=0.5)
    assert clock.budget() == 10
    assert clock.why_lost(10.5) == ""
    assert clock.why_lost(10.6) == "had 10.000 s"
    clock.spend(9)
    assert clock.left == 5  # 12 - 9 + 2
    assert clock.budget() == 5
    clock.spend(5.4)  # forgiven, but nothing is left but the increment
    assert clock.left == 2
    assert Clock(None, None).budget() is None
    assert Clock(None, None).why_lost(1e9) == ""


class FakeTime:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def perf_counter(self) -> float:
        return self.now


class Punctual(Fake):
    """Uses all its time, and is then late by what it is told, move by move; no later in the end."""

    def __init__(self, clock: FakeTime, *late: float) -> None:
        super().__init__()
        self.spec, self.clock, self.late = "fake", clock, list(late)

    def think(self, position: Position, limits: Limits) -> Choice:
        assert limits.seconds is not None
        self.clock.now += limits.seconds + (self.late.pop(0) if self.late else 0.0)
        return super().think(position, limits)


@pytest.fixture
def fake_time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    clock = FakeTime()
    monkeypatch.setattr("orchard.play.referee.time", clock)
    return clock


def test_always_a_little_late_is_not_free(fake_time: FakeTime) -> None:
    white = Punctual(fake_time, *[0.04] * 60)
    record = play(Fake(), white, rules=Rules(seconds_per_move=5))
    assert (record.verdict, record.winner, len(white.asked)) == ("time", "black", 7)  # 7 x 0.04 s > 5 x 0.05 s
    assert record.fault is not None
    assert "had 5.000 s: it is now 0.280 s late in all its moves together" in record.fault.reason
    assert "0.25 s are tolerated in a game" in record.fault.reason


@pytest.mark.parametrize("late", [[0.05], [0.0, 0.049, 0.0, 0.02, 0.04], [0.004] * 30])
def test_a_player_that_is_held_up_now_and_then_is_not_hurt(fake_time: FakeTime, late: list[float]) -> None:
    rules = Rules(seconds_per_move=5)
    assert play(Punctual(fake_time, *late), Punctual(fake_time), rules=rules).verdict == "normal"


def test_a_side_whose_clock_has_run_out_cannot_move_on_by_being_a_little_late(fake_time: FakeTime) -> None:
    black = Punctual(fake_time, *[0.04] * 60)
    record = play(black, Fake(), rules=Rules(seconds_per_move=None, seconds_per_game=10))
    assert (record.verdict, record.winner, len(black.asked)) == ("time", "white", 7)


def test_what_a_side_was_late_is_forgotten_in_the_next_game(fake_time: FakeTime) -> None:
    black = Punctual(fake_time, *[0.04] * 6)
    rules = Rules(seconds_per_move=5)
    assert play(black, Fake(), rules=rules).verdict == "normal"
    black.late = [0.04] * 6
    assert play(black, Fake(), rules=rules).verdict == "normal"


# ------------------------------------------------------------------------------------------------ illegal answers


def test_an_illegal_answer_is_explained_and_asked_again() -> None:
    black = Fake("a1", "d4", "d3")
    record = play(black, Fake())
    assert record.moves[0].move == "d3"
    assert record.moves[0].refused == ("a1", "d4")
    assert "turns no disc" in black.reasons[0]
    assert "occupied" in black.reasons[1]
    assert record.verdict == "normal"


def test_three_illegal_answers_in_a_row_lose() -> None:
    record = play(Fake("a1", "z9", "pass"), Fake())
    assert (record.verdict, record.winner, record.score) == ("illegal", "white", -64)
    assert record.fault is not None
    assert "3 illegal answers in a row" in record.fault.reason
    assert "may not pass" in record.fault.reason


def test_legal_answers_in_between_start_the_count_again() -> None:
    black = Fake("a1", "a1", "d3", "a1", "a1")
    assert play(black, Fake()).verdict == "normal"


def test_one_illegal_answer_may_be_enough() -> None:
    record = play(Fake("a1"), Fake(), rules=Rules(illegal=1))
    assert (record.verdict, len(record.moves)) == ("illegal", 0)


def test_the_clock_runs_on_while_a_player_is_asked_again() -> None:
    black = Fake("a1", "a1", "d3", seconds=0.15)
    record = play(black, Fake(), rules=Rules(seconds_per_move=0.25, tolerance_s=0.02))
    assert record.verdict == "time"
    assert len(black.asked) == 2
    assert black.asked[1][1].seconds is not None
    assert black.asked[1][1].seconds <= 0.1


@pytest.mark.parametrize("answer", [None, 17, "", "\0", "d" * 10_000, orchard.Move("zz", 70), orchard.Move("?", -5)])
def test_anything_that_is_no_move_is_refused(answer: Any) -> None:
    record = play(Fake(answer, answer, answer), Fake())
    assert record.verdict == "illegal"
    assert all(len(word) <= 80 for word in record.moves[0].refused) if record.moves else True


# ------------------------------------------------------------------------------------------------ other faults


def test_an_exception_is_a_crash_with_its_traceback() -> None:
    record = play(Fake(), Fake(ZeroDivisionError("oops")))
    assert (record.verdict, record.winner) == ("crash", "black")
    assert record.fault is not None
    assert record.fault.reason == "white raised ZeroDivisionError: oops"
    assert "in think" in record.fault.traceback


def test_running_out_of_memory_has_its_own_verdict() -> None:
    assert play(Fake(MemoryError()), Fake()).verdict == "memory"


def test_a_gomoku_fault_scores_one() -> None:
    assert play(Fake(ValueError()), Fake(), game="gomoku").score == -1


def test_keyboard_interrupts_are_ours_and_not_a_fault() -> None:
    class Interrupted(Fake):
        def think(self, position: Position, limits: Limits) -> Choice:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(Interrupted(), Fake())


def test_a_raised_stop_flag_ends_the_game_without_a_result() -> None:
    stop = Stop()
    with pytest.raises(GameStoppedError, match="after 3 moves"):
        play(Fake(), Fake(), stop=stop, on_move=lambda position, _: position.ply == 3 and stop.set())


# -------------------------------------------------------------------------------------- what the caller got wrong


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"black": "nobody"}, "no player 'nobody'"),
        ({"opening": "f5f5"}, "move 2"),
        ({"start": "XO"}, "board text"),
        ({"black": "gtp:/usr/bin/env", "game": "gomoku"}, "does not play gomoku"),
        ({"black": "file:no-such-bot.py"}, "no bot file"),
        ({"black": "gtp:no-such-engine --fast"}, "no program"),
        ({"black": "gtp:'"}, "cannot read the command"),
    ],
)
def test_a_setup_that_is_wrong_is_refused(setup: dict[str, str], message: str) -> None:
    with pytest.raises(orchard.OrchardError, match=message):
        play_game(GameSetup(**{"id": "x", "game": "reversi", "black": "random", "white": "random", **setup}))


@pytest.mark.parametrize(
    "wrong",
    [
        {"seconds_per_move": 0},
        {"increment": -1},
        {"increment": 1},
        {"illegal": 0},
        {"memory_mb": 1},
        {"threads": 0},
        {"nodes": 0},
    ],
)
def test_rules_out_of_range_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match=next(iter(wrong))):
        Rules(**wrong)


@pytest.mark.parametrize(
    ("rules", "seconds"),
    [
        ({"seconds_per_game": 300.0, "ponder": "nobody"}, 330),
        ({"seconds_per_game": 300.0}, 630),  # an engine may think in the opponent's 300 s, too
        ({"seconds_per_game": 300.0, "increment": 1.0, "threads": 2}, 2 * (30 + 2 * (300 + 128))),
        ({"seconds_per_move": 1.0}, 30 + 128),  # for the moves of both
        ({"seconds_per_move": None}, 0),
    ],
)
def test_a_bot_has_the_processor_time_that_the_clocks_allow(rules: dict[str, Any], seconds: int) -> None:
    game = orchard.game("reversi")
    assert game.max_plies == 128  # passes included
    assert allowance(Rules(**rules), game).cpu_s == seconds


def test_the_usual_rules_are_a_minute_and_five_seconds_in_reversed_reversi() -> None:
    assert Rules.for_game("reversi").seconds_per_move == 60
    assert Rules.for_game("gomoku:9").seconds_per_move == 60
    assert Rules.for_game("reversed-reversi").seconds_per_move == 5


# ------------------------------------------------------------------------------------------------ replaying


def test_replayed_moves_are_played_whatever_is_answered() -> None:
    black, white = Fake("d3"), Fake()
    record = play(black, white, replay=SHORTEST)
    assert record.transcript == SHORTEST
    assert len(black.asked) == 5


def test_a_replay_may_leave_passes_out() -> None:
    moves = play(Fake(), Fake(), opening=BEFORE_A_PASS).transcript
    assert play(Fake(), Fake(), replay=moves).transcript == moves
