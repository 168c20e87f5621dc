"""Environments in the forms that learning libraries ask for. Each library is loaded when it is first needed.

In all of them an observation is planes as `orchard.to_planes` gives them, [2, height, width] uint8 with the stones of
the side to move first. Actions are squares, row by row from the top left; the number after the last square is a pass,
in games that have passes. A mask says which actions are legal; one that is not loses the game at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from orchard.core.choice import Limits
from orchard.core.errors import OrchardError
from orchard.core.game import Color, Game
from orchard.core.player import Player
from orchard.games import game as find_game

if TYPE_CHECKING:
    from orchard.shells.rl.against import AgainstEnv
    from orchard.shells.rl.both_sides import BothSidesEnv
    from orchard.shells.rl.many import ManyEnv
    from orchard.shells.rl.spiel_bot import SpielBotPlayer

INSTALL = {"gymnasium": "orchard[rl]", "pettingzoo": "orchard[rl]", "pyspiel": "orchard[openspiel]"}


class MissingLibraryError(OrchardError, ImportError):
    """An environment needs a library that is not installed; the message says how to install it."""


def _part(name: str, needs: str) -> Any:
    try:
        importlib.import_module(needs)
    except ModuleNotFoundError as error:
        message = f"this needs {needs}, which is not installed: pip install '{INSTALL[needs]}'"
        raise MissingLibraryError(message) from error
    return importlib.import_module(f"{__name__}.{name}")


def _game(game: Game | str) -> Game:
    return game if isinstance(game, Game) else find_game(game)


def gym(
    game: Game | str,
    opponent: Player | str | Callable[..., Any] = "random",
    *,
    color: Color | None = None,
    limits: Limits | None = None,
    render_mode: str | None = None,
) -> AgainstEnv:
    """A Gymnasium environment: one agent against an opponent inside, a spec, a `Player` or a function.

    Without `color` the agent has either side by chance. `limits` are the opponent's.
    """
    made: AgainstEnv = _part("against", "gymnasium").AgainstEnv(_game(game), opponent, color, limits, render_mode)
    return made


def aec(game: Game | str, *, render_mode: str | None = None) -> BothSidesEnv:
    """A PettingZoo AEC environment: the agents "black" and "white" in turn."""
    made: BothSidesEnv = _part("both_sides", "pettingzoo").BothSidesEnv(_game(game), render_mode)
    return made


def vector(
    game: Game | str,
    count: int,
    *,
    opponent: Player | str | Callable[[Any, Any], Any] | None = None,
    limits: Limits | None = None,
) -> ManyEnv:
    """A Gymnasium vector environment: `count` games side by side in compiled code, each starting again at its end.

    Without an opponent every step is a move of whoever is to move, and a reward is that side's. An opponent answers
    inside, and has the first move in half of the games: `"random"` in compiled code; a function of planes
    `[k, 2, height, width]` and masks `[k, actions]` that gives actions `[k]`, for the `k` games in which it is to move;
    or any player, a spec or a `Player`, which is asked board by board under `limits`.
    """
    made: ManyEnv = _part("many", "gymnasium").ManyEnv(_game(game), count, opponent, limits)
    return made


def openspiel(game: Game | str) -> Any:
    """The game as OpenSpiel knows games: a `pyspiel.Game`, also found by `pyspiel.load_game("orchard(game=NAME)")`."""
    return _part("spiel_game", "pyspiel").load(_game(game))


def from_openspiel(bot: Any, theirs: Any = None, *, name: str = "") -> SpielBotPlayer:
    """A player here from a bot of OpenSpiel, or from a function of a `pyspiel.Game` and a player number, 0 for black,
    that makes one.

    `theirs` is OpenSpiel's own form of the game in which the bot thinks, by name or as a `pyspiel.Game`; without it
    the bot gets our game as `openspiel` gives it.
    """
    made: SpielBotPlayer = _part("spiel_bot", "pyspiel").SpielBotPlayer(bot, theirs, name)
    return made
