"""Orchard: play, study and breed game-tree AIs for Reversi, Reversed Reversi and Gomoku.

>>> import orchard
>>> position = orchard.game("reversi").replay("f5d6c3")
>>> position.to_move
'white'
"""

import importlib
import random
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, overload

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, DepthStat, Limits, MoveStat, Progress, Stop
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Game, Outcome, Position
from orchard.core.player import Player
from orchard.core.steps import Step
from orchard.core.trace import Trace
from orchard.games import game, games
from orchard.players import player, players

if TYPE_CHECKING:
    import numpy as np

    from orchard import rl as rl
    from orchard.core.boards import to_boards as to_boards
    from orchard.core.book import BookPosition
    from orchard.core.offers import Solved
    from orchard.core.planes import from_planes as from_planes
    from orchard.play.check import Finding
    from orchard.play.self_play import self_play as self_play
    from orchard.play.setup import Rules
    from orchard.play.tournament import league as league
    from orchard.play.tournament import match as match
    from orchard.play.tournament import sprt as sprt
    from orchard.study.best_moves import best_moves as best_moves
    from orchard.study.evaluate import evaluate as evaluate

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
    "best_moves",
    "book",
    "check",
    "evaluate",
    "from_boards",
    "from_planes",
    "game",
    "games",
    "league",
    "match",
    "opening_name",
    "player",
    "players",
    "random_boards",
    "random_positions",
    "self_play",
    "solve",
    "sprt",
    "to_boards",
    "to_planes",
    "trace",
]
_LATER = {  # loaded when first used
    "best_moves": "orchard.study.best_moves",
    "evaluate": "orchard.study.evaluate",
    "from_planes": "orchard.core.planes",
    "league": "orchard.play.tournament",
    "match": "orchard.play.tournament",
    "self_play": "orchard.play.self_play",
    "sprt": "orchard.play.tournament",
    "to_boards": "orchard.core.boards",
}


def trace(
    who: Player | str | Callable[..., Any], position: Position, limits: Limits | None = None, **bounds: int
) -> Trace:
    """A search step by step; see `Player.trace`, which takes `plies` and `most`.

    >>> orchard.trace("alphabeta", orchard.game("tic_tac_toe").start(), orchard.Limits(depth=2)).choice.move
    'a1'
    """
    return player(who, position.game).trace(position, limits, **bounds)


def opening_name(position: Position) -> str | None:
    """What players call this position, as an opening; known in every mirror image and by every order of moves.

    >>> orchard.opening_name(orchard.game("reversi").replay("f5d6c3d3c4"))
    'Tiger'
    """
    from orchard.play import opening_names

    return opening_names.opening_name(position)


def book(position: Position) -> "BookPosition | None":
    """What the opening book of its game says of a position: its value, depth and moves; None where it is not in it.

    >>> orchard.book(orchard.game("reversi").start()).moves[0].in_book
    True
    """
    from orchard.games import book_of

    found = book_of(position.game)
    return None if found is None else found.find(position)


def __getattr__(name: str) -> Any:
    if name == "rl":
        return importlib.import_module("orchard.rl")
    if name not in _LATER:
        raise AttributeError(f"module 'orchard' has no attribute {name!r}")
    return getattr(importlib.import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *__all__, "rl"})


def check(bot: Any, game: Game | str | None = None, *, rules: "Rules | None" = None, seed: int = 0) -> "list[Finding]":
    """What a bot can do, as `orchard check` finds out: a spec, a `Player` or a function.

    >>> all(finding.passed for finding in orchard.check(lambda position: position.legal()[0], "tic_tac_toe"))
    True
    """
    from orchard.games import game as find_game
    from orchard.play.check import check_bot
    from orchard.play.setup import Rules

    name = game.name if isinstance(game, Game) else find_game(game or games()[0]).name
    tested = bot if isinstance(bot, Player | str) else player(bot)
    return check_bot(tested, name, rules or Rules.for_game(name), seed=seed)


@overload
def solve(position: Position, seconds: float | None = None) -> "Solved": ...
@overload
def solve(position: Iterable[Position], seconds: float | None = None) -> "list[Solved]": ...
def solve(position: Position | Iterable[Position], seconds: float | None = None) -> "Solved | list[Solved]":
    """The value of a position by search to the end, or by proof where the game has such a solver; `seconds` for each.

    For many positions a list; what was learned of one serves the next.
    """
    from orchard.core.offers import Question
    from orchard.study.solve import solve_each

    question = Question(seconds=seconds)
    if isinstance(position, Position):
        return next(solve_each([position], question))
    positions = list(position)
    if not all(isinstance(one, Position) for one in positions):
        raise OptionError("solve takes a position or a list of them; game.parse(text) reads a board")
    return list(solve_each(positions, question))


def to_planes(
    positions: "Iterable[Position] | np.ndarray[Any, Any]", game: Game | str | None = None
) -> "np.ndarray[Any, Any]":
    """[positions, 2, height, width] uint8: the stones of the side to move, then those of the other; row 0 at the top.

    Takes positions, or an array of boards (see `to_boards`) and their game.

    >>> orchard.to_planes(orchard.random_positions("reversi", 3)).shape
    (3, 2, 8, 8)
    """
    from orchard.core import planes

    return planes.to_planes(positions, None if game is None else _game(game))


def from_boards(boards: "np.ndarray[Any, Any]", game: Game | str) -> list[Position]:
    """The positions of an array of boards (see `to_boards`); how they came about is not in it.

    In a game without passes the numbers of stones tell whose move it is; elsewhere the side to move is called black.
    """
    from orchard.core import boards as arrays

    return arrays.from_boards(boards, _game(game))


def _game(named: Game | str) -> Game:
    return named if isinstance(named, Game) else game(named)


def random_boards(game: Game | str, count: int, seed: int = 0, plies: int | None = None) -> "np.ndarray[Any, Any]":
    """An array of boards (see `to_boards`) as `random_positions` makes them, other ones, in compiled code: millions.

    >>> orchard.random_boards("reversi", 1000, seed=1).shape
    (1000, 2, 1)
    """
    from orchard.search.random_boards import random_boards as fill

    boards: np.ndarray[Any, Any] = fill(_game(game), count, seed, plies)
    return boards


def random_positions(game: Game | str, count: int, seed: int = 0, plies: int | None = None) -> list[Position]:
    """Positions after random moves that are not over: after `plies` of them, or each after another number.

    >>> [position.ply for position in orchard.random_positions("reversi", 3, plies=10)]
    [10, 10, 10]
    """
    if count < 0 or (plies is not None and plies < 0):
        raise OptionError("count and plies are 0 or more")
    rules = _game(game)
    dice = random.Random(seed)
    found: list[Position] = []
    tries = 0  # since one was found
    while len(found) < count:
        if tries == 200:
            raise OptionError(f"no random game of {rules.name} goes on after {plies} moves")
        tries += 1
        position = rules.start()
        wanted = plies if plies is not None else dice.randrange(rules.board.size)
        while position.ply < wanted and not position.is_over:
            position = position.play(dice.choice(position.legal()))
        if not position.is_over:
            found.append(position)
            tries = 0
    return found
