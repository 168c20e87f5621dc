"""Which Gomoku points are worth a look: a score that grows where stones are near, kept up to date move by move.

Each stone adds 3, 2 and 1 to the points at distance 1, 2 and 3 in the eight directions. Then the two empty ends of
every run of k stones of one colour have their score multiplied by k; a point that ends several runs is multiplied by
each. The candidates are the empty points with the highest and the second highest score, and where a run of four has
an empty end, such ends only: those of one's own fours, which win at once, before those of the opponent's. An empty
board has one candidate, its centre. A state made with `gaps` also counts the gap of a broken four, XX-XX or X-XXX, as
an end; one made with `threes` takes the ends of runs of three beside the highest scores; one made with other `levels`
takes more or fewer scores than two.

The scores are the same by every rule set: where six in a row do not win, the end of a four is a candidate though six
would stand there. Points that renju forbids black are no candidates.

A state here is its own kind, made by `scored_state` from a Gomoku state: it carries the sums, the factors and the
scores, so that a stone costs some thirty small changes instead of a new count of the board.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.dynamics import MOVES, OVER, PLAY, PLAYOUT, SCORE, STATE, Dynamics
from orchard.core.jit import GOLDEN, bounded, inner, kernel, numba, splitmix
from orchard.games.gomoku import grid
from orchard.games.gomoku import kernels as gomoku

types = numba.types
uint64, int64, int32, int16 = numba.uint64, numba.int64, numba.int32, numba.int16
int8, uint8 = numba.int8, numba.uint8

REACH = 3
POINTS = gomoku.MAX_POINTS
# the first words of a scored state: width, stone to move, opponent has five, stones; then what is asked for: broken
# fours, how many scores, the ends of threes; then the rule set and, in renju, which stone is black
WIDTH, SIDE, LOST, STONES, GAPS, LEVELS, THREES, RULE, BLACK = range(9)
CELLS = 9  # [POINTS] int8: EMPTY, a stone (1 or 2), or for the end of a four FOUR_END << its stone
SUMS = CELLS + POINTS // 8  # [POINTS] int16: what stones add
FACTORS = SUMS + POINTS // 4  # [POINTS] int32: product of the runs the point ends
SCORES = FACTORS + POINTS // 2  # [POINTS] int32: sum x factor where empty, URGENT added at the end of a four; else 0
STATE_WORDS = SCORES + POINTS // 2
EMPTY, FOUR_END = 0, 2
THREE = 3  # divides a factor just where a run of three ends: five in a row end the game
URGENT = 1 << 28

BYTES = types.Array(types.int8, 1, "C")
SHORTS = types.Array(types.int16, 1, "C")
INTS = types.Array(types.int32, 1, "C")


@inner(types.void(BYTES, SHORTS, INTS, INTS, types.int64), inline="always")
def _rescore(cells, sums, factors, scores, point):
    if cells[point] == EMPTY:
        scores[point] = int32(sums[point]) * factors[point]
    elif cells[point] > 2:
        scores[point] = int32(sums[point]) * factors[point] + int32(URGENT)


@inner(types.int64(BYTES, types.int64, types.int64, types.int64, types.int64), inline="always")
def _run(cells, point, step, room, stone):
    """How many of one's stones follow each other from a point, at most `room` steps."""
    length = int64(0)
    while length < room and cells[point + (length + 1) * step] == stone:
        length += 1
    return length


@inner(types.void(BYTES, SHORTS, INTS, INTS, *[types.int64] * 7), inline="always")
def _lengthen(cells, sums, factors, scores, end, before, length, step, room, stone, gaps):
    """The run of `before` stones that ended at `end` has now `length`; behind the end are `room` more points."""
    factors[end] = factors[end] // int32(max(before, int64(1))) * int32(length)
    if cells[end] == EMPTY or cells[end] > 2:
        beyond = _run(cells, end, step, room, stone) if gaps else int64(0)
        if length == 4 or (gaps and length + beyond >= 4):
            cells[end] |= int8(FOUR_END << stone)
    _rescore(cells, sums, factors, scores, end)


@inner(types.boolean(BYTES, SHORTS, INTS, INTS, *[types.int64] * 4, types.boolean))
def _put(cells, sums, factors, scores, width, point, stone, gaps, exact):
    """Put a stone; whether it makes five in a row, or, if `exact`, five and no more."""
    row, column = point // width, point % width
    up, left, down, right = row, column, width - 1 - row, width - 1 - column
    cells[point] = int8(stone)
    scores[point] = int32(0)
    five = False
    for direction in range(4):
        if direction == 0:
            step, ahead, behind = int64(1), right, left
        elif direction == 1:
            step, ahead, behind = width, down, up
        elif direction == 2:
            step, ahead, behind = width + 1, min(down, right), min(up, left)
        else:
            step, ahead, behind = width - 1, min(down, left), min(up, right)
        before = _run(cells, point, -step, behind, stone)
        after = _run(cells, point, step, ahead, stone)
        length = before + after + 1
        five |= length == 5 or (length > 5 and not exact)
        if after < ahead:
            end = point + (after + 1) * step
            _lengthen(cells, sums, factors, scores, end, after, length, step, ahead - after - 1, stone, gaps)
        if before < behind:
            end = point - (before + 1) * step
            _lengthen(cells, sums, factors, scores, end, before, length, -step, behind - before - 1, stone, gaps)
        for distance in range(1, min(ahead, REACH) + 1):
            near = point + distance * step
            sums[near] += int16(REACH + 1 - distance)
            _rescore(cells, sums, factors, scores, near)
        for distance in range(1, min(behind, REACH) + 1):
            near = point - distance * step
            sums[near] += int16(REACH + 1 - distance)
            _rescore(cells, sums, factors, scores, near)
    return five


@kernel(PLAY)
def play(state, point):
    width, stone = int64(state[WIDTH]), int64(state[SIDE])
    five = _put(
        state[CELLS:SUMS].view(np.int8),
        state[SUMS:FACTORS].view(np.int16),
        state[FACTORS:SCORES].view(np.int32),
        state[SCORES:STATE_WORDS].view(np.int32),
        width,
        point,
        stone,
        int64(state[GAPS]),
        state[RULE] == uint64(gomoku.STANDARD) or state[BLACK] == uint64(stone),
    )
    state[SIDE] = uint64(3 - stone)
    state[LOST] = uint64(five)
    state[STONES] += uint64(1)


@kernel(types.void(STATE, STATE, types.boolean, types.int64, types.boolean))
def scored_state(position, state, gaps, levels, threes):
    """Fill a scored state, [STATE_WORDS], from a Gomoku state."""
    width = gomoku.width_of(position)
    state[:] = uint64(0)
    state[WIDTH] = uint64(width)
    state[GAPS] = uint64(gaps)
    state[LEVELS] = uint64(levels)
    state[THREES] = uint64(threes)
    state[RULE] = (position[gomoku.BOARD] >> uint64(8)) & uint64(3)
    if state[RULE] == uint64(gomoku.RENJU):
        state[BLACK] = uint64(1) if gomoku.black_to_move(position) else uint64(2)
    state[FACTORS:SCORES].view(np.int32)[:] = int32(1)
    for point in range(width * width):
        if gomoku.has_stone(position, int64(0), point):
            state[SIDE] = uint64(1)
            play(state, point)
        elif gomoku.has_stone(position, int64(gomoku.WORDS), point):
            state[SIDE] = uint64(2)
            play(state, point)
    state[SIDE] = uint64(1)
    state[LOST] = position[gomoku.LOST]


def scored(position: np.ndarray, gaps: bool = False, levels: int = 2, threes: bool = False) -> np.ndarray:
    """The scored state of a Gomoku state; the points with the `levels` highest scores will be its candidates."""
    state = np.empty(STATE_WORDS, np.uint64)
    scored_state(position, state, gaps, levels, threes)
    return state


@inner(types.int64(BYTES, INTS, INTS, *[types.int64] * 4, SHORTS))
def _pick_out(cells, factors, scores, points, levels, threes, stone, out):
    """The points with the highest scores and the ends of threes, or the ends of fours, one's own first; 0 for none."""
    highest = int32(0)
    for point in range(points):
        highest = max(highest, scores[point])
    if highest == 0:
        return int64(0)
    least = int32(URGENT)
    if highest >= URGENT:
        threes = int64(0)
        count = int64(0)
        for point in range(points):
            out[count] = int16(point)
            count += int64(scores[point] >= URGENT and cells[point] & int8(FOUR_END << stone) != 0)
        if count > 0:
            return count
    else:
        least = highest
        for _ in range(levels - 1):
            following = int32(0)
            for point in range(points):
                following = max(following, scores[point] if scores[point] < least else int32(0))
            if following == 0:
                break
            least = following
    count = int64(0)
    for point in range(points):
        out[count] = int16(point)
        count += int64(scores[point] >= least or (threes and scores[point] > 0 and factors[point] % THREE == 0))
    return count


@inner(types.int64(STATE, types.int64, SHORTS), allocates=True)
def _only_legal(state, count, out):
    """Leave out of the first `count` points those that are forbidden to the side to move; how many are left."""
    if state[BLACK] != state[SIDE]:
        return count
    width, black = int64(state[WIDTH]), int64(state[BLACK])
    cells, padded = state[CELLS:SUMS].view(np.int8), np.empty(grid.POINTS, np.uint8)
    grid.empty_grid(padded, width)
    for point in range(width * width):
        if cells[point] == 1 or cells[point] == 2:
            padded[grid.point_of(point, width)] = uint8(grid.BLACK if cells[point] == black else grid.WHITE)
    kept = int64(0)
    for at in range(count):
        if grid.ban_of(padded, grid.point_of(int64(out[at]), width)) == int64(grid.LEGAL):
            out[kept] = out[at]
            kept += 1
    return kept


@kernel(MOVES)
def candidates(state, out):
    """The candidate points; every legal point where none scores; none when the game is over."""
    width = int64(state[WIDTH])
    if state[LOST]:
        return int64(0)
    if state[STONES] == uint64(0):
        out[0] = int16(width // 2 * width + width // 2)
        return int64(1)
    cells, scores = state[CELLS:SUMS].view(np.int8), state[SCORES:STATE_WORDS].view(np.int32)
    factors = state[FACTORS:SCORES].view(np.int32)
    count = _pick_out(
        cells, factors, scores, width * width, int64(state[LEVELS]), int64(state[THREES]), int64(state[SIDE]), out
    )
    count = _only_legal(state, count, out)
    if count == 0:
        for point in range(width * width):
            if cells[point] == EMPTY or cells[point] > 2:
                out[count] = int16(point)
                count += 1
        count = _only_legal(state, count, out)
    return count


@kernel(OVER)
def over(state):
    return candidates(state, np.empty(POINTS + 1, np.int16)) == 0


@kernel(SCORE)
def score(state):
    return int64(-1) if state[LOST] else int64(0)


@kernel(PLAYOUT)
def playout(state, random, plies):
    """Both sides play candidates at random until five in a row, a full board, or `plies` plies."""
    if state[LOST]:
        return int64(-1)
    board = state.copy()
    points = np.empty(POINTS + 1, np.int16)
    mover = int64(1)
    for _ in range(plies):
        count = candidates(board, points)
        if count == 0:
            break
        random[0] += GOLDEN
        play(board, int64(points[int64(bounded(splitmix(random[0]), uint64(count)))]))
        if board[LOST]:
            return mover
        mover = -mover
    return int64(0)


def score_matrix(position: np.ndarray) -> np.ndarray:
    """The score of every point of a Gomoku state, [width, width] from the top row; 0 on stones."""
    state = scored(position)
    width = int(state[WIDTH])
    return (state[SCORES:].view(np.int32)[: width * width] & (URGENT - 1)).reshape(width, width)


SCORED_GOMOKU = Dynamics(POINTS + 1, candidates, over, play, score, playout)
