"""An engine that speaks the Go Text Protocol with Othello conventions, `gtp:COMMAND`, such as `gtp:gtp-rhino -l 3`.

Engines don't agree on where row 1 is. Black's first moves tell: d3 is legal when row 1 is at the top, as in Orchard,
d6 when it is at the bottom. So the engine is asked once, before the game.
"""

from __future__ import annotations

import math

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.game import Color, Game, Position
from orchard.players._external import Engine
from orchard.players._fault import PlayerFaultError, RefusedAnswerError, ResignedError
from orchard.players._process import Program

LONGEST_TITLE = 100
BANNER_LINES = 50  # lines before the first response, which some engines print though they shouldn't


class CommandFailedError(Exception):
    """The engine answered a command with '?'."""


class Conversation:
    """One engine: numbered commands and their responses."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.number = 0
        self.commands: frozenset[str] = frozenset()
        self.rows_flipped = False
        self.played: tuple[Move, ...] = ()  # the moves on the engine's board
        self.stop: Stop | None = None

    def ask(self, command: str, deadline: float) -> str:
        """The text of its response; CommandFailedError with the text where it said '?'."""
        self.number += 1
        self.program.send(f"{self.number} {command}")
        banner = BANNER_LINES if self.number == 1 else 0
        while True:
            first = self.program.read_line(deadline, self.stop).strip()
            if first[:1] in ("=", "?"):
                break
            if first:
                banner -= 1
            if banner < 0:
                raise PlayerFaultError(
                    "protocol", f"answered {command!r} with {first[:80]!r}, which is no GTP response"
                )
        lines = [first[1:].removeprefix(str(self.number)).strip()]
        while line := self.program.read_line(deadline, self.stop).strip():
            lines.append(line)
        text = "\n".join(lines)
        if first.startswith("?"):
            raise CommandFailedError(text)
        return text

    def accepts(self, command: str, deadline: float) -> bool:
        try:
            self.ask(command, deadline)
        except CommandFailedError:
            return False
        return True

    def name(self, move: Move, width: int) -> str:
        if move.is_pass:
            return "pass"
        row, column = divmod(move.square, width)
        return f"{'ABCDEFGHIJ'[column]}{width - row if self.rows_flipped else row + 1}"


class Gtp(Engine):
    summary = "an engine that speaks GTP with Othello conventions: gtp:COMMAND"
    games = ("reversi", "reversed_reversi")

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self._talks: dict[Color, Conversation] = {}

    def launch(self, game: Game, color: Color, limits: Limits) -> Program:
        program = self.start()
        self._talks[color] = Conversation(program)
        return program

    def greet(self, program: Program, game: Game, color: Color, limits: Limits, deadline: float) -> None:
        talk = self._talks[color]
        try:
            talk.commands = frozenset(talk.ask("list_commands", deadline).split())
            for needed in ("boardsize", "clear_board", "play", "genmove"):
                if needed not in talk.commands:
                    raise PlayerFaultError("protocol", f"does not know the command {needed}")
            titles = [talk.ask(word, deadline) for word in ("name", "version") if word in talk.commands]
            self._title = " ".join(" ".join(titles).split())[:LONGEST_TITLE]
            if "set_game" in talk.commands:
                talk.accepts("set_game Othello", deadline)
            talk.ask(f"boardsize {game.board.width}", deadline)
            talk.ask("clear_board", deadline)
            if limits.seconds is not None and "time_settings" in talk.commands:
                talk.accepts(f"time_settings 0 {math.ceil(limits.seconds)} 1", deadline)
            if not talk.accepts("play b D3", deadline):
                talk.rows_flipped = True
                talk.ask("play b D6", deadline)
            talk.ask("clear_board", deadline)
        except CommandFailedError as error:
            raise PlayerFaultError("protocol", f"refused to set up the game: {error}") from error

    def ask(self, program: Program, position: Position, limits: Limits, deadline: float) -> Choice:
        talk = self._talks[position.to_move]
        talk.stop = limits.stop
        color = position.to_move[0]
        try:
            self._catch_up(talk, position, deadline)
            if limits.seconds is not None and "time_left" in talk.commands:
                talk.accepts(f"time_left {color} {math.ceil(limits.seconds)} 1", deadline)
            answer = talk.ask(f"genmove {color}", deadline)
        except CommandFailedError as error:
            raise PlayerFaultError("protocol", f"answered an error: {error}") from error
        if answer.lower() == "resign":
            raise ResignedError(f"{position.to_move} resigned")
        talk.played = ()  # until the answer is found legal, its board is not ours
        try:
            move = position.game.board.move(answer)
            if talk.rows_flipped and not move.is_pass:
                move = position.game.board.transform_move(move, 2)
            move = position.move(move)
        except ValueError as error:
            raise RefusedAnswerError(answer, str(error)) from error
        talk.played = (*position.moves_made, move)
        return Choice(move, note=f"{self._title} answered {answer}")

    def _catch_up(self, talk: Conversation, position: Position, deadline: float) -> None:
        """Bring the engine's board to this position: by the moves it has not seen, or all over again."""
        moves = position.moves_made
        known = len(talk.played)
        if talk.played != moves[:known] or (known == 0 and moves):
            talk.ask("clear_board", deadline)
            known = 0
        if known == 0:
            self._check_reachable(position)
        width = position.game.board.width
        for ply in range(known, len(moves)):
            color = "b" if ply % 2 == 0 else "w"
            command = f"play {color} {talk.name(moves[ply], width)}"
            if moves[ply].is_pass:
                talk.accepts(command, deadline)  # some engines pass by themselves and refuse to be told
            else:
                talk.ask(command, deadline)
        talk.played = moves

    def _check_reachable(self, position: Position) -> None:
        replayed = position.game.start()
        for move in position.moves_made:
            if not replayed.legal_mask() >> max(move.square, 0) & 1 and not move.is_pass:
                break
            replayed = position.game.after(replayed, move)
        if replayed != position:
            raise PlayerFaultError("protocol", "speaks GTP, which can only begin from the start of the game")


PLAYER = Gtp
