"""The moves of a game replayed by its compiled rules: are they legal, which passes were left out, how did it end."""

# mypy: ignore-errors
from functools import lru_cache
from typing import Any

import numpy as np

from orchard.core.dynamics import MOST_MOVES, MOVES, MOVES_TYPE, PLAY, PLAY_TYPE, SCORE, SCORE_TYPE, STATE
from orchard.core.game import BLACK, Game, Outcome, Position
from orchard.core.jit import kernel, numba

types, int64, int16 = numba.types, numba.int64, numba.int16
SQUARES = types.Array(types.int16, 1, "C")
PASS, ANY = -1, -1  # a pass among squares; a colour that is not said
ILLEGAL = -1


@kernel(types.int64(MOVES_TYPE, PLAY_TYPE, SCORE_TYPE, STATE, types.int64, SQUARES, SQUARES, SQUARES, SQUARES))
def _replay(moves, play, score, state, side, given, colors, played, end):
    """`played` gets the moves with the passes that `given` leaves out; returns how many, or ILLEGAL. `colors` says for
    each move whose it is, 0 for the side that begins, ANY where it is not said; it may be empty. `end` gets whether the
    game is over, and the score of the side that began."""
    legal = np.empty(MOST_MOVES, np.int16)
    count, first = int64(0), side
    for i in range(len(given)):
        square, color = given[i], colors[i] if len(colors) else int16(ANY)
        found = moves(state, legal)
        if found == 1 and legal[0] == PASS and (square != PASS or (color != ANY and color != side)):
            play(state, int64(PASS))
            played[count] = int16(PASS)
            count += 1
            side = 1 - side
            found = moves(state, legal)
        if color != ANY and color != side:
            return int64(ILLEGAL)
        is_legal = False
        for j in range(found):
            is_legal |= legal[j] == square
        if not is_legal:
            return int64(ILLEGAL)
        play(state, int64(square))
        played[count] = square
        count += 1
        side = 1 - side
    end[0] = int16(moves(state, legal) == 0)
    end[1] = int16(score(state) if side == first else -score(state))
    return count


# Called for itself: finding out that it fits its arguments takes longer than the game.
_replay_now = _replay.get_overload(_replay.signatures[0])


class _Found:
    """A compiled function whose address was looked up once: Numba does it in each call, which takes as long as the
    game."""

    def __init__(self, function: Any, signature: Any) -> None:
        compiled = function.get_compile_result(signature)
        self._address = compiled.library.get_pointer_to_function(compiled.fndesc.llvm_cfunc_wrapper_name)

    def __wrapper_address__(self) -> int:
        return self._address


@lru_cache(maxsize=16)
def _rules(game: Game) -> tuple[_Found, _Found, _Found]:
    rules = game.dynamics
    return _Found(rules.moves, MOVES), _Found(rules.play, PLAY), _Found(rules.score, SCORE)


@lru_cache(maxsize=16)
def _start_state(start: Position) -> Any:
    return start.game.state(start)


def replayed(start: Position, squares: Any, colors: Any = None) -> tuple[list[int], Outcome | None] | None:
    """The squares with all passes (-1), and the outcome, None where the game goes on; None where a move is illegal.

    `colors` are 0 for black, 1 for white, and may be left out.
    """
    begins = 0 if start.to_move == BLACK else 1
    given = np.array(bytearray(squares) if isinstance(squares, bytes) else squares, np.int16)
    sides = np.empty(0, np.int16) if colors is None else np.array(colors, np.int16)
    played, end = np.empty(2 * len(given) + 1, np.int16), np.empty(2, np.int16)
    state = _start_state(start).copy()
    count = _replay_now(*_rules(start.game), state, begins, given, sides, played, end)
    if count == ILLEGAL:
        return None
    score = int(end[1]) * (-1 if begins else 1)
    return played[:count].tolist(), Outcome.of(score) if end[0] else None
