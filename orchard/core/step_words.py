"""The steps of a search in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orchard.core.board import Move
from orchard.core.game import Color, other
from orchard.core.steps import PLAYOUTS, Kind, Step

LONGEST_LIST = 8  # moves


def sentences(steps: Iterable[Step], kind: Kind, to_move: Color) -> Iterator[str]:
    """One for each step of a search for the side to move."""
    words = _Words(kind, to_move)
    for step in steps:
        words.meet(step)
        yield getattr(words, step.kind)(step)


class _Words:
    """What is to be said of a step; knows the nodes that were met before it."""

    def __init__(self, kind: Kind, to_move: Color) -> None:
        self.sides: tuple[Color, Color] = (to_move, other(to_move))
        self.unit = "playouts" if kind == PLAYOUTS else "positions"
        self.moves: dict[int, Move | None] = {0: None}
        self.plies = {0: 0}

    def meet(self, step: Step) -> None:
        if step.parent is None:
            return
        names = step.moves if step.kind == "expand" else (step.move,)
        for number, move in enumerate(names):
            self.moves[step.node + number] = move
            self.plies[step.node + number] = self.plies[step.parent] + 1

    def who(self, node: int) -> str:
        """The side that played the move into a node."""
        return self.sides[(self.plies[node] - 1) % 2].capitalize()

    def opponent(self, node: int) -> str:
        return self.sides[self.plies[node] % 2].capitalize()

    def line(self, path: tuple[int, ...]) -> str:
        return listed([self.moves[node] for node in path if node])

    # ----------------------------------------------------------------- plies

    def depth(self, step: Step) -> str:
        return f"A search {step.depth} {'ply' if step.depth == 1 else 'plies'} deep begins."

    def visit(self, step: Step) -> str:
        if step.alpha is not None and None is not step.alpha_from == step.beta_from:  # a scout: a window of one
            known = f"{number(step.alpha)}{self._with(step.alpha_from)}"
            return f"{self.who(step.node)} tries {step.move}, only to see whether it is better than {known}."
        window = ""
        if step.alpha is not None:
            window += f"; {self.who(step.node)} already has {number(step.alpha)}{self._with(step.alpha_from)}"
        if step.beta is not None:
            window += f"; {self.opponent(step.node)} allows {number(step.beta)} at most{self._with(step.beta_from)}"
        return f"{self.who(step.node)} tries {step.move}{window}."

    def leaf(self, step: Step) -> str:
        return (
            f"{self.who(step.node)} tries {step.move}: {self._exactly(step)} by the evaluation{self._compared(step)}."
        )

    def end(self, step: Step) -> str:
        found = f"{self._exactly(step)}{self._compared(step)}"
        return f"{self.who(step.node)} tries {step.move} and the game is over: {found}."

    def below(self, step: Step) -> str:
        found = f"{self._worth(step)}{self._compared(step)}"
        return f"{self.who(step.node)} tries {step.move}: {found}, by {step.nodes:,} positions that are not shown."

    def known(self, step: Step) -> str:
        return f"The table knows the position after {self.moves[step.node]}: {self._worth(step)}."

    def order(self, step: Step) -> str:
        how = f" A shallow search of {step.nodes:,} positions decided it." if step.nodes else ""
        return f"{self.opponent(step.node)} will try {listed(step.moves)}, in this order.{how}"

    def back(self, step: Step) -> str:
        if not step.node:
            return f"The best move is worth {number(step.value)} to {self.sides[0].capitalize()}."
        return f"{self.moves[step.node]} is {self._worth(step)}{self._compared(step)}."

    def cut(self, step: Step) -> str:
        who, left = self.who(step.node), len(step.moves)
        rest = "the other reply" if left == 1 else f"the other {left} replies"
        answer = f"{self.opponent(step.node)} can answer {step.move}, which holds {who} to {number(step.value)}."
        had = f"{who} already has {number(step.alpha)}{self._with(step.alpha_from)}, so {rest} cannot matter."
        needed = f"{self.moves[step.node]} would need more than {number(step.alpha)} after {step.move}."
        saved = f" Positions saved: {step.saved:,}." if step.saved else ""
        return f"{answer} {had} {needed}{saved}"

    def _exactly(self, step: Step) -> str:
        return f"{number(step.value)} for {self.who(step.node)}"

    def _worth(self, step: Step) -> str:
        some = {"lower": "at least ", "upper": "at most "}.get(step.bound or "", "")
        return f"worth {some}{number(step.value)} to {self.who(step.node)}"

    def _compared(self, step: Step) -> str:
        return ", the best so far" if step.best else ", not better"

    def _with(self, node: int | None) -> str:
        return "" if node is None else f" with {self.moves[node]}"

    def told(self, step: Step) -> str:
        visits = "" if step.visits is None else f", after {step.visits:,} {'visit' if step.visits == 1 else 'visits'}"
        if step.parent is not None and step.value is None:
            return self.visit(step)
        if not step.node:
            return f"The bot's own position is worth {number(step.value)}{visits}."
        if step.value is None:
            return f"{self.moves[step.node]} has been looked at{visits}."
        if step.parent is None:
            return f"{self.moves[step.node]} is {self._worth(step)}{visits}."
        return f"{self.who(step.node)} tries {step.move}: {self._worth(step)}{visits}."

    # ----------------------------------------------------------------- playouts

    def select(self, step: Step) -> str:
        where = self.line(step.path) if len(step.path) > 1 else "the root itself"
        drawn = [node for node in step.path if node in step.chance]
        by = f" Chance, not the formula, chose {self.line(tuple(drawn))}." if drawn else ""
        return f"Select: {where}.{by}"

    def expand(self, step: Step) -> str:
        where = f" after {self.moves[step.parent]}" if step.parent else ""
        return f"Expand: {listed(step.moves)}{where} {'is' if len(step.moves) == 1 else 'are'} new in the tree."

    def playout(self, step: Step) -> str:
        return f"Play out: the result is worth {number(step.value)} to {self.sides[0].capitalize()}."

    def back_up(self, step: Step) -> str:
        count = len(step.path)
        now = f" It would now play {step.move}." if step.move else ""
        return f"Back up: {count} {'node counts' if count == 1 else 'nodes count'} the visit and the result.{now}"

    def rest(self, step: Step) -> str:
        return f"{step.nodes:,} more playouts follow."

    # ----------------------------------------------------------------- the end

    def play(self, step: Step) -> str:
        worth = "" if step.value is None else f", worth {number(step.value)},"
        return f"{self.sides[0].capitalize()} plays {step.move}{worth} after {step.nodes:,} {self.unit}."


def number(value: float | None) -> str:
    return "nothing" if value is None else f"{value:.4g}"


def listed(moves: list[Move | None] | tuple[Move, ...]) -> str:
    more = f" and {len(moves) - LONGEST_LIST} more" if len(moves) > LONGEST_LIST else ""
    return ", ".join(map(str, moves[:LONGEST_LIST])) + more
