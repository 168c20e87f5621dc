"""The Go Text Protocol, version 2, with Othello conventions: a1 is the top left corner, black moves first."""

import re
from typing import TextIO

import orchard
from orchard.core.choice import Limits
from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, WHITE, Color
from orchard.games import game as find_game
from orchard.play.seat import Seat
from orchard.play.warm_up import warm_up
from orchard.shells.conversation import Conversation

COLORS: dict[str, Color] = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}


class GtpEngine(Conversation):
    game = "reversi"  # until the controller sets another one

    def __init__(self, seat: Seat, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        super().__init__(source, sink)
        self._seat = seat
        self._per_move_s: float | None = None
        self._left: dict[Color, float] = {}
        self._main_s = 0.0

    def interrupts(self, line: str) -> bool:
        return bool(re.fullmatch(r"\d*\s*quit", line))

    leaves = interrupts

    def prepare(self) -> bool:
        """No clock runs before the first command is answered, or before the first move of another game."""
        return self.get_ready(lambda: warm_up(self._seat.player, self._seat.game))

    def obey(self, line: str) -> bool:
        line = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line.split("#")[0]).replace("\t", " ").strip()
        if not line:
            return True
        words = line.split()
        number = words.pop(0) if words[0].isdecimal() else ""
        command, arguments = (words[0], words[1:]) if words else ("", [])
        handler = getattr(self, f"_do_{command}", None)
        try:
            if handler is None:
                raise OrchardError("unknown command")
            self._respond("=", number, handler(arguments) or "")
        except OrchardError as error:
            self._respond("?", number, str(error))
        return command != "quit"

    def _respond(self, sign: str, number: str, text: str) -> None:
        self.say(f"{sign}{number} {text}".rstrip() + "\n")

    # ------------------------------------------------------------------------------------------ commands

    def _do_protocol_version(self, _: list[str]) -> str:
        return "2"

    def _do_name(self, _: list[str]) -> str:
        return "Orchard"

    def _do_version(self, _: list[str]) -> str:
        return orchard.__version__

    def _do_list_commands(self, _: list[str]) -> str:
        return "\n".join(sorted(name.removeprefix("_do_") for name in dir(self) if name.startswith("_do_")))

    def _do_known_command(self, words: list[str]) -> str:
        return "true" if words and hasattr(self, f"_do_{words[0]}") else "false"

    def _do_quit(self, _: list[str]) -> None:
        """`obey` ends the conversation."""

    def _do_set_game(self, words: list[str]) -> None:
        names = {"othello": "reversi", "reversi": "reversi", "gomoku": "gomoku"}
        wanted = " ".join(words).lower()
        self._seat.restart(find_game(names.get(wanted, wanted)))
        self.prepare()

    def _do_boardsize(self, words: list[str]) -> None:
        if words != [str(self._seat.game.board.width)]:
            raise OrchardError("unacceptable size")

    def _do_clear_board(self, _: list[str]) -> None:
        self._seat.restart()

    def _do_komi(self, _: list[str]) -> None:
        """Every Go manager sends it; these games have none."""

    def _do_play(self, words: list[str]) -> None:
        if len(words) != 2 or words[0].lower() not in COLORS:
            raise OrchardError("syntax error: play COLOR VERTEX, such as play b d3")
        if self._seat.position.is_over and words[1].lower() == "pass":
            return  # managers of Go let both sides pass at the end
        self._seat.play(words[1], COLORS[words[0].lower()])

    def _do_genmove(self, words: list[str]) -> str:
        if len(words) != 1 or words[0].lower() not in COLORS:
            raise OrchardError("syntax error: genmove COLOR")
        color = COLORS[words[0].lower()]
        if self._seat.position.is_over:
            return "pass"
        if color != self._seat.position.to_move:
            self._seat.play("pass")
        return str(self._seat.answer(self.interruptible(Limits(seconds=self._budget(color)))).move).upper()

    def _do_undo(self, _: list[str]) -> None:
        self._seat.undo()

    def _do_time_settings(self, words: list[str]) -> None:
        try:
            main, byo, stones = (int(word) for word in words)
        except ValueError:
            raise OrchardError("syntax error: time_settings MAIN BYO_YOMI STONES") from None
        self._left.clear()
        self._main_s = float(main)
        self._per_move_s = byo / stones if stones else None

    def _do_time_left(self, words: list[str]) -> None:
        if len(words) != 3 or words[0].lower() not in COLORS or not words[1].isdecimal() or not words[2].isdecimal():
            raise OrchardError("syntax error: time_left COLOR TIME STONES")
        seconds, stones = float(words[1]), int(words[2])
        self._left[COLORS[words[0].lower()]] = seconds / stones if stones else seconds * self._seat.share

    def _do_showboard(self, _: list[str]) -> str:
        return "\n" + str(self._seat.position)

    def _do_final_score(self, _: list[str]) -> str:
        outcome = self._seat.position.outcome
        if outcome is None:
            raise OrchardError("cannot score: the game goes on")
        return "0" if outcome.winner is None else f"{outcome.winner[0].upper()}+{abs(outcome.score)}"

    # ------------------------------------------------------------------------------------------ time

    def _budget(self, color: Color) -> float | None:
        if color in self._left:
            seconds = self._left[color]
        elif self._per_move_s is not None:
            seconds = self._per_move_s
        elif self._main_s:
            seconds = self._main_s * self._seat.share
        else:
            return None
        return max(0.01, seconds * 0.95 - 0.03)
