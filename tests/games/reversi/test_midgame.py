"""The engine's midgame search beside a plain minimax with the same evaluation, and its promises about limits."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

import orchard
from orchard.core.board import squares_of
from orchard.games.reversi.evaluate import patterns, weights_file
from orchard.games.reversi.evaluate.correction import evaluate_corrected
from orchard.games.reversi.search import midgame_kernels as kernels
from orchard.games.reversi.search import probcut
from orchard.games.reversi.search.endgame import Solver
from orchard.games.reversi.search.midgame import Midgame, Worker
from orchard.games.reversi.search.midgame_table import hash_of, new_table, probe, store
from tests.positions import random_positions

GAMES = ("reversi", "reversed_reversi")


def positions(game: str, count: int, low: int, high: int) -> list[orchard.Position]:
    found = random_positions(2 * count, f"midgame {game} {low}", game, low, high)
    return [position for position in found if position.legal_mask()][:count]


def evaluated(position: orchard.Position, weights: weights_file.Evaluation) -> int:
    rows = np.zeros((1, 64), np.int16)
    patterns.read_position(rows, 0, position.own, position.enemy)
    if weights.correction is None:
        return int(patterns.evaluate(rows, 0, position.own, position.enemy, weights.weights))
    correction = weights_file.addresses(weights)[1:]
    return int(evaluate_corrected(rows, 0, position.own, position.enemy, weights.weights, *correction))


def plain_value(position: orchard.Position, depth: int, weights: weights_file.Evaluation) -> int:
    """Minimax without any cut-off; a pass is no ply, a finished game scores."""
    outcome = position.outcome
    if outcome is not None:
        return 100 * outcome.score_for(position.to_move)
    if not position.legal_mask():
        return -plain_value(position.play("pass"), depth, weights)
    if depth == 0:
        return evaluated(position, weights)
    return max(-plain_leaf(position.play(move), depth - 1, weights) for move in position.legal())


def plain_leaf(position: orchard.Position, depth: int, weights: weights_file.Evaluation) -> int:
    """At the horizon the evaluation is asked even where the side to move must pass."""
    if depth == 0 and not position.is_over:
        return evaluated(position, weights)
    return plain_value(position, depth, weights)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_without_selective_cuts_the_search_is_minimax(game: str, depth: int) -> None:
    weights = weights_file.load_evaluation(game)
    engine = Midgame(game, table_mb=1, confidence=0)
    for position in positions(game, 6, 4, 44):
        engine.forget()
        report = engine.search(position.own, position.enemy, depth=depth)
        assert report.best.value == plain_value(position, depth, weights)
        assert report.depth == depth


@pytest.mark.parametrize("game", GAMES)
def test_a_search_to_the_end_is_exact(game: str) -> None:
    solver = Solver(game, 4)
    for position in positions(game, 8, 44, 48):
        report = Midgame(game, table_mb=4).search(position.own, position.enemy, depth=60)
        assert report.complete
        assert report.best.value == 100 * solver.solve(position.own, position.enemy).score


@pytest.mark.parametrize("game", GAMES)
def test_looks_to_the_end_come_closer_and_closer_to_the_score(game: str) -> None:
    """Each has wider margins than the one before; those asked for are made, and the score is left to others."""
    solver, far = Solver(game, 4), np.zeros((3, 6))
    for number, position in enumerate(positions(game, 6, 43, 45)):
        score = 100 * solver.solve(position.own, position.enemy).score
        for looks in (1, 2, 3):
            report = Midgame(game, table_mb=4).search(position.own, position.enemy, looks=looks)
            assert (report.depth, report.looks, report.complete) == (position.empties, looks, False)
            far[looks - 1, number] = abs(report.best.value - score)
    assert far[2].mean() <= far[0].mean()
    assert far[2].max() <= 200


def test_every_line_of_a_many_line_analysis_has_the_value_of_its_own_search() -> None:
    weights = weights_file.load_evaluation("reversi")
    for position in positions("reversi", 3, 10, 30):
        count = position.legal_mask().bit_count()
        report = Midgame("reversi", table_mb=4, confidence=0).search(position.own, position.enemy, depth=3, lines=count)
        found = {line.square: line.value for line in report.lines}
        assert found == {
            square: -plain_leaf(position.play(orchard.game("reversi").board.moves[square]), 2, weights)
            for square in squares_of(position.legal_mask())
        }
        assert [line.value for line in report.lines] == sorted(found.values(), reverse=True)
        assert all(line.exact for line in report.lines)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_work_gives_the_same_answer_and_stays_within_it(game: str) -> None:
    position = positions(game, 1, 16, 20)[0]
    engine = Midgame(game, table_mb=4)
    first = engine.search(position.own, position.enemy, nodes=20_000)
    engine.search(position.own, position.enemy, depth=6)
    second = engine.search(position.own, position.enemy, nodes=20_000)
    assert (first.best, first.nodes, first.depth) == (second.best, second.nodes, second.depth)
    assert first.nodes <= 20_100


@pytest.mark.parametrize("game", GAMES)
def test_what_the_solver_does_is_part_of_the_work(game: str) -> None:
    """Near the end of a game nearly all positions are the solver's."""
    most = 0
    for position in positions(game, 6, 42, 46):
        engine = Midgame(game, table_mb=4)
        first = engine.search(position.own, position.enemy, nodes=60_000)
        by_solver = int(engine.workers[0].solver.context["nodes"])
        assert by_solver <= first.nodes <= 62_000
        second = engine.search(position.own, position.enemy, nodes=60_000)
        assert (first.best, first.nodes, first.depth) == (second.best, second.nodes, second.depth)
        most = max(most, by_solver)
    assert most > 1000


def test_a_stop_ends_the_search_at_once_with_a_move() -> None:
    position = positions("reversi", 1, 10, 12)[0]
    engine = Midgame("reversi", table_mb=4)
    threading.Timer(0.1, lambda: engine.halt.fill(1)).start()
    started = time.perf_counter()
    report = engine.search(position.own, position.enemy)
    assert time.perf_counter() - started < 2
    assert position.legal_mask() >> report.best.square & 1


def test_no_time_at_all_still_gives_a_legal_move() -> None:
    for position in positions("reversi", 5, 5, 50):
        engine = Midgame("reversi", table_mb=1)
        engine.halt[0] = 1
        report = engine.search(position.own, position.enemy)
        assert position.legal_mask() >> report.best.square & 1


@pytest.mark.parametrize("threads", [2, 8])
@pytest.mark.parametrize("game", GAMES)
def test_many_threads_find_the_exact_score_too(game: str, threads: int) -> None:
    solver = Solver(game, 4)
    for position in positions(game, 3, 44, 48):
        report = Midgame(game, table_mb=4).search(position.own, position.enemy, depth=60, threads=threads)
        assert report.complete
        assert report.best.value == 100 * solver.solve(position.own, position.enemy).score


@pytest.mark.parametrize("game", GAMES)
def test_threads_that_share_a_tree_find_the_value_of_one(game: str) -> None:
    for position in positions(game, 2, 10, 30):
        values = set()
        for threads in (1, 2, 8):
            engine = Midgame(game, table_mb=4, confidence=0)
            report = engine.search(position.own, position.enemy, depth=12, threads=threads, lines=2)
            assert report.depth == 12
            assert sorted(line.square for line in report.lines) == sorted(squares_of(position.legal_mask()))
            values.add((report.lines[0].value, report.lines[1].value if len(report.lines) > 1 else None))
        assert len(values) == 1


def test_the_expected_line_can_be_played() -> None:
    position = positions("reversi", 1, 20, 22)[0]
    report = Midgame("reversi", table_mb=4).search(position.own, position.enemy, depth=6)
    assert len(report.best.squares) >= 3
    for square in report.best.squares:
        position = position.play("pass" if square < 0 else position.game.board.moves[square])


def test_selective_cuts_save_work_and_rarely_change_the_value() -> None:
    full, selective, far = 0, 0, 0
    for position in positions("reversi", 10, 14, 34):
        a = Midgame("reversi", table_mb=8, confidence=0).search(position.own, position.enemy, depth=8)
        b = Midgame("reversi", table_mb=8, confidence=1.4).search(position.own, position.enemy, depth=8)
        full, selective = full + a.nodes, selective + b.nodes
        far += abs(a.best.value - b.best.value) > 300
    assert selective < 0.7 * full
    assert far <= 2


def test_the_table_gives_back_what_was_stored_and_nothing_else() -> None:
    table = new_table(0.1)
    key = int(hash_of(0x1234, 0x5678000))
    where = table.ctypes.data, len(table) - 1, key
    assert probe(*where) == 0
    store(*where, -100, 100, 42, 7, 19, 9, 1)
    entry = int(probe(*where))
    assert entry & 0xFFFF == 42 + 32768
    assert entry >> 16 & 0xFFFF == 42 + 32768
    assert (entry >> 32 & 0xFF, entry >> 40 & 0xFF) == (7, 19)
    table[key & (len(table) - 1), 1] ^= np.uint64(1)  # half of an entry from another thread
    assert probe(*where) == 0


def test_margins_are_measured_only_where_a_shallow_look_is_worth_it() -> None:
    for game in GAMES:
        margins = probcut.margins(game, 1.0)
        assert (margins[:, : probcut.SHALLOWEST] == 0).all()
        assert (margins[:, probcut.SHALLOWEST :] > 0).all()
        assert (probcut.margins(game, 0.0) == 0).all()
    assert all(probcut.SHALLOW[d] < d and (d - probcut.SHALLOW[d]) % 2 == 0 for d in range(3, 64))


def test_solved_answers_every_window_rightly() -> None:
    """A window in hundredths around, above and below the score, for both games."""
    for game in GAMES:
        worker, solver = Worker(game), Solver(game, 4)
        for position in positions(game, 6, 50, 54):
            score = 100 * solver.solve(position.own, position.enemy).score
            arguments = (position.empties, worker.solver.context)
            for low, high in ((-30000, 30000), (score - 1, score + 1), (score - 150, score + 250)):
                assert kernels.solved(position.own, position.enemy, low, high, 0, *arguments) == score
            assert kernels.solved(position.own, position.enemy, score, score + 1, 0, *arguments) <= score
            assert kernels.solved(position.own, position.enemy, score - 1, score, 0, *arguments) >= score


def test_a_small_search_touches_a_small_part_of_the_table() -> None:
    engine = Midgame("reversi", table_mb=16)
    position = orchard.game("reversi").replay("f5d6c3")
    engine.table[:] = 7  # what an earlier search may have left
    alone = Midgame("reversi", table_mb=16).search(position.own, position.enemy, nodes=100)
    for _ in range(2):
        assert engine.search(position.own, position.enemy, nodes=100) == alone
        assert (engine.table == 7).all(axis=1).mean() > 0.98
    engine.search(position.own, position.enemy, depth=6)  # uses all of it, and the solvers too, later in a game
    assert engine.search(position.own, position.enemy, nodes=100) == alone


@pytest.mark.parametrize("plies", [20, 44, 52, 56])
def test_a_bound_on_work_gives_the_same_answer_after_any_other_search(plies: int) -> None:
    position = orchard.random_positions("reversi", 1, seed=plies, plies=plies)[0]
    before = orchard.random_positions("reversi", 1, seed=plies + 1, plies=min(plies, 50))[0]
    for nodes in (100, 3000):
        limits = orchard.Limits(nodes=nodes)
        fresh, used = orchard.player("sage:table=2"), orchard.player("sage:table=2")
        used.choose(before, orchard.Limits(depth=6))
        used.choose(before, orchard.Limits(nodes=500))
        one, two = fresh.choose(position, limits), used.choose(position, limits)
        assert (one.move, one.value, one.nodes, one.line, one.moves) == (
            two.move,
            two.value,
            two.nodes,
            two.line,
            two.moves,
        )
