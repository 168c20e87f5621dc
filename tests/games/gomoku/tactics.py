"""Gomoku positions with one thing to see, made at random and solved by brute force over every point."""

from __future__ import annotations

import random
from dataclasses import dataclass

import orchard
from orchard.core.board import Move

DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


@dataclass(frozen=True)
class Task:
    position: orchard.Position
    solutions: frozenset[Move]


def makes_five(stones: set[tuple[int, int]], point: tuple[int, int]) -> bool:
    """Whether a stone on an empty point would give five or more in a row."""
    for down, right in DIRECTIONS:
        length = 1
        for sign in (1, -1):
            r, c = point[0] + sign * down, point[1] + sign * right
            while (r, c) in stones:
                length += 1
                r, c = r + sign * down, c + sign * right
        if length >= 5:
            return True
    return False


def fives(stones: set[tuple[int, int]], empty: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """The points that make five; each is next to a stone of the line it completes."""
    beside = {(r + down, c + right) for r, c in stones for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {point for point in empty & beside if makes_five(stones, point)}


def loses_at_once(own: set[tuple[int, int]], enemy: set[tuple[int, int]], empty: set[tuple[int, int]]) -> bool:
    """Whether the enemy, to move and without a five of its own, has a move after which two points make five, while
    we have no five to make first."""
    own_fives = fives(own, empty)
    for r, c in empty:
        lines = [[(r + i * down, c + i * right) for i in range(-4, 5)] for down, right in DIRECTIONS]
        if all(len(enemy.intersection(line)) < 3 for line in lines):
            continue  # a new five to make needs four stones in one line, this one and three more
        near = empty.intersection(point for line in lines for point in line) - {(r, c)}
        if len(fives(enemy | {(r, c)}, near)) >= 2 and not own_fives - {(r, c)}:
            return True
    return False


def split(position: orchard.Position) -> tuple[set[tuple[int, int]], set[tuple[int, int]], set[tuple[int, int]]]:
    width = position.game.board.width
    points = [divmod(square, width) for square in range(width * width)]
    own = {p for p in points if position.own >> (p[0] * width + p[1]) & 1}
    enemy = {p for p in points if position.enemy >> (p[0] * width + p[1]) & 1}
    return own, enemy, set(points) - own - enemy


def moves_of(position: orchard.Position, points: set[tuple[int, int]]) -> frozenset[Move]:
    width = position.game.board.width
    return frozenset(position.game.board.moves[r * width + c] for r, c in points)


def wins_in_one(position: orchard.Position) -> frozenset[Move]:
    own, _, empty = split(position)
    return moves_of(position, fives(own, empty))


def blocks_of_a_four(position: orchard.Position) -> frozenset[Move]:
    """The one point that stops an enemy five, where there is one and we cannot win first; else nothing."""
    own, enemy, empty = split(position)
    threats = fives(enemy, empty)
    return moves_of(position, threats) if len(threats) == 1 and not fives(own, empty) else frozenset()


def answers_to_a_three(position: orchard.Position) -> frozenset[Move]:
    """Where the enemy threatens to make a double five next: every move after which it cannot; else nothing."""
    own, enemy, empty = split(position)
    if fives(own, empty) or fives(enemy, empty) or not loses_at_once(own, enemy, empty):
        return frozenset()
    good = set()
    for point in empty:
        if not fives(enemy, empty - {point}) and not loses_at_once(own | {point}, enemy, empty - {point}):
            good.add(point)
    return moves_of(position, good)


def random_position(dice: random.Random, width: int, stones: int) -> orchard.Position:
    """Stones that keep near each other, as in a game."""
    position = orchard.game("gomoku", width=width).start()
    middle = width / 2
    while position.ply < stones:
        row, column = (min(width - 1, max(0, int(dice.gauss(middle, width / 6)))) for _ in range(2))
        move = position.game.board.moves[row * width + column]
        if move in position.legal():
            position = position.play(move)
            if position.is_over:
                return random_position(dice, width, stones)
    return position


SOLVERS = {"win in one": wins_in_one, "four to block": blocks_of_a_four, "open three to answer": answers_to_a_three}


def tasks(kind: str, count: int, width: int = 11, seed: int = 0) -> list[Task]:
    dice = random.Random(f"{kind} {seed}")
    found: list[Task] = []
    while len(found) < count:
        position = random_position(dice, width, dice.randrange(12, 22))
        solutions = SOLVERS[kind](position)
        if 0 < len(solutions) <= 8:
            found.append(Task(position, solutions))
    return found
