"""How deep alpha-beta for Gomoku looks, and where not at all: cuts by worth, counts of moves, reductions, extensions.

Nothing here is a proof. A value that comes from a cut is a worth, which stays below that of a believed win; where
moves are left out, another one was found before that does not lose.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba
from orchard.games.gomoku.evaluate.shapes import T_THREE
from orchard.games.gomoku.search.corrections import corrected_worth
from orchard.games.gomoku.search.move_order import MOST_HISTORY, past_of
from orchard.games.gomoku.search.quick_results import BELIEVED
from orchard.games.gomoku.search.table import LOWER, UPPER

int64, uint8 = numba.int64, numba.uint8

PLY = 16  # depth is counted in parts of a ply; tables and margins ask for the nearest whole one
LOGIT = 1000
MOST = 64  # depths and moves beyond this count as this
_STEPS = np.log(np.maximum(np.arange(MOST), 1))
LATE = np.rint(100 * np.outer(_STEPS, _STEPS)).astype(np.int64)  # [depth, move]: hundredths of a ply
HALF = 45  # hundredths of a ply; `late` was fitted where reductions were rounded down to whole plies
COUNTED = (3 + np.arange(MOST) ** 1.32).astype(np.int64)  # [depth]: how many moves


@kernel(inline="always")
def note_worth(kit, color, ply, answers_four):
    """Write down the worth of a position; whether it has risen since this side moved before. A four says nothing of it,
    so what was there before counts."""
    work = kit.work
    if answers_four and ply > 0:
        work.static[ply] = -work.static[ply - 1]
    else:
        work.static[ply] = corrected_worth(kit, color, ply)
    return ply < 2 or work.static[ply] > work.static[ply - 2]


@kernel(inline="always")
def better_worth(static, seen, bound):
    """The worth of a position, or what a search found of it where that says more."""
    if bound == int64(0) or (bound == int64(LOWER) and seen < static) or (bound == int64(UPPER) and seen > static):
        return static
    return seen


@kernel(inline="always")
def far_above(kit, depth, beta, guess, improving):
    """Whether a quiet position is worth so much more than beta that it is not searched on (futility)."""
    margin = kit.style.futility * (depth - int64(improving))
    return kit.style.futility > 0 and guess < BELIEVED and guess - margin >= beta


@kernel(inline="always")
def far_below(kit, depth, alpha, guess):
    """Whether a quiet position is worth so much less than alpha that only a win by fours would help (razoring)."""
    style = kit.style
    if style.razor < 0 or depth > style.razor_depth or guess < -BELIEVED:
        return False
    return guess + style.razor + style.razor_step * depth < alpha


@kernel(inline="always")
def likely_cut(kit, depth, beta, guess, ply):
    """Whether a cut is expected and the worth says so, too: a ply less will show it."""
    style = kit.style
    if style.likely < 0 or depth <= 2 or not kit.work.cut[ply]:
        return False
    return guess >= beta + style.likely + style.likely_step * depth


@kernel(inline="always")
def enough_moves(kit, depth, tried, improving, quiet):
    """Whether so many moves were tried that the rest are left out, if one that does not lose is among them."""
    percent = kit.style.counted if quiet else kit.style.counted_forced
    if percent == 0:
        return False
    limit = COUNTED[min(max(depth, int64(0)), int64(MOST - 1))] * percent // 100
    if quiet and not improving:
        limit //= 2
    return tried >= max(limit, int64(1))


@kernel(inline="always")
def reduction(kit, color, depth, tried, point, ply, gap):
    """How much less deep a late move is searched first, which the policy puts `gap` below the first one; in parts of a
    ply."""
    style, work = kit.style, kit.work
    if tried == 0 or depth < 2 or style.late == 0:
        return int64(0)
    less = LATE[min(depth, int64(MOST - 1)), min(tried + 1, int64(MOST - 1))] * style.late // 100
    less += style.late_cut * int64(work.cut[ply]) - style.late_line * int64(work.on_line[ply])
    less += gap * style.late_unlikely // int64(LOGIT)
    less -= past_of(kit, color, ply, point) * style.late_past // int64(MOST_HISTORY)
    if ply > 1 and work.made[ply - 1] and kit.board.threats[color, point] >= uint8(T_THREE):
        less -= style.late_attack
    return max(less - int64(HALF), int64(0)) * int64(PLY) // int64(100)


@kernel(inline="always")
def worth_a_doubt(kit, depth, ply, seen, bound, seen_depth, point):
    """Whether the table's move is so well known that it may be singular."""
    return (
        kit.style.singular > 0
        and depth >= kit.style.singular
        and point > 0
        and 0 < ply < 2 * kit.work.root_depth
        and kit.work.skip[ply] == 0
        and abs(seen) < BELIEVED
        and bound != int64(UPPER)
        and seen_depth >= depth - 3
    )
