"""Training from nothing, small: what each stage promises to the next."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import patterns, weights_file
from orchard.games.reversi.search.endgame import Solver
from orchard.training import fit, gate, label, labels, measure, pipeline, policy, selfplay, shards

SMALL = selfplay.SelfPlay("reversi", depth=2, exact_from=8)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    assert selfplay.play(SMALL, folder, games=400, threads=1) == 400
    return folder


def test_the_same_settings_give_the_same_games_on_any_number_of_threads(games: Path, tmp_path: Path) -> None:
    selfplay.play(SMALL, tmp_path, games=400, threads=2)
    first, second = shards.read_folders([games]), shards.read_folders([tmp_path])
    assert all((first[name] == second[name]).all() for name in shards.COLUMNS)
    other = tmp_path / "other"
    selfplay.play(replace(SMALL, seed=2), other, games=200)
    assert len(shards.read_folders([other])["own"]) > 5000
    assert not (shards.read_folders([other])["own"][:40] == first["own"][:40]).all()


def test_self_play_goes_on_where_it_stopped_and_refuses_other_settings(tmp_path: Path) -> None:
    selfplay.play(SMALL, tmp_path, games=200)
    stamp = (tmp_path / "shard-00000000.npz").stat().st_mtime_ns
    selfplay.play(SMALL, tmp_path, games=400)
    assert shards.shard_numbers(tmp_path) == {0, 1}
    assert (tmp_path / "shard-00000000.npz").stat().st_mtime_ns == stamp
    with pytest.raises(shards.ShardError, match=r"other settings \(depth\)"):
        selfplay.play(replace(SMALL, depth=3), tmp_path, games=400)


def test_self_play_positions_come_from_real_games_and_exact_values_are_exact(games: Path) -> None:
    columns = shards.read_folders([games])
    assert (columns["own"] & columns["enemy"] == 0).all()
    exact = np.flatnonzero(columns["flags"] & shards.EXACT)
    empties = 64 - np.bitwise_count(columns["own"] | columns["enemy"])
    assert set(exact) == set(np.flatnonzero(empties <= SMALL.exact_from))
    solver = Solver("reversi", 4)
    for row in exact[::150]:
        own, enemy = int(columns["own"][row]), int(columns["enemy"][row])
        assert columns["value"][row] == 100 * solver.solve(own, enemy).score
        position = orchard.Position(orchard.game("reversi"), own, enemy, "black")
        assert columns["own_moves"][row] == len(position.legal())


@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_after_a_random_opening_the_side_to_move_is_to_move(plies: int) -> None:
    from orchard.games.reversi.search.selfplay import random_opening

    reached = [orchard.game("reversi").start()]
    for _ in range(plies):
        reached = [position.play(move) for position in reached for move in position.legal()]
    boards = {(position.own, position.enemy) for position in reached}
    found = {tuple(map(int, random_opening(np.uint64(seed), plies)[:2])) for seed in range(300)}
    assert found <= boards
    assert len(found) > len(boards) / 4


def test_a_folder_holds_games_of_one_set_of_weights(tmp_path: Path) -> None:
    """Whatever the file is called: the best weights so far change under their name."""
    best = tmp_path / "best.safetensors"
    best.write_bytes(weights_file.shipped("reversi").read_bytes())
    settings = replace(SMALL, weights=str(best))
    selfplay.play(settings, tmp_path / "games", games=200)
    best.write_bytes(weights_file.shipped("reversed_reversi").read_bytes())
    with pytest.raises(shards.ShardError, match=r"other settings \(weights_sha256\)"):
        selfplay.play(settings, tmp_path / "games", games=400)


def test_settings_are_written_once_and_whole(tmp_path: Path) -> None:
    shards.open_folder(tmp_path, {"game": "reversi"})
    stamp = (tmp_path / "settings.json").stat().st_mtime_ns
    shards.open_folder(tmp_path, {"game": "reversi"})
    assert (tmp_path / "settings.json").stat().st_mtime_ns == stamp
    (tmp_path / "settings.json").write_text("")
    with pytest.raises(shards.ShardError, match=r"settings.json cannot be read"):
        shards.open_folder(tmp_path, {"game": "reversi"})


def test_what_training_adds_up_is_what_the_engine_evaluates(games: Path) -> None:
    columns = {name: column[::37].copy() for name, column in shards.read_folders([games]).items()}
    folded = np.random.default_rng(3).integers(-50, 50, (tables.PHASES, tables.FOLDED_WEIGHTS)).astype(np.int16)
    values = np.zeros(len(columns["own"]), np.int64)
    rows = np.zeros((1, tables.LANES), np.int16)
    patterns.evaluate_many(columns["own"], columns["enemy"], weights_file.unfold(folded), rows, values)
    phase = np.clip((np.bitwise_count(columns["own"] | columns["enemy"]).astype(int) - 4) // 4, 0, 14)
    added = folded[phase[:, None], fit.places(columns)].astype(np.int64).sum(1)
    assert (np.clip(added, -6399, 6399) == values).all()


def test_fitting_finds_the_weights_behind_the_labels(games: Path, tmp_path: Path) -> None:
    """Labels made from known weights: the fit must foretell them on games it has not seen."""
    columns = shards.read_folders([games])
    late = np.bitwise_count(columns["own"] | columns["enemy"]) >= 52
    columns = {name: column[late] for name, column in columns.items()}
    truth = np.random.default_rng(4).normal(0, 1, tables.FOLDED_WEIGHTS)
    truth[tables.FOLD[: tables.ALL[5].first]] = 0  # only the rows, diagonals, mobility and parity matter
    columns["value"] = np.clip(100 * truth[fit.places(columns)].sum(1), -32000, 32000).astype(np.int16)
    columns["later"] = columns["value"]
    folder = tmp_path / "known"
    shards.open_folder(folder, {"game": "reversi"})
    shards.write_shard(folder, 0, columns)
    report = fit.fit(fit.Fit(foresight=0, ridge=0.1, even_games=1e9, device="numpy"), [folder], tmp_path / "out")
    judged = [phase for phase in report["phases"] if phase["held_out"] > 20]
    assert len(judged) == 3
    assert all(phase["rms_error"] < 0.7 * phase["spread"] for phase in judged)
    folded, about = weights_file.read(tmp_path / "out" / "weights.safetensors")
    assert folded.any()
    assert about["game"] == "reversi"
    archived = json.loads((tmp_path / "out" / "report.json").read_text())
    assert len(archived["shards"]["known/shard-00000000.npz"]) == 64


def test_torch_and_numpy_fit_the_same_weights(games: Path) -> None:
    pytest.importorskip("torch", reason="the PyTorch way of fitting needs the extra 'train'")
    columns = {name: column[::5] for name, column in shards.read_folders([games]).items()}
    target, _, _ = labels.labels(columns, 0.5)
    start, counts = np.zeros(tables.FOLDED_WEIGHTS), np.ones(len(target))
    one, _ = fit.NumpySolver(columns, target).solve(start, counts, 20.0, 10)
    two, _ = fit.TorchSolver(columns, target, "cpu").solve(start, counts, 20.0, 10)
    assert np.abs(one - two).max() < 0.01


def two_games() -> shards.Columns:
    """By hand: a game with a pass and a random move in it, and one that ended when it was solved.

    The words of discs only say who is to move: a side that passes leaves the other with all its discs.
    """
    E, S, F = shards.EXACT, shards.STRAYED, shards.FOLLOWED
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
        name: np.array(column).astype(shards.COLUMNS[name])
        for name, column in zip(names, zip(*rows, strict=True), strict=True)
    }


def test_labels_look_ahead_until_the_truth_or_a_random_move() -> None:
    target, thought, usable = labels.labels(two_games(), 0.5)
    assert thought.tolist() == [4, -2, 3, 5, -8, 1, 6]  # too few positions to correct anything
    # backwards: -8; 5 and 8 halved; 3 and that halved; -2 stands; 4 and 2 halved; 6; 1 and -6 halved
    assert target.tolist() == [3, -2, 4.75, 6.5, -8, -2.5, 6]
    assert usable.all()


def test_with_full_foresight_the_end_alone_counts_and_nothing_is_learnt_before_a_random_move() -> None:
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
        "flags": np.full(count, shards.FOLLOWED, np.uint8),
    }
    assert np.abs(labels.corrected(columns) - truth).max() < 0.1


def test_labelling_again_makes_values_exact_and_keeps_positions(games: Path, tmp_path: Path) -> None:
    settings = label.Label("reversi", depth=2, exact_from=9)
    count = label.label(settings, games, tmp_path / "deep", threads=2)
    before, after = shards.read_folders([games]), shards.read_folders([tmp_path / "deep"])
    assert count == len(before["own"])
    assert (before["own"] == after["own"]).all()
    nine = 64 - np.bitwise_count(after["own"] | after["enemy"]) == 9
    assert nine.any()
    assert (after["flags"][nine] & shards.EXACT).all()
    row = int(np.flatnonzero(nine)[0])
    solution = Solver("reversi", 4).solve(int(after["own"][row]), int(after["enemy"][row]))
    assert after["value"][row] == after["later"][row] == 100 * solution.score


def test_a_labelled_folder_knows_the_weights_of_both_stages(games: Path, tmp_path: Path) -> None:
    judge = weights_file.shipped("reversi")
    label.label(label.Label(str(judge), depth=1, exact_from=4), games, tmp_path / "deep")
    kept = shards.settings_of(tmp_path / "deep")
    assert kept["weights_sha256"] == shards.settings_of(games)["weights_sha256"]
    assert kept["label"]["weights_sha256"] == hashlib.sha256(judge.read_bytes()).hexdigest()


def test_labelling_again_leaves_what_was_solved_before(games: Path, tmp_path: Path) -> None:
    label.label(label.Label("reversi", depth=2, exact_from=4), games, tmp_path / "shallow")
    before, after = shards.read_folders([games]), shards.read_folders([tmp_path / "shallow"])
    exact = before["flags"] & shards.EXACT > 0
    assert exact.any()
    assert (after["flags"][exact] & shards.EXACT).all()
    assert (after["value"][exact] == before["value"][exact]).all()
    assert (after["value"][~exact] != before["value"][~exact]).any()


def test_weights_against_themselves_score_one_half_and_do_not_pass() -> None:
    result = gate.match(gate.Gate("reversi", pairs=6, depth=2, exact_from=6), "", "")
    assert result["share"] == 0.5
    assert result["discs"] == 0
    assert not result["passed"]


@pytest.mark.parametrize("game", ["reversi", "reversed_reversi"])
def test_the_gate_lets_the_shipped_weights_past_the_rule_of_thumb_and_not_back(game: str, tmp_path: Path) -> None:
    settings = gate.Gate(game, pairs=15, depth=2, exact_from=8)
    best = tmp_path / "best.safetensors"
    assert gate.gate(settings, str(weights_file.shipped(game)), best)["passed"]
    assert best.read_bytes() == weights_file.shipped(game).read_bytes()
    weak = tmp_path / "weak.safetensors"
    weights_file.write(weak, weights_file.rule_of_thumb(game), {"game": game})
    assert not gate.gate(settings, str(weak), best)["passed"]
    assert best.read_bytes() == weights_file.shipped(game).read_bytes()
    assert len(best.with_suffix(".gates.jsonl").read_text().splitlines()) == 2


def test_measuring_looks_only_at_games_kept_from_training(games: Path) -> None:
    columns = shards.read_folders([games])
    chosen = measure.sample(columns, 5)
    assert (chosen["game"] % fit.HELD_OUT == 0).all()
    values = measure.values_by_depth("reversi", weights_file.load("reversi"), chosen, 3, 1)
    sigma = measure.probcut_sigma(chosen, values)
    assert sigma.shape == (tables.PHASES, 4)


def test_missing_and_broken_folders_are_refused_with_their_name(tmp_path: Path) -> None:
    with pytest.raises(shards.ShardError, match="no shards in"):
        shards.read_folders([tmp_path])
    with pytest.raises(shards.ShardError, match=r"settings\.json"):
        shards.settings_of(tmp_path)
    np.savez(tmp_path / "shard-00000000.npz", own=np.zeros(1, np.uint64))
    with pytest.raises(shards.ShardError, match="lacks the column 'game'"):
        shards.read_folders([tmp_path])


def test_a_policy_learns_which_moves_are_chosen(games: Path, tmp_path: Path) -> None:
    """From a few hundred games it must foretell better than the evaluation alone, and leave the weights as they are."""
    path = tmp_path / "w.safetensors"
    before = weights_file.rule_of_thumb("reversi")
    weights_file.write(path, before, {"game": "reversi"})
    report = policy.train(policy.Policy(passes=2), path, [games])
    columns = shards.read_folders([games])
    _, useful = policy.chosen_moves(columns)
    rows = useful & (columns["game"] % fit.HELD_OUT == 0)
    assert report["held_out"] == int(rows.sum())
    assert report["both"]["log_likelihood"] > report["evaluation"]["log_likelihood"] + 0.02
    after, about = weights_file.read(path)
    assert (after == before).all()
    assert about["policy"]["moves"] == report["moves"]
    stored = weights_file.read_policy(path)
    assert stored is not None
    assert stored.any()


def test_the_moves_of_self_play_are_those_its_positions_show(games: Path) -> None:
    columns = shards.read_folders([games])
    square, useful = policy.chosen_moves(columns)
    reversi = orchard.game("reversi")
    for row in np.flatnonzero(useful)[::700]:
        position = orchard.Position(reversi, int(columns["own"][row]), int(columns["enemy"][row]), "black")
        after = position.play(reversi.board.moves[int(square[row])])
        views = {(after.own, after.enemy), (after.enemy, after.own)}  # the other way round after a pass
        assert (int(columns["own"][row + 1]), int(columns["enemy"][row + 1])) in views


GATE, FIT = gate.Gate, fit.Fit


@pytest.fixture
def small_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two generations of at least one shard each, and a gate of ten games."""
    first = pipeline.Generation(0.01, 1, 0.0, 6, 16, 0, 1.0, 150.0)
    monkeypatch.setattr(pipeline, "PLAN", (first, replace(first, stray_per_mille=100, with_last=True)))
    monkeypatch.setattr(gate, "Gate", lambda game: GATE(game, pairs=5, depth=1, exact_from=6))
    monkeypatch.setattr(fit, "Fit", lambda *numbers, device: FIT(*numbers, steps=2, device=device))


@pytest.mark.usefixtures("small_plan")
def test_growing_ends_with_a_policy_beside_the_best_weights(tmp_path: Path) -> None:
    best = tmp_path / "best.safetensors"
    folded, _ = weights_file.read(weights_file.shipped("reversi"))
    weights_file.write(best, folded, {"game": "reversi"})  # so good that no generation here replaces them
    assert pipeline.grow("reversi", tmp_path, scale=1.0, threads=1, device="numpy") == best
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line.get("passed") for line in log] == [False, False, None]
    kept, about = weights_file.read(best)
    assert (kept == folded).all()
    assert weights_file.read_policy(best) is not None
    _, useful = policy.chosen_moves(shards.read_folders([tmp_path / "gen1", tmp_path / "gen0"]))
    learnt = about["policy"]
    assert log[2]["policy"]["moves"] == learnt["moves"]
    assert learnt["moves"] + learnt["held_out"] == int(useful.sum())  # both generations, as for its last fit
    before = best.read_bytes()
    pipeline.grow("reversi", tmp_path, scale=1.0, threads=1, first=2, device="numpy")  # only the policy is left to do
    assert weights_file.read_policy(best) is not None
    assert best.stat().st_size == len(before)
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 4


@pytest.mark.usefixtures("small_plan")
def test_growing_without_any_success_leaves_no_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(gate, "match", lambda *_: {"passed": False, "share": 0.1, "standard_error": 0.1})
    best = pipeline.grow("reversi", tmp_path, scale=1.0, threads=1, device="numpy")
    assert not best.is_file()
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 2
