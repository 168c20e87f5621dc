"""What one thread of a midgame search works in."""

# mypy: ignore-errors
import numpy as np

from orchard.core.jit import kernel, numba
from orchard.core.records import Record, field
from orchard.games.reversi.evaluate.patterns import LANES, PHASES, PLIES
from orchard.games.reversi.evaluate.weights_file import addresses
from orchard.games.reversi.search.endgame import Solver
from orchard.games.reversi.search.endgame_context import Context
from orchard.games.reversi.search.midgame_table import ENTRIES
from orchard.games.reversi.search.probcut import DEPTHS
from orchard.search.memory import address_of, pointer, record_at

types = numba.types
uint64, int64 = numba.uint64, numba.int64

MAX_MOVES = 40
EXACT_LEVEL = 9  # no selective cut-offs
UNLIMITED = 1 << 62
STOPPED = -1
CORNERS, X_SQUARES, C_SQUARES, EDGES = 0x8100000000000081, 0x0042000000004200, 0x4281000000008142, 0xFF818181818181FF
TRIED_FIRST_AND_LAST = (CORNERS, X_SQUARES | C_SQUARES), (X_SQUARES, EDGES & ~C_SQUARES)  # Reversi, Reversed Reversi


class Work(Record):
    # what the caller sets
    reversed_game = field("i8")  # 1: fewest discs win
    node_limit = field("i8")
    level = field("i8")  # EXACT_LEVEL, or less where selective cut-offs are made
    eager = field("u8")  # squares to try first one ply before the leaves,
    reluctant = field("u8")  # and those to try last
    generation = field("i8")  # of the search, 1 to 255, so that the table knows old entries
    margins = field("i8", PHASES, DEPTHS)  # how far a shallow search must be outside the window, see probcut.py

    # What belongs to others, as addresses. As arrays among the arguments, seven words each at every call, the same
    # six million nodes took 0.98 s of CPU time instead of 0.81 s.
    weights = field("u8")
    numbers = field("u8")  # of the correction, see evaluate/correction.py; 0 where there is none,
    scales = field("u8")  # and what they count
    table = field("u8")
    table_mask = field("u8")  # the number of buckets less one
    rows = field("u8")  # patterns, a row for each ply
    stop = field("u8")  # of a byte; 1 ends the search
    leaves = field("u8")  # of what keeps some of the leaves for training, see leaves.py; 0: nothing does
    solver = field("u8")  # of an endgame solver's context

    # what the kernels report
    nodes = field("i8")
    aborted = field("i8")  # STOPPED: the limit or the stop byte ended the search, whose value means nothing; see below
    cuts = field("i8")  # positions left before all moves were searched, for people to look at,
    first_cuts = field("i8")  # and those of them left after the first move

    # How threads share a tree, see midgame_shared.py; `aborted` is then also the ply that another one has decided.
    threads = field("u8")
    busy = field("u8")  # address of what they are searching, see search/busy.py; 0 where there is one thread
    own_busy = field("u8")  # and of this thread's row of it
    asked = field("u8", PLIES)  # the positions from the root to here, 0 where nobody can answer,
    asked_depths = field("i8", PLIES)  # and what is asked about them
    asked_alphas = field("i8", PLIES)
    asked_betas = field("i8", PLIES)

    room = field("i8", PLIES, MAX_MOVES)  # moves waiting to be searched
    refutations = field("u8", PLIES)  # the square that last reached beta at a ply, as a mask


WORK = Work.type
solver_at = record_at(Context)


@kernel(types.void(WORK))
def forget(work):
    """Empty the table, and what else is known of positions."""
    work.refutations[:] = uint64(0)
    words = int64((work.table_mask + uint64(1)) * uint64(2 * ENTRIES))
    numba.carray(pointer(work.table), (words,), np.uint64)[:] = uint64(0)


class Worker:
    """One thread's own memory, with an endgame solver for the leaves. Keeps alive what its record points to."""

    def __init__(self, game: str, margins=None, solver: Solver | None = None) -> None:
        self.solver = solver or Solver(game, 4)
        self.rows = np.zeros((PLIES, LANES), np.int16)
        self.work = Work.new()
        self.work["reversed_game"] = self.solver.reversed_game
        self.work["node_limit"] = UNLIMITED
        self.work["eager"], self.work["reluctant"] = TRIED_FIRST_AND_LAST[self.solver.reversed_game]
        self.work["generation"] = 1
        selective = margins is not None and margins.any()
        self.cut(1 if selective else EXACT_LEVEL, margins if selective else 0)
        self.work["rows"] = self.rows.ctypes.data
        self.work["solver"] = address_of(self.solver.context)

    def use(self, weights=None, table=None, stop=None) -> None:
        """Search with these from now on; what is not given stays as it is. `weights` are an evaluation, see
        weights_file.py, or plain weights without a correction."""
        if weights is not None:
            self.weights = weights
            self.work["weights"], self.work["numbers"], self.work["scales"] = addresses(weights)
        if table is not None:
            self.table = table
            self.work["table"], self.work["table_mask"] = table.ctypes.data, len(table) - 1
        if stop is not None:
            self.stop = stop
            self.work["stop"] = stop.ctypes.data

    def cut(self, level: int, margins) -> None:
        """Make selective cut-offs with these margins; at EXACT_LEVEL none."""
        self.work["level"], self.work["margins"] = level, margins

    def prepare(self, node_limit: int, generation: int) -> None:
        """Count nodes from 0, and search until the stop byte is raised."""
        self.solver.watch(self.stop)
        self.work["nodes"] = self.work["aborted"] = self.work["cuts"] = self.work["first_cuts"] = 0
        self.work["refutations"] = 0
        self.work["node_limit"] = node_limit
        self.work["generation"] = generation

    def share(self, busy, number: int) -> None:
        """Search beside the other threads of a busy list, as that number of them."""
        self.busy = busy  # [threads, words]
        self.work["threads"] = len(busy)
        self.work["busy"] = busy.ctypes.data if len(busy) > 1 else 0
        self.work["own_busy"] = busy[number].ctypes.data

    def counts(self) -> tuple[int, ...]:
        """Nodes, cut-offs, and those by the first move tried, since `prepare`."""
        return tuple(int(self.work[name]) for name in ("nodes", "cuts", "first_cuts"))
