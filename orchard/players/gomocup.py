"""A Gomoku brain that speaks the Gomocup (Piskvork) protocol, `gomocup:COMMAND`, such as `gomocup:./pbrain-rapfi`."""

import re
import time

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.game import Color, Game, Position
from orchard.core.swap2 import Swap2Answer
from orchard.players._external import Engine
from orchard.players._fault import PlayerFaultError, RefusedAnswerError
from orchard.players._process import Program, ProgramTimeoutError

AIR_S = 0.02  # between commands: some brains read slowly
FOR_PEOPLE = ("MESSAGE", "DEBUG", "SUGGEST")
ABOUT_S = 2.0  # for a brain to say its name, which not every one can
ABOUT = re.compile(r'name\s*=\s*"([^"]*)"(?:.*version\s*=\s*"([^"]*)")?')
DEFAULT_TURN_MS = 5_000
MOST_MEMORY_MB = 2047  # many brains keep the bytes in 32 bits with a sign
FREESTYLE, RULES = 0, {"standard": 1, "renju": 4}  # the protocol's numbers for rule sets


class Brain(Program):
    """One brain and what it has on its board."""

    position: Position | None = None  # after its last answer
    is_empty = True  # nothing was put on its board since START
    owes_name = False  # it has not answered ABOUT, and may still do so
    remark = ""  # its last line for people

    def command(self, line: str) -> None:
        time.sleep(AIR_S)
        if not line.startswith("INFO"):  # which no brain answers
            self.asked = line
        self.send(line)

    def answer(self, deadline: float, stop: Stop | None = None) -> str:
        """The next line that is not for people."""
        while True:
            line = self.read_line(deadline, stop).strip()
            if line.upper().startswith(FOR_PEOPLE):
                self.remark = line
            elif self.owes_name and (ABOUT.search(line) or line.upper().startswith("UNKNOWN")):
                self.owes_name = False
            elif line:
                return line


class Gomocup(Engine[Brain]):
    summary = "a brain that speaks the Gomocup protocol: gomocup:COMMAND"
    games = ("gomoku",)
    conversation = Brain

    def greet(self, brain: Brain, game: Game, color: Color, limits: Limits, deadline: float) -> None:
        brain.command(f"INFO rule {RULES.get(game.name.rpartition(':')[2], FREESTYLE)}")
        self._start_board(brain, game, deadline)
        self._title = self._name_of(brain, deadline)
        brain.command("INFO game_type 1")
        brain.command(f"INFO max_memory {min(self.allowance.memory_mb, MOST_MEMORY_MB) * 2**20}")

    def _name_of(self, brain: Brain, deadline: float) -> str:
        """What it calls itself. ABOUT need not be known, so that a brain which keeps silent plays without a name."""
        brain.command("ABOUT")
        try:
            named = ABOUT.search(brain.answer(min(deadline, time.perf_counter() + ABOUT_S)))
        except ProgramTimeoutError:
            brain.owes_name, named = True, None
        return " ".join(part for part in named.groups() if part) if named else ""

    def _start_board(self, brain: Brain, game: Game, deadline: float) -> None:
        brain.command(f"START {game.board.width}")
        while not _is_ok(said := brain.answer(deadline)):
            if not said.upper().startswith(("ERROR", "UNKNOWN")):
                continue  # some brains begin with a greeting
            raise PlayerFaultError("protocol", f"refused a board of width {game.board.width}: {said[:120]}")

    def ask(self, brain: Brain, position: Position, limits: Limits, deadline: float) -> Choice:
        self._tell_time(brain, limits)
        self._put_question(brain, position, deadline)
        said = self._heard(brain, limits, deadline)
        try:
            move = position.move(_point(said, said, position.game))
        except ValueError as error:
            raise RefusedAnswerError(said, str(error)) from error
        brain.position = position.play(move)
        return Choice(move, note=brain.remark or f"{self._title} answered {said}")

    def swap2(self, position: Position, limits: Limits) -> Swap2Answer | None:
        """By SWAP2BOARD: stones in the order they were put; SWAP takes the other colour, which is black."""
        color, brain = next(iter(self._programs.items()))
        width = position.game.board.width

        def ask(deadline: float) -> str:
            self._tell_time(brain, limits)
            brain.command("SWAP2BOARD")
            for move in position.moves_made:
                brain.send(f"{move.square % width},{move.square // width}")
            brain.send("DONE")
            return self._heard(brain, limits, deadline)

        said = self._answer(color, limits, ask)
        if said.upper() == "SWAP":
            return Swap2Answer(takes="black")
        stones = tuple(_point(word, said, position.game) for word in said.split())
        return Swap2Answer(stones, "white" if len(stones) == 1 else None)

    def _tell_time(self, brain: Brain, limits: Limits) -> None:
        turn_ms = DEFAULT_TURN_MS if limits.seconds is None else int(limits.seconds * 1000)
        brain.command(f"INFO timeout_turn {turn_ms}")
        brain.command("INFO timeout_match 0")
        brain.remark = ""

    def _heard(self, brain: Brain, limits: Limits, deadline: float) -> str:
        said = brain.answer(deadline, limits.stop)
        brain.position = None  # until the answer is found legal, its board is not ours
        if said.upper().startswith(("ERROR", "UNKNOWN")):
            raise PlayerFaultError("protocol", f"answered {said[:120]!r}")
        return said

    def _put_question(self, brain: Brain, position: Position, deadline: float) -> None:
        """By one move where the brain knows the rest, else by the whole board."""
        width = position.game.board.width
        last = position.last_move
        was_empty, brain.is_empty = brain.is_empty, False
        if not position.black | position.white:
            brain.command("BEGIN")
        elif brain.position is not None and last is not None and self._follows(brain.position, position):
            brain.command(f"TURN {last.square % width},{last.square // width}")
        else:
            if not was_empty:
                brain.command("RESTART")
                if not _is_ok(brain.answer(deadline)):  # not every brain knows it, but every one knows START
                    self._start_board(brain, position.game, deadline)
            brain.command("BOARD")
            for square in self._in_order(position):
                owner = 1 if position.stone(square) == position.to_move else 2
                brain.send(f"{square % width},{square // width},{owner}")
            brain.send("DONE")

    @staticmethod
    def _follows(known: Position, position: Position) -> bool:
        last = position.last_move
        return last is not None and known.legal_mask() >> last.square & 1 == 1 and known.play(last) == position

    @staticmethod
    def _in_order(position: Position) -> list[int]:
        """The stones as they were played, as far as that is known."""
        played = [move.square for move in position.moves_made]
        others = [s for s in range(position.game.board.size) if position.stone(s) is not None and s not in played]
        return others + played


def _is_ok(said: str) -> bool:
    return said.upper() == "OK" or said.upper().startswith("OK ")


def _point(text: str, said: str, game: Game) -> Move:
    """The move that a brain's x,y names."""
    point, width = re.fullmatch(r"(\d{1,4})\s*,\s*(\d{1,4})", text), game.board.width
    if point is None:
        raise RefusedAnswerError(said, f"cannot read {said[:80]!r}: a brain answers x,y")
    x, y = int(point[1]), int(point[2])
    if x >= width or y >= width:
        raise RefusedAnswerError(said, f"{text} is not on the board: 0 to {width - 1}")
    return game.board.moves[y * width + x]


PLAYER = Gomocup
