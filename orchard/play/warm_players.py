"""Players that stay warm from game to game, and the games they play one after the other."""

import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from orchard.core.choice import Stop
from orchard.core.game import BLACK, WHITE, Color, Position
from orchard.core.player import Player
from orchard.play.events import GameEvent, Watcher
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.referee import GameStoppedError, RunningGame, play_game
from orchard.play.setup import GameSetup
from orchard.players import player as make_player

HOLD_S = 0.1  # a batch of games waits so long for more,
SHORT_GAME_S = 0.02  # while they are so short that saving each by itself would cost more than playing it
MOST_KEPT = 16  # players, each with its tables; the longest unused are closed


class WarmPlayers:
    """Players kept warm from game to game: one for each spec and colour, made when first needed.

    `watch` hears what happens in the games. When `stop` is raised, the game under way ends in a GameStoppedError.
    `given` are players that the caller has made, by what setups call them; they play either colour and stay open.
    """

    def __init__(
        self, watch: Watcher | None = None, stop: Stop | None = None, given: Mapping[str, Player] | None = None
    ) -> None:
        self._given = given or {}
        self._players: dict[tuple[str, Color], Player] = {}
        self._watch, self._stop = watch, stop or Stop()
        self.running: RunningGame | None = None  # for a thread that watches over it

    def play(self, setup: GameSetup) -> GameRecord:
        if self._stop.is_set():
            raise GameStoppedError("stopped before the game began")
        seats: tuple[tuple[str, Color], ...] = ((setup.black, BLACK), (setup.white, WHITE))
        players = {color: self._player(spec, color) for spec, color in seats}
        record: GameRecord | None = None
        moved = None if self._watch is None else self._moved
        try:
            record = play_game(setup, players=players, on_move=moved, stop=self._stop, on_start=self._began)
        finally:
            self._tell("finished", record=record)
            self.running = None
        for (spec, color), player in zip(seats, players.values(), strict=True):
            # a bot's process ends with its game, and nobody plays on after a crash
            if (spec, color) in self._players and (player.takes_argument or record.fault is not None):
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
        except GameStoppedError:
            pass  # what is finished is kept
        except KeyboardInterrupt:
            if batch:
                yield batch
            raise
        if batch:
            yield batch

    def _began(self, game: RunningGame) -> None:
        self.running = game
        self._tell("started")

    def _moved(self, position: Position, move: MoveRecord) -> None:
        self._tell("move", move=move)

    def _tell(self, kind: Literal["started", "move", "finished"], **more: Any) -> None:
        game = self.running
        if self._watch is not None and game is not None:
            position = None if kind == "finished" else game.position
            self._watch(GameEvent(kind, game.setup, position, **more))

    def _player(self, spec: str, color: Color) -> Player:
        if spec in self._given:
            return self._given[spec]
        key = (spec, color)
        player = self._players.pop(key, None) or make_player(spec)
        self._players[key] = player  # the last one is the latest used
        if len(self._players) > MOST_KEPT:
            self._players.pop(next(iter(self._players))).close()
        return player

    def close(self) -> None:
        while self._players:
            self._players.popitem()[1].close()
