"""A guided story about a way to search: pages with a position and a live search each, and an exercise at the end.

A game offers stories in `stories.py` of its folder, as `STORIES`. They hold positions and names only; the words are the
shell's, found by the story's name and the number of the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

TaskKind = Literal["best_move", "cutting_reply", "fewer_nodes", "first_visits", "generation"]


@dataclass(frozen=True, slots=True)
class Page:
    """A position, who searches it and how far, and the step that is shown first."""

    player: str
    moves: str  # from the start of the game
    search_depth: int | None = None
    playouts: int | None = None
    seed: int = 0
    order: tuple[str, ...] = ()  # moves that a search by plies tries first
    at: str = ""  # "last", or a kind of step: the first one of that kind; "": the first of all
    settings: bool = False  # whether the reader may change the search
    says: Mapping[str, str] = field(default_factory=dict)  # what the words of the page name: moves

    def as_json(self) -> dict[str, Any]:
        asked = {"search_depth": self.search_depth, "playouts": self.playouts}
        return {
            "moves": self.moves,
            "search": {
                "player": self.player,
                "seed": self.seed,
                **{key: value for key, value in asked.items() if value is not None},
                **({"order": list(self.order)} if self.order else {}),
            },
            "at": self.at,
            "settings": self.settings,
            "says": dict(self.says),
        }


@dataclass(frozen=True, slots=True)
class Task:
    """An exercise whose answer is checked, in the position and with the search of its page.

    kind           the answer                     right is
    -------------  -----------------------------  --------------------------------------------------------
    best_move      a move                         one that `judge` finds as good as the best, `depth` plies deep
    cutting_reply  a reply to the move `to`       the one after which the others are skipped
    fewer_nodes    moves, in their order          an order that takes fewer than `below` positions
    first_visits   a number of playouts           the first with which `trap` is no longer played
    generation     the number of a generation     the first whose first weight is above `below`
    """

    kind: TaskKind
    page: Page
    judge: str = ""
    depth: int = 0
    to: str = ""
    below: float = 0
    trap: str = ""


@dataclass(frozen=True, slots=True)
class Generations:
    """Weights over the generations of a training, in the order of `kinds`, and which squares each kind is."""

    kinds: tuple[str, ...]
    squares: Mapping[str, tuple[str, ...]]
    weights: tuple[tuple[float, ...], ...]


@dataclass(frozen=True, slots=True)
class Story:
    name: str
    rank: int  # its place among all stories
    game: str
    pages: tuple[Page, ...]
    task: Task
    sources: tuple[tuple[str, str], ...]  # modules and functions whose source is shown
    same: str  # the player that searches the reader's own game in the same way
    generations: Generations | None = None
