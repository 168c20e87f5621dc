"""What alpha-beta knows of a Gomoku position before it tries moves: wins and losses by threats, and values of leaves.

The counts of threats say at once who has five now, who must answer, and who has an unstoppable four. Beyond that a win
by fours (VCF) is looked for: the mover's ends the search there; the enemy's, if it could move, leaves only the replies
that could spoil it.

In renju black loses where it may not block a four. An open four of black that could be forbidden is no threat to count
on, nor is one of white where black might be left without a legal move, as that is a draw.
"""

# mypy: ignore-errors
from orchard.core.jit import inner, kernel, numba
from orchard.games.gomoku.evaluate.shape_board import (
    ban_at,
    count_of,
    fours,
    has_room,
    legal_point,
    may_play,
    point_with,
)
from orchard.games.gomoku.evaluate.shapes import FREE, T_FIVE, T_FOUR_THREE, T_OPEN_FOUR
from orchard.games.gomoku.grid import POINTS
from orchard.games.gomoku.kernels import RENJU
from orchard.games.gomoku.search.corrections import corrected_worth
from orchard.games.gomoku.search.memory import MAX_PLY, SearchKit, SearchWork
from orchard.games.gomoku.search.threats import ROOM, WON, vcf
from orchard.games.gomoku.search.vct import relevant_replies

types = numba.types
int64, uint8, int16 = numba.int64, numba.uint8, numba.int16
KIT = SearchKit.type

WIN = 30_000
SURE = WIN - 1000  # values beyond this are proved wins
BELIEVED = SURE - 1000  # values beyond this are wins as far as the moves that were tried can tell
OPEN = 1 << 40  # not a value: the search goes on
NO_ANSWERS = -1  # the enemy, to move, would not win by fours


@inner(types.void(SearchWork.type, types.int64, types.int64))
def single_move_line(work, ply, point):
    work.line[ply, 0] = int16(point)
    work.length[ply] = 1


@kernel(inline="always")
def _winning_four(kit, color):
    """In renju: a point where `color`, to move, makes an open four that wins; -1 where none is known."""
    board, tables = kit.board, kit.tables
    if color == 1 and not has_room(board, tables, int64(2)):  # black might have no legal move: a draw
        return int64(-1)
    for point in range(POINTS):
        if board.threats[color, point] == uint8(T_OPEN_FOUR) and may_play(board, tables, color, int64(point)):
            return int64(point)
    return int64(-1)


@kernel(inline="always")
def threatens_four(kit, enemy):
    """Whether the enemy makes an open four next unless that is answered, whatever else is played."""
    board, tables = kit.board, kit.tables
    if count_of(board, enemy, int64(T_OPEN_FOUR)) == 0:
        return False
    if tables.rule != int64(RENJU):
        return True
    if enemy == 1:
        return has_room(board, tables, int64(ROOM + 1))
    for point in range(POINTS):
        if board.threats[enemy, point] == uint8(T_OPEN_FOUR) and ban_at(board, tables, int64(point)) == int64(FREE):
            return True
    return False


@inner(types.int64(KIT, types.int64, types.int64, types.boolean))
def decided(kit, color, ply, shortcuts):
    """The value where someone has five in reach, an unstoppable four, or the board is full; else OPEN."""
    board, work = kit.board, kit.work
    enemy = int64(1) - color
    if count_of(board, color, int64(T_FIVE)) > 0 and shortcuts:
        single_move_line(work, ply, point_with(board, color, int64(T_FIVE)))
        return int64(WIN) - ply - 1
    if board.stones >= board.width * board.width:
        return int64(0)
    renju = kit.tables.rule == int64(RENJU)
    legal = legal_point(board, kit.tables, color) if renju and color == 0 else int64(0)
    if legal < 0:
        return int64(0)
    if count_of(board, enemy, int64(T_FIVE)) > 0:
        block = point_with(board, enemy, int64(T_FIVE))
        blocked = not renju or may_play(board, kit.tables, color, block)
        if (count_of(board, enemy, int64(T_FIVE)) > 1 or not blocked) and ply > 0:
            single_move_line(work, ply, block if blocked else legal)
            return -(int64(WIN) - ply - 2)
    elif kit.style.threats_off == 0 and count_of(board, color, int64(T_OPEN_FOUR)) > 0 and shortcuts:
        four = _winning_four(kit, color) if renju else point_with(board, color, int64(T_OPEN_FOUR))
        if four >= 0:
            single_move_line(work, ply, four)
            return int64(WIN) - ply - 3
    return int64(OPEN)


@inner(types.int64(KIT, types.int64, types.int64))
def _wins_by_fours(kit, color, limit):
    """Plies until `color`, to move, wins by fours alone; 0 where no such win was found."""
    if fours(kit.board, color) == 0:
        return int64(0)
    threats = kit.threats.work
    threats.nodes, threats.node_limit = 0, limit
    result = vcf(kit.threats, color, int64(0))
    kit.work.vcf_nodes += threats.nodes
    return threats.line_length if result == int64(WON) else int64(0)


@inner(types.int64(KIT, *[types.int64] * 4, types.boolean))
def leaf(kit, color, depth, alpha, ply, threatened):
    """The value with no plies left and no four to block; OPEN where an open three must be answered first."""
    style = kit.style
    if not threatened or depth <= -style.leaf_threes:
        if style.vcf_leaf > 0 and count_of(kit.board, color, int64(T_FOUR_THREE)) > 0:
            plies = _wins_by_fours(kit, color, style.vcf_leaf)
            if plies > 0:
                single_move_line(kit.work, ply, int64(kit.threats.work.line[0]))
                return int64(WIN) - ply - plies
        return corrected_worth(kit, color, ply)
    if style.leaf_trust >= 0:
        static = corrected_worth(kit, color, ply)
        if static + style.leaf_trust <= alpha:
            return static
    return int64(OPEN)


@kernel(inline="always")
def _win_with_line(kit, color, depth, ply):
    """The value of a win by fours inside the tree, whose line is kept; OPEN where none was found."""
    style, work = kit.style, kit.work
    if style.vcf_inner == 0 or (depth < style.vcf_depth and count_of(kit.board, color, int64(T_FOUR_THREE)) == 0):
        return int64(OPEN)
    plies = _wins_by_fours(kit, color, style.vcf_inner)
    if plies == 0:
        return int64(OPEN)
    work.length[ply] = min(plies, int64(MAX_PLY) - ply)
    for at in range(work.length[ply]):
        work.line[ply, at] = kit.threats.work.line[at]
    return int64(WIN) - ply - plies


@inner(types.UniTuple(types.int64, 3)(KIT, types.int64, types.int64, types.int64, types.boolean))
def by_fours(kit, color, depth, ply, threatened):
    """Look for wins by fours of both sides. Returns the value of one's own, or OPEN. Where the enemy, to move, would
    win: how many replies that could spoil it now stand in the moves of this ply, else NO_ANSWERS; and the value of any
    other reply."""
    value, none = _win_with_line(kit, color, depth, ply), int64(NO_ANSWERS)
    style = kit.style
    if value != int64(OPEN) or threatened or style.vcf_enemy == 0 or depth < style.vcf_depth:
        return value, none, -int64(WIN)
    enemy = int64(1) - color
    plies = _wins_by_fours(kit, enemy, style.vcf_enemy)
    if plies == 0:
        return value, none, -int64(WIN)
    return (
        value,
        relevant_replies(kit.threats, enemy, int64(0), plies, kit.work.moves[ply]),
        1 + ply + plies - int64(WIN),
    )
