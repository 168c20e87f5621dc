"""Gomoku by threats: alpha-beta on learned line patterns, with wins by fours and threes proved.

How it thinks is in docs/KITE.md; the search is `search/alphabeta.py`, the threats `search/threats.py`, the shapes
`evaluate/shapes.py`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.board import Move
from orchard.core.choice import Choice, DepthLog, Limits, MoveStat
from orchard.core.clock import Deadline
from orchard.core.game import Game, Position
from orchard.core.player import Option, Player
from orchard.core.tree import TreeNode

if TYPE_CHECKING:
    from orchard.games.gomoku.players._kite_thinking import Budget, Thinker, Thought
    from orchard.games.gomoku.search.engine import Found, RootMove

MAX_DEPTH = 60
LOGIT_UNIT = 1000.0  # the evaluation counts in thousandths of a logit
MARGIN_S = 0.01  # kept back for the way out of the search
MARGIN_SHARE = 0.1
BLIND_TO_FOURS = 0.55  # a player that overlooks more than this does not see wins by fours either
NEAR = 2  # points from a stone that a player with oversight looks at, at most
TREE_DEPTH = 6
TREE_WIDTH = 6  # children shown of each position
TREE_NODES = 3000  # searched for each position shown


class Kite(Player):
    summary = "sees threats: alpha-beta on line patterns, proves wins by fours and threes"
    games = ("gomoku",)
    value_unit = "chance"
    shows_depths = True
    tree_adds_up = False  # each position shown is searched by itself
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "depth": Option(0, "plies to look ahead; 0: as deep as the time allows", 0, MAX_DEPTH),
        "threats": Option(True, "answer threats at once and look for wins by fours and threes"),
        "candidates": Option(24, "how many points are tried where nothing forces", 1, 225),
        "weights": Option(
            None, "what positions are worth: trained, guess or a .safetensors file; the best there is by default"
        ),
        "oversight": Option(0.0, "the share of points that escape it, more of them far from the last move", 0, 0.9),
        "lines": Option(1, "how many best lines are searched, for analysis", 1, 10),
        "memory_mb": Option(32.0, "memory for positions already searched", 1, 4096),
        "threads": Option(1, "threads that search together, with one memory", 1, 256),
    }

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._thinker = self._fresh_thinker()  # here, so that the first move does not pay for loading

    def evaluate(self, boards: Any, game: Game) -> Any:
        from orchard.games.gomoku.evaluate.boards import evaluate_boards
        from orchard.games.gomoku.evaluate.shapes import tables
        from orchard.games.gomoku.evaluate.worth import weights
        from orchard.games.gomoku.rules import rule_of

        self.check_game(game)
        return evaluate_boards(boards, game, tables(*weights(self.options["weights"]), rule_of(game)), LOGIT_UNIT)

    def _fresh_thinker(self) -> Thinker:
        from orchard.games.gomoku.evaluate.shapes import tables
        from orchard.games.gomoku.evaluate.worth import weights
        from orchard.games.gomoku.players._kite_thinking import Thinker
        from orchard.games.gomoku.search.engine import KiteEngine
        from orchard.games.gomoku.search.memory import SearchStyle, looking_everywhere

        threats = self.options["threats"]
        style = SearchStyle(candidates=self.options["candidates"])
        if self.options["depth"]:
            style = looking_everywhere(style)
        if not threats or self.options["oversight"] > BLIND_TO_FOURS:
            style = style._replace(vcf_leaf=0, vcf_inner=0, vcf_enemy=0)
        if not threats:
            style = style._replace(extend=0, threats_off=1)
        engine = KiteEngine(tables(*weights(self.options["weights"])), style, self.options["memory_mb"])
        return Thinker(engine, use_threes=threats and not self.options["oversight"])

    def new_game(self) -> None:
        self._thinker = self._fresh_thinker()

    def think(self, position: Position, limits: Limits) -> Choice:
        from orchard.games.gomoku.players._kite_thinking import Thought

        board = position.game.board
        if not position.black | position.white:
            return Choice(board.centre, note="the centre of an empty board")
        budget = self._budget(limits)
        if not self._thinker.is_free(budget.until(1.0)()):  # other programs still keep the last search from ending
            self._thinker = self._fresh_thinker()
            self._thinker.engine.begin(position)
            return self._answer(position, Thought(None, (), (), 0))
        self._thinker.engine.begin(position, budget.threads, limits.work, forget=budget.repeats)
        self._overlook(position, limits.seed)
        log = DepthLog(limits)

        def tell(found: Found, counts: tuple[int, ...]) -> None:
            line = tuple(board.moves[square] for square in found.line)
            log.add(found.depth, chances(found.value), line, counts, bool(found.wins_in))

        self._thinker.engine.on_depth = tell if log.wanted else None
        thought = self._thinker.think(position, budget, self.options["lines"])
        self._thinker.engine.on_depth = None
        if thought.found is not None and thought.how:  # found without a search
            tell(thought.found, (thought.nodes,))
        return self._answer(position, thought)

    def _budget(self, limits: Limits) -> Budget:
        from orchard.games.gomoku.players._kite_thinking import Budget

        own_depth = limits.depth or self.options["depth"]
        seconds = Deadline(limits, None if own_depth else 1.0).remaining()
        return Budget(
            seconds - min(MARGIN_S, seconds * MARGIN_SHARE) if math.isfinite(seconds) else seconds,
            limits.work,
            own_depth or MAX_DEPTH,
            max(limits.threads, self.options["threads"]),
            limits.stop,
        )

    def _overlook(self, position: Position, seed: int) -> None:
        """Draw the points that a weak level does not see this time: the further from the last move, the more. Far from
        all stones it sees none."""
        oversight = self.options["oversight"]
        if not oversight:
            return
        board, width = position.game.board, position.game.board.width
        dice = random.Random(f"{seed} {position.ply} {position.black} {position.white}")
        row, column = divmod((position.last_move or board.centre).square, width)
        near = board.near(position.black | position.white, NEAR)
        unseen = []
        for square in range(width * width):
            distance = max(abs(square // width - row), abs(square % width - column))
            if dice.random() < oversight * min(1.0, (1 + distance) / 5) or not near >> square & 1:
                unseen.append(square)
        self._thinker.engine.overlook(unseen)

    def _answer(self, position: Position, thought: Thought) -> Choice:
        moves = position.game.board.moves
        found = thought.found
        if found is None or not found.line:
            square = next(s for s, _ in self._thinker.engine.policy())
            return Choice(moves[square], nodes=thought.nodes, note="no time to search: the best by the look of it")
        return Choice(
            moves[found.line[0]],
            chances(found.value),
            tuple(moves[square] for square in found.line),
            _stats(moves, thought),
            thought.nodes,
            found.depth,
            note=said_of(found) + (f", {thought.how}" if thought.how else ""),
        )

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        """Each position shown is searched by itself, so that its values are those of a whole search from there.

        The first stone goes to the centre without a search, so it stands alone, worth what the replies leave of it."""
        self.check_game(position.game)
        self._thinker.is_free()
        limits = limits or Limits()
        deadline = Deadline(limits, 5.0)
        if position.black | position.white or depth < 1:
            return self._grow(position, None, limits, depth, deadline)
        first = position.game.board.centre
        after = self._grow(position.play(first), None, limits, depth - 1, deadline)
        best = max((child.value for child in after.children if child.value is not None), default=None)
        worth = None if best is None else 1 - best
        shown = TreeNode(first, after.visits, worth, best=after.best, children=after.children)
        return TreeNode(None, 1 + shown.visits, None, best=first, children=(shown,))

    def _grow(
        self, position: Position, seen: tuple[Move, RootMove] | None, limits: Limits, depth: int, deadline: Deadline
    ) -> TreeNode:
        children: list[TreeNode] = []
        found = None
        if depth > 0 and not position.is_over and not deadline.expired():
            from orchard.core.watch import Watch

            engine = self._thinker.engine
            engine.begin(position, 1, limits.work or TREE_NODES)
            watch = Watch(engine.halt)
            watch.part(deadline.remaining)
            found = watch.run(lambda: engine.deepest(limits.depth or TREE_DEPTH))
            for root_move in engine.root_moves()[:TREE_WIDTH]:
                move = position.game.board.moves[root_move.square]
                children.append(self._grow(position.play(move), (move, root_move), limits, depth - 1, deadline))
            if found is not None and not children:  # seen without trying moves: a five, a win by fours
                move = position.game.board.moves[found.line[0]]
                children.append(TreeNode(move, 1, chances(found.value), "exact"))
        tree = TreeNode(None, 1 + sum(child.visits for child in children), None, children=tuple(children))
        if seen is not None:
            stat = seen[1]
            tree = replace(tree, move=seen[0], visits=max(stat.nodes, 1), value=chances(stat.value), bound=stat.bound)
        return tree if found is None else tree.along((position.game.board.moves[found.line[0]],))


def _stats(moves: tuple[Move, ...], thought: Thought) -> tuple[MoveStat, ...]:
    """Lines searched in full come first, each exact; then what is known of other moves."""
    assert thought.found is not None
    stats = [MoveStat(moves[f.line[0]], chances(f.value), 0, None, "exact") for f in (thought.found, *thought.others)]
    shown = {stat.move for stat in stats}
    stats += [
        MoveStat(moves[m.square], chances(m.value), m.nodes, None, m.bound)
        for m in thought.moves
        if moves[m.square] not in shown
    ]
    return tuple(stats)


def chances(value: int) -> float:
    """The value as winning chances of the side to move, 0 to 1."""
    from orchard.games.gomoku.search.quick_results import SURE

    if abs(value) > SURE:
        return 1.0 if value > 0 else 0.0
    return 1.0 / (1.0 + math.exp(-value / LOGIT_UNIT))


def said_of(found: Found) -> str:
    if found.wins_in > 0:
        return f"wins in {(found.wins_in + 1) // 2}"
    if found.wins_in < 0:
        return f"loses in {-found.wins_in // 2}"
    return f"depth {found.depth}, winning chances {chances(found.value):.0%}"


PLAYER = Kite
