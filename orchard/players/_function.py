"""A Python function as a player, in this process: `orchard.player(lambda position: position.legal()[0])`."""

import inspect
from collections.abc import Callable
from typing import Any

from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.players._fault import RefusedAnswerError


class Function(Player):
    """Asks `function(position)` or `function(position, limits)` for a move's name, a Move or a Choice."""

    name = "function"
    summary = "a Python function in this process"
    takes_argument = True  # it is somebody else's program: nobody calls it before the game

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__()
        self._function = function
        self.spec = str(getattr(function, "__name__", type(function).__name__)).strip("<>")
        try:
            inspect.signature(function).bind(None, None)
            self._takes_limits = True
        except TypeError:
            self._takes_limits = False
        except ValueError as error:  # some functions of C say nothing about what they take
            raise OptionError(f"cannot tell what {self.spec} takes: write def choose(position, limits)") from error

    def think(self, position: Position, limits: Limits) -> Choice:
        answer = self._function(position, limits) if self._takes_limits else self._function(position)
        choice = answer if isinstance(answer, Choice) else Choice(answer)
        try:
            position.move(choice.move)
        except OrchardError as error:
            raise RefusedAnswerError(str(answer), str(error)) from error
        return choice if isinstance(answer, Choice) else Choice(position.move(choice.move))
