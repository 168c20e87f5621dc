"""Orchard: play, study and breed game-tree AIs for Reversi, Reversed Reversi and Gomoku.

>>> import orchard
>>> position = orchard.game("reversi").replay("f5d6c3")
>>> position.to_move
'white'
"""

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, DepthStat, Limits, MoveStat, Progress, Stop
from orchard.core.errors import OrchardError
from orchard.core.game import Game, Outcome, Position
from orchard.core.player import Player
from orchard.core.steps import Step
from orchard.core.trace import Trace
from orchard.games import game, games
from orchard.players import player, players

__version__ = "0.1.0"
__all__ = [
    "PASS",
    "Choice",
    "DepthStat",
    "Game",
    "Limits",
    "Move",
    "MoveStat",
    "OrchardError",
    "Outcome",
    "Player",
    "Position",
    "Progress",
    "Step",
    "Stop",
    "Trace",
    "game",
    "games",
    "opening_name",
    "player",
    "players",
    "trace",
]


def trace(who: Player | str, position: Position, limits: Limits | None = None, **bounds: int) -> Trace:
    """A search step by step; see `Player.trace`, which takes `plies` and `most`.

    >>> orchard.trace("alphabeta", orchard.game("tic_tac_toe").start(), orchard.Limits(depth=2)).choice.move
    'b2'
    """
    return (player(who) if isinstance(who, str) else who).trace(position, limits, **bounds)


def opening_name(position: Position) -> str | None:
    """What players call this position, as an opening; known in every mirror image and by every order of moves.

    >>> orchard.opening_name(orchard.game("reversi").replay("f5d6c3d3c4"))
    'Tiger'
    """
    from orchard.play import opening_names

    return opening_names.opening_name(position)
