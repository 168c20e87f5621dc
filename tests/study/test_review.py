"""Reviews: the same every time, grades that are true of proved results, and reasons that can be recounted."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import orchard
from orchard.study.review import review

GAMES = (  # benchmarks/review_again.py reviews twenty
    ("reversi", "f5d6c3d3c4f3d2f4f2g4d7g5f6e3e2e7g3c5"),
    ("reversed_reversi", "d3c3b3b2f5f6c4g5g7c5h4h5f4g4a1e7h6d2"),
    ("gomoku", "h8h9i8g8i10i9j9k10h7g6j10h10"),
)


def positions_of(game: str, transcript: str) -> list[orchard.Position]:
    path = [orchard.game(game).start()]
    for move in orchard.game(game).replay(transcript).moves_made:
        path.append(path[-1].play(move))
    return path


@contextmanager
def busy_machine(programs: int = 2) -> Iterator[None]:
    """Other programs that want every core."""
    running = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(programs)]
    try:
        yield
    finally:
        for program in running:
            program.kill()
            program.wait()


@pytest.mark.parametrize(("game", "transcript"), GAMES)
def test_a_review_is_the_same_again_also_on_a_busy_machine(game: str, transcript: str) -> None:
    path = positions_of(game, transcript)
    first = review(path, seconds_per_move=0.03)
    with busy_machine():
        assert review(path, seconds_per_move=0.03).as_json() == first.as_json()


def test_a_review_does_not_depend_on_what_the_player_thought_about_before() -> None:
    path = positions_of(*GAMES[2])
    fresh = review(path, seconds_per_move=0.03)
    used = orchard.player("kite")
    for position in path[1::3]:
        used.choose(position, orchard.Limits(seconds=0.1))
    assert review(path, seconds_per_move=0.03, player=used, spec="kite").as_json() == fresh.as_json()


IGNORED = (
    "h8a15h9a14h10a13h7a12o1h11h6"  # white plays along the edge while black builds an open three, then an open four
)


def test_a_move_that_ignores_an_open_three_gets_no_star() -> None:
    found = {move.ply: move for move in review(positions_of("gomoku", IGNORED)).moves}
    ignores = found[6]
    assert (ignores.move, ignores.played_wins_in) == ("a13", -2)  # black makes an open four, then five
    assert ignores.grade in ("mistake", "blunder")
    assert "overlooked_three" in {fact.kind for fact in ignores.facts}
    assert found[8].grade == "lost"  # h7 to h10 are black: h6 or h11, nothing holds
    assert found[9].grade == found[10].grade == "blunder"  # each overlooks a five of its own


def test_no_move_that_walks_into_a_proved_loss_is_praised() -> None:
    """Random stones near each other walk into many."""
    dice, path = random.Random(0), positions_of("gomoku", "h8")
    while not path[-1].is_over and len(path) < 24:
        stones = path[-1].black | path[-1].white
        near = path[-1].game.board.near(stones, 1) & ~stones
        path.append(path[-1].play(dice.choice([move for move in path[-1].legal() if near >> move.square & 1])))
    losing = [move for move in review(path, seconds_per_move=0.02).moves if (move.played_wins_in or 0) < 0]
    assert losing
    assert {move.grade for move in losing}.isdisjoint({"best", "good"})


def test_a_thrown_win_turns_the_game_more_than_discs_of_a_lost_one() -> None:
    from orchard.study.review import _weight

    thrown = _weight("inaccuracy", 2.0, -2.0, "discs", True)
    lost_anyway = _weight("blunder", -20.0, -44.0, "discs", True)
    assert thrown > lost_anyway > 0
    assert _weight("inaccuracy", 3.0, -1.0, "discs", False) > _weight("mistake", 40.0, 34.0, "discs", False)
    assert _weight("good", 2.0, 1.0, "discs", False) == 0
