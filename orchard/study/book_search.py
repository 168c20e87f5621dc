"""Searching positions for an opening book: by the game's analyst or another player, on many cores or machines."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent import futures
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import islice
from multiprocessing import get_context

from orchard.core.book import CERTAIN, Key, Searched, position_of
from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.games import book_offer
from orchard.games import game as game_of
from orchard.play.warm_up import warm_up
from orchard.players import player as make_player
from orchard.study.analysis import analyst_for, searching_lines

LINES = 4  # moves of a position that get a value

Work = tuple[Key, Searched]
Hands = Callable[[Iterable[Key]], Iterator[Work]]


@dataclass(frozen=True, slots=True)
class Budget:
    """How far each position is searched: one of the three."""

    depth: int | None = None
    nodes: int | None = None
    seconds: float | None = None

    def limits(self) -> Limits:
        given = {name: value for name, value in asdict(self).items() if value is not None}
        if len(given) != 1:
            raise OptionError("a book is searched by depth, by nodes or by seconds: give one of them")
        return Limits(**given, book=False)


def search_spec(game: Game, spec: str | None, lines: int) -> str:
    """The spec of the player that searches so many lines; by default the analyst of the game."""
    return searching_lines(spec or analyst_for(game).spec, lines)[0]


class Searcher:
    """Searches positions for a book of a game with its analyst, or with another player. One for each process."""

    def __init__(self, game: Game, budget: Budget, spec: str | None = None, lines: int = LINES) -> None:
        self.spec = search_spec(game, spec, lines)
        self.game, self.lines, self.limits = game, lines, budget.limits()
        offered = book_offer(game)
        self._confidence = offered.confidence if offered is not None and spec is None else 0
        self._player = make_player(self.spec)
        self._player.check_game(game)

    def __call__(self, key: Key) -> Work:
        position = position_of(self.game, key)
        return key, self._found(position, self._player.choose(position, self.limits))

    def _found(self, position: Position, choice: Choice) -> Searched:
        told = {stat.move: stat.value for stat in choice.moves if stat.value is not None and stat.bound != "upper"}
        best = told.pop(choice.move, None) if choice.value is None else choice.value
        if best is None:
            raise OptionError(f"{self.spec} gives no values, so it cannot search for a book")
        told.pop(choice.move, None)
        others = sorted(((move.square, min(value, best)) for move, value in told.items()), key=lambda pair: -pair[1])
        bound = next((stat.bound for stat in choice.moves if stat.move == choice.move), None)
        certain = bound == "exact" and choice.depth >= position.empties
        moves = ((choice.move.square, best), *others)[: self.lines]
        return Searched(moves, choice.depth, CERTAIN if certain else self._confidence, choice.nodes)


@dataclass(frozen=True, slots=True)
class Order:
    """What those who search must know; it travels to other processes and machines."""

    game: str
    budget: Budget
    spec: str | None = None  # None: the analyst of the game
    lines: int = LINES

    def searcher(self) -> Searcher:
        return Searcher(game_of(self.game), self.budget, self.spec, self.lines)


_local = threading.local()  # each thread that searches keeps its searcher


def _search(order: Order, key: Key) -> Work:
    if getattr(_local, "order", None) != order:
        _local.order, _local.searcher = order, order.searcher()
    found: Work = _local.searcher(key)
    return found


@contextmanager
def hands(order: Order, jobs: int = 1, cluster: str | None = None) -> Iterator[Hands]:
    """What searches positions: so many processes, or the workers of a Dask scheduler. Positions are taken one by one,
    when there is time for them. Kernels are compiled once, before there are several processes."""
    if cluster is not None:
        from orchard.play.cluster import Cluster

        with Cluster(cluster) as connection:
            yield lambda keys: connection.results(_search, ((order, key) for key in keys))
    elif jobs == 1:
        yield lambda keys: (_search(order, key) for key in keys)
    else:
        warm_up(make_player(search_spec(game_of(order.game), order.spec, order.lines)), game_of(order.game))
        ignored = (signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that hands out the work
        with futures.ProcessPoolExecutor(jobs, get_context("spawn"), signal.signal, ignored) as pool:
            yield lambda keys: _on_processes(pool, jobs, order, keys)


def _on_processes(
    pool: futures.ProcessPoolExecutor, jobs: int, order: Order, keys: Iterable[Key]
) -> Generator[Work, None, None]:
    waiting, working = iter(keys), set[futures.Future[Work]]()
    while True:
        working |= {pool.submit(_search, order, key) for key in islice(waiting, jobs + 1 - len(working))}
        if not working:
            return
        done, working = futures.wait(working, return_when=futures.FIRST_COMPLETED)
        yield from (future.result() for future in done)
