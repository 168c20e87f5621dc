"""The solver against searches without tricks, and against published scores."""

from __future__ import annotations

import itertools
import threading
import time

import pytest

from orchard import OrchardError, game
from orchard.games.reversi.search.endgame import NO_WEIGHTS, PASS, Solution, Solver
from tests.games.reversi.reference_endgame import (
    final_score,
    minimax,
    plain_alphabeta,
    random_position,
    squares,
    turned_by,
)

GAMES = ("reversi", "reversed_reversi")
FFO_40 = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
FFO_41 = "-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X"

FFO_49 = "--OX-O----XXOO--OOOOOXX-OOOOOX--OOOXOXX-OOOOXX-----OOX----X-O--- X"


def words(text: str) -> tuple[int, int]:
    position = game("reversi").parse(text)
    return position.own, position.enemy


def play_line(own: int, enemy: int, line: tuple[int, ...], reversed_game: bool) -> int:
    """The score at the end of a line, by the slow rules; every move is checked."""
    mine, theirs, sign = squares(own), squares(enemy), 1
    for square in line:
        if square == PASS:
            assert not any(turned_by(mine, theirs, other) for other in range(64)), "passed with a move to play"
            mine, theirs = theirs, mine
        else:
            turned = turned_by(mine, theirs, square)
            assert turned, f"square {square} is no legal move"
            mine, theirs = theirs - turned, mine | turned | {square}
        sign = -sign
    assert not any(turned_by(mine, theirs, s) or turned_by(theirs, mine, s) for s in range(64)), "the line stops early"
    return sign * final_score(mine, theirs, reversed_game)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("empties", range(8))
def test_few_empties_agree_with_minimax(name, empties):
    solver = Solver(name, 1)
    for seed in range(30 if empties < 7 else 6):
        own, enemy = random_position(empties, seed)
        expected = minimax(squares(own), squares(enemy), name == "reversed_reversi")
        assert solver.solve(own, enemy).score == expected


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("empties", range(1, 8))
def test_every_window_gets_a_true_bound(name, empties):
    """Below the score a lower bound above alpha, from the score on an upper bound at most alpha."""
    from orchard.games.reversi.search.endgame_inner import null_window

    solver = Solver(name, 1)
    solver.solve(*random_position(0, 0))
    reversed_game = int(name == "reversed_reversi")
    for seed in range(100, 106):
        own, enemy = random_position(empties, seed)
        score = plain_alphabeta(own, enemy, -64, 64, reversed_game)
        for alpha in range(-64, 64, 3):
            solver.clear()
            bound = null_window(own, enemy, alpha, empties, solver.context)
            assert (alpha < bound <= score) if score > alpha else (score <= bound <= alpha)


@pytest.mark.parametrize("name", GAMES)
def test_twelve_empties_agree_with_plain_alphabeta(name):
    solver = Solver(name, 4)
    for seed in range(30):
        own, enemy = random_position(12, seed)
        expected = plain_alphabeta(own, enemy, -64, 64, int(name == "reversed_reversi"))
        solution = solver.solve(own, enemy, with_line=True)
        assert solution.score == expected
        if solution.line:
            assert play_line(own, enemy, solution.line, name == "reversed_reversi") == expected


@pytest.mark.parametrize(
    ("name", "text", "score", "move"), [("reversi", FFO_40, 38, "a2"), ("reversi", FFO_41, 0, "h4")]
)
def test_published_endgames_have_their_published_scores(name, text, score, move):
    own, enemy = words(text)
    solution = Solver(name).solve(own, enemy, with_line=True)
    assert solution.score == score
    assert game(name).board.moves[solution.move] == move
    assert play_line(own, enemy, solution.line, False) == score


def test_without_an_evaluation_the_scores_are_the_same():
    own, enemy = words(FFO_40)
    assert Solver("reversi", weights=NO_WEIGHTS).solve(own, enemy).score == 38


@pytest.mark.parametrize("threads", [1, 2, 8])
@pytest.mark.parametrize("name", GAMES)
def test_any_number_of_threads_finds_the_same_scores(name, threads):
    alone, together = Solver(name, 8), Solver(name, 8)
    for seed in range(4):
        own, enemy = random_position(17, seed)
        assert together.solve(own, enemy, threads=threads).score == alone.solve(own, enemy).score


def test_many_short_threaded_searches_end_and_agree():
    solver, alone = Solver("reversi", 1), Solver("reversi", 1)
    for seed in range(60):
        own, enemy = random_position(14, seed)
        assert solver.solve(own, enemy, threads=4).score == alone.solve(own, enemy).score


@pytest.mark.parametrize("name", GAMES)
def test_a_window_answers_only_its_own_question(name):
    solver = Solver(name, 4)
    for seed in range(10):
        own, enemy = random_position(12, seed)
        score = plain_alphabeta(own, enemy, -64, 64, int(name == "reversed_reversi"))
        sign = solver.solve(own, enemy, -1, 1).sign
        assert sign == (score > 0) - (score < 0)
        for alpha, beta in itertools.pairwise((-64, -20, -1, 0, 9, 64)):
            found = solver.solve(own, enemy, alpha, beta)
            assert found.lower <= score <= found.upper
            if alpha < score < beta:
                assert found.score == score
            elif score <= alpha:
                assert found.upper <= alpha
            else:
                assert found.lower >= beta


def test_a_raised_stop_flag_ends_the_search_soon_and_the_bounds_are_true():
    own, enemy = words(FFO_49)  # seconds of work; the bound below leaves room for a busy machine
    solver = Solver("reversi")
    found: list[Solution] = []
    worker = threading.Thread(target=lambda: found.append(solver.solve(own, enemy)))
    worker.start()
    time.sleep(0.1)
    solver.halt[0] = 1
    raised = time.perf_counter()
    worker.join()
    assert time.perf_counter() - raised < 1.0
    assert found[0].lower <= 16 <= found[0].upper
    assert found[0].score is None


def test_a_score_comes_with_its_move_when_time_ends_before_the_line_is_found(monkeypatch):
    own, enemy = words(FFO_40)
    solver = Solver("reversi", 4)
    monkeypatch.setattr(solver, "_line", lambda *_: ())
    solution = solver.solve(own, enemy)
    assert (solution.score, solution.move) == (38, 8)  # a2, as published


def test_slices_of_nodes_reach_the_same_score():
    own, enemy = words(FFO_40)
    solver = Solver("reversi")
    slices = 0
    while (solution := solver.solve(own, enemy, node_slice=1_000_000)).score is None:
        assert solution.nodes <= 1_100_000
        slices += 1
        assert slices < 200, "no progress from slice to slice"
    assert solution.score == 38
    assert slices > 3


def test_the_same_search_again_takes_the_same_nodes():
    own, enemy = random_position(15, 3)
    assert Solver("reversi").solve(own, enemy).nodes == Solver("reversi").solve(own, enemy).nodes


def test_progress_reports_bounds_that_hold():
    own, enemy = words(FFO_41)
    solver = Solver("reversi")
    seen: list[tuple[int, int, int]] = []
    found: list[Solution] = []
    worker = threading.Thread(target=lambda: found.append(solver.solve(own, enemy)))
    worker.start()
    while worker.is_alive():
        seen.append(solver.so_far())
        time.sleep(0.02)
    assert found[0].score == 0
    assert all(lower <= 0 <= upper for lower, upper, _ in seen)
    assert max(nodes for _, _, nodes in seen) > 0


def test_a_finished_game_has_its_score_and_no_move():
    solution = Solver("reversi", 1).solve((1 << 10) - 1, 0)
    assert (solution.score, solution.move, solution.line) == (64, None, ())
    solution = Solver("reversed_reversi", 1).solve((1 << 10) - 1, 0)
    assert (solution.score, solution.move) == (-10, None)


def test_a_pass_is_a_move():
    own, enemy = next(
        (own, enemy)
        for seed in range(1000)
        for own, enemy in [random_position(8, seed)]
        if not any(turned_by(squares(own), squares(enemy), s) for s in range(64))
        and any(turned_by(squares(enemy), squares(own), s) for s in range(64))
    )
    assert Solver("reversi", 1).solve(own, enemy).move == PASS


@pytest.mark.parametrize(("own", "enemy"), [(0, 0), (3, 1)])
def test_impossible_positions_are_refused(own, enemy):
    with pytest.raises(OrchardError, match="discs"):
        Solver("reversi", 1).solve(own, enemy)


def test_a_game_without_solver_is_refused_by_name():
    with pytest.raises(OrchardError, match="gomoku"):
        Solver("gomoku")
