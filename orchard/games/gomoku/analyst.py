"""Who analyses Gomoku: kite, whose wins and losses are shown as sure only where they are proved."""

import math
from dataclasses import replace

from orchard.core.choice import Choice, Stop
from orchard.core.game import Game, Position
from orchard.core.offers import Analyst
from orchard.core.worth import Analysis, MoveValue
from orchard.games.gomoku.proofs import Prover

ANNOUNCE_S = 0.3
SURE_WIN, SURE_LOSS = 1.0, 0.0
ALMOST = 0.01  # what is believed to be sure, but not proved, is shown this far from it
BEST_MOVE_S = 0.5
PROOF_NODES = 400_000  # for one question, where work is bounded and not time
SHORTEST_S = 0.02


class ThreatJudge:
    """Looks at the values of one position. What it has proved it knows from then on."""

    def __init__(self, position: Position, stop: Stop, by_nodes: bool = False) -> None:
        self.position, self.by_nodes = position, by_nodes
        self.prover = Prover(stop=stop, nodes=PROOF_NODES if by_nodes else math.inf)

    def _allow(self, seconds: float) -> None:
        self.prover.seconds = math.inf if self.by_nodes else seconds

    def claims(self, found: Analysis) -> bool:
        """Whether its best move is said to win or lose for sure."""
        return found.value is not None and not SURE_LOSS < found.value < SURE_WIN

    def believed(self, found: Analysis) -> Analysis:
        """The analysis without any claim."""
        value = None if found.value is None else _capped(found.value)
        return replace(found, value=value, moves=tuple(_believed(entry) for entry in found.moves), exact=False)

    def proved(self, found: Analysis) -> Analysis:
        """The analysis with a proof of its best move where it claims a sure result, and no claims without one."""
        known = self.believed(found)
        if not self.claims(found):
            return known
        self._allow(BEST_MOVE_S)
        best = self._won(found) if found.value == SURE_WIN else self._lost()
        if best is None:
            return known
        others = tuple(entry for entry in known.moves if entry.move != best.move)
        return replace(
            known,
            best=best.move,
            value=best.value,
            moves=(best, *others),
            line=best.line,
            exact=True,
            wins_in=best.wins_in,
        )

    def of_move(self, entry: MoveValue, seconds: float) -> MoveValue:
        """The value of one move with its proof if it claims a sure result, or has no value at all; else no claim."""
        self._allow(max(SHORTEST_S, seconds))
        value = entry.value
        if value is None or value == SURE_WIN:
            win = self.prover.win_after(self.position, entry.move)
            if win is not None:
                return replace(entry, value=SURE_WIN, exact=True, wins_in=win.moves, line=win.line)
        if value is None or value == SURE_LOSS:
            theirs = self.prover.win(self.position.game.after(self.position, entry.move))
            if theirs is not None:
                line = (entry.move, *theirs.line)
                return replace(entry, value=SURE_LOSS, exact=True, wins_in=-theirs.moves, line=line)
        return _believed(entry)

    def not_above(self, entry: MoveValue, known: Analysis) -> MoveValue:
        """A glance at a move does not outdo the search that preferred another: then only "at most" is known."""
        if entry.exact or entry.value is None or known.value is None or entry.value <= known.value:
            return entry
        return replace(entry, value=_capped(known.value), bound="upper")

    def _won(self, found: Analysis) -> MoveValue | None:
        win = self.prover.win(self.position) or self.prover.win_after(self.position, found.best)
        return None if win is None else MoveValue(win.line[0], SURE_WIN, 0, True, None, win.moves, win.line)

    def _lost(self) -> MoveValue | None:
        lost = self.prover.loss(self.position)
        if lost is None:
            return None
        return MoveValue(lost.line[0], SURE_LOSS, 0, True, None, -(lost.plies // 2), lost.line)


def _believed(entry: MoveValue) -> MoveValue:
    return entry if entry.value is None else replace(entry, value=_capped(entry.value), exact=False)


def _capped(value: float) -> float:
    return min(max(value, ALMOST), 1.0 - ALMOST)


class KiteAnalyst(Analyst):
    def judge(self, position: Position, stop: Stop, *, by_nodes: bool = False) -> ThreatJudge:
        return ThreatJudge(position, stop, by_nodes)

    def announced_win(self, position: Position, choice: Choice, stop: Stop) -> int | None:
        if choice.value != 1.0:
            return None
        win = Prover(ANNOUNCE_S, stop).win_after(position, choice.move)
        return None if win is None else win.moves


def analyst(game: Game) -> Analyst:
    return KiteAnalyst("kite", "chance", proves_wins=True, nodes_per_second=800_000)
