"""What one thread that searches Gomoku works in, and what it is told to do."""

# mypy: ignore-errors
from typing import NamedTuple

from orchard.core.jit import numba
from orchard.core.records import Columns, Record, field
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard
from orchard.games.gomoku.evaluate.shapes import STANDINGS, ShapeTables
from orchard.games.gomoku.grid import POINTS
from orchard.games.gomoku.search.threats import MAX_LINE, ThreatKit

types = numba.types

MAX_PLY = 128
MOST_INSIDE = 64
ERRORS_BY_STONES = 1 << 13


class SearchStyle(NamedTuple):
    """What the search does; the defaults are what matches showed best (docs/lab/kite.md). Worth is in thousandths of a
    logit, parts of a ply in hundredths."""

    candidates: int = 24  # how many points are tried where nothing forces
    vcf_leaf: int = 60  # nodes of VCF at a leaf where a four comes with a three; 0 switches it off
    vcf_inner: int = 400  # nodes of VCF inside the tree
    vcf_enemy: int = 100  # nodes of VCF for the enemy, to find what must be answered
    vcf_depth: int = 2  # with fewer plies left, as at a leaf, and not for the enemy
    narrow: int = 3  # with so few plies left, fewer and fewer candidates; 0: never
    keep: int = 4  # where they are fewer: so many candidates, and as many more for each ply left
    extend: int = 1  # 0: every move costs a ply; 1: the answer to a four does not; 2: nor that to an open three
    leaf_threes: int = 6  # so many plies beyond the depth, open threes are still answered
    leaf_fours: int = 0  # 1: there by any four of one's own too, not only by points that stop them
    leaf_trust: int = 500  # but not where the worth is so far below alpha that answers will hardly help; -1: everywhere
    # positions that are not searched, where nothing forces
    futility: int = 260  # worth above beta, for each ply left, that ends the search; 0: never
    razor: int = 300  # worth below alpha that leaves only a win by fours to hope for; -1: never
    razor_step: int = 100  # and so much more for each ply
    razor_depth: int = 2  # with so few plies left
    pass_cut: int = 1  # so good that even passing keeps it; 0: never
    pass_margin: int = 600  # passing is tried where the worth is so far above beta
    # moves that are not searched, once one was found that does not lose
    counted: int = 200  # moves tried, in percent of 3 + depth^1.32, half where the worth has not risen; 0: all
    counted_forced: int = 60  # the same where an open three or a win by fours is answered, never halved; 0: all
    # late moves are searched less deep first
    late: int = 125  # percent of ln(depth) · ln(move), in plies; 0: as deep as the first
    late_cut: int = 180  # and so much less where a cut is expected
    late_line: int = 60  # less where the window is open, or once was
    late_attack: int = 60  # less for a threat after a threat of one's own
    late_unlikely: int = 50  # less for each logit that the policy puts the move below the first one
    late_past: int = 200  # more or less for the move with the best or the worst history
    raised: int = 16  # 16ths of a ply less for all other moves once one was better than alpha, at depths 3 to 11
    # whole plies more or less
    singular: int = 6  # from that depth on, the table's move goes a ply deeper where all others are worse; 0: never
    singular_margin: int = 5  # by so much for each ply
    singular_less: int = 8  # 16ths of a ply less where it is not, but is good enough for a cut
    likely: int = 100  # worth above beta that costs a ply where a cut is expected; -1: never
    likely_step: int = 25  # and so much more for each ply
    newcomer: int = 3  # from that depth on, a position that the table has no move for is searched a ply less; 0: never
    corrects: int = 90  # percent of the error of the worth that is expected of like positions; 0: nothing is learned
    # the order of moves
    blame: int = 1  # 1: moves tried before the one that cut are tried later next time
    offset: int = 70  # percent of what is known of moves so far from the enemy's last one
    table_praise: int = 1  # 1: a move of the table that decides is tried earlier or later next time
    counter: int = 2000  # how much earlier a move is tried that cut after the same move of the enemy
    threats_off: int = 0  # 1: no forced answers, no VCF: plain alpha-beta, for comparison


def looking_everywhere(style: SearchStyle) -> SearchStyle:
    """The same style without cuts by worth or count: it looks as many plies ahead as it is told, at little depth."""
    return style._replace(
        futility=0,
        razor=-1,
        counted=0,
        counted_forced=0,
        late=60,
        late_cut=0,
        late_line=0,
        late_attack=0,
        late_unlikely=0,
        late_past=0,
        raised=0,
        singular=0,
        likely=-1,
        newcomer=0,
        corrects=0,
    )


class SearchWork(Record):
    """Scratch of one searching thread."""

    # what the caller sets
    table = field("u8")  # see `search/lockless.py`
    table_mask = field("u8")
    near_table = field("u8")  # that of positions with few plies left: the thread's own, where there are several
    near_mask = field("u8")
    threads = field("u8")
    busy = field("u8")  # what they are searching, see `search/busy.py`; 0 where there is one thread
    own_busy = field("u8")  # this thread's row of it
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

    # positions inside the search, for training; see `inside.py`
    inside_every = field("i8")  # one in so many; 0: none
    inside = field("i8")  # how many were kept
    inside_cells = field("u1", MOST_INSIDE, POINTS)

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

    static = field("i8", MAX_PLY + 2)  # the worth without a search
    skip = field("i8", MAX_PLY + 2)  # a move that is left out at this ply; 0 for none
    cut = field("u1", MAX_PLY + 2)  # whether a cut is expected
    on_line = field("u1", MAX_PLY + 2)  # whether the window is open here, or was
    made = field("u1", MAX_PLY + 2)  # whether the move that led here made a threat
    last = field("i8", MAX_PLY + 2)  # the move that led here; 0 for a pass

    root_depth = field("i8")
    history = field("i8", 2, POINTS)
    offsets = field("i8", 2, 2 * POINTS)  # the history of moves by how far they are from the enemy's last one
    counters = field("i8", 2, POINTS)  # the move that cut last after a move of the enemy
    # for each side to move, how much more searches found than the worth; see `corrections.py`
    errors = field("i4", 2, STANDINGS, STANDINGS)  # by the standing of both sides
    errors_after = field("i4", 2, POINTS)  # by the last move
    errors_by_stones = field("i4", 2, 2, ERRORS_BY_STONES)  # by the stones of black, of white


class SearchKit(Columns):
    """All that a search needs, for one thread; threads may share the transposition table."""

    board = field(ShapeBoard)
    tables = field(ShapeTables)
    work = field(SearchWork)
    threats = field(ThreatKit)
    style = field(types.NamedUniTuple(types.int64, len(SearchStyle._fields), SearchStyle))
    stop = field("u1", 1)  # 1 ends the search
