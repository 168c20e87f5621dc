"""Positions solved exactly: by the game's own solver, or by a search to the end of the game."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from orchard.core.board import PASS, Move
from orchard.core.choice import Stop
from orchard.core.clock import seconds_left
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import Game, Position
from orchard.core.offers import Question, Solved, Tell, result_of, verdict_of
from orchard.core.watch import Watch
from orchard.games import evaluation, offer


class SearchToTheEnd:
    """For any game: deeper and deeper until every line ends the game. Good for small games and late positions."""

    OPTIONS = frozenset({"threads", "all_moves", "table_mb"})

    def __init__(self) -> None:
        self._lookahead: Any = None  # its table serves one position after the other

    def solve(self, position: Position, question: Question, stop: Stop, tell: Tell) -> Solved:
        from orchard.search.lookahead import Lookahead, LookaheadSettings

        began, remaining = time.perf_counter(), seconds_left(question.seconds, stop)
        settings = LookaheadSettings("negascout", True, question.table_mb or 64, True, True)
        if self._lookahead is None or self._lookahead.settings != settings:
            self._lookahead = Lookahead(settings)
        lookahead = self._lookahead
        lower, upper, line, nodes = self._score(lookahead, position, question, remaining, tell)
        moves: dict[str, tuple[int, int]] = {}
        for move in position.legal() if question.all_moves else ():
            after = position.play(move)
            outcome = after.outcome
            if outcome is not None:
                score = outcome.score_for(position.to_move)
                moves[str(move)] = score, score
                continue
            low, high, _, more = self._score(lookahead, after, question, remaining, tell)
            moves[str(move)] = -high, -low
            nodes += more
        return Solved(
            verdict_of(position.game, lower, upper),
            result_of(lower, upper),
            line,
            nodes,
            time.perf_counter() - began,
            line[0] if line else None,
            (lower, upper),
            dict(sorted(moves.items(), key=lambda item: -item[1][0])),
        )

    def _score(
        self, lookahead: Any, position: Position, question: Question, remaining: Any, tell: Tell
    ) -> tuple[int, int, tuple[Move, ...], int]:
        """Bounds of the score, best play, and nodes."""
        blind, most = evaluation("blind"), position.game.max_score
        lookahead.begin(position, blind, blind.weights_for(position), threads=question.threads)
        watch = Watch(lookahead.halt)
        watch.part(remaining)

        def deepen() -> Any:
            order, found = list(lookahead.squares), None
            for depth in range(1, min(position.game.max_plies, 64) + 1):
                searched = lookahead.run_together(order, depth, lookahead.halt, question.threads)
                if not searched.complete:
                    break
                found = searched
                tell(f"depth {depth}", lookahead.nodes())
                values = {move.square: move.value for move in searched.moves}
                order.sort(key=lambda square: -values[square])
                if searched.solved or searched.best.value >= blind.won + most:  # nothing can be better
                    break
            return found

        found = watch.run(deepen)
        nodes = lookahead.nodes()
        value = found.best.value if found is not None else 0
        if found is None or not (found.solved or value >= blind.won + most):
            return -most, most, (), nodes
        score = value - blind.won if value > 0 else value + blind.won if value < 0 else 0
        line = found.line if found.line[:1] == (found.best.square,) else (found.best.square,)
        names = position.game.board.moves
        squares = lookahead.extend(line, found.depth)
        return score, score, tuple(PASS if square < 0 else names[square] for square in squares), nodes


def solver_of(game: Game) -> Any:
    """Who solves positions of a game."""
    offered = offer(game.base_name, "solver")
    return offered.SOLVER if offered is not None and offered.SOLVER.knows(game) else SearchToTheEnd()


def check(game: Game, question: Question) -> None:
    """Refuse what the solver of a game does not know."""
    plain, known = Question(), solver_of(game).OPTIONS | {"seconds"}
    asked = [name for name in question.__slots__ if getattr(question, name) != getattr(plain, name)]
    wrong = [name for name in asked if name not in known]
    if wrong:
        names = ", ".join("--" + name.replace("_", "-") for name in wrong)
        raise OptionError(f"{names} does not apply to {game.title}")


def solve(
    position: Position, question: Question, stop: Stop | None = None, tell: Tell = lambda known, nodes: None
) -> Solved:
    """What there is to know about a position; stopped or late, what is known by then."""
    return next(solve_each([position], question, stop, tell))


def solve_each(
    positions: Iterable[Position],
    question: Question,
    stop: Stop | None = None,
    tell: Tell = lambda known, nodes: None,
) -> Iterator[Solved]:
    """The same for each of many positions; what was learned of one serves the next of the same game."""
    solvers: dict[Game, Any] = {}
    for position in positions:
        check(position.game, question)
        if position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to solve", kind="over")
        if position.game not in solvers:
            solvers = {position.game: solver_of(position.game)}
        solved: Solved = solvers[position.game].solve(position, question, stop or Stop(), tell)
        yield replace(solved, seconds=round(solved.seconds, 6))
