"""How a player's failure is reported: its kind, a reason in plain words, and its output. What a bot says is text of
bounded length: control characters in it are written out."""

from typing import Any, Literal

from orchard.core.errors import IllegalMoveError, OrchardError
from orchard.core.visible import cut, visible

LONGEST_REASON, LONGEST_TRACE = 1000, 16_000
FaultKind = Literal["time", "illegal", "crash", "memory", "protocol"]


class PlayerFaultError(OrchardError):
    """The player can't go on: it hung, crashed, ran out of memory or broke its protocol."""

    def __init__(self, verdict: FaultKind, reason: str, *, traceback: str = "", stderr: str = "") -> None:
        self.verdict = verdict
        self.reason = cut(visible(reason), LONGEST_REASON)
        self.traceback = cut(visible(traceback), LONGEST_TRACE)
        self.stderr = visible(stderr)
        super().__init__(self.reason)
        self.player = ""  # its spec
        self.computed_s: float | None = None  # of processor time, where it was too late

    def __reduce__(self) -> Any:
        return type(self), (self.verdict, self.reason), self.__dict__


class RefusedAnswerError(IllegalMoveError):
    """The player answered, but not with a legal move. It may be asked again."""

    def __init__(self, answer: str, reason: str) -> None:
        self.answer = cut(visible(answer), LONGEST_REASON)
        self.reason = cut(visible(reason), LONGEST_REASON)
        super().__init__(self.reason)
        self.player = ""  # its spec

    def __reduce__(self) -> Any:
        return type(self), (self.answer, self.reason), self.__dict__


class ResignedError(OrchardError):
    """The player resigned."""
