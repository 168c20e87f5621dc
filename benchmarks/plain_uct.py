"""UCT for Reversi as a student writes it: plain Python, one object per node. The measure for the compiled one."""

from __future__ import annotations

import math
import random

FULL = (1 << 64) - 1
NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
SHIFTS = ((1, NOT_A), (-1, NOT_H), (8, FULL), (-8, FULL), (9, NOT_A), (-9, NOT_H), (7, NOT_H), (-7, NOT_A))


def step(mask: int, by: int, keep: int) -> int:
    return (mask << by & keep if by > 0 else mask >> -by & keep) & FULL


def legal(own: int, enemy: int) -> int:
    found, empty = 0, ~(own | enemy) & FULL
    for by, keep in SHIFTS:
        run = step(own, by, keep) & enemy
        for _ in range(5):
            run |= step(run, by, keep) & enemy
        found |= step(run, by, keep) & empty
    return found


def play(own: int, enemy: int, square: int) -> tuple[int, int]:
    """The board after a move, from the opponent's view."""
    stone, turned = 1 << square, 0
    for by, keep in SHIFTS:
        run, at = 0, step(stone, by, keep)
        while at & enemy:
            run |= at
            at = step(at, by, keep)
        if at & own:
            turned |= run
    return enemy & ~turned, own | turned | stone


def squares(mask: int) -> list[int]:
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


class Node:
    __slots__ = ("children", "enemy", "own", "untried", "visits", "wins")

    def __init__(self, own: int, enemy: int) -> None:
        self.own, self.enemy = own, enemy
        moves: list[int | None] = list(squares(legal(own, enemy)))
        if not moves and legal(enemy, own):
            moves = [None]
        self.untried = moves
        self.children: list[Node] = []
        self.visits, self.wins = 0, 0.0  # wins of the side that moved here


def playout(own: int, enemy: int, dice: random.Random) -> int:
    """+1, 0 or -1 for the side to move."""
    sign = 1
    while True:
        moves = squares(legal(own, enemy))
        if moves:
            own, enemy = play(own, enemy, dice.choice(moves))
        elif legal(enemy, own):
            own, enemy = enemy, own
        else:
            difference = own.bit_count() - enemy.bit_count()
            return sign * ((difference > 0) - (difference < 0))
        sign = -sign


def search(own: int, enemy: int, playouts: int, c: float, dice: random.Random) -> Node:
    root = Node(own, enemy)
    for _ in range(playouts):
        node, path = root, [root]
        while not node.untried and node.children:
            log = 2 * math.log(node.visits)
            node = max(node.children, key=lambda n, log=log: n.wins / n.visits + c * math.sqrt(log / n.visits))  # type: ignore[misc]
            path.append(node)
        if node.untried:
            move = node.untried.pop(dice.randrange(len(node.untried)))
            child = Node(node.enemy, node.own) if move is None else Node(*play(node.own, node.enemy, move))
            node.children.append(child)
            node = child
            path.append(node)
        reward = (1 - playout(node.own, node.enemy, dice)) / 2  # for the side that moved into the leaf
        for visited in reversed(path):
            visited.visits += 1
            visited.wins += reward
            reward = 1 - reward
    return root
