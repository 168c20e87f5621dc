"""Discs that can never be turned again: enough of them to bound the final score, found fast.

Counted are discs that are stable along their edge whatever is played there, discs whose four lines are all full,
and inner discs that lean in all four directions on a full line or on a stable disc. There may be more.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba, pext, popcount
from orchard.games.reversi.evaluate.stability import full_columns, full_falling, full_rising, full_rows
from orchard.search.memory import peek_byte

uint64, int64 = numba.uint64, numba.int64

COLUMN = 0x0101010101010101
INNER = 0x007E7E7E7E7E7E00
WHOLE = 0xFFFFFFFFFFFFFFFF
SPREAD = 0x0002040810204081  # times a byte's low seven bits, then & COLUMN: those bits down the first column


@kernel("int64(int64, int64, int64)")
def _edge_turned(own, enemy, place):
    """The enemy discs turned along the edge alone."""
    turned = int64(0)
    for step in (-1, 1):
        run = int64(0)
        walk = place + step
        while 0 <= walk < 8 and (enemy >> walk) & 1:
            run |= int64(1) << walk
            walk += step
        if 0 <= walk < 8 and (own >> walk) & 1:
            turned |= run
    return turned


@kernel("void(uint8[::1])")
def fill_edge_table(table):
    """table[own * 256 + enemy]: the own discs of an edge that no play on that edge, by anyone, can turn."""
    for discs in range(8, -1, -1):
        for occupied in range(256):
            if int64(popcount(uint64(occupied))) != discs:
                continue
            own = int64(occupied)
            while True:  # every part of `occupied`
                enemy = int64(occupied) ^ own
                stable = own
                for place in range(8):
                    bit = int64(1) << place
                    if occupied & bit:
                        continue
                    turned = _edge_turned(own, enemy, place)
                    stable &= int64(table[((own | bit | turned) << 8) | (enemy & ~turned)])
                    turned = _edge_turned(enemy, own, place)
                    stable &= int64(table[((own & ~turned) << 8) | (enemy | bit | turned)])
                table[(own << 8) | enemy] = numba.uint8(stable)
                if own == 0:
                    break
                own = (own - 1) & int64(occupied)


def edge_table():
    table = np.zeros(65536, dtype=np.uint8)
    fill_edge_table(table)
    return table


@kernel("uint64(uint64, uint64, uint64)")
def stable_on_edges(own, enemy, edges):
    left, right = uint64(COLUMN), uint64(COLUMN) << uint64(7)
    top = peek_byte(edges, ((own & uint64(255)) << uint64(8)) | (enemy & uint64(255)))
    bottom = peek_byte(edges, ((own >> uint64(56)) << uint64(8)) | (enemy >> uint64(56)))
    west = peek_byte(edges, (pext(own, left) << uint64(8)) | pext(enemy, left))
    east = peek_byte(edges, (pext(own, right) << uint64(8)) | pext(enemy, right))
    stable = top | (bottom << uint64(56))
    stable |= ((west & uint64(127)) * uint64(SPREAD)) & left
    return stable | (((east & uint64(127)) * uint64(SPREAD)) & left) << uint64(7)


@kernel("uint64(uint64, uint64, uint64, uint64)")
def stable_discs(own, enemy, board, edges):
    """The own discs that are surely stable; `edges` is the address of the edge table.

    Around a smaller board lie squares that nobody can ever play on: discs lean on them as on stable ones.
    """
    stable = stable_on_edges(own, enemy, edges) if board == uint64(WHOLE) else ~board
    inner = own & uint64(INNER)
    if inner == uint64(0):
        return stable & board
    discs = own | enemy | ~board
    rows, columns, falling, rising = full_rows(discs), full_columns(discs), full_falling(discs), full_rising(discs)
    stable |= inner & rows & columns & falling & rising
    while True:
        wider = inner & (rows | (stable << uint64(1)) | (stable >> uint64(1)))
        wider &= columns | (stable << uint64(8)) | (stable >> uint64(8))
        wider &= falling | (stable << uint64(9)) | (stable >> uint64(9))
        wider &= rising | (stable << uint64(7)) | (stable >> uint64(7))
        wider |= stable
        if wider == stable:
            return stable & board
        stable = wider
