"""What each search finds on a fixed set of positions with a bound on work: the move and the nodes it took.

`python -m tests.signature.searches > tests/signature/signature.json` writes it down.
A change that means to leave the searches alone leaves this
alone; one that changes a search writes the new signature in the same commit.
"""

from __future__ import annotations

import json
import random
from typing import Any

import orchard
from orchard.core.game import Position

# spec, game, limits, and the plies of random play that lead to its positions
Search = tuple[str, str, dict[str, int], tuple[int, ...]]
SEARCHES: tuple[Search, ...] = (
    ("sage", "reversi", {"nodes": 60_000}, (1, 9, 18, 27, 35, 41, 46, 52)),
    ("sage", "reversed_reversi", {"nodes": 60_000}, (1, 9, 18, 27, 35, 41, 46, 52)),
    ("sage", "reversi", {"depth": 8}, (5, 20, 33)),
    ("novice:depth=3,overlooks=0.1,misjudges=1", "reversi", {"nodes": 20_000}, (7, 22, 44)),
    ("kite", "gomoku", {"nodes": 8_000}, (2, 5, 8, 12, 17, 24)),
    ("kite:depth=4", "gomoku", {}, (3, 9, 15)),
    ("kite", "gomoku:9", {"nodes": 4_000}, (4, 10)),
    ("uct", "reversi", {"playouts": 1_500}, (2, 15, 30, 50)),
    ("uct", "reversed_reversi", {"playouts": 1_500}, (2, 15, 30, 50)),
    ("uct", "gomoku", {"playouts": 1_500}, (2, 10, 20)),
    ("puct", "reversi", {"playouts": 1_200}, (3, 21, 44)),
    ("puct", "reversed_reversi", {"playouts": 1_200}, (3, 21, 44)),
    ("puct", "gomoku", {"playouts": 1_200}, (3, 11)),
    ("apple", "reversi", {}, (1, 14, 28, 48)),
    ("epsilon", "reversi", {"playouts": 1_500}, (1, 14, 28, 48)),
    ("strategist", "reversi", {}, (1, 14, 28, 48)),
    ("strategist:algorithm=minimax,depth=3", "reversi", {}, (6, 26)),
    ("matrix", "reversed_reversi", {}, (1, 14, 28, 48)),
    ("lines", "gomoku", {"playouts": 600}, (2, 6, 12)),
    ("minimax:depth=3", "reversi", {}, (4, 24)),
    ("alphabeta:depth=5", "reversi", {}, (4, 24)),
    ("alphabeta:depth=5", "reversed_reversi", {}, (4, 24)),
    ("alphabeta:depth=5,scout=yes,history=yes,ordering=yes", "reversi", {}, (4, 24)),
)


def random_position(game: str, plies: int) -> Position:
    """Where random play, near the stones where the board is wide, has come to after so many plies."""
    dice = random.Random(f"{game} {plies}")
    while True:
        position = orchard.game(game).start()
        while position.ply < plies and not position.is_over:
            legal = position.legal()
            near = position.game.board.near(position.black | position.white, 2)
            moves = [move for move in legal if move.is_pass or near >> move.square & 1] or legal
            position = position.play(dice.choice(moves))
        if not position.is_over and len(position.legal()) > 1:
            return position


def key_of(search: Search) -> str:
    spec, game, limits, _ = search
    return " ".join([spec, game, *(f"{name}={value}" for name, value in limits.items())])


def rows_of(search: Search) -> list[list[Any]]:
    """For each position of a search: its plies, the move and the nodes."""
    spec, game, limits, plies = search
    rows: list[list[Any]] = []
    for ply in plies:
        player = orchard.player(spec)
        choice = player.choose(random_position(game, ply), orchard.Limits(seed=7, **limits))
        player.close()
        rows.append([ply, str(choice.move), choice.nodes])
    return rows


if __name__ == "__main__":
    print("{")
    for number, search in enumerate(SEARCHES):
        comma = "," if number < len(SEARCHES) - 1 else ""
        print(f" {json.dumps(key_of(search))}: {json.dumps(rows_of(search))}{comma}", flush=True)
    print("}")
