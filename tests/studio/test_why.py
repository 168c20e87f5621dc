"""Facts, grades and reviews, on positions worked out by hand."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Stop
from orchard.core.offers import Fact
from orchard.study.analysis import other_side
from orchard.study.review import LARGEST_LOSS, grade_of, review
from orchard.study.why import reason, why

# Black b1, white c1: b1 is beside the corner a1. White g7 h8... are far away. Black can take a1 or play elsewhere.
CORNER = """
-OX-----
--------
--------
---XO---
---OX---
--------
--------
--------
"""


def facts_of(game: str, board: str, played: str, better: str) -> dict[str, Fact]:
    position = orchard.game(game).parse(board)
    found = why(position, position.move(played), position.move(better))
    return {fact.kind: fact for fact in found}


def test_a_corner_that_was_not_taken_is_named() -> None:
    found = facts_of("reversi", CORNER + "X", "f4", "a1")
    assert found["missed_corner"].squares == ("a1",)


def test_a_hint_gives_the_reason_that_speaks_against_most_other_moves() -> None:
    position = orchard.game("reversi").parse(CORNER + "X")
    others = [move for move in position.legal() if move != "a1"]
    found = reason(position, position.move("a1"), others)
    assert found is not None
    assert (found.kind, found.squares) == ("missed_corner", ("a1",))
    assert reason(position, position.move("a1"), []) is None


def test_in_reversed_reversi_taking_a_corner_is_the_mistake() -> None:
    found = facts_of("reversed_reversi", CORNER + "X", "a1", "f4")
    assert found["took_corner"].squares == ("a1",)
    assert "missed_corner" not in found


def test_giving_up_a_corner_is_seen() -> None:
    position = orchard.game("reversi").replay("d3c3b3d2e6b4c4c5b2b1a3d6a4e3")
    opens_a1 = [move for move in position.legal() if "a1" in position.play(move).legal()]
    assert opens_a1 == ["c1"]
    kinds = {fact.kind: fact for fact in why(position, position.move("c1"), position.move("f3"))}
    assert kinds["gave_corner"].squares == ("a1",)
    assert "gave_corner" not in {fact.kind for fact in why(position, position.move("f3"), position.move("c1"))}


def test_an_x_square_beside_an_empty_corner_is_named_with_its_corner() -> None:
    # white c3 between black d4 and the empty b2: black may play b2
    board = "-" * 18 + "O" + "-" * 8 + "X" + "O" + "-" * 6 + "OX" + "-" * 27
    position = orchard.game("reversi").parse(board + " X")
    assert "b2" in position.legal()
    other = next(move for move in position.legal() if move != "b2")
    kinds = {fact.kind: fact for fact in why(position, position.move("b2"), other)}
    assert kinds["x_square"].squares == ("b2", "a1")


def test_counted_mobility_is_the_number_of_legal_moves() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    moves, seen = position.legal(), 0
    for played in moves:
        for better in moves:
            found = {fact.kind: fact for fact in why(position, played, better)}
            if "their_moves" in found:
                assert found["their_moves"].numbers == {
                    "played": len(position.play(played).legal()),
                    "better": len(position.play(better).legal()),
                }
                seen += 1
    assert seen > 5


def test_no_facts_where_there_is_no_difference() -> None:
    position = orchard.game("reversi").start()
    assert why(position, position.move("d3"), position.move("d3")) == ()


@pytest.mark.parametrize(
    ("loss", "unit", "grade"),
    [
        (0.0, "chance", "best"),
        (0.04, "chance", "good"),
        (0.1, "chance", "inaccuracy"),
        (0.2, "chance", "mistake"),
        (0.5, "chance", "blunder"),
        (0.0, "discs", "best"),
        (2.0, "discs", "good"),
        (4.0, "discs", "inaccuracy"),
        (8.0, "discs", "mistake"),
        (20.0, "discs", "blunder"),
    ],
)
def test_grades_follow_what_was_lost(loss: float, unit: str, grade: str) -> None:
    assert grade_of(loss, unit) == grade  # type: ignore[arg-type]


def test_the_same_worth_for_the_other_side() -> None:
    assert other_side(0.75, "chance") == 0.25
    assert other_side(6.0, "discs") == -6.0


def positions_of(game: str, transcript: str) -> list[orchard.Position]:
    path = [orchard.game(game).start()]
    for move in orchard.game(game).replay(transcript).moves_made:
        path.append(path[-1].play(move))
    return path


def test_a_review_judges_every_move_and_a_stopped_one_says_so() -> None:
    path = positions_of("reversi", "f5d6c3d3c4")
    heard: list[int] = []
    found = review(path, seconds_per_move=0.02, on_move=lambda move: heard.append(move.ply))
    assert [move.ply for move in found.moves] == [1, 2, 3, 4, 5]
    assert heard == [5, 4, 3, 2, 1]
    assert found.finished
    stop = Stop()
    stopped = review(path, seconds_per_move=0.02, stop=stop, on_move=lambda move: stop.set())
    assert not stopped.finished
    assert len(stopped.moves) < 5


def test_values_of_neighbouring_positions_belong_together() -> None:
    """What black's curve says before a best move is what it says after it."""
    found = review(positions_of("gomoku", "h8a1h9a2h10a3h11a4h12"), seconds_per_move=0.05)
    assert found.final_value == 1.0  # black has won
    for move, after in pairwise(found.moves):
        if move.grade == "best" and move.black_value is not None and after.black_value is not None:
            assert abs(move.black_value - after.black_value) < 0.35


def test_a_forced_pass_has_no_grade() -> None:
    game = orchard.game("reversi")
    start = game.parse("OX" + "-" * 62 + " X")  # black must pass
    after = start.play("pass")
    found = review([start, after, after.play("c1")], seconds_per_move=0.02)
    assert [move.grade for move in found.moves] == [None, None]  # one move each: no choice, no blame
    assert found.final_value is not None
    assert found.final_value < 0


def test_the_page_and_the_server_agree_on_what_a_good_move_may_lose() -> None:
    script = (Path(orchard.__file__).parent / "web" / "js" / "verdict.js").read_text(encoding="utf-8")
    said = re.search(r"GOOD_LOSS = { discs: ([\d.]+), chance: ([\d.]+) }", script)
    assert said is not None
    assert [float(said[1]), float(said[2])] == [LARGEST_LOSS["discs"][1], LARGEST_LOSS["chance"][1]]
