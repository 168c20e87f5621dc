"""A foreign program that is spoken to in lines, and that can neither block us nor outlive us."""

import contextlib
import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from orchard.core import kernel_cache
from orchard.core.choice import Stop
from orchard.core.visible import visible
from orchard.players import _cgroup, _sandbox, _seccomp, _view
from orchard.players._burden import Burden
from orchard.players._remains import end_group, remove_tree
from orchard.players._standstill import Standstill

SUPERVISOR = Path(__file__).with_name("_supervisor.py")
KEPT_TEXT = 32_000  # bytes of a program's output that are kept, half from its beginning and half from its end
TURN_TEXT = 4000  # bytes of what it writes in one turn
LONGEST_LINE = 1 << 20
FILES_MB = 256  # the largest file a bot may write
CHUNK = 1 << 16
LAST_WORDS_S = 0.5  # after its time, to read what has arrived
STOP_WATCH_S = 0.1  # how often the stop flag is looked at


_local = threading.local()


def keep_to(cores: list[int]) -> None:
    """From now on, programs that this thread starts run on these cores only; on all there are if it is empty."""
    _local.cores = cores


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a foreign program may use."""

    memory_mb: int = 2048
    startup_s: float = 30.0
    grace_s: float = 0.3  # after its time is over, before it is stopped; a late answer in between is still read
    cpu_s: int = 0  # processor time in all; 0 is no limit
    threads: int = 1
    ponder: str = "engines"  # who runs on in the opponent's turn: engines, everyone, nobody


class Capture:
    """The beginning and the end of what a program wrote, however much it was."""

    def __init__(self, kept: int = KEPT_TEXT) -> None:
        self.half = kept // 2
        self.head, self.tail, self.total = b"", b"", 0

    def add(self, data: bytes) -> None:
        self.total += len(data)
        room = self.half - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        if data:
            self.tail = (self.tail + data)[-self.half :]

    def text(self) -> str:
        dropped = self.total - len(self.head) - len(self.tail)
        middle = f"\n[... {dropped} bytes left out ...]\n".encode() if dropped else b""
        return visible((self.head + middle + self.tail).decode("utf-8", "replace"))


class ProgramTimeoutError(Exception):
    """No line came in time."""


class ProgramEndedError(Exception):
    """The program is gone, or it closed its side of the conversation."""

    def __init__(self, exit_code: int, signal: int, why: str) -> None:
        super().__init__(f"exit {exit_code}, signal {signal} {why}")
        self.exit_code, self.signal, self.why = exit_code, signal, why


class Program:
    """A running program under a supervisor. `channel` says where its lines go: its stdin and stdout, or two pipes
    of its own, whose numbers replace `{read}` and `{write}` in the command; then its stdout is only kept. `view` is
    what it sees of our files behind walls, as `_view.py` says it; `lay_out` may put a folder for it into its home."""

    asked = ""  # the last command that it is to answer, for those who wait in vain

    def __init__(
        self,
        command: list[str],
        allowance: Allowance,
        *,
        channel: Literal["stdio", "pipes"],
        folder: Path | None = None,
        view: list[str] | None = None,
        lay_out: Callable[[Path], Path | None] = lambda home: None,
    ) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="orchard-bot-"))
        self.output, self.errors = Capture(), Capture()
        self._turn = Capture(TURN_TEXT)  # of both, since somebody asked
        self._buffer = b""
        self._status: dict[str, Any] = {}  # what the supervisor has said: bot, and in the end exit, signal and why
        self._open: set[int] = set()
        self._selector = selectors.DefaultSelector()
        self._process: subprocess.Popen[bytes] | None = None
        self._ended: ProgramEndedError | None = None
        self._paused = False
        self._standstill: Standstill | _cgroup.Freeze | None = None
        self._group: Path | None = None
        try:
            self._start(command, allowance, channel, folder or self.home, view, lay_out(self.home))
        except BaseException:
            self.close()
            raise

    def _start(
        self,
        command: list[str],
        allowance: Allowance,
        channel: str,
        folder: Path,
        view: list[str] | None,
        at_home: Path | None,
    ) -> None:
        theirs: list[int] = []

        def pipe(ours_reads: bool) -> tuple[int, int]:
            read, write = os.pipe()
            ours, other = (read, write) if ours_reads else (write, read)
            theirs.append(other)
            self._open.add(ours)
            os.set_blocking(ours, False)
            return ours, other

        try:
            self._control, control = pipe(False)
            self._status_fd, status = pipe(True)
            self._write_fd, their_read = pipe(False)
            self._read_fd, their_write = pipe(True)
            self._errors_fd, their_errors = pipe(True)
            sources: dict[int, Any] = {self._errors_fd: self.errors, self._status_fd: None, self._read_fd: None}
            stdin, stdout, private = their_read, their_write, []
            if channel == "pipes":
                self._output_fd, stdout = pipe(True)
                stdin = subprocess.DEVNULL
                sources[self._output_fd] = self.output
                private = [their_read, their_write]
                numbers = {"{read}": str(their_read), "{write}": str(their_write)}
                command = [numbers.get(word, word) for word in command]
            for fd, sink in sources.items():
                self._selector.register(fd, selectors.EVENT_READ, sink)
            if _sandbox.stands():
                self._group = _cgroup.make(self.home.name, allowance.memory_mb, allowance.threads)
            plan = {
                "command": _sandbox.enclose(command, folder, self.home, view, at_home),
                "group": str(self._group or ""),
                "filter": _seccomp.assemble().hex(),
                "control": control,
                "status": status,
                "channel": private,
                "memory_mb": allowance.memory_mb,
                "cpu_s": allowance.cpu_s,
                "files_mb": FILES_MB,
                "cores": getattr(_local, "cores", []),
            }
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(SUPERVISOR), json.dumps(plan)],
                stdin=stdin,
                stdout=stdout,
                stderr=their_errors,
                pass_fds=[control, status, *private],
                cwd=folder,
                env=clean_environment(self.home, allowance.threads),
                start_new_session=True,
            )
        finally:
            for fd in theirs:
                os.close(fd)

    # ------------------------------------------------------------------------------------------------ talking

    def send(self, line: str) -> None:
        """One line to the program, which runs again if it was paused; ProgramEndedError when nobody reads any more."""
        self.resume()
        data = line.encode() + b"\n"
        if self._ended is not None:
            raise self._ended
        try:
            while data:
                data = data[os.write(self._write_fd, data) :]
        except BlockingIOError:
            raise ProgramTimeoutError("it reads nothing any more") from None
        except BrokenPipeError:
            raise self._note_end() from None

    def read_line(self, deadline: float, stop: Stop | None = None) -> str:
        """The next line it says, waiting until `time.perf_counter()` reaches `deadline` or someone raises `stop`."""
        while True:
            line, newline, rest = self._buffer.partition(b"\n")
            if newline:
                self._buffer = rest
                return line.decode("utf-8", "replace")
            if self._ended is not None:
                raise self._ended
            if len(self._buffer) > LONGEST_LINE:
                raise ProgramEndedError(0, 0, f"it wrote a line of more than {LONGEST_LINE} bytes")
            now = time.perf_counter()
            arrived = self._pump(min(deadline, now + STOP_WATCH_S))
            # what it has written in time is read; what it writes without an end is not
            if now >= deadline + LAST_WORDS_S or (
                not arrived and (now >= deadline or (stop is not None and stop.is_set()))
            ):
                raise ProgramTimeoutError("no answer in time")

    def _pump(self, deadline: float) -> bool:
        """Take in what has arrived; False when the time is over and nothing has."""
        ready = self._selector.select(max(0.0, deadline - time.perf_counter()))
        over = False
        for key, _ in ready:
            data = os.read(key.fd, CHUNK)
            if not data:
                self._selector.unregister(key.fd)
                over = over or key.fd in (self._read_fd, self._status_fd)
            elif key.fd == self._read_fd:
                self._buffer += data
            elif key.fd == self._status_fd:
                self._status |= status_in(data)
                over = over or "exit" in self._status
            else:
                key.data.add(data)
                self._turn.add(data)
        if over:
            self._note_end()
        return bool(ready)

    def printed(self) -> str:
        """What it has written to stdout and stderr since this was asked last, in the order in which it came."""
        give_up = time.perf_counter() + LAST_WORDS_S
        while self._ended is None and time.perf_counter() < give_up and self._pump(0.0):
            pass
        text, self._turn = self._turn.text(), Capture(TURN_TEXT)
        return text

    def _note_end(self) -> ProgramEndedError:
        """It is over: wait for the supervisor's word on how, and for the last of what was written."""
        if self._ended is None:
            self._ended = ProgramEndedError(0, 0, "it closed the conversation")
            self._await_status(1.0)
        return self._ended

    def _await_status(self, patience_s: float) -> None:
        deadline = time.perf_counter() + patience_s
        while self._alive() and time.perf_counter() < deadline:
            self._pump(deadline)
        if "exit" in self._status:
            self._ended = ProgramEndedError(self._status["exit"], self._status["signal"], self._status["why"])
        elif "bot" in self._status and self._status_fd not in self._selector.get_map():  # it killed its supervisor
            end_group(self._status["bot"], deadline)
        while time.perf_counter() < deadline and self._pump(0.0):  # its last output, but not forever
            pass

    def _alive(self) -> bool:
        """Whether the supervisor may still tell how it ended."""
        return "exit" not in self._status and self._status_fd in self._selector.get_map()

    def burden(self) -> Burden | None:
        """How long it has computed and waited for a core so far; None where that is not known."""
        return Burden.of(self._process.pid) if self._process is not None else None

    # ------------------------------------------------------------------------------------------------ standing still

    def pause(self) -> None:
        """Let it and everything it has started stand still until `resume`."""
        if self._standstill is None and self._process is not None and self._ended is None:
            if self._group is not None:
                self._standstill = _cgroup.Freeze(self._group)
            elif Path("/proc/self/task").is_dir():
                self._standstill = Standstill(self._process.pid)
            else:
                self._paused = self._paused or self._signal(signal.SIGSTOP)

    def settle(self) -> None:
        """Wait until all of it stands still: from then on what it does is noticed. Not to be done on its clock."""
        if self._standstill is not None:
            self._standstill.settle()

    def resume(self) -> None:
        """Let it go on. What did not stand still is ended: ProgramEndedError."""
        if self._paused:
            self._paused = not self._signal(signal.SIGCONT)
        standstill, self._standstill = self._standstill, None
        if standstill is not None:
            if (moved := standstill.broken_by()) and self._ended is None:
                self._ended = ProgramEndedError(0, 0, moved)
                raise self._ended
            standstill.end()

    def _signal(self, number: int) -> bool:
        """To its process group, where we can't see all its processes: a child that left the group runs on."""
        if self._ended is None and not self._status:
            self._pump(0.0)  # the bot's process number, written before its first word
        if self._ended is not None or "bot" not in self._status:
            return False
        with contextlib.suppress(ProcessLookupError):  # it has just ended, which the next question will find
            os.killpg(self._status["bot"], number)
        return True

    # ------------------------------------------------------------------------------------------------ ending

    def close(self) -> None:
        """End the program and every process it started; nothing of it is left when this returns."""
        if self._process is not None:
            with contextlib.suppress(OSError):  # the supervisor may be gone already
                os.write(self._control, b"x")
            self._ended = self._ended or ProgramEndedError(0, 9, "asked")
            self._await_status(5.0)
            try:
                self._process.wait(timeout=2.0)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None
        self._selector.close()
        for fd in self._open:
            os.close(fd)
        self._open.clear()
        if self._group is not None:
            _cgroup.remove(self._group)
        remove_tree(self.home)


def status_in(data: bytes) -> dict[str, Any]:
    """What the supervisor said; each line was written at once, so it is whole. Without walls a bot may have written
    there as well: what the supervisor would not say is left out."""
    said: dict[str, Any] = {}
    for line in data.splitlines():
        with contextlib.suppress(ValueError, RecursionError):
            words = json.loads(line)
            if isinstance(words, dict):
                numbers = {name: words[name] for name in ("bot", "exit", "signal") if type(words.get(name)) is int}
                if numbers.get("bot", 2) > 1 and ("exit" in numbers) == ("signal" in numbers):
                    said |= numbers | ({"why": str(words.get("why", ""))} if "exit" in numbers else {})
    return said


def clean_environment(home: Path, threads: int) -> dict[str, str]:
    """A small environment, the same for everybody: what a program needs to find others and to limit its threads.
    Without walls that may be anywhere, so that our own PATH stays."""
    environment = {
        "PATH": _view.search_path() if _sandbox.stands() else os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "TMPDIR": str(home),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "ORCHARD_QUIET": "1",
    }
    for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "NUMBA", "VECLIB_MAXIMUM"):
        environment[f"{name}_NUM_THREADS"] = str(threads)
    return environment | kernel_cache.lend()  # Orchard engines need not compile again in each empty home
