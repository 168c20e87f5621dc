"""Both Reversi games solved by the plainest alpha-beta there is, which shares nothing with Orchard's solver."""

# mypy: ignore-errors
from functools import cache

import numba
import numpy as np

uint64, int64 = numba.uint64, numba.int64
MOST = 64
SLOTS = 1 << 21  # of a table
KEPT = 7  # empty squares from which answers are kept in it
SORTED = 5  # and above which moves are sorted


@numba.njit("uint64(uint64,uint64,int64)", cache=True)
def turned(own, enemy, square):
    """The discs that a move turns, walked square by square."""
    row, column, found = square // int64(8), square % int64(8), uint64(0)
    for down in range(-1, 2):
        for right in range(-1, 2):
            if down == 0 and right == 0:
                continue
            r, c, line = row + down, column + right, uint64(0)
            while 0 <= r < 8 and 0 <= c < 8 and (enemy >> uint64(8 * r + c)) & uint64(1):
                line |= uint64(1) << uint64(8 * r + c)
                r, c = r + down, c + right
            if 0 <= r < 8 and 0 <= c < 8 and (own >> uint64(8 * r + c)) & uint64(1):
                found |= line
    return found


@numba.njit("int64(uint64)", cache=True)
def count(discs):
    found = int64(0)
    while discs:
        discs &= discs - uint64(1)
        found += int64(1)
    return found


@numba.njit("int64(uint64,uint64)", cache=True)
def mobility(own, enemy):
    found = int64(0)
    for square in range(64):
        if not ((own | enemy) >> uint64(square)) & uint64(1) and turned(own, enemy, int64(square)):
            found += int64(1)
    return found


@numba.njit("int64(uint64,uint64,int64)", cache=True)
def final(own, enemy, aim):
    """The score of a finished game. Where most discs win (aim 1) the winner gets the squares that stay empty."""
    mine, theirs = count(own), count(enemy)
    if aim > 0 and mine != theirs:
        empty = int64(64) - mine - theirs
        return mine - theirs + empty if mine > theirs else mine - theirs - empty
    return aim * (mine - theirs)


@numba.njit("int64(uint64,uint64,int64,int64,int64,int64)", cache=True)
def score(own, enemy, alpha, beta, aim, passed):
    """Fail-soft alpha-beta to the end; moves that leave the enemy few answers come first."""
    taken = own | enemy
    best = int64(-99)
    many = count(~taken) > int64(5)
    tried = uint64(0)
    while True:
        chosen, fewest = int64(-1), int64(99)
        for number in range(64):
            square = int64(number)
            bit = uint64(1) << uint64(number)
            if (taken | tried) & bit:
                continue
            flips = turned(own, enemy, square)
            if not flips:
                continue
            answers = mobility(enemy ^ flips, own | flips | bit) if many else int64(0)
            if answers < fewest:
                chosen, fewest = square, answers
        if chosen < int64(0):
            break
        bit = uint64(1) << uint64(chosen)
        tried |= bit
        flips = turned(own, enemy, chosen)
        value = -score(enemy ^ flips, own | flips | bit, -beta, -max(alpha, best), aim, int64(0) * aim)
        best = max(best, value)
        if best >= beta:
            return best
    if tried:
        return best
    if passed:
        return final(own, enemy, aim)
    return -score(enemy, own, -beta, -alpha, aim, int64(1) * aim)


def score_of(position, move, low=-MOST, high=MOST) -> int:
    """The final score after a move, for the side that plays it; outside the window a bound on that side of it."""
    aim = -1 if position.game.style.odd_aim else 1
    after = position.play(move)
    return -int(score(uint64(after.own), uint64(after.enemy), -high, -low, aim, 0))


# ------------------------------------------------------------------------------------- won, drawn or lost


@numba.njit("uint64(uint64,int64)", cache=True)
def moved(discs, way):
    """All discs one square on, in one of the eight directions; what leaves the board is gone."""
    not_left, not_right = uint64(0xFEFEFEFEFEFEFEFE), uint64(0x7F7F7F7F7F7F7F7F)
    if way == int64(0):
        return (discs << uint64(1)) & not_left
    if way == int64(1):
        return (discs >> uint64(1)) & not_right
    if way == int64(2):
        return discs << uint64(8)
    if way == int64(3):
        return discs >> uint64(8)
    if way == int64(4):
        return (discs << uint64(9)) & not_left
    if way == int64(5):
        return (discs >> uint64(9)) & not_right
    if way == int64(6):
        return (discs << uint64(7)) & not_right
    return (discs >> uint64(7)) & not_left


@numba.njit("uint64(uint64,uint64)", cache=True)
def legal(own, enemy):
    """The squares that a side may play."""
    found = uint64(0)
    for number in range(8):
        way = int64(number)
        run = moved(own, way) & enemy
        for _ in range(5):
            run |= moved(run, way) & enemy
        found |= moved(run, way)
    return found & ~(own | enemy)


@numba.njit("int64(uint64,uint64,int64,int64,int64,int64[:,::1],uint64[:,::1],int64[:,::1])", cache=True)
def reaches(own, enemy, wanted, aim, passed, order, boards, answers):
    """1 if the side to move gets a score of at least `wanted`, else 0. Moves that leave few answers come first."""
    moves = legal(own, enemy)
    if not moves:
        if passed:
            return int64(final(own, enemy, aim) >= wanted)
        return int64(1) - reaches(enemy, own, 1 - wanted, aim, passed + 1, order, boards, answers)
    empty = int64(64) - count(own | enemy)
    mixed = (own * uint64(0x9E3779B97F4A7C15)) ^ (enemy * uint64(0xC2B2AE3D27D4EB4F))
    slot = int64((mixed ^ (mixed >> uint64(29))) % uint64(len(boards)))
    if empty >= KEPT and boards[slot, 0] == own and boards[slot, 1] == enemy and answers[slot, 0] == wanted:
        return answers[slot, 1]
    row, many = order[empty], int64(0)
    while moves:
        bit = moves & (~moves + uint64(1))
        moves ^= bit
        square = count(bit - uint64(1))
        key = square
        if empty > SORTED:
            flips = turned(own, enemy, square)
            key += 64 * count(legal(enemy ^ flips, own | flips | bit))
        place = many
        while place > 0 and row[place - 1] > key:
            row[place] = row[place - 1]
            place -= 1
        row[place] = key
        many += 1
    found = int64(0)
    for number in range(many):
        square = row[number] % 64
        flips, bit = turned(own, enemy, square), uint64(1) << uint64(square)
        below = reaches(enemy ^ flips, own | flips | bit, 1 - wanted, aim, found, order, boards, answers)
        if not below:
            found = int64(1)
            break
    if empty >= KEPT:
        boards[slot, 0], boards[slot, 1], answers[slot, 0], answers[slot, 1] = own, enemy, wanted, found
    return found


@cache
def _memory():
    return np.zeros((65, 64), np.int64), np.zeros((SLOTS, 2), np.uint64), np.zeros((SLOTS, 2), np.int64)


def gets(position, move, wanted) -> bool:
    """Whether a move leads to a score of at least `wanted` for the side that plays it."""
    aim = -1 if position.game.style.odd_aim else 1
    after = position.play(move)
    order, boards, answers = _memory()
    boards[:] = 0  # another game may have filled it
    return not reaches(uint64(after.own), uint64(after.enemy), 1 - wanted, aim, 0, order, boards, answers)


# ------------------------------------------------------------------------------------- a corner or a pass by force


def moves_of(own, enemy):
    """Every move of a side: its square, and the boards after it as the other side sees them."""
    for square in range(64):
        if not (own | enemy) >> square & 1:
            flips = int(turned(uint64(own), uint64(enemy), int64(square)))
            if flips:
                yield square, (enemy ^ flips, own | flips | 1 << square)


CORNERS = (0, 7, 56, 63)


def _only_corners(own, enemy):
    squares = [square for square, _ in moves_of(own, enemy)]
    return bool(squares) and all(square in CORNERS for square in squares)


FORCED = {  # whether a move does it, by its square and the boards after it
    "win_corner": lambda square, after: square in CORNERS,
    "force_pass": lambda square, after: not any(moves_of(*after)) and any(moves_of(*after[::-1])),
    "give_corner": lambda square, after: _only_corners(*after),
}


def forces(kind, square, after, number):
    """Whether a move does it within so many moves, itself the first, whatever the replies."""
    return FORCED[kind](square, after) or (number > 1 and _whatever_is_replied(kind, *after, number - 1))


def _whatever_is_replied(kind, own, enemy, left):
    replies = list(moves_of(own, enemy))
    if not replies:
        return any(moves_of(enemy, own)) and _goes_on(kind, enemy, own, left)
    if kind == "give_corner":
        replies = [reply for reply in replies if reply[0] not in CORNERS]  # who takes one is done for
    return all(_goes_on(kind, mine, theirs, left) for _, (mine, theirs) in replies)


def _goes_on(kind, own, enemy, left):
    mine = list(moves_of(own, enemy))
    if any(FORCED[kind](square, after) for square, after in mine):
        return True
    if not mine:
        return any(moves_of(enemy, own)) and _whatever_is_replied(kind, enemy, own, left)
    return left > 1 and any(_whatever_is_replied(kind, *after, left - 1) for _, after in mine)
