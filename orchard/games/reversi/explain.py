"""What people look at on a Reversi board: features of both sides, and how many discs each move turns."""

from typing import Any

from orchard.core.board import squares_of
from orchard.core.game import Position
from orchard.core.offers import Explained

MEANING = {
    "discs": "discs on the board",
    "moves": "legal moves, were it to move",
    "safe_moves": "of these, not legal for the other side",
    "corner_risk": "discs beside an empty corner, the diagonal one twice",
    "stable": "discs that can never be turned",
    "frontier": "discs that touch an empty square",
}


def explain(position: Position) -> Explained | None:
    if position.game.board.width != 8:
        return None
    from orchard.games.reversi.evaluate import features
    from orchard.games.reversi.evaluate.stability import stable

    found = {
        "black": features.explain(position.black, position.white),
        "white": features.explain(position.white, position.black),
    }
    kernel: Any = stable
    steady = int(kernel(position.black, position.white)) | int(kernel(position.white, position.black))
    turned = {move.square: position.play(move).flipped_mask.bit_count() for move in position.legal()}
    marks = dict.fromkeys(squares_of(steady), "*") | {square: str(n) for square, n in turned.items() if square >= 0}
    side = "X black" if position.to_move == "black" else "O white"
    hint = f"{side} to move; a number is how many discs the move turns, * marks stable discs"
    return Explained(
        found,
        marks,
        lines=() if position.is_over else (hint,),
        table=tuple(
            (name, str(found["black"][name]), str(found["white"][name]), meaning) for name, meaning in MEANING.items()
        ),
    )
