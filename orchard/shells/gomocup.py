"""The Gomocup (Piskvork) protocol: Orchard as a brain for any manager.

Coordinates are x,y from 0 at the top left. A move is answered by 'x,y'; 'MESSAGE ...' and 'DEBUG ...' are for people.
"""

import re
from collections.abc import Callable
from typing import TextIO

import orchard
from orchard.core.choice import Limits
from orchard.core.errors import OrchardError
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.swap2 import Swap2Answer
from orchard.games import game as find_game
from orchard.play.seat import Seat
from orchard.play.swap2 import ALL_STONES, FIRST_STONES, answer
from orchard.players import player as plain_player
from orchard.shells.conversation import Conversation
from orchard.shells.patient import Patient

POINT = re.compile(r"([0-9]{1,4})\s*+,\s*+([0-9]{1,4})")
MOST_INFO = 1e15  # more than any time or memory in an INFO
RULE_SETS = {0: "freestyle", 1: "standard", 4: "renju"}  # by the numbers of the protocol
MATCH_SHARE = 1 / 12  # of what is left of the match's time, for one move
MARGIN_S = 0.03  # for the manager's clock and the way there and back
BASE_MEMORY_MB = 240  # what the program needs before any table, with some air
START_PATIENCE_S = 2.5  # that a manager waits for an answer to START
LEAST_MEMORY_MB = 225  # what it takes with its smallest tables


class Brain(Conversation):
    game = "gomoku"

    def __init__(
        self, make_player: Callable[[float | None], Player], source: TextIO | None = None, sink: TextIO | None = None
    ) -> None:
        """`make_player` gets the megabytes that a table may take, None for the player's own choice."""
        super().__init__(source, sink)
        self._make_player = make_player
        self._seat: Seat | None = None
        self._rule_set = RULE_SETS[0]
        self._memory_mb: float | None = None
        self._turn_s: float = 30.0
        self._match_s: float | None = None
        self._left_s: float | None = None

    def interrupts(self, line: str) -> bool:
        return line.upper() == "END"

    def obey(self, line: str) -> bool:
        word, _, rest = line.partition(" ")
        command = word.upper()
        if command == "END":
            return False
        handler = getattr(self, f"_{command.lower()}", None) if command in COMMANDS else None
        if handler is None:
            self.say(f"UNKNOWN command {word[:40]}")
            return True
        try:
            handler(rest.strip())
        except OrchardError as error:
            self.say(f"ERROR {error}")
        return True

    # ------------------------------------------------------------------------------------------ the game

    def _start(self, size: str) -> None:
        if not re.fullmatch("[0-9]{1,3}", size) or not 5 <= int(size) <= 20:
            self.say(f"ERROR unsupported board size {size[:20] or '(none)'}: 5 to 20")
            return
        game = find_game(f"{self.game}:{int(size)}:{self._rule_set}")
        if self._seat is None:
            player = self._patient(game)
            self._seat = Seat(game, player)
            if not player.is_ready(START_PATIENCE_S):
                self.say("MESSAGE kernels are being compiled for this machine, once: a minute or two")
        else:
            self._seat.restart(game)
        self.say("OK")

    def _patient(self, game: Game) -> Patient:
        """The player, which may still be getting ready: managers do not wait long for an answer to START."""
        memory_mb = self._memory_mb
        return Patient(lambda: self._make_player(memory_mb), game, plain_player("greedy"))

    def _rectstart(self, size: str) -> None:
        sides = POINT.fullmatch(size)
        if sides is None or sides[1] != sides[2]:
            self.say("ERROR only square boards are played")
        else:
            self._start(sides[1])

    def _restart(self, _: str) -> None:
        self._table().restart()
        self.say("OK")

    def _begin(self, _: str) -> None:
        self._answer()

    def _turn(self, text: str) -> None:
        self._table().play(self._point(text))
        self._answer()

    def _play(self, text: str) -> None:
        point = self._point(text)
        self._table().play(point)
        self.say(self._written(point))

    def _takeback(self, text: str) -> None:
        point, seat = self._point(text), self._table()
        if seat.position.last_move == point:
            seat.undo()
        else:  # set up by BOARD, or not the last stone: rebuild without it
            seat.restart(position=self._without(seat.position, point))
        self.say("OK")

    def _board(self, _: str) -> None:
        self._table().restart(position=self._set_up(self._read_stones()))
        self._answer()

    def _swap2board(self, _: str) -> None:
        """The opening by swap2: three stones, or a choice after three or five. Stones come in the order of play."""
        points = self._read_points()
        if len(points) not in (0, FIRST_STONES, ALL_STONES):
            raise OrchardError(f"swap2 has 0, 3 or 5 stones on the board, not {len(points)}")
        seat = self._table()
        seat.restart()
        for point in points:
            seat.play(point)
        said = answer(seat.player, seat.position, self._limits())
        if said.takes == "white" and not said.stones:
            said = Swap2Answer((seat.player.choose(seat.position, self._limits()).move,))
        self.say("SWAP" if said.takes == "black" else " ".join(map(self._written, said.stones)))

    # ------------------------------------------------------------------------------------------ around it

    def _info(self, text: str) -> None:
        key, _, value = text.partition(" ")
        try:
            number = int(max(-MOST_INFO, min(float(value), MOST_INFO)))
        except ValueError:
            return  # a folder, or something newer than this: not for us
        if key == "timeout_turn":
            self._turn_s = number / 1000
        elif key == "timeout_match":
            self._match_s = number / 1000 if number > 0 else None
        elif key == "time_left":
            self._left_s = number / 1000
        elif key == "max_memory" and number > 0:
            self._memory_mb = max(1.0, (number / 2**20 - BASE_MEMORY_MB) / 4)  # room to grow between games
            if number < LEAST_MEMORY_MB * 2**20:
                told = f"max_memory {number} is less than this program needs by itself, {LEAST_MEMORY_MB * 2**20}"
                self.say(f"MESSAGE {told}: it plays with its smallest tables")
            if self._seat is not None:
                self._seat.replace_player(self._patient(self._seat.game))
        elif key == "rule":
            self._play_by(number)

    def _play_by(self, number: int) -> None:
        """Take another rule set, before START or after it: the stones on the board stay."""
        if number not in RULE_SETS:
            self.say(f"MESSAGE rule {number} is not known; freestyle is played: five or more in a row wins")
        self._rule_set = RULE_SETS.get(number, RULE_SETS[0])
        if self._seat is not None:
            position = self._seat.position
            game = find_game(f"{self.game}:{position.game.board.width}:{self._rule_set}")
            if game != position.game:
                self._seat.restart(position=game.parse(position.text))

    def _about(self, _: str) -> None:
        self.say(f'name="Orchard", version="{orchard.__version__}", author="The Orchard authors", country="EU"')

    # ------------------------------------------------------------------------------------------ helpers

    def _table(self) -> Seat:
        if self._seat is None:
            raise OrchardError("no game yet: send START first")
        return self._seat

    def _limits(self) -> Limits:
        seconds = self._turn_s
        if self._match_s is not None and self._left_s is not None:
            seconds = min(seconds, max(self._left_s, 0.0) * MATCH_SHARE)
        return self.interruptible(Limits(seconds=max(0.0, seconds * 0.95 - MARGIN_S)))

    def _answer(self) -> None:
        seat = self._table()
        choice = seat.answer(self._limits())
        if choice.note:
            self.say(f"MESSAGE {choice.note}; {choice.nodes} nodes in {choice.seconds:.2f} s")
        self.say(self._written(choice.move))

    def _written(self, move: orchard.Move) -> str:
        y, x = divmod(move.square, self._table().game.board.width)
        return f"{x},{y}"

    def _point(self, text: str) -> orchard.Move:
        board = self._table().game.board
        numbers = POINT.fullmatch(text)
        if numbers is None:
            raise OrchardError(f"cannot read coordinates {text[:20]!r}: write x,y")
        x, y = int(numbers[1]), int(numbers[2])
        if x >= board.width or y >= board.width:
            raise OrchardError(f"{x},{y} is not on the board: 0 to {board.width - 1}")
        return board.moves[y * board.width + x]

    def _read_stones(self) -> list[tuple[int, int]]:
        """(square, owner) of each line up to DONE; owner 1 is us, 2 the opponent."""
        stones: list[tuple[int, int]] = []
        for line in self._lines_to_done():
            point, _, owner = line.rpartition(",")
            if owner.strip() not in ("1", "2", "3"):
                raise OrchardError(f"cannot read {line[:20]!r}: write x,y,1 for your stone, x,y,2 for the opponent's")
            if owner.strip() != "3":  # 3 marks a finished line in continuous games
                stones.append((self._point(point).square, int(owner)))
        return stones

    def _lines_to_done(self) -> list[str]:
        """Read to the end before a problem in them is reported: the rest must not be taken for commands."""
        lines: list[str] = []
        while (line := self.next_line()) is not None:
            if line.upper() == "DONE":
                return lines
            lines.append(line)
        raise OrchardError("the input ends before DONE")

    def _read_points(self) -> list[orchard.Move]:
        """The point of each line up to DONE: x,y, and nothing said of whose it is (a third number is passed over)."""
        return [self._point(",".join(line.split(",")[:2])) for line in self._lines_to_done()]

    def _set_up(self, stones: list[tuple[int, int]]) -> Position:
        """Whose stones are black follows from the count: black begins."""
        size = self._table().game.board.size
        we_are_black = len(stones) % 2 == 0
        cells = ["-"] * size
        for square, owner in stones:
            if cells[square] != "-":
                raise OrchardError("two stones on one point")
            cells[square] = "X" if (owner == 1) == we_are_black else "O"
        return self._table().game.parse("".join(cells) + (" X" if we_are_black else " O"))

    def _without(self, position: Position, point: orchard.Move) -> Position:
        text = position.text
        if text[point.square] == "-":
            raise OrchardError(f"there is no stone on {self._written(point)}")
        side = text[point.square]
        return self._table().game.parse(text[: point.square] + "-" + text[point.square + 1 : -1] + side)


COMMANDS = frozenset(
    ["START", "RECTSTART", "RESTART", "BEGIN", "TURN", "PLAY", "TAKEBACK", "BOARD", "SWAP2BOARD", "INFO", "ABOUT"]
)
