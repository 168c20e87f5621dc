"""One game: asks the players in turn, keeps their clocks, and gives a verdict on everything they may do wrong.

Whatever a player does, the game ends with a `GameRecord`. Time is measured around the player only.
"""

from __future__ import annotations

import math
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, NoReturn, TypeVar

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import BLACK, WHITE, Color, Game, Position, other
from orchard.core.player import Player
from orchard.core.swap2 import Swap2Answer
from orchard.play.clock import Clock
from orchard.play.fault import reproducing_command
from orchard.play.record import Fault, GameRecord, MoveRecord, Swap2, Verdict, position_after
from orchard.play.setup import GameSetup, Rules
from orchard.play.swap2 import answer as swap2_answer
from orchard.play.swap2 import check_game as check_swap2
from orchard.play.swap2 import open_game, problem_with
from orchard.play.warm_up import warm_up
from orchard.players import player as make_player
from orchard.players._external import PATIENCE_S, ExternalPlayer
from orchard.players._fault import PlayerFaultError, RefusedAnswerError, ResignedError
from orchard.players._process import Allowance

__all__ = ["GameSetup", "GameStoppedError", "Rules", "RunningGame", "move_seed", "play_game"]

GRACE_S = 0.25  # after which a bot that is too late is not waited for
LONGEST_ANSWER, LONGEST_REASON = 80, 500  # characters that the record keeps of a refused answer, and of any reason


T = TypeVar("T")


class GameStoppedError(OrchardError):
    """Someone raised the stop flag: the game has no result."""


@dataclass(eq=False)
class _Lost(Exception):
    """A side has lost without being beaten."""

    color: Color
    verdict: Verdict
    reason: str
    used: float | None
    trace: str = ""
    computed: float | None = None  # seconds of processor time


def move_seed(seed: int, ply: int) -> int:
    """The seed of one move of a game: far apart for neighbouring plies and games, always the same again."""
    word = (seed * 0x9E3779B97F4A7C15 + (ply + 1) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    word = (word ^ word >> 31) * 0x94D049BB133111EB & 0xFFFFFFFFFFFFFFFF
    return word >> 33


def play_game(
    setup: GameSetup,
    *,
    players: Mapping[Color, Player] | None = None,
    on_move: Callable[[Position, MoveRecord], None] | None = None,
    stop: Stop | None = None,
    on_start: Callable[[RunningGame], None] | None = None,
) -> GameRecord:
    """Play one game to its end. Players not given are made from their specs, and closed afterwards.

    Only what the caller got wrong raises: an unknown game or player, an opening that is no game. `on_move` gets each
    position reached with the move that led there, `on_start` the game itself, to watch it from another thread.
    """
    position = position_after(setup.game, setup.start, setup.opening)
    game = position.game
    script = [move for _, move in game.read_moves(setup.replay)]
    if setup.rules.opening_rule:
        check_swap2(game)
        if position.ply or setup.start:
            raise OptionError("swap2 opens the empty board: give no start and no opening with it")
    made: list[Player] = []
    try:
        if players is None:
            made.append(make_player(setup.black))
            made.append(make_player(setup.white))
            players = {BLACK: made[0], WHITE: made[1]}
        for player in players.values():
            player.check_game(game)
        running = RunningGame(setup, position, players, on_move, stop or Stop())
        if on_start is not None:
            on_start(running)
        return running.play(script)
    finally:
        for player in made:
            player.close()


class RunningGame:
    """A game under way. `play` plays it; another thread may look whether it has come to a standstill."""

    def __init__(
        self,
        setup: GameSetup,
        position: Position,
        players: Mapping[Color, Player],
        on_move: Callable[[Position, MoveRecord], None] | None,
        stop: Stop,
    ) -> None:
        rules = setup.rules
        self.setup, self.rules, self.position, self.players = setup, rules, position, players
        self.on_move, self.stop = on_move, stop
        self.moves: list[MoveRecord] = []
        self.waiting_for: tuple[Color, float, float | None] | None = None  # who was asked when, with how much time
        self.started, self._clock_start = datetime.now(UTC), time.perf_counter()
        self.swap2: Swap2 | None = None
        self.clocks = {
            color: Clock(rules.seconds_per_move, rules.seconds_per_game, rules.increment, rules.tolerance_s)
            for color in (BLACK, WHITE)
        }

    def play(self, script: list[Move]) -> GameRecord:
        try:
            for color, player in self.players.items():
                self._prepare(color, player)
            if self.rules.opening_rule:
                self._open_by_swap2()
            while not self.position.is_over:
                move, record = self._ask()
                if script:
                    move, record = self._follow(script, record)
                self._make(move, record)
            return self._record(None)
        except _Lost as lost:
            return self._record(lost)
        finally:
            self._close_foreign()

    def hung(self, patience_s: float) -> GameRecord | None:
        """The game as lost on time by a player of this process that is so much too late; None while there is hope.

        For another thread, which has to end this process then: nothing else ends such a player. Programs of their
        own are ended by the referee itself.
        """
        waiting_for = self.waiting_for  # once: the game goes on meanwhile
        if waiting_for is None:
            return None
        color, asked, budget = waiting_for
        used, budget = time.perf_counter() - asked, PATIENCE_S if budget is None else budget
        if used < budget + patience_s or isinstance(self.players[color], ExternalPlayer):
            return None
        return self._record(_Lost(color, "time", f"{color} gave no answer within {budget:.3f} s and was stopped", used))

    # ------------------------------------------------------------------------------------------------ the record

    def _close_foreign(self) -> dict[Color, ExternalPlayer[Any]]:
        foreign = {c: p for c, p in self.players.items() if isinstance(p, ExternalPlayer)}
        for player in foreign.values():
            player.close()
        return foreign

    def _record(self, lost: _Lost | None) -> GameRecord:
        """The game as it ended: played out, or lost by one side."""
        game, fault = self.position.game, None
        foreign = self._close_foreign()  # all they wrote is known only when they have ended
        if lost is None:
            outcome = game.outcome(self.position)
            winner, score = outcome.winner, outcome.score
        else:
            winner = other(lost.color)
            score = game.max_score if winner == BLACK else -game.max_score
            if lost.verdict != "resign":
                fault = self._fault(lost)
                if lost.color in foreign:
                    fault = replace(fault, stderr=foreign[lost.color].errors(lost.color))
        return GameRecord(
            id=self.setup.id,
            game=self.setup.game,
            black=self.setup.black,
            white=self.setup.white,
            start=self.setup.start,
            opening=self.setup.opening,
            moves=tuple(self.moves),
            winner=winner,
            score=score,
            verdict="normal" if lost is None else lost.verdict,
            fault=fault,
            seed=self.setup.seed,
            started=self.started.isoformat(timespec="milliseconds"),
            seconds=time.perf_counter() - self._clock_start,
            versions=versions() | {color: player.versions() for color, player in foreign.items()},
            output={color: player.output(color) for color, player in foreign.items() if player.output(color)},
            swap2=self.swap2,
        )

    # ------------------------------------------------------------------------------------------------ one move

    def _make(self, move: Move, record: MoveRecord) -> None:
        self.position = self.position.game.after(self.position, move)
        self.moves.append(record)
        if self.on_move is not None:
            self.on_move(self.position, record)

    def _limits(self, seconds: float | None) -> Limits:
        rules = self.rules
        return Limits(
            seconds=seconds,
            nodes=rules.nodes,
            playouts=rules.playouts,
            depth=rules.depth,
            seed=move_seed(self.setup.seed, self.position.ply),
            threads=rules.threads,
            stop=self.stop,
        )

    def _prepare(self, color: Color, player: Player) -> None:
        """A new game for one side, with what it needs started and compiled before a clock runs."""
        self.waiting_for = color, time.perf_counter(), None
        try:
            if isinstance(player, ExternalPlayer):
                player.allowance = allowance(self.rules, self.position.game)
            player.new_game()
            player.prepare(self.position.game, color, self._limits(self.clocks[color].budget()))
            warm_up(player, self.position.game)
        except Exception as error:
            self._lose_by(color, error, None)
        finally:
            self.waiting_for = None

    def _ask(self) -> tuple[Move, MoveRecord]:
        """The side to move's legal move, asked again after an illegal one; _Lost when it loses here."""
        position, color = self.position, self.position.to_move
        player, clock = self.players[color], self.clocks[color]
        budget = clock.budget()
        used = 0.0
        refused: tuple[str, ...] = ()

        def choose(position: Position, limits: Limits) -> tuple[Choice, str]:
            choice = player.choose(position, limits)
            return choice, str(choice.move)

        while True:
            limits = self._limits(None if budget is None else max(0.0, budget - used))
            said, used = self._on_the_clock(color, choose, limits, used)
            if isinstance(said, RefusedAnswerError):
                choice, answer, problem = None, said.answer, said.reason
            else:
                (choice, answer), problem = said, ""
            if why := clock.why_lost(used):
                burden = player.answers.get(color) if isinstance(player, ExternalPlayer) else None
                words = f"{color} took {used:.3f} s for {answer} and {why}" + (f"; {burden}" if burden else "")
                raise _Lost(color, "time", words, used, computed=burden.computed_s if burden else None)
            if choice is not None:
                try:
                    move = position.move(choice.move)
                    clock.spend(used)
                    return move, MoveRecord(str(move), used, choice.value, choice.nodes, choice.depth, refused)
                except (ValueError, AttributeError, TypeError) as error:
                    problem = str(error)
            refused = (*refused, str(answer)[:LONGEST_ANSWER])
            if len(refused) >= self.rules.illegal:
                times = "" if len(refused) == 1 else f", {len(refused)} illegal answers in a row"
                raise _Lost(color, "illegal", f"{color} answered {refused[-1]!r}: {problem}{times}", used)
            try:
                player.refused(position, refused[-1], problem)
            except Exception as error:
                self._lose_by(color, error, used)

    def _on_the_clock(
        self, color: Color, ask: Callable[[Position, Limits], T], limits: Limits, used: float = 0.0
    ) -> tuple[T | RefusedAnswerError, float]:
        """A player's answer, or that it could not be read, and `used` with the seconds it took."""
        self._check_stop()
        asked = time.perf_counter()
        self.waiting_for = color, asked, limits.seconds
        answer: T | RefusedAnswerError
        try:
            answer = ask(self.position, limits)
        except RefusedAnswerError as error:
            answer = error
        except Exception as error:
            self._check_stop()
            self._lose_by(color, error, used + time.perf_counter() - asked)
        finally:
            self.waiting_for = None
        used += time.perf_counter() - asked
        player = self.players[color]
        if isinstance(player, ExternalPlayer):
            player.rest(color)
        self._check_stop()
        return answer, used

    def _check_stop(self) -> None:
        if self.stop.is_set():
            raise GameStoppedError(f"the game was stopped after {len(self.moves)} moves")

    def _follow(self, script: list[Move], record: MoveRecord) -> tuple[Move, MoveRecord]:
        """The next move of the script, whatever was answered; passes may be left out of it."""
        forced_pass = self.position.legal() == [PASS]
        move = PASS if forced_pass and not script[0].is_pass else self.position.move(script.pop(0))
        return move, replace(record, move=str(move))

    # ------------------------------------------------------------------------------------------------ swap2

    def _open_by_swap2(self) -> None:
        """Let the players open; from then on this is a game from that opening, with the colours as chosen."""
        spent = dict.fromkeys((BLACK, WHITE), 0.0)

        def ask(color: Color, position: Position) -> Swap2Answer:
            self.position = position
            said, spent[color] = self._ask_swap2(color)
            return said

        opened = open_game(self.position.game, ask)
        self.position, self.swap2 = opened.position, opened.swap2
        black, white = (BLACK, WHITE) if not opened.swapped else (WHITE, BLACK)
        self.players = {BLACK: self.players[black], WHITE: self.players[white]}
        self.clocks = {BLACK: self.clocks[black], WHITE: self.clocks[white]}
        specs = {BLACK: self.setup.black, WHITE: self.setup.white}
        self.setup = replace(
            self.setup,
            black=specs[black],
            white=specs[white],
            opening=opened.position.transcript,
            rules=replace(self.rules, opening_rule=""),
        )
        if opened.swapped:
            for color, player in self.players.items():
                self._prepare(color, player)
        if opened.move is not None and not opened.position.is_over:
            self._make(opened.move, MoveRecord(str(opened.move), spent[white]))

    def _ask_swap2(self, color: Color) -> tuple[Swap2Answer, float]:
        """One answer in the opening, on the clock; one that the rules do not allow loses at once."""
        clock = self.clocks[color]
        limits = self._limits(clock.budget())
        said, used = self._on_the_clock(color, partial(swap2_answer, self.players[color]), limits)
        if isinstance(said, RefusedAnswerError):
            raise _Lost(color, "illegal", f"{color} answered {said.answer!r}: {said.reason}", used) from said
        if why := clock.why_lost(used):
            raise _Lost(color, "time", f"{color} took {used:.3f} s for the opening and {why}", used)
        problem = problem_with(self.position, said)
        if problem:
            raise _Lost(color, "illegal", f"{color} answered {' '.join(said.stones) or said.takes}: {problem}", used)
        clock.spend(used)
        return said, used

    # ------------------------------------------------------------------------------------------------ losing

    def _lose_by(self, color: Color, error: Exception, used: float | None) -> NoReturn:
        """The verdict on an exception that came out of a player."""
        if isinstance(error, ResignedError):
            raise _Lost(color, "resign", f"{color} resigned", used) from error
        if isinstance(error, PlayerFaultError):
            words, computed = f"{color} {error.reason}", error.computed_s
            raise _Lost(color, error.verdict, words, used, error.traceback, computed) from error
        if isinstance(self.players[color], ExternalPlayer):
            raise error  # its process is run by us: that this failed is not the bot's fault
        trace = "".join(traceback.format_exception(error))
        verdict: Verdict = "memory" if isinstance(error, MemoryError) else "crash"
        raise _Lost(color, verdict, f"{color} raised {type(error).__name__}: {error}", used, trace) from error

    def _fault(self, lost: _Lost) -> Fault:
        return Fault(
            player=lost.color,
            verdict=lost.verdict,
            reason=lost.reason[:LONGEST_REASON],
            position=self.position.text,
            clock_seconds=self.clocks[lost.color].budget(),
            used_seconds=lost.used,
            traceback=lost.trace,
            computed_seconds=lost.computed,
            command=reproducing_command(self.setup, lost.color, [record.move for record in self.moves]),
        )


def allowance(rules: Rules, game: Game) -> Allowance:
    """What a bot's process may use. Its processor time is all the time it can be given, for each of its threads; who
    may ponder also has the opponent's."""
    if rules.seconds_per_game is not None:
        thinking = rules.seconds_per_game + rules.increment * game.max_plies
        if rules.ponder != "nobody":
            thinking *= 2
    else:
        thinking = (rules.seconds_per_move or 0.0) * game.max_plies
    cpu_s = math.ceil((rules.startup_s + thinking) * rules.threads) if thinking else 0
    grace_s = rules.tolerance_s + GRACE_S
    return Allowance(rules.memory_mb, rules.startup_s, grace_s, cpu_s, rules.threads, rules.ponder)


def versions() -> dict[str, str]:
    return {"orchard": sys.modules["orchard"].__version__, "python": sys.version.split()[0]}
