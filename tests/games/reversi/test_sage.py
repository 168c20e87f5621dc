"""What sage and the levels promise beyond the contract of every player."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.games.reversi.players._endgame_plan import Plan, chosen_by, joined, plan_for
from orchard.games.reversi.players.sage import Sage
from orchard.games.reversi.search.endgame import Solution, Solver
from orchard.games.reversi.search.midgame import Line, Patience, Report
from tests.games.reversi.test_midgame import positions

GAMES = ("reversi", "reversed_reversi")


@pytest.mark.parametrize("game", GAMES)
def test_the_endgame_is_played_perfectly(game: str) -> None:
    player, solver = orchard.player("sage:table=8"), Solver(game, 8)
    for position in positions(game, 5, 46, 50):
        choice = player.choose(position, orchard.Limits(seconds=5))
        score = solver.solve(position.own, position.enemy).score
        assert choice.value == score
        after = position.play(choice.move)
        assert score == -solver.solve(after.own, after.enemy).score


def test_a_published_endgame_of_twenty_empties_is_solved() -> None:
    """FFO #40: 20 empties, black wins by 38 with a2."""
    text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
    choice = orchard.player("sage").choose(orchard.game("reversi").parse(text), orchard.Limits(seconds=60))
    assert (choice.move, choice.value) == ("a2", 38)
    assert choice.note in ("solved: a win by 38", "depth 20, to the end")


@pytest.mark.parametrize("game", GAMES)
def test_time_is_kept_in_every_part_of_the_game(game: str) -> None:
    player = orchard.player("sage:table=8")
    player.prepare(orchard.game(game), "black", orchard.Limits())
    for plies in (4, 20, 36, 44):
        position = positions(game, 1, plies, plies + 1)[0]
        started = time.perf_counter()
        choice = player.choose(position, orchard.Limits(seconds=0.3))
        assert time.perf_counter() - started < 1.5  # a busy machine may keep a thread waiting
        assert choice.move in position.legal()


def test_the_same_work_gives_the_same_move_whatever_came_before() -> None:
    fresh, used = orchard.player("sage:table=8"), orchard.player("sage:table=8")
    for position in positions("reversi", 4, 16, 48):
        used.choose(position, orchard.Limits(depth=4))
        a, b = (player.choose(position, orchard.Limits(nodes=30_000)) for player in (fresh, used))
        assert (a.move, a.value, a.nodes) == (b.move, b.value, b.nodes)


def test_many_lines_give_every_move_an_exact_value() -> None:
    position = positions("reversi", 1, 14, 16)[0]
    choice = orchard.player("sage:lines=64,confidence=0").choose(position, orchard.Limits(depth=4))
    assert {stat.move for stat in choice.moves} == set(position.legal())
    assert all(stat.bound == "exact" for stat in choice.moves)
    values = [stat.value for stat in choice.moves]
    assert values == sorted(values, reverse=True)


def test_missing_weights_are_named() -> None:
    with pytest.raises(orchard.OrchardError, match="no weights at nowhere"):
        orchard.player("sage:weights=nowhere.safetensors").choose(orchard.game("reversi").start(), orchard.Limits())


@pytest.mark.parametrize("game", GAMES)
def test_a_high_level_beats_a_low_one(game: str) -> None:
    strong, weak = orchard.player("level:8"), orchard.player("level:2")
    for opening in ("f5d6", "f5f6"):
        for first, second in ((strong, weak), (weak, strong)):
            position = orchard.game(game).replay(opening)
            while not position.is_over:
                player = first if position.to_move == "black" else second
                position = position.play(player.choose(position, orchard.Limits()).move)
            assert position.outcome is not None
            assert position.outcome.score_for("black" if first is strong else "white") > 0


def test_a_level_is_named_by_its_number_alone() -> None:
    assert orchard.player("level:3").spec == "level:3"
    assert orchard.player("level:number=3").options == orchard.player("level:3").options
    with pytest.raises(OptionError, match="1 to 10"):
        orchard.player("level:11")
    with pytest.raises(OptionError, match="key=value"):
        orchard.player("level:3,4")


def test_no_level_overlooks_a_corner() -> None:
    """Whatever else a level overlooks, a corner is always among its thoughts."""
    board = "-OX-----" + "OXX-----" + "XXXX----" + "---XO---" + "---OX---" + "--------" * 3
    position = orchard.game("reversi").parse(board + " X")
    assert "a1" in position.legal()
    for level in range(1, 10):
        thoughts = orchard.player(f"level:{level}").choose(position, orchard.Limits(seed=level)).moves
        assert next(stat for stat in thoughts if stat.move == "a1").value is not None


def test_a_search_that_others_keep_from_ending_costs_strength_but_no_time() -> None:
    """A thread that cannot end stands for one that gets no processor."""
    player, position = orchard.player("sage:table=8,book=no"), orchard.game("reversi").replay("f5d6c3d3c4")
    assert isinstance(player, Sage)
    midgame, _ = player.engine("reversi")
    search, goes_on = midgame.search, threading.Event()

    def search_and_wait(*arguments: Any, **settings: Any) -> Any:
        found = search(*arguments, **settings)
        goes_on.wait(30)
        return found

    midgame.search = search_and_wait  # type: ignore[method-assign]
    deep = player.choose(position, orchard.Limits(seconds=0.3))
    assert deep.depth > 3
    assert deep.move in position.legal()
    next_position = position.play(deep.move).play(position.play(deep.move).legal()[0])
    at_a_glance = player.choose(next_position, orchard.Limits(seconds=0.1))
    assert at_a_glance.note == "no time to search: the best by the look of it"
    assert at_a_glance.move in next_position.legal()
    goes_on.set()
    midgame.search = search  # type: ignore[method-assign]
    assert player.choose(next_position, orchard.Limits(seconds=0.5)).depth > 3


def test_the_end_of_the_game_is_searched_selectively_before_it_can_be_solved() -> None:
    """FFO 44 has 23 empty squares and is lost by 14 after d2 or b8, as published; a proof takes 9 million nodes."""
    position = orchard.game("reversi").parse("--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O")
    choice = orchard.player("sage:table=8").choose(position, orchard.Limits(nodes=4_000_000))
    assert (choice.depth, choice.note) == (23, "depth 23, selective")
    assert choice.move in ("d2", "b8")
    assert choice.value == pytest.approx(-14, abs=4)
    assert choice.nodes <= 4_001_000


def test_what_is_proved_counts_more_than_what_is_likely() -> None:
    open_yet = Solution(-64, 64, 5, (), 10)
    won = Solution(2, 64, 6, (), 20)
    lost = Solution(-64, -2, None, (), 20)
    assert chosen_by(None)[0] is chosen_by(open_yet)[0] is chosen_by(lost)[0] is None
    assert chosen_by(joined(open_yet, won)) == (6, 2.0, "lower")
    assert chosen_by(joined(won, replace(open_yet, nodes=5))) == (6, 2.0, "lower")
    assert chosen_by(joined(won, replace(won, upper=2, move=9))) == (9, 2.0, "exact")
    assert joined(won, lost).nodes == 40


def test_the_plan_for_an_end_of_the_game_depends_on_the_time() -> None:
    assert plan_for("reversi", 14, 1e9, True).questions == ("exact",)
    assert plan_for("reversi", 17, 1e9, True) == Plan(0, ("sign", "exact"))
    assert plan_for("reversi", 17, 1e4, True) == Plan()
    assert [plan_for("reversi", 20, nodes, True).looks for nodes in (1e6, 1e9)] == [3, 1]
    assert plan_for("reversi", 28, 1e6, False) == Plan(), "no selective cut-offs, no looks"


def test_a_search_goes_on_while_the_first_move_of_the_next_depth_may_be_finished() -> None:
    """Of 10 s, depth 9 took 1 s and depth 10 took 2 s. Six seconds are enough for most of a depth of 4 s, and so are
    two seconds for its first move; a tenth of a second is not enough for anything."""

    def ends_with(left_s: float) -> bool:
        clock = iter((10.0, left_s + 3, left_s + 2, left_s))
        patience = Patience(lambda: next(clock))
        lines = [Line(square, value, True, 1) for square, value in ((20, 100), (29, 50))]
        return [patience.ends_after(Report(lines, depth)) for depth in (8, 9, 10)][-1]

    assert [ends_with(6.0), ends_with(2.0), ends_with(0.1)] == [False, False, True]
