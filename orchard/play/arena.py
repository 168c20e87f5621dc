"""Many games: in this process, in several, or on many machines. The same games come back whichever way.

Games come back in small batches as they finish, in any order; each setup's game comes back exactly once. A batch
waits at most HOLD_S for more, and only while games are so short that writing down each by itself would cost more
than playing it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator

from orchard.core.game import BLACK, WHITE, Color
from orchard.core.player import Player
from orchard.play.record import GameRecord
from orchard.play.referee import RunningGame, play_game
from orchard.play.setup import GameSetup
from orchard.players import player as make_player

HOLD_S = 0.1
SHORT_GAME_S = 0.02  # a longer game is handed on at once


class Bench:
    """Players kept warm from game to game: one for each spec and colour, made when first needed."""

    def __init__(self) -> None:
        self._players: dict[tuple[str, Color], Player] = {}
        self.running: RunningGame | None = None  # for a thread that watches over it

    def play(self, setup: GameSetup) -> GameRecord:
        seats: tuple[tuple[str, Color], ...] = ((setup.black, BLACK), (setup.white, WHITE))
        players = {color: self._player(spec, color) for spec, color in seats}
        record = play_game(setup, players=players, on_start=self._began)
        self.running = None
        for (spec, color), player in zip(seats, players.values(), strict=True):
            # a bot's process ends with its game, and nobody plays on after a crash
            if player.takes_argument or record.fault is not None:
                self._players.pop((spec, color)).close()
        return record

    def play_in_batches(self, setups: Iterable[GameSetup]) -> Iterator[list[GameRecord]]:
        batch: list[GameRecord] = []
        handed_on = time.monotonic()
        try:
            for setup in setups:
                record = self.play(setup)
                batch.append(record)
                if record.seconds > SHORT_GAME_S or time.monotonic() - handed_on > HOLD_S:
                    yield batch
                    batch, handed_on = [], time.monotonic()
        except KeyboardInterrupt:
            if batch:  # what is finished is kept
                yield batch
            raise
        if batch:
            yield batch

    def _began(self, game: RunningGame) -> None:
        self.running = game

    def _player(self, spec: str, color: Color) -> Player:
        key = (spec, color)
        if key not in self._players:
            self._players[key] = make_player(spec)
        return self._players[key]

    def close(self) -> None:
        while self._players:
            self._players.popitem()[1].close()


def run_batches(
    setups: Iterable[GameSetup], *, jobs: int = 1, cluster: str | None = None
) -> Iterator[list[GameRecord]]:
    """Play all, and give the games back in batches as they finish. Closing the iterator stops what is running."""
    if cluster is not None:
        from orchard.play.cluster import run_on_cluster

        yield from run_on_cluster(setups, cluster)
    elif jobs > 1:
        from orchard.play.pool import run_in_processes

        yield from run_in_processes(setups, jobs)
    else:
        bench = Bench()
        try:
            yield from bench.play_in_batches(setups)
        finally:
            bench.close()


def run_games(
    setups: Iterable[GameSetup],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
) -> Iterator[GameRecord]:
    """Play all, and give the games back one by one as they finish."""
    for batch in run_batches(setups, jobs=jobs, cluster=cluster):
        for record in batch:
            if on_game is not None:
                on_game(record)
            yield record
