"""Four stories: greedy, alpha-beta, the order of moves, and learning an evaluation."""

import json
from pathlib import Path

from orchard.core.story import Generations, Page, Story, Task

SMALL = "reversi:6"
DISCS = "minimax:eval=discs"

# White to move. B5 turns most discs and loses by 14; only A4 wins.
TEMPTING = "e4e3b2c5e5b3b6a1c2e6f4d2e1e2a2b4a3"
TEMPTED = {"greedy": "B5", "best": "A4"}
TO_THE_END = 20  # more plies than are left

# Black to move, two plies with the disc difference: E2 loses 4; at E3 White's fourth reply is worse for Black.
CUTS = "b3d2e5a3a2f6"
CUT = {"first": "E2", "second": "E3", "reply": "F3"}

# Black to move; C6 is best three plies deep.
MIDDLE_GAME = "f5d6c3d3c4f4f6f3e6e7d7c7"


def _generations() -> Generations:
    """What `training/sprout.py` has written."""
    kept = json.loads((Path(__file__).parent / "weights" / "sprout.json").read_text(encoding="utf-8"))
    rings = ("abccba", "bdeedb", "ceffec", "ceffec", "bdeedb", "abccba")
    names = {
        kind: tuple(
            f"{'abcdef'[column]}{row + 1}" for row in range(6) for column in range(6) if rings[row][column] == letter
        )
        for kind, letter in zip(kept["kinds"], "abcdef", strict=True)
    }
    return Generations(tuple(kept["kinds"]), names, tuple(map(tuple, kept["generations"])))


STORIES = (
    Story(
        name="greedy",
        rank=1,
        game=SMALL,
        pages=(
            Page(DISCS, TEMPTING, 1),
            Page(DISCS, TEMPTING, 1, at="leaf"),
            Page(DISCS, TEMPTING, 1, at="last", says=TEMPTED),
            Page(DISCS, TEMPTING + "b5", 1, at="last", says={**TEMPTED, "reply": "B1"}),
            Page(DISCS, TEMPTING, 2, at="last", says=TEMPTED),
        ),
        task=Task("best_move", Page(DISCS, TEMPTING, 1), judge="perfect", depth=TO_THE_END),
        sources=(("orchard.players.greedy", "think"),),
        same="minimax",
    ),
    Story(
        name="alphabeta",
        rank=3,
        game=SMALL,
        pages=(
            Page(DISCS, CUTS, 2, at="last"),
            Page("alphabeta:eval=discs", CUTS, 2),
            Page("alphabeta:eval=discs", CUTS, 2, at="cut", says=CUT),
            Page("alphabeta:eval=discs", CUTS, 2, at="last"),
            Page("alphabeta:eval=discs", CUTS, 4, at="last"),
        ),
        task=Task("cutting_reply", Page("alphabeta:eval=discs", CUTS, 2), to="e3"),
        sources=(("orchard.search.alphabeta", "alphabeta"),),
        same="alphabeta",
    ),
    Story(
        name="ordering",
        rank=4,
        game="reversi",
        pages=(
            Page("alphabeta", MIDDLE_GAME, 3, at="last"),
            Page("alphabeta", MIDDLE_GAME, 3, order=("c6",), at="last", says={"best": "C6"}),
            Page("alphabeta:ordering=yes", MIDDLE_GAME, 4, at="order"),
            Page("alphabeta:table=1", MIDDLE_GAME, 4, at="known"),
            Page("alphabeta:deepening=yes,table=1", MIDDLE_GAME, 4, at="last"),
            Page("alphabeta", MIDDLE_GAME, 4, at="last", settings=True),
        ),
        task=Task("fewer_nodes", Page("alphabeta", MIDDLE_GAME, 3, settings=True), below=450),
        sources=(("orchard.search.negascout", "negascout"), ("orchard.search.negascout", "answers")),
        same="negascout",
    ),
    Story(
        name="learning",
        rank=6,
        game=SMALL,
        pages=(
            Page("minimax:eval=blind", TEMPTING, 1, at="last"),
            Page("minimax:eval=sprout", TEMPTING, 1),
            Page("minimax:eval=sprout", TEMPTING, 1, at="leaf"),
            Page("minimax:eval=sprout", TEMPTING, 1, at="last", says=TEMPTED),
            Page("minimax:eval=sprout", TEMPTING, 2, at="last", says=TEMPTED),
        ),
        task=Task("generation", Page("minimax:eval=sprout", TEMPTING, 1), below=5),
        sources=tuple(("orchard.games.reversi.training.sprout", name) for name in ("one_game", "next_weights")),
        same="alphabeta",
        generations=_generations(),
    ),
)
