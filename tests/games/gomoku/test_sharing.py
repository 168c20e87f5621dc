"""Threads that search Gomoku together: what one puts off is searched all the same; who is done first has the result."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import orchard
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.grid import EMPTY
from orchard.games.gomoku.search.engine import Found, KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle, looking_everywhere
from orchard.games.gomoku.search.table import NEAR
from orchard.search.busy import WORDS, new_busy_list

QUIET = "h8i9g7h10j8"
# every point is tried to the full depth in any order
PLAIN = looking_everywhere(SearchStyle(candidates=300, narrow=0, pass_cut=0))._replace(late=0)


def engine(style: SearchStyle = PLAIN) -> KiteEngine:
    return KiteEngine(tables(*weights()), style, table_mb=4)


def test_children_that_another_thread_is_busy_with_are_put_off_not_left_out() -> None:
    """Every child but the first is called busy: the value is that of a search alone."""
    position = orchard.game("gomoku:9").replay("e5f6d4")
    alone = engine()
    alone.begin(position)
    for depth in (4, 5):
        expected = alone.run(depth)
        shared = engine()
        shared.begin(position, threads=2)
        kit = shared.kits[0]
        keys = kit.board.hash ^ kit.tables.zobrist[1][kit.board.cells == EMPTY]  # of black's positions, just the stones
        everywhere = new_busy_list(len(keys))
        for row, key in zip(everywhere, keys, strict=True):
            row[4 * WORDS] = key  # four stones
        kit.work.threads, kit.work.busy = len(keys), everywhere.ctypes.data
        found = shared.run(depth)
        assert expected is not None
        assert found is not None
        assert (found.value, len(shared.root_moves())) == (expected.value, len(alone.root_moves()))


def test_one_thread_knows_of_no_others() -> None:
    searcher = engine()
    searcher.begin(orchard.game("gomoku").replay(QUIET), threads=1)
    assert searcher.kits[0].work.busy == 0


def test_threads_share_what_took_them_long_to_find_and_keep_the_rest_to_themselves() -> None:
    searcher, position = engine(SearchStyle()), orchard.game("gomoku").replay(QUIET)
    searcher.begin(position, threads=2)
    places = {int(kit.work.near_table) for kit in searcher.kits}
    assert len(places | {int(searcher.kits[0].work.table)}) == 3
    searcher.run(NEAR)
    assert not searcher._table.any()
    assert searcher._near_tables[0].any()
    assert not searcher._near_tables[1].any()
    searcher.run(NEAR + 3)
    assert searcher._table.any()
    searcher.begin(position, threads=2, forget=True)
    assert not any(table.any() for table in (searcher._table, *searcher._near_tables))
    searcher.begin(position, threads=1)
    assert searcher.kits[0].work.near_table == searcher.kits[0].work.table


def test_the_thread_that_is_done_first_has_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first thread waits here until the helper is done, and is then ended."""
    searcher, told, run, helped = engine(SearchStyle()), list[int](), KiteEngine.run, threading.Event()
    searcher.on_depth = lambda found, _: told.append(found.depth)

    def slow_first(self: KiteEngine, depth: int, before: Found | None = None, thread: int = 0) -> Found | None:
        if thread == 0:
            assert helped.wait(20)
        found = run(self, depth, before, thread)
        if thread == 1:
            threading.Timer(0.05, helped.set).start()
        return found

    searcher.begin(orchard.game("gomoku").replay(QUIET), threads=2)
    limit: Any = searcher.kits[0].work.node_limit
    monkeypatch.setattr(KiteEngine, "run", slow_first)
    found = searcher.deepen(8, None, threads=2)
    assert found is not None
    assert (found.depth, found.complete) == (8, True)
    assert told == [8]
    assert searcher.nodes(0) < searcher.nodes(1)
    assert searcher.root_moves()[0].square == found.line[0]
    assert searcher.kits[0].work.node_limit == limit
