"""What the minimax and alpha-beta players share: the clock, threads, deepening, and the answer as a Choice."""

from __future__ import annotations

import threading
from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from orchard.core.board import PASS, PASS_SQUARE, Move
from orchard.core.choice import Choice, Limits, MoveStat
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.core.tree import TreeNode
from orchard.players._clock import Deadline
from orchard.players._depths import DepthLog

if TYPE_CHECKING:
    from orchard.evaluate import Evaluation
    from orchard.search.lookahead import Lookahead, Searched, Settings

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
    def settings(self) -> Settings: ...

    @abstractmethod
    def evaluation(self) -> Evaluation: ...

    @abstractmethod
    def depth_for(self, position: Position) -> int:
        """How deep to search here; 0 for as deep as the limits allow."""

    def weights(self, position: Position) -> Any:
        return self.evaluation().weights_for(position.game.base_name, position.own, position.enemy)

    def think(self, position: Position, limits: Limits) -> Choice:
        deadline = Deadline(limits, None if limits.depth else self.default_seconds)  # a depth is limit enough
        lookahead, evaluation = self._lookahead, self.evaluation()
        depth = limits.depth or self.depth_for(position)
        deepening = self.deepening or depth == 0
        depth = min(depth or MAX_DEPTH, MAX_DEPTH)
        lookahead.begin(position, evaluation, self.weights(position), threads=limits.threads, budget=limits.work)
        order = list(lookahead.squares)
        if deepening and len(order) == 1:
            depth = min(depth, 2)  # nothing to choose: look just far enough for a value
        found: Searched | None = None
        earlier: Searched | None = None  # one ply less deep, for the moves that were not finished
        first = 1 if deepening else depth
        log = DepthLog(limits)
        for level in range(first, depth + 1):
            searched = self._search(order, level, limits, deadline)
            if searched.moves:
                earlier, found = found, searched
                values = {move.square: move.value for move in searched.moves}
                order.sort(key=lambda square: -values.get(square, -(1 << 40)))
            if searched.complete and log.wanted:
                line = self._line(position, searched)
                log.add(level, searched.best.value / evaluation.unit, line, lookahead.counts(), searched.solved)
            if not searched.complete or searched.solved or (deepening and self._late(deadline)):
                break
        return self._answer(position, found or lookahead.judge(), earlier, evaluation)

    def _late(self, deadline: Deadline) -> bool:
        """Whether another ply would hardly be finished: each takes longer than all before it together."""
        return deadline.expired() or deadline.remaining() < deadline.elapsed()

    def _search(self, order: list[int], depth: int, limits: Limits, deadline: Deadline) -> Searched:
        """One depth. This thread watches the clock while others search; helpers only fill the shared table."""
        lookahead, stop = self._lookahead, limits.stop.flag
        lookahead.resume()
        if depth <= (3 if lookahead.settings.algorithm == "minimax" else 4):
            return lookahead.run(order, depth, stop)  # done before a thread would have started
        done = threading.Event()
        result: list[Searched | BaseException] = []

        def lead() -> None:
            try:
                result.append(lookahead.run(order, depth, stop))
            except BaseException as error:  # carried over to the thread that asked
                result.append(error)
            finally:
                done.set()

        def help_out(number: int) -> None:
            from_the_back = order[:1] + order[:0:-1]  # the lead comes from the front; they meet in the table
            lookahead.run(from_the_back, min(depth + (number + 1) % 2, MAX_DEPTH), stop, number)

        workers = [threading.Thread(target=lead, daemon=True)]
        if lookahead.settings.table_mb:
            workers += [threading.Thread(target=help_out, args=(n,), daemon=True) for n in range(1, limits.threads)]
        for worker in workers:
            worker.start()
        try:
            spare_s = 0.0 if limits.seconds is None else min(SPARE_S, limits.seconds / 5)
            while not done.wait(min(max(deadline.remaining() - spare_s, 0), 3600)):
                if deadline.expired() or deadline.remaining() <= spare_s:
                    break
        finally:
            lookahead.halt()
            for worker in workers:
                worker.join()
        if isinstance(result[0], BaseException):
            raise result[0]
        return result[0]

    def _answer(self, position: Position, found: Searched, earlier: Searched | None, evaluation: Evaluation) -> Choice:
        squares = position.game.board.moves

        def name(square: int) -> Move:
            return PASS if square == PASS_SQUARE else squares[square]

        best = found.best
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
            move=name(best.square),
            value=best.value / evaluation.unit,
            line=self._line(position, found),
            moves=tuple(
                MoveStat(name(move.square), move.value / evaluation.unit, move.nodes, None, move.bound)
                for move in ranked
            ),
            nodes=self._lookahead.nodes(),
            depth=found.depth,
            note=certainty,
        )

    def _line(self, position: Position, found: Searched) -> tuple[Move, ...]:
        """The moves that a search expects, as far as it knows them."""
        squares, best = position.game.board.moves, found.best.square
        line = found.line if found.line[:1] == (best,) else (best,)
        extended = self._lookahead.extend(line, found.depth)
        return tuple(PASS if square == PASS_SQUARE else squares[square] for square in extended)

    def search_tree(self, position: Position, limits: Limits | None = None, depth: int = 3) -> TreeNode:
        """The tree of a plain search (minimax or alpha-beta in board order), which shows best what is cut and why."""
        from orchard.search.shown import shown_tree

        self.check_game(position.game)
        search_depth = (limits.depth if limits else None) or self.depth_for(position) or SHOWN_DEPTH
        algorithm = "minimax" if self.settings().algorithm == "minimax" else "alphabeta"
        return shown_tree(position, algorithm, self.evaluation(), self.weights(position), search_depth, depth)
