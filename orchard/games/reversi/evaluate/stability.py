"""Discs that can never be turned again.

`stable`: a disc is stable when on each of its four lines (row, column, both diagonals) either the whole line is
full, or the disc touches the board's edge there, or its neighbour on that line is a stable disc of its own colour.
This is computed outwards from the corners until nothing changes. Every disc found is truly safe; a few safe ones,
held only between stable discs of the opponent, are not found.

`edge_stable` is the simpler count that textbooks use: unbroken chains along the edges from an owned corner, and
discs all of whose four lines are full.
"""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba

uint64 = numba.uint64

COLUMN_A = uint64(0x0101010101010101)
NOT_A = uint64(0xFEFEFEFEFEFEFEFE)
NOT_H = uint64(0x7F7F7F7F7F7F7F7F)
NOT_AB = uint64(0xFCFCFCFCFCFCFCFC)
NOT_GH = uint64(0x3F3F3F3F3F3F3F3F)
NOT_ABCD = uint64(0xF0F0F0F0F0F0F0F0)
NOT_EFGH = uint64(0x0F0F0F0F0F0F0F0F)
ROWS_1_8 = uint64(0xFF000000000000FF)
COLUMNS_A_H = uint64(0x8181818181818181)
BORDER = uint64(0xFF818181818181FF)
CORNERS = uint64(0x8100000000000081)
ONE, TWO, FOUR = uint64(1), uint64(2), uint64(4)
SEVEN, EIGHT, NINE = uint64(7), uint64(8), uint64(9)
S14, S16, S18, S28, S32, S36 = uint64(14), uint64(16), uint64(18), uint64(28), uint64(32), uint64(36)


@kernel("uint64(uint64)")
def full_rows(discs):
    """The squares of rows without an empty square."""
    row = discs & (discs >> ONE)
    row &= row >> TWO
    row &= row >> FOUR
    return (row & COLUMN_A) * uint64(0xFF)


@kernel("uint64(uint64)")
def full_columns(discs):
    column = discs & ((discs >> EIGHT) | (discs << uint64(56)))
    column &= (column >> S16) | (column << uint64(48))
    return column & ((column >> S32) | (column << S32))


@kernel("uint64(uint64)")
def full_falling(discs):
    """Full diagonals that run from the top left to the bottom right. An empty square spoils all of its diagonal."""
    down = ~discs
    up = down
    down |= (down << NINE) & NOT_A
    down |= (down << S18) & NOT_AB
    down |= (down << S36) & NOT_ABCD
    up |= (up >> NINE) & NOT_H
    up |= (up >> S18) & NOT_GH
    up |= (up >> S36) & NOT_EFGH
    return ~(down | up)


@kernel("uint64(uint64)")
def full_rising(discs):
    """Full diagonals that run from the bottom left to the top right."""
    down = ~discs
    up = down
    down |= (down << SEVEN) & NOT_H
    down |= (down << S14) & NOT_GH
    down |= (down << S28) & NOT_EFGH
    up |= (up >> SEVEN) & NOT_A
    up |= (up >> S14) & NOT_AB
    up |= (up >> S28) & NOT_ABCD
    return ~(down | up)


@kernel("uint64(uint64, uint64)")
def stable(own, enemy):
    """Discs of `own` that can never be turned."""
    discs = own | enemy
    row = full_rows(discs) | COLUMNS_A_H
    column = full_columns(discs) | ROWS_1_8
    falling = full_falling(discs) | BORDER
    rising = full_rising(discs) | BORDER
    found = own & row & column & falling & rising
    before = uint64(0)
    while found != before:
        before = found
        right, left = found & NOT_H, found & NOT_A  # those that have a neighbour on that side
        found |= (
            own
            & (row | (right << ONE) | (left >> ONE))
            & (column | (found << EIGHT) | (found >> EIGHT))
            & (falling | (right << NINE) | (left >> NINE))
            & (rising | (left << SEVEN) | (right >> SEVEN))
        )
    return found


@kernel("uint64(uint64, uint64)")
def edge_stable(own, enemy):
    """Chains along the edges from own corners, and own discs whose row, column and both diagonals are full."""
    across, down = own & ROWS_1_8, own & COLUMNS_A_H
    chain = own & CORNERS
    before = uint64(0)
    while chain != before:
        before = chain
        right, left = chain & NOT_H, chain & NOT_A
        chain |= across & ((right << ONE) | (left >> ONE))
        chain |= down & ((chain << EIGHT) | (chain >> EIGHT))
    discs = own | enemy
    return chain | (own & full_rows(discs) & full_columns(discs) & full_falling(discs) & full_rising(discs))
