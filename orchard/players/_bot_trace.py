"""A bot's own account of its search, made into steps. The bot has written it, so nothing in it is trusted.

An entry as the runner passes it: [node, parent, move, value, alpha, beta, visits], None where the bot said nothing.
"""

from typing import Any

from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Position
from orchard.core.steps import Bound, Step
from orchard.core.visible import visible

FIELDS = ("value", "alpha", "beta", "visits")
MOST_ENTRIES = 5000
MOST = 1 << 53  # JSON knows no larger whole numbers
LONGEST_REASON = 200


class BadTraceError(OptionError):
    """An entry that makes no sense."""


def steps_of(entries: Any, position: Position, bot: str) -> list[Step]:
    """The steps of a search from `position`, or an OptionError that names the entry that is wrong."""
    if entries is None:
        raise OptionError(
            f"{bot} hands over no trace: see docs/BOTS.md on how it can show its search", kind="no_steps", player=bot
        )
    if not isinstance(entries, list):
        raise BadTraceError(f"{bot}: its trace is no list")
    reader = _Reader(position)
    for number, entry in enumerate(entries[:MOST_ENTRIES], 1):
        where = f"{bot}: entry {number} of its trace"
        if not isinstance(entry, list) or len(entry) != 7 or not _whole(entry[0]):
            raise BadTraceError(f"{where} is no dictionary with a whole number as 'node'")
        try:
            reader.read(entry)
        except (OrchardError, ValueError) as error:
            raise BadTraceError(f"{where}: {visible(str(error))[:LONGEST_REASON]}") from None
    return reader.steps


class _Reader:
    """Knows the nodes that were told before: the position of each, and its window."""

    def __init__(self, position: Position) -> None:
        self.positions = {0: position}
        self.windows: dict[int, tuple[float | None, float | None]] = {}
        self.steps: list[Step] = []

    def read(self, entry: list[Any]) -> None:
        node, parent, move = entry[:3]
        said = {name: value for name, value in zip(FIELDS, entry[3:], strict=True) if value is not None}
        for name, value in said.items():
            if not isinstance(value, int | float) or not abs(value) < MOST:
                raise ValueError(f"{name!r} is no number")
        new: dict[str, Any] = {}
        if node not in self.positions:
            new = self._meet(node, 0 if parent is None else parent, move)
        if "visits" in said:
            said["visits"] = max(0, int(said["visits"]))
        if "alpha" in said or "beta" in said:
            self.windows[node] = said.get("alpha"), said.get("beta")
        bound = self._bound(node, said["value"]) if "value" in said else None
        self.steps.append(Step("told", node, bound=bound, **new, **said))

    def _meet(self, node: int, parent: Any, move: Any) -> dict[str, Any]:
        if not _whole(parent) or parent not in self.positions:
            raise ValueError(f"no node {parent} to be a parent")
        if not isinstance(move, str):
            raise ValueError(f"node {node} is new and has no 'move'")
        before = self.positions[parent]
        legal = before.move(move)
        self.positions[node] = before.play(legal)
        return {"parent": parent, "move": legal}

    def _bound(self, node: int, value: float) -> Bound:
        alpha, beta = self.windows.get(node, (None, None))
        if beta is not None and value >= beta:
            return "lower"
        return "upper" if alpha is not None and value <= alpha else "exact"


def _whole(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST
