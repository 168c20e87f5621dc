"""Players that are programs of their own: started before the clocks, asked in lines, ended with all their children."""

import re
import shlex
import shutil
import time
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar, Generic, TypeVar

from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError
from orchard.core.game import Color, Game, Position
from orchard.core.player import Player
from orchard.core.visible import visible
from orchard.players import _sandbox, _view
from orchard.players._burden import Burden
from orchard.players._fault import FaultKind, PlayerFaultError, RefusedAnswerError
from orchard.players._process import Allowance, Program, ProgramEndedError, ProgramTimeoutError

PATIENCE_S = 600.0  # for a move without any limit on time
OUT_OF_MEMORY = ("MemoryError", "bad_alloc", "Cannot allocate memory", "out of memory")
SIGKILL, SIGXCPU = 9, 24
LONGEST_WORDS = 200
NOT_THERE = re.compile("no such file|not found|cannot open", re.IGNORECASE)
T = TypeVar("T")
P = TypeVar("P", bound=Program)


def find_program(name: str) -> str | None:
    """Where the program is. Debian keeps games in a folder of their own that not everyone has in the PATH."""
    return shutil.which(name) or shutil.which(name, path="/usr/games:/usr/local/games")


class ExternalPlayer(Player, Generic[P]):
    """A player in a process of its own; each game gets a fresh one, so that a game can be repeated alone.

    `output` keeps what the processes of the present game printed, `allowance` what they may use.
    """

    takes_argument: ClassVar[bool] = True
    late_hint: ClassVar[str] = ""  # why it may not have been ready in time

    def __init__(self, argument: str = "") -> None:
        super().__init__()
        _sandbox.tell()
        self.argument = argument
        self.spec = f"{self.name}:{argument}"
        self.allowance = Allowance()
        self._programs: dict[Color, P] = {}
        self._output: dict[Color, str] = {}
        self._errors: dict[Color, str] = {}
        self._burdens: dict[Color, Burden | None] = {}  # at the end of its last turn
        self.answers: dict[Color, Burden] = {}  # what its last answer took, where the system tells

    # ------------------------------------------------------------------------------------------------ to implement

    @abstractmethod
    def launch(self) -> P:
        """The program, just started."""

    @abstractmethod
    def greet(self, program: P, game: Game, color: Color, limits: Limits, deadline: float) -> None:
        """Make it ready for its first question."""

    @abstractmethod
    def ask(self, program: P, position: Position, limits: Limits, deadline: float) -> Choice:
        """Its answer, or a RefusedAnswerError."""

    def version(self) -> str:
        """What distinguishes this program from another of the same name."""
        return self.spec

    # ------------------------------------------------------------------------------------------------ playing

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        self.check_game(game)
        if color in self._programs:
            return

        def begin() -> None:
            deadline = time.perf_counter() + self.allowance.startup_s
            program = self._programs[color] = self.launch()
            self.greet(program, game, color, limits, deadline)
            self._end_of_turn(program)
            program.settle()
            self._burdens[color] = program.burden()

        self._guarded(color, begin, f"was not ready {self.allowance.startup_s:g} s after its start{self.late_hint}")

    def think(self, position: Position, limits: Limits) -> Choice:
        color = position.to_move
        self.prepare(position.game, color, limits)
        program = self._programs[color]
        try:
            choice = self._answer(color, limits, lambda deadline: self.ask(program, position, limits, deadline))
            return replace(choice, note=visible(choice.note))
        except RefusedAnswerError as error:
            error.player = self.spec
            raise
        finally:
            self._end_of_turn(program)

    def _answer(self, color: Color, limits: Limits, ask: Callable[[float], T]) -> T:
        """What `ask` returns; it gets the deadline."""
        patience_s = PATIENCE_S if limits.seconds is None else limits.seconds + self.allowance.grace_s
        deadline = time.perf_counter() + patience_s
        late = f"gave no answer within {limits.seconds or PATIENCE_S:.3f} s and was stopped"
        return self._guarded(color, lambda: ask(deadline), late)

    def _end_of_turn(self, program: P) -> None:
        """A player that may not think on the opponent's time is stopped until the next question."""
        if self.allowance.ponder == "nobody" or (self.allowance.ponder == "engines" and not isinstance(self, Engine)):
            program.pause()

    def rest(self, color: Color) -> None:
        """After its answer, when its clock has been stopped: see to it that it stands still."""
        if color in self._programs:
            self._programs[color].settle()
            before, now = self._burdens.get(color), self._programs[color].burden()
            self._burdens[color] = now
            self.answers.pop(color, None)
            if before is not None and now is not None:
                self.answers[color] = now.since(before)

    def burden(self, color: Color) -> Burden | None:
        """How long its program has computed, and waited for a core, since its last answer; None if not known."""
        program, before = self._programs.get(color), self._burdens.get(color)
        now = program.burden() if program is not None and before is not None else None
        return now.since(before) if now is not None and before is not None else None

    def new_game(self) -> None:
        self.close()
        self._output.clear()
        self._errors.clear()

    def close(self) -> None:
        for color in list(self._programs):
            self._end(color)

    def _guarded(self, color: Color, step: Callable[[], T], late: str) -> T:
        """Do it, and turn any failure of the program into a fault with its output attached."""
        try:
            return step()
        except ProgramTimeoutError:
            asked, burden = self._programs[color].asked if color in self._programs else "", self.burden(color)
            what = f" while it was to answer {asked!r}" if asked else ""
            fault = PlayerFaultError("time", late + what + (f"; {burden}" if burden is not None else ""))
            fault.computed_s = burden.computed_s if burden is not None else None
        except ProgramEndedError as error:
            fault = self._why_ended(error)
        except PlayerFaultError as error:
            fault = error
        self._end(color)
        fault.player = self.spec
        fault.stderr = self._errors.get(color, "")
        if fault.verdict == "crash" and not fault.traceback and any(s in fault.stderr for s in OUT_OF_MEMORY):
            fault.verdict, fault.reason = "memory", f"ran out of memory ({self.allowance.memory_mb} MB): {fault.reason}"
        if fault.verdict == "crash" and not fault.traceback:
            fault.reason += self._last_words(fault.stderr)
        raise fault

    @staticmethod
    def _last_words(stderr: str) -> str:
        """The last line that it wrote before it ended, and what helps where something was not there for it."""
        words = visible((stderr.strip().rsplit("\n", 1)[-1])[-LONGEST_WORDS:])
        is_hidden = NOT_THERE.search(words) and _sandbox.stands()
        hint = (
            f" (behind walls it sees little but its own folder: {_view.SHOW}=FOLDER shows it more)" if is_hidden else ""
        )
        return f"; it wrote: {words}{hint}" if words else ""

    def _why_ended(self, end: ProgramEndedError) -> PlayerFaultError:
        if end.why.startswith("it "):
            verdict: FaultKind = "memory" if "allowed" in end.why else "protocol"
            return PlayerFaultError(verdict, f"was stopped: {end.why}")
        if end.signal == SIGXCPU:
            return PlayerFaultError("time", f"used up its {self.allowance.cpu_s} s of processor time")
        if end.signal == SIGKILL:
            return PlayerFaultError("memory", "was killed by the system, as it does when memory runs out")
        if end.signal:
            return PlayerFaultError("crash", f"was ended by signal {end.signal}")
        return PlayerFaultError("crash", f"ended itself with exit code {end.exit_code} instead of answering")

    def _end(self, color: Color) -> None:
        program = self._programs.pop(color, None)
        if program is not None:
            program.close()
            self._output[color] = self._output.get(color, "") + program.output.text()
            self._errors[color] = program.errors.text()

    # ------------------------------------------------------------------------------------------------ for the record

    def output(self, color: Color) -> str:
        """What its process printed in this game, after it ended."""
        return self._output.get(color, "")

    def printed(self, color: Color) -> str:
        """What its process has written since this was asked last, while it still runs."""
        return self._programs[color].printed() if color in self._programs else ""

    def errors(self, color: Color) -> str:
        """What its process wrote to stderr in this game, after it ended."""
        return self._errors.get(color, "")

    def versions(self) -> str:
        return f"{visible(self.version())}; sandbox {_sandbox.description()}"


class Engine(ExternalPlayer[P]):
    """A program behind a protocol of its own, `name:COMMAND`. It was made to play games, and may think on the
    opponent's time unless the rules say that nobody may."""

    conversation: type[P]  # the program, and how to talk with it

    def __init__(self, argument: str = "") -> None:
        super().__init__(argument)
        try:
            words = shlex.split(argument)
        except ValueError as error:
            raise OptionError(f"cannot read the command {argument!r}: {error}") from error
        program = find_program(words[0]) if words else None
        if program is None:
            raise OptionError(f"no program {words[0] if words else ''!r} found: write {self.name}:COMMAND")
        self.command = [str(Path(program).absolute()), *words[1:]]
        self._title = ""  # what it calls itself

    def version(self) -> str:
        return self._title or self.argument

    def launch(self) -> P:
        folder = Path.cwd()
        view = _view.of_engine(self.command, folder)
        return self.conversation(self.command, self.allowance, channel="stdio", folder=folder, view=view)
