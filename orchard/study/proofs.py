"""Why a result is certain, as a tree: by what the game's folder offers, or by going through the whole ending."""

from __future__ import annotations

from orchard.core.choice import Stop
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import Position, other
from orchard.core.proof import Proof, TooLargeError, prove_score
from orchard.games import offer
from orchard.study.endings import Endings


def proofs(position: Position, stop: Stop | None = None, endings: Endings | None = None) -> tuple[Proof, ...]:
    """The proofs of what is certain about a position; an OptionError where nothing could be proved.

    For the exact result of an ending there are two: that the side to move gets so much, and that the other side lets
    it have no more.
    """
    stop = stop or Stop()
    if position.is_over:
        raise IllegalMoveError("the game is over: there is nothing to prove", kind="over")
    offered = offer(position.game.base_name, "proof_trees")
    try:
        if offered is not None:
            found: tuple[Proof, ...] = offered.proof_trees(position, stop)
        else:
            found = _by_endings(position, endings or Endings(), stop)
    except TooLargeError:
        raise OptionError("the proof is too large to be shown: go nearer to the end", kind="large_proof") from None
    if not found:
        raise OptionError("nothing was proved here: go nearer to the end", kind="no_proof")
    return found


def _by_endings(position: Position, endings: Endings, stop: Stop) -> tuple[Proof, ...]:
    score, _ = endings.look(position, stop)
    me, enemy = position.to_move, other(position.to_move)
    return (
        prove_score(position, me, score, lambda here: endings.best(here, stop)),
        prove_score(position, enemy, -score, lambda here: endings.best(here, stop)),
    )
