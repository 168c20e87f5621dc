"""An engine that speaks the Go Text Protocol with Othello conventions, `gtp:COMMAND`, such as `gtp:gtp-rhino -l 3`.

Engines don't agree on where row 1 is. Black's first moves tell: d3 is legal when row 1 is at the top, as in Orchard,
d6 when it is at the bottom. So the engine is asked once, before the game.
"""

import math
from functools import reduce

from orchard.core.board import Board, Move
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.errors import IllegalMoveError
from orchard.core.game import Color, Game, Position
from orchard.players._external import Engine
from orchard.players._fault import PlayerFaultError, RefusedAnswerError, ResignedError
from orchard.players._process import Program

LONGEST_TITLE = 100
LONGEST_RESPONSE = 10_000  # lines
BANNER_LINES = 50  # lines before the first response, which some engines print though they shouldn't


class CommandFailedError(Exception):
    """The engine answered a command with '?'."""


class Conversation(Program):
    """One engine: numbered commands and their responses."""

    number = 0
    commands: frozenset[str] = frozenset()
    rows_flipped = False
    played: tuple[Move, ...] = ()  # the moves on the engine's board
    stop: Stop | None = None

    def ask(self, command: str, deadline: float) -> str:
        """The text of its response; CommandFailedError with the text where it said '?'."""
        self.number += 1
        self.send(f"{self.number} {command}")
        banner = BANNER_LINES if self.number == 1 else 0
        while True:
            first = self.read_line(deadline, self.stop).strip()
            if first[:1] in ("=", "?"):
                break
            if first:
                banner -= 1
            if banner < 0:
                answered = f"answered {command!r} with {first[:80]!r}, which is no GTP response"
                raise PlayerFaultError("protocol", answered)
        lines = [first[1:].strip().removeprefix(str(self.number)).strip()]  # Edax has a space before the number
        while line := self.read_line(deadline, self.stop).strip():
            lines.append(line)
            if len(lines) > LONGEST_RESPONSE:
                raise PlayerFaultError("protocol", f"answered {command!r} with more than {LONGEST_RESPONSE} lines")
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

    def turned(self, move: Move, board: Board) -> Move:
        """A move of ours by the engine's rows, or one of the engine's by ours."""
        return board.transform_move(move, 2) if self.rows_flipped else move


class Gtp(Engine[Conversation]):
    summary = "an engine that speaks GTP with Othello conventions: gtp:COMMAND"
    games = ("reversi", "reversed_reversi")
    conversation = Conversation

    def greet(self, talk: Conversation, game: Game, color: Color, limits: Limits, deadline: float) -> None:
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

    def ask(self, talk: Conversation, position: Position, limits: Limits, deadline: float) -> Choice:
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
            board = position.game.board
            move = position.move(talk.turned(board.move(answer), board))
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
        for ply, move in enumerate(moves[known:], known):
            play = f"play {'bw'[ply % 2]}"
            if move.is_pass:
                talk.accepts(f"{play} pass", deadline)  # some engines pass by themselves and refuse to be told
            else:
                talk.ask(f"{play} {talk.turned(move, position.game.board).upper()}", deadline)
        talk.played = moves

    def _check_reachable(self, position: Position) -> None:
        try:
            reached = reduce(Position.play, position.moves_made, position.game.start())
        except IllegalMoveError:
            reached = None
        if reached != position:
            raise PlayerFaultError("protocol", "speaks GTP, which can only begin from the start of the game")


PLAYER = Gtp
