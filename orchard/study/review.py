"""A finished game, move by move: what each was worth, what it lost, how bad that is, and why.

A move's loss is the worth of the best move minus that of what came of the move played, both for its own side. The work
on each move is bounded, not the time, and begins with an empty memory: a game gets the same review every time.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from orchard.core.board import Move
from orchard.core.choice import Stop
from orchard.core.game import BLACK, Color, Game, Position
from orchard.core.offers import Fact
from orchard.core.player import Player
from orchard.core.worth import Analysis, Unit, other_side, worth_at_end
from orchard.players import player as make_player
from orchard.study.analysis import analyse, analyst_for, analyst_of, unit_of
from orchard.study.why import answer, why

Grade = Literal["best", "good", "inaccuracy", "mistake", "blunder", "lost"]
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder", "lost")  # lost: whatever was played
BAD: tuple[Grade, ...] = ("inaccuracy", "mistake", "blunder")
LARGEST_LOSS: dict[Unit, tuple[float, float, float, float]] = {
    "chance": (0.015, 0.05, 0.12, 0.25),  # of winning chances, for best, good, inaccuracy, mistake
    "discs": (0.5, 2.0, 5.0, 10.0),
}
WORST = 3
SOON = 3  # a move that loses by force within so many moves is a mistake at least
SECOND_LOOK = 4  # times the work, where the best move that was found turned out to lose
USUAL_LEAD = 8.0  # discs that make a win likely while there is still much to play
SECONDS_PER_MOVE = 0.1
EDITION = 3  # one more whenever the same game gets another review than before


@dataclass(frozen=True, slots=True)
class Worth:
    """What a position is worth for its side to move, with a proof's length as of a MoveValue: 0 where five stands."""

    value: float | None = None
    wins_in: int | None = None
    line: tuple[Move, ...] = ()  # best play from there

    def wins_in_before(self) -> int | None:
        """The same proof, counted from the position before and for the side that moved there."""
        return None if self.wins_in is None else -self.wins_in if self.wins_in > 0 else 1 - self.wins_in


def grade_of(loss: float, unit: Unit) -> Grade:
    for grade, largest in zip(GRADES, LARGEST_LOSS[unit], strict=False):
        if loss <= largest:
            return grade
    return "blunder"


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move. Values are for the side that played it; `black_value` is black's, before the move."""

    ply: int
    move: Move
    color: Color
    best: Move
    best_value: float | None
    played_value: float | None
    loss: float
    grade: Grade | None  # None where there was no choice
    line: tuple[Move, ...]
    black_value: float | None
    unit: Unit
    exact: bool
    facts: tuple[Fact, ...] = ()
    best_wins_in: int | None = None  # proved, as of a MoveValue: with the best move, and
    played_wins_in: int | None = None  # with the one that was played
    weight: float = 0.0  # how much it turned the game, to tell its turning points

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"loss": round(self.loss, 4), "weight": round(self.weight, 4)}


@dataclass(frozen=True, slots=True)
class Review:
    moves: tuple[MoveReview, ...]
    finished: bool  # whether it came to the end without being stopped
    by: str
    final_value: float | None  # black's view of the last position

    @property
    def worst(self) -> tuple[MoveReview, ...]:
        """The moves that turned the game most, the worst first."""
        bad = [move for move in self.moves if move.grade in BAD]
        return tuple(sorted(bad, key=lambda move: -move.weight)[:WORST])

    def as_json(self) -> dict[str, Any]:
        return {
            "moves": [move.as_json() for move in self.moves],
            "worst": [move.ply for move in self.worst],
            "finished": self.finished,
            "by": self.by,
            "final_value": self.final_value,
        }


def review(
    path: Sequence[Position],
    *,
    seconds_per_move: float = SECONDS_PER_MOVE,
    stop: Stop | None = None,
    on_move: Callable[[MoveReview], None] | None = None,
    player: Player | None = None,
    spec: str | None = None,
) -> Review:
    """Review the game that went through these positions, each one move after the one before it.

    It works from the end backwards, because a move is judged by what came of it; `on_move` hears of each move as it
    is judged. A second of `seconds_per_move` is the work that the analyst usually does in one, on any machine.
    """
    stop = stop or Stop()
    nodes = _nodes(path[0].game, seconds_per_move)
    spec = spec or analyst_of(path[0].game)
    thinker = player or make_player(spec)
    try:
        thinker.new_game()  # what it remembers would change its answers
        return _review(path, nodes, stop, on_move, thinker, spec)
    finally:
        if player is None:
            thinker.close()


def edition(game: Game, seconds_per_move: float = SECONDS_PER_MOVE) -> str:
    """What a review by the game's analyst follows from besides the moves: under the same edition it is the same."""
    return f"{EDITION} {analyst_of(game)} nodes={_nodes(game, seconds_per_move)}"


def _nodes(game: Game, seconds: float) -> int:
    return max(1, round(seconds * analyst_for(game).nodes_per_second))


def _review(
    path: Sequence[Position],
    nodes: int,
    stop: Stop,
    on_move: Callable[[MoveReview], None] | None,
    player: Player,
    spec: str,
) -> Review:
    judged: list[MoveReview] = []
    unit = unit_of(path[0].game, spec)
    came_of_it, by = _after_the_end(path[-1], nodes, stop, player, spec, unit)
    final_value = _for_black(came_of_it.value, path[-1], unit)
    for number in range(len(path) - 2, -1, -1):
        if stop.is_set():
            break
        before, after = path[number], path[number + 1]
        found = analyse(before, nodes=nodes, stop=stop, player=player, spec=spec)
        if found is not None and found.best == after.last_move and _walks_into_loss(found, came_of_it):
            found = analyse(before, nodes=SECOND_LOOK * nodes, stop=stop, player=player, spec=spec)
        if found is None:
            break
        by = found.by
        judgement, came_of_it = _judge(number + 1, before, after, found, came_of_it, stop)
        judged.append(judgement)
        if on_move is not None:
            on_move(judgement)
    return Review(tuple(reversed(judged)), len(judged) == len(path) - 1, by, final_value)


def _judge(
    ply: int, before: Position, after: Position, found: Analysis, came_of_it: Worth, stop: Stop
) -> tuple[MoveReview, Worth]:
    """The judgement of one move, and the worth of the position it was played in for the side that played it."""
    move = after.moves_made[-1]
    unit = found.unit
    played = found.value if came_of_it.value is None else other_side(came_of_it.value, unit)
    played_wins_in = came_of_it.wins_in_before()
    best, wins_in = found.value, found.wins_in
    line = found.line
    if best is None or (played is not None and played > best):
        best, wins_in = played, played_wins_in  # the game went better than the analysis had thought
        line = (move, *came_of_it.line)
    only = len(before.legal()) == 1
    loss = 0.0 if only or move == found.best or best is None or played is None else best - played
    grade = None if only else _grade(move, loss, found, came_of_it)
    facts: tuple[Fact, ...] = ()
    let_go = grade is not None and move != found.best and (found.wins_in or 0) > 0 >= (played_wins_in or 0)
    sooner = grade == "lost" and (played_wins_in or 0) > (found.wins_in or 0)
    if let_go or sooner or grade in BAD:
        facts = why(before, move, found.best, stop)
    if let_go and facts and grade in ("best", "good"):
        grade = "inaccuracy"  # a proved win was there and is proved no more, however good the position still looks
    if not facts and (sooner or grade in BAD):
        facts = (answer(before, move, came_of_it.line),)
    judgement = MoveReview(
        ply, move, before.to_move, found.best, best, played, loss, grade, found.line, _for_black(best, before, unit),
        unit, found.exact, facts, wins_in, played_wins_in, _weight(grade, best, played, unit, found.exact),
    )  # fmt: skip
    return judgement, Worth(best, wins_in, line)


def _walks_into_loss(found: Analysis, came_of_it: Worth) -> bool:
    """Whether the move loses by force, where the position did not, as far as could be told."""
    return (came_of_it.wins_in_before() or 0) < 0 and not _is_lost(found)


def _is_lost(found: Analysis) -> bool:
    """Whether every move is proved to lose."""
    return (found.wins_in or 0) < 0


def _grade(move: Move, loss: float, found: Analysis, came_of_it: Worth) -> Grade:
    """By what was lost, but chances near 0 hardly tell one loss from another: a forced loss is graded by what was still
    there to hold."""
    if _is_lost(found):
        return "lost"
    if _walks_into_loss(found, came_of_it):
        if move == found.best:
            return "lost"  # nothing better was found
        least: Grade = "mistake" if (came_of_it.wins_in or 0) <= SOON else "inaccuracy"
        return max(least, grade_of(loss, found.unit), key=GRADES.index)
    return "best" if move == found.best else grade_of(loss, found.unit)


def _weight(grade: Grade | None, best: float | None, played: float | None, unit: Unit, exact: bool) -> float:
    """What a bad move did to the result: the winning chances that it cost, and a little for the discs."""
    if grade not in BAD or best is None or played is None:
        return 0.0
    if unit == "chance":
        return max(best - played, LARGEST_LOSS[unit][1 + BAD.index(grade)])  # chances near 0 hardly tell losses apart
    return _chance(best, exact) - _chance(played, exact) + (best - played) / 1000


def _chance(discs: float, exact: bool) -> float:
    """The winning chances of a side that is ahead by so many discs."""
    return 0.5 + 0.5 * ((discs > 0) - (discs < 0) if exact else math.tanh(discs / USUAL_LEAD))


def _after_the_end(last: Position, nodes: int, stop: Stop, player: Player, spec: str, unit: Unit) -> tuple[Worth, str]:
    """What the last position is worth for its side to move."""
    ended = worth_at_end(last, unit)
    if ended is not None:
        lost = analyst_for(last.game).proves_wins and ended == 0.0
        return Worth(ended, 0 if lost else None), "rules"
    found = analyse(last, nodes=nodes, stop=stop, player=player, spec=spec)
    return (Worth(), "") if found is None else (Worth(found.value, found.wins_in, found.line), found.by)


def _for_black(value: float | None, position: Position, unit: Unit) -> float | None:
    return value if value is None or position.to_move == BLACK else other_side(value, unit)
