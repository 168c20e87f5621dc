"""What the games of a plan add up to: points, pairs, faults, times, ratings. Each game counts once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from orchard.play.rating import Estimate, Rating, bradley_terry, pair_elo, pentanomial_of
from orchard.play.record import GameRecord, position_after

if TYPE_CHECKING:
    from orchard.play.league import Plan


@dataclass(frozen=True, slots=True)
class Score:
    """Games of one pairing from the first player's view."""

    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    @property
    def share(self) -> float | None:
        return self.points / self.games if self.games else None

    def mirrored(self) -> Score:
        return Score(self.losses, self.draws, self.wins)


class Tally:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.seen: set[int] = set()
        self._results = [Counter[float]() for _ in plan.pairings]  # points of the first player: games
        self._half_pairs: dict[int, float] = {}  # pair number: points of the first player in its one game so far
        self._pairs: list[dict[int, float]] = [{} for _ in plan.pairings]  # pair in the pairing: points, 0 to 2
        self._faults = [Counter[str]() for _ in plan.players]
        self._seconds = [0.0] * len(plan.players)
        self._moves = [0] * len(plan.players)

    @property
    def played(self) -> int:
        return len(self.seen)

    def add(self, records: Iterable[GameRecord]) -> None:
        for record in records:
            number = self.plan.number(record)
            if number not in self.seen:
                self.seen.add(number)
                self._add(number, record)

    def _add(self, number: int, record: GameRecord) -> None:
        black, white = self.plan.colors(number, record)
        pairing, pair = self.plan.place(number)
        for_black = 0.5 if record.winner is None else float(record.winner == "black")
        points = for_black if black == self.plan.pairings[pairing][0] else 1 - for_black
        self._results[pairing][points] += 1
        if number // 2 in self._half_pairs:
            self._pairs[pairing][pair] = points + self._half_pairs.pop(number // 2)
        else:
            self._half_pairs[number // 2] = points
        if record.fault is not None:
            self._faults[black if record.fault.player == "black" else white][record.verdict] += 1
        if record.moves:
            # the first of them is made by the side to move after the opening, and sides alternate, passes included
            first = black if _mover_after(record.game, record.start, record.opening) == "black" else white
            for player, moves in ((first, record.moves[::2]), (black + white - first, record.moves[1::2])):
                self._seconds[player] += sum(move.seconds for move in moves)
                self._moves[player] += len(moves)

    # --------------------------------------------------------------- asked

    def score(self, pairing: int = 0) -> Score:
        results = self._results[pairing]
        return Score(results[1.0], results[0.5], results[0.0])

    def between(self, one: int, two: int) -> Score | None:
        """The score of one player against another; None if the plan never brings them together."""
        for pairing, (first, second) in enumerate(self.plan.pairings):
            if (first, second) == (one, two):
                return self.score(pairing)
            if (second, first) == (one, two):
                return self.score(pairing).mirrored()
        return None

    def pair_points(self, pairing: int = 0) -> list[float]:
        """Points of each finished pair, in the plan's order, up to the first pair that is not finished.

        What is decided while games are still running must not depend on which of them are quick.
        """
        pairs = self._pairs[pairing]
        points: list[float] = []
        while (at := len(points)) in pairs:
            points.append(pairs[at])
        return points

    def pentanomial(self, pairing: int = 0) -> tuple[int, ...]:
        return pentanomial_of(self._pairs[pairing].values())

    def elo(self, pairing: int = 0) -> Estimate:
        return pair_elo(self.pentanomial(pairing))

    def ratings(self, anchor: str | None = None) -> list[Rating]:
        """Best first. Only finished pairs count; a player without any is listed as unknown."""
        labels = self.plan.labels
        results = {
            (labels[first], labels[second]): self.pentanomial(pairing)
            for pairing, (first, second) in enumerate(self.plan.pairings)
        }
        return bradley_terry(results, anchor)

    def faults(self, player: int) -> dict[str, int]:
        return dict(self._faults[player])

    def seconds_per_move(self, player: int) -> float | None:
        return self._seconds[player] / self._moves[player] if self._moves[player] else None

    def as_json(self, anchor: str | None = None) -> dict[str, Any]:
        """The table for machines: ratings best first, and the score of every pairing."""
        labels = self.plan.labels
        return {
            "game": self.plan.game,
            "games": self.played,
            "planned": self.plan.total,
            "table": [
                {
                    "player": rating.player,
                    "name": self.plan.shown[at],
                    **rating.estimate.as_json(),
                    "games": rating.games,
                    "score": round(rating.score, 4),
                    "group": rating.group,
                    "faults": self.faults(at),
                    "seconds_per_move": self.seconds_per_move(at),
                }
                for rating in self.ratings(anchor)
                for at in (labels.index(rating.player),)
            ],
            "pairings": [
                {
                    "players": [labels[first], labels[second]],
                    **asdict(self.score(pairing)),
                    "pentanomial": list(self.pentanomial(pairing)),
                    **self.elo(pairing).as_json(),
                }
                for pairing, (first, second) in enumerate(self.plan.pairings)
            ],
        }


@lru_cache(maxsize=1 << 16)
def _mover_after(game: str, start: str, opening: str) -> str:
    return position_after(game, start, opening).to_move
