"""Stage 1 for Gomoku: the engine plays itself from openings that look even, into a folder of shards."""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Callable, Generator, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from orchard.core.board import squares_of
from orchard.core.files import written_whole
from orchard.core.game import BLACK, Position
from orchard.games import game as find_game
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import Weights, weights
from orchard.games.gomoku.search.alphabeta import SURE
from orchard.games.gomoku.search.engine import Found, KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.training.shards import ShardError, open_folder, shard_numbers, shard_paths, with_digest
from orchard.training.workers import results_here, until

Array = np.ndarray[Any, np.dtype[Any]]
Rows = dict[str, list[Any]]
COLUMNS = ("game", "cells", "value", "result", "move", "strayed")
Shard = tuple[int, Rows]  # its number and its positions
GAMES_PER_SHARD = 20
LEAST = 50  # nodes, without which no position can be called even
EVEN = 600  # an opening that a short search values below this, in thousandths of a logit, is played


@dataclass(frozen=True)
class SelfPlay:
    """What the games are like. The same settings give the same games on any number of threads or machines."""

    game: str = "gomoku"
    weights: str = "guess"  # guess, trained, or a file
    nodes: int = 400  # searched for each move
    opening_low: int = 3  # stones put at random in the middle, at least and at most
    opening_high: int = 8
    stray: float = 0.08  # how often a move is drawn from the best-looking ones instead
    seed: int = 1


def engine_for(choice: str, table_mb: float = 1) -> KiteEngine:
    return KiteEngine(tables(*weights(choice)), SearchStyle(), table_mb)


def deepen(engine: KiteEngine, position: Position, nodes: int) -> Found | None:
    """Search so many nodes, the same for the same position."""
    engine.begin(position, 1, nodes)
    return engine.deepest(40)


def random_opening(dice: random.Random, low: int, high: int, reach: int = 3) -> Position:
    """Stones of both sides at random near the middle of the board."""
    game = find_game("gomoku")
    area = list(squares_of(game.board.near(1 << game.board.centre.square, reach)))
    position = game.start()
    for square in dice.sample(area, dice.randint(low, high)):
        position = game.after(position, game.board.moves[square])
    return position


def play_game(engine: KiteEngine, settings: SelfPlay, number: int) -> Rows:
    """One game as rows, each from the view of the side to move; it ends when a side has proved its win."""
    dice = random.Random(f"{settings.seed} {number}")
    while True:
        position = random_opening(dice, settings.opening_low, settings.opening_high)
        found = deepen(engine, position, max(settings.nodes, LEAST))
        if found is not None and abs(found.value) < EVEN:
            break
    rows: Rows = {name: [] for name in COLUMNS}
    movers, winner = [], 0
    while not position.is_over:
        found = deepen(engine, position, settings.nodes)
        sign = 1 if position.to_move == BLACK else -1
        if found is None:
            square = engine.policy()[0][0]
        else:
            square = found.line[0]
            rows["game"].append(number)
            rows["cells"].append(cells_of(position))
            rows["value"].append(found.value)
            rows["move"].append(square)
            movers.append(sign)
            if abs(found.value) > SURE:
                winner = sign if found.value > 0 else -sign
                rows["strayed"].append(False)
                break
            stray = dice.random() < settings.stray
            rows["strayed"].append(stray)
            if stray:
                square = dice.choice([move for move, _ in engine.policy()[:8]])
        position = position.game.after(position, position.game.board.moves[square])
    if position.is_over and position.outcome is not None:
        winner = position.outcome.score
    rows["result"] = [winner * sign for sign in movers]
    return rows


def cells_of(position: Position) -> Array:
    """[squares] uint8: 0 empty, 1 own, 2 the enemy's."""
    size = position.game.board.size
    own = np.array([position.own >> square & 1 for square in range(size)], np.uint8)
    enemy = np.array([position.enemy >> square & 1 for square in range(size)], np.uint8)
    return own + 2 * enemy


def play_shard(settings: SelfPlay, number: int, learned: Weights, stopped: threading.Event | None = None) -> Shard:
    """The games of one shard, which depend on the settings and its number alone. One that was stopped is of no use."""
    engine = KiteEngine(tables(*learned), SearchStyle(), 1)
    rows: Rows = {name: [] for name in COLUMNS}
    for game in range(number * GAMES_PER_SHARD, (number + 1) * GAMES_PER_SHARD):
        if stopped is not None and stopped.is_set():
            break
        for name, values in play_game(engine, settings, game).items():
            rows[name] += values
    return number, rows


def play(
    settings: SelfPlay,
    folder: Path,
    games: int,
    threads: int = 1,
    cluster: str = "",
    on_shard: Callable[[int], None] = lambda games: None,
    seconds: float = float("inf"),
) -> int:
    """Play until the folder holds so many games, in whole shards, or the time is over; returns how many it holds.

    On `threads` of this machine, or on the workers of the Dask scheduler at the address `cluster`. A folder begun with
    the same settings is gone on with.
    """
    open_folder(folder, with_digest(asdict(settings)))
    learned = weights(settings.weights)
    there = shard_numbers(folder)
    waiting = until(seconds, (number for number in range(-(-games // GAMES_PER_SHARD)) if number not in there))
    with contextlib.closing(_played(settings, learned, waiting, threads, cluster)) as played:
        done = write_shards(folder, played, lambda done: on_shard((len(there) + done) * GAMES_PER_SHARD))
    return (len(there) + done) * GAMES_PER_SHARD


def _played(
    settings: SelfPlay, learned: Weights, waiting: Iterable[int], threads: int, cluster: str
) -> Generator[Shard, None, None]:
    if cluster:
        from orchard.play.cluster import Cluster

        with Cluster(cluster) as workers:
            yield from workers.results(play_shard, ((settings, number, learned) for number in waiting))
        return
    stopped = threading.Event()
    tasks = ((settings, number, learned, stopped) for number in waiting)
    yield from results_here(play_shard, tasks, threads, stopped.set)


def write_shards(folder: Path, made: Iterable[Shard], on_shard: Callable[[int], None]) -> int:
    """Write each shard as it is done, and return how many; a stopped run leaves whole shards only."""
    done = 0
    for done, (number, rows) in enumerate(made, 1):
        columns: dict[str, Any] = {name: np.array(values) for name, values in rows.items()}
        with written_whole(folder / f"shard-{number:05d}.npz") as partial:
            np.savez_compressed(partial, **columns)
        on_shard(done)
    return done


def read(folders: list[Path]) -> dict[str, Array]:
    """All rows of some folders, games numbered apart."""
    parts: list[dict[str, Array]] = []
    first = 0
    for folder in folders:
        paths = shard_paths(folder)
        if not paths:
            raise ShardError(f"no shards in {folder}: play some games into it first")
        for path in paths:
            with np.load(path) as file:
                part = {name: file[name] for name in COLUMNS}
            part["game"] = part["game"] + first
            parts.append(part)
        first = max(int(part["game"].max(initial=0)) for part in parts) + 1
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}
