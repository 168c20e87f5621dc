"""The compiled pattern evaluation beside a slow one, and what it promises about symmetry, sides and files."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.games.reversi.bits import flip_mask
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate import patterns, weights_file
from tests.games.reversi import slow_patterns
from tests.positions import random_positions

GAMES = ("reversi", "reversed_reversi")


def random_weights(seed: int = 5) -> np.ndarray:
    folded = np.random.default_rng(seed).integers(-90, 90, (tables.PHASES, tables.FOLDED_WEIGHTS)).astype(np.int16)
    return weights_file.unfold(folded)


def evaluate(position: orchard.Position, weights: np.ndarray) -> int:
    rows = np.zeros((1, tables.LANES), np.int16)
    patterns.read_position(rows, 0, position.own, position.enemy)
    return int(patterns.evaluate(rows, 0, position.own, position.enemy, weights))


def slow_value(position: orchard.Position, weights: np.ndarray) -> int:
    discs = 64 - position.empties
    row = weights[min((discs - 4) // 4, 14)]
    firsts = np.cumsum([0, *(3 ** len(names.split()) for names in slow_patterns.NAMES)])
    total = 0
    for number, digits in slow_patterns.configurations(position):
        middle = firsts[number] + 3 ** len(digits) // 2
        total += int(row[middle + sum(digit * 3**place for place, digit in enumerate(digits))])
    after = orchard.Position(
        position.game, position.black, position.white, "white" if position.to_move == "black" else "black"
    )
    total += int(row[firsts[-1] + position.legal_mask().bit_count()])
    total += int(row[firsts[-1] + 40 + after.legal_mask().bit_count()])
    total += int(row[firsts[-1] + 80 + slow_patterns.odd_quarters(position)])
    total += int(row[firsts[-1] + 85 + position.empties % 64])
    return max(-6399, min(6399, total))


def test_the_compiled_evaluation_agrees_with_a_slow_one() -> None:
    weights = random_weights()
    for position in random_positions(60, "patterns"):
        assert evaluate(position, weights) == slow_value(position, weights)


def test_positions_that_are_mirror_images_evaluate_the_same() -> None:
    weights = random_weights(6)
    for position in random_positions(40, "mirror"):
        values = {evaluate(view, weights) for view in position.symmetries()}
        assert len(values) == 1


def test_a_row_made_from_its_parent_is_the_row_of_the_position() -> None:
    rows, fresh = np.zeros((2, tables.LANES), np.int16), np.zeros((1, tables.LANES), np.int16)
    for position in random_positions(60, "rows"):
        patterns.read_position(rows, 0, position.own, position.enemy)
        for move in position.legal():
            turned = 0 if move.is_pass else int(flip_mask(position.own, position.enemy, move.square))
            patterns.advance(rows, 0, 64 if move.is_pass else move.square, turned)
            after = position.play(move)
            patterns.read_position(fresh, 0, after.own, after.enemy)
            assert (rows[1] == fresh[0]).all()


def test_there_are_54_instances_and_their_squares_are_all_on_the_board() -> None:
    counts = {pattern.name: len(pattern.instances) for pattern in tables.ALL}
    # by hand: four corners or sides each; 2x5 blocks lie two ways in each corner; the long diagonal has two
    assert counts == {name: {"corner_2x5": 8, "diagonal_8": 2}.get(name, 4) for name in tables.PATTERNS}
    assert {square for _, squares in tables.INSTANCES for square in squares} == set(range(64))


@pytest.mark.parametrize("game", GAMES)
def test_shipped_weights_are_there_small_and_say_how_they_were_made(game: str) -> None:
    path = weights_file.shipped(game)
    assert path.stat().st_size <= 19_900_000  # all weights of the package together: at most 40 MB
    _, about = weights_file.read(path)
    assert about["game"] == game
    assert about["positions"] > 1_000_000
    assert {"made", "settings", "data"} <= set(about)


@pytest.mark.parametrize(("game", "sign"), [("reversi", 1), ("reversed_reversi", -1)])
def test_shipped_weights_know_whether_a_corner_is_good(game: str, sign: int) -> None:
    text = "--------" * 2 + "---X----" + "--XXX---" + "---OXO--" + "----X---" + "--------" * 2
    corner = "X" + text[1:]
    rest = orchard.game(game)
    value = {
        name: evaluate(rest.parse(board + " X"), weights_file.load(game))
        for name, board in (("no", text), ("yes", corner))
    }
    assert sign * (value["yes"] - value["no"]) > 200


def test_weights_come_back_from_a_file_as_they_were(tmp_path: Path) -> None:
    folded = weights_file.rule_of_thumb("reversi")
    weights_file.write(tmp_path / "w.safetensors", folded, {"game": "reversi", "positions": 0})
    back, about = weights_file.read(tmp_path / "w.safetensors")
    assert (back == folded).all()
    assert about == {"game": "reversi", "positions": 0}


def test_bad_weight_files_are_refused_with_the_reason(tmp_path: Path) -> None:
    from safetensors.numpy import save_file

    with pytest.raises(weights_file.WeightsError, match="no weights at"):
        weights_file.read(tmp_path / "none.safetensors")
    (tmp_path / "text.safetensors").write_text("hello")
    with pytest.raises(weights_file.WeightsError, match="cannot read"):
        weights_file.read(tmp_path / "text.safetensors")
    save_file(
        {"weights": np.zeros((15, 4), np.int16)},
        str(tmp_path / "other.safetensors"),
        metadata={"patterns": json.dumps({})},
    )
    with pytest.raises(weights_file.WeightsError, match="other patterns"):
        weights_file.read(tmp_path / "other.safetensors")
    with pytest.raises(weights_file.WeightsError, match="do not fit"):
        weights_file.write(tmp_path / "w.safetensors", np.zeros((3, 3), np.int16), {})
