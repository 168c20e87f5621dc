"""Gomoku results that are proved: who wins, in how many moves, and the line that shows it.

A win is proved by threats alone (fours, or fours and open threes: `search/threat_solver.py`), a loss by proving the
enemy's win after every move that might help. What alpha-beta believes is only a reason to look here: it leaves quiet
moves out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.clock import seconds_left
from orchard.core.game import Position, other
from orchard.core.watch import Watch
from orchard.games.gomoku.threat_map import Threat, threat_map

if TYPE_CHECKING:
    from orchard.games.gomoku.search.threat_solver import Kind, ThreatSolver

T = TypeVar("T")
NODES = 150_000  # for one proof
TABLE_BITS = 16
REACH = 4  # how far two stones of one five can be apart


@dataclass(frozen=True, slots=True)
class Win:
    """A proved win: `line` begins with the move of the side to move and ends in five."""

    line: tuple[Move, ...]
    plies: int  # at most, whatever the defence
    by_fours: bool = False  # whether fours alone do it
    fragile: bool = False  # whether a reply far from its line might spoil it, as in renju

    @property
    def moves(self) -> int:
        """How many moves the winner needs at most."""
        return (self.plies + 1) // 2


@dataclass(frozen=True, slots=True)
class Loss:
    """A proved loss of the side to move, whatever it plays: a line in which it holds out long."""

    line: tuple[Move, ...]
    plies: int  # at most


class Prover:
    """Remembers from one question to the next; for one thread. `seconds` bound each question, or `nodes`: with these
    alone the same questions get the same answers every time."""

    def __init__(self, seconds: float = math.inf, stop: Stop | None = None, nodes: float = math.inf) -> None:
        self.seconds, self.stop, self.nodes = seconds, stop or Stop(), nodes
        self._nodes_left = nodes
        self._solver: ThreatSolver | None = None

    def win(self, position: Position) -> Win | None:
        """The win of the side to move; None where none was found. By fours alone if that will do."""
        return self._asked(lambda remaining: self._win(position, remaining))

    def win_after(self, position: Position, move: Move) -> Win | None:
        """The win of the side to move that begins with this move."""
        after = position.game.after(position, move)
        if after.is_over:
            won = after.outcome is not None and after.outcome.score_for(position.to_move) > 0
            return Win((move,), 1) if won else None
        lost = self._asked(lambda remaining: self._loss(after, remaining))
        return None if lost is None else Win((move, *lost.line), 1 + lost.plies)

    def loss(self, position: Position) -> Loss | None:
        """The loss of the side to move; None where none was proved."""
        return self._asked(lambda remaining: self._loss(position, remaining))

    def _asked(self, question: Callable[[Callable[[], float]], T]) -> T:
        """The answer to a question, which is told how much time is left and halted when there is none."""
        remaining = seconds_left(self.seconds, self.stop)
        self._nodes_left = self.nodes
        watch = Watch(self.solver.halt)
        watch.part(remaining)
        return watch.run(lambda: question(remaining))

    def _win(self, position: Position, remaining: Callable[[], float]) -> Win | None:
        if position.is_over:
            return None
        kinds: tuple[Kind, ...] = ("vcf", "vct")
        for kind in kinds:
            if remaining() <= 0 or self._nodes_left <= 0:
                return None
            proof = self.solver.solve(position, kind, node_limit=int(min(NODES, self._nodes_left)))
            self._nodes_left -= proof.nodes
            if proof.result == "win":
                line = self._to_the_end(position, tuple(position.game.board.moves[s] for s in proof.line), remaining)
                if line is None:
                    return None
                if kind == "vct":
                    return Win(line, max(proof.plies, len(line)))
                if not proof.fragile:
                    line = _without_detours(position, line)
                return Win(line, len(line), by_fours=True, fragile=proof.fragile)
        return None

    def _to_the_end(
        self, position: Position, line: tuple[Move, ...], remaining: Callable[[], float]
    ) -> tuple[Move, ...] | None:
        """The line played until five stands on the board: where the solver broke off, it is asked to go on."""
        after = position
        for move in line:
            after = after.play(move)
        if after.is_over:
            return line
        rest = self._win(after, remaining) if len(line) % 2 == 0 else None
        if rest is not None:
            return line + rest.line
        lost = self._loss(after, remaining) if len(line) % 2 else None
        return None if lost is None else line + lost.line

    def _loss(self, position: Position, remaining: Callable[[], float]) -> Loss | None:
        passed = Position(position.game, position.black, position.white, other(position.to_move))
        threat = None if position.is_over else self._win(passed, remaining)
        if threat is None:
            return None  # nothing hangs over it: no use in trying every move
        now = threat_map(position)
        fives = now[other(position.to_move)]["five"]
        if fives and not now[position.to_move]["five"]:
            return self._blocked(position, fives, remaining)
        longest: tuple[Move, ...] = ()
        plies = 1 + threat.plies  # after a move that does not help
        # of equal defences, show one on the spot
        for move in sorted(_replies(position, threat, now[position.to_move]), key=threat.line.__contains__):
            after = position.game.after(position, move)
            win = None if after.is_over else self._win(after, remaining)
            if win is None:
                return None
            plies = max(plies, 1 + win.plies)
            if len(win.line) + 1 >= len(longest):
                longest = (move, *win.line)
        return Loss(longest, plies)

    def _blocked(self, position: Position, fives: tuple[Move, ...], remaining: Callable[[], float]) -> Loss | None:
        """The loss of a side that must stop a five: it stops one of two at most, and may not be allowed to."""
        legal = position.legal()
        blocks = [move for move in fives if move in legal]
        if len(fives) == 1 and blocks:
            win = self._win(position.game.after(position, fives[0]), remaining)
            return None if win is None else Loss((fives[0], *win.line), 1 + win.plies)
        reply = (blocks or legal)[0]
        return Loss((reply, next(five for five in fives if five != reply)), 2)

    @property
    def solver(self) -> ThreatSolver:
        if self._solver is None:
            from orchard.games.gomoku.search.threat_solver import ThreatSolver

            self._solver = ThreatSolver(TABLE_BITS)
        return self._solver


def _replies(position: Position, threat: Win, mine: Mapping[Threat, tuple[Move, ...]]) -> list[Move]:
    """The moves that might help against a win: all, or, where it is by fours, those that could spoil its line.

    A reply spoils a line of fours only if it stands on it, makes a four at once, or makes one later together with one
    of the line's forced answers, so within four points of that answer along a line. A fragile line may be spoilt from
    anywhere.
    """
    legal = position.legal()
    if not threat.by_fours or threat.fragile:
        return legal
    width = position.game.board.width
    answers = [divmod(move.square, width) for move in threat.line[1::2]]
    sharp = {*threat.line, *mine["five"], *mine["open_four"], *mine["four"]}

    def helps(move: Move) -> bool:
        row, column = divmod(move.square, width)
        steps = ((abs(row - r), abs(column - c)) for r, c in answers)
        return move in sharp or any(max(step) <= REACH and (0 in step or step[0] == step[1]) for step in steps)

    return [move for move in legal if helps(move)]


def _without_detours(position: Position, line: tuple[Move, ...]) -> tuple[Move, ...]:
    """A win by fours, less the fours that it does not need."""
    attacks = line[::2]
    at = 0
    while at < len(attacks):
        shorter = _by_fours(position, (*attacks[:at], *attacks[at + 1 :]))
        if shorter is None or len(shorter) >= len(line):
            at += 1
        else:
            line, attacks, at = shorter, shorter[::2], 0
    return line


def _by_fours(position: Position, attacks: tuple[Move, ...]) -> tuple[Move, ...] | None:
    """The line in which these moves, each a four with one answer, end in five; None if they do not."""
    line: list[Move] = []
    mine, theirs = position.to_move, other(position.to_move)
    for attack in attacks:
        if attack in line or attack not in position.legal():
            return None
        position = position.game.after(position, attack)
        line.append(attack)
        if position.is_over:
            return tuple(line)
        now = threat_map(position)
        if not now[mine]["five"] or now[theirs]["five"]:
            return None
        answers = [move for move in now[mine]["five"] if move in position.legal()]
        if len(answers) < len(now[mine]["five"]):
            return None  # it relies on what is forbidden
        if len(answers) > 1:
            return (*line, *answers[:2])
        line.append(answers[0])
        position = position.game.after(position, line[-1])
    return None
