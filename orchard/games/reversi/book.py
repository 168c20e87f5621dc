"""The opening books of both Reversi games."""

from pathlib import Path

from orchard.core.game import Game
from orchard.core.offers import BookOffer

CONFIDENCE = 84  # per cent: sage cuts off where a shallow search is one standard deviation beyond the window


def book(game: Game) -> BookOffer | None:
    path = Path(__file__).parents[1] / game.base_name / "weights" / "openings.book"
    return BookOffer(path, CONFIDENCE) if game.name == game.base_name else None
