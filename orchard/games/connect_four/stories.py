"""The story of UCT, with a trap: a move that looks best after 500 visits and loses by force."""

from orchard.core.story import Page, Story, Task

TRAP = "c1e1d1c2a1f1g1b1b2f2f3c3"  # only E2 does not lose; after D2 White wins within seven plies
SAYS = {"trap": "D2", "best": "E2"}

STORIES = (
    Story(
        name="uct",
        rank=5,
        game="connect_four",
        pages=(
            Page("uct", TRAP, playouts=50),
            Page("uct", TRAP, playouts=50, at="playout"),
            Page("uct", TRAP, playouts=50, at="last"),
            Page("uct", TRAP, playouts=500, at="last", says=SAYS),
            Page("alphabeta:history=yes", TRAP + "d2", search_depth=7, at="last", says=SAYS),
            Page("uct", TRAP, playouts=1200, at="last", says=SAYS),
        ),
        task=Task("first_visits", Page("uct", TRAP, playouts=1200, says=SAYS), trap="d2"),
        sources=tuple(("orchard.search.uct_kernels", name) for name in ("search", "ucb1_child", "settle")),
        same="uct",
    ),
)
