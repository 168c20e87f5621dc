"""Where the opponent leaves an opening: a plausible move that no line has, and which answers to it are good enough."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.core.puzzle import phase_of
from orchard.core.worth import Analysis
from orchard.play.database import Database
from orchard.study.analysis import analyse
from orchard.study.mistakes import CLOSE, Mistakes
from orchard.study.opening_lines import next_moves

PLAUSIBLE = 2  # times as far from the best move as a good answer may be
NODES = 5_000  # for each move that may be plausible: a busy machine finds the same ones
SECONDS = 0.3  # for the values of all answers


@dataclass(frozen=True, slots=True)
class Answered:
    """What an answer to a move outside the line is worth; `accepted`: all that are nearly as good as the best."""

    right: bool
    accepted: tuple[str, ...]
    value: float | None
    best: float | None
    unit: str


def deviation(position: Position, dice: random.Random, **how: Any) -> Move | None:
    """A move that belongs to no named line and is not bad either; None where there is none."""
    known = _known(position, **{"nodes": NODES, **how})
    book = next_moves(position)
    near = [] if known is None else _within(known, PLAUSIBLE)
    outside = [move for move in near if move not in book]
    return dice.choice(outside) if outside else None


def answered(position: Position, move: Move, **how: Any) -> Answered:
    """Whether an answer is within 2 discs or 5 % of the best, as the engine sees it."""
    known = _known(position, **how)
    if known is None:
        return Answered(True, (str(move),), None, None, "")
    accepted = _within(known, 1) or [known.best]
    values = {each.move: each.value for each in known.moves}
    return Answered(move in accepted, tuple(map(str, accepted)), values.get(move), known.value, known.unit)


def keep_answer(database: Database, profile: str, position: Position, move: Move, found: Answered) -> int:
    """A bad answer comes back as a mistake; says how many are new."""
    if found.right:
        return 0
    loss = (found.best or 0.0) - (found.value or 0.0)
    tags: dict[str, Any] = {"phase": phase_of(position), "facts": []}
    card = {"position": position.text, "played": str(move), "accepted": list(found.accepted), "loss": loss}
    return Mistakes(database).add(profile, position.game, [{**card, "tags": tags}])


def _known(
    position: Position,
    seconds: float = SECONDS,
    nodes: int | None = None,
    stop: Stop | None = None,
    player: Player | None = None,
    spec: str | None = None,
) -> Analysis | None:
    return analyse(position, seconds=seconds, nodes=nodes, stop=stop, player=player, spec=spec, every_move=True)


def _within(known: Analysis, times: float) -> list[Move]:
    """The moves within so many times CLOSE of the best one."""
    if known.value is None:
        return []
    least = known.value - times * CLOSE[known.unit]
    return [each.move for each in known.moves if each.value is not None and not each.bound and each.value >= least]
