"""Minimax, alpha-beta and negascout: one value, fewer and fewer nodes, whatever is switched on."""

from __future__ import annotations

import threading

import numpy as np
import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.games import evaluation
from orchard.search.lookahead import Lookahead, LookaheadSettings
from orchard.search.shown import shown_tree
from orchard.study.compare import compare, read_way
from tests import positions
from tests.search.slow_minimax import slow_minimax
from tests.slow_referee import SlowReversi

NEVER = np.zeros(1, np.uint8)
GAMES = ("reversi", "reversed_reversi")
ALL_ON = LookaheadSettings("negascout", True, 1, True, True)


def random_positions(game: str, count: int, seed: int, longest: int = 56) -> list[orchard.Position]:
    return positions.random_positions(count, f"{game} {seed}", game, high=longest)


def search(position: orchard.Position, depth: int, settings: LookaheadSettings, name: str = "grove") -> tuple[int, int]:
    """(value, nodes) of one search to a fixed depth."""
    lookahead = Lookahead(settings)
    judge = evaluation(name)
    lookahead.begin(position, judge, judge.weights_for(position))
    found = lookahead.run(lookahead.squares, depth, NEVER)
    assert found.complete
    return found.best.value, found.nodes


def test_the_three_searches_agree_on_200_positions_at_depth_5_with_fewer_nodes_in_that_order() -> None:
    nodes = {"minimax": 0, "alphabeta": 0, "negascout": 0}
    judges = ("strategist", "grove", "matrix", "discs")
    for game in GAMES:
        for number, position in enumerate(random_positions(game, 100, seed=1)):
            rows = compare(position, tuple(nodes), 5, evaluation(judges[number % 4]))
            assert len({row.value for row in rows}) == 1, (position.text, rows)
            assert rows[0].nodes >= rows[1].nodes, position.text
            for row in rows:
                nodes[row.name] += row.nodes
    assert nodes["minimax"] > 5 * nodes["alphabeta"]
    assert nodes["alphabeta"] > 2 * nodes["negascout"]


@pytest.mark.parametrize("game", GAMES)
def test_minimax_is_what_a_slow_minimax_by_the_rule_book_finds(game: str) -> None:
    sign = 1 if game == "reversi" else -1

    def leaf(board: SlowReversi) -> int:
        return sign * (board.count(board.side) - board.count(board.enemy))

    def end(board: SlowReversi) -> int:
        black = board.reversi_score() if game == "reversi" else board.reversed_score()
        return black if board.side == "X" else -black

    # late positions, so that passes and ends of games are among them
    for position in random_positions(game, 6, seed=2, longest=20) + [
        p for p in random_positions(game, 150, seed=3, longest=62) if p.empties <= 9
    ]:
        board = SlowReversi()
        board.rows = [list(position.text[i : i + 8].replace("-", ".")) for i in range(0, 64, 8)]
        board.side = position.text[-1]
        assert search(position, 3, LookaheadSettings("minimax"), "discs") == slow_minimax(board, 3, leaf, end), (
            position.text
        )


def test_minimax_from_the_start_visits_what_perft_counts() -> None:
    # published leaf counts of the first plies: 1, 4, 12, 56, 244, 1396, 8200
    start = orchard.game("reversi").start()
    assert search(start, 4, LookaheadSettings("minimax"))[1] == 1 + 4 + 12 + 56 + 244
    assert search(start, 6, LookaheadSettings("minimax"))[1] == 1 + 4 + 12 + 56 + 244 + 1396 + 8200


def test_a_pass_is_a_ply() -> None:
    # white has no move here, black has one afterwards
    position = orchard.game("reversi").parse("XO------" + "-" * 56 + " O")
    assert position.legal() == ["pass"]
    value, nodes = search(position, 1, LookaheadSettings("alphabeta"), "discs")
    assert (value, nodes) == (0, 2)  # one disc each, judged after the pass
    value, nodes = search(position, 2, LookaheadSettings("alphabeta"), "discs")
    assert (value, nodes) == (-64, 3)  # then black takes everything, and the empty squares with it


def test_without_any_help_negascout_is_alphabeta_node_for_node() -> None:
    for position in random_positions("reversi", 20, seed=4):
        assert search(position, 5, LookaheadSettings("negascout")) == search(
            position, 5, LookaheadSettings("alphabeta")
        )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "settings",
    [
        LookaheadSettings.switched(scout, table, history, ordering)
        for scout, table, history, ordering in [
            (True, 0, False, False),
            (False, 1, False, False),
            (False, 0.001, False, False),  # 64 entries: nearly every one is overwritten again and again
            (False, 0, True, False),
            (False, 0, False, True),
            (True, 0.001, True, True),
            (True, 1, True, True),
        ]
    ],
    ids=lambda s: "+".join(n for n in ("scout", "table_mb", "history", "ordering") if getattr(s, n)) + f"-{s.table_mb}",
)
def test_no_help_changes_the_value(game: str, settings: LookaheadSettings) -> None:
    for name in ("grove", "matrix", "strategist"):
        for position in random_positions(game, 6, seed=5):
            plain, _ = search(position, 6, LookaheadSettings("alphabeta"), name)
            assert search(position, 6, settings, name)[0] == plain, (name, position.text)


def test_a_table_filled_at_other_depths_changes_no_value() -> None:
    judge = evaluation("grove")
    for position in random_positions("reversi", 8, seed=6):
        lookahead = Lookahead(ALL_ON)
        lookahead.begin(position, judge, judge.weights_for(position))
        for depth in (6, 2, 5, 7, 3, 6):
            found = lookahead.run(lookahead.squares, depth, NEVER)
            assert found.best.value == search(position, depth, LookaheadSettings("alphabeta"))[0], (
                depth,
                position.text,
            )


def test_two_threads_on_one_table_find_the_same_value() -> None:
    judge = evaluation("grove")
    for position in random_positions("reversi", 6, seed=7, longest=40):
        expected, _ = search(position, 7, LookaheadSettings("alphabeta"))
        lookahead = Lookahead(ALL_ON)
        lookahead.begin(position, judge, judge.weights_for(position), threads=2)
        found: list[int] = []

        def work(thread: int, seen: list[int] = found, searcher: Lookahead = lookahead) -> None:
            order = searcher.squares[thread:] + searcher.squares[:thread]
            seen.append(searcher.run(order, 7, NEVER, thread).best.value)

        threads = [threading.Thread(target=work, args=(n,)) for n in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert found == [expected, expected], position.text


def test_the_same_search_visits_the_same_nodes_whatever_was_searched_before() -> None:
    first, second = random_positions("reversi", 2, seed=8, longest=30)
    judge = evaluation("grove")
    lookahead = Lookahead(ALL_ON)
    counts = []
    for position in (first, second, first, first):
        lookahead.begin(position, judge, judge.weights_for(position))
        counts.append(lookahead.run(lookahead.squares, 6, NEVER).nodes)
    assert counts[0] == counts[2] == counts[3]


def test_a_budget_of_nodes_and_the_stop_flag_end_a_search() -> None:
    position = orchard.game("reversi").start()
    judge = evaluation("grove")
    for settings in (LookaheadSettings("minimax"), LookaheadSettings("alphabeta"), ALL_ON):
        lookahead = Lookahead(settings)
        lookahead.begin(position, judge, judge.weights_for(position), budget=1000)
        found = lookahead.run(lookahead.squares, 9, NEVER)
        assert (found.nodes, found.complete) == (1000, False)
        lookahead.begin(position, judge, judge.weights_for(position))
        found = lookahead.run(lookahead.squares, 9, np.ones(1, np.uint8))
        assert (found.nodes, found.moves) == (0, ())


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_shown_tree_is_the_tree_the_kernel_searched(algorithm: str) -> None:
    judge = evaluation("strategist")
    for game in GAMES:
        for position in random_positions(game, 4, seed=9):
            depth = 3 if algorithm == "minimax" else 4
            weights = judge.weights_for(position)
            value, nodes = search(position, depth, LookaheadSettings(algorithm), "strategist")
            for shown in (1, 2, depth):
                tree = shown_tree(position, algorithm, judge, weights, depth, shown)
                assert (tree.value, tree.visits) == (value / judge.unit, nodes), position.text
                assert all(node.visits >= 1 + sum(child.visits for child in node.children) for node in tree.walk())
                if shown == depth:
                    assert sum(1 for _ in tree.walk()) == nodes
                    cut = [node for node in tree.walk() if node.cut]
                    assert bool(cut) == (algorithm == "alphabeta" and nodes > 100) or nodes <= 100
                    assert all(node.unsearched and node.bound != "exact" for node in cut)


def test_a_cut_node_names_exactly_the_moves_it_did_not_search() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    judge = evaluation("grove")
    tree = shown_tree(position, "alphabeta", judge, judge.weights_for(position), 3, 3)

    def check(node: orchard.core.tree.TreeNode, here: orchard.Position, plies: int) -> None:  # type: ignore[name-defined]
        if plies and not here.is_over:
            known = [*(child.move for child in node.children), *node.unsearched]
            assert sorted(known, key=lambda move: move.square) == here.legal()
        for child in node.children:
            check(child, here.play(child.move), plies - 1)

    check(tree, position, 3)


def test_ways_to_compare_are_read_by_name_and_refused_with_a_list() -> None:
    assert read_way("alphabeta+table+history").settings == LookaheadSettings("negascout", False, 16, True, False)
    assert read_way("negascout-ordering-deepening").deepening is False
    for wrong in ("quantum", "minimax+table", "alphabeta+luck", ""):
        with pytest.raises(OptionError, match=r"no way to search called .* minimax, alphabeta and negascout"):
            read_way(wrong)


def test_an_entry_written_halfway_is_a_miss() -> None:
    from orchard.search.lockless import new_table
    from orchard.search.table import ENTRIES, pack, position_key, recall, remember

    words = new_table(0.01, ENTRIES)
    table = words.ctypes.data, len(words) - 1
    state = np.array([1 << 10, 1 << 20], np.uint64)
    key = position_key(state, 2, 1, 7)
    data = int(pack(-123, 17, 5, 1, 0, 7))
    remember(*table, key, data)
    assert recall(*table, key) == data
    assert recall(*table, position_key(state, 2, -1, 7)) == 0  # the other side searching
    assert recall(*table, position_key(state, 2, 1, 8)) == 0  # other weights
    words[words == data] ^= np.uint64(1 << 40)  # another thread has replaced one of the two words
    assert recall(*table, key) == 0


def test_an_entry_gives_back_what_was_packed() -> None:
    from orchard.search import table

    for value, square, depth, bound, solved, age in [(-64000, 0, 1, 0, 1, 3), (1 << 29, 511, 64, 2, 0, 8191)]:
        data = table.pack(value, square, depth, bound, solved, age)
        read = (table.value_of, table.square_of, table.depth_of, table.bound_of, table.solved_of, table.age_of)
        assert [int(field(data)) for field in read] == [value, square, depth, bound, solved, age]
