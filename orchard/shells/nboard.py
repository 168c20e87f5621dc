"""The NBoard protocol, version 2: Orchard as an engine for Othello programs that speak it.

Evaluations go out in discs from the mover's view. Any new command ends a search under way.
"""

import re
import time
from typing import TextIO

from orchard.core.board import Move
from orchard.core.choice import Choice, DepthStat, Limits, Progress
from orchard.core.errors import OrchardError
from orchard.core.game import Position
from orchard.play.formats import ggf
from orchard.play.record import GameRecord
from orchard.play.seat import Seat
from orchard.play.warm_up import warm_up
from orchard.shells.conversation import Conversation

NAME = "Orchard"
# each side's clock at the start: hours:minutes:seconds, minutes:seconds, or minutes
CLOCK = re.compile(r"TI\s*+\[\s*+([0-9]{1,4}(?::[0-9]{1,4}){0,2})", re.IGNORECASE)
SECONDS = re.compile(r"[0-9]{1,6}(\.[0-9]{0,9})?")
MARGIN_S = 0.1  # for the way to the manager's clock
LEAST_S = 0.01


class NBoardEngine(Conversation):
    game = "reversi"

    def __init__(self, seat: Seat, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        super().__init__(source, sink)
        self._seat = seat
        self._depth: int | None = None
        self._clock_s: float | None = None  # each side's for the whole game; None: no clock
        self._used_s = {"black": 0.0, "white": 0.0}

    def interrupts(self, line: str) -> bool:
        return bool(line)

    def leaves(self, line: str) -> bool:
        return line == "quit"

    def obey(self, line: str) -> bool:
        command, _, rest = line.partition(" ")
        if self.leaves(command):
            return False
        try:
            if command == "nboard":
                self._get_ready()
            elif command == "set":
                self._set(*rest.partition(" ")[::2])
            elif command == "move":
                self._move(rest.strip())
            elif command == "ping":
                self.say(f"pong {rest.strip()}")
            elif command == "go":
                self._go()
            elif command == "hint":
                self._hint(int(rest) if rest.strip().isdecimal() else 1)
            elif command == "learn":
                self.say("learned")  # our players keep no book
            elif command == "analyze":
                self._analyze()
            # anything else is to be ignored, says the protocol
        except OrchardError as error:
            self.say(f"status {' '.join(str(error).split())}")
        return True

    def _get_ready(self) -> None:
        """No clock runs yet: load kernels now, or compile them if this is their first use."""
        self.say(f"set myname {NAME}")
        self.say(f"status {NAME} is getting ready; the first time this takes a minute or two")
        if self.get_ready(lambda: warm_up(self._seat.player, self._seat.game)):
            self.say("status")

    # ------------------------------------------------------------------------------------------ the game

    def _set(self, what: str, value: str) -> None:
        if what == "depth":
            if not value.strip().isdecimal() or int(value) < 1:
                raise OrchardError(f"cannot set depth {value!r}: a whole number from 1")
            self._depth = min(int(value), 60)
        elif what == "game":
            self._set_game(ggf.read(value)[0], value)

    def _set_game(self, record: GameRecord, text: str) -> None:
        self._seat.restart(position=record.start_position())
        self._used_s = {"black": 0.0, "white": 0.0}
        for move in record.moves:
            self._play(move.move, move.seconds)
        clock = CLOCK.search(text)
        self._clock_s = None
        if clock is not None:
            parts = [int(part) for part in clock[1].split(":")]
            hours, minutes, seconds = [0, *parts, 0] if len(parts) == 1 else [0, 0, *parts][-3:]
            self._clock_s = float(hours * 3600 + minutes * 60 + seconds)

    def _move(self, text: str) -> None:
        """'F5', or 'F5/value/seconds'."""
        move, _, seconds = (part.strip() for part in (*text.split("/"), "", "")[:3])
        self._play((move.split() or [""])[0], float(seconds) if SECONDS.fullmatch(seconds) else 0.0)

    def _play(self, move: str, seconds: float) -> None:
        color = self._seat.position.to_move
        self._seat.play(move)
        self._used_s[color] += seconds

    def _seconds(self) -> float | None:
        """For this move, of what is left on the clock of the game."""
        if self._clock_s is None:
            return None
        left = self._clock_s - self._used_s[self._seat.position.to_move] - MARGIN_S
        return max(LEAST_S, left * self._seat.share)

    # ------------------------------------------------------------------------------------------ thinking

    def _choose(self, position: Position, limits: Limits) -> Choice:
        if position.is_over:
            raise OrchardError(f"{NAME}: the game is over")
        return self._seat.player.choose(position, self.interruptible(limits))

    def _say_depth(self, stat: DepthStat) -> None:
        """What a search has found at each depth, as it finishes it."""
        if stat.line:
            self._say_line(stat.line, stat.value, stat.depth)

    def _go(self) -> None:
        self.say(f"status {NAME} is thinking")
        limits = Limits(depth=self._depth, seconds=self._seconds(), progress=Progress(self._say_depth))
        choice = self._choose(self._seat.position, limits)
        self.say(f"nodestats {choice.nodes} {choice.seconds:.2f}")
        move = "PA" if choice.move.is_pass else choice.move.upper()
        self.say(f"=== {move}/{choice.value or 0:.2f}/{choice.seconds:.2f}")
        self.say("status")

    def _hint(self, wanted: int) -> None:
        """The best moves, each with its own value: a search for the best one knows only bounds of the others. Several
        are searched ply by ply side by side, so that all have a value however early the next command comes."""
        self.say(f"status {NAME} is analyzing")
        began, nodes = time.perf_counter(), 0
        first = self._depth if wanted < 2 or self._depth is None else 1
        depth = first
        while True:
            progress = Progress(self._say_depth) if first == self._depth else None
            best = self._choose(self._seat.position, Limits(depth=depth, progress=progress))
            others, count = self._others(best) if wanted > 1 else ([], 0)
            nodes += best.nodes + count
            if self._stop.is_set() and depth != first:
                break  # not all were searched: what was said of the ply before stands
            for value, line in [(best.value or 0.0, best.line or (best.move,)), *others][: max(1, wanted)]:
                self._say_line(line, value, best.depth)
            if depth is None or depth == self._depth or best.depth < depth or self._stop.is_set():
                break  # as deep as was asked for, or solved
            depth += 1
        self.say(f"nodestats {nodes} {time.perf_counter() - began:.2f}")
        self.say("status")

    def _others(self, best: Choice) -> tuple[list[tuple[float, tuple[Move, ...]]], int]:
        """Value and line of the other moves, best first, searched as deep as the best one was; and the nodes."""
        position, nodes = self._seat.position, 0
        others: list[tuple[float, tuple[Move, ...]]] = []
        for move in position.legal():
            if move != best.move and not self._stop.is_set():
                value, line, count = self._value_of(position, move, best.depth)
                nodes += count
                if not self._stop.is_set():
                    others.append((value, line))
        return sorted(others, key=lambda entry: -entry[0]), nodes

    def _value_of(self, position: Position, move: Move, depth: int) -> tuple[float, tuple[Move, ...], int]:
        """Of a move, searched as deep as the best one was: its value, its line and the nodes."""
        after = position.play(move)
        outcome = after.outcome
        if outcome is not None:
            return float(outcome.score_for(position.to_move)), (move,), 1
        choice = self._choose(after, Limits(depth=max(1, depth - 1)))
        return -(choice.value or 0.0), (move, *choice.line), choice.nodes

    def _analyze(self) -> None:
        """The value of each position of the game, the last one first."""
        self.say(f"status {NAME} is analyzing the game")
        for made, position in reversed(list(enumerate(self._seat.positions))):
            outcome = position.outcome
            if outcome is not None:
                value = float(outcome.score_for(position.to_move))
            else:
                value = self._choose(position, Limits(depth=self._depth)).value or 0.0
            if self._stop.is_set():
                return
            self.say(f"analysis {made} {value:.2f}")
        self.say("status")

    def _say_line(self, line: tuple[str, ...], value: float | None, depth: int) -> None:
        moves = "".join("PA" if move == "pass" else move.upper() for move in line)
        self.say(f"search {moves} {value or 0:.2f} 0 {depth}")
