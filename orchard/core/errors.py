"""One tree of errors. Each message says what went wrong, where, and what would be right."""

from __future__ import annotations


class OrchardError(Exception):
    """Anything the caller got wrong. Whatever else escapes is a defect of ours."""


class UnknownGameError(OrchardError, LookupError):
    """No game of that name."""


class BoardTextError(OrchardError, ValueError):
    """A board text of the wrong length or with a character that means nothing."""


class SquareError(OrchardError, ValueError):
    """A square name that is not on the board."""


class IllegalMoveError(OrchardError, ValueError):
    """A move the rules do not allow here; the message names the reason."""


class TranscriptError(OrchardError, ValueError):
    """A transcript that cannot be read or replayed; the message names the move."""


class OptionError(OrchardError, ValueError):
    """An option, name or limit out of its range; the message lists what there is."""
