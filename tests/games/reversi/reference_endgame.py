"""Endgames the slow way: rules by walking the board square by square, and a search without any trick."""

# mypy: ignore-errors
from __future__ import annotations

import random
from functools import cache

from orchard.core.jit import ctz, numba, popcount
from orchard.games.reversi.bits import flips, legal

DIRECTIONS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def turned_by(own: set[int], enemy: set[int], square: int) -> set[int]:
    turned: set[int] = set()
    if square in own or square in enemy:
        return turned
    for down, right in DIRECTIONS:
        run = []
        row, column = square // 8 + down, square % 8 + right
        while 0 <= row < 8 and 0 <= column < 8 and row * 8 + column in enemy:
            run.append(row * 8 + column)
            row, column = row + down, column + right
        if 0 <= row < 8 and 0 <= column < 8 and row * 8 + column in own:
            turned.update(run)
    return turned


def final_score(own: set[int], enemy: set[int], reversed_game: bool) -> int:
    if reversed_game:
        return len(enemy) - len(own)
    difference, empties = len(own) - len(enemy), 64 - len(own) - len(enemy)
    return difference + empties * ((difference > 0) - (difference < 0))


def minimax(own: set[int], enemy: set[int], reversed_game: bool, passed: bool = False) -> int:
    """The score by looking at every line of play."""
    best = None
    for square in range(64):
        turned = turned_by(own, enemy, square)
        if turned:
            score = -minimax(enemy - turned, own | turned | {square}, reversed_game)
            best = score if best is None else max(best, score)
    if best is not None:
        return best
    if passed:
        return final_score(own, enemy, reversed_game)
    return -minimax(enemy, own, reversed_game, True)


def squares(mask: int) -> set[int]:
    return {square for square in range(64) if mask >> square & 1}


def mask_of(discs: set[int]) -> int:
    return sum(1 << square for square in discs)


def random_position(empties: int, seed: int) -> tuple[int, int]:
    """Random play from the start until so few squares are empty; tries again where a game ends before."""
    rng = random.Random(seed)
    while True:
        own, enemy, passes = {28, 35}, {27, 36}, 0
        while 64 - len(own) - len(enemy) > empties and passes < 2:
            moves = [(square, turned) for square in range(64) if (turned := turned_by(own, enemy, square))]
            if moves:
                square, turned = rng.choice(moves)
                own, enemy, passes = enemy - turned, own | turned | {square}, 0
            else:
                own, enemy, passes = enemy, own, passes + 1
        if 64 - len(own) - len(enemy) == empties:
            return mask_of(own), mask_of(enemy)


@cache
def compiled():
    """When first asked for: modules of tests are imported by every process that runs some."""

    @numba.njit("int64(uint64, uint64, int64, int64, int64)", nogil=True)
    def search(own, enemy, alpha, beta, reversed_game):
        moves = legal(own, enemy)
        if moves == numba.uint64(0):
            if legal(enemy, own) == numba.uint64(0):
                mine, theirs = numba.int64(popcount(own)), numba.int64(popcount(enemy))
                if reversed_game != 0:
                    return theirs - mine
                empties = numba.int64(64) - mine - theirs
                if mine > theirs:
                    return mine - theirs + empties
                if mine < theirs:
                    return mine - theirs - empties
                return numba.int64(0)
            return -search(enemy, own, -beta, -alpha, reversed_game)
        best = numba.int64(-99)
        while moves:
            square = ctz(moves)
            moves &= moves - numba.uint64(1)
            turned = flips(own, enemy, square)
            score = -search(
                enemy ^ turned, own ^ turned ^ (numba.uint64(1) << square), -beta, -max(alpha, best), reversed_game
            )
            best = max(best, score)
            if best >= beta:
                break
        return best

    return search


def plain_alphabeta(own, enemy, alpha, beta, reversed_game):
    """Alpha-beta in board order: no table, no sorting, no stability, no special last squares."""
    return compiled()(own, enemy, alpha, beta, reversed_game)
