"""The compiled policy beside a slow one, its symmetry, and its files."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import patterns, policy, policy_tables, weights_file
from tests.games.reversi import slow_patterns
from tests.games.reversi.test_patterns import GAMES
from tests.positions import random_positions


def random_policy(seed: int = 7) -> np.ndarray:
    shape = (policy_tables.PHASES, policy_tables.FOLDED_WEIGHTS)
    return np.random.default_rng(seed).integers(-40, 40, shape).astype(np.int8)


def full(folded: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(folded[:, policy_tables.FOLD])


def promises(position: orchard.Position, table: np.ndarray) -> dict[int, int]:
    rows = np.zeros((1, tables.LANES), np.int16)
    patterns.read_position(rows, 0, position.own, position.enemy)
    phase = min((64 - position.empties - 4) // 10, 5)
    return {
        move.square: int(policy.promise(rows, 0, move.square, phase, table))
        for move in position.legal()
        if not move.is_pass
    }


def test_a_promise_is_the_sum_of_what_every_pattern_through_the_square_says() -> None:
    """Every entry of the table is its own number, so a wrong place would give a wrong sum."""
    table = np.random.default_rng(8).integers(-128, 128, (policy_tables.PHASES, policy_tables.FULL_WEIGHTS))
    table = table.astype(np.int8)
    firsts, at = {}, 0
    for number, names in enumerate(slow_patterns.NAMES):
        for digit in range(len(names.split())):
            firsts[number, digit] = at
            at += 3 ** len(names.split())
    assert at == policy_tables.FULL_WEIGHTS
    for position in random_positions(30, "promise"):
        slow: dict[int, int] = {}
        phase = min((64 - position.empties - 4) // 10, 5)
        for number, image, digits in slow_patterns.images(position):
            middle = 3 ** len(digits) // 2
            place = middle + sum(digit * 3**n for n, digit in enumerate(digits))
            for digit, (column, row) in enumerate(image):
                square = 8 * row + column
                slow[square] = slow.get(square, 0) + int(table[phase, firsts[number, digit] + place])
        fast = promises(position, table)
        assert fast == {square: slow[square] for square in fast}


def test_mirror_images_promise_the_same_for_mirrored_moves() -> None:
    table = full(random_policy())
    for position in random_positions(25, "policy mirror"):
        found = [sorted(promises(view, table).values()) for view in position.symmetries()]
        assert all(view == found[0] for view in found)


def test_only_empty_squares_are_spoken_for() -> None:
    used = np.count_nonzero(policy_tables.FOLD)
    # by hand: a pattern of n squares has 3**(n-1) configurations for each of its n empty squares
    assert used == sum(len(names.split()) * 3 ** (len(names.split()) - 1) for names in slow_patterns.NAMES)


def test_a_policy_comes_back_from_a_file_and_a_file_without_one_favours_no_move(tmp_path: Path) -> None:
    weights, path = weights_file.rule_of_thumb("reversi"), tmp_path / "w.safetensors"
    weights_file.write(path, weights, {"game": "reversi"})
    assert weights_file.read_policy(path) is None
    assert not weights_file.load_policy(str(path)).any()
    other = tmp_path / "other.safetensors"
    weights_file.write(other, weights, {"game": "reversi"}, random_policy())
    assert (weights_file.read_policy(other) == random_policy()).all()
    assert (weights_file.load_policy(str(other)) == full(random_policy())).all()
    with pytest.raises(weights_file.WeightsError, match="does not fit"):
        weights_file.write(path, weights, {}, np.zeros((2, 2), np.int8))


@pytest.mark.parametrize("game", GAMES)
def test_the_shipped_policy_says_how_good_it_is(game: str) -> None:
    about = weights_file.read(weights_file.shipped(game))[1]["policy"]
    assert about["held_out"] > 10_000
    assert about["both"]["log_likelihood"] > about["evaluation"]["log_likelihood"]
