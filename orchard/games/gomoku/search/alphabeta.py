"""Alpha-beta for Gomoku on shapes: forced answers only where there is a threat, candidates elsewhere.

Values are the mover's: a proved win in n plies is WIN − n, one that is only believed SURE − n, otherwise the learned
worth of the position in thousandths of a logit. A loss is proved where every reply loses, or every one of a set that
leaves nothing out; where only the best points were tried, it is believed.

What is known at once is in `quick_results.py`, which moves are tried in `move_order.py`. Nothing else is cut without a
search: passing (null move) and a wide margin of worth cut shallow branches, late quiet moves are searched less deep
first, and again in full when they surprise.
"""

# mypy: ignore-errors
from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.evaluate.shape_board import put, take
from orchard.games.gomoku.evaluate.shapes import T_FIVE, T_FOUR, T_FOUR_THREE
from orchard.games.gomoku.evaluate.worth import worth
from orchard.games.gomoku.search.memory import MAX_PLY, SearchKit, SearchWork
from orchard.games.gomoku.search.move_order import bring_best, how_many, moves_to_try, praise, reduction
from orchard.games.gomoku.search.quick_results import (
    NO_ANSWERS,
    OPEN,
    SURE,
    WIN,
    by_fours,
    decided,
    leaf,
    single_move_line,
    threatens_four,
)
from orchard.search.lockless import bucket_of, find, write

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

EXACT, LOWER, UPPER = 1, 2, 3
WHITE_TO_MOVE = uint64(0xD6E8FEB86659FD93)
KIT = SearchKit.type
WORK = SearchWork.type
VALUE = types.int64


# ------------------------------------------------------------------------------------------------- the table


# an entry, alone in its bucket: value + 32,768 (16 bits), depth + 16 (8), bound (2), move (16, from bit 32 on)


@inner(types.uint64(KIT, types.int64))
def _key(kit, color):
    return kit.board.hash ^ (WHITE_TO_MOVE * uint64(color))


@kernel(inline="always")
def _recall(kit, color, depth, alpha, beta, ply):
    """What the table says of a position: a value that ends the search or OPEN, and a move, 0 for none."""
    key = _key(kit, color)
    data = find(bucket_of(kit.work.table, kit.work.table_mask, key, uint64(1)), uint64(1), key)
    if data == uint64(0):
        return int64(OPEN), int64(0)
    table_move = int64((data >> uint64(32)) & uint64(0xFFFF))
    stored_depth = int64((data >> uint64(16)) & uint64(0xFF)) - 16
    value = int64(data & uint64(0xFFFF)) - 32_768
    if value > int64(SURE):
        value -= ply
    elif value < -int64(SURE):
        value += ply
    bound = int64((data >> uint64(24)) & uint64(3))
    decides = (
        bound == int64(EXACT) or (bound == int64(LOWER) and value >= beta) or (bound == int64(UPPER) and value <= alpha)
    )
    if stored_depth < depth or ply == 0 or not decides:
        return int64(OPEN), table_move
    if table_move > 0:
        single_move_line(kit.work, ply, table_move)
    return value, table_move


@kernel(inline="always")
def _remember(kit, color, ply, depth, best, bound, best_move):
    """Write what was found into the table; wins count from here, not from the root."""
    key = _key(kit, color)
    if best > int64(SURE):
        best += ply
    elif best < -int64(SURE):
        best -= ply
    data = (
        uint64(best + 32_768)
        | (uint64(max(depth + 16, 0)) << uint64(16))
        | (uint64(bound) << uint64(24))
        | (uint64(best_move) << uint64(32))
    )
    write(bucket_of(kit.work.table, kit.work.table_mask, key, uint64(1)), uint64(0), key, data)


# ------------------------------------------------------------------------------------------------- steps of the search


@kernel(inline="always")
def _must_stop(kit, ply):
    """Count a node; whether the limit or the stop byte ends the search here."""
    work = kit.work
    work.nodes += 1
    work.deepest = max(work.deepest, ply)
    work.length[ply] = 0
    if work.nodes + work.vcf_nodes >= work.node_limit or kit.stop[0] != uint8(0):
        work.aborted = 1
        return True
    return False


@kernel(inline="always")
def _bound_of(value, alpha, beta):
    return int64(LOWER) if value >= beta else int64(UPPER) if value <= alpha else int64(EXACT)


@kernel(inline="always")
def _note_root(work, point, value, alpha, beta, nodes):
    """Write down what was found of a move at the root."""
    work.root_value[point] = value
    work.root_bound[point] = _bound_of(value, alpha, beta)
    work.root_nodes[point] = nodes


@inner(types.void(WORK, types.int64, types.int64))
def _keep_line(work, ply, point):
    """The best line of a ply: this move, then the best line after it."""
    length = work.length[ply + 1]
    work.line[ply, 0] = int16(point)
    for step in range(length):
        work.line[ply, step + 1] = work.line[ply + 1, step]
    work.length[ply] = length + 1


@kernel(inline="always")
def _cut_untried(kit, color, depth, beta, ply):
    """The value of a quiet position that passing or a wide margin shows to be good enough; else OPEN."""
    style, work = kit.style, kit.work
    static = worth(kit.board, kit.tables, color)
    if style.margin > 0 and depth <= 3 and static - style.margin * depth >= beta:
        return static
    if style.pass_cut == 0 or depth < 3 or static < beta or work.passed[ply]:
        return int64(OPEN)
    work.passed[ply + 1] = uint8(1)
    value = -search(kit, int64(1) - color, depth - 4, -beta, -beta + 1, ply + 1)
    work.passed[ply + 1] = uint8(0)
    work.length[ply] = 0
    if value < beta:
        return int64(OPEN)
    return beta if value > SURE else value


@kernel(inline="always")
def _value_after(kit, color, point, first, depth, less, alpha, beta, ply):
    """The value of a move: the first one exactly, others first less deep and in a closed window."""
    enemy = int64(1) - color
    kit.work.passed[ply + 1] = uint8(0)
    put(kit.board, kit.tables, point, color)
    if first:
        value = -search(kit, enemy, depth, -beta, -alpha, ply + 1)
    else:
        value = -search(kit, enemy, depth - less, -alpha - 1, -alpha, ply + 1)
        if value > alpha and less > 0:
            value = -search(kit, enemy, depth, -alpha - 1, -alpha, ply + 1)
        if value > alpha and value < beta:
            value = -search(kit, enemy, depth, -beta, -alpha, ply + 1)
    take(kit.board, kit.tables, point)
    return value


# ------------------------------------------------------------------------------------------------- the search


@kernel(VALUE(KIT, types.int64, types.int64, VALUE, VALUE, types.int64))
def search(kit, color, depth, alpha, beta, ply):
    """The value of the position to `depth`, exact inside (alpha, beta); the best line is left in work.line[ply]."""
    board, work, style = kit.board, kit.work, kit.style
    if _must_stop(kit, ply):
        return int64(0)
    shortcuts = ply > 0 or work.excluded == 0
    value = decided(kit, color, ply, shortcuts)
    if value != int64(OPEN):
        return value
    if shortcuts:
        alpha = max(alpha, -(int64(WIN) - ply - 2))
        beta = min(beta, int64(WIN) - ply - 3)
        if alpha >= beta:
            return alpha
    if ply >= MAX_PLY - 2:
        return worth(board, kit.tables, color)
    enemy = int64(1) - color
    blocks = board.counts[enemy, T_FIVE]
    threatened = blocks == 0 and style.threats_off == 0 and threatens_four(kit, enemy)
    if depth <= 0 and blocks == 0:
        value = leaf(kit, color, depth, alpha, ply, threatened)
        if value != int64(OPEN):
            return value
    value, table_move = _recall(kit, color, depth, alpha, beta, ply)
    if value != int64(OPEN):
        return value

    best, answers = -int64(WIN), int64(NO_ANSWERS)
    if blocks == 0 and depth >= 1 and shortcuts:
        value, answers, others = by_fours(kit, color, depth, ply, threatened)
        if value != int64(OPEN):
            return value
        if ply > 0:
            best = others
    forced = blocks > 0 or answers >= 0
    quiet = not forced and not threatened
    if quiet and ply > 0 and beta - alpha == 1 and abs(beta) < SURE:
        value = _cut_untried(kit, color, depth, beta, ply)
        if work.aborted:
            return int64(0)
        if value != int64(OPEN):
            return value

    least = int64(T_FOUR) if depth > 0 or style.leaf_fours else int64(T_FOUR_THREE)  # own threat that answers a three
    count = moves_to_try(kit, color, ply, table_move, blocks, answers, int64(threatened) * least)
    keep = how_many(kit, count, depth, ply) if quiet else count
    # whether the moves tried below leave nothing out that might help
    proves = forced or (work.overlooks == 0 and (quiet or least == int64(T_FOUR)) and keep == count)
    deeper = depth - 1
    if blocks > 0:
        deeper += int64(style.extend > 0)
    elif threatened and depth > 0 and keep <= 6:
        deeper += int64(style.extend > 1)
    first_alpha, best_move, tried = alpha, int64(0), int64(0)
    for at in range(keep):
        bring_best(work, ply, at, count)
        point = int64(work.moves[ply, at])
        if ply == 0 and work.root_excluded[point]:
            continue
        nodes_before = work.nodes
        less = reduction(kit, color, depth, tried, point) if quiet else int64(0)
        value = _value_after(kit, color, point, tried == 0, deeper, less, alpha, beta, ply)
        if work.aborted:
            return int64(0)
        tried += 1
        if ply == 0:
            _note_root(work, point, value, alpha, beta, work.nodes - nodes_before)
        if value > best:
            best, best_move = value, point
            _keep_line(work, ply, point)
            alpha = max(alpha, value)
            if alpha >= beta:
                praise(work, color, ply, depth, point)
                break

    bound = _bound_of(best, first_alpha, beta)
    if bound == int64(LOWER):
        work.cuts += 1
        work.first_cuts += int64(tried == 1)
    if not proves and best < -int64(SURE):
        best += int64(WIN - SURE)
    if shortcuts:
        _remember(kit, color, ply, depth, best, bound, best_move)
    return best
