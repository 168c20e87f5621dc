"""One tree of errors. Each message says what went wrong, where, and what would be right."""

from typing import Any


class OrchardError(Exception):
    """Anything the caller got wrong. Any other exception is a defect in Orchard.

    The message is in English. For translations, `kind` is a short word for what happened and `about` holds the values
    that a sentence would name; both are empty where no translation needs them yet.
    """

    def __init__(self, *message: object, kind: str = "", **about: Any) -> None:
        super().__init__(*message)
        self.kind, self.about = kind, about


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
