"""The Gomoku search: what it must answer is complete, wins are counted right, and node limits repeat."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import orchard
from orchard.games.gomoku.evaluate import shapes
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, count_of, set_up
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.grid import point_of, square_of
from orchard.games.gomoku.search import engine as engine_file
from orchard.games.gomoku.search.engine import ASPIRATION, Found, KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.games.gomoku.search.quick_results import WIN
from orchard.games.gomoku.search.threats import new_threat_kit, vcf
from orchard.games.gomoku.search.vct import relevant_replies
from tests.games.gomoku import slow_threats as slow
from tests.games.gomoku.generate_threats import position as scattered


def engine(**style: int) -> KiteEngine:
    return KiteEngine(shapes.tables(*weights("guess")), SearchStyle(**style), table_mb=1)


def deepest(searcher: KiteEngine, position: orchard.Position, depth: int) -> Found:
    searcher.begin(position)
    found = None
    for plies in range(1, depth + 1):
        found = searcher.run(plies, found)
        assert found is not None
        if found.wins_in:
            break
    assert found is not None
    return found


def test_only_fours_and_points_of_the_threat_can_answer_an_open_three() -> None:
    """Any other reply lets the enemy make a four with two ways to five, and leaves us no five of our own."""
    dice, tables, width, seen = random.Random(2), shapes.tables(), 9, 0
    while seen < 15:
        text = scattered(dice, width, dice.randrange(8, 26) // 2 * 2)
        if slow.has_five(text, "X") or slow.has_five(text, "O"):
            continue
        board = set_up(orchard.game(f"gomoku:{width}").parse("".join(text) + " X"), tables)
        if any(count_of(board, side, shapes.T_FIVE) for side in range(2)) or not count_of(board, 1, shapes.T_OPEN_FOUR):
            continue
        seen += 1
        for square, cell in enumerate(text):
            point = point_of(square, width)
            if cell != "-" or max(board.threats[0, point], board.threats[1, point]) >= shapes.T_FOUR:
                continue
            text[square] = "X"
            assert not slow.five_points(text, "X")
            assert any(two_ways(text, answer) for answer, free in enumerate(text) if free == "-")
            text[square] = "-"


def two_ways(text: slow.Board, square: int) -> bool:
    text[square] = "O"
    ways = slow.five_points(text, "O")
    text[square] = "-"
    return len(ways) >= 2


def test_replies_left_out_against_a_win_by_fours_do_not_stop_it() -> None:
    dice, tables, width, seen = random.Random(5), shapes.tables(), 9, 0
    kit = new_threat_kit(ShapeBoard.new(), tables, np.zeros(1, np.uint8), 10)
    kit.work.node_limit = 1 << 40
    while seen < 15:
        text = scattered(dice, width, dice.randrange(10, 24) // 2 * 2)
        if slow.has_five(text, "X") or slow.has_five(text, "O"):
            continue
        board = set_up(orchard.game(f"gomoku:{width}").parse("".join(text) + " X"), tables, kit.board)
        if any(count_of(board, side, shapes.T_FIVE) for side in range(2)) or vcf(kit, 1, 0) != 1:
            continue
        seen += 1
        out = np.zeros(400, np.int16)
        count = relevant_replies(kit, 1, 0, int(kit.work.line_length), out)
        relevant = {square_of(int(point), width) for point in out[:count]}
        for square, cell in enumerate(text):
            if cell == "-" and square not in relevant:
                text[square] = "X"
                assert slow.slow_vcf(text, "O")
                text[square] = "-"


@pytest.mark.parametrize(
    ("moves", "plies"),
    [
        ("h8a1h9a3h10a5h11c1", 1),  # four in a row: five now
        ("h8a1h9a3h10a5", 3),  # an open three: an open four, then five
    ],
)
def test_the_number_of_plies_to_a_win_is_right(moves: str, plies: int) -> None:
    position = orchard.game("gomoku").replay(moves)
    for depth in (1, 4):
        assert deepest(engine(), position, depth).wins_in == plies


def test_a_lost_position_counts_the_plies_to_the_loss() -> None:
    position = orchard.game("gomoku").replay("h8a1h9a3h10a5h11")  # black has an open four, white to move
    assert deepest(engine(), position, 3).wins_in == -2


def test_a_search_bounded_by_nodes_is_the_same_again_and_obeys_its_bound() -> None:
    position = orchard.game("gomoku").replay("h8i9g7h9")
    searcher = engine()
    results = []
    for _ in range(2):
        searcher.begin(position, 1, 3000)
        found = None
        while (deeper := searcher.run((found.depth if found else 0) + 1, found)) is not None:
            found = deeper
            if not found.complete:
                break
        results.append((found, searcher.nodes()))
    assert results[0] == results[1]
    assert results[0][1] < 3000 + 600  # one look for fours may run over


@pytest.mark.parametrize(
    ("value", "windows"),
    [
        (150, 1),  # within the first window
        (1500, 2),  # not far above it: the window is made wider, not opened
        (-1500, 2),
        (15_000, 2),  # far above or a win: opened at once
        (WIN - 5, 2),
    ],
)
def test_a_value_outside_the_window_is_searched_for_in_a_wider_one(
    monkeypatch: pytest.MonkeyPatch, value: int, windows: int
) -> None:
    seen: list[tuple[int, int]] = []

    def known(kit: Any, color: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        seen.append((alpha, beta))
        return value

    monkeypatch.setattr(engine_file, "search", known)
    searcher = engine()
    searcher.begin(orchard.game("gomoku").replay("h8i9g7h9"))
    searcher.run(8, Found(7, 100, (0,)))
    assert len(seen) == windows
    low, high = seen[-1]
    assert low < value < high
    assert (max(-low, high) == WIN) == (abs(value) > 10_000)  # open on one side at most, and only where it is needed
    assert seen[0] == (100 - ASPIRATION, 100 + ASPIRATION)
    assert windows == 1 or (low == seen[0][0]) == (value > 0)  # the bound that held stays


def test_moves_struck_out_at_the_root_are_not_played() -> None:
    position = orchard.game("gomoku").replay("h8i9g7h9")
    searcher = engine()
    searcher.begin(position)
    first = searcher.run(3)
    assert first is not None
    searcher.exclude([first.line[0]])
    second = searcher.run(3)
    assert second is not None
    assert second.line[0] != first.line[0]


def test_the_same_stones_on_another_width_are_another_position_for_every_table() -> None:
    small, large = (orchard.game(name).parse(text + " O") for name, text in two_widths())
    assert set_up(small, shapes.tables()).hash != set_up(large, shapes.tables()).hash


def two_widths() -> list[tuple[str, str]]:
    """Three stones in the top left corner of two boards."""
    stones = {(0, 0): "X", (1, 1): "O", (2, 2): "X", (0, 2): "O", (4, 4): "X"}
    return [
        (f"gomoku:{width}", "".join(stones.get((r, c), "-") for r in range(width) for c in range(width)))
        for width in (9, 15)
    ]


def test_a_small_search_clears_a_small_part_of_the_table_and_finds_the_same_every_time() -> None:
    """To clear all 32 MB took four fifths of the time of a search of 100 nodes."""
    engine = KiteEngine(shapes.tables(*weights("guess")), SearchStyle())
    position, found = orchard.game("gomoku").replay("h8i9g7"), []
    for before in (0, 1 << 40):
        engine._table[:] = before  # of a search that came before
        engine.begin(position, 1, 100)
        cleared = int((engine._table == 0).sum())
        found.append((engine.deepest(5), engine.nodes()))
        assert not before or 100 < cleared <= engine._table.size // 100
    assert found[0] == found[1]
    engine.begin(position)
    assert engine.kits[0].work.table_mask == len(engine._table) - 1
