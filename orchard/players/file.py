"""A bot from a Python file, `file:path/to/bot.py`, in its own process, sandboxed where the system allows it."""

import hashlib
import json
import os
import secrets
import shutil
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from orchard.core.board import PASS
from orchard.core.choice import LIMITS, Choice, Limits, Stop
from orchard.core.errors import OptionError
from orchard.core.game import Color, Game, Position
from orchard.core.steps import TOLD
from orchard.core.trace import Trace
from orchard.core.visible import visible
from orchard.players import _bot_trace, _compiled, _sandbox, _view
from orchard.players._external import ExternalPlayer
from orchard.players._fault import FaultKind, PlayerFaultError, RefusedAnswerError
from orchard.players._process import Program, ProgramEndedError, ProgramTimeoutError
from orchard.players._thinking import read_thinking

RUNNER = Path(__file__).with_name("_bot_runner.py")
PACKAGE = Path(__file__).resolve().parent.parent.parent
LONGEST_NOTE = 1000
DENIED_KINDS = ("read", "write", "run", "network", "socket")
MOST_DENIED = 100
DEEPEST = 1_000_000  # no search looks further, and databases keep a depth in 32 bits


class File(ExternalPlayer[Program]):
    late_hint = "; a file that plays a game when it is imported does that below if __name__ == '__main__'"
    summary = "a bot from a Python file, in its own process: file:path/to/bot.py"

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self.path = Path(argument).expanduser().resolve()
        if visible(argument) != argument or "\n" in argument:
            raise OptionError(f"control characters in the name of the bot {argument!r}: rename its file")
        if not argument or not self.path.is_file():
            raise OptionError(f"no bot file {argument!r}: write file:path/to/bot.py")
        self.contract = ""
        self.note_denied = False  # whether `denied` is kept: what it asked for and did not get behind walls
        self.denied: list[tuple[str, str]] = []
        self.note_thinking = False  # whether `thinking` is kept: what it says it thought of its last move
        self.thinking: dict[Color, dict[str, Any] | None] = {}
        self._most_told = 0  # entries of its own trace that it is asked for
        self._told_trace: Any = None
        self._digest = hashlib.sha256(self.path.read_bytes()).hexdigest()[:12]
        self._compiled = 0  # files that its Numba keeps, as it says

    def version(self) -> str:
        return f"{self.path.name} sha256:{self._digest}" + (f" ({self.contract})" if self.contract else "")

    def launch(self) -> Program:
        runner = [sys.executable, "-u", "-P", str(RUNNER), "{read}", "{write}", str(PACKAGE), str(self.path)]
        runner += [os.environ.get(_view.PACKAGES, ""), os.environ.get(_view.ALLOWED, "")]
        self._compiled = 0
        return Program(
            runner,
            self.allowance,
            channel="pipes",
            view=_view.of_bot(self.path),
            lay_out=lambda home: _compiled.lay_out(self._itself, home),
        )

    @property
    def _itself(self) -> tuple[str, str]:
        """The bot, whoever plays it: its compiled functions are kept under this."""
        return str(self.path), self._digest

    def close(self) -> None:
        if self._compiled > _compiled.count(self._itself):
            for program in self._programs.values():
                self._keep_compiled(program)
        super().close()

    def _keep_compiled(self, program: Program) -> None:
        """After a game: keep what it has compiled for its next one. What goes wrong here is nobody's fault."""
        token, deadline = secrets.token_hex(16), time.perf_counter() + _compiled.PATIENCE_S

        def replies() -> Iterator[dict[str, Any]]:
            while time.perf_counter() < deadline:
                yield _compiled.read_reply(program.read_line(deadline), token)

        try:
            program.send(json.dumps({"do": "compiled", "token": token}))
            files = _compiled.received(replies())
        except (ProgramTimeoutError, ProgramEndedError):
            return
        if files:
            _compiled.keep(self._itself, files)

    def greet(self, program: Program, game: Game, color: Color, limits: Limits, deadline: float) -> None:
        start = {"do": "start", "game": game.name, "color": color, "seconds": limits.seconds, "seed": limits.seed}
        start |= {"width": game.board.width, "first_row_on_top": game.board.row_one_at_top}
        start["ready_by"] = time.time() + deadline - time.perf_counter()
        start["note_denied"] = self.note_denied and _sandbox.stands()
        self.contract = str(self._told(program, start, deadline).get("ready"))[:LONGEST_NOTE]

    def ask(self, program: Program, position: Position, limits: Limits, deadline: float) -> Choice:
        if self.contract == "AIPlayer" and position.legal() == [PASS]:
            return Choice(PASS, note="its platform passes for it")  # such bots are never asked without a move
        question = {
            "do": "move",
            "game": position.game.name,
            "board": position.text,
            "black": position.black,
            "white": position.white,
            "to_move": position.to_move,
            "ply": position.ply,
            "moves": position.moves_made,
            "flipped": position.flipped_mask,
            "limits": {name: getattr(limits, name) for name, *_ in LIMITS},
        }
        if self._most_told:
            question["trace"] = self._most_told
        if self.note_thinking:
            question["thinking"] = True
        reply = self._told(program, question, deadline, limits.stop)
        if self.note_thinking:
            self.thinking[position.to_move] = read_thinking(reply.get("thinking"), position)
        self._told_trace = reply.get("trace")
        self._compiled = int(number(reply.get("compiled")) or 0)
        return read_choice(reply, position)

    def trace(self, position: Position, limits: Limits | None = None, plies: int = 64, most: int = 5000) -> Trace:
        """What the bot itself says of its search; see docs/BOTS.md."""
        self._most_told, self._told_trace = min(most, _bot_trace.MOST_ENTRIES), None
        try:
            choice = self.choose(position, limits)
        finally:
            self._most_told = 0
        steps = _bot_trace.steps_of(self._told_trace, position, self.path.name)
        return Trace.of(self.spec, TOLD, position, steps, choice)

    def refused(self, position: Position, answer: str, reason: str) -> None:
        program = self._programs.get(position.to_move)
        if program is not None:
            told = json.dumps({"do": "illegal", "said": answer, "reason": reason})
            self._guarded(position.to_move, lambda: program.send(told), "did not listen")

    def _told(
        self, program: Program, question: dict[str, Any], deadline: float, stop: Stop | None = None
    ) -> dict[str, Any]:
        """The reply to a question. It repeats a token that nobody can know before: no answer is given in advance."""
        token = secrets.token_hex(16)
        program.send(json.dumps(question | {"token": token}))
        line = program.read_line(deadline, stop)
        try:
            reply = json.loads(line)
            if not isinstance(reply, dict) or reply.get("token") != token:
                raise ValueError("no reply to this question")
        except (ValueError, RecursionError):
            raise PlayerFaultError("protocol", f"broke the conversation: {line[:80]!r}") from None
        if self.note_denied:
            self.denied += [note for note in read_denied(reply) if note not in self.denied]
        if "failed" in reply:
            verdicts: dict[str, FaultKind] = {"crash": "crash", "memory": "memory"}
            verdict = verdicts.get(str(reply["failed"]), "protocol")
            raise PlayerFaultError(verdict, str(reply.get("reason")), traceback=str(reply.get("traceback", "")))
        memory_mb = number(reply.get("memory_mb")) or 0.0
        if memory_mb > self.allowance.memory_mb:  # told by the runner where the system itself does not enforce it
            raise PlayerFaultError("memory", f"held {memory_mb:.0f} MB ({self.allowance.memory_mb} are allowed)")
        return reply


def read_choice(reply: dict[str, Any], position: Position) -> Choice:
    """The choice that a reply stands for. The bot may have written it itself, so nothing in it is trusted."""
    answer, said = reply.get("answer"), str(reply.get("said", reply.get("answer")))
    if "unreadable" in reply:
        raise RefusedAnswerError(said, str(reply["unreadable"]))
    if not isinstance(answer, str):
        raise PlayerFaultError("protocol", "broke the conversation: a reply without an answer")
    try:
        move = position.move(answer)
    except ValueError as error:
        raise RefusedAnswerError(said, str(error)) from error
    nodes, depth = (int(number(reply.get(name)) or 0) for name in ("nodes", "depth"))
    note = str(reply.get("note", ""))[:LONGEST_NOTE]
    return Choice(move, number(reply.get("value")), nodes=max(0, nodes), depth=min(max(0, depth), DEEPEST), note=note)


def read_denied(reply: dict[str, Any]) -> list[tuple[str, str]]:
    """Pairs of a kind and what was asked for. What is not there outside the walls either was not denied by them."""
    found = []
    for note in as_list(reply.get("denied"))[:MOST_DENIED]:
        kind, what = (visible(str(word))[:LONGEST_NOTE] for word in (*as_list(note), "", "")[:2])
        there = shutil.which(what) if kind == "run" else os.path.lexists(what) if kind in ("read", "socket") else True
        if kind in DENIED_KINDS and there:
            found.append((kind, what))
    return found


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def number(value: Any) -> float | None:
    """The value where it is a sensible number; databases and JSON know no others."""
    sensible = isinstance(value, int | float) and abs(value) < 1 << 53
    return value if sensible else None


PLAYER = File
