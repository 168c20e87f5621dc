"""Evaluations: found by name, worth what their formula says, and the same for a mirrored board."""

from __future__ import annotations

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.games import evaluation, evaluations
from orchard.games.reversed_reversi.evaluate.matrix import D, S, lay_out, round_of
from tests.games.reversi import slow_features as slow
from tests.games.reversi.test_features import CHECK_BOARD, REVERSI, positions, rows

FIRST_ROWS = [
    [500, -25, 10, 5, 5, 10, -25, 500],
    [-25, -45, 1, 1, 1, 1, -45, -25],
    [10, 1, 3, 2, 2, 3, 1, 10],
    [5, 1, 2, 1, 1, 2, 1, 5],
]
MATRIX = FIRST_ROWS + FIRST_ROWS[::-1]
BESIDE = {(0, 0): [(0, 1), (1, 0), (1, 1)], (0, 7): [(0, 6), (1, 7), (1, 6)]}
BESIDE |= {(7, 0): [(7, 1), (6, 0), (6, 1)], (7, 7): [(7, 6), (6, 7), (6, 6)]}


def test_every_evaluation_is_found_and_an_unknown_one_is_told_what_there_is() -> None:
    assert {"discs", "grove", "matrix", "strategist"} <= set(evaluations())
    with pytest.raises(OptionError, match=r"no evaluation 'nonsense'; there are .*grove.*matrix.*strategist"):
        evaluation("nonsense")
    with pytest.raises(OptionError, match="no evaluation 'features'"):
        evaluation("features")  # a file of the folder, but no evaluation


def matrix_value(board: slow.SlowReversi, us: str, to_move: str) -> int:
    """W - 10·S - 15·D from the view of `us`, on the matrix as `to_move` would lay it out (it is the same side)."""
    them = slow.other(us)
    weights = [list(row) for row in MATRIX]
    for (row, column), beside in BESIDE.items():
        if board.rows[row][column] == us:
            for r, c in beside:
                weights[r][c] = 250
        if board.rows[row][column] == "." and any(board.rows[r][c] == them for r, c in beside):
            weights[row][column] = 1000
    ours, theirs = slow.discs(board, us), slow.discs(board, them)
    w = sum(weights[r][c] for r, c in theirs) - sum(weights[r][c] for r, c in ours)
    number = len(ours) + len(theirs) - 4 + 1
    s = len(slow.edge_stable(board, us)) if number >= 30 else 0
    return w - 10 * s - 15 * (len(ours) - len(theirs))


def in_game(game: str, position: orchard.Position) -> orchard.Position:
    """The same board in another game."""
    return orchard.game(game).parse(position.text)


def test_matrix_is_its_formula() -> None:
    found = evaluation("matrix")
    for position in positions(150, seed=8):
        us = "X" if position.to_move == "black" else "O"
        expected = matrix_value(slow.board(rows(position)), us, us)
        assert found.value(in_game("reversed_reversi", position)) == expected, position.text
        assert found.value(in_game("reversi", position)) == -expected, position.text


def test_matrix_worked_out_by_hand() -> None:
    board = "X-------" + "-" * 48 + "-------O"
    position = REVERSI.parse(board + " X")
    # one corner each: W = 500 - 500, D = 0
    assert evaluation("matrix").value(in_game("reversed_reversi", position)) == 0
    position = REVERSI.parse("XX------" + "-" * 48 + "------O- X")
    # ours a1 500 and b1, beside our corner, 250; theirs g8 -25; W = -25 - 750, D = 1
    assert evaluation("matrix").value(in_game("reversed_reversi", position)) == -25 - 750 - 15


def test_the_matrix_changes_with_the_corners_and_the_round() -> None:
    weights = [*(weight for row in MATRIX for weight in row), 1, -10, -15]
    start = REVERSI.start()
    assert round_of(start.own, start.enemy) == 1
    assert lay_out(weights, start.own, start.enemy)[S] == 0
    laid = lay_out(weights, 1 << 7, 1 << 9)  # we own h1, the opponent's b2 pins a1
    assert (laid[6], laid[14], laid[15], laid[0]) == (250, 250, 250, 1000)
    assert (laid[56], laid[63], laid[D]) == (500, 500, -15)
    own = (1 << 32) - 1  # 32 discs on the board: round 29
    assert lay_out(weights, own, 0)[S] == 0
    assert lay_out(weights, own, 1 << 40)[S] == -10


def test_strategist_is_the_weighted_sum_of_its_features_for_the_side_that_searches() -> None:
    import numpy as np

    found = evaluation("strategist")
    weights = np.array([3, 5, -7, 11, 13, -17, -19, 23, -29, -31], dtype=np.int64)
    names = (lambda b, s: len(slow.discs(b, s)), lambda b, s: len(slow.stable(b, s)))
    names += (slow.corner_risk, slow.moves, slow.safe_moves)
    for position in positions(80, seed=9):
        board = slow.board(rows(position))
        us, them = ("X", "O") if position.to_move == "black" else ("O", "X")
        expected = sum(int(w) * count(board, us) for w, count in zip(weights[:5], names, strict=True))
        expected += sum(int(w) * count(board, them) for w, count in zip(weights[5:], names, strict=True))
        state = position.game.state(position)
        assert found.function(state, 1, weights) == expected
        # the opponent is to move, the same side searches: the same value with the sign turned
        assert found.function(state[::-1].copy(), -1, weights) == -expected


def test_strategist_on_the_check_board_by_hand() -> None:
    position = REVERSI.parse(CHECK_BOARD + " X")
    # black 28 discs, 12 stable, risk 1, 7 moves, 4 safe; white 7 discs, 3 stable (a1 b1 a2), risk 1, 8 moves, 5 safe
    expected = (28 - 7) + 5 * (12 - 3) - 6 * (1 - 1) + 4 * (7 - 8) + 2 * (4 - 5)
    assert evaluation("strategist").value(position) == expected


def test_grove_is_its_formula() -> None:
    found = evaluation("grove")
    for game in ("reversi", "reversed_reversi"):
        early, late = found.weights[game][:7], found.weights[game][7:]
        for position in positions(60, seed=10):
            board = slow.board(rows(position))
            us, them = ("X", "O") if position.to_move == "black" else ("O", "X")
            empties = len(slow.discs(board, "."))
            corners = [slow.rows_at(board, corner) for corner in slow.CORNERS]
            features = [
                slow.moves(board, us) - slow.moves(board, them),
                slow.potential_moves(board, us) - slow.potential_moves(board, them),
                corners.count(us) - corners.count(them),
                slow.corner_risk(board, us) - slow.corner_risk(board, them),
                len(slow.stable(board, us)) - len(slow.stable(board, them)),
                len(slow.discs(board, us)) - len(slow.discs(board, them)),
                1 if empties % 2 else -1,
            ]
            sliding = sum(f * (e * empties + w * (60 - empties)) for f, e, w in zip(features, early, late, strict=True))
            expected = max(-6400, min(6400, sliding // 60))
            value = found.value(in_game(game, position))
            assert abs(value * 100 - expected) <= 1e-6, position.text


@pytest.mark.parametrize("name", ["discs", "grove", "strategist"])
def test_a_mirrored_board_is_worth_the_same(name: str) -> None:
    found = evaluation(name)
    for position in positions(20, seed=11):
        worth = {found.value(view) for view in position.symmetries()}
        assert len(worth) == 1, position.text


def test_no_evaluation_reaches_the_value_of_a_won_game() -> None:
    for name in ("grove", "matrix", "strategist"):
        found = evaluation(name)
        for game in ("reversi", "reversed_reversi"):
            for position in positions(100, seed=12):
                if not position.is_over:
                    assert abs(found.value(in_game(game, position))) * found.unit < found.won


def test_runs_and_candidate_scores_of_gomoku() -> None:
    from orchard.games.gomoku.explain import explain

    position = orchard.game("gomoku").replay("g8 a1 h8 c1 i8 e1 j8 o15")
    found = explain(position).as_json
    assert found["black"]["runs"] == [
        {"direction": "across", "length": 4, "points": ["g8", "h8", "i8", "j8"], "open_ends": ["f8", "k8"]}
    ]
    assert found["white"] == {"stones": 4, "runs": []}
    assert found["scores"][7][5] == found["scores"][7][10] == 24  # f8 and k8
    assert found["scores"][7][4] == 3  # e8
