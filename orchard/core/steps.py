"""The steps of a search, for people to follow: what it looked at, found, compared and skipped, in its own order.

Taken one by one they build the tree that it built (`tree_of`). Two kinds of search have two kinds of steps:

Plies (minimax, alpha-beta, negascout)
    depth     a search to `depth` plies begins: a new tree
    visit     the search enters `node`, to find its value between alpha and beta
    leaf      `node` is judged by the evaluation, `end` by the result of the game, `known` by the transposition table,
    below     `node` is judged by plies that are not shown, of `nodes` positions
    order     the moves of `node` will be tried in the order of `moves`, found by shallow searches of `nodes` positions
    back      the value of `node` is known and goes up; `best` says whether it is the best of its siblings so far
    cut       the rest of the moves of `node`, `moves`, need no look

Of plain alpha-beta, `below` and `cut` say how many positions of plain minimax they `saved`, where that was counted.

Playouts (UCT, PUCT)
    select    the way down: `path`, from the root to a node; `chance`: the nodes that a random draw chose
    expand    the node at the end of it gets a child, `node`, or several: `node` is the first of `moves`
    playout   a game is played out from `node`, by the moves `played` where they are known, or `node` is judged:
              `value` is the reward of the root's side to move
    back_up   the reward goes into the nodes of `path` that the root's side moved into, its `complement` into the
              others; `move` is the move to play from now on, where that changes

A bot's own account of its search (see docs/BOTS.md)
    told      what the bot says of `node`, which is new where it has a `parent`: its value, window and visits so far

Every search ends with
    play      the move it would play, its `value`, and the `nodes` it took; before it may stand
    rest      `nodes` more playouts, whose steps were not recorded
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, Literal

from orchard.core.board import Move
from orchard.core.tree import TreeNode

Bound = Literal["exact", "lower", "upper"]
Kind = Literal["plies", "playouts", "told"]
PLIES: Final = "plies"
PLAYOUTS: Final = "playouts"
TOLD: Final = "told"


@dataclass(frozen=True, slots=True)
class Step:
    """One step. What does not belong to its kind is None or empty.

    Values are from the view of the side that played the move into `node`, as in a `TreeNode`; a window too.
    """

    kind: str
    node: int = 0  # nodes are numbered as they are met; 0 is the root
    parent: int | None = None  # where the node is new
    move: Move | None = None
    depth: int | None = None  # plies left below the node
    value: float | None = None
    complement: float | None = None  # the reward of the other side
    bound: Bound | None = None
    alpha: float | None = None  # what the side that played the move has for sure elsewhere; None: nothing
    beta: float | None = None  # what the opponent will not let it exceed; None: anything
    alpha_from: int | None = None  # the node that this is known from
    beta_from: int | None = None
    best: bool | None = None
    nodes: int | None = None  # positions visited
    saved: int | None = None  # positions that plain minimax would have visited besides
    moves: tuple[Move, ...] = ()
    path: tuple[int, ...] = ()
    visits: int | None = None  # of the node, in all, where a bot says so
    prior: tuple[float, ...] = ()  # of `moves`, where the search has priors; to six digits
    chance: tuple[int, ...] = ()
    played: tuple[Move, ...] = ()  # in JSON one text, since there are many: "f5 d6 pass c3"

    def as_json(self) -> dict[str, Any]:
        """Without what says nothing."""
        shown: dict[str, Any] = {"kind": self.kind}
        for one in FIELDS:
            value = getattr(self, one)
            if value is not None and value != ():
                shown[one] = list(value) if isinstance(value, tuple) else value
        if self.played:
            shown["played"] = " ".join(self.played)
        return shown


FIELDS = [one.name for one in fields(Step)][1:]


def tree_of(steps: Sequence[Step], kind: Kind) -> TreeNode:
    """The tree that the steps of a search build."""
    grown = _Growing(kind == PLAYOUTS)
    for step in steps:
        grown.take(step)
    return grown.node(0)


@dataclass(slots=True)
class _Node:
    move: Move | None
    visits: int = 0
    value: float | None = None
    total: float = 0.0
    prior: float | None = None
    bound: Bound | None = None
    unsearched: tuple[Move, ...] = ()
    best: int | None = None
    parent: int | None = None
    children: list[int] = field(default_factory=list)


class _Growing:
    """The tree of the steps taken so far."""

    def __init__(self, playouts: bool) -> None:
        self.playouts = playouts
        self.nodes: dict[int, _Node] = {0: _Node(None)}

    def take(self, step: Step) -> None:
        if step.kind in ("depth", "visit", "leaf", "end", "known", "below"):
            self._meet(step)
        if step.value is not None and step.kind in ("leaf", "end", "known", "below", "back"):
            self._judge(step)
        if step.kind == "told":
            self._told(step)
        elif step.kind == "cut":
            self.nodes[step.node].unsearched = step.moves
        elif step.kind == "order":
            self._count(step.node, step.nodes or 0)
        elif step.kind == "expand":
            for number, move in enumerate(step.moves):
                prior = step.prior[number] if step.prior else None
                self.nodes[step.node + number] = _Node(move, prior=prior, parent=step.parent)
                self.nodes[step.parent or 0].children.append(step.node + number)
        elif step.kind == "back_up" and step.value is not None and step.complement is not None:
            for at, node in enumerate(step.path):
                self.nodes[node].visits += 1
                self.nodes[node].total += step.value if at & 1 else step.complement

    def _meet(self, step: Step) -> None:
        if step.kind == "depth":
            self.nodes = {0: _Node(None, visits=1)}
            return
        if step.parent is not None:
            siblings = self.nodes[step.parent].children
            again = next((one for one in siblings if self.nodes[one].move == step.move), None)
            before = 0
            if again is not None:  # searched once more, with another window
                siblings.remove(again)
                before = self.nodes[again].visits
            siblings.append(step.node)
            self.nodes[step.node] = _Node(step.move, visits=before, parent=step.parent)
        self._count(step.node, 1 if step.nodes is None else step.nodes)

    def _count(self, node: int | None, visits: int) -> None:
        while node is not None:
            self.nodes[node].visits += visits
            node = self.nodes[node].parent

    def _judge(self, step: Step) -> None:
        judged = self.nodes[step.node]
        judged.value, judged.bound = step.value, step.bound
        if step.best and judged.parent is not None:
            self.nodes[judged.parent].best = step.node

    def _told(self, step: Step) -> None:
        if step.parent is not None:
            self.nodes[step.node] = _Node(step.move, parent=step.parent)
            self.nodes[step.parent].children.append(step.node)
            self._count(step.node, 1)
        here = self.nodes[step.node]
        here.visits = here.visits if step.visits is None else step.visits
        if step.value is None:
            return
        here.value, here.bound = step.value, step.bound
        if here.parent is not None:
            above = self.nodes[here.parent]
            above.best = max(above.children, key=lambda child: _known(self.nodes[child].value))

    def node(self, number: int) -> TreeNode:
        here = self.nodes[number]
        children = tuple(map(self.node, here.children))
        if self.playouts:
            value = here.total / here.visits if here.visits else None
            return TreeNode(here.move, here.visits, value, prior=here.prior, children=children)
        # where all that is known is a bound, nothing here is better than what the search has elsewhere
        chosen = None if here.best is None or here.bound == "lower" else self.nodes[here.best].move
        ranked = sorted(
            children, key=lambda child: (child.move != chosen, -(child.value or 0.0), child.bound == "upper")
        )
        return TreeNode(
            move=here.move,
            visits=here.visits,
            value=here.value,
            bound=here.bound,
            cut=bool(here.unsearched),
            unsearched=here.unsearched,
            best=chosen,
            children=tuple(ranked),
        )


def _known(value: float | None) -> float:
    return -math.inf if value is None else value
