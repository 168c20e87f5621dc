"""Files of games that a browser sends: read in a thread, game by game, and kept in the database, with progress."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from orchard.core.choice import Stop
from orchard.core.errors import OrchardError
from orchard.play import formats
from orchard.shells.studio.engine import BusyError

if TYPE_CHECKING:
    from orchard.play.record import GameRecord
    from orchard.shells.studio.studio import Studio

AT_ONCE = 250  # games that are saved in one transaction
REMEMBERED = 50  # imports whose state can be asked for
MOST_AT_ONCE = 3


@dataclass
class Import:
    """How far a file has been read. What was saved stays, also where the rest could not be read."""

    id: str
    file: str
    games: int = 0  # read
    new: int = 0  # of them not there before
    done: bool = False
    problem: str = ""  # why it ended before the end of the file

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


class Imports:
    def __init__(self) -> None:
        self._known: OrderedDict[str, Import] = OrderedDict()

    def state(self, id: str) -> Import | None:
        return self._known.get(id)

    def check_room(self) -> None:
        if sum(not entry.done for entry in self._known.values()) >= MOST_AT_ONCE:
            raise BusyError("other files are being read; wait until one is done", kind="long_queue")

    def begin(self, studio: Studio, data: bytes, file: str, game: str | None, client: str) -> Import:
        """Read a file from now on; the state tells how far it is."""
        self.check_room()
        state = Import(secrets.token_hex(8), file)
        job = studio.library.submit(client, lambda stop, report: read_file(studio, data, state, game, stop))
        job.done.add_done_callback(lambda done: _finish(state, done))
        self._known[state.id] = state
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)
        return state


def _finish(state: Import, done: Any) -> None:
    """Whatever happened, nobody waits for it any longer."""
    error = None if done.cancelled() else done.exception()
    if error is not None and not state.problem:
        state.problem = str(error)
    state.done = True


def read_file(studio: Studio, data: bytes, state: Import, game: str | None, stop: Stop) -> None:
    """Read the games one by one and save them a few at a time, until the end, an error, or a stop."""
    promised = formats.by_file_name(state.file)
    by_ending = None if promised == "transcript" else promised  # .txt may be anything: its content decides
    some: list[GameRecord] = []

    def save() -> None:
        state.new += studio.arena.store.save_games(some)
        some.clear()

    try:
        for record in formats.iterate(data, by_ending, game):
            some.append(record)
            state.games += 1
            if len(some) == AT_ONCE:
                save()
            if stop.is_set():
                state.problem = "stopped"
                break
    except OrchardError as error:
        state.problem = str(error)
    save()
