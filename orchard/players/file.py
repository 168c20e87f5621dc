"""A bot from a Python file, `file:path/to/bot.py`, in a process of its own and behind walls where there are any."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError
from orchard.core.game import Color, Game, Position
from orchard.players._external import ExternalPlayer
from orchard.players._fault import PlayerFaultError, RefusedAnswerError
from orchard.players._process import Program

RUNNER = Path(__file__).with_name("_bot_runner.py")
PACKAGE = Path(__file__).resolve().parent.parent.parent
MOST_CACHE_MB = 64


class File(ExternalPlayer):
    summary = "a bot from a Python file, in a process of its own: file:path/to/bot.py"
    games = ("reversi", "reversed_reversi", "gomoku")

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        self.path = Path(argument).expanduser().resolve()
        if not argument or not self.path.is_file():
            raise OptionError(f"no bot file {argument!r}: write file:path/to/bot.py")
        self.contract = ""

    def version(self) -> str:
        digest = hashlib.sha256(self.path.read_bytes()).hexdigest()[:12]
        return f"{self.path.name} sha256:{digest}" + (f" ({self.contract})" if self.contract else "")

    def launch(self, game: Game, color: Color, limits: Limits) -> Program:
        home = Path(tempfile.mkdtemp(prefix="orchard-bot-"))
        if b"orchard" in self.path.read_bytes():
            lend_kernels(home)
        runner = [sys.executable, "-u", "-P", str(RUNNER), "{read}", "{write}", str(PACKAGE), str(self.path)]
        return Program(runner, self.allowance, channel="pipes", home=home)

    def greet(self, program: Program, game: Game, color: Color, limits: Limits, deadline: float) -> None:
        start = {"do": "start", "game": game.name, "color": color, "seconds": limits.seconds, "seed": limits.seed}
        program.send(json.dumps(start))
        self.contract = str(self._reply(program, deadline)["ready"])

    def ask(self, program: Program, position: Position, limits: Limits, deadline: float) -> Choice:
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
            "limits": {
                name: getattr(limits, name) for name in ("seconds", "nodes", "playouts", "depth", "seed", "threads")
            },
        }
        program.send(json.dumps(question))
        reply = self._reply(program, deadline)
        if "unreadable" in reply:
            raise RefusedAnswerError(reply["said"], reply["unreadable"])
        try:
            move = position.move(reply["answer"])
        except ValueError as error:
            raise RefusedAnswerError(reply["said"], str(error)) from error
        return Choice(
            move,
            value=reply.get("value"),
            nodes=int(reply.get("nodes", 0)),
            depth=int(reply.get("depth", 0)),
            note=str(reply.get("note", "")),
        )

    def refused(self, position: Position, answer: str, reason: str) -> None:
        program = self._programs.get(position.to_move)
        if program is not None:
            program.send(json.dumps({"do": "illegal", "said": answer, "reason": reason}))

    def _reply(self, program: Program, deadline: float) -> dict[str, Any]:
        line = program.read_line(deadline)
        try:
            reply = json.loads(line)
            if not isinstance(reply, dict):
                raise ValueError("no JSON object")
        except ValueError:
            raise PlayerFaultError("protocol", f"broke the conversation: {line[:80]!r}") from None
        if "failed" in reply:
            raise PlayerFaultError(reply["failed"], reply["reason"], traceback=reply.get("traceback", ""))
        return reply


def lend_kernels(home: Path) -> None:
    """Copy the compiled kernels into the bot's folder: it may use Orchard's own players without compiling them again,
    and can't change ours."""
    import os

    base = os.environ.get("ORCHARD_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    kernels = Path(base).expanduser() / "orchard" / "kernels"
    if not kernels.is_dir():
        return
    size = sum(file.stat().st_size for file in kernels.rglob("*") if file.is_file())
    if size < MOST_CACHE_MB << 20:
        shutil.copytree(kernels, home / ".cache" / "orchard" / "kernels")


PLAYER = File
