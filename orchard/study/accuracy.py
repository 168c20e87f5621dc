"""How many moves of a learner's reviewed games were good, by the phase of the game."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sqlalchemy import func, select

from orchard.core.game import Color, Game, Position
from orchard.core.puzzle import phase_of
from orchard.play.database import Database
from orchard.play.schema import JUDGED
from orchard.study.profiles import insert_new, key_of, now

GOOD = ("best", "good")
NO_CHOICE = (None, "lost")  # there was nothing else to play, or every move lost


def counted(path: Sequence[Position], review: dict[str, Any], color: Color) -> dict[str, tuple[int, int]]:
    """By phase: how many moves of one side a review (as JSON) judged, and how many of them were good."""
    moves, good = Counter[str](), Counter[str]()
    for move in review["moves"]:
        if move["color"] == color and move["grade"] not in NO_CHOICE:
            phase = phase_of(path[move["ply"] - 1])
            moves[phase] += 1
            good[phase] += move["grade"] in GOOD
    return {phase: (moves[phase], good[phase]) for phase in moves}


class Accuracy:
    """The reviewed games of all profiles of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, profile: str, path: Sequence[Position], review: dict[str, Any], color: Color) -> bool:
        """Count one side of a reviewed game; False if it was counted already."""
        game, new = path[0].game, False
        played = "".join(str(move["move"]) for move in review["moves"])
        id = hashlib.sha256(f"{game.name} {path[0].text} {played} {color}".encode()).hexdigest()[:16]
        with self.database.writing() as connection:
            key = key_of(connection, profile)
            for phase, (moves, good) in counted(path, review, color).items():
                row = {"profile": key, "id": id, "phase": phase, "game": game.name, "moves": moves, "good": good}
                new |= insert_new(connection, JUDGED, row | {"made": now()})
        return new

    def by_phase(self, profile: str, game: Game) -> dict[str, tuple[int, int]]:
        """How many moves were judged in all games, and how many of them were good."""
        with self.database.reading() as connection:
            own = (JUDGED.c.profile == key_of(connection, profile)) & (JUDGED.c.game == game.name)
            columns = (JUDGED.c.phase, func.sum(JUDGED.c.moves), func.sum(JUDGED.c.good))
            rows = connection.execute(select(*columns).where(own).group_by(JUDGED.c.phase))
            return {phase: (int(moves), int(good)) for phase, moves, good in rows}
