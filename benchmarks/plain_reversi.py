"""Both Reversi games solved by the plainest alpha-beta there is, which shares nothing with Orchard's solver."""

# mypy: ignore-errors
import numba

uint64, int64 = numba.uint64, numba.int64
MOST = 64


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


# ------------------------------------------------------------------------------------- a corner or a pass by force


def moves_of(own, enemy):
    """Every move of a side: its square, and the boards after it as the other side sees them."""
    for square in range(64):
        if not (own | enemy) >> square & 1:
            flips = int(turned(uint64(own), uint64(enemy), int64(square)))
            if flips:
                yield square, (enemy ^ flips, own | flips | 1 << square)


AT_ONCE = {  # whether a move does it, by its square and the boards after it
    "win_corner": lambda square, after: square in (0, 7, 56, 63),
    "force_pass": lambda square, after: not any(moves_of(*after)) and any(moves_of(*after[::-1])),
}


def forced(own, enemy, at_once, left):
    """Whether the side that has just moved does it with so many moves more, whatever `own` replies."""
    replies = [after for _, after in moves_of(own, enemy)] or ([(enemy, own)] if any(moves_of(enemy, own)) else [])
    return bool(replies) and all(_goes_on(mine, theirs, at_once, left) for mine, theirs in replies)


def _goes_on(own, enemy, at_once, left):
    mine = list(moves_of(own, enemy))
    if any(at_once(square, after) for square, after in mine):
        return True
    if not mine:
        return forced(enemy, own, at_once, left)
    return left > 1 and any(forced(*after, at_once, left - 1) for _, after in mine)
