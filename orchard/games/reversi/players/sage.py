"""Our own engine for both Reversi games: learned patterns, a deep selective search, and perfect endgames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, DepthLog, Limits, MoveStat, Stop
from orchard.core.clock import Deadline
from orchard.core.game import Color, Game, Position
from orchard.core.player import Option, Player
from orchard.core.ponder import Pondering
from orchard.core.watch import Watch
from orchard.games.reversi.players._book_answer import book_answer
from orchard.games.reversi.players._endgame_plan import (
    SOLVED_AT_ONCE,
    SOLVING,
    Plan,
    chosen_by,
    joined,
    plan_for,
)

if TYPE_CHECKING:
    from orchard.games.reversi.search.endgame import Solution, Solver
    from orchard.games.reversi.search.midgame import Line, Midgame, Report

SPARE_S = 0.008  # on a busy machine a searching thread may wait so long before it can see that time is up
FIRST_LOOK = 0.2  # the share of the time that goes into an ordinary search before the solver is asked,
GLANCE = 0.05  # and where the solver will hardly need any time
SMALL_WORK = 10_000  # nodes, for which a solver with a small table is enough: it is cleared before such a search
PONDER_S = 0.1  # the least time for the first round of pondering; each round after it has twice as long


class Sage(Player):
    summary = "our engine: learned patterns, deep selective search, perfect endgames"
    games = ("reversi", "reversed_reversi")
    width = 8  # the board its patterns were learned on
    value_unit = "discs"
    shows_depths = True
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        "table": Option(64.0, "MB for what it knows of positions, once for the midgame and once for endgames", 1, 4096),
        "lines": Option(1, "moves to give an exact value to, for analysis", 1, 64),
        "solve_from": Option(30, "empty squares from which it may try to play perfectly", 0, 60),
        "confidence": Option(1.0, "standard deviations that justify a selective cut-off; 0 for none", 0, 10),
        "weights": Option("", "a file of weights instead of the shipped ones"),
        "book": Option(True, "play from the opening book, where only time is a limit"),
        "variety": Option(0.5, "discs that a move from the book may lose against the best one", 0, 64),
        "book_file": Option("", "a book file instead of the shipped one"),
        "ponder": Option(
            False, "think on while the opponent does, where time is the limit; this takes a core from others"
        ),
    }
    default_seconds = 1.0
    corrected = True  # whether its evaluation has its correction

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._engines: dict[str, tuple[Midgame, Solver]] = {}
        self._small_solvers: dict[str, Solver] = {}
        self._watch: Watch | None = None  # of the last move
        self._pondering = Pondering()
        self._pondered: tuple[Position, Choice] | None = None  # the deepest answer found in the opponent's time

    def engine(self, game: str) -> tuple[Midgame, Solver]:
        if game not in self._engines:
            from orchard.games.reversi.search.endgame import Solver
            from orchard.games.reversi.search.midgame import Midgame

            table_mb = self.options["table"]
            midgame = Midgame(
                game,
                weights=self.options["weights"],
                table_mb=table_mb,
                confidence=self.options["confidence"],
                corrected=self.corrected,
            )
            self._engines[game] = midgame, Solver(game, max(1, round(table_mb)), halt=midgame.halt)
        return self._engines[game]

    def _small_solver(self, game: str) -> Solver:
        if game not in self._small_solvers:
            from orchard.games.reversi.search.endgame import Solver

            self._small_solvers[game] = Solver(game, 1, halt=self.engine(game)[0].halt)
        return self._small_solvers[game]

    def evaluate(self, boards: Any, game: Game) -> Any:
        from orchard.games.reversi.evaluate import weights_file
        from orchard.games.reversi.evaluate.boards import evaluate_boards

        self.check_game(game)
        return evaluate_boards(boards, game.base_name, weights_file.load(self.options["weights"] or game.base_name))

    def prepare(self, game: Game, color: Color, limits: Limits) -> None:
        if game.base_name in self.games:
            self.engine(game.base_name)

    def new_game(self) -> None:
        self._pondering.stop()
        self._pondered = None
        if self._watch is not None:
            self._watch.finish()
        for midgame, solver in self._engines.values():
            midgame.forget()
            solver.clear()

    def close(self) -> None:
        self._pondering.stop()
        self._engines.clear()
        self._small_solvers.clear()

    # ----------------------------------------------------------------- choosing

    def think(self, position: Position, limits: Limits) -> Choice:
        if position.legal() == [PASS]:
            self._pondering.stop()
            return Choice(PASS, line=(PASS,), moves=(MoveStat(PASS),), note="the only legal move")
        if (known := book_answer(position, limits, self.options)) is not None:
            self._pondering.stop()
            return known
        self.engine(position.game.base_name)  # loaded before the clock runs
        deadline = Deadline(limits, None if limits.depth else self.default_seconds, SPARE_S)
        self._pondering.stop()
        choice = self._watched(position, limits, deadline)
        if limits.work is None and limits.depth is None:
            choice = self._further(position, choice)
            if self.options["ponder"] and not limits.stop.is_set():
                self._ponder(position, choice, limits)
        return choice

    def _further(self, position: Position, choice: Choice) -> Choice:
        """The answer found in the opponent's time where it was thought out further than the one found just now."""
        pondered, self._pondered = self._pondered, None
        if pondered and pondered[0] == position and pondered[1].depth > choice.depth:
            return replace(pondered[1], nodes=choice.nodes)
        return choice

    def _ponder(self, position: Position, choice: Choice, limits: Limits) -> None:
        """Go on with the question that comes next if the opponent answers as expected; the tables keep the answers."""
        after = position.play(choice.move)
        if after.is_over:
            return
        expected = after.play(choice.line[1] if len(choice.line) > 1 else self._at_a_glance(after))
        if expected.is_over or expected.legal() == [PASS]:
            return

        def job(stop: Stop) -> None:
            seconds = max(PONDER_S, self.default_seconds if limits.seconds is None else limits.seconds)
            known = 0
            while known < expected.empties and not stop.is_set():
                asked = replace(limits, seconds=seconds, stop=stop, progress=None)
                choice = self._watched(expected, asked, Deadline(asked))
                if choice.depth > known:
                    known, self._pondered = choice.depth, (expected, choice)
                seconds *= 2

        self._pondering.start(job, self.engine(position.game.base_name)[0].halt)

    def _at_a_glance(self, position: Position) -> str:
        """The move that looks best by evaluation alone."""
        if position.legal() == [PASS]:
            return PASS
        looks = self.engine(position.game.base_name)[0].first_look(position.own, position.enemy)
        return position.game.board.moves[looks[0].square]

    def _watched(self, position: Position, limits: Limits, deadline: Deadline) -> Choice:
        halt = self.engine(position.game.base_name)[0].halt
        if self._watch is not None and not self._watch.finish(deadline.remaining()):
            return self._by_the_look(position)  # other programs still keep the last search from ending
        self._watch = watch = Watch(halt, deadline.remaining)
        return watch.run(lambda: self._think(position, limits, deadline, watch))

    def _think(self, position: Position, limits: Limits, deadline: Deadline, watch: Watch) -> Choice:
        midgame, solver = self.engine(position.game.base_name)
        if limits.work is not None and limits.work < SMALL_WORK:
            solver = self._small_solver(position.game.base_name)
        log = self.log_depths(position, limits, midgame, watch)
        plan = self._endgame_plan(position, limits, deadline)
        asks_solver = bool(plan.questions)
        if asks_solver and limits.work is not None:
            solver.clear()  # the same work, the same answer
        share = 1.0 if not asks_solver or plan.looks else FIRST_LOOK if position.empties > SOLVED_AT_ONCE else GLANCE
        watch.part(deadline.until(share))
        report = midgame.search(
            position.own,
            position.enemy,
            depth=limits.depth,
            nodes=None if limits.work is None else max(1, int(limits.work * share)),
            threads=limits.threads,
            lines=self.options["lines"],
            looks=plan.looks or None,
            remaining=None if share < 1.0 else deadline.remaining,
        )
        if report.complete or not asks_solver or report.looks < plan.looks:
            return self._answer(position, report, None)
        watch.part(deadline.remaining)
        watch.offer(lambda: self._answer(position, report, None))
        solution = self._solve(position, limits, report, solver, plan, watch)
        choice = self._answer(position, report, solution)
        if solution is not None and solution.score is not None and not watch.over:
            log.add(position.empties, choice.value, choice.line, [choice.nodes], exact=True)
        return choice

    def log_depths(self, position: Position, limits: Limits, midgame: Midgame, watch: Watch) -> DepthLog:
        """What the midgame search will tell of each depth, and offer as its answer so far."""
        log = DepthLog(limits)

        def tell(report: Report, counts: tuple[int, ...]) -> None:
            watch.offer(lambda: self._answer(position, replace(report, nodes=counts[0]), None))
            if log.wanted and not watch.over:
                squares = midgame.line_from(position.own, position.enemy, report.best.square)
                log.add(report.depth, report.best.value / 100, self._moves(position, squares), counts, report.complete)

        midgame.on_depth = tell
        return log

    def _endgame_plan(self, position: Position, limits: Limits, deadline: Deadline) -> Plan:
        game, empties = position.game.base_name, position.empties
        if empties > self.options["solve_from"] or limits.depth is not None or len(position.legal()) == 1:
            return Plan()
        nodes = deadline.seconds * limits.threads * SOLVING[game].per_second
        nodes = nodes if limits.work is None else min(nodes, limits.work)
        return plan_for(game, empties, nodes, selective=self.options["confidence"] > 0)

    def _solve(
        self, position: Position, limits: Limits, report: Report, solver: Solver, plan: Plan, watch: Watch
    ) -> Solution | None:
        """The answers to the questions of the plan, as far as there is time for them, joined."""
        best: Solution | None = None
        guess = round(report.best.value / 200) * 2
        left = None if limits.work is None else limits.work - report.nodes
        for question in plan.questions:
            low, high = (-1, 1) if question == "sign" else (-64, 64)
            if best is not None and best.sign is not None:
                guess = max(2, guess) if best.sign > 0 else min(-2, guess) if best.sign < 0 else 0
            solution = solver.solve(
                position.own,
                position.enemy,
                low,
                high,
                threads=limits.threads,
                node_slice=None if left is None else max(1, left - (best.nodes if best else 0)),
                guess=max(low, min(high, guess)),
            )
            best = joined(best, solution)
            watch.offer(partial(self._answer, position, report, best))
            if solution.sign is None or solution.score is not None or solver.halt[0]:
                break
        return best

    # ----------------------------------------------------------------- the answer

    def _by_the_look(self, position: Position) -> Choice:
        from orchard.games.reversi.search.first_sight import values_of_moves

        values, squares = values_of_moves(position), position.game.board.moves
        ranked = sorted(values, key=lambda square: -values[square])
        stats = tuple(MoveStat(squares[square], values[square]) for square in ranked)
        best = stats[0]
        note = "no time to search: the best by the look of it"
        return Choice(best.move, best.value, (best.move,), stats, len(stats), 1, note=note)

    def _answer(self, position: Position, report: Report, solution: Solution | None) -> Choice:
        squares = position.game.board.moves
        nodes = report.nodes + (solution.nodes if solution else 0)
        stats = [self._stat(squares[line.square], line) for line in report.lines]
        best = report.best
        move, value, line = squares[best.square], best.value / 100, self._moves(position, best.squares)
        depth = report.depth
        note = f"depth {depth}" + (", to the end" if report.complete else ", selective" if report.looks else "")
        if solution is not None and solution.sign is not None:
            if solution.score is not None:
                value, note, depth = float(solution.score), f"solved: {solution.verdict}", position.empties
            else:
                note += f"; {solution.verdict} for certain"
        chosen, worth, bound = chosen_by(solution)
        if solution is not None and chosen is not None:
            if squares[chosen] != move:
                move, line = squares[chosen], (squares[chosen],)
            known = MoveStat(move, worth, nodes, None, bound)
            stats = [known, *(stat for stat in stats if stat.move != move)]
        return Choice(move, value, line or (move,), tuple(stats), nodes, depth, note=note)

    def _stat(self, move: Move, line: Line) -> MoveStat:
        return MoveStat(move, line.value / 100, line.nodes, None, "exact" if line.exact else "upper")

    def _moves(self, position: Position, squares: tuple[int, ...]) -> tuple[Move, ...]:
        names = position.game.board.moves
        return tuple(PASS if square < 0 else names[square] for square in squares)


PLAYER = Sage
