"""What the minimax and alpha-beta players share: the clock, threads, deepening, and the answer as a Choice."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from orchard.core.board import Move
from orchard.core.choice import Choice, DepthLog, Limits, MoveStat
from orchard.core.clock import Deadline
from orchard.core.errors import IllegalMoveError
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.trace import Trace
from orchard.core.tree import TreeNode
from orchard.core.watch import Watch

if TYPE_CHECKING:
    from orchard.core.evaluation import Evaluation
    from orchard.search.lookahead import Lookahead, LookaheadSettings, Searched

MAX_DEPTH = 64
SPARE_S = 0.008  # on a busy machine a searching thread may wait so long before it can see that time is up
COUNTED = 1_000_000  # positions that a search step by step may visit to count what its cuts save
SHOWN_DEPTH = 5  # how deep a tree is searched for showing, where the player itself has no fixed depth


class LookaheadPlayer(Player):
    """A player that searches plies ahead. A subclass says with what settings, evaluation, weights and depth."""

    shows_depths = True
    default_seconds: float | None = None
    deepening = False  # search depth 1, 2, 3, ... until the depth or the time is reached

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        from orchard.search.lookahead import Lookahead  # here, so that the first move does not pay for loading

        self._lookahead: Lookahead = Lookahead(self.settings())

    @abstractmethod
    def settings(self) -> LookaheadSettings: ...

    @abstractmethod
    def evaluation(self, game: Game) -> Evaluation: ...

    @abstractmethod
    def depth_for(self, position: Position) -> int:
        """How deep to search here; 0 for as deep as the limits allow."""

    def weights(self, position: Position) -> Any:
        return self.evaluation(position.game).weights_for(position)

    def evaluate(self, boards: Any, game: Game) -> Any:
        from orchard.search.evaluated import evaluate_boards

        self.check_game(game)
        return evaluate_boards(boards, game, self.evaluation(game), self.weights)

    def think(self, position: Position, limits: Limits) -> Choice:
        default_seconds = None if limits.depth else self.default_seconds  # a depth is limit enough
        deadline = Deadline(limits, default_seconds, SPARE_S)
        lookahead, depths = self._lookahead, self._begin(position, limits)

        def search(halt: Any) -> tuple[Searched | None, Searched | None]:
            def run(order: list[int], depth: int) -> Searched:
                return lookahead.run_together(order, depth, halt, limits.threads)

            return self._search(position, depths, limits, deadline, run)

        if depths[-1] <= (3 if lookahead.settings.algorithm == "minimax" else 4):  # done before a thread would be there
            found, earlier = search(limits.stop.flag)
        else:
            watch = Watch(lookahead.halt)
            watch.part(deadline.remaining)
            found, earlier = watch.run(lambda: search(lookahead.halt))
        return self._answer(position, found or lookahead.first_glance(), earlier)

    def _begin(self, position: Position, limits: Limits) -> range:
        """Prepare the search; the depths to go through."""
        depth = limits.depth or self.depth_for(position)
        deepening = self.deepening or depth == 0
        depth = min(depth or MAX_DEPTH, MAX_DEPTH)
        evaluation, weights = self.evaluation(position.game), self.weights(position)
        self._lookahead.begin(position, evaluation, weights, threads=limits.threads, budget=limits.work)
        if deepening and len(self._lookahead.squares) == 1:
            depth = min(depth, 2)  # nothing to choose: look just far enough for a value
        return range(1 if deepening else depth, depth + 1)

    def _search(
        self,
        position: Position,
        depths: range,
        limits: Limits,
        deadline: Deadline,
        run: Callable[[list[int], int], Searched],
    ) -> tuple[Searched | None, Searched | None]:
        """Every depth until halted or late: the deepest that found anything, and the one before it, for the moves that
        were not finished."""
        order = _in_order(position, limits.order)
        unit = self.evaluation(position.game).unit
        log = DepthLog(limits)
        found = earlier = None
        for depth in depths:
            searched = run(order, depth)
            if searched.moves:
                earlier, found = found, searched
                values = {move.square: move.value for move in searched.moves}
                order.sort(key=lambda square: -values.get(square, -(1 << 40)))
            if searched.complete and log.wanted:
                line = self._line(position, searched)
                log.add(depth, searched.best.value / unit, line, self._lookahead.counts(), searched.solved)
            late = deadline.remaining() < deadline.elapsed()  # a ply takes longer than all before it together
            if not searched.complete or searched.solved or late:
                break
        return found, earlier

    def _answer(self, position: Position, found: Searched, earlier: Searched | None) -> Choice:
        board, best, evaluation = position.game.board, found.best, self.evaluation(position.game)
        finished = {move.square for move in found.moves}
        ranked = sorted(found.moves, key=lambda move: -move.value)
        if earlier is not None:
            ranked += [move for move in earlier.moves if move.square not in finished]
        if found.solved:
            certainty = "searched to the end of the game"
        elif not found.nodes:
            certainty = "no time to search: the best by the look of it"
        else:
            certainty = f"{evaluation.name}, depth {found.depth}"
            if not found.complete:
                certainty += f", {len(found.moves)} of {len(self._lookahead.squares)} moves before time was up"
        return Choice(
            move=board.move_at(best.square),
            value=best.value / evaluation.unit,
            line=self._line(position, found),
            moves=tuple(
                MoveStat(board.move_at(move.square), move.value / evaluation.unit, move.nodes, None, move.bound)
                for move in ranked
            ),
            nodes=self._lookahead.nodes(),
            depth=found.depth,
            note=certainty,
        )

    def _line(self, position: Position, found: Searched) -> tuple[Move, ...]:
        """The moves that a search expects, as far as it knows them."""
        best = found.best.square
        line = found.line if found.line[:1] == (best,) else (best,)
        return tuple(map(position.game.board.move_at, self._lookahead.extend(line, found.depth)))

    def trace(self, position: Position, limits: Limits | None = None, plies: int = 64, most: int = 5000) -> Trace:
        from orchard.search.traced_plies import PlyTracer

        self.check_can_search(position)
        limits = replace(limits or Limits(), threads=1, progress=None)
        if limits.depth is None and limits.work is None and not self.depth_for(position):
            limits = replace(limits, depth=SHOWN_DEPTH)  # a clock would give other steps every time
        unit, lookahead, halt = self.evaluation(position.game).unit, self._lookahead, limits.stop.flag
        depths, deadline = self._begin(position, limits), Deadline(replace(limits, seconds=None))
        tracer = PlyTracer(lookahead, position.game.board, unit, plies, most, halt, COUNTED)
        found, earlier = self._search(position, depths, limits, deadline, tracer.run)
        choice = self._answer(position, found or lookahead.first_glance(), earlier)
        return Trace.of(self.spec, "plies", position, tracer.steps, choice)

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        """The tree of a plain search (minimax or alpha-beta in board order), which shows best what is cut and why; of
        fewer plies, where the time is not enough."""
        from orchard.search.shown import shown_tree
        from orchard.search.traced_plies import HaltedError

        self.check_game(position.game)
        limits = limits or Limits()
        search_depth = limits.depth or self.depth_for(position) or SHOWN_DEPTH
        algorithm = "minimax" if self.settings().algorithm == "minimax" else "alphabeta"
        arguments = (position, algorithm, self.evaluation(position.game), self.weights(position))
        watch = Watch(self._lookahead.halt)
        watch.part(Deadline(limits).remaining)

        def search() -> TreeNode | None:
            whole = None
            with contextlib.suppress(HaltedError):
                for plies in range(1, search_depth + 1):
                    whole = shown_tree(*arguments, plies, depth, watch.halt)
            return whole

        return watch.run(search) or shown_tree(*arguments, 1, 1)


def _in_order(position: Position, first: tuple[str, ...]) -> list[int]:
    """The squares of the legal moves: those of `first` in their order, then the others in the order of the board."""
    legal = {str(move): move.square for move in position.legal()}
    for move in first:
        if move not in legal:
            raise IllegalMoveError(f"{move!r} cannot be tried first: it is not legal here")
    return [legal[move] for move in dict.fromkeys((*first, *legal))]
