"""What every legal move of a position is worth, getting better for as long as one waits.

The strongest player at hand thinks again and again with a growing budget. Where no player tells the worth of moves,
random games from each of them do: a rough answer, but always there.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.game import Position
from orchard.core.player import Player

Unit = Literal["chance", "discs"]
FIRST_BUDGET_S = 0.1
RANDOM_GAMES = "random games"

# The strongest first; `unit` is what the player's values mean: winning chances (0 to 1) or discs ahead at the end.
ANALYSTS: dict[str, tuple[tuple[str, Unit], ...]] = {
    "reversi": (("uct", "chance"),),
    "reversed_reversi": (("uct", "chance"),),
    "gomoku": (("uct:candidates=lines", "chance"), ("uct", "chance")),
}


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and its worth for the side to move."""

    move: Move
    value: float | None
    visits: int = 0
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """`value` and `line` belong to the best move; everything is from the view of the side to move."""

    best: Move
    value: float | None
    unit: Unit
    moves: tuple[MoveValue, ...]
    line: tuple[Move, ...]
    exact: bool
    depth: int
    nodes: int
    seconds: float
    by: str

    def value_of(self, move: str) -> float | None:
        return next((entry.value for entry in self.moves if entry.move == move), None)

    def as_json(self) -> dict[str, Any]:
        return {
            "best": self.best,
            "value": self.value,
            "unit": self.unit,
            "line": list(self.line),
            "exact": self.exact,
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "by": self.by,
            "moves": [
                {"move": m.move, "value": m.value, "visits": m.visits, "exact": m.exact}
                for m in sorted(self.moves, key=lambda m: -1e9 if m.value is None else m.value, reverse=True)
            ],
        }


def analyst_of(game: str) -> str:
    """The spec of the player that analyses a game (base name)."""
    from orchard.players import players

    return next((spec for spec, _ in ANALYSTS.get(game, ()) if spec.partition(":")[0] in players()), "random")


def unit_of(game: str, spec: str | None = None) -> Unit:
    """What the values of a player mean in a game; of its analyst if no spec is given."""
    spec = spec or analyst_of(game)
    return next((unit for known, unit in ANALYSTS.get(game, ()) if known == spec), "chance")


def analyse(
    position: Position,
    *,
    seconds: float,
    stop: Stop | None = None,
    on_update: Callable[[Analysis], None] | None = None,
    player: Player | None = None,
    spec: str | None = None,
    seed: int = 0,
) -> Analysis | None:
    """Think about a position for `seconds`, telling each better answer; None if stopped before the first.

    `player` is used if given (of the spec `spec`), else one is made and closed. The game must not be over.
    """
    from orchard.players import player as make_player

    stop = stop or Stop()
    base = position.game.base_name
    spec = spec or analyst_of(base)
    tell = on_update or (lambda update: None)
    if spec == "random":
        return _by_random_games(position, seconds, stop, tell, seed)
    thinker = player or make_player(spec)
    try:
        return _by_player(position, thinker, spec, seconds, stop, tell, seed)
    finally:
        if player is None:
            thinker.close()


def _by_player(
    position: Position,
    thinker: Player,
    spec: str,
    seconds: float,
    stop: Stop,
    tell: Callable[[Analysis], None],
    seed: int,
) -> Analysis | None:
    started = time.perf_counter()
    unit = unit_of(position.game.base_name, spec)
    budget, best = min(FIRST_BUDGET_S, seconds), None
    while not stop.is_set():
        choice = thinker.choose(position, Limits(seconds=budget, seed=seed, stop=stop))
        if choice.value is None and best is None:  # the first time may have gone into loading: that is no answer
            choice = thinker.choose(position, Limits(seconds=budget, seed=seed, stop=stop))
        if stop.is_set() and best is not None:
            break
        best = _from_choice(choice, unit, spec, time.perf_counter() - started)
        if best.value is None:
            best = _look_further(position, thinker, best, budget, stop, seed)
        tell(best)
        left = seconds - (time.perf_counter() - started)
        if left <= 0.02 or best.exact:
            break
        budget = min(budget * 2, left)
    return best


def _look_further(
    position: Position, thinker: Player, known: Analysis, seconds: float, stop: Stop, seed: int
) -> Analysis:
    """Where a move was played without thinking (it was the only one), its worth is that of what comes after."""
    after, line, turned = position, list(known.line[:1]), False
    for _ in range(3):
        after = after.play(line[-1])
        turned = not turned
        outcome = after.outcome
        value, exact = None, False
        if outcome is not None:
            score = outcome.score_for(after.to_move)
            value = float(score) if known.unit == "discs" else 0.5 + 0.5 * ((score > 0) - (score < 0))
            exact = True
        else:
            choice = thinker.choose(after, Limits(seconds=seconds, seed=seed, stop=stop))
            value = choice.value
        if value is not None:
            mine = (-value if known.unit == "discs" else 1.0 - value) if turned else value
            moves = tuple(
                replace(entry, value=mine, exact=exact) if entry.move == known.best else entry for entry in known.moves
            )
            return replace(known, value=mine, exact=exact, moves=moves, line=tuple(line))
        line.append(choice.move)
    return known


def _from_choice(choice: Choice, unit: Unit, spec: str, seconds: float) -> Analysis:
    moves = tuple(MoveValue(stat.move, stat.value, stat.visits, stat.bound == "exact") for stat in choice.moves)
    if not any(entry.move == choice.move for entry in moves):
        moves = (MoveValue(choice.move, choice.value), *moves)
    value = choice.value
    if value is None:
        value = next((entry.value for entry in moves if entry.move == choice.move), None)
    exact = any(entry.exact for entry in moves if entry.move == choice.move)
    line = choice.line or (choice.move,)
    return Analysis(choice.move, value, unit, moves, line, exact, choice.depth, choice.nodes, seconds, spec)


def _by_random_games(
    position: Position, seconds: float, stop: Stop, tell: Callable[[Analysis], None], seed: int
) -> Analysis | None:
    started = time.perf_counter()
    legal = position.legal()
    after = [position.game.after(position, move) for move in legal]
    points, games, games_each = [0.0] * len(legal), 0, 100
    result = None
    while not stop.is_set():
        for n, child in enumerate(after):
            outcome = child.outcome
            if outcome is not None:
                score = outcome.score_for(position.to_move)
                points[n] += games_each * (1.0 if score > 0 else 0.5 if score == 0 else 0.0)
                continue
            _, draws, losses = position.game.random_games(child, games_each, seed + games)
            points[n] += losses + draws / 2
        games += games_each
        moves = tuple(MoveValue(move, points[n] / games, games) for n, move in enumerate(legal))
        best = max(moves, key=lambda entry: entry.value or 0.0)
        spent = time.perf_counter() - started
        nodes = games * len(legal)
        result = Analysis(best.move, best.value, "chance", moves, (best.move,), False, 1, nodes, spent, RANDOM_GAMES)
        if spent >= seconds:
            tell(result)
            break
        if games_each < 3200:
            games_each *= 2
            tell(result)
    return result
