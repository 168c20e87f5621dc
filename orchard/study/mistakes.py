"""A learner's own mistakes, taken from reviews, as puzzles that come back until they are remembered."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select, update

from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import Color, Game, Position
from orchard.core.player import Player
from orchard.core.puzzle import Puzzle, phase_of
from orchard.core.worth import Unit
from orchard.play.database import Database
from orchard.play.schema import MISTAKES
from orchard.study.analysis import analyse
from orchard.study.profiles import insert_new, key_of, now
from orchard.study.repetition import Card, after, quality_of

CLOSE: dict[Unit, float] = {"discs": 2.0, "chance": 0.05}  # what is so near to the best move is accepted as well
BAD = ("inaccuracy", "mistake", "blunder")
SECONDS = 0.3  # for the values of all moves of one position


def today() -> date:
    """Of the learner, who sits at this machine: in the morning a day of UTC may not have begun, or not have ended."""
    return datetime.now().astimezone().date()


def mistakes_of(
    path: Sequence[Position],
    review: dict[str, Any],
    color: Color,
    *,
    seconds: float = SECONDS,
    stop: Stop | None = None,
    player: Player | None = None,
    spec: str | None = None,
) -> list[dict[str, Any]]:
    """The bad moves of one side in a review (as JSON), each with every move that is nearly as good as the best."""
    found = []
    for move in review["moves"]:
        if move["color"] != color or move["grade"] not in BAD:
            continue
        position = path[move["ply"] - 1]
        accepted = _nearly_best(position, move, seconds, stop, player, spec)
        if accepted:
            facts = [fact["kind"] for fact in move["facts"]]
            tags = {"phase": phase_of(position), "facts": facts, "grade": move["grade"]}
            entry = {"position": position.text, "played": move["move"], "accepted": accepted}
            found.append({**entry, "loss": move["loss"], "tags": tags})
    return found


def _nearly_best(
    position: Position, move: dict[str, Any], seconds: float, stop: Stop | None, player: Player | None, spec: str | None
) -> list[str]:
    """The best move and all within CLOSE of it, never the one that was played."""
    known = analyse(position, seconds=seconds, stop=stop, player=player, spec=spec, every_move=True)
    accepted = {str(move["best"])}
    if known is not None and known.value is not None:
        least = known.value - CLOSE[known.unit]
        accepted |= {str(m.move) for m in known.moves if m.value is not None and not m.bound and m.value >= least}
    return sorted(accepted - {str(move["move"])})


class Mistakes:
    """The mistakes of all profiles of a database."""

    def __init__(self, database: Database) -> None:
        self.database = database

    def add(self, profile: str, game: Game, found: Sequence[dict[str, Any]], day: date | None = None) -> int:
        """Keep mistakes, due on that day; says how many were new."""
        due, card = (day or today()).isoformat(), Card()
        with self.database.writing() as connection:
            key, new = key_of(connection, profile), 0
            for each in found:
                position = game.parse(each["position"])
                row = {
                    "profile": key, "id": Puzzle(position, "mistake", ()).id, "game": game.name,
                    "position": position.text, "played": each["played"], "accepted": json.dumps(each["accepted"]),
                    "loss": each["loss"], "tags": json.dumps(each["tags"]), "made": now(), "due": due,
                    "repetitions": card.repetitions, "easiness": card.easiness, "interval_days": card.interval_days,
                }  # fmt: skip
                new += insert_new(connection, MISTAKES, row)
        return new

    def due(
        self, profile: str, game: Game | None = None, day: date | None = None, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """What is to be repeated by that day, the longest overdue first; at most so many."""
        with self.database.reading() as connection:
            own = _due(connection, profile, game, day)
            rows = connection.execute(select(MISTAKES).where(own).order_by(MISTAKES.c.due, MISTAKES.c.id).limit(limit))
            return [_as_json(dict(row._mapping)) for row in rows]

    def count_due(self, profile: str, game: Game | None = None, day: date | None = None) -> int:
        with self.database.reading() as connection:
            own = _due(connection, profile, game, day)
            return int(connection.execute(select(func.count()).select_from(MISTAKES).where(own)).scalar_one())

    def facts_due(self, profile: str, game: Game, day: date | None = None) -> Counter[str]:
        """How often each fact speaks against what is due."""
        found = Counter[str]()
        with self.database.reading() as connection:
            own = _due(connection, profile, game, day)
            alike = select(MISTAKES.c.tags, func.count().label("many")).where(own).group_by(MISTAKES.c.tags)
            for row in connection.execute(alike):
                found.update(dict.fromkeys(json.loads(row.tags)["facts"], row.many))
        return found

    def count(self, profile: str, game: Game) -> int:
        with self.database.reading() as connection:
            own = (MISTAKES.c.profile == key_of(connection, profile)) & (MISTAKES.c.game == game.name)
            return int(connection.execute(select(func.count()).select_from(MISTAKES).where(own)).scalar_one())

    def answer(
        self, profile: str, id: str, solved: bool, tries: int = 1, hints: int = 0, day: date | None = None
    ) -> date:
        """Keep how well a mistake was remembered; gives the day on which it comes back.

        An answer to what is not due changes nothing: one that comes twice, from two tabs or sent again, counts once.
        """
        today_ = day or today()
        with self.database.writing() as connection:
            same = (MISTAKES.c.profile == key_of(connection, profile)) & (MISTAKES.c.id == id)
            columns = (MISTAKES.c.due, MISTAKES.c.repetitions, MISTAKES.c.easiness, MISTAKES.c.interval_days)
            row = connection.execute(select(*columns).where(same).with_for_update()).first()
            if row is None:
                raise OptionError(f"no mistake {id!r} is kept", kind="no_mistake", name=id)
            if row.due > today_.isoformat():
                return date.fromisoformat(row.due)
            card = after(Card(*row[1:]), quality_of(solved, tries, hints))
            due = today_ + timedelta(days=card.interval_days)
            values = {"repetitions": card.repetitions, "easiness": card.easiness, "interval_days": card.interval_days}
            connection.execute(update(MISTAKES).where(same).values(due=due.isoformat(), **values))
        return due


def _due(connection: Connection, profile: str, game: Game | None, day: date | None) -> ColumnElement[bool]:
    own = (MISTAKES.c.profile == key_of(connection, profile)) & (MISTAKES.c.due <= (day or today()).isoformat())
    return own if game is None else own & (MISTAKES.c.game == game.name)


def _as_json(row: dict[str, Any]) -> dict[str, Any]:
    names = ("id", "game", "position", "played", "loss", "made", "due", "repetitions")
    return {name: row[name] for name in names} | {name: json.loads(row[name]) for name in ("accepted", "tags")}
