"""Sage's answers from its opening book."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from orchard.core.choice import Choice, Limits
from orchard.core.game import Position
from orchard.games import book_of


def book_answer(position: Position, limits: Limits, options: Mapping[str, Any]) -> Choice | None:
    """A move of the opening book; None where it has none, or where a search is wanted: with a bound on work or depth,
    for several lines, with other weights."""
    bounded = limits.work is not None or limits.depth is not None or options["lines"] > 1 or options["weights"]
    if bounded or not (options["book"] and limits.book):
        return None
    from orchard.core.book import open_book

    file, game = options["book_file"], position.game
    book = open_book(Path(file), game) if file else book_of(game)
    return None if book is None else book.choice(position, options["variety"], limits.seed)
