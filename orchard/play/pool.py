"""Games on several processes of this machine. A worker may die at any moment: its unfinished games are played again.

Each worker is a fresh Python process that keeps its players warm. It gets a few games at a time and sends each back
when it is finished, so that a death costs only the game it was playing. A player that hangs can only be ended with
its process: a thread of the worker watches over it, gives the game to the opponent, and ends the worker.
"""

import multiprocessing
import os
import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from orchard.core.choice import Stop
from orchard.core.errors import OrchardError
from orchard.play.cores import available_cores, shares
from orchard.play.events import GameEvent, Watcher
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup
from orchard.play.warm_players import WarmPlayers
from orchard.players._process import keep_to

PORTION_S = 0.5  # a worker's portion of games should take about so long
LARGEST_PORTION = 200
DEATHS_PER_GAME = 3
GRACE_S = 5.0  # for a worker to close its players
HANG_S = 30.0  # a player so late will never answer: longer than any compilation that was not done beforehand
WATCH_S = 0.5
LOOK_EVERY_S = 0.2  # for a raised stop flag
HUNG = 75  # exit code of a worker that ended itself because of a player


class WorkerError(OrchardError):
    """Workers die again and again at the same game."""


@dataclass(eq=False)
class _Worker:
    process: SpawnProcess
    connection: Connection
    cores: list[int]
    playing: dict[str, GameSetup] = field(default_factory=dict)
    portion: int = 1
    since: float = 0.0


def run_in_processes(
    setups: Iterable[GameSetup], jobs: int, watch: Watcher | None = None, stop: Stop | None = None
) -> Iterator[list[GameRecord]]:
    """Play all setups on `jobs` processes; batches of games as they finish."""
    pool = _Pool(setups, watch, stop or Stop())
    try:
        yield from pool.run(jobs)
        yield from pool.arrived()  # nothing, unless it was stopped
    except KeyboardInterrupt:
        yield from pool.arrived()  # what is finished is kept
        raise
    finally:
        pool.close()


class _Pool:
    def __init__(self, setups: Iterable[GameSetup], watch: Watcher | None, stop: Stop) -> None:
        self.fresh, self.watched, self.stop = iter(setups), watch is not None, stop
        self.show: Watcher = watch or (lambda event: None)
        self.again: deque[GameSetup] = deque()  # games whose worker died
        self.deaths: Counter[str] = Counter()
        self.workers: list[_Worker] = []
        self.context = multiprocessing.get_context("spawn")

    def run(self, jobs: int) -> Iterator[list[GameRecord]]:
        for cores in shares(available_cores(), jobs):
            if not self._give_work(worker := self._start(cores)):
                break
            self.workers.append(worker)
        while self.workers and not self.stop.is_set():
            waiting_for: list[Any] = [worker.connection for worker in self.workers]
            ready = set(map(id, wait(waiting_for, LOOK_EVERY_S)))
            for worker in [w for w in self.workers if id(w.connection) in ready]:
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                if isinstance(message, BaseException):
                    raise message
                if isinstance(message, GameEvent):
                    self.show(message)
                    continue
                for record in message:
                    self.show(GameEvent("finished", worker.playing.pop(record.id), record=record))
                if message:
                    yield message
                if not worker.playing and not self._give_work(worker):
                    self.workers.remove(worker)
                    _end(worker)

    def arrived(self) -> Iterator[list[GameRecord]]:
        """What workers have sent and nobody has read yet."""
        for worker in self.workers:
            while worker.connection.poll():
                try:
                    message = worker.connection.recv()
                except (EOFError, OSError):
                    break
                if isinstance(message, list):
                    yield message

    def _start(self, cores: list[int]) -> _Worker:
        ours, theirs = self.context.Pipe()
        process = self.context.Process(target=_work, args=(theirs, self.watched, cores), name="orchard-worker")
        process.start()
        theirs.close()
        return _Worker(process, ours, cores)

    def _give_work(self, worker: _Worker) -> bool:
        """The next portion of games for a worker that has none; False when there are no more."""
        took = time.monotonic() - worker.since
        if worker.since and took < PORTION_S / 2:
            worker.portion = min(LARGEST_PORTION, worker.portion * 2)
        elif took > PORTION_S * 2:
            worker.portion = max(1, worker.portion // 2)
        portion: list[GameSetup] = []
        while len(portion) < worker.portion:
            setup = self.again.popleft() if self.again else next(self.fresh, None)
            if setup is None:
                break
            portion.append(setup)
        if not portion:
            if worker not in self.workers:
                _end(worker)
            return False
        worker.playing = {setup.id: setup for setup in portion}
        worker.since = time.monotonic()
        with suppress(OSError):  # it has died: its connection is at an end, which is noticed when we wait for it
            worker.connection.send(portion)
        return True

    def _replace(self, dead: _Worker) -> None:
        self.workers.remove(dead)
        dead.connection.close()
        dead.process.join()
        unfinished = list(dead.playing.values())
        for setup in unfinished:
            self.show(GameEvent("finished", setup))
        if unfinished and dead.process.exitcode != HUNG:
            guilty = unfinished[0]  # they are played in this order
            self.deaths[guilty.id] += 1
            if self.deaths[guilty.id] >= DEATHS_PER_GAME:
                raise WorkerError(
                    f"{DEATHS_PER_GAME} workers died (exit code {dead.process.exitcode}) while playing game "
                    f"{guilty.id}, {guilty.black} against {guilty.white}: one of the two seems to crash Python"
                )
        self.again.extend(unfinished)
        worker = self._start(dead.cores)
        if self._give_work(worker):
            self.workers.append(worker)

    def close(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        for worker in self.workers:
            _end(worker)


def _end(worker: _Worker) -> None:
    worker.connection.close()
    worker.process.join(GRACE_S)
    if worker.process.is_alive():
        worker.process.kill()
        worker.process.join()


# ------------------------------------------------------------------------------------------ in the worker


def _work(connection: Connection, watched: bool, cores: list[int]) -> None:
    keep_to(cores)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the parent says what to do
    signal.signal(signal.SIGTERM, _leave)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    sending = threading.Lock()

    def send(event: GameEvent) -> None:
        if event.kind != "finished":  # the parent tells that, when it has the record
            with sending:
                connection.send(event)

    players = WarmPlayers(send if watched else None)
    threading.Thread(target=_end_when_hung, args=(players, connection, sending), daemon=True).start()
    try:
        while True:
            for batch in players.play_in_batches(connection.recv()):
                with sending:
                    connection.send(batch)
    except (EOFError, BrokenPipeError):
        pass  # the parent is done with us, or gone
    except OrchardError as error:
        connection.send(error)
    finally:
        players.close()


def _end_when_hung(players: WarmPlayers, connection: Connection, sending: threading.Lock) -> None:
    """A thread of its own, which runs also while a player never returns. What it gives up is lost on time; games that
    were finished and not yet sent are played again elsewhere."""
    while True:
        time.sleep(WATCH_S)
        with sending:
            game = players.running
            lost = game.hung(HANG_S) if game is not None else None
            if lost is not None:
                connection.send([lost])
                os._exit(HUNG)


def _leave(*_: object) -> None:
    raise SystemExit(0)


def _end_with_parent() -> None:
    """Bots and players are closed even when the parent was killed: as if it had asked us to leave."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(GRACE_S)
    os._exit(1)
