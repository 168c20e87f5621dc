"""The memory of one searching thread, the same for minimax, alpha-beta and negascout."""

# mypy: ignore-errors
from typing import Any, NamedTuple

from orchard.core.dynamics import MOST_MOVES, MOST_WORDS, MOVES_TYPE, OVER_TYPE, PLAY_TYPE, SCORE_TYPE
from orchard.core.evaluation import evaluate_type
from orchard.core.jit import kernel, numba
from orchard.core.records import Record, field

types, int64 = numba.types, numba.int64

MAX_DEPTH = 64
PLIES = MAX_DEPTH + 2
INFINITY = 1 << 30  # no value reaches it
UNBOUNDED = INFINITY << 20
PASS = -1
EXACT, LOWER, UPPER = 0, 1, 2

FLAG = types.Array(types.uint8, 1, "C")
WEIGHTS = types.Array(types.int64, 1, "C")


class Workspace(Record):
    # what the caller sets
    words = field("i8")  # of a state
    budget = field("i8")  # nodes this search may visit
    won = field("i8")  # what a won game is worth
    per_point = field("i8")  # and each point of its score
    use_scout = field("i8")
    use_table = field("i8")
    use_history = field("i8")
    use_ordering = field("i8")
    table = field("u8")  # see `lockless.py`
    table_mask = field("u8")
    salt = field("i8")  # goes into table keys: entries of other evaluations and weights never match
    root_moves = field("i8", MOST_MOVES)  # the order in which the root searches them

    # what the kernels report
    nodes = field("i8")  # positions visited, the root included
    stopped = field("i8")  # 1: the budget or the stop byte ended the search; its value means nothing
    guesses = field("i8")  # positions judged by the evaluation; 0 means that the value is the game's true result
    cuts = field("i8")  # for people to look at; see core/choice.py
    first_cuts = field("i8")
    table_cuts = field("i8")
    root_done = field("i8")  # root moves finished
    root_values = field("i8", MOST_MOVES)
    root_bounds = field("i8", MOST_MOVES)
    root_nodes = field("i8", MOST_MOVES)

    # what they remember
    history = field("i8", 2, MOST_MOVES)  # how often a square cut, by side
    killers = field("i8", PLIES, 2)  # squares that cut last at this ply
    states = field("u8", PLIES, MOST_WORDS)  # the position at each ply, from its mover's view
    moves = field("i2", PLIES, MOST_MOVES)  # moves still to search
    scores = field("i8", PLIES, MOST_MOVES)  # how promising they are
    lengths = field("i8", PLIES + 1)  # of the best lines
    lines = field("i8", PLIES, PLIES)  # best line from each ply on


WORK = Workspace.type


class Search(NamedTuple):
    """What is searched and by what it is judged: made once by the root, handed down whole."""

    moves: Any  # the compiled rules, as in `core/dynamics.py`
    over: Any
    play: Any
    score: Any
    evaluate: Any
    weights: Any  # [n] int64, of the evaluation
    stop: Any  # [1] uint8: 1 ends the search


PARTS = (MOVES_TYPE, OVER_TYPE, PLAY_TYPE, SCORE_TYPE, evaluate_type(), WEIGHTS, FLAG)
SEARCH = types.NamedTuple(PARTS, Search)


@kernel(types.int64(SEARCH, WORK, types.int64), allocates=False)
def final_value(search, work, ply):
    """What a finished game is worth to the side to move."""
    score = search.score(work.states[ply])
    value = work.per_point * score
    if score > 0:
        value += work.won
    elif score < 0:
        value -= work.won
    return value


@kernel(types.int64(SEARCH, WORK, types.int64, types.int64), allocates=False)
def leaf_value(search, work, ply, side):
    """What the position is worth to the side to move, without looking ahead."""
    if search.over(work.states[ply]):
        return final_value(search, work, ply)
    work.guesses += 1
    return search.evaluate(work.states[ply], side, search.weights)


@kernel(types.boolean(SEARCH, WORK), inline="always", allocates=False)
def must_stop(search, work):
    """Count one visited position; whether the search must end here."""
    if work.stopped or work.nodes >= work.budget or search.stop[0]:
        work.stopped = 1
        return True
    work.nodes += 1
    return False


@kernel(types.int64(SEARCH, WORK, types.int64, types.int64), allocates=False)
def visit_leaf(search, work, ply, side):
    """What a search of depth 0 finds. Most nodes are leaves: they are visited without one more level of recursion."""
    work.lengths[ply] = 0
    return int64(0) if must_stop(search, work) else leaf_value(search, work, ply, side)


@kernel(types.void(SEARCH, WORK, types.int64, types.int64), inline="always", allocates=False)
def go_down(search, work, ply, square):
    """The position after a move, at the next ply."""
    for word in range(work.words):
        work.states[ply + 1, word] = work.states[ply, word]
    search.play(work.states[ply + 1], square)


@kernel(types.void(WORK, types.int64, types.int64), inline="always", allocates=False)
def keep_line(work, ply, square):
    """The best line from this ply on: the move, then the best line after it."""
    length = work.lengths[ply + 1]
    work.lines[ply, 0] = square
    for i in range(length):
        work.lines[ply, 1 + i] = work.lines[ply + 1, i]
    work.lengths[ply] = length + 1
