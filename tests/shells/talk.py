"""A program on the other end of a pipe, asked line by line, with a limit on how long it may take."""

from __future__ import annotations

import queue
import subprocess
import sys
import threading


class Talk:
    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "orchard", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\r\n"))

    def send(self, text: str, end: str = "\n") -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text + end)
        self.process.stdin.flush()

    def line(self, seconds: float = 60) -> str:
        return self.lines.get(timeout=seconds)

    def silent(self, seconds: float = 0.2) -> bool:
        try:
            self.lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def gone_within(self, seconds: float) -> bool:
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return self.process.returncode == 0

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
