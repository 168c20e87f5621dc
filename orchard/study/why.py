"""Why a move was worse than another: what can be counted on the board after each of them, as its game counts."""

from collections.abc import Sequence

from orchard.core.board import PASS, Move
from orchard.core.choice import Stop
from orchard.core.game import BLACK, WHITE, Position
from orchard.core.offers import Fact
from orchard.games import offer

COMPARED = 3  # moves that a hint's move is compared with


def why(position: Position, played: Move, better: Move, stop: Stop | None = None) -> tuple[Fact, ...]:
    """What the better move would have done and the played one did not, the weightiest first."""
    offered = offer(position.game.base_name, "facts")
    if offered is None or played == better or PASS in (played, better):
        return ()
    return tuple(offered.facts(position, played, better, stop or Stop()))


def reason(position: Position, better: Move, others: Sequence[Move], stop: Stop | None = None) -> Fact | None:
    """What speaks for a move against most of some others, of these the first COMPARED; None where nothing does."""
    named: dict[str, list[Fact]] = {}
    for other in others[:COMPARED]:
        for fact in why(position, other, better, stop):
            named.setdefault(fact.kind, []).append(fact)
    return max(named.values(), key=len)[0] if named else None


def answer(position: Position, played: Move, line: Sequence[Move]) -> Fact:
    """What is always true of a bad move, where nothing else is known: the best answer to it, and what that takes."""
    after = position.game.after(position, played)
    if after.is_over or not line:
        counts = {"black": after.count(BLACK), "white": after.count(WHITE)}
        return Fact("ended" if after.is_over else "no_answer", numbers=counts)
    mine = position.to_move
    taken = after.count(mine) - after.play(line[0]).count(mine)
    for move in line:
        after = after.play(move)
    wiped_out = after.is_over and not after.count(mine) and after.outcome is not None and after.outcome.winner != mine
    few = position.game.style.odd_aim  # losing discs is no harm there
    kind = "wiped_out" if wiped_out else "answer_takes" if taken > 0 and not few else "answer"
    return Fact(kind, (line[0],), {"n": taken}, line=tuple(line), after=True)
