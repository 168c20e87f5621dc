"""How kite finds a move: a proof by threats if there is one, else alpha-beta among the moves no such proof refutes.

1. **Win.** Fours and threes that win by force (VCT) are played at once.
2. **Search.** Iterative deepening takes most of the time; it ends early on a proved result or where nothing else can be
   played.
3. **Doubt.** Each move that comes out best is asked once whether the enemy would win by threats after it. If so it is
   struck out and the search goes on among the others; the last choice is asked with the time that is left. Where no
   other move is left, the one that puts the end off longest is played: the enemy may not see it.

Each part has its own end, a share of the budget. All of it runs in one thread, beside the one that watches the clock.
"""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from orchard.core.choice import Stop
from orchard.core.clock import seconds_left
from orchard.core.game import Position
from orchard.core.watch import Watch
from orchard.games.gomoku.search.engine import Found, KiteEngine, RootMove
from orchard.games.gomoku.search.quick_results import BELIEVED, WIN
from orchard.games.gomoku.search.threat_solver import Proof, ThreatSolver

MAX_DEPTH = 60
WIN_SHARE, SEARCH_SHARE = 1 / 8, 31 / 32  # of the budget, by when the first two parts end
FIRST_LINE_SHARE = 7 / 8  # by when the search ends that comes before those for other lines
DOUBT_SHARE = 1 / 32  # for one doubt on the way
EASY_SHARE = 0.4  # by when a choice that stands out may be played
STANDS_OUT = 1500  # how far behind every other move is then, and
STEADY_DEPTHS = 4  # for how many depths
MOST_DOUBTS = 4  # doubts on the way, and as many at the end
DOUBT_DEPTH = 5  # from which depth on; a player of fewer plies doubts at the end only
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
        return seconds_left(self.seconds * share, self.stop, self.started)

    def slice(self, share: float) -> Callable[[], float]:
        """Seconds left of the next `share` of the time."""
        return self.until((time.perf_counter() - self.started) / self.seconds + share)

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
    def __init__(self, engine: KiteEngine, use_threes: bool = True, table_bits: int = 16) -> None:
        self.engine = engine
        self.solver = ThreatSolver(table_bits, engine.halt, only_gains=True) if use_threes else None
        self._watch: Watch | None = None

    def is_free(self, seconds: float = math.inf) -> bool:
        """Whether the thread of the last move has ended, after at most so many seconds: it was not waited for where
        others kept it from the processor."""
        return self._watch is None or self._watch.finish(seconds)

    def think(self, position: Position, budget: Budget, lines: int = 1) -> Thought:
        """The best move within the budget; with `lines` above 1, the best of the remaining moves too."""
        engine = self.engine
        if budget.seconds < AT_ONCE_S:  # no time for threads and clocks: one glance, here and now
            engine.halt[0] = 0
            engine.allow_nodes(AT_ONCE_NODES)
            return Thought(engine.run(1), tuple(engine.root_moves()), (), engine.nodes())
        self._watch = watch = Watch(engine.halt, budget.until(1.0))
        return watch.run(lambda: _Move(self.engine, self.solver, watch, position, budget).think(lines))


class _Move:
    """The work on one move."""

    def __init__(
        self, engine: KiteEngine, solver: ThreatSolver | None, watch: Watch, position: Position, budget: Budget
    ) -> None:
        self.engine, self.watch, self.position, self.budget = engine, watch, position, budget
        self.solver = solver if budget.depth >= 2 else None
        self.threat_nodes = 0
        self.struck: dict[int, int] = {}  # squares that are refuted, and how many plies the enemy needs
        self.doubted: set[int] = set()
        self.forced = False  # whether only one move can be played: it needs no doubt

    def think(self, lines: int) -> Thought:
        engine = self.engine
        if self.solver is not None:
            if self.budget.repeats:
                self.solver.forget()
            proof = self._prove(self.position, self.budget.until(WIN_SHARE), self.budget.proof_nodes(WIN_SHARE))
            if proof.result == "win" and lines == 1:
                found = Found(len(proof.line), WIN - proof.plies, proof.line)
                move = RootMove(proof.line[0], found.value, "exact", proof.nodes)
                return Thought(found, (move,), (), self.threat_nodes, "proved by threats")
        first = self._deepen(MOST_DOUBTS, SEARCH_SHARE) if lines == 1 else self._deepen(0, FIRST_LINE_SHARE)
        if self.struck and (first is None or first.value < -BELIEVED):
            first = self._most_stubborn(first or self._searched_again(self.budget.until(1.0), 1))
        moves = tuple(engine.root_moves())
        others: tuple[Found, ...] = ()
        if first is not None:
            if lines > 1:
                others = self._other_lines(first, lines)
            elif self.struck or not self.forced:
                first = self._last_doubts(first)
        engine.exclude(())
        return Thought(first, moves, others, engine.nodes() + self.threat_nodes)

    def _prove(self, position: Position, remaining: Callable[[], float], node_limit: int | None) -> Proof:
        """Whether the side to move wins by threats, as far as can be told in that time."""
        assert self.solver is not None
        self.watch.part(remaining)
        proof = self.solver.solve(position, node_limit=node_limit)
        self.threat_nodes += proof.nodes
        return proof

    def _is_refuted(self, square: int, remaining: Callable[[], float], node_limit: int | None) -> bool:
        """Strike a move out if the enemy is seen to win by threats after it."""
        after = self.position.game.after(self.position, self.position.game.board.moves[square])
        if after.is_over:
            return False
        proof = self._prove(after, remaining, node_limit)
        if proof.result == "win":
            self.struck[square] = proof.plies
            self.engine.exclude(self.struck)
        return proof.result == "win"

    def _searched_again(self, remaining: Callable[[], float], depth: int) -> Found | None:
        """The best move that is not struck out."""
        self.watch.part(remaining)
        return self.engine.deepest(depth, self.budget.threads)

    def _most_stubborn(self, found: Found | None) -> Found:
        """What was found, unless it loses sooner than a move that is struck out, or there is nothing."""
        square = max(self.struck, key=lambda square: self.struck[square])
        if found is not None and (found.value >= -BELIEVED or -found.wins_in > 1 + self.struck[square]):
            return found
        return Found(1, -BELIEVED, (square,))

    def _deepen(self, doubts: int, share: float) -> Found | None:
        """Deeper and deeper until the time for searching is over or the result is certain."""
        budget, engine = self.budget, self.engine
        search_end = budget.until(share if self.solver is not None else 1.0)
        self.watch.part(search_end)
        if budget.nodes is not None:
            reserve = budget.nodes // 8 if self.solver is not None else 0
            engine.allow_nodes(max(1, budget.nodes - self.threat_nodes - reserve))
        easy = budget.until(EASY_SHARE)
        found, steady, depth = None, 0, 1
        while depth <= budget.depth:
            deeper = engine.deepen(depth, found, budget.threads)
            if deeper is None:
                break
            steady = steady + 1 if found is not None and deeper.line[0] == found.line[0] else 0
            found = deeper
            if found.wins_in or not found.complete:
                break
            moves = engine.root_moves()
            self.watch.offer(partial(Thought, found, tuple(moves), (), engine.nodes() + self.threat_nodes))
            self.forced = len(moves) == 1 and depth >= 6
            if self.forced:
                break
            stands_out = steady >= STEADY_DEPTHS and len(moves) > 1 and moves[1].value < found.value - STANDS_OUT
            if stands_out and easy() <= 0:
                break
            square, depth = found.line[0], depth + 1
            if self.solver is not None and doubts and depth > DOUBT_DEPTH and square not in self.doubted:
                doubts -= 1
                self.doubted.add(square)
                before = self.threat_nodes
                if self._is_refuted(square, budget.slice(DOUBT_SHARE), budget.proof_nodes(DOUBT_SHARE)):
                    depth, found = 1, None  # of the others only bounds are known; what was seen is remembered
                self.watch.part(search_end)
                engine.spend_nodes(self.threat_nodes - before)
        return found

    def _other_lines(self, first: Found, lines: int) -> tuple[Found, ...]:
        """The second best line and so on, each searched as deep as the first with what time there is."""
        others: list[Found] = []
        if self.budget.nodes is not None:
            self.engine.allow_nodes(self.budget.nodes)
        for number in range(1, lines):
            self.engine.exclude([first.line[0], *(line.line[0] for line in others)])
            self.watch.part(self.budget.until(FIRST_LINE_SHARE + (1 - FIRST_LINE_SHARE) * number / (lines - 1)))
            found = self.engine.deepest(max(first.depth, 1), self.budget.threads)
            if found is None:
                break
            others.append(found)
        return tuple(sorted(others, key=lambda line: -line.value))

    def _last_doubts(self, first: Found) -> Found:
        """The choice, or another one if the enemy would win by threats after it."""
        chosen, budget = first, self.budget
        if self.solver is None or first.line[0] in self.struck:  # then it is the one that puts the end off longest
            return first
        for number in range(1, MOST_DOUBTS + 1):
            ends = budget.until(SEARCH_SHARE + (1 - SEARCH_SHARE) * number / (MOST_DOUBTS + 1))
            if chosen.wins_in or budget.until(1.0)() <= 0:
                break
            if not self._is_refuted(chosen.line[0], ends, budget.proof_nodes(1 / 16)):
                break
            if budget.nodes is not None:
                self.engine.allow_nodes(max(1, budget.nodes // 16))
            chosen = self._most_stubborn(self._searched_again(ends, max(first.depth - 1, 1)))
            if chosen.line[0] in self.struck:
                break
        return chosen
