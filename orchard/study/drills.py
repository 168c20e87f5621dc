"""Drills: many small questions about random positions, the same ones again for the same seed.

A drill knows no game. Which of them a game has follows from its rules and from what its folder offers.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from orchard.core.board import PASS, squares_of
from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import Color, Game, Position, other
from orchard.core.offers import Question as Asked
from orchard.core.plain import plain
from orchard.games import offer
from orchard.study.analysis import analyse, analyst_of
from orchard.study.solve import solve

Answer = Literal["tap", "square", "pick", "play"]
MOST_TAPS = 12
LAST_SQUARES = 8
STRONGEST = "level:10"
EVALUATION_NODES = 20_000
CLEAR = {"discs": (3.0, 8.0), "chance": (0.06, 0.25)}  # at most even up to the first, clearly better from the second on
TRIES = 4_000  # positions in which there is nothing to ask, in a row


@dataclass(frozen=True, slots=True)
class Drilled:
    """One question. `answer` says how it is given: tap all of `accepted`, or one of them; pick one of `options`; or
    play on against `player` and lose nothing of `score`."""

    text: str  # board text
    answer: Answer
    who: Color  # the side that is asked about
    accepted: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    square: str = ""  # that is asked about
    what: str = ""  # the threat to find
    player: str = ""
    score: int = 0

    def as_json(self) -> dict[str, Any]:
        return plain(self)


# Makes a question of a position, or None where there is nothing to ask.
Maker = Callable[[Position, random.Random], Drilled | None]


def drills_of(game: Game) -> tuple[str, ...]:
    """The names of the drills that make sense in a game."""
    usual = game.name == game.base_name
    moves = game.start().legal()
    turns = any(game.after(game.start(), move).flipped_mask for move in moves)
    wanted = {
        "legal": game.passes_allowed,
        "coordinates": True,
        "turns": turns,
        "replies": game.passes_allowed,
        "stable": usual and offer(game.base_name, "stable_discs") is not None,
        "threats": offer(game.base_name, "threat_map") is not None,
        "evaluation": usual and offer(game.base_name, "analyst") is not None,
        "last": usual and game.has_margin and offer(game.base_name, "solver") is not None,
    }
    return tuple(name for name in MAKERS if wanted[name])


def needs(game: Game, name: str) -> str | None:
    """The player whose kernels a drill uses, if it uses any."""
    return analyst_of(game) if name in ("stable", "threats", "evaluation", "last") else None


def drill(game: Game, name: str, count: int, seed: int, stop: Stop | None = None) -> list[Drilled]:
    """So many questions; fewer when stopped."""
    if name not in drills_of(game):
        raise OptionError(f"no drill {name!r} in {game.title}; there are {', '.join(drills_of(game))}")
    dice = random.Random(f"{game.name} {name} {seed}")
    found: list[Drilled] = []
    for made in _questions(game, name, dice):
        if stop is not None and stop.is_set():
            break
        found.append(made)
        if len(found) == count:
            break
    return found


def _questions(game: Game, name: str, dice: random.Random) -> Iterator[Drilled]:
    failed = 0
    while failed < TRIES:
        position = _walked(game, name, dice)
        made = None if position is None else MAKERS[name](position, dice)
        failed = 0 if made is not None else failed + 1
        if made is not None:
            yield made


def _walked(game: Game, name: str, dice: random.Random) -> Position | None:
    """A position after random moves beside the stones; None where the game ended on the way."""
    size = game.board.size
    most = min(size - LAST_SQUARES, 48)
    left = LAST_SQUARES if name == "last" else size - dice.randint(min(8, size // 3), max(min(8, size // 3), most))
    if not game.passes_allowed:
        left = max(left, size - 24)  # later there is hardly a game that still goes on
    position = game.start()
    while position.empties > left and not position.is_over:
        legal = position.legal()
        near = game.board.near(position.black | position.white, 1) & position.legal_mask()
        first = [game.board.centre] if game.board.centre in legal else legal
        choices = [game.board.moves[square] for square in squares_of(near)] or first
        position = position.play(dice.choice(choices))
    return None if position.is_over or position.legal() == [PASS] else position


# ------------------------------------------------------------------------------------------------ the questions


def _legal(position: Position, dice: random.Random) -> Drilled | None:
    legal = position.legal()
    return Drilled(position.text, "tap", position.to_move, tuple(legal)) if 2 <= len(legal) <= MOST_TAPS else None


def _coordinates(position: Position, dice: random.Random) -> Drilled:
    square = str(dice.choice(position.game.board.moves))
    return Drilled(position.text, "square", position.to_move, (square,), square=square)


def _turns(position: Position, dice: random.Random) -> Drilled:
    move = dice.choice(position.legal())
    turned = position.play(move).flipped_mask.bit_count()
    return Drilled(position.text, "pick", position.to_move, (str(turned),), _near(turned, 1, dice), str(move))


def _replies(position: Position, dice: random.Random) -> Drilled:
    who = other(position.to_move)
    moves = Position(position.game, position.black, position.white, who).legal_mask().bit_count()
    return Drilled(position.text, "pick", who, (str(moves),), _near(moves, 0, dice))


def _near(right: int, least: int, dice: random.Random) -> tuple[str, ...]:
    """Four numbers in a row, with the right one among them."""
    first = max(least, right - dice.randint(0, 3))
    return tuple(str(first + step) for step in range(4))


def _stable(position: Position, dice: random.Random) -> Drilled | None:
    """A disc that can never be turned, or one that the other side could turn if it were to move: both are certain."""
    steady = offer(position.game.base_name, "stable_discs").stable_discs(position)
    loose = _turnable(position, position.to_move) | _turnable(position, other(position.to_move))
    if not steady or not loose:
        return None
    wants = dice.random() < 0.5
    discs = steady if wants else loose
    square = dice.choice(list(squares_of(discs)))
    answer = "yes" if wants else "no"
    who: Color = position.stone(square) or position.to_move
    return Drilled(position.text, "pick", who, (answer,), ("yes", "no"), str(position.game.board.moves[square]))


def _turnable(position: Position, mover: Color) -> int:
    """The discs that a side could turn now, were it to move."""
    asked = Position(position.game, position.black, position.white, mover)
    found = 0
    for square in squares_of(asked.legal_mask()):
        found |= position.game.after(asked, position.game.board.moves[square]).flipped_mask
    return found


def _threats(position: Position, dice: random.Random) -> Drilled | None:
    """The strongest threat that the side to move can make, where few points make it."""
    mine = offer(position.game.base_name, "threat_map").threat_map(position)[position.to_move]
    for threat, points in mine.items():
        if points:
            accepted = tuple(map(str, points))
            made = Drilled(position.text, "square", position.to_move, accepted, what=threat)
            return made if len(points) <= 4 else None
    return None


def _evaluation(position: Position, dice: random.Random) -> Drilled | None:
    """Who is better, where that is clear, or nobody, where that is."""
    found = analyse(position, nodes=EVALUATION_NODES)
    if found is None or found.value is None:
        return None
    even, clear = CLEAR[found.unit]
    value = found.value - (0.5 if found.unit == "chance" else 0.0)
    if even < abs(value) < clear:
        return None
    better = "even" if abs(value) <= even else position.to_move if value > 0 else other(position.to_move)
    return Drilled(position.text, "pick", position.to_move, (better,), ("black", "even", "white"))


def _last(position: Position, dice: random.Random) -> Drilled | None:
    if position.empties != LAST_SQUARES:
        return None
    bounds = solve(position, Asked()).bounds
    if bounds is None or abs(bounds[0]) > position.game.max_score // 3:
        return None
    return Drilled(position.text, "play", position.to_move, player=STRONGEST, score=bounds[0])


MAKERS: dict[str, Maker] = {
    "legal": _legal,
    "coordinates": _coordinates,
    "turns": _turns,
    "replies": _replies,
    "stable": _stable,
    "threats": _threats,
    "evaluation": _evaluation,
    "last": _last,
}
