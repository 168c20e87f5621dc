"""The bots of a simulated class: students of known strength in all three contracts, and ten of the worst."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import orchard

BOTS = Path(__file__).parents[1] / "tests" / "bots"
CONTRACTS = ("choose", "AIPlayer", "AI")
WEIGHTS = (100, -20, 10, 5, 5, 10, -20, 100)  # of a square's row and column: corners are good, squares beside them bad
# what each of the worst bots is refused for: known from tests/play/test_referee_bots.py
WORST = {
    "crash_at_import": "crash",
    "crash_in_game": "crash",
    "segfault": "crash",
    "exits": "crash",
    "exits_politely": "crash",
    "returns_none": "illegal",
    "returns_nonsense": "illegal",
    "out_of_board": "illegal",
    "deepcopy_raises": "crash",
    "offers_nothing": "protocol",
}

HEAD = '''"""Student {name}: thinks with probability |{skill}|, the wrong way round below 0, else plays anything."""

import random

WEIGHTS = {weights}
SKILL = {skill}


def value(square):
    row, column = square
    return WEIGHTS[row] + WEIGHTS[column] if 0 < row < 7 or 0 < column < 7 else 200


def pick(squares):
    squares = list(squares)
    if random.random() >= abs(SKILL):
        return random.choice(squares)
    return max(squares, key=value) if SKILL > 0 else min(squares, key=value)

'''
BODIES = {
    "choose": """
def choose(position, limits):
    names = {}
    for move in position.legal():
        if move == "pass":
            return move
        names[int(move[1:]) - 1, ord(move[0]) - ord("a")] = move
    return names[pick(names)]
""",
    "AIPlayer": """
class AIPlayer:
    def __init__(self, color):
        self.color = color

    def get_move(self, board):
        names = {(int(a[1:]) - 1, ord(a[0]) - ord("A")): a for a in board.get_legal_actions(self.color)}
        return names[pick(names)] if names else None
""",
    "AI": """
class AI:
    def __init__(self, chessboard_size, color, time_out):
        self.size, self.color, self.candidate_list = chessboard_size, color, []

    def go(self, chessboard):
        self.candidate_list.clear()
        legal = [(r, c) for r in range(8) for c in range(8) if chessboard[r, c] == 0 and self.turns(chessboard, r, c)]
        if legal:
            self.candidate_list.append(pick(legal))

    def turns(self, board, row, column):
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                r, c, run = row + down, column + right, 0
                while (down or right) and 0 <= r < 8 and 0 <= c < 8 and board[r, c] == -self.color:
                    r, c, run = r + down, c + right, run + 1
                if run and 0 <= r < 8 and 0 <= c < 8 and board[r, c] == self.color:
                    return True
        return False
""",
}


def source(name: str, skill: float, contract: str) -> str:
    """The bot of a student of this skill, from -1 to 1."""
    return HEAD.format(name=name, skill=skill, weights=WEIGHTS) + BODIES[contract]


def worst(name: str) -> str:
    return (BOTS / f"{name}.py").read_text(encoding="utf-8")


def same_player(skill: float, dice: random.Random) -> Callable[[orchard.Position], str]:
    """The same player in this process, for a long league that says what the true order is."""
    names: dict[str, object] = {"__name__": "student"}
    exec(source("truth", skill, "choose"), names)
    names["random"] = dice
    choose = names["choose"]
    assert callable(choose)
    return lambda position: str(choose(position, None))
