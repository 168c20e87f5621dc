"""Why a move was worse than another: facts that can be counted on the board after each of them.

A fact is a name and its numbers or squares; a shell puts it into words. Nothing here is an opinion: each fact can be
checked on the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from orchard.core.board import PASS, Move, squares_of
from orchard.core.game import Position

CORNERS = 0x8100000000000081
X_SQUARES = {9: 0, 14: 7, 49: 56, 54: 63}  # the diagonal neighbour of a corner
C_SQUARES = {1: 0, 8: 0, 6: 7, 15: 7, 48: 56, 57: 56, 55: 63, 62: 63}  # its neighbours along the edge
FEW_EMPTIES = 20
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Fact:
    kind: str
    squares: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict, hash=False)

    def as_json(self) -> dict[str, Any]:
        return {"kind": self.kind, "squares": list(self.squares), "numbers": self.numbers}


def why(position: Position, played: Move, better: Move) -> tuple[Fact, ...]:
    """What the better move would have done and the played one did not, the weightiest first."""
    if played == better or PASS in (played, better):
        return ()
    if position.game.base_name == "gomoku":
        return tuple(_gomoku(position, played, better))
    return tuple(_reversi(position, played, better, few_win=position.game.base_name == "reversed_reversi"))


# ------------------------------------------------------------------------------------------------ Reversi


def _reversi(position: Position, played: Move, better: Move, few_win: bool) -> Iterator[Fact]:
    from orchard.evaluate.features import explain

    game = position.game
    after, instead = game.after(position, played), game.after(position, better)
    names = game.board.moves

    def corners_for_them(place: Position) -> int:
        return place.legal_mask() & CORNERS

    if few_win:
        if CORNERS >> played.square & 1:
            yield Fact("took_corner", (played,))
    else:
        given = corners_for_them(after) & ~corners_for_them(instead)
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


# ------------------------------------------------------------------------------------------------ Gomoku


def _gomoku(position: Position, played: Move, better: Move) -> Iterator[Fact]:
    names = position.game.board.moves
    own, enemy = position.own, position.enemy

    def named(points: set[int]) -> tuple[str, ...]:
        return tuple(names[point] for point in sorted(points))

    wins = five_points(position, own)
    if wins and played.square not in wins:
        yield Fact("missed_five", named(wins))
        return
    threats = five_points(position, enemy)
    if threats and played.square not in threats:
        yield Fact("missed_block", named(threats))
        return
    if threats:
        return
    fours = open_four_points(position, own)
    if fours and played.square not in fours:
        yield Fact("missed_open_four", named(fours))
    after, instead = position.game.after(position, played), position.game.after(position, better)
    let, stopped = open_four_points(after, after.own), open_four_points(instead, instead.own)
    if let and not five_points(after, after.enemy) and len(stopped) < len(let):
        yield Fact("allowed_open_four", named(let))
    more = five_points(instead, instead.enemy)
    if more and not five_points(after, after.enemy):
        yield Fact("missed_four", (better,))
    nearest = {"played": _neighbours(position, played), "better": _neighbours(position, better)}
    if nearest["played"] == 0 < nearest["better"]:
        yield Fact("far_away", numbers=nearest)


def _lines_through(position: Position, point: int, stones: int) -> Iterator[int]:
    """For each of the four directions, how many stones would stand in a row with one more at the point."""
    width = position.game.board.width
    row, column = divmod(point, width)
    for down, right in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            r, c = row + sign * down, column + sign * right
            while 0 <= r < width and 0 <= c < width and stones >> (r * width + c) & 1:
                length += 1
                r, c = r + sign * down, c + sign * right
        yield length


def five_points(position: Position, stones: int) -> set[int]:
    """The empty points where one more of these stones makes five."""
    empty = ((1 << position.game.board.size) - 1) & ~(position.black | position.white)
    return {point for point in squares_of(empty) if max(_lines_through(position, point, stones)) >= 5}


def open_four_points(position: Position, stones: int) -> set[int]:
    """The empty points where one more of these stones makes two ways to five at once."""
    empty = ((1 << position.game.board.size) - 1) & ~(position.black | position.white)
    found = set()
    for point in squares_of(empty):
        if max(_lines_through(position, point, stones)) < 3:
            continue
        with_it = stones | 1 << point
        ways = sum(
            1 for other in squares_of(empty & ~(1 << point)) if max(_lines_through(position, other, with_it)) >= 5
        )
        if ways >= 2:
            found.add(point)
    return found


def _neighbours(position: Position, move: Move) -> int:
    """Stones within two steps of a point."""
    width = position.game.board.width
    row, column = divmod(move.square, width)
    stones = position.black | position.white
    return sum(
        stones >> (r * width + c) & 1
        for r in range(max(0, row - 2), min(width, row + 3))
        for c in range(max(0, column - 2), min(width, column + 3))
    )
