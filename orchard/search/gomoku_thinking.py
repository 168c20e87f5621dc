"""How a move is found: a proof by threats if there is one, else alpha-beta, and a second look at what it chose.

1. An eighth of the budget asks whether fours and threes win by force (VCT).
2. Iterative deepening takes most of the rest; it ends early on a proved result or where nothing else can be played.
3. The last part asks whether the enemy would have such a forced win after the move chosen. If so the move is struck
   out and the search goes on among the others.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from orchard.core.choice import Stop
from orchard.core.game import Position
from orchard.search.gomoku_engine import Engine, Found, RootMove
from orchard.search.threat_solver import ThreatSolver

MAX_DEPTH = 60
PROOF_SHARE = 1 / 8  # of the budget, for a win by threats
SEARCH_SHARE = 7 / 8  # by when the first choice stands
EASY_SHARE = 0.4  # by when a choice that stands out may be played
STANDS_OUT = 1500  # how far behind every other move is then, and
STEADY_DEPTHS = 4  # for how many depths
MOST_STRUCK_OUT = 4
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

    def part(self, share: float) -> int | None:
        return None if self.nodes is None else max(1, int(self.nodes * share))

    @property
    def repeats(self) -> bool:
        """Whether the same search comes out every time, as no clock ends it."""
        return self.nodes is not None or not math.isfinite(self.seconds)

    def proof_nodes(self) -> int | None:
        """How many nodes a proof may take; a search bounded only by its depth bounds its proofs by that too."""
        return NODES_PER_PLY * self.depth if self.repeats and self.nodes is None else self.part(PROOF_SHARE)


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
        self.solver = ThreatSolver(table_bits) if use_threes else None

    def think(self, position: Position, budget: Budget, lines: int = 1) -> Thought:
        """The best move within the budget; with `lines` above 1, the best of the remaining moves too."""
        engine = self.engine
        if budget.seconds < AT_ONCE_S:  # no time for threads and clocks: one glance, here and now
            engine.halt[0] = 0
            engine.allow_more_nodes(AT_ONCE_NODES)
            return Thought(engine.run(1), tuple(engine.root_moves()), (), engine.nodes())
        threat_nodes = 0
        if self.solver is not None and budget.depth >= 2:
            if budget.repeats:
                self.solver.forget()
            proof = self.solver.solve(position, remaining=budget.until(PROOF_SHARE), node_limit=budget.proof_nodes())
            threat_nodes = proof.nodes
            if proof.result == "win" and lines == 1:
                found = Found(len(proof.line), 30_000 - len(proof.line), proof.line)
                move = RootMove(proof.line[0], found.value, "exact", proof.nodes)
                return Thought(found, (move,), (), threat_nodes, "proved by threats")
        first = self._deepen(budget, None)
        if first is None or lines > 1:
            moves = tuple(engine.root_moves())
            others = self._other_lines(budget, first, lines) if first is not None else ()
            return Thought(first, moves, others, engine.nodes() + threat_nodes)
        moves = tuple(engine.root_moves())
        chosen, more_nodes = self._second_look(position, budget, first)
        return Thought(chosen, moves, (), engine.nodes() + threat_nodes + more_nodes)

    def _deepen(self, budget: Budget, before: Found | None) -> Found | None:
        """Deeper and deeper until the time for searching is over or the result is certain."""
        remaining = budget.until(SEARCH_SHARE if self.solver is not None else 1.0)
        easy = budget.until(EASY_SHARE)
        found, steady = before, 0
        for depth in range(1 if before is None else max(1, before.depth - 1), budget.depth + 1):
            deeper = self.engine.deepen(depth, found, remaining, budget.threads)
            if deeper is None:
                break
            steady = steady + 1 if found is not None and deeper.line[0] == found.line[0] else 0
            found = deeper
            if found.wins_in or not found.complete:
                break
            moves = self.engine.root_moves()
            if len(moves) == 1 and depth >= 6:
                break  # nothing else can be played
            stands_out = steady >= STEADY_DEPTHS and len(moves) > 1 and moves[1].value < found.value - STANDS_OUT
            if stands_out and easy() <= 0:
                break
        return found

    def _other_lines(self, budget: Budget, first: Found, lines: int) -> tuple[Found, ...]:
        """The second best line and so on, each searched as deep as the first with what time there is."""
        others: list[Found] = []
        engine = self.engine
        engine.allow_more_nodes(budget.part(1.0))
        for number in range(1, lines):
            engine.exclude([first.line[0], *(other.line[0] for other in others)])
            found = None
            remaining = budget.until(SEARCH_SHARE + (1 - SEARCH_SHARE) * number / max(lines - 1, 1))
            for depth in range(1, max(first.depth, 1) + 1):
                deeper = engine.deepen(depth, found, remaining, budget.threads)
                if deeper is None:
                    break
                found = deeper
                if not found.complete or found.wins_in:
                    break
            if found is None:
                break
            others.append(found)
        engine.exclude(())
        return tuple(sorted(others, key=lambda other: -other.value))

    def _second_look(self, position: Position, budget: Budget, first: Found) -> tuple[Found, int]:
        """The choice, or another one if the enemy would win by threats after it."""
        chosen, struck, nodes = first, list[int](), 0
        if self.solver is None or budget.depth < 2:
            return first, 0
        whole = budget.until(1.0)
        while not chosen.wins_in and len(struck) < MOST_STRUCK_OUT and whole() > 0:
            after = position.game.after(position, position.game.board.moves[chosen.line[0]])
            if after.is_over:
                break
            step = SEARCH_SHARE + (1 - SEARCH_SHARE) * (len(struck) + 1) / (MOST_STRUCK_OUT + 1)
            proof = self.solver.solve(after, remaining=budget.until(step), node_limit=budget.proof_nodes())
            nodes += proof.nodes
            if proof.result != "win":
                return chosen, nodes
            struck.append(chosen.line[0])
            self.engine.exclude(struck)
            self.engine.allow_more_nodes(budget.part(PROOF_SHARE))
            found = None
            for depth in range(1, max(first.depth - 1, 1) + 1):
                deeper = self.engine.deepen(depth, found, budget.until(step), budget.threads)
                if deeper is None:
                    break
                found = deeper
                if not found.complete:
                    break
            if found is None or found.wins_in < 0:
                break
            chosen = found
        self.engine.exclude(())
        return chosen, nodes
