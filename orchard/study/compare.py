"""The same position searched in several ways, side by side: what each help is worth in nodes and time.

A way is `minimax`, `alphabeta`, `negascout`, or one of the last two with helps added or taken away:
`alphabeta+table`, `alphabeta+history+ordering`, `negascout-ordering`. `negascout` has all of them on.
"""

import re
import time
from dataclasses import dataclass, replace

import numpy as np

from orchard.core.board import PASS, PASS_SQUARE, Move
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.evaluation import Evaluation
from orchard.core.game import Position
from orchard.search.lookahead import Lookahead, LookaheadSettings

HELPS = ("scout", "table", "history", "ordering", "deepening")
TABLE_MB = 16
STORY = ("minimax", "alphabeta", "alphabeta+ordering", "alphabeta+table", "alphabeta+history", "negascout")


@dataclass(frozen=True, slots=True)
class Way:
    name: str
    settings: LookaheadSettings
    deepening: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """What one way needed for the position."""

    name: str
    move: Move
    value: float
    nodes: int
    seconds: float


def read_way(name: str) -> Way:
    """The way that a name such as `alphabeta+table` stands for."""
    base, *changes = re.findall(r"^[a-z]*|[+-][a-z]*", name.strip().lower())
    known = base in ("minimax", "alphabeta", "negascout")
    if not known or (changes and base == "minimax") or any(change[1:] not in HELPS for change in changes):
        raise OptionError(
            f"no way to search called {name!r}; there are minimax, alphabeta and negascout, "
            f"the last two with +HELP or -HELP, where HELP is {', '.join(HELPS)}"
        )
    if base == "minimax":
        return Way(name, LookaheadSettings("minimax"))
    on = set(HELPS) if base == "negascout" else set()
    for change in changes:
        (on.add if change[0] == "+" else on.discard)(change[1:])
    settings = LookaheadSettings.switched(
        "scout" in on, TABLE_MB if "table" in on else 0, "history" in on, "ordering" in on
    )
    return Way(name, settings, "deepening" in on)


def compare(position: Position, names: tuple[str, ...], depth: int, evaluation: Evaluation) -> list[Row]:
    """Search `position` to `depth` in each way, each from a clean start."""
    ways = [read_way(name) for name in names]
    if position.is_over:
        raise IllegalMoveError("the game is over: there is nothing to search")
    return [_search(position, way, depth, evaluation) for way in ways]


def _search(position: Position, way: Way, depth: int, evaluation: Evaluation) -> Row:
    lookahead = Lookahead(way.settings)
    weights = evaluation.weights_for(position)
    lookahead.begin(position, evaluation, weights)
    never = np.zeros(1, np.uint8)
    order = list(lookahead.squares)
    started = time.perf_counter()
    for level in range(1 if way.deepening else depth, depth + 1):
        found = lookahead.run(order, level, never)
        values = {move.square: move.value for move in found.moves}
        order.sort(key=lambda square: -values[square])
        if found.solved:
            found = replace(found, depth=depth)
            break
    seconds = time.perf_counter() - started
    square = found.best.square
    move = PASS if square == PASS_SQUARE else position.game.board.moves[square]
    return Row(way.name, move, found.best.value / evaluation.unit, lookahead.nodes(), seconds)
