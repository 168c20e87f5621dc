"""How kite finds a move: a proof by threats if there is one, else alpha-beta among the moves no such proof refutes.

1. **Win.** Fours and threes that win by force (VCT): played at once.
2. **Danger.** Would the enemy have such a win if we passed? Then every likely move is tried, and struck out where the
   enemy still has its win after it.
3. **Search.** Iterative deepening takes most of the time; it ends early on a proved result or where nothing else can be
   played.
4. **Second look.** Would the enemy win by threats after the move chosen? If so it is struck out too, and the search
   goes on among the others.

Each part has its own end, a share of the budget. All of it runs in one thread, beside the one that watches the clock.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from orchard.core.choice import Stop
from orchard.core.game import Position, other
from orchard.players._watch import Watch
from orchard.search.gomoku import WIN
from orchard.search.gomoku_engine import Engine, Found, RootMove
from orchard.search.threat_solver import Proof, ThreatSolver

MAX_DEPTH = 60
WIN_SHARE, DANGER_SHARE, DEFENCE_SHARE, SEARCH_SHARE = 1 / 8, 3 / 16, 3 / 8, 7 / 8  # by when each part shall end
EASY_SHARE = 0.4  # by when a choice that stands out may be played
STANDS_OUT = 1500  # how far behind every other move is then, and
STEADY_DEPTHS = 4  # for how many depths
MOST_STRUCK_OUT = 4  # in a second look
MOST_DEFENCES = 60  # moves that are tried against a danger
LEAST_DEFENCE_NODES = 300  # for a try, and
DEFENCE_EFFORT = 4  # as many times what the danger took to see
DEFENCE_DEPTH = 6  # a player of fewer plies than this does not look for danger beforehand
NODES_PER_PLY = 500  # for a proof, where only depth bounds the search
AT_ONCE_S = 0.003
AT_ONCE_NODES = 500


@dataclass(slots=True)
class Budget:
    """Time and work for one move; `seconds` or `nodes` may be without limit."""

    seconds: float = math.inf
    nodes: int | None = None
    depth: int = MAX_DEPTH
    threads: int = 1
    stop: Stop = field(default_factory=Stop)
    started: float = field(default_factory=time.perf_counter)

    def until(self, share: float) -> Callable[[], float]:
        """Seconds left of the first `share` of the time; 0 once the stop flag is up."""
        end = self.started + self.seconds * share
        return lambda: 0.0 if self.stop.is_set() else end - time.perf_counter()

    @property
    def repeats(self) -> bool:
        """Whether the same search comes out every time, as no clock ends it."""
        return self.nodes is not None or not math.isfinite(self.seconds)

    def proof_nodes(self, share: float) -> int | None:
        """How many nodes a proof may take; a search bounded only by its depth bounds its proofs by that too."""
        if self.nodes is not None:
            return max(1, int(self.nodes * share))
        return NODES_PER_PLY * self.depth if self.repeats else None


@dataclass(frozen=True, slots=True)
class Thought:
    found: Found | None  # None: no time for anything
    moves: tuple[RootMove, ...]  # what is known of the moves at the root, best first
    others: tuple[Found, ...]  # the best lines after the first, where several were asked for
    nodes: int
    how: str = ""


class Thinker:
    def __init__(self, engine: Engine, use_threes: bool = True, table_bits: int = 16) -> None:
        self.engine = engine
        self.solver = ThreatSolver(table_bits, engine.halt) if use_threes else None

    def think(self, position: Position, budget: Budget, lines: int = 1) -> Thought:
        """The best move within the budget; with `lines` above 1, the best of the remaining moves too."""
        engine = self.engine
        if budget.seconds < AT_ONCE_S:  # no time for threads and clocks: one glance, here and now
            engine.halt[0] = 0
            engine.allow_nodes(AT_ONCE_NODES)
            return Thought(engine.run(1), tuple(engine.root_moves()), (), engine.nodes())
        watch = Watch(engine.halt)
        return watch.run(lambda: _Move(self.engine, self.solver, watch, position, budget).think(lines))


class _Move:
    """The work on one move."""

    def __init__(
        self, engine: Engine, solver: ThreatSolver | None, watch: Watch, position: Position, budget: Budget
    ) -> None:
        self.engine, self.watch, self.position, self.budget = engine, watch, position, budget
        self.solver = solver if budget.depth >= 2 else None
        self.threat_nodes = 0
        self.struck: list[int] = []  # squares that are refuted

    def think(self, lines: int) -> Thought:
        engine = self.engine
        if self.solver is not None:
            if self.budget.repeats:
                self.solver.forget()
            proof = self._prove(self.position, WIN_SHARE, self.budget.proof_nodes(1 / 8))
            if proof.result == "win" and lines == 1:
                found = Found(len(proof.line), WIN - len(proof.line), proof.line)
                move = RootMove(proof.line[0], found.value, "exact", proof.nodes)
                return Thought(found, (move,), (), self.threat_nodes, "proved by threats")
            if lines == 1 and self.budget.depth >= DEFENCE_DEPTH:
                self._strike_out_refuted()
        first = self._deepen()
        moves = tuple(engine.root_moves())
        others: tuple[Found, ...] = ()
        if first is not None:
            if lines > 1:
                others = self._other_lines(first, lines)
            else:
                first = self._second_look(first)
        engine.exclude(())
        return Thought(first, moves, others, engine.nodes() + self.threat_nodes)

    def _prove(self, position: Position, share: float, node_limit: int | None) -> Proof:
        """Whether the side to move wins by threats, by the time that `share` of the budget is gone."""
        assert self.solver is not None
        self.watch.part(self.budget.until(share))
        proof = self.solver.solve(position, node_limit=node_limit)
        self.threat_nodes += proof.nodes
        return proof

    def _after(self, square: int) -> Position:
        return self.position.game.after(self.position, self.position.game.board.moves[square])

    def _strike_out_refuted(self) -> None:
        """Where the enemy threatens to win by threats, strike out the moves that leave it that win."""
        position, budget = self.position, self.budget
        passed = Position(position.game, position.black, position.white, other(position.to_move))
        danger = self._prove(passed, DANGER_SHARE, budget.proof_nodes(1 / 16))
        if danger.result != "win":
            return
        left = budget.proof_nodes(1 / 8)
        effort = max(LEAST_DEFENCE_NODES, DEFENCE_EFFORT * danger.nodes)
        likely = [square for square, _ in self.engine.policy()]
        tried = list(dict.fromkeys([*danger.line, *likely[:MOST_DEFENCES]]))
        refuted, ends = [], budget.until(DEFENCE_SHARE)
        for square in tried:
            if ends() <= 0 or (left is not None and left <= 0):
                break
            after = self._after(square)
            if after.is_over:
                continue
            proof = self._prove(after, DEFENCE_SHARE, effort if left is None else min(left, effort))
            left = None if left is None else left - proof.nodes
            if proof.result == "win":
                refuted.append(square)
        if len(refuted) < len(tried):  # where all is lost, the longest way is as good as any
            self.struck = refuted
            self.engine.exclude(refuted)

    def _deepen(self) -> Found | None:
        """Deeper and deeper until the time for searching is over or the result is certain."""
        budget, engine = self.budget, self.engine
        self.watch.part(budget.until(SEARCH_SHARE if self.solver is not None else 1.0))
        if budget.nodes is not None:
            reserve = budget.nodes // 8 if self.solver is not None else 0
            engine.allow_nodes(max(1, budget.nodes - self.threat_nodes - reserve))
        easy = budget.until(EASY_SHARE)
        found, steady = None, 0
        for depth in range(1, budget.depth + 1):
            deeper = engine.deepen(depth, found, budget.threads)
            if deeper is None:
                break
            steady = steady + 1 if found is not None and deeper.line[0] == found.line[0] else 0
            found = deeper
            if found.wins_in or not found.complete:
                break
            moves = engine.root_moves()
            if len(moves) == 1 and depth >= 6:
                break  # nothing else can be played
            stands_out = steady >= STEADY_DEPTHS and len(moves) > 1 and moves[1].value < found.value - STANDS_OUT
            if stands_out and easy() <= 0:
                break
        return found

    def _other_lines(self, first: Found, lines: int) -> tuple[Found, ...]:
        """The second best line and so on, each searched as deep as the first with what time there is."""
        others: list[Found] = []
        if self.budget.nodes is not None:
            self.engine.allow_nodes(self.budget.nodes)
        for number in range(1, lines):
            self.engine.exclude([first.line[0], *(line.line[0] for line in others)])
            self.watch.part(self.budget.until(SEARCH_SHARE + (1 - SEARCH_SHARE) * number / max(lines - 1, 1)))
            found = self.engine.deepest(max(first.depth, 1), self.budget.threads)
            if found is None:
                break
            others.append(found)
        return tuple(sorted(others, key=lambda line: -line.value))

    def _second_look(self, first: Found) -> Found:
        """The choice, or another one if the enemy would win by threats after it."""
        chosen, budget = first, self.budget
        if self.solver is None:
            return first
        ends = budget.until(1.0)
        for number in range(1, MOST_STRUCK_OUT + 1):
            if chosen.wins_in or ends() <= 0:
                break
            after = self._after(chosen.line[0])
            if after.is_over:
                break
            share = SEARCH_SHARE + (1 - SEARCH_SHARE) * number / (MOST_STRUCK_OUT + 1)
            if self._prove(after, share, budget.proof_nodes(1 / 16)).result != "win":
                break
            self.struck.append(chosen.line[0])
            self.engine.exclude(self.struck)
            if budget.nodes is not None:
                self.engine.allow_nodes(max(1, budget.nodes // 16))
            self.watch.part(budget.until(share))
            found = self.engine.deepest(max(first.depth - 1, 1), budget.threads)
            if found is None or found.wins_in < 0:
                break
            chosen = found
        return chosen
