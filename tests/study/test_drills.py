"""The questions of drills: the same ones for the same seed, and right answers by another count than their own."""

from __future__ import annotations

import pytest

import orchard
from orchard.core.offers import Question
from orchard.study.drills import Drilled, drill, drills_of
from orchard.study.solve import solve
from tests.slow_referee import SlowReversi

COUNT = 12


def slow(question: Drilled) -> SlowReversi:
    """The board once more, by the rule book."""
    found, stones = SlowReversi(), question.text.split(" ")[0].replace("-", ".")
    found.rows = [list(stones[row * 8 : row * 8 + 8]) for row in range(8)]
    return found


def place(name: str) -> tuple[int, int]:
    return int(name[1]) - 1, "abcdefgh".index(name[0])


def side(color: str) -> str:
    return "X" if color == "black" else "O"


def test_a_game_has_the_drills_that_its_rules_and_its_folder_allow() -> None:
    found = {name: set(drills_of(orchard.game(name))) for name in orchard.games()}
    assert {"legal", "turns", "replies", "stable", "evaluation", "last"} < found["reversi"] == found["reversed_reversi"]
    assert found["gomoku"] == {"coordinates", "threats", "evaluation"}
    assert found["tic_tac_toe"] == {"coordinates"}
    with pytest.raises(orchard.OrchardError, match="there are coordinates, threats"):
        drill(orchard.game("gomoku"), "turns", 1, 0)


def test_the_same_seed_asks_the_same_questions() -> None:
    game = orchard.game("reversi")
    first, again, other = (drill(game, "legal", COUNT, seed) for seed in (7, 7, 8))
    assert first == again != other
    assert len({question.text for question in first}) > COUNT // 2


@pytest.mark.parametrize("name", ["reversi", "reversed_reversi"])
def test_what_is_counted_on_the_board_is_counted_right(name: str) -> None:
    game = orchard.game(name)
    for question in drill(game, "legal", COUNT, 1):
        assert sorted(map(place, question.accepted)) == slow(question).moves(side(question.who))
    for question in drill(game, "turns", COUNT, 1):
        turned = len(slow(question).enclosed(*place(question.square), side(question.who)))
        assert question.accepted == (str(turned),)
        assert str(turned) in question.options
    for question in drill(game, "replies", COUNT, 1):
        assert question.accepted == (str(len(slow(question).moves(side(question.who)))),)
        assert question.accepted[0] in question.options


def test_a_disc_that_is_called_loose_can_be_turned_and_one_called_stable_cannot_be_turned_at_once() -> None:
    questions = drill(orchard.game("reversi"), "stable", 3 * COUNT, 1)
    assert {question.accepted for question in questions} == {("yes",), ("no",)}
    for question in questions:
        board, disc = slow(question), place(question.square)
        turned = {square for who in "XO" for move in board.moves(who) for square in board.enclosed(*move, who)}
        assert (disc in turned) == (question.accepted == ("no",))


def test_a_threat_that_is_to_be_found_makes_what_it_says() -> None:
    seen = set()
    for question in drill(orchard.game("gomoku"), "threats", COUNT, 2):
        position = orchard.game("gomoku").parse(question.text)
        for point in question.accepted:
            ways = fives(position.play(point), question.who)
            if question.what in ("five", "open_four", "four"):
                assert len(ways) >= {"five": 0, "open_four": 2, "four": 1}[question.what]
                assert position.play(point).is_over == (question.what == "five")
        seen.add(question.what)
    assert len(seen) > 1


def fives(position: orchard.Position, color: str) -> list[str]:
    """Where a side could complete five next, if it were to move."""
    if position.is_over:
        return []
    turned = position.game.parse(position.text[:-1] + side(color))
    return [str(move) for move in turned.legal() if turned.play(move).is_over]


def best(position: orchard.Position, low: int = -64, high: int = 64) -> int:
    """The score of best play for the side to move, by a plain search of everything."""
    if position.outcome is not None:
        return position.outcome.score_for(position.to_move)
    for move in position.legal():
        low = max(low, -best(position.play(move), -high, -low))
        if low >= high:
            break
    return low


def test_the_last_squares_come_with_the_score_that_best_play_reaches() -> None:
    (question,) = drill(orchard.game("reversi"), "last", 1, 4)
    position = orchard.game("reversi").parse(question.text)
    assert position.empties == 8
    assert best(position) == question.score


def test_who_is_called_better_wins_with_best_play_where_that_can_be_solved() -> None:
    solved = 0
    for question in drill(orchard.game("reversi"), "evaluation", 6, 10):
        position = orchard.game("reversi").parse(question.text)
        if position.empties > 18 or question.accepted == ("even",):
            continue
        solved += 1
        result = solve(position, Question(wld=True)).result
        winner = question.who if result == "win" else {"black": "white", "white": "black"}[question.who]
        assert question.accepted == (winner,)
    assert solved == 2
