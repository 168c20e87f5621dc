"""How threads share a midgame search: a child that another one is searching is put off until the others are done, and
the work below a position that another one has decided is dropped.

All threads search the same tree from its root and meet in the table. With one thread nothing of this is done.
"""

# mypy: ignore-errors
from orchard.core.jit import kernel, numba
from orchard.games.reversi.search.midgame_table import UNDECIDED, UNKNOWN, answer_of, depth_of, hash_of, level_of, probe
from orchard.games.reversi.search.midgame_work import WORK
from orchard.search.busy import is_busy

types = numba.types
uint64, int64 = numba.uint64, numba.int64

SHARED_FROM = 4  # from so many plies on, a position is shared
WATCHED_FROM = 8  # and from so many plies on, what is above it is looked up in the table
PUT_OFF = 1 << 40  # less promising than any other move


@kernel("uint64(uint64, uint64, int64)")
def key_of(own, enemy, depth):
    """What the busy list calls a search of this position."""
    return hash_of(own, enemy) + uint64(depth)


@kernel(types.boolean(uint64, int64, int64, int64, WORK))
def put_off(child, empties, ply, taken, work):
    """Whether the move just taken waits, now the least promising of all, since another thread is searching it."""
    move = work.room[uint64(ply), uint64(taken)]
    if move < int64(0) or not is_busy(work.busy, work.threads, empties, child):
        return False
    work.room[uint64(ply), uint64(taken)] = move - int64(PUT_OFF)
    return True


@kernel(types.void(uint64, int64, int64, int64, int64, WORK))
def ask(position_hash, depth, alpha, beta, ply, work):
    """Write down what the search at this ply is about, so that an answer by another thread is seen from below."""
    work.asked[ply] = position_hash
    work.asked_depths[ply] = depth
    work.asked_alphas[ply] = alpha
    work.asked_betas[ply] = beta


@kernel(int64(int64, WORK))
def answer_at(ply, work):
    """What the table answers by now to the question of this ply, else UNDECIDED."""
    entry = probe(work.table, work.table_mask, work.asked[ply])
    if entry == UNKNOWN or depth_of(entry) < work.asked_depths[ply] or level_of(entry) < work.level:
        return int64(UNDECIDED)
    return answer_of(entry, work.asked_alphas[ply], work.asked_betas[ply])


@kernel(int64(int64, WORK))
def answer_elsewhere(ply, work):
    """The answer to this ply's question, if another thread has found it, else UNDECIDED. Where the question of a ply
    above is answered, `aborted` is that ply: all searches down to it end."""
    if work.aborted == int64(0):
        if work.asked_depths[ply] < int64(WATCHED_FROM):
            return int64(UNDECIDED)
        for above in range(1, ply):
            if answer_at(above, work) != int64(UNDECIDED):
                work.aborted = above
                return int64(UNDECIDED)
    elif work.aborted == ply:
        work.aborted = int64(0)
    else:
        return int64(UNDECIDED)
    return answer_at(ply, work)
