"""How a player's failure is reported: its kind, a reason in plain words, and its output."""

from typing import Literal

from orchard.core.errors import IllegalMoveError, OrchardError

FaultKind = Literal["time", "illegal", "crash", "memory", "protocol"]


class PlayerFaultError(OrchardError):
    """The player can't go on: it hung, crashed, ran out of memory or broke its protocol."""

    def __init__(self, verdict: FaultKind, reason: str, *, traceback: str = "", stderr: str = "") -> None:
        super().__init__(reason)
        self.verdict = verdict
        self.reason = reason
        self.traceback = traceback
        self.stderr = stderr
        self.player = ""  # its spec


class RefusedAnswerError(IllegalMoveError):
    """The player answered, but not with a legal move. It may be asked again."""

    def __init__(self, answer: str, reason: str) -> None:
        super().__init__(reason)
        self.answer = answer
        self.reason = reason
        self.player = ""  # its spec


class ResignedError(OrchardError):
    """The player resigned."""
