"""Why the score of a Reversi ending is what it is: the best move against every answer, for either side."""

from __future__ import annotations

from orchard.core.board import PASS, Move
from orchard.core.choice import Stop
from orchard.core.game import Position, other
from orchard.core.proof import Proof, TooLargeError, prove_score

MOST_EMPTIES = 12


def proof_trees(position: Position, stop: Stop) -> tuple[Proof, ...]:
    """That the side to move gets its score, and that the other side lets it have no more."""
    if position.empties > MOST_EMPTIES:
        return ()
    from orchard.games.reversi.search.endgame import Solver

    solver = Solver(position.game.name, 1)

    def best(here: Position) -> Move:
        if stop.is_set():
            raise TooLargeError
        legal = here.legal()
        if len(legal) == 1:
            return legal[0]
        square = solver.solve(here.own, here.enemy).move
        assert square is not None
        return PASS if square < 0 else here.game.board.moves[square]

    score = solver.solve(position.own, position.enemy).lower
    me = position.to_move
    return (
        prove_score(position, me, score, best),
        prove_score(position, other(me), -score, best),
    )
