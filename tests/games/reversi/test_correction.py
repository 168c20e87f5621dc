"""The compiled correction beside a slow one, and what it promises about symmetry, files, the search and training."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.course import no_progress
from orchard.core.errors import OptionError
from orchard.games.reversi.course import COURSE
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import patterns, weights_file
from orchard.games.reversi.evaluate.correction import evaluate_corrected
from orchard.games.reversi.evaluate.correction_tables import GROUP_OF_PHASE, GROUPS, MOST, WIDTH
from orchard.games.reversi.search.midgame import Midgame
from orchard.games.reversi.training import correction
from orchard.games.reversi.training.descent import descend
from orchard.games.reversi.training.settings import ReversiCorrection, ReversiPlay
from tests.games.reversi import slow_patterns
from tests.games.reversi.test_midgame import evaluated, plain_value, positions
from tests.positions import random_positions


def random_correction(seed: int = 3, size: int = 12) -> weights_file.Correction:
    dice = np.random.default_rng(seed)
    numbers = dice.integers(-size, size, (GROUPS, tables.FOLDED_WEIGHTS, WIDTH)).astype(np.int8)
    return weights_file.Correction(numbers, dice.normal(0, 0.05, (GROUPS, WIDTH)).astype(np.float32))


def random_evaluation() -> weights_file.Evaluation:
    folded = weights_file.Evaluation(weights_file.read(weights_file.shipped("reversi"))[0], random_correction())
    return weights_file.unfold_all(folded)


def slow_correction(position: orchard.Position, evaluation: weights_file.Evaluation) -> float:
    """Square by square, from the description."""
    assert evaluation.correction is not None
    group = GROUP_OF_PHASE[min((60 - position.empties) // 4, 14)]
    rows = evaluation.correction.numbers[group].astype(np.int64)
    firsts = np.cumsum([0, *(3 ** len(names.split()) for names in slow_patterns.NAMES)])
    first, totals = 0, np.zeros((4, WIDTH), np.int64)  # a total for each quarter of the board
    for number, squares, digits in slow_patterns.images(position):
        middle = firsts[number] + 3 ** len(digits) // 2
        row = rows[middle + sum(digit * 3**place for place, digit in enumerate(digits))]
        first += row[0]
        for quarter, (bottom, right) in enumerate(product((False, True), repeat=2)):
            if sum((column > 3) == right and (line > 3) == bottom for column, line in squares) >= 2:
                totals[quarter] += row
    other = orchard.Position(
        position.game, position.black, position.white, "white" if position.to_move == "black" else "black"
    )
    for place in (
        position.legal_mask().bit_count(),
        40 + other.legal_mask().bit_count(),
        80 + slow_patterns.odd_quarters(position),
        85 + position.empties % 64,
    ):
        first += rows[firsts[-1] + place][0]
        totals += rows[firsts[-1] + place]
    scales = evaluation.correction.scales[group].astype(np.float64)
    return float(scales[0] * first + (scales[1:] * totals[:, 1:] ** 2).sum())


def uncorrected(position: orchard.Position, evaluation: weights_file.Evaluation) -> int:
    return evaluated(position, weights_file.Evaluation(evaluation.weights))


def test_the_compiled_correction_agrees_with_a_slow_one() -> None:
    evaluation, sizes = random_evaluation(), []
    for position in random_positions(60, "correction"):
        right = max(-MOST, min(MOST, slow_correction(position, evaluation)))
        sizes.append(abs(right))
        expected = max(-6399, min(6399, uncorrected(position, evaluation) + right))
        assert abs(evaluated(position, evaluation) - expected) <= 1  # a fraction is cut off
    assert min(sizes) < MOST == max(sizes)  # some are bounded, some are not


def test_positions_that_are_mirror_images_are_corrected_the_same() -> None:
    evaluation = random_evaluation()
    for position in random_positions(40, "mirrored correction"):
        assert len({evaluated(view, evaluation) for view in position.symmetries()}) == 1


def test_a_correction_comes_back_from_a_file_and_a_file_without_one_has_none(tmp_path: Path) -> None:
    weights, path, given = weights_file.rule_of_thumb("reversi"), tmp_path / "w.safetensors", random_correction()
    weights_file.write(path, weights, {"game": "reversi"})
    assert weights_file.read_correction(path) is None
    assert weights_file.load_evaluation(str(path)).correction is None
    weights_file.write(path, weights, {"game": "reversi"}, None, given)
    read = weights_file.read_correction(path)
    assert read is not None
    assert all((one == other).all() for one, other in zip(read, given, strict=True))
    full = weights_file.load_evaluation(str(path)).correction
    assert full is not None
    assert (full.numbers == given.numbers[:, tables.FOLD]).all()
    with pytest.raises(weights_file.WeightsError, match="does not fit"):
        weights_file.write(path, weights, {}, None, weights_file.Correction(np.zeros((2, 2), np.int8), given.scales))


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_search_that_spares_itself_corrections_is_minimax_with_all_of_them(depth: int, tmp_path: Path) -> None:
    path = tmp_path / "w.safetensors"
    folded, about = weights_file.read(weights_file.shipped("reversi"))
    weights_file.write(path, folded, about, None, random_correction())
    evaluation = weights_file.load_evaluation(str(path))
    engine = Midgame("reversi", weights=str(path), table_mb=1, confidence=0)
    plain = Midgame("reversi", weights=str(path), table_mb=1, confidence=0, corrected=False)
    differ = 0
    for position in positions("reversi", 8, 4, 44):
        engine.forget()
        plain.forget()
        value = engine.search(position.own, position.enemy, depth=depth).best.value
        assert value == plain_value(position, depth, evaluation)
        differ += value != plain.search(position.own, position.enemy, depth=depth).best.value
    assert differ


def test_descent_learns_what_no_sum_of_weights_can_know() -> None:
    """Whether two signs are the same: the average over either sign alone says nothing."""
    dice = np.random.default_rng(1)
    signs = dice.integers(0, 2, (4000, 2))
    places = (signs + np.array([0, 2])).astype(np.int32)
    missing = np.where(signs[:, 0] == signs[:, 1], 1, -1).astype(np.float32)
    numbers = dice.normal(0, 0.05, (4, WIDTH)).astype(np.float32)
    memories, errors, counts = np.ones((2, 4), np.float32), np.zeros(4000, np.float32), np.ones(4000, np.float32)
    step = np.float32(0.1)
    for _ in range(3):
        order = dice.permutation(4000)
        alone = np.zeros(2, np.int64), np.ones((1, 1), np.int64)  # one part of the board, the same for both terms
        descend(places, *alone, order, missing, counts, numbers, correction.SIGNS, *memories, step, step, errors)
    assert np.abs(errors[-500:]).mean() < 0.1


def test_bytes_keep_what_was_learned() -> None:
    numbers = np.random.default_rng(2).normal(0, [0.3] + [0.05] * (WIDTH - 1), (5000, WIDTH))
    stored, scales = correction.quantised(numbers)
    units = np.sqrt(np.abs(scales) / 100)
    units[0] = scales[0] / 100
    assert np.abs(np.clip(stored * units - numbers, -1, 1)).mean() < 0.01 * np.abs(numbers).mean() + units.max()
    assert (np.sign(scales[1:]) == correction.SIGNS[1:]).all()


def test_training_puts_a_correction_beside_weights_that_stay_as_they_are(tmp_path: Path) -> None:
    settings = ReversiPlay(game="reversi", depth=1, exact_from=6, stray_per_mille=100)
    stop, path = np.zeros(1, np.uint8), tmp_path / "w.safetensors"
    shards = [
        COURSE.play_shard(settings, number, COURSE.prepared(COURSE.weights("trained")), stop) for number in range(3)
    ]
    columns = {name: np.concatenate([shard[name] for shard in shards]) for name in shards[0]}
    before = weights_file.rule_of_thumb("reversi")
    weights_file.write(path, before, {"game": "reversi"})
    found = correction.train(ReversiCorrection(passes=3), path, columns, no_progress)
    after, about = weights_file.read(path)
    assert (after == before).all()
    assert about["correction"] == found.as_json
    for group in found.as_json["groups"]:  # a rule of thumb leaves much to be learned
        assert group["after"] < 0.9 * group["before"]
    assert weights_file.read_correction(path) is not None


def test_a_correction_can_be_refined_with_new_games(tmp_path: Path) -> None:
    path, start = tmp_path / "new.safetensors", weights_file.shipped("reversi")
    folded, about = weights_file.read(start)
    weights_file.write(path, folded, about)
    evaluation, stop = COURSE.prepared(COURSE.weights("trained")), np.zeros(1, np.uint8)
    columns = COURSE.play_shard(ReversiPlay(game="reversi", depth=1, exact_from=6), 0, evaluation, stop)
    tiny = ReversiCorrection(start=str(start), passes=1, step=1e-9, plain_step=1e-9)
    found = correction.train(tiny, path, columns, no_progress)
    read, given = weights_file.read_correction(path), weights_file.read_correction(start)
    assert read is not None
    assert given is not None
    for group in range(GROUPS):  # steps of nothing change nothing
        same = [correction.in_discs(one.numbers[group], one.scales[group]) for one in (read, given)]
        assert np.allclose(*same, atol=float(np.sqrt(np.abs(given.scales[group]).max())) / 5)
    assert found.as_json["started_from"] == about["correction"]
    weights_file.write(start := tmp_path / "none.safetensors", folded, about)
    with pytest.raises(OptionError, match="no correction"):
        correction.train(ReversiCorrection(start=str(start)), path, columns, no_progress)


def test_levels_think_without_a_correction() -> None:
    novice = orchard.player("novice:depth=4")
    midgame, _ = novice._sage.engine("reversi")  # type: ignore[attr-defined]
    assert midgame.weights.correction is None


def test_rows_hold_the_position_that_is_corrected() -> None:
    """The same position by the compiled row, made move by move, as from its discs."""
    evaluation = random_evaluation()
    addresses = weights_file.addresses(evaluation)[1:]
    rows = np.zeros((2, tables.LANES), np.int16)
    for position in random_positions(20, "rows of corrections", "reversi", 4, 50):
        if not position.legal_mask():
            continue
        move = position.legal()[0]
        after = position.play(move)
        if after.is_over:
            continue
        patterns.read_position(rows, 0, position.own, position.enemy)
        patterns.advance(rows, 0, move.square, after.flipped_mask)
        found = evaluate_corrected(rows, 1, after.own, after.enemy, evaluation.weights, *addresses)
        assert int(found) == evaluated(after, evaluation)
