"""The story of minimax: the game is so small that the whole tree can be gone through."""

from orchard.core.story import Page, Story, Task

SMALL = "a1b2c3b1b3"  # four empty squares, searched to the end: X threatens A3
OPPOSITE = "a1b2c3"  # six: X has two opposite corners, so that a corner loses and an edge draws

STORIES = (
    Story(
        name="minimax",
        rank=2,
        game="tic_tac_toe",
        pages=(
            Page("minimax", SMALL, 4),
            Page("minimax", SMALL, 4, at="end"),
            Page("minimax", SMALL, 4, at="back"),
            Page("minimax", SMALL, 4, at="last"),
            Page("minimax", OPPOSITE, 6, at="last"),
            Page("minimax", OPPOSITE, 2, at="last"),
        ),
        task=Task("best_move", Page("minimax", OPPOSITE, 1), judge="alphabeta", depth=6),
        sources=(("orchard.search.minimax", "minimax"),),
        same="minimax",
    ),
)
