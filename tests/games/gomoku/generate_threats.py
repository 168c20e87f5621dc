"""Write threats.json: small Gomoku positions of which a plain exhaustive search knows whether there is a win by fours,
and by fours and threes.

    python -m tests.games.gomoku.generate_threats
"""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

from tests.games.gomoku.slow_threats import has_five, slow_vcf, slow_vct

FILE = Path(__file__).with_name("threats.json")
LONGEST_S = 0.08  # a position whose answer takes longer is left out, so that tests can prove all of them again


def position(dice: random.Random, width: int, stones: int) -> list[str]:
    """Stones of both sides at random, nearer the middle than the edge."""
    board = ["-"] * (width * width)
    for number in range(stones):
        empty = [square for square in range(len(board)) if board[square] == "-"]
        near = sorted(dice.sample(empty, 2), key=lambda s: abs(s // width - width // 2) + abs(s % width - width // 2))
        board[near[0]] = "XO"[number % 2]
    return board


def collect(kind: str, each: int, seed: int) -> list[dict[str, object]]:
    dice = random.Random(seed)
    found: dict[bool, list[dict[str, object]]] = {True: [], False: []}
    while min(len(found[True]), len(found[False])) < each:
        if kind == "vcf":
            width = dice.choice([7, 9, 11, 15])
            board = position(dice, width, dice.randrange(12, 40 if width < 15 else 60) // 2 * 2)
        else:
            width = dice.choice([6, 7])
            board = position(dice, width, dice.randrange(8, 15) // 2 * 2)
        if has_five(board, "X") or has_five(board, "O"):
            continue
        began = time.process_time()
        win = slow_vcf(board, "X")
        if kind == "vct":
            if win or "".join(board).count("X") < 3:
                continue
            win = slow_vct(board, "X", 1)
        seconds = time.process_time() - began
        interesting = win or seconds > (0.002 if kind == "vcf" else 0.02)
        if seconds < (LONGEST_S if kind == "vcf" else 1.5) and interesting and len(found[win]) < each:
            found[win].append({"width": width, "board": "".join(board) + " X", "win": win})
    return found[True] + found[False]


def main() -> None:
    groups = {"vcf": collect("vcf", 100, 1), "vct": collect("vct", 20, 2)}
    rows = [
        f'"{kind}": [\n' + ",\n".join(json.dumps(entry) for entry in entries) + "\n]"
        for kind, entries in groups.items()
    ]
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
