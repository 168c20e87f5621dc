"""Make `last_ten.json`: random positions with ten empty squares, every move solved by brute force.

The rules and the solver here are their own: plain Python, every line to the end, no cut-offs, no code of Orchard.

    python -m tests.tactics.generate_last_ten > tests/tactics/last_ten.json
"""

from __future__ import annotations

import json
import random

from tests.slow_referee import DIRECTIONS

EMPTIES = 10
POSITIONS = 16  # of each game


def rays(square: int) -> list[list[int]]:
    found = []
    for down, right in DIRECTIONS:
        row, column, ray = square // 8 + down, square % 8 + right, []
        while 0 <= row < 8 and 0 <= column < 8:
            ray.append(row * 8 + column)
            row, column = row + down, column + right
        if len(ray) > 1:
            found.append(ray)
    return found


RAYS = [rays(square) for square in range(64)]


def turned(board: str, square: int, side: str) -> list[int]:
    """The discs that a disc of `side` on this empty square turns."""
    found = []
    for ray in RAYS[square]:
        run = []
        for at in ray:
            if board[at] == "-":
                break
            if board[at] == side:
                found += run
                break
            run.append(at)
    return found


def other(side: str) -> str:
    return "O" if side == "X" else "X"


def children(board: str, side: str) -> dict[int, str]:
    found = {}
    for square in range(64):
        if board[square] == "-" and (turn := turned(board, square, side)):
            cells = list(board)
            for at in (*turn, square):
                cells[at] = side
            found[square] = "".join(cells)
    return found


def score(board: str, side: str, game: str) -> int:
    """The result of a finished game for `side`, as the game counts it."""
    mine, theirs = board.count(side), board.count(other(side))
    if game == "reversed_reversi":
        return theirs - mine
    if mine == theirs:
        return 0
    return 64 - 2 * theirs if mine > theirs else 2 * mine - 64


def solve(board: str, side: str, game: str, known: dict[tuple[str, str], int]) -> int:
    """The result for `side` when both play perfectly."""
    if (board, side) in known:
        return known[board, side]
    moves = children(board, side)
    if moves:
        best = max(-solve(child, other(side), game, known) for child in moves.values())
    elif children(board, other(side)):
        best = -solve(board, other(side), game, known)
    else:
        best = score(board, side, game)
    known[board, side] = best
    return best


def values(text: str, game: str) -> dict[str, int]:
    """What each move of a position is worth to the side to move."""
    board, side = text.split()
    known: dict[tuple[str, str], int] = {}
    return {
        f"{'abcdefgh'[square % 8]}{square // 8 + 1}": -solve(child, other(side), game, known)
        for square, child in children(board, side).items()
    }


def random_position(dice: random.Random) -> str | None:
    board, side = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27, "X"
    while board.count("-") > EMPTIES:
        moves = children(board, side)
        if not moves:
            side = other(side)
            moves = children(board, side)
            if not moves:
                return None
        board, side = dice.choice(list(moves.values())), other(side)
    return f"{board} {side}"


def main() -> None:
    dice = random.Random(20)
    found: list[dict[str, object]] = []
    for game in ("reversi", "reversed_reversi"):
        count = 0
        while count < POSITIONS:
            text = random_position(dice)
            if text is None:
                continue
            worth = values(text, game)
            # a position teaches something only where moves differ, and the result itself hangs on the choice
            if len(set(worth.values())) < 3 or (max(worth.values()) > 0) == (min(worth.values()) > 0):
                continue
            found.append({"game": game, "text": text, "values": worth})
            count += 1
    print("[\n" + ",\n".join(json.dumps(entry) for entry in found) + "\n]")


if __name__ == "__main__":
    main()
