"""Many games through the real Gomocup engine, with a clock: no crash, no illegal move, no late answer, little memory.

    python -m benchmarks.gomocup_soak 1000
    python -m benchmarks.gomocup_soak 10 --turn-ms 50 --match-ms 1500

One process of `orchard engine gomocup` plays all games, on 15×15 and 20×20 in turn, with either colour, against a
quick player of this process; most games begin on a board that is set up. The exit status is 1 where an answer comes
late by more than 30 ms (to be measured on an idle machine), a game's time is not enough, or memory exceeds 350 MB.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import time
from dataclasses import dataclass, field

import orchard
from orchard.core.game import other

LATE_MS, MOST_MB = 30, 350
OPPONENT = "kite:depth=1,memory_mb=1"
WIDTHS = (15, 20)


class Engine:
    """The other side of the pipe."""

    def __init__(self, spec: str) -> None:
        command = [sys.executable, "-m", "orchard", "engine", "gomocup", "--player", spec]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def ask(self, *lines: str) -> tuple[str, float]:
        """The first line of the answer that is not for people, and how many milliseconds it took."""
        assert self.process.stdout is not None
        began = time.perf_counter()
        self.tell(*lines)
        for line in self.process.stdout:
            if not line.startswith(("MESSAGE", "DEBUG")):
                return line.strip(), (time.perf_counter() - began) * 1000
        raise SystemExit(f"the engine has ended, with {self.process.wait()}")

    def peak_mb(self) -> float:
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


@dataclass
class Clock:
    """What a game allows, and what the engine's answers took."""

    turn_ms: float
    match_ms: float
    taken_ms: list[float] = field(default_factory=list)
    overstepped: int = 0  # games in which the match's time was not enough

    def limits(self, spent_ms: float) -> list[str]:
        told = [f"INFO timeout_turn {self.turn_ms:.0f}"]
        if self.match_ms:
            left = max(self.match_ms - spent_ms, 0)
            told += [f"INFO timeout_match {self.match_ms:.0f}", f"INFO time_left {left:.0f}"]
        return told


def play(engine: Engine, opponent: orchard.Player, number: int, clock: Clock) -> None:
    """One game to its end; an illegal answer is raised."""
    dice, width = random.Random(number), WIDTHS[number // 2 % len(WIDTHS)]
    position = orchard.game("gomoku", width).start()
    told, _ = engine.ask(f"START {width}")
    assert told == "OK", told
    opponent.new_game()
    board = position.game.board
    for _ in range(2 * dice.randrange(3)):
        near = board.near(1 << board.centre.square, 3)
        position = position.play(dice.choice([move for move in position.legal() if near >> move.square & 1]))
    ours = position.to_move if number % 2 else other(position.to_move)
    last = None if position.ply else ""  # the opponent's last move; None where the engine knows nothing of the board
    spent_ms = 0.0
    while not position.is_over:
        if position.to_move != ours:
            move = opponent.choose(position, orchard.Limits(seed=number)).move
            position, last = position.play(move), written(move, width) if last is not None else None
            continue
        command = asked_by(position, ours, last)
        engine.tell(*clock.limits(spent_ms))
        answer, taken_ms = engine.ask(*command)
        spent_ms += taken_ms
        clock.taken_ms.append(taken_ms)
        x, y = map(int, answer.split(","))
        position, last = position.play(board.moves[y * width + x]), ""
    clock.overstepped += bool(clock.match_ms) and spent_ms > clock.match_ms + LATE_MS


def asked_by(position: orchard.Position, ours: str, last: str | None) -> list[str]:
    """How a manager asks for the next move: the whole board, the first move, or the answer to the last one."""
    if last:
        return [f"TURN {last}"]
    if not position.black | position.white:
        return ["BEGIN"]
    width = position.game.board.width
    stones = [(move, position.stone(move.square)) for move in position.game.board.moves if position.stone(move.square)]
    return ["BOARD", *(f"{written(move, width)},{1 if side == ours else 2}" for move, side in stones), "DONE"]


def written(move: orchard.Move, width: int) -> str:
    return f"{move.square % width},{move.square // width}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int)
    parser.add_argument("--player", default="kite")
    parser.add_argument("--turn-ms", type=float, default=100)
    parser.add_argument("--match-ms", type=float, default=0, help="for all moves of a game; 0: as long as it lasts")
    given = parser.parse_args()
    engine, opponent, clock = Engine(given.player), orchard.player(OPPONENT), Clock(given.turn_ms, given.match_ms)
    engine.ask("INFO timeout_turn 600000", "START 15")
    engine.ask("BEGIN")  # waits until the kernels are there, however long they take to compile
    compiled_mb = engine.peak_mb()
    for number in range(given.games):
        play(engine, opponent, number, clock)
    peak_mb = engine.peak_mb()
    engine.tell("END")
    status = engine.process.wait(10)
    taken = sorted(clock.taken_ms)
    late = sum(one > given.turn_ms + LATE_MS for one in taken)
    print(
        f"{given.games} games, {len(taken)} moves, no illegal one; of {given.turn_ms:g} ms a move took"
        f" {taken[len(taken) // 2]:.0f} in the middle and {taken[-1]:.0f} at most, {late} more than {LATE_MS} too many;"
        f" {clock.overstepped} games over their time; memory {peak_mb:.0f} MB at its peak, {compiled_mb:.0f} before the"
        f" first game; the engine ended with {status}"
    )
    raise SystemExit(int(late > 0 or clock.overstepped > 0 or peak_mb > MOST_MB or status != 0))


if __name__ == "__main__":
    main()
