"""Alpha-beta for Gomoku on shapes: forced answers only where there is a threat, candidates elsewhere.

Values are the mover's: a proved win in n plies is WIN − n, one that is only believed SURE − n, otherwise the learned
worth of the position in thousandths of a logit. A loss is proved where every reply loses, or every one of a set that
leaves nothing out; where only the best points were tried, it is believed.

What is known at once is in `quick_results.py`, which moves are tried in `move_order.py`. What is searched less deep or
not at all is in `depths.py`: positions whose worth says enough, moves that come late in the order. Passing (null move)
cuts, too. A late move that surprises is searched again in full.
"""

# mypy: ignore-errors
from orchard.core.jit import ctz, inner, kernel, numba
from orchard.games.gomoku.evaluate.shape_board import count_of, put, take
from orchard.games.gomoku.evaluate.shapes import T_FIVE, T_FOUR, T_FOUR_THREE, T_THREE
from orchard.games.gomoku.evaluate.worth import worth
from orchard.games.gomoku.search.corrections import learn_error
from orchard.games.gomoku.search.depths import (
    PLY,
    better_worth,
    enough_moves,
    far_above,
    far_below,
    likely_cut,
    note_worth,
    reduction,
    worth_a_doubt,
)
from orchard.games.gomoku.search.inside import note_inside
from orchard.games.gomoku.search.memory import MAX_PLY, SearchKit, SearchWork
from orchard.games.gomoku.search.move_order import bring_best, how_many, learn_of_table, look_of, moves_to_try, praise
from orchard.games.gomoku.search.quick_results import (
    BELIEVED,
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
from orchard.games.gomoku.search.sharing import (
    MOST_PUT_OFF,
    SHARED,
    come_back,
    found_elsewhere,
    go_there,
    is_elsewhere,
)
from orchard.games.gomoku.search.table import LOWER, bound_of, decides, look_up_soon, recall, remember

types = numba.types
int64, uint64, uint8, int16 = numba.int64, numba.uint64, numba.uint8, numba.int16

KIT = SearchKit.type
WORK = SearchWork.type
VALUE = types.int64


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
def _note_root(work, point, value, alpha, beta, nodes):
    """Write down what was found of a move at the root."""
    work.root_value[point] = value
    work.root_bound[point] = bound_of(value, alpha, beta)
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
def _cut_by_pass(kit, color, depth, parts, beta, ply):
    """The value of a quiet position that is good enough even after a pass; else OPEN."""
    work = kit.work
    if kit.style.pass_cut == 0 or depth < 3 or work.static[ply] < beta + kit.style.pass_margin or work.passed[ply]:
        return int64(OPEN)
    work.passed[ply + 1], work.last[ply + 1], work.made[ply + 1] = uint8(1), 0, uint8(0)
    work.cut[ply + 1] = uint8(1) - work.cut[ply]
    value = -search(kit, int64(1) - color, parts - 4 * PLY, -beta, -beta + 1, ply + 1)
    work.passed[ply + 1] = uint8(0)
    work.length[ply] = 0
    if value < beta:
        return int64(OPEN)
    return beta if value > SURE else value


@kernel(inline="always")
def _cut_by_worth(kit, color, depth, alpha, beta, ply, guess, improving):
    """The value of a quiet position whose worth says enough; else OPEN."""
    if far_above(kit, depth, beta, guess, improving):
        return guess
    if far_below(kit, depth, alpha, guess):
        return leaf(kit, color, int64(0), alpha, ply, False)
    return int64(OPEN)


@kernel(inline="always")
def _without(kit, color, depth, seen, point, ply):
    """The least value that another move than the table's must have not to leave it alone, and what a search without it
    finds (singular extension)."""
    work = kit.work
    least = seen - kit.style.singular_margin * depth
    work.skip[ply] = point
    value = search(kit, color, depth // 2 * PLY, least - 1, least, ply)
    work.skip[ply] = 0
    work.length[ply] = 0
    return least, value


@kernel(inline="always")
def _value_after(kit, color, point, first, parts, less, alpha, beta, ply):
    """The value of a move: the first one exactly, others first less deep and in a closed window."""
    enemy, work = int64(1) - color, kit.work
    work.passed[ply + 1], work.last[ply + 1] = uint8(0), point
    work.made[ply + 1] = uint8(kit.board.threats[color, point] >= uint8(T_THREE))
    other = uint8(1) - work.cut[ply] if beta - alpha == 1 else uint8(0)
    look_up_soon(kit, color, point, (parts - less + PLY // 2) // PLY)
    put(kit.board, kit.tables, point, color)
    if first:
        work.cut[ply + 1] = other
        value = -search(kit, enemy, parts, -beta, -alpha, ply + 1)
    else:
        work.cut[ply + 1] = uint8(1)
        value = -search(kit, enemy, parts - less, -alpha - 1, -alpha, ply + 1)
        if value > alpha and less > 0:
            work.cut[ply + 1] = other
            value = -search(kit, enemy, parts, -alpha - 1, -alpha, ply + 1)
        if value > alpha and value < beta:
            work.cut[ply + 1] = uint8(0)
            value = -search(kit, enemy, parts, -beta, -alpha, ply + 1)
    take(kit.board, kit.tables, point)
    return value


# ------------------------------------------------------------------------------------------------- the search


@kernel(VALUE(KIT, types.int64, types.int64, VALUE, VALUE, types.int64), allocates=False)
def search(kit, color, parts, alpha, beta, ply):
    """The value of the position to a depth in parts of a ply, exact inside (alpha, beta); the best line is left in
    work.line[ply]."""
    board, work, style = kit.board, kit.work, kit.style
    depth = (parts + PLY // 2) // PLY
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
    blocks = count_of(board, enemy, int64(T_FIVE))
    threatened = blocks == 0 and style.threats_off == 0 and threatens_four(kit, enemy)
    if work.inside_every > 0 and blocks == 0 and ply > 0:
        note_inside(kit, color)
    if depth <= 0 and blocks == 0:
        value = leaf(kit, color, depth, alpha, ply, threatened)
        if value != int64(OPEN):
            return value
    skip = work.skip[ply]
    open_window = beta - alpha > 1
    seen, seen_bound, seen_depth, table_move, was_open = recall(kit, color, depth, ply)
    if seen_depth >= depth and ply > 0 and skip == 0 and decides(seen, seen_bound, alpha, beta):
        if table_move > 0:
            single_move_line(work, ply, table_move)
            if blocks == 0:
                learn_of_table(kit, color, ply, table_move, depth, seen >= beta)
        return seen

    if ply == 0:
        work.root_depth = depth
    improving = note_worth(kit, color, ply, blocks > 0 or threatened)
    guess = better_worth(work.static[ply], seen, seen_bound)
    quiet = blocks == 0 and not threatened
    may_cut = quiet and ply > 0 and skip == 0 and not open_window and abs(beta) < BELIEVED
    if may_cut and depth > 0:
        value = _cut_by_worth(kit, color, depth, alpha, beta, ply, guess, improving)
        if value != int64(OPEN):
            return value

    best, answers = -int64(WIN), int64(NO_ANSWERS)
    if blocks == 0 and depth >= 1 and shortcuts and skip == 0:
        value, answers, others = by_fours(kit, color, depth, ply, threatened)
        if value != int64(OPEN):
            return value
        if ply > 0:
            best = others
    forced = blocks > 0 or answers >= 0
    quiet = quiet and not forced
    if quiet and may_cut:
        value = _cut_by_pass(kit, color, depth, parts, beta, ply)
        if work.aborted:
            return int64(0)
        if value != int64(OPEN):
            return value
    if quiet and table_move == 0 and ply > 0 and 0 < style.newcomer <= depth:
        depth -= 1
        parts -= int64(PLY)
    extension = int64(0)
    if quiet and worth_a_doubt(kit, depth, ply, seen, seen_bound, seen_depth, table_move):
        least, value = _without(kit, color, depth, seen, table_move, ply)
        if work.aborted:
            return int64(0)
        if value < least:
            extension = int64(PLY)
        elif seen >= beta:
            extension = -style.singular_less

    least = int64(T_FOUR) if depth > 0 or style.leaf_fours else int64(T_FOUR_THREE)  # own threat that answers a three
    count = moves_to_try(kit, color, ply, table_move, blocks, answers, int64(threatened) * least)
    keep = how_many(kit, count, depth, ply) if quiet else count
    # whether the moves tried below leave nothing out that might help
    proves = forced or (work.overlooks == 0 and (quiet or least == int64(T_FOUR)) and keep == count)
    deeper = parts - int64(PLY)
    if blocks > 0:
        deeper += int64(style.extend > 0) * int64(PLY)
    elif threatened and depth > 0 and keep <= 6:
        deeper += int64(style.extend > 1) * int64(PLY)
    if quiet and may_cut:
        deeper -= int64(likely_cut(kit, depth, beta, guess, ply)) * int64(PLY)
    work.on_line[ply] = uint8(open_window or was_open)
    first_alpha, best_move, tried, first_look = alpha, int64(0), int64(0), int64(0)
    shared = work.busy != uint64(0) and deeper >= SHARED * PLY and skip == 0
    turn, left_out, put_off = int64(0), int64(0), uint64(0)
    while turn < keep or put_off != uint64(0):
        again = turn >= keep
        if again:
            at = int64(ctz(put_off))
            put_off &= put_off - uint64(1)
        else:
            at = turn
            turn += 1
            bring_best(work, ply, at, count)
        point = int64(work.moves[ply, at])
        if (ply == 0 and work.root_excluded[point]) or point == skip:
            left_out += 1
            continue
        place = at - left_out
        may_do = blocks == 0 and ply > 0 and not again and best > -BELIEVED
        if may_do and enough_moves(kit, depth, place, improving, quiet):
            turn = keep
            continue
        if shared and tried > 0 and not again and at < MOST_PUT_OFF and is_elsewhere(kit, color, point):
            put_off |= uint64(1) << uint64(at)
            continue
        nodes_before = work.nodes
        look = look_of(kit, color, point)
        if tried == 0:
            first_look = look
        less = int64(0)
        if blocks == 0:
            gap = max(first_look - look, int64(0))
            less = reduction(kit, color, depth, place, point, ply, gap)
            less = max(min(less, deeper - int64(PLY)), int64(0))
        more = extension * int64(point == table_move)
        if shared:
            go_there(kit, color, point)
        value = _value_after(kit, color, point, tried == 0, deeper + more, less, alpha, beta, ply)
        if shared:
            come_back(kit)
        if work.aborted:
            return int64(0)
        tried += 1
        if shared and ply > 0:
            elsewhere = found_elsewhere(kit, color, depth, first_alpha, beta, ply)
            if elsewhere != int64(OPEN):
                return elsewhere
        if ply == 0:
            _note_root(work, point, value, alpha, beta, work.nodes - nodes_before)
        if value > best:
            best, best_move = value, point
            _keep_line(work, ply, point)
            if value > alpha:
                alpha = value
                if 2 < depth < 12:
                    deeper -= style.raised
            if alpha >= beta:
                praise(kit, color, ply, depth, at)
                break

    bound = bound_of(best, first_alpha, beta)
    if bound == int64(LOWER):
        work.cuts += 1
        work.first_cuts += int64(tried == 1)
    if not proves and best < -int64(SURE):
        best += int64(WIN - SURE)
    tells = better_worth(work.static[ply], best, bound) == best
    if quiet and skip == 0 and depth > 0 and tells and abs(best) < BELIEVED:
        learn_error(kit, color, depth, ply, best)
    if shortcuts and skip == 0:
        remember(kit, color, ply, depth, best, bound, best_move, int64(open_window or was_open))
    return best
