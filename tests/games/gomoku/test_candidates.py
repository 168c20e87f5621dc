"""The Gomoku candidate scores: the two boards worked out by hand, and a slow count from the definition."""

from __future__ import annotations

import random

import numpy as np
import pytest

import orchard
from orchard.games.gomoku.evaluate import candidates


def board_with(stones: str, width: int = 15) -> orchard.Position:
    """Black stones on these points, white to move."""
    game = orchard.game("gomoku", width=width)
    points = [game.board.move(name).square for name in stones.split()]
    return game.parse("".join("X" if square in points else "-" for square in range(width * width)) + " O")


def names(text: str) -> list[str]:
    return text.split()


def scores_of(position: orchard.Position) -> dict[str, int]:
    matrix = candidates.score_matrix(position.game.state(position))
    return {str(move): int(matrix.flat[move.square]) for move in position.game.board.moves}


def candidates_of(position: orchard.Position, gaps: bool = False, levels: int = 2, threes: bool = False) -> set[str]:
    out = np.empty(candidates.SCORED_GOMOKU.max_moves, np.int16)
    count = candidates.candidates(candidates.scored(position.game.state(position), gaps, levels, threes), out)
    return {str(position.game.board.moves[int(square)]) for square in out[:count]}


def test_one_stone_gives_3_2_1_on_each_of_its_eight_rays() -> None:
    scores = scores_of(board_with("h8"))
    rays = {
        3: "g8 i8 h7 h9 g7 g9 i7 i9",
        2: "f8 j8 h6 h10 f6 f10 j6 j10",
        1: "e8 k8 h5 h11 e5 e11 k5 k11",
    }
    expected = {name: value for value, squares in rays.items() for name in names(squares)}
    assert {name: value for name, value in scores.items() if value} == expected


def test_four_in_a_row_give_24_at_the_ends() -> None:
    scores = scores_of(board_with("g8 h8 i8 j8"))
    assert [scores[name] for name in names("f8 k8 e8 l8 d8 m8")] == [24, 24, 3, 3, 1, 1]
    assert [scores[name] for name in names("f9 g9 h9 i9 j9 k9")] == [3, 6, 9, 9, 6, 3]
    assert [scores[name] for name in names("f7 g7 h7 i7 j7 k7")] == [3, 6, 9, 9, 6, 3]
    assert candidates_of(board_with("g8 h8 i8 j8")) == {"f8", "k8"}


def test_the_ends_of_ones_own_four_come_before_those_of_the_opponents() -> None:
    both = orchard.game("gomoku").replay("g8a1h8a2i8a3j8a4")
    assert candidates_of(both) == {"f8", "k8"}
    assert candidates_of(both.play("o15")) == {"a5"}
    shared = orchard.game("gomoku").replay("b5a1c5a2d5a3e5a4o15")  # a5 ends the fours of both
    assert candidates_of(shared) == {"a5"}
    assert candidates_of(shared.play("o14")) == {"a5", "f5"}


def test_the_highest_and_the_second_highest_scores_are_candidates() -> None:
    assert candidates_of(board_with("h8")) == set(names("g8 i8 h7 h9 g7 g9 i7 i9 f8 j8 h6 h10 f6 f10 j6 j10"))


def test_other_numbers_of_scores_can_be_searched() -> None:
    counts = [len(candidates_of(board_with("h8"), levels=levels)) for levels in (1, 2, 3, 4)]
    assert counts == [8, 16, 24, 24]  # eight points each have 3, 2 and 1; the rest have nothing


def test_the_gap_of_a_broken_four_counts_only_when_asked() -> None:
    broken = board_with("g8 h8 j8 k8")
    assert candidates_of(broken, gaps=True) == {"i8"}
    assert candidates_of(broken) > {"i8"}


def test_the_ends_of_a_three_are_searched_beside_the_highest_scores_when_asked() -> None:
    # three blacks in a row, 6 x 3 at its ends; the cross of whites has 24 and 20 around it
    crowd = orchard.game("gomoku").replay("b2k10c2l11d2m10o15l9a15m12o1k12")
    assert {name for name, score in scores_of(crowd).items() if score == 18} >= {"a2", "e2"}
    assert not candidates_of(crowd) & {"a2", "e2"}
    assert candidates_of(crowd, threes=True) == candidates_of(crowd) | {
        "a2",
        "e2",
        "j13",
        "n13",
    }  # its diagonals end there


def test_where_a_four_must_be_blocked_the_ends_of_threes_are_left_out() -> None:
    position = orchard.game("gomoku").replay("b5a1c5a2d5a3o15a4")
    assert candidates_of(position, threes=True) == {"a5"}


@pytest.mark.parametrize(("width", "centre"), [(15, "h8"), (5, "c3"), (20, "k10")])
def test_an_empty_board_has_its_centre_for_candidate(width: int, centre: str) -> None:
    assert candidates_of(orchard.game("gomoku", width=width).start()) == {centre}


def slow_scores(position: orchard.Position) -> dict[int, int]:
    """From the definition: add 3, 2, 1 around each stone, then multiply at the ends of each run."""
    width = position.game.board.width
    colors = {divmod(square, width): position.stone(square) for square in range(width * width)}
    scores = dict.fromkeys(colors, 0)
    for (row, column), color in colors.items():
        if color is None:
            continue
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                for distance in (1, 2, 3):
                    point = (row + distance * down, column + distance * right)
                    if (down or right) and point in colors and colors[point] is None:
                        scores[point] += 4 - distance
    for (row, column), color in colors.items():
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if color is None or colors.get((row - down, column - right)) == color:
                continue  # not the first stone of a run
            length = 1
            while colors.get((row + length * down, column + length * right)) == color:
                length += 1
            for end in ((row - down, column - right), (row + length * down, column + length * right)):
                if end in colors and colors[end] is None:
                    scores[end] *= length
    return {row * width + column: score for (row, column), score in scores.items()}


@pytest.mark.parametrize("width", [5, 9, 15, 20])
def test_scores_kept_up_to_date_are_the_scores_counted_anew(width: int) -> None:
    dice = random.Random(width)
    game = orchard.game("gomoku", width=width)
    for _ in range(6):
        position = game.start()
        state = candidates.scored(game.state(position))
        while not position.is_over and position.ply < 60:
            near = [m for m in position.legal() if abs(m.square // width - width // 2) < 4]
            move = dice.choice(near or position.legal())
            position = position.play(move)
            candidates.play(state, move.square)
            kept = state[candidates.SCORES :].view(np.int32)[: width * width] & (candidates.URGENT - 1)
            expected = slow_scores(position)
            assert kept.tolist() == [expected[square] for square in range(width * width)]


def test_playouts_end_and_count_the_winner_right() -> None:
    game = orchard.game("gomoku")
    won = game.replay("g8 a1 h8 a2 i8 a3 j8 a4")  # black to move completes five at f8 or k8
    random_words = np.array([5], np.uint64)
    results = [candidates.playout(candidates.scored(game.state(won)), random_words, 500) for _ in range(200)]
    assert set(results) <= {-1, 0, 1}
    assert results.count(1) > 100  # two of the three ends of fours, f8, k8 and a5, win at once
    assert candidates.playout(candidates.scored(game.state(won.play("f8"))), random_words, 500) == -1
