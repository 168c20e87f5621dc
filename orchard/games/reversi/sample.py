"""A middle game where pruning gains about as much as in most, for those who name no position."""

from orchard.core.game import Game


def transcript(game: Game) -> str:
    return "d3c5f6f3b5c6c7a5e3f2d6e6f4c4e7f5e2e8f8g8" if game.board.width == 8 else ""
