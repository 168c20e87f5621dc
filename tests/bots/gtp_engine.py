"""A small GTP engine for Othello that plays the first legal move; its argument says what it does wrong.

flipped: counts rows from the bottom. banner: greets before the first response, and writes a space before numbers, as
Edax does. refuses-passes: passes by itself.
garbage, errors, resigns, quits, hangs, illegal: in its third move. gives-up: resigns at once. mute: never says a word.
no-genmove: lacks a command. endless: does not end its response.
"""

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from slow_referee import SlowReversi

manner = sys.argv[1] if len(sys.argv) > 1 else ""
flipped = manner == "flipped"
commands = ["list_commands", "name", "version", "boardsize", "clear_board", "play", "genmove", "quit"]
if manner == "no-genmove":
    commands.remove("genmove")
board = SlowReversi()
asked = 0


def name(square):
    return f"{'ABCDEFGH'[square[0 + 1]]}{8 - square[0] if flipped else square[0] + 1}"


def square_of(text):
    row = int(text[1:]) - 1
    return (7 - row if flipped else row), "ABCDEFGH".index(text[0].upper())


def play(color, text):
    side = "X" if color.lower().startswith("b") else "O"
    if text.lower() == "pass":
        if manner == "refuses-passes":
            raise ValueError("syntax error")
        return ""
    if square_of(text) not in board.moves(side):
        raise ValueError("illegal move")
    board.side = side
    board.play(square_of(text))
    return ""


def genmove(color):
    global asked
    asked += 1
    side = "X" if color.lower().startswith("b") else "O"
    moves = board.moves(side)
    if manner == "gives-up":
        return "resign"
    if asked == 3:
        if manner == "garbage":
            print("Segmentation fault (core dumped)", flush=True)
        if manner == "errors":
            raise ValueError("out of ideas")
        if manner == "resigns":
            return "resign"
        if manner == "quits":
            print("goodbye", file=sys.stderr)
            sys.exit(3)
        if manner == "hangs":
            time.sleep(600)
    if asked >= 3 and manner == "illegal":
        return "A1"
    if not moves:
        return "PASS"
    board.side = side
    board.play(moves[0])
    return name(moves[0])


def answer(words):
    global board
    if words[0] not in commands:
        raise ValueError("unknown command")
    if words[0] == "list_commands":
        return "\n".join(commands)
    if words[0] in ("name", "version"):
        return {"name": "First Legal", "version": "1.0"}[words[0]]
    if words[0] == "clear_board":
        board = SlowReversi()
    if words[0] == "play":
        return play(*words[1:])
    if words[0] == "genmove":
        return genmove(words[1])
    return ""


if manner == "banner":
    print("Welcome to First Legal\n\nType help for help", flush=True)
for line in sys.stdin:
    number, *words = line.split()
    if manner == "mute":
        continue
    while manner == "endless" and words[0] == "genmove":
        print(f"={number} and so on", flush=True)
    try:
        print(f"={' ' * (manner == 'banner')}{number} {answer(words)}\n", flush=True)
    except ValueError as error:
        print(f"?{number} {error}\n", flush=True)
    if words[0] == "quit":
        break
