"""Why a move in either Reversi game was worse than another: facts that can be counted on the board after each of them.

Nothing here is an opinion: each fact can be checked on the board. What a fact is worth differs between the two games
and between the middle and the end of a game, so each is used only where the moves that it blames were
measured to be worse (`benchmarks/facts_matter.py`, figures in docs/lab/facts.md).
"""

from collections.abc import Iterator

from orchard.core.board import PASS, Move, squares_of
from orchard.core.choice import Stop
from orchard.core.game import Position, other
from orchard.core.offers import Fact

CORNERS = 0x8100000000000081
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}  # the diagonal neighbour of a corner
C_SQUARES = {1: 0, 8: 0, 6: 7, 15: 7, 48: 56, 57: 56, 55: 63, 62: 63}  # its neighbours along the edge
FEW_EMPTIES = 20
ALWAYS = frozenset({"their_moves", "own_moves", "stable"})
EARLY = frozenset({"frontier", "turned_many"})
CORNER = frozenset({"gave_corner", "left_corner", "missed_corner", "x_square", "c_square"})
USED = {
    "reversi": {
        "middle": ALWAYS | EARLY | CORNER | {"missed_forcing_pass"},
        "end": ALWAYS | CORNER | {"missed_forcing_pass", "lost_parity"},
    },
    "reversed_reversi": {"middle": ALWAYS | EARLY | {"took_corner"}, "end": ALWAYS | {"took_corner"}},
}


def facts(position: Position, played: Move, better: Move, stop: Stop) -> Iterator[Fact]:
    """What the better move would have done and the played one did not, the weightiest first."""
    if position.game.board.width == 8:
        used = USED[position.game.base_name]["end" if position.empties <= FEW_EMPTIES else "middle"]
        yield from (fact for fact in counted(position, played, better) if fact.kind in used)


def counted(position: Position, played: Move, better: Move) -> Iterator[Fact]:
    """Every fact there is, used in this game or not."""
    game = position.game
    from orchard.games.reversi.evaluate.features import explain

    few_win = game.base_name == "reversed_reversi"
    after, instead = game.after(position, played), game.after(position, better)
    names = game.board.moves
    corners = {"played": CORNERS >> played.square & 1, "better": CORNERS >> better.square & 1}
    if few_win:
        if corners["played"] and not corners["better"]:
            yield Fact("took_corner", (played,))
    else:
        offered = after.legal_mask() & ~instead.legal_mask() & CORNERS
        passed = Position(game, position.black, position.white, other(position.to_move))
        before = passed.legal_mask()  # what the enemy could take already
        for kind, squares in (
            ("gave_corner", offered & ~before),
            ("left_corner", offered & before & ~(1 << better.square)),
        ):
            if squares:
                taken = tuple(names[square] for square in squares_of(squares))
                yield Fact(kind, taken if kind == "gave_corner" else (taken[0], better))
        if corners["better"] and not corners["played"]:
            yield Fact("missed_corner", (better,))
        for table, kind in ((X_SQUARES, "x_square"), (C_SQUARES, "c_square")):
            if _beside_empty_corner(position, played, table) and not _beside_empty_corner(position, better, table):
                yield Fact(kind, (played, names[table[played.square]]))
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


def _beside_empty_corner(position: Position, move: Move, table: dict[int, int]) -> bool:
    corner = table.get(move.square)
    return corner is not None and not (position.black | position.white) >> corner & 1


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
