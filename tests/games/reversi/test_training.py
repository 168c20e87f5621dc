"""Training of both Reversi games: exact values, labels, the fit, the policy, and what is measured."""

from __future__ import annotations

import hashlib
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.course import Columns, Generation, no_progress
from orchard.core.errors import OptionError
from orchard.games.reversi.course import COURSE
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import patterns, weights_file
from orchard.games.reversi.search.endgame import Solver
from orchard.games.reversi.training import games as training_games
from orchard.games.reversi.training import labels, least_squares, measure, policy
from orchard.games.reversi.training.columns import COLUMNS, EXACT, FOLLOWED, HELD_OUT, STRAYED
from orchard.games.reversi.training.openings import SageJudge
from orchard.games.reversi.training.settings import (
    PLAN,
    ReversiFit,
    ReversiGate,
    ReversiLabel,
    ReversiMeasure,
    ReversiPlay,
    ReversiPolicy,
)
from orchard.training import shards
from orchard.training.fit import fit
from orchard.training.gate import match
from orchard.training.grow import Growth
from orchard.training.label import label
from orchard.training.selfplay import play

SMALL = ReversiPlay(game="reversi", depth=2, exact_from=8)


def read(*folders: Path) -> Columns:
    return shards.read_folders(folders, COLUMNS)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    assert play(COURSE, SMALL, folder, games=400) == 400
    return folder


def test_self_play_positions_come_from_real_games_and_exact_values_are_exact(games: Path) -> None:
    columns = read(games)
    assert (columns["own"] & columns["enemy"] == 0).all()
    exact = np.flatnonzero(columns["flags"] & EXACT)
    empties = 64 - np.bitwise_count(columns["own"] | columns["enemy"])
    assert set(exact) == set(np.flatnonzero(empties <= SMALL.exact_from))
    solver = Solver("reversi", 4)
    for row in exact[::150]:
        own, enemy = int(columns["own"][row]), int(columns["enemy"][row])
        assert columns["value"][row] == 100 * solver.solve(own, enemy).score
        position = orchard.Position(orchard.game("reversi"), own, enemy, "black")
        assert columns["own_moves"][row] == len(position.legal())


def test_self_play_keeps_leaves_of_longer_searches_beside_the_positions_of_the_game() -> None:
    settings = ReversiPlay(game="reversi", depth=2, exact_from=8, leaves=3, leaves_depth=4)
    stop, weights = np.zeros(1, np.uint8), COURSE.prepared(COURSE.weights("trained"))
    columns = COURSE.play_shard(settings, 0, weights, stop)
    again = COURSE.play_shard(settings, 0, weights, stop)
    assert all((columns[name] == again[name]).all() for name in COLUMNS)
    own, enemy, game = columns["own"], columns["enemy"], columns["game"]
    empties = np.bitwise_count(~(own | enemy)).astype(int)
    label, _, usable = labels.labels(columns, 0.85)
    solver, below_the_last = Solver("reversi", 4), 0
    for number in range(0, 200, 20):
        rows = np.flatnonzero(game == number)
        begin = rows[np.flatnonzero(np.diff(empties[rows]) > 0)[-1] + 1]  # the game follows its leaves
        kept, searched = rows[rows < begin], rows[(rows >= begin) & (empties[rows] >= 4 + 8)]
        assert 0 < len(kept) <= 3 * len(searched)
        assert (columns["flags"][kept] & STRAYED).all()  # nothing follows them
        assert usable[kept].all()
        last_two = [
            orchard.Position(orchard.game("reversi"), int(own[r]), int(enemy[r]), "black") for r in searched[-2:]
        ]
        below = {(leaf.own, leaf.enemy) for root in last_two for leaf in leaves(root, 4)}
        theirs = [row for row in kept if empties[row] <= last_two[0].empties - 4]
        below_the_last += len(theirs)
        assert all((int(own[row]), int(enemy[row])) in below for row in theirs)
        for row in kept[columns["flags"][kept] & EXACT > 0][:3]:
            assert columns["value"][row] == 100 * solver.solve(int(own[row]), int(enemy[row])).score
            assert label[row] == columns["value"][row] / 100
    assert below_the_last > 10


def test_more_leaves_than_there_is_room_for_are_refused() -> None:
    weights = COURSE.prepared(COURSE.weights("trained"))
    with pytest.raises(OptionError, match="at most 256"):
        COURSE.play_shard(ReversiPlay(game="reversi", leaves=257), 0, weights, np.zeros(1, np.uint8))


def leaves(position: orchard.Position, plies: int) -> set[orchard.Position]:
    """What a search so many plies deep values; a pass is no ply."""
    if position.is_over:
        return set()
    if position.legal() == [orchard.PASS]:
        after = position.play(orchard.PASS)
        return leaves(after, plies) | ({position} if plies == 0 else set())
    if plies == 0:
        return {position}
    return {leaf for move in position.legal() for leaf in leaves(position.play(move), plies - 1)}


@pytest.mark.parametrize("depth", [1, 4])
def test_self_play_plays_a_move_of_the_value_it_found_where_the_table_holds_none(depth: int) -> None:
    settings = ReversiPlay(game="reversi", depth=depth, exact_from=0, stray_per_mille=0, exact_stray_per_mille=0)
    stop, weights = np.zeros(1, np.uint8), COURSE.prepared(COURSE.weights("trained"))
    columns = COURSE.play_shard(settings, 0, weights, stop)
    own, enemy, game = columns["own"], columns["enemy"], columns["game"]
    answered = (game[:-1] == game[1:]) & (own[:-1] & ~own[1:] != 0)  # the next row is the other side's
    if depth > 1:  # these positions are left to the solver
        answered &= np.bitwise_count(~(own | enemy))[:-1] <= depth
    before = np.flatnonzero(answered)
    assert len(before) > 100
    after = {"own": own[before + 1], "enemy": enemy[before + 1]}
    if depth == 1:
        found, _ = training_games.values(training_games.workspace("reversi", stop), after, 0, 0, weights)
    else:
        solver = Solver("reversi", 4)
        pairs = zip(after["own"], after["enemy"], strict=True)
        found = np.array([100 * solver.solve(int(mine), int(theirs)).score for mine, theirs in pairs])
    assert (columns["value"][before] == -found).all()


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_after_a_random_opening_the_side_to_move_is_to_move(plies: int) -> None:
    from orchard.games.reversi.bits import FULL, random_playout

    start = orchard.game("reversi").start()
    reached = [start]
    for _ in range(plies):
        reached = [position.play(move) for position in reached for move in position.legal()]
    boards = {(position.own, position.enemy) for position in reached}
    found = {random_playout(start.own, start.enemy, FULL, seed, plies)[:2] for seed in range(300)}
    assert found <= boards
    assert len(found) > len(boards) / 4


def test_what_training_adds_up_is_what_the_engine_evaluates(games: Path) -> None:
    columns = {name: column[::37].copy() for name, column in read(games).items()}
    folded = np.random.default_rng(3).integers(-50, 50, (tables.PHASES, tables.FOLDED_WEIGHTS)).astype(np.int16)
    weights, rows, values = weights_file.unfold(folded), np.zeros((1, tables.LANES), np.int16), []
    for own, enemy in zip(columns["own"], columns["enemy"], strict=True):
        patterns.read_position(rows, 0, own, enemy)
        values.append(patterns.evaluate(rows, 0, own, enemy, weights))
    phase = np.clip((np.bitwise_count(columns["own"] | columns["enemy"]).astype(int) - 4) // 4, 0, 14)
    added = folded[phase[:, None], least_squares.places(columns)].astype(np.int64).sum(1)
    assert (np.clip(added, -6399, 6399) == values).all()


def test_fitting_finds_the_weights_behind_the_labels(games: Path, tmp_path: Path) -> None:
    """Labels made from known weights: the fit must predict them on games it has not seen."""
    columns = read(games)
    late = np.bitwise_count(columns["own"] | columns["enemy"]) >= 52
    columns = {name: column[late] for name, column in columns.items()}
    truth = np.random.default_rng(4).normal(0, 1, tables.FOLDED_WEIGHTS)
    truth[tables.FOLD[: tables.ALL[5].first]] = 0  # only the rows, diagonals, mobility and parity matter
    columns["value"] = np.clip(100 * truth[least_squares.places(columns)].sum(1), -32000, 32000).astype(np.int16)
    columns["later"] = columns["value"]
    folder = tmp_path / "known"
    shards.open_folder(folder, {"game": "reversi"})
    shards.write_shard(folder, 0, columns, COLUMNS)
    settings = ReversiFit(foresight=0, ridge=0.1, even_games=1e9, device="numpy")
    made = fit(COURSE, settings, [folder], tmp_path / "out")
    judged = [phase for phase in made.as_json["phases"] if phase["held_out"] > 20]
    assert len(judged) == 3
    assert all(phase["rms_error"] < 0.7 * phase["spread"] for phase in judged)
    folded, about = weights_file.read(tmp_path / "out" / "weights.safetensors")
    assert folded.any()
    assert about["game"] == "reversi"
    assert (tmp_path / "out" / "errors.svg").read_text().startswith("<svg")


def test_the_compiled_sums_are_those_of_numpy(games: Path) -> None:
    columns = {name: column[::11] for name, column in read(games).items()}
    system = least_squares.CompiledSolver(columns, np.zeros(len(columns["own"])))
    where, dice = least_squares.places(columns), np.random.default_rng(5)
    weights, amounts = dice.normal(size=tables.FOLDED_WEIGHTS), dice.normal(size=len(where))
    assert np.allclose(system.predict(weights), weights[where].sum(1), rtol=0, atol=1e-9)
    given_back = np.bincount(where.ravel(), np.repeat(amounts, where.shape[1]), tables.FOLDED_WEIGHTS)
    assert np.allclose(system.gather(amounts), given_back, rtol=0, atol=1e-9)


def test_torch_and_compiled_code_fit_the_same_weights(games: Path) -> None:
    pytest.importorskip("torch", reason="the PyTorch way of fitting needs the extra 'train'")
    columns = {name: column[::5] for name, column in read(games).items()}
    target, _, _ = labels.labels(columns, 0.5)
    start, counts = np.zeros(tables.FOLDED_WEIGHTS), np.ones(len(target))
    one, _ = least_squares.CompiledSolver(columns, target).solve(start, counts, 20.0, 10)
    two, _ = least_squares.TorchSolver(columns, target, "cpu").solve(start, counts, 20.0, 10)
    assert np.abs(one - two).max() < 0.01


def two_games() -> Columns:
    """By hand: a game with a pass and a random move in it, and one that ended when it was solved.

    The words of discs only say who is to move: a side that passes leaves the other with all its discs.
    """
    E, S, F = EXACT, STRAYED, FOLLOWED
    rows = [  # game, own, enemy, value, later, flags
        (0, 0b0001, 0b0010, 400, 0, 0),
        (0, 0b0010, 0b0101, -200, 0, S),  # the other side; what comes after does not count for what came before
        (0, 0b0101, 0b1010, 300, 800, F),
        (0, 0b1101, 0b1010, 500, 800, F),  # the same side again: a pass
        (0, 0b1010, 0b1101, -800, -800, E | F),
        (1, 0b0001, 0b0010, 100, -600, F),
        (1, 0b0010, 0b0101, 600, 600, E | F),
    ]
    names = ("game", "own", "enemy", "value", "later", "flags")
    return {
        name: np.array(column).astype(COLUMNS[name])
        for name, column in zip(names, zip(*rows, strict=True), strict=True)
    }


def test_labels_look_ahead_until_the_truth_or_a_random_move() -> None:
    target, thought, usable = labels.labels(two_games(), 0.5)
    assert thought.tolist() == [4, -2, 3, 5, -8, 1, 6]  # too few positions to correct anything
    # backwards: -8; 5 and 8 halved; 3 and that halved; -2 stands; 4 and 2 halved; 6; 1 and -6 halved
    assert target.tolist() == [3, -2, 4.75, 6.5, -8, -2.5, 6]
    assert usable.all()


def test_with_full_foresight_the_end_alone_counts_and_nothing_is_learned_before_a_random_move() -> None:
    target, _, usable = labels.labels(two_games(), 1.0)
    assert usable.tolist() == [False, False, True, True, True, True, True]
    assert target[usable].tolist() == [8, 8, -8, -6, 6]


def test_a_search_that_is_always_wrong_in_the_same_way_is_put_right() -> None:
    count = 1000
    truth = np.random.default_rng(1).normal(0, 10, count).round()
    columns = {
        "game": np.arange(count, dtype=np.int32),
        "own": np.full(count, 0b01, np.uint64),
        "enemy": np.full(count, 0b10, np.uint64),
        "value": (100 * (truth / 2 + 3)).astype(np.int16),  # half as far from 0, and 3 discs too well
        "later": (100 * truth).astype(np.int16),
        "flags": np.full(count, FOLLOWED, np.uint8),
    }
    assert np.abs(labels.corrected(columns) - truth).max() < 0.1


def test_labelling_again_makes_values_exact_and_keeps_positions(games: Path, tmp_path: Path) -> None:
    settings = ReversiLabel(weights="reversi", depth=2, exact_from=9)
    count = label(COURSE, settings, games, tmp_path / "deep", threads=2)
    before, after = read(games), read(tmp_path / "deep")
    assert count == len(before["own"])
    assert (before["own"] == after["own"]).all()
    nine = 64 - np.bitwise_count(after["own"] | after["enemy"]) == 9
    assert nine.any()
    assert (after["flags"][nine] & EXACT).all()
    row = int(np.flatnonzero(nine)[0])
    solution = Solver("reversi", 4).solve(int(after["own"][row]), int(after["enemy"][row]))
    assert after["value"][row] == after["later"][row] == 100 * solution.score


def test_a_labelled_folder_knows_the_weights_of_both_stages(games: Path, tmp_path: Path) -> None:
    judge = weights_file.shipped("reversi")
    label(COURSE, ReversiLabel(weights=str(judge), depth=1, exact_from=4), games, tmp_path / "deep")
    kept = shards.settings_of(tmp_path / "deep")
    assert kept["weights_sha256"] == shards.settings_of(games)["weights_sha256"]
    assert kept["label"]["weights_sha256"] == hashlib.sha256(judge.read_bytes()).hexdigest()


def test_labelling_again_leaves_what_was_solved_before(games: Path, tmp_path: Path) -> None:
    label(COURSE, ReversiLabel(depth=2, exact_from=4), games, tmp_path / "shallow")
    before, after = read(games), read(tmp_path / "shallow")
    exact = before["flags"] & EXACT > 0
    assert exact.any()
    assert (after["flags"][exact] & EXACT).all()
    assert (after["value"][exact] == before["value"][exact]).all()
    assert (after["value"][~exact] != before["value"][~exact]).any()


def test_measuring_looks_only_at_games_kept_from_training(games: Path) -> None:
    columns = read(games)
    chosen = measure.sample(columns, 5)
    assert (chosen["game"] % HELD_OUT == 0).all()
    found = measure.measure(
        ReversiMeasure(per_phase=5, deepest=3), "reversi", weights_file.shipped("reversi"), columns, 1
    ).as_json
    assert found["positions"] == len(chosen["own"])
    assert np.array(found["sigma"]).shape == (tables.PHASES, 4)


def test_a_policy_learns_which_moves_are_chosen(games: Path, tmp_path: Path) -> None:
    """From a few hundred games it must predict better than the evaluation alone, and leave the weights as they are."""
    path = tmp_path / "w.safetensors"
    before = weights_file.rule_of_thumb("reversi")
    weights_file.write(path, before, {"game": "reversi"})
    report = policy.train(ReversiPolicy(), path, read(games), no_progress).as_json
    columns = read(games)
    _, useful = policy.chosen_moves(columns)
    rows = useful & (columns["game"] % HELD_OUT == 0)
    assert report["held_out"] == int(rows.sum())
    assert report["both"]["log_likelihood"] > report["evaluation"]["log_likelihood"] + 0.02
    after, about = weights_file.read(path)
    assert (after == before).all()
    assert about["policy"]["moves"] == report["moves"]
    stored = weights_file.read_policy(path)
    assert stored is not None
    assert stored.any()


def test_the_moves_of_self_play_are_those_its_positions_show(games: Path) -> None:
    columns = read(games)
    square, useful = policy.chosen_moves(columns)
    reversi = orchard.game("reversi")
    for row in np.flatnonzero(useful)[::700]:
        position = orchard.Position(reversi, int(columns["own"][row]), int(columns["enemy"][row]), "black")
        after = position.play(reversi.board.moves[int(square[row])])
        views = {(after.own, after.enemy), (after.enemy, after.own)}  # the other way round after a pass
        assert (int(columns["own"][row + 1]), int(columns["enemy"][row + 1])) in views


def test_growing_ends_with_a_policy_beside_the_best_weights(tmp_path: Path) -> None:
    best = tmp_path / "best.safetensors"
    folded, _ = weights_file.read(weights_file.shipped("reversi"))
    weights_file.write(best, folded, {"game": "reversi"})  # so good that no generation here replaces them
    work = {"depth": 2, "exact_from": 6, "opening_high": 16}
    plan = (Generation(seconds=0.01, selfplay=work), Generation(seconds=0.01, selfplay=work, learns_from=(0, 1)))
    settings = {"fit": {"steps": 2, "device": "numpy"}, "gate": {"pairs": 5, "depth": 2, "exact_from": 6}}
    growth = Growth(COURSE, tmp_path, plan=plan, settings=settings)
    assert growth.grow() == best
    kept, about = weights_file.read(best)
    assert (kept == folded).all()
    assert weights_file.read_policy(best) is not None
    _, useful = policy.chosen_moves(read(tmp_path / "gen1", tmp_path / "gen0"))
    learned = about["policy"]
    assert learned["moves"] + learned["held_out"] == int(useful.sum())  # both generations, as for its last fit
    growth.grow(first=2)  # only the policy is left to do
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 4


def test_the_plan_is_made_of_settings_that_there_are() -> None:
    for generation in PLAN:
        ReversiPlay(game="reversi", **generation.selfplay)
        ReversiFit(**generation.fit)
    assert PLAN[0].fit["foresight"] == 1.0
    assert PLAN[-1].learns_from == (0, 1)


def test_discs_are_counted_as_they_were_won() -> None:
    """Shipped weights against the rule of thumb that training starts from: points and discs agree."""
    settings = ReversiGate(game="reversi", pairs=8, depth=2, exact_from=8)
    there, back = (match(COURSE, settings, *pair) for pair in (("trained", "guess"), ("guess", "trained")))
    assert there["share"] > 0.5 > back["share"]
    assert there["discs"] > 5 > -5 > back["discs"]


def test_shipped_openings_are_even_and_lopsided_ones_are_not() -> None:
    judge, game = SageJudge(), orchard.game("reversi")
    assert judge.is_even(game.replay("c4c5d6c3b4e3f4e6"))  # the first of weights/openings.txt
    assert not judge.is_even(game.replay("f5f6e6f4g7"))  # the X-square beside an open corner
