"""The NBoard protocol, version 2: Orchard as an engine for Othello programs that speak it.

Evaluations go out in discs from the mover's view. Any new command ends a search under way.
"""

import re
from typing import TextIO

from orchard.core.choice import Choice, Limits
from orchard.core.errors import OrchardError
from orchard.play.formats import ggf
from orchard.play.seat import Seat
from orchard.shells.conversation import Conversation

NAME = "Orchard"


class NBoardEngine(Conversation):
    game = "reversi"

    def __init__(self, seat: Seat, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        super().__init__(source, sink)
        self._seat = seat
        self._depth: int | None = None

    def interrupts(self, line: str) -> bool:
        return not line.startswith("ping")

    def obey(self, line: str) -> bool:
        command, _, rest = line.partition(" ")
        if command == "quit":
            return False
        try:
            if command == "nboard":
                self.say(f"set myname {NAME}")
            elif command == "set":
                self._set(*rest.partition(" ")[::2])
            elif command == "move":
                self._seat.play(re.split(r"[/\s]", rest.strip())[0])
            elif command == "ping":
                self.say(f"pong {rest.strip()}")
            elif command == "go":
                self._go()
            elif command == "hint":
                self._hint(rest)
            # anything else is to be ignored, says the protocol
        except OrchardError as error:
            self.say(f"status {' '.join(str(error).split())}")
        return True

    def _set(self, what: str, value: str) -> None:
        if what == "depth":
            if not value.strip().isdecimal() or int(value) < 1:
                raise OrchardError(f"cannot set depth {value!r}: a whole number from 1")
            self._depth = min(int(value), 60)
        elif what == "game":
            self._seat.restart(position=ggf.read(value)[0].last_position())

    def _think(self) -> Choice:
        if self._seat.position.is_over:
            raise OrchardError(f"{NAME}: the game is over")
        self.say(f"status {NAME} is thinking")
        choice = self._seat.player.choose(self._seat.position, self.interruptible(Limits(depth=self._depth)))
        self.say(f"nodestats {choice.nodes} {choice.seconds:.2f}")
        return choice

    def _go(self) -> None:
        choice = self._think()
        move = "PA" if choice.move.is_pass else choice.move.upper()
        self.say(f"=== {move}/{choice.value or 0:.2f}/{choice.seconds:.2f}")
        self.say("status")

    def _hint(self, count: str) -> None:
        choice = self._think()
        wanted = int(count) if count.strip().isdecimal() else 1
        self._say_line(choice.line or (choice.move,), choice.value, choice)
        known = [stat for stat in choice.moves if stat.move != choice.move and stat.value is not None]
        for stat in sorted(known, key=lambda stat: -(stat.value or 0))[: max(0, wanted - 1)]:
            self._say_line((stat.move,), stat.value, choice)
        self.say("status")

    def _say_line(self, line: tuple[str, ...], value: float | None, choice: Choice) -> None:
        moves = "".join("PA" if move == "pass" else move.upper() for move in line)
        self.say(f"search {moves} {value or 0:.2f} 0 {choice.depth}")
