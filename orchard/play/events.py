"""What happens in games while they are played, for those who watch."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from orchard.core.game import Position
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.setup import GameSetup


@dataclass(frozen=True, slots=True)
class GameEvent:
    """A game started (`position` is where, after its opening), a move was played (`position` is what it led to), or
    the game finished (`record` is None where it was stopped)."""

    kind: Literal["started", "move", "finished"]
    setup: GameSetup
    position: Position | None = None
    move: MoveRecord | None = None
    record: GameRecord | None = None


Watcher = Callable[[GameEvent], None]  # called from the thread that plays the game


class LiveBoards:
    """The games under way. It is a `Watcher`, and may be asked from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._under_way: dict[str, GameEvent] = {}

    def __call__(self, event: GameEvent) -> None:
        with self._lock:
            if event.kind == "finished":
                self._under_way.pop(event.setup.id, None)
            else:
                self._under_way[event.setup.id] = event

    def now(self, most: int) -> list[tuple[GameSetup, Position]]:
        """At most this number of games as they stand; those that started first come first."""
        with self._lock:
            latest = list(self._under_way.values())[:most]
        return [(event.setup, event.position) for event in latest if event.position is not None]
