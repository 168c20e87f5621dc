"""Line protocols: commands come one a line, and a player at work can be interrupted by the next one."""

import queue
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TextIO

from orchard.core.choice import Limits, Stop

GLANCE_S = 0.05  # how often it is looked whether the other side has left


class Conversation(ABC):
    """A thread of its own reads the commands, so that it sees what must end a search while the search runs."""

    def __init__(self, source: TextIO | None = None, sink: TextIO | None = None) -> None:
        self._source, self._sink = source or sys.stdin, sink or sys.stdout
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._stop = Stop()
        self._interrupted = 0  # commands waiting that end a search

    @abstractmethod
    def obey(self, line: str) -> bool:
        """Carry out one command; False to leave."""

    def interrupts(self, line: str) -> bool:
        """Whether this command ends a search that is under way."""
        return False

    def leaves(self, line: str) -> bool:
        """Whether this command ends the conversation."""
        return False

    def prepare(self) -> bool:
        """What is done before the first command is looked at; False to leave."""
        return True

    def run(self) -> None:
        threading.Thread(target=self._read, daemon=True).start()
        if not self.prepare():
            return
        while (line := self._lines.get()) is not None:
            if self.interrupts(line):
                self._interrupted -= 1
            if not self._interrupted:
                self._stop.clear()
            if line and not self.obey(line):
                return

    def _read(self) -> None:
        for line in self._source:
            text = line.strip()
            if self.interrupts(text):
                self._interrupted += 1
                self._stop.set()
            self._lines.put(text)
        self._stop.set()  # the other side has closed its end
        self._lines.put(None)

    def next_line(self) -> str | None:
        """The next line, where a command has more than one; None, again and again, when there is no more."""
        line = self._lines.get()
        if line is None:
            self._lines.put(None)
        return line

    def get_ready(self, step: Callable[[], object]) -> bool:
        """Do what takes long, before a clock runs. False where the other side has left meanwhile, with nothing more to
        be answered: a manager that is closed while kernels are being compiled need not wait for them."""
        done = threading.Event()
        errors: list[BaseException] = []

        def work() -> None:
            try:
                step()
            except BaseException as error:  # raised where it is waited for
                errors.append(error)
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        while not done.wait(GLANCE_S):
            with self._lines.mutex:
                waiting = list(self._lines.queue)[:1]
            if waiting and (waiting[0] is None or self.leaves(waiting[0])):
                return False
        if errors:
            raise errors[0]
        return True

    def say(self, text: str) -> None:
        self._sink.write(text + "\n")
        self._sink.flush()

    def interruptible(self, limits: Limits) -> Limits:
        """The limits, with the stop flag that an interrupting command raises."""
        return replace(limits, stop=self._stop)
