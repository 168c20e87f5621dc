"""Players that stay warm from game to game, and the games they play one after the other.

Games come back in small batches as they finish. A batch waits at most HOLD_S for more, and only while games are so
short that writing each down by itself would cost more than playing it.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from orchard.core.game import BLACK, WHITE, Color
from orchard.core.player import Player
from orchard.play.record import GameRecord
from orchard.play.referee import RunningGame, play_game
from orchard.play.setup import GameSetup
from orchard.players import player as make_player

HOLD_S = 0.1
SHORT_GAME_S = 0.02  # a longer game is handed on at once


class WarmPlayers:
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
