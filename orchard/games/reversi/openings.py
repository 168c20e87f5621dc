"""Where the games of a Reversi match begin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from orchard.core.game import Game, Position
from orchard.core.offers import Openings, lines_of


class ReversiOpenings(Openings):
    plies = 8

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def shipped(self, game: Game) -> Sequence[Sequence[str]]:
        return (lines_of(self.folder / "openings.txt"),) if game.name == game.base_name else ()

    def is_open(self, position: Position) -> bool:
        """Whether both sides could move."""
        return bool(Position(position.game, position.white, position.black, position.to_move).legal_mask())


OPENINGS = ReversiOpenings(Path(__file__).with_name("weights"))
