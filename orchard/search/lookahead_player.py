"""What the minimax and alpha-beta players share: the clock, threads, deepening, and the answer as a Choice."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from orchard.core.board import Move
from orchard.core.choice import Choice, DepthLog, Limits, MoveStat
from orchard.core.clock import Deadline
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.tree import TreeNode
from orchard.core.watch import Watch

if TYPE_CHECKING:
    from orchard.core.evaluation import Evaluation
    from orchard.search.lookahead import Lookahead, LookaheadSettings, Searched

MAX_DEPTH = 64
SPARE_S = 0.008  # on a busy machine a searching thread may wait so long before it can see that time is up
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

    def think(self, position: Position, limits: Limits) -> Choice:
        default_seconds = None if limits.depth else self.default_seconds  # a depth is limit enough
        deadline = Deadline(limits, default_seconds, SPARE_S)
        lookahead, evaluation = self._lookahead, self.evaluation(position.game)
        depth = limits.depth or self.depth_for(position)
        deepening = self.deepening or depth == 0
        depth = min(depth or MAX_DEPTH, MAX_DEPTH)
        lookahead.begin(position, evaluation, self.weights(position), threads=limits.threads, budget=limits.work)
        if deepening and len(lookahead.squares) == 1:
            depth = min(depth, 2)  # nothing to choose: look just far enough for a value
        depths = range(1 if deepening else depth, depth + 1)

        def search(halt: Any) -> tuple[Searched | None, Searched | None]:
            return self._search(position, depths, limits, deadline, halt)

        if depth <= (3 if lookahead.settings.algorithm == "minimax" else 4):  # done before a thread would have started
            found, earlier = search(limits.stop.flag)
        else:
            watch = Watch(lookahead.halt)
            watch.part(deadline.remaining)
            found, earlier = watch.run(lambda: search(lookahead.halt))
        return self._answer(position, found or lookahead.first_glance(), earlier, evaluation)

    def _search(
        self, position: Position, depths: range, limits: Limits, deadline: Deadline, halt: Any
    ) -> tuple[Searched | None, Searched | None]:
        """Every depth until halted or late: the deepest that found anything, and the one before it, for the moves that
        were not finished."""
        order = list(self._lookahead.squares)
        unit = self.evaluation(position.game).unit
        log = DepthLog(limits)
        found = earlier = None
        for depth in depths:
            searched = self._lookahead.run_together(order, depth, halt, limits.threads)
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

    def _answer(self, position: Position, found: Searched, earlier: Searched | None, evaluation: Evaluation) -> Choice:
        board, best = position.game.board, found.best
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

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        """The tree of a plain search (minimax or alpha-beta in board order), which shows best what is cut and why; of
        fewer plies, where the time is not enough."""
        from orchard.search.shown import HaltedError, shown_tree

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
