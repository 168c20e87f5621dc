"""What searches found of positions corrects the worth of others like them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import orchard
from orchard.games.gomoku.evaluate.shape_board import put, take
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import standing_of, weights, worth
from orchard.games.gomoku.search.alphabeta import search
from orchard.games.gomoku.search.corrections import UNIT, learn_error
from orchard.games.gomoku.search.depths import PLY
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.games.gomoku.search.quick_results import WIN

QUIET = "h8i9g7h10j8"  # white, colour 1, is to move
BLACK, WHITE = 0, 1


def set_up(style: SearchStyle | None = None) -> tuple[KiteEngine, Any]:
    engine = KiteEngine(tables(*weights()), style or SearchStyle(), table_mb=1)
    engine.begin(orchard.game("gomoku").replay(QUIET), forget=True)
    return engine, engine.kits[0]


def value(kit: Any, depth: int) -> int:
    return int(search(kit, WHITE, depth * PLY, -WIN, WIN, 0))


def bare(kit: Any) -> int:
    return int(worth(kit.board, kit.tables, WHITE))


def standings(kit: Any) -> tuple[int, int]:
    return int(standing_of(kit.board, WHITE)), int(standing_of(kit.board, BLACK))


def test_a_leaf_is_worth_more_where_searches_of_its_kind_found_more() -> None:
    """What is known of the same threats, of the same last move, and of the same stones of either side is added up."""
    _, kit = set_up()
    assert value(kit, 0) == bare(kit)
    kit.work.errors[WHITE][standings(kit)] = 150 * UNIT
    assert value(kit, 0) == bare(kit) + 150
    kit.work.errors_after[WHITE, 0] = -50 * UNIT  # no last move is known at the root
    assert value(kit, 0) == bare(kit) + 100
    for color in (BLACK, WHITE):
        at = int(kit.board.hashes[color]) % kit.work.errors_by_stones.shape[2]
        kit.work.errors_by_stones[WHITE, color, at] = 10 * UNIT
    assert value(kit, 0) == bare(kit) + 120
    kit.work.errors[BLACK] = 1000 * UNIT  # of positions with black to move
    assert value(kit, 0) == bare(kit) + 120


@pytest.mark.parametrize("depth", [1, 2])
def test_a_search_notes_how_far_the_worth_was_off(depth: int) -> None:
    """Each of the four numbers moves by 2, 3, ... of 256 parts of nine tenths of the error, with the depth."""
    _, kit = set_up()
    found = value(kit, depth)
    off = found - bare(kit)
    assert abs(off) > 20
    expected = 0.9 * off * (depth + 1) / 256
    assert kit.work.errors[WHITE][standings(kit)] / UNIT == pytest.approx(expected, abs=0.05)
    assert kit.work.errors_after[WHITE, 0] / UNIT == pytest.approx(expected, abs=0.05)


def test_the_same_error_again_and_again_is_expected_at_last_and_no_more() -> None:
    _, kit = set_up(SearchStyle(corrects=90))
    found = bare(kit) + 1000
    for _ in range(400):
        learn_error(kit, WHITE, 12, 0, found)
    assert value(kit, 0) - bare(kit) == pytest.approx(900, abs=10)


def test_a_correction_that_is_found_again_fades() -> None:
    """What a search finds has the corrections of its leaves in it. If that were all it finds, nothing may be left of it
    in the end; half of the sum of four means, which was added before, doubled it instead."""
    _, kit = set_up()
    kit.work.errors[WHITE][standings(kit)] = 400 * UNIT
    sizes = []
    for _ in range(5):
        sizes.append(value(kit, 0) - bare(kit))
        for _ in range(100):
            learn_error(kit, WHITE, 12, 0, value(kit, 0))
    assert sizes[0] == 400
    assert sizes == sorted(sizes, reverse=True)
    assert abs(sizes[-1]) < 40


def test_without_corrections_nothing_is_learned_or_used() -> None:
    engine, kit = set_up(SearchStyle(corrects=0))
    kit.work.errors[:] = 500 * UNIT
    assert value(kit, 0) == bare(kit)
    engine.deepest(4)
    assert (kit.work.errors == 500 * UNIT).all()
    assert not kit.work.errors_after.any()


def test_what_was_learned_is_bounded_and_forgotten_for_a_search_that_repeats() -> None:
    engine, kit = set_up()
    engine.deepest(7)
    assert kit.work.errors.any()
    assert np.abs(kit.work.errors).max() <= 2000 * UNIT
    engine.begin(orchard.game("gomoku").replay(QUIET), 1, 1000)
    for name in ("errors", "errors_after", "errors_by_stones"):
        assert not kit.work[name].any()


def test_stones_of_one_colour_are_known_whatever_the_other_has() -> None:
    _, kit = set_up()
    board, point = kit.board, int(np.flatnonzero(kit.board.cells == 0)[0])
    before = board.hashes.copy()
    put(board, kit.tables, point, BLACK)
    assert board.hashes[WHITE] == before[WHITE]
    assert board.hashes[BLACK] != before[BLACK]
    take(board, kit.tables, point)
    assert (board.hashes == before).all()
