"""A player that gets ready while a manager's clock already runs."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from orchard.core.choice import Choice, Limits, Stop
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.swap2 import Swap2Answer
from orchard.play.warm_up import warm_up

SHARE = 0.6  # of the time for a move, that it waits for the player
GLANCE_S = 0.05


class Patient(Player):
    """Makes a player in a thread of its own. Kernels are loaded in a second or two, for which it waits; the first time
    they are compiled, which takes a minute or two: meanwhile a plain player answers where there is a clock."""

    summary = "a player that is still getting ready"

    def __init__(self, make: Callable[[], Player], game: Game, plain: Player) -> None:
        super().__init__()
        self._plain, self._made = plain, plain
        self._error: BaseException | None = None
        self._ready, self._compiling = threading.Event(), threading.Event()
        self._closed = False
        threading.Thread(target=self._get_ready, args=(make, game), daemon=True).start()

    def _get_ready(self, make: Callable[[], Player], game: Game) -> None:
        try:
            _tell_of_compiling(self._compiling)
            made = make()
            warm_up(made, game)
            self._made = made
            if self._closed:
                made.close()
        except BaseException as error:  # raised where somebody waits for it
            self._error = error
        finally:
            self._ready.set()

    def is_ready(self, seconds: float | None = 0.0, stop: Stop | None = None) -> bool:
        """Whether it is ready; while kernels are being compiled it is given that time, None: however long it takes."""
        began = time.perf_counter()
        while not self._ready.wait(GLANCE_S):
            is_late = seconds is not None and time.perf_counter() - began > seconds
            if (is_late and self._compiling.is_set()) or (stop is not None and stop.is_set()):
                return False
        if self._error is not None:
            raise self._error
        return True

    def think(self, position: Position, limits: Limits) -> Choice:
        began = time.perf_counter()
        if not self.is_ready(None if limits.seconds is None else SHARE * limits.seconds, limits.stop):
            note = "kernels are being compiled, once: a plain player answers; `orchard compile` does it beforehand"
            return replace(self._plain.choose(position, Limits(seconds=limits.seconds, seed=limits.seed)), note=note)
        if limits.seconds is not None:
            limits = replace(limits, seconds=max(0.0, limits.seconds - (time.perf_counter() - began)))
        return self._made.choose(position, limits)

    def swap2(self, position: Position, limits: Limits) -> Swap2Answer | None:
        return self._made.swap2(position, limits) if self.is_ready() else None

    def new_game(self) -> None:
        if self._ready.is_set():
            self._made.new_game()

    def close(self) -> None:
        self._closed = True
        self._made.close()


def _tell_of_compiling(compiling: threading.Event) -> None:
    """The event is set when the first kernel is not loaded but compiled."""
    from orchard.core import jit  # loads Numba, in this thread

    events = jit.numba.core.event

    class Listener(events.Listener):
        def on_start(self, event: object) -> None:
            compiling.set()

        def on_end(self, event: object) -> None:
            pass

    events.register("numba:compile", Listener())  # type: ignore[no-untyped-call]
