"""Why a move in either Reversi game was worse than another: facts that can be counted on the board after each of them.

Nothing here is an opinion: each fact can be checked on the board.
"""

from collections.abc import Iterator

from orchard.core.board import PASS, Move, squares_of
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.offers import Fact

CORNERS = 0x8100000000000081
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}  # the diagonal neighbour of a corner
C_SQUARES = {1: 0, 8: 0, 6: 7, 15: 7, 48: 56, 57: 56, 55: 63, 62: 63}  # its neighbours along the edge
FEW_EMPTIES = 20


def facts(position: Position, played: Move, better: Move, stop: Stop) -> Iterator[Fact]:
    """What the better move would have done and the played one did not, the weightiest first."""
    game = position.game
    if game.board.width != 8:
        return
    from orchard.games.reversi.evaluate.features import explain

    few_win = game.base_name == "reversed_reversi"
    after, instead = game.after(position, played), game.after(position, better)
    names = game.board.moves
    if few_win:
        if CORNERS >> played.square & 1:
            yield Fact("took_corner", (played,))
    else:
        given = after.legal_mask() & ~instead.legal_mask() & CORNERS
        if given:
            yield Fact("gave_corner", tuple(names[square] for square in squares_of(given)))
        if CORNERS >> better.square & 1 and not CORNERS >> played.square & 1:
            yield Fact("missed_corner", (better,))
        occupied = position.black | position.white
        for table, kind in ((X_SQUARES, "x_square"), (C_SQUARES, "c_square")):
            corner = table.get(played.square)
            if corner is not None and not occupied >> corner & 1:
                yield Fact(kind, (played, names[corner]))
    if instead.legal() == [PASS] and after.legal() != [PASS]:
        yield Fact("missed_forcing_pass", (better,))
    theirs = {"played": after.legal_mask().bit_count(), "better": instead.legal_mask().bit_count()}
    if theirs["played"] >= theirs["better"] + 2:
        yield Fact("their_moves", numbers=theirs)
    mine_after, mine_instead = explain(after.enemy, after.own), explain(instead.enemy, instead.own)
    mine = {"played": mine_after["moves"], "better": mine_instead["moves"]}
    if mine["played"] + 2 <= mine["better"]:
        yield Fact("own_moves", numbers=mine)
    stable = {"played": mine_after["stable"], "better": mine_instead["stable"]}
    if (stable["played"] > stable["better"]) if few_win else (stable["played"] < stable["better"]):
        yield Fact("stable", numbers=stable)
    if position.empties <= FEW_EMPTIES:
        regions = {"played": _region(position, played), "better": _region(position, better)}
        if regions["played"] % 2 == 0 and regions["better"] % 2 == 1:
            yield Fact("lost_parity", numbers=regions)
    else:
        frontier = {"played": mine_after["frontier"], "better": mine_instead["frontier"]}
        if frontier["played"] >= frontier["better"] + 3:
            yield Fact("frontier", numbers=frontier)
        turned = {"played": after.flipped_mask.bit_count(), "better": instead.flipped_mask.bit_count()}
        if turned["played"] >= turned["better"] + 3:
            yield Fact("turned_many", numbers=turned)


def _region(position: Position, move: Move) -> int:
    """How many empty squares hang together with the one played on, itself included."""
    width = position.game.board.width
    empty = ((1 << position.game.board.size) - 1) & ~(position.black | position.white)
    seen, todo = 0, [move.square]
    while todo:
        square = todo.pop()
        if seen >> square & 1:
            continue
        seen |= 1 << square
        row, column = divmod(square, width)
        for r in range(max(0, row - 1), min(width, row + 2)):
            for c in range(max(0, column - 1), min(width, column + 2)):
                if empty >> (r * width + c) & 1:
                    todo.append(r * width + c)
    return seen.bit_count()
