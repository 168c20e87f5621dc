"""Where the games of a match begin, in both Reversi games."""

from collections.abc import Sequence
from pathlib import Path

from orchard.core.game import Game, Position
from orchard.core.offers import Openings, lines_of


class ReversiOpenings(Openings):
    plies = 8

    def shipped(self, game: Game) -> Sequence[Sequence[str]]:
        file = Path(__file__).parents[1] / game.base_name / "weights" / "openings.txt"
        return (lines_of(file),) if game.name == game.base_name else ()

    def is_open(self, position: Position) -> bool:
        """Whether both sides could move."""
        return bool(Position(position.game, position.white, position.black, position.to_move).legal_mask())


OPENINGS = ReversiOpenings()
