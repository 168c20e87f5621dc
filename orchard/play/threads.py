"""Games on threads of this process. Players release the GIL while they think, so several can think at once."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, ThreadPoolExecutor, wait

from orchard.core.choice import Stop
from orchard.play.events import Watcher
from orchard.play.record import GameRecord
from orchard.play.referee import GameStoppedError
from orchard.play.setup import GameSetup
from orchard.play.warm_players import WarmPlayers


class GameThreads:
    """`count` threads. Runs that share them take turns, game by game."""

    def __init__(self, count: int) -> None:
        self.count = count
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="game")

    def run(
        self, setups: Iterable[GameSetup], watch: Watcher | None = None, stop: Stop | None = None
    ) -> Iterator[list[GameRecord]]:
        """Play all setups; batches of games as they finish. Stopped, it still hands on every finished game."""
        stop = stop or Stop()
        idle: deque[WarmPlayers] = deque()

        def play(setup: GameSetup) -> GameRecord:
            try:
                players = idle.pop()
            except IndexError:
                players = WarmPlayers(watch, stop)
            try:
                return players.play(setup)
            finally:
                idle.append(players)

        waiting, under_way = iter(setups), set[Future[GameRecord]]()
        try:
            while True:
                while len(under_way) < self.count and not stop.is_set() and (setup := next(waiting, None)) is not None:
                    under_way.add(self._threads.submit(play, setup))
                if not under_way:
                    return
                done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
                batch = [game.result() for game in done if not _problem(game)]
                if batch:
                    yield batch
                for problem in filter(None, map(_problem, done)):
                    if not isinstance(problem, GameStoppedError | CancelledError):
                        raise problem
        finally:
            stop.set()
            for game in under_way:
                game.cancel()
            wait(under_way)
            for players in idle:
                players.close()

    def close(self) -> None:
        """No more games; a game under way ends when its run is stopped."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _problem(game: Future[GameRecord]) -> BaseException | None:
    return CancelledError() if game.cancelled() else game.exception()
