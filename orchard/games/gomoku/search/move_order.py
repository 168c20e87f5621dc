"""Which moves of a Gomoku position alpha-beta tries, in what order."""

# mypy: ignore-errors
from orchard.core.jit import ctz, inner, kernel, numba
from orchard.games.gomoku.evaluate.shape_board import may_play, point_with, points_that_answer
from orchard.games.gomoku.evaluate.shapes import T_FIVE, T_FOUR
from orchard.games.gomoku.grid import BORDER, POINTS, STRIDE
from orchard.games.gomoku.kernels import RENJU
from orchard.games.gomoku.search.memory import SearchKit, SearchWork

types = numba.types
int64, uint64, uint32, uint8, int16 = numba.int64, numba.uint64, numba.uint32, numba.uint8, numba.int16

MOST_HISTORY = 4000
FIRST = 1 << 40  # the score of a move that comes before all others
PLACES = 1024  # a score times this, and its place counted from the last, are one number: the greatest is the best move
KIT, WORK = SearchKit.type, SearchWork.type


@inner(types.int64(KIT, types.int64, types.int64))
def look_of(kit, color, point):
    """How much a point attracts by the policy."""
    profiles, policy = kit.board.profiles, kit.tables.policy
    return policy[0, profiles[color, point]] + policy[1, profiles[int64(1) - color, point]]


@kernel(inline="always")
def past_of(kit, color, ply, point):
    """How well a move did, on this point and so far from the enemy's last move."""
    work = kit.work
    near_last = work.offsets[color, point - work.last[ply] + int64(POINTS)]
    return work.history[color, point] + near_last * kit.style.offset // 100


@inner("int64(int64, int64)", inline="always")
def _placed(score, at):
    """A score with the place of its move; of equal scores the earlier place is greater."""
    return score * int64(PLACES) + int64(PLACES - 1) - at


@inner(types.void(KIT, types.int64, types.int64, types.int64, types.int64))
def _score(kit, color, ply, table_move, count):
    """Say how early each of the moves of a ply is tried."""
    work, style = kit.work, kit.style
    moves, scores = work.moves[ply], work.scores[ply]
    killer, counter = work.killers[ply], work.counters[color, work.last[ply]]
    for at in range(count):
        point = int64(moves[at])
        score = look_of(kit, color, point) + past_of(kit, color, ply, point)
        score += int64(point == killer) * int64(MOST_HISTORY // 2) + int64(point == counter) * style.counter
        scores[at] = _placed(int64(FIRST) if point == table_move else score, int64(at))


@inner(types.int64(KIT, types.int64, types.int64, types.boolean))
def _empty_points(kit, color, ply, near):
    """Fill the moves of a ply with all empty points, or those near a stone; how many there are."""
    board, moves = kit.board, kit.work.moves[ply]
    rows = board.near[board.stones]
    count = int64(0)
    for row in range(BORDER, BORDER + board.width):
        left = board.empty[row]
        if near:
            left &= rows[row]
        while left:
            moves[count] = int16(row * STRIDE + int64(ctz(uint64(left))))
            count += 1
            left &= left - uint32(1)
    return count


@inner(types.int64(KIT, types.int64, types.int64, types.int64))
def _allowed(kit, color, ply, count):
    """Keep those of the moves of a ply that may be played and are not left out on purpose; how many there are."""
    board, work = kit.board, kit.work
    renju = kit.tables.rule == int64(RENJU)
    if not renju and work.overlooks == 0 and (ply > 0 or work.excluded == 0):
        return count
    moves, kept = work.moves[ply], int64(0)
    for at in range(count):
        point = int64(moves[at])
        if work.unseen[point] or (ply == 0 and work.root_excluded[point]):
            continue
        if renju and not may_play(board, kit.tables, color, point):
            continue
        moves[kept] = int16(point)
        kept += 1
    return kept


@inner(types.int64(KIT, types.int64, types.int64, types.int64))
def _candidates(kit, color, ply, must_answer):
    """Fill the moves of a ply, in no order; how many there are. Where `must_answer` is not 0, only
    points where the enemy would make a four, or the mover a threat of that kind at least; elsewhere points near a
    stone, or all where those are no more than are tried."""
    if must_answer:
        return _allowed(kit, color, ply, points_that_answer(kit.board, color, must_answer, T_FOUR, kit.work.moves[ply]))
    count = _allowed(kit, color, ply, _empty_points(kit, color, ply, True))
    if count > kit.style.candidates:
        return count
    return _allowed(kit, color, ply, _empty_points(kit, color, ply, False))


@inner(types.int64(KIT, *[types.int64] * 6))
def moves_to_try(kit, color, ply, table_move, blocks, answers, must_answer):
    """Fill the moves of a ply: the block of a four, the answers already there, or candidates; how many there are."""
    board, work = kit.board, kit.work
    if blocks > 0:
        block = point_with(board, int64(1) - color, int64(T_FIVE))
        work.moves[ply, 0] = int16(block)
        count = int64(may_play(board, kit.tables, color, block))
    elif answers >= 0:
        count = answers
    else:
        count = _candidates(kit, color, ply, must_answer)
    if count == 0 or (ply == 0 and blocks > 0 and work.unseen[work.moves[ply, 0]]):
        work.unseen[:] = uint8(0)  # nothing seen is left to play
        count = _candidates(kit, color, ply, int64(0))
    _score(kit, color, ply, table_move, count)
    return count


@inner(types.void(WORK, types.int64, types.int64, types.int64))
def bring_best(work, ply, at, count):
    """Swap the best of the moves from `at` on to its place."""
    moves, scores = work.moves[ply], work.scores[ply]
    best = scores[at]
    for other in range(uint64(at) + uint64(1), uint64(count)):
        best = max(best, scores[other])
    place = int64(PLACES - 1) - (best & int64(PLACES - 1))
    scores[place] = _placed(scores[at] >> int64(10), place)
    scores[at] = best
    moves[at], moves[place] = moves[place], moves[at]


@inner("int64(int64, int64)", inline="always")
def _nearer(past, bonus):
    return past + bonus - past * abs(bonus) // int64(MOST_HISTORY)


@inner(types.void(KIT, *[types.int64] * 4))
def _learn(kit, color, ply, point, bonus):
    """Add to the history of a move, the less the nearer it is to its limit."""
    work = kit.work
    work.history[color, point] = _nearer(work.history[color, point], bonus)
    offset = point - work.last[ply] + int64(POINTS)
    work.offsets[color, offset] = _nearer(work.offsets[color, offset], bonus // 4)


@inner(types.void(KIT, *[types.int64] * 4, types.boolean))
def learn_of_table(kit, color, ply, point, depth, cuts):
    """The table has this move and decides: try it earlier next time where it cuts, else later."""
    if depth > 0 and kit.style.table_praise:
        bonus = min(depth * depth * int64(16), int64(MOST_HISTORY))
        _learn(kit, color, ply, point, bonus if cuts else -bonus)


@inner(types.void(KIT, types.int64, types.int64, types.int64, types.int64))
def praise(kit, color, ply, depth, at):
    """The move at that place cut: try it earlier next time, and those before it later."""
    work = kit.work
    if depth <= 0:
        return
    point = int64(work.moves[ply, at])
    bonus = min(depth * depth * int64(16), int64(MOST_HISTORY))
    _learn(kit, color, ply, point, bonus)
    if kit.style.blame:
        for before in range(at):
            _learn(kit, color, ply, int64(work.moves[ply, before]), -bonus)
    work.killers[ply] = point
    work.counters[color, work.last[ply]] = point


@kernel(inline="always")
def how_many(kit, count, depth, ply):
    """How many of the candidates are tried where nothing forces."""
    style = kit.style
    keep = min(count, style.candidates)
    if depth <= style.narrow and ply > 0:
        keep = min(keep, style.keep + style.keep * max(depth, int64(1)))
    return keep
