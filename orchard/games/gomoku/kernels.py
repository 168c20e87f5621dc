"""Gomoku in compiled code, for any width from 5 to 20.

A state is 16 words: the mover's stones (7 words, bit n for point n, row by row from the top left), the
opponent's (7), the board (see `board_word`), and whether the opponent has five in a row that win.

Each rule set has its own functions, so that none asks at every stone which it plays by.

Playing many moves works on lines instead: the 4 × 39 lines of the board as small words, one set per colour,
so that five in a row after a move is four lookups and a few shifts.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, STATE, Dynamics
from orchard.core.jit import GOLDEN, bounded, inner, kernel, numba, popcount, splitmix
from orchard.games import line_game
from orchard.games.gomoku.grid import BLACK, CELLS, EMPTY, LEGAL, POINTS, WHITE, ban_of, empty_grid, point_of

uint64, int64, int16, uint32, uint8 = numba.uint64, numba.int64, numba.int16, numba.uint32, numba.uint8

WORDS = 7
BOARD = 2 * WORDS
LOST = BOARD + 1
FREESTYLE, STANDARD, RENJU = range(3)
WHITE_TO_MOVE = 1 << 10
MAX_POINTS = 400
DOWN, RIGHT = np.array(line_game.DIRECTIONS, np.int64).T.copy()
LINES = 39  # the most lines in one direction: the diagonals of a 20×20 board
LINE_ARRAY = numba.types.Array(numba.types.uint32, 2, "C")  # [4 directions, LINES] one colour's stones


def board_word(width: int, rule: int, white_to_move: bool) -> int:
    """The word of a state that says what is played: the width, the rule set, and in renju whose move it is."""
    return width | rule << 8 | (WHITE_TO_MOVE if rule == RENJU and white_to_move else 0)


@kernel("int64(uint64[::1])", inline="always")
def width_of(state):
    return int64(state[BOARD] & uint64(0xFF))


@kernel("boolean(uint64[::1])", inline="always")
def black_to_move(state):
    """In renju only."""
    return state[BOARD] & uint64(WHITE_TO_MOVE) == uint64(0)


@kernel("boolean(uint64[::1], int64, int64)")
def has_stone(state, first_word, point):
    return (state[first_word + (point >> 6)] >> uint64(point & 63)) & uint64(1) != uint64(0)


@kernel(inline="always")
def row_and_column(point, width):
    row = int64(uint32(point) // uint32(width))  # unsigned words of 32 bits divide fastest
    return row, point - row * width


@kernel(inline="always")
def five_in_line(line, exact):
    """Whether a line has five stones in a row, or, if `exact`, five and no more."""
    pairs = line & (line >> uint32(1))
    fives = pairs & (pairs >> uint32(2)) & (line >> uint32(4))
    if exact:
        sixes = fives & (fives >> uint32(1))
        fives &= ~(sixes | (sixes << uint32(1)))
    return fives != uint32(0)


@kernel(inline="always")
def put_stone(lines, width, row, column, exact):
    """Add a stone to a colour's lines; whether that makes five in a row."""
    across, down = uint32(1) << uint32(column), uint32(1) << uint32(row)
    lines[0, row] |= across
    lines[1, column] |= down
    lines[2, row - column + width - 1] |= across
    lines[3, row + column] |= across
    return (
        five_in_line(lines[0, row], exact)
        or five_in_line(lines[1, column], exact)
        or five_in_line(lines[2, row - column + width - 1], exact)
        or five_in_line(lines[3, row + column], exact)
    )


@inner(numba.types.void(LINE_ARRAY, numba.types.int64, numba.types.int64, numba.types.int64))
def take_stone(lines, width, row, column):
    across, down = uint32(1) << uint32(column), uint32(1) << uint32(row)
    lines[0, row] ^= across
    lines[1, column] ^= down
    lines[2, row - column + width - 1] ^= across
    lines[3, row + column] ^= across


@inner(numba.types.void(STATE, numba.types.int64, LINE_ARRAY))
def read_lines(state, first_word, lines):
    """Fill a colour's lines from a state."""
    width = width_of(state)
    lines[:, :] = uint32(0)
    for point in range(width * width):
        if has_stone(state, first_word, point):
            row, column = row_and_column(point, width)
            put_stone(lines, width, row, column, False)


@kernel(MOVES)
def moves(state, out):
    count = int64(0)
    if state[LOST]:
        return count
    for point in range(width_of(state) * width_of(state)):
        if not (has_stone(state, 0, point) or has_stone(state, WORDS, point)):
            out[count] = int16(point)
            count += 1
    return count


@kernel(OVER)
def over(state):
    if state[LOST]:
        return True
    stones = uint64(0)
    for word in range(2 * WORDS):
        stones += popcount(state[word])
    return int64(stones) >= width_of(state) * width_of(state)


@inner("int64(uint64[::1], int64, int64, int64, int64)", inline="always")
def _run(state, row, column, down, right):
    """How many of the mover's stones follow each other from a point in one direction, the point not counted."""
    width = width_of(state)
    length = int64(0)
    row += down
    column += right
    while 0 <= row < width and 0 <= column < width and has_stone(state, 0, row * width + column):
        length += 1
        row += down
        column += right
    return length


@inner("void(uint64[::1], int64, boolean)", inline="always")
def _put(state, point, five):
    """Put the mover's stone and turn to the opponent's view."""
    state[point >> 6] |= uint64(1) << uint64(point & 63)
    for word in range(WORDS):
        state[word], state[WORDS + word] = state[WORDS + word], state[word]
    state[LOST] = uint64(five)


@inner("boolean(uint64[::1], int64, boolean)")
def _makes_five(state, point, exact):
    """Whether the mover's stone on a point would make five in a row, or, if `exact`, five and no more."""
    row, column = row_and_column(point, width_of(state))
    for direction in range(4):
        down, right = DOWN[direction], RIGHT[direction]
        others = _run(state, row, column, down, right) + _run(state, row, column, -down, -right)
        if others == 4 or (others > 4 and not exact):
            return True
    return False


@kernel(PLAY)
def play(state, point):
    _put(state, point, _makes_five(state, point, False))


@kernel(SCORE)
def score(state):
    return int64(-1) if state[LOST] else int64(0)


@kernel(inline="always")
def random_game(state, random, plies, exact):
    """Fill the board at random until five in a row, a full board, or `plies` plies; the mover's result."""
    if state[LOST]:
        return int64(-1)
    width = width_of(state)
    lines = np.empty((2, 4, LINES), np.uint32)
    read_lines(state, 0, lines[0])
    read_lines(state, WORDS, lines[1])
    points = np.empty(MAX_POINTS, np.int16)
    count = moves(state, points)
    counter = random[0]
    side = int64(0)
    result = int64(0)
    while count > 0 and plies > 0:
        counter += GOLDEN
        pick = int64(bounded(splitmix(counter), uint64(count)))
        row, column = row_and_column(int64(points[pick]), width)
        count -= 1
        plies -= 1
        points[pick] = points[count]
        if put_stone(lines[side], width, row, column, exact):
            result = int64(1) - 2 * side
            break
        side = int64(1) - side
    random[0] = counter
    return result


@kernel(PLAYOUT)
def playout(state, random, plies):
    return random_game(state, random, plies, False)


@kernel("int64(int64, int64, int16[::1], int64, uint32[:,:,::1], int64)")
def _perft(width, side, points, count, lines, depth):
    if depth == 0 or count == 0:
        return int64(1)
    if depth == 1:
        return count
    leaves = int64(0)
    for at in range(count):
        point = int64(points[at])
        row, column = row_and_column(point, width)
        points[at] = points[count - 1]
        if put_stone(lines[side], width, row, column, False):
            leaves += 1
        else:
            leaves += _perft(width, 1 - side, points, count - 1, lines, depth - 1)
        take_stone(lines[side], width, row, column)
        points[at] = int16(point)
    return leaves


@kernel("int64(uint64[::1], int64)")
def perft(state, depth):
    """Leaves of the game tree at `depth`; a game that ended earlier is one leaf."""
    if state[LOST]:
        return int64(1)
    lines = np.empty((2, 4, LINES), np.uint32)
    read_lines(state, 0, lines[0])
    read_lines(state, WORDS, lines[1])
    points = np.empty(MAX_POINTS, np.int16)
    return _perft(width_of(state), int64(0), points, moves(state, points), lines, depth)


# ----------------------------------------------------------------------------------------- standard: exactly five


@kernel(PLAY)
def play_standard(state, point):
    _put(state, point, _makes_five(state, point, True))


@kernel(PLAYOUT)
def playout_standard(state, random, plies):
    return random_game(state, random, plies, True)


# ----------------------------------------------------------------------------------------- renju: black is restricted


@kernel(numba.types.void(STATE, CELLS))
def read_grid(state, cells):
    """Fill a grid from a renju state."""
    width = width_of(state)
    own, enemy = (BLACK, WHITE) if black_to_move(state) else (WHITE, BLACK)
    empty_grid(cells, width)
    for point in range(width * width):
        if has_stone(state, int64(0), point):
            cells[point_of(point, width)] = uint8(own)
        elif has_stone(state, int64(WORDS), point):
            cells[point_of(point, width)] = uint8(enemy)


@kernel(MOVES)
def moves_renju(state, out):
    count = moves(state, out)
    if count == 0 or not black_to_move(state):
        return count
    cells = np.empty(POINTS, np.uint8)
    read_grid(state, cells)
    allowed = int64(0)
    for at in range(count):
        if ban_of(cells, point_of(int64(out[at]), width_of(state))) == int64(LEGAL):
            out[allowed] = out[at]
            allowed += 1
    return allowed


@kernel(OVER)
def over_renju(state):
    if over(state):
        return True
    if not black_to_move(state):
        return False
    cells = np.empty(POINTS, np.uint8)
    read_grid(state, cells)
    for point in range(POINTS):
        if cells[point] == uint8(EMPTY) and ban_of(cells, int64(point)) == int64(LEGAL):
            return False
    return True


@kernel(PLAY)
def play_renju(state, point):
    _put(state, point, _makes_five(state, point, black_to_move(state)))
    state[BOARD] ^= uint64(WHITE_TO_MOVE)


@kernel(PLAYOUT)
def playout_renju(state, random, plies):
    """Legal moves at random until five in a row, no legal move, or `plies` plies."""
    if state[LOST]:
        return int64(-1)
    board = state.copy()
    width = width_of(state)
    cells = np.empty(POINTS, np.uint8)
    read_grid(state, cells)
    points = np.empty(MAX_POINTS, np.int16)
    count = moves(state, points)
    mover = int64(1)
    while count > 0 and plies > 0:
        black = black_to_move(board)
        left = count  # forbidden points that were drawn lie behind these
        point = int64(-1)
        while left > 0 and point < 0:
            random[0] += GOLDEN
            pick = int64(bounded(splitmix(random[0]), uint64(left)))
            left -= 1
            points[pick], points[left] = points[left], points[pick]
            drawn = int64(points[left])
            if not black or ban_of(cells, point_of(drawn, width)) == int64(LEGAL):
                point = drawn
        if point < 0:
            return int64(0)
        count -= 1
        plies -= 1
        points[left], points[count] = points[count], points[left]
        cells[point_of(point, width)] = uint8(BLACK if black else WHITE)
        play_renju(board, point)
        if board[LOST]:
            return mover
        mover = -mover
    return int64(0)


DYNAMICS = (
    Dynamics(MAX_POINTS, moves, over, play, score, playout),
    Dynamics(MAX_POINTS, moves, over, play_standard, score, playout_standard),
    Dynamics(MAX_POINTS, moves_renju, over_renju, play_renju, score, playout_renju),
)
