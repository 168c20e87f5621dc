"""UCT once more, from the textbook, in plain objects: every total is the computer's, the opponent takes the smallest.

It draws its random numbers in the order the compiled search does, so that the two can be compared playout by playout.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import orchard

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


class Dice:
    """Splitmix64, as published by Steele, Lea and Flood, and Lemire's way to scale it to a range."""

    def __init__(self, counter: int) -> None:
        self.counter = counter

    def word(self) -> int:
        self.counter = (self.counter + GOLDEN) & WORD
        z = self.counter
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31

    def below(self, n: int) -> int:
        return (self.word() >> 32) * n >> 32

    def fraction(self) -> float:
        return (self.word() >> 11) / 2.0**53


@dataclass
class Node:
    position: orchard.Position
    move: orchard.Move | None = None
    wins: float = 0.0  # the computer's reward, whoever moved here
    visits: int = 0
    children: list[Node] = field(default_factory=list)
    complete: bool = False


@dataclass
class SlowUct:
    """`computer` is the side to move at the root. `reward` gives the computer's reward for its score."""

    root: Node
    c: float
    dice: Dice
    win: float = 1.0
    draw: float = 0.0
    loss: float = 0.0
    by_score: bool = False
    plies: int = 1000
    expand_all: bool = False
    expand_after: int = 0
    epsilon: float = 0.0
    decay: float = 1.0

    def run(self, playouts: int) -> None:
        for _ in range(playouts):
            self.once()

    def once(self) -> None:
        node = self.root
        path = [node]
        while not node.position.is_over:
            expanded = False
            if not node.complete:
                if node.visits < self.expand_after:
                    break
                self.expand(node)
                expanded = True
            node = self.select(node)
            path.append(node)
            if expanded:
                break
        reward = self.reward_of(self.playout(node.position))
        for visited in path:
            visited.visits += 1
            visited.wins += reward

    def expand(self, node: Node) -> None:
        tried = [child.move for child in node.children]
        moves = node.position.legal()
        if self.expand_all:
            for i in range(len(moves)):
                j = i + self.dice.below(len(moves) - i)
                moves[i], moves[j] = moves[j], moves[i]
            node.children = [Node(node.position.play(move), move) for move in moves]
            node.complete = True
            return
        for move in reversed(tried):  # each gap is closed with the last move of the list
            at = moves.index(move)  # type: ignore[arg-type]
            moves[at] = moves[-1]
            moves.pop()
        move = moves[self.dice.below(len(moves))]
        node.children.append(Node(node.position.play(move), move))
        node.complete = len(moves) == 1

    def select(self, node: Node) -> Node:
        children = node.children if self.expand_all else node.children[::-1]
        if self.epsilon > 1e-9:
            at_random = self.dice.fraction() < self.epsilon
            self.epsilon *= self.decay
            if at_random:
                return children[self.dice.below(len(children))]
        for child in children:
            if child.visits == 0:
                return child
        computers_turn = node.position.to_move == self.root.position.to_move

        def bound(child: Node) -> float:
            width = self.c * math.sqrt(2 * math.log(node.visits) / child.visits)
            return child.wins / child.visits + (width if computers_turn else -width)

        return max(children, key=bound) if computers_turn else min(children, key=bound)

    def playout(self, position: orchard.Position) -> orchard.Position:
        plies = self.plies
        if not position.game.passes_allowed:  # the free points stay the same but for the one played: a bag
            bag = position.legal()
            while not position.is_over and plies > 0:
                plies -= 1
                at = self.dice.below(len(bag))
                position = position.play(bag[at])
                bag[at] = bag[-1]
                bag.pop()
            return position
        while not position.is_over and plies > 0:
            moves = position.legal()
            if moves == ["pass"]:
                position = position.play("pass")
                continue
            plies -= 1
            position = position.play(moves[self.dice.below(len(moves))])
        return position

    def reward_of(self, end: orchard.Position) -> float:
        score = end.game.outcome(end).score_for(self.root.position.to_move)
        if self.by_score:
            return score
        return self.win if score > 0 else self.loss if score < 0 else self.draw
