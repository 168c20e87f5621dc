"""Games and searches of both Reversi games for training. Each thread keeps its memory for the next piece of work."""

# mypy: disable-error-code="no-untyped-call"
import threading
from typing import Any

import numpy as np

from orchard.core.course import Array, Columns, Pair
from orchard.core.errors import OptionError
from orchard.core.jit import splitmix
from orchard.games.reversi.bits import FULL, random_playout
from orchard.games.reversi.evaluate.weights_file import Evaluation, addresses
from orchard.games.reversi.search import selfplay as kernels
from orchard.games.reversi.search.leaves import MOST_LEAVES, Leaves
from orchard.games.reversi.search.midgame_table import new_table
from orchard.games.reversi.training.columns import EXACT, GAMES_PER_SHARD
from orchard.games.reversi.training.settings import ReversiGate, ReversiLabel, ReversiPlay
from orchard.search.memory import address_of

TRIES = 200  # at finding an opening that is even enough
LABEL_TABLE_MB = 8.0

_local = threading.local()


def workspace(game: str, stop: Array, table_mb: float = 1.0, confidence: float = 0.0) -> kernels.Workspace:
    """This thread's memory for searches of one kind."""
    kind = (game, table_mb, confidence)
    if getattr(_local, "kind", None) != kind:
        _local.kind, _local.space = kind, kernels.Workspace(game, table_mb, confidence)
    space: kernels.Workspace = _local.space
    space.use(stop=stop)
    return space


def play_shard(settings: ReversiPlay, number: int, weights: Evaluation, stop: Array) -> Columns:
    space = workspace(settings.game, stop, confidence=settings.confidence)
    manner = kernels.Manner.new()
    for name in kernels.Manner.dtype.names:
        manner[name] = getattr(settings, name)
    if settings.leaves > MOST_LEAVES:
        raise OptionError(f"at most {MOST_LEAVES} leaves of a search are kept, not {settings.leaves}")
    rows, leaves = GAMES_PER_SHARD * kernels.MAX_POSITIONS, Leaves.new()
    out, beside = kernels.Positions.new(rows=rows), kernels.Positions.new(rows=rows * settings.leaves)
    seed, first = np.uint64(settings.seed), number * GAMES_PER_SHARD
    work = space.with_weights(weights)
    count = kernels.play_games(seed, first, GAMES_PER_SHARD, manner, out, beside, address_of(leaves), work)
    both = {
        name: np.concatenate([column[: leaves.rows], getattr(out, name)[:count]])
        for name, column in beside._asdict().items()
    }
    order = np.argsort(both["game"], kind="stable")  # leaves come before the game they come from
    return {name: column[order] for name, column in both.items()}


def values(space: kernels.Workspace, columns: Columns, depth: int, exact_from: int, weights: Evaluation) -> Any:
    """The searched value of each position, [rows] int16, and whether it is exact, [rows] uint8."""
    count = len(columns["own"])
    found, exact = np.zeros(count, np.int16), np.zeros(count, np.uint8)
    work = space.with_weights(weights)
    kernels.label_positions(columns["own"], columns["enemy"], depth, exact_from, found, exact, work)
    return found, exact


def label_shard(settings: ReversiLabel, game: str, columns: Columns, weights: Evaluation, stop: Array) -> Columns:
    """A deeper look; exact where the solver is fast. What was solved before and is only searched now stays."""
    space = workspace(game, stop, LABEL_TABLE_MB)
    found, exact = values(space, columns, settings.depth, settings.exact_from, weights)
    known = (columns["flags"] & EXACT > 0) & (exact == 0)
    return columns | {
        "value": np.where(known, columns["value"], found),
        "later": np.where(exact > 0, found, columns["later"]),
        "flags": columns["flags"] | np.where(exact > 0, EXACT, 0).astype(np.uint8),
    }


def play_pair(settings: ReversiGate, number: int, new: Evaluation, old: Evaluation, stop: Array) -> Pair:
    """Both sides of a random opening that the old weights think even, equally deep, so that only the weights differ."""
    space = workspace(settings.game, stop)
    if not hasattr(_local, "second_table"):
        _local.second_table = new_table(1.0)
    own, enemy = _opening(settings, number, old, space)
    first, second = addresses(new), addresses(old)
    both = [
        kernels.play_match_game(
            own, enemy, settings.depth, settings.exact_from, new_moves, first, second, space.table, _local.second_table,
            space.work,
        )
        for new_moves in (1, 0)
    ]  # fmt: skip
    return Pair(sum(1.0 if value > 0 else 0.5 if value == 0 else 0.0 for value in both), sum(both) / 200)


def _opening(settings: ReversiGate, number: int, old: Evaluation, space: kernels.Workspace) -> tuple[int, int]:
    for attempt in range(TRIES):
        seed = splitmix(np.uint64((settings.seed << 40) + (number << 8) + attempt))
        start = kernels.START_OWN, kernels.START_ENEMY
        own, enemy, *_ = random_playout(*start, FULL, seed, settings.opening_plies)
        space.table[:] = 0
        value = kernels.value_of(own, enemy, 3, 0, space.with_weights(old))
        if abs(value) <= 100 * settings.even_openings:
            break
    return own, enemy
