"""A Gomoku brain that speaks the Gomocup (Piskvork) protocol, `gomocup:COMMAND`, such as `gomocup:./pbrain-rapfi`."""

from __future__ import annotations

import re
import time

from orchard.core.choice import Choice, Limits, Stop
from orchard.core.game import Color, Game, Position
from orchard.players._external import Engine
from orchard.players._fault import PlayerFaultError, RefusedAnswerError
from orchard.players._process import Program

AIR_S = 0.02  # between commands: some brains read slowly
FOR_PEOPLE = ("MESSAGE", "DEBUG", "SUGGEST")
DEFAULT_TURN_MS = 5_000


class Table:
    """One brain and what it has on its board."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.position: Position | None = None  # after its last answer
        self.said: list[str] = []

    def send(self, line: str) -> None:
        time.sleep(AIR_S)
        self.program.send(line)

    def answer(self, deadline: float, stop: Stop | None = None) -> str:
        """The next line that is not for people."""
        while True:
            line = self.program.read_line(deadline, stop).strip()
            if line.upper().startswith(FOR_PEOPLE):
                self.said.append(line)
            elif line:
                return line


class Gomocup(Engine):
    summary = "a brain that speaks the Gomocup protocol: gomocup:COMMAND"
    games = ("gomoku",)

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._tables: dict[Color, Table] = {}

    def launch(self, game: Game, color: Color, limits: Limits) -> Program:
        program = self.start()
        self._tables[color] = Table(program)
        return program

    def greet(self, program: Program, game: Game, color: Color, limits: Limits, deadline: float) -> None:
        table = self._tables[color]
        table.send("ABOUT")
        about = table.answer(deadline)
        named = re.search(r'name\s*=\s*"([^"]*)"(?:.*version\s*=\s*"([^"]*)")?', about)
        self._title = " ".join(part for part in named.groups() if part) if named else ""
        table.send(f"START {game.board.width}")
        said = table.answer(deadline)
        if said.upper() != "OK" and not said.upper().startswith("OK "):
            raise PlayerFaultError("protocol", f"refused a board of width {game.board.width}: {said[:120]}")
        table.send("INFO rule 0")
        table.send("INFO game_type 1")
        table.send(f"INFO max_memory {self.allowance.memory_mb * 2**20}")

    def ask(self, program: Program, position: Position, limits: Limits, deadline: float) -> Choice:
        table = self._tables[position.to_move]
        turn_ms = DEFAULT_TURN_MS if limits.seconds is None else int(limits.seconds * 1000)
        table.send(f"INFO timeout_turn {turn_ms}")
        table.send("INFO timeout_match 0")
        table.said.clear()
        self._put_question(table, position, deadline)
        said = table.answer(deadline, limits.stop)
        table.position = None  # until the answer is found legal, its board is not ours
        point = re.fullmatch(r"(\d+)\s*,\s*(\d+)", said)
        if said.upper().startswith(("ERROR", "UNKNOWN")):
            raise PlayerFaultError("protocol", f"answered {said[:120]!r}")
        if point is None:
            raise RefusedAnswerError(said, f"cannot read {said[:80]!r}: a brain answers x,y")
        x, y, width = int(point[1]), int(point[2]), position.game.board.width
        if x >= width or y >= width:
            raise RefusedAnswerError(said, f"{said} is not on the board: 0 to {width - 1}")
        try:
            move = position.move(position.game.board.moves[y * width + x])
        except ValueError as error:
            raise RefusedAnswerError(said, str(error)) from error
        table.position = position.play(move)
        return Choice(move, note=table.said[-1] if table.said else f"{self._title} answered {said}")

    def _put_question(self, table: Table, position: Position, deadline: float) -> None:
        """By one move where the brain knows the rest, else by the whole board."""
        width = position.game.board.width
        last = position.last_move
        if not position.black | position.white:
            table.send("BEGIN")
        elif table.position is not None and last is not None and self._follows(table.position, position):
            table.send(f"TURN {last.square % width},{last.square // width}")
        else:
            table.send("RESTART")
            if (said := table.answer(deadline)).upper() != "OK":
                raise PlayerFaultError("protocol", f"answered RESTART with {said[:120]!r}")
            table.send("BOARD")
            for square in self._in_order(position):
                owner = 1 if position.stone(square) == position.to_move else 2
                table.program.send(f"{square % width},{square // width},{owner}")
            table.program.send("DONE")

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


PLAYER = Gomocup
