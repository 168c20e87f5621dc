"""Discs called stable must never turn, whatever is played."""

from __future__ import annotations

import random

from orchard.games.reversi.bits import flip_mask, legal_mask
from orchard.games.reversi.search.stable import WHOLE, edge_table, stable_discs
from tests.games.reversi.reference_endgame import random_position

TABLE = edge_table()


def stable_mask(own: int, enemy: int) -> int:
    return int(stable_discs(own, enemy, WHOLE, TABLE.ctypes.data))


def edge_discs_that_survive(own: int, enemy: int) -> int:
    """All plays on one edge, by either side, on any empty place: which own discs are never turned."""
    survive = own
    for place in range(8):
        if (own | enemy) >> place & 1:
            continue
        for mine, theirs, mine_is_own in ((own, enemy, True), (enemy, own, False)):
            turned = 0
            for step in (-1, 1):
                run, walk = 0, place + step
                while 0 <= walk < 8 and theirs >> walk & 1:
                    run |= 1 << walk
                    walk += step
                if 0 <= walk < 8 and mine >> walk & 1:
                    turned |= run
            after_mine, after_theirs = mine | turned | 1 << place, theirs & ~turned
            after = (after_mine, after_theirs) if mine_is_own else (after_theirs, after_mine)
            survive &= edge_discs_that_survive(*after)
            if not survive:
                return 0
    return survive


def test_edges_agree_with_trying_everything():
    rng = random.Random(5)
    for _ in range(150):
        own = enemy = 0
        empty = set(rng.sample(range(8), rng.randint(0, 4)))
        for place in set(range(8)) - empty:
            if rng.random() < 0.5:
                own |= 1 << place
            else:
                enemy |= 1 << place
        assert int(TABLE[own * 256 + enemy]) == edge_discs_that_survive(own, enemy)


def test_stable_discs_are_never_turned_in_random_games():
    rng = random.Random(11)
    counted = 0
    for seed in range(60):
        own, enemy = random_position(rng.randint(4, 24), seed)
        stable = stable_mask(own, enemy)
        assert stable & ~own == 0
        counted += stable.bit_count()
        for _ in range(20):
            mine, theirs, own_to_move, passes = own, enemy, True, 0
            if rng.random() < 0.5:
                mine, theirs, own_to_move = enemy, own, False
            while passes < 2:
                moves = [square for square in range(64) if int(legal_mask(mine, theirs)) >> square & 1]
                if moves:
                    square = rng.choice(moves)
                    turned = int(flip_mask(mine, theirs, square))
                    mine, theirs, passes = mine | turned | 1 << square, theirs & ~turned, 0
                else:
                    passes += 1
                mine, theirs, own_to_move = theirs, mine, not own_to_move
            final = mine if own_to_move else theirs
            assert stable & ~final == 0
    assert counted > 100  # the test has something to test


def test_a_full_board_and_a_taken_edge_are_stable():
    assert stable_mask((1 << 64) - 1, 0) == (1 << 64) - 1
    assert stable_mask(0xFF, 0) == 0xFF
    assert stable_mask(1 << 27, 1 << 28) == 0
