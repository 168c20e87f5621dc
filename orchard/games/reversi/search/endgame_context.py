"""What one thread of an endgame search works in, and what it knows about the board."""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba
from orchard.core.records import Record, field
from orchard.games.reversi.evaluate.patterns import PLIES
from orchard.search.memory import on_stack, peek_byte

types = numba.types
uint64, int64 = numba.uint64, numba.int64

NO_SCORE = -99  # below every score


# How good it usually is to play on a square, by its distance from the two nearest edges.
QUARTERS = {
    8: ((9, 2, 8, 6), (2, 1, 3, 3), (8, 3, 7, 4), (6, 3, 4, 0)),
    6: ((9, 2, 8), (2, 1, 3), (8, 3, 0)),
    4: ((9, 2), (2, 0)),
}


def square_values(width):
    """[64] int64, for a board of that width in the middle of the 8×8 squares."""
    values, edge = np.zeros((8, 8), np.int64), (8 - width) // 2
    quarter = np.array(QUARTERS[width])
    half = np.concatenate([quarter, quarter[::-1]])
    values[edge : 8 - edge, edge : 8 - edge] = np.concatenate([half, half[:, ::-1]], axis=1)
    return values.reshape(-1)


SQUARE_VALUE = square_values(8)


class Context(Record):
    # the board; smaller ones lie in the middle of the 8×8 squares
    board = field("u8")  # the squares that exist
    squares = field("i8")  # how many they are
    corners = field("u8")
    square_value = field("i8", 64)  # how good it usually is to play there
    edges = field("u8")  # address of the edge table, see stable.py
    reversed_game = field("i8")  # 1: fewest discs win

    # the search
    root_moves = field("u8")  # squares that the first move may be on: one of each kind where the position is symmetric
    nodes = field("i8")
    node_limit = field("i8")
    stop_flag = field("u8")  # address of a byte that ends the search,
    halt_flag = field("u8")  # and of another
    stopped = field("i8")  # 1: it was ended; what it returns means nothing
    trust = field("i8")  # how far entries of the table must be trusted: EXACT, or less in a selective pass
    lower = field("i8")  # what is known of the score, for people to look at
    upper = field("i8")

    # what threads share. As addresses, since the table and the flags belong to all of them.
    table = field("u8")
    table_mask = field("u8")  # the number of buckets less one
    date = field("u8")
    threads = field("u8")
    busy = field("u8")  # what they are searching, see search/busy.py; 0 where there is one thread
    own_busy = field("u8")  # this thread's row of it
    abort = field("i8")  # 1 + the ply that another thread has decided; 0 where there is none
    path_keys = field("u8", PLIES)  # the positions of the outer nodes from the root to here,
    path_alphas = field("i8", PLIES)  # and what is asked about them

    near = field("u8")  # address of this thread's own small table, see endgame_near.py

    # the evaluation that sorts moves
    weights = field("u8")  # address of the weights, 0 for none
    rows = field("u8")  # address of the rows of patterns


class Moves(Record):
    """The moves of one node."""

    order = field("u8", 64)  # how promising it is << 8 | square
    turned = field("u8", 64)  # the discs it turns
    beside = field("u8", 64)  # the opponent's replies, or the key of the position after it


CONTEXT, MOVES = Context.type, Moves.type
room_for_moves = on_stack(Moves)


@kernel(types.boolean(CONTEXT, int64), forceinline=True)
def must_stop(context, nodes_before):
    """Whether somebody ends the search, or it has reached its limit."""
    flags = peek_byte(context.stop_flag, uint64(0)) | peek_byte(context.halt_flag, uint64(0))
    if (flags != uint64(0)) | (nodes_before >= context.node_limit):
        context.stopped = 1
        return True
    return False
