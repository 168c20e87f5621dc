"""Wins by fours and threes in Gomoku, with every reply to every three; Orchard's own threat search has no part in it.

A three is a move after which fours would win if nobody replied with something else; `Plain` finds both by counting.
"""

from __future__ import annotations

from collections.abc import Iterable

from benchmarks.plain_gomoku import ATTACKER, DEFENDER, Plain


class Threats:
    """A board on which one side attacks by fours, as many as it likes, and by a limited number of threes."""

    def __init__(self, board: Plain) -> None:
        self.board = board
        self._known: dict[tuple[int, int], bool] = {}  # by the stones and the threes that are left

    def win(self, threes: int) -> bool:
        """Whether the attacker, to move, wins with at most so many threes."""
        if self.board.wins_by_fours():
            return True
        if threes == 0:
            return False
        asked = (int(self.board.key[0]), threes)
        if asked not in self._known:
            self._known[asked] = bool(self.winning(threes))
        return self._known[asked]

    def winning(self, threes: int, but: Iterable[int] = ()) -> list[int]:
        """The first point found that makes a four or a three and wins, of all but some; [] where there is none."""
        forced, fours = self.board.fives(DEFENDER), self.board.four_points(ATTACKER)
        if len(forced) > 1:
            return []
        if forced:  # stopping a four costs no three: those on the board still threaten
            wins = self._four_wins if forced[0] in fours else self._wins_whatever_is_replied
            return forced if wins(forced[0], threes) else []
        left_out = {*but}
        for points, wins, left in (
            (fours, self._four_wins, threes),
            (self.board.three_points(), self._wins_whatever_is_replied, threes - 1),
        ):
            for point in points:
                if point not in left_out and wins(point, left):
                    return [point]
        return []

    def _four_wins(self, point: int, threes: int) -> bool:
        self.board.put(point, ATTACKER)
        blocks = self.board.fives(ATTACKER)
        won = len(blocks) > 1
        if not won:
            self.board.put(blocks[0], DEFENDER)
            won = self.win(threes)
            self.board.take(blocks[0])
        self.board.take(point)
        return won

    def _wins_whatever_is_replied(self, point: int, threes: int) -> bool:
        """Replies that make or stop a four come first, since one that holds is enough."""
        board = self.board
        board.put(point, ATTACKER)
        if not board.wins_by_fours():  # a stopped four that leaves no threat: the attack is over
            board.take(point)
            return False
        replies = dict.fromkeys([*board.four_points(ATTACKER), *board.four_points(DEFENDER), *board.empty()])
        won = True
        for reply in replies:
            board.put(reply, DEFENDER)
            won = self.win(threes)
            board.take(reply)
            if not won:
                break
        board.take(point)
        return won
