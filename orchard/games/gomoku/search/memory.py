"""What one thread that searches Gomoku works in, and what it is told to do."""

# mypy: ignore-errors
from typing import NamedTuple

from orchard.core.jit import numba
from orchard.core.records import Columns, Record, field
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard
from orchard.games.gomoku.evaluate.shapes import ShapeTables
from orchard.games.gomoku.grid import POINTS
from orchard.games.gomoku.search.threats import MAX_LINE, ThreatKit

types = numba.types

MAX_PLY = 128


class SearchStyle(NamedTuple):
    """What the search does; the defaults are what matches showed best (benchmarks/gomoku_match.py)."""

    candidates: int = 24  # how many points are tried where nothing forces
    vcf_leaf: int = 60  # nodes of VCF at a leaf where a four comes with a three; 0 switches it off
    vcf_inner: int = 400  # nodes of VCF inside the tree
    vcf_enemy: int = 100  # nodes of VCF for the enemy, to find what must be answered
    vcf_depth: int = 2  # with fewer plies left, as at a leaf, and not for the enemy
    reduce: int = 3  # late moves are searched less deep first: 0 not, 1 a little, 2 more, 3 most
    pass_cut: int = 1  # a position so good that even passing keeps it is not searched on
    margin: int = 0  # worth above beta, for each ply left, that ends a shallow search; 0: never
    narrow: int = 3  # with so few plies left, fewer and fewer candidates; 0: never
    extend: int = 1  # 0: every move costs a ply; 1: the answer to a four does not; 2: nor that to an open three
    leaf_threes: int = 4  # so many plies beyond the depth, open threes are still answered
    leaf_fours: int = 0  # 1: there by any four of one's own too, not only by points that stop them
    leaf_trust: int = 500  # but not where the worth is so far below alpha that answers will hardly help; -1: everywhere
    keep: int = 4  # where they are fewer: so many candidates, and as many more for each ply left
    reduce_loud: int = 2  # late moves that make or stop threes too: 0 not, 1 a ply less than quiet ones, 2 as much
    threats_off: int = 0  # 1: no forced answers, no VCF: plain alpha-beta, for comparison


class SearchWork(Record):
    """Scratch of one searching thread."""

    # what the caller sets
    table = field("u8")  # see `search/lockless.py`
    table_mask = field("u8")
    node_limit = field("i8")
    excluded = field("i8")  # how many moves at the root are left out
    overlooks = field("i8")  # whether points are unseen on this move, so that no loss is proved by trying what is seen
    unseen = field("u1", POINTS)  # 1 where a weak level overlooks the point

    # what the search counts
    nodes = field("i8")
    vcf_nodes = field("i8")
    aborted = field("i8")  # the node limit or the stop byte ended it
    deepest = field("i8")
    cuts = field("i8")  # for people to look at; see core/choice.py
    first_cuts = field("i8")

    # for each move at the root
    root_value = field("i8", POINTS)
    root_bound = field("i8", POINTS)  # 0: not searched
    root_nodes = field("i8", POINTS)
    root_excluded = field("u1", POINTS)

    # for each ply
    length = field("i8", MAX_PLY + 1)  # of the best line
    line = field("i2", MAX_PLY + 1, MAX_PLY + 1)  # the best line
    passed = field("u1", MAX_PLY + 2)  # whether the move before this ply was a pass
    killers = field("i8", MAX_PLY + 2)
    moves = field("i2", MAX_PLY, MAX_LINE)
    scores = field("i8", MAX_PLY, MAX_LINE)

    history = field("i8", 2, POINTS)


class SearchKit(Columns):
    """All that a search needs, for one thread; threads may share the transposition table."""

    board = field(ShapeBoard)
    tables = field(ShapeTables)
    work = field(SearchWork)
    threats = field(ThreatKit)
    style = field(types.NamedUniTuple(types.int64, len(SearchStyle._fields), SearchStyle))
    stop = field("u1", 1)  # 1 ends the search
