"""Openings from memory, for the view Learn."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

import orchard
from orchard.core.choice import Stop
from orchard.shells.studio.engine import Report
from orchard.shells.studio.learning import ProgressAsk
from orchard.shells.studio.positions import view_of
from orchard.shells.studio.schemas import Ask, GameName, Owner, Place
from orchard.shells.studio.studio import Studio
from orchard.shells.studio.work import Errand

LATEST = 200  # games of one's own that are looked at
SHOWN = 6
Line = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[A-Za-z0-9]+$")]


class OpeningStepAsk(Place):
    """A position of an opening that is played from memory. `line`: its moves as `GET learn/GAME` has them, or "any"."""

    line: Line


class WrongMove(Ask):
    moves: Annotated[str, Field(max_length=400, description="transcript before it")] = ""
    played: Annotated[str, Field(max_length=10)]


class OpeningDoneAsk(ProgressAsk):
    """A line that was played to its end, or left, with the moves that were wrong."""

    line: Line
    finished: bool
    wrong: Annotated[tuple[WrongMove, ...], Field(max_length=60)] = ()


class OpeningsLeftAsk(Ask):
    """The games of one browser."""

    game: GameName
    owner: Owner


def opening_step(studio: Studio, ask: OpeningStepAsk, client: str) -> Errand:
    """The position, the moves that keep to the line, and what the line is called that is reached."""
    from orchard.study.opening_lines import name_of, next_moves

    position = studio.positions.find(ask)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        accepted = next_moves(position, ask.line)
        name = name_of(position.game, ask.line)
        return {"view": view_of(position), "accepted": list(accepted), "name": name}

    return Errand(work)


def openings_left(studio: Studio, ask: OpeningsLeftAsk, client: str) -> Errand:
    from orchard.study.opening_lines import as_json, left_in

    game = orchard.game(ask.game)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        games = studio.arena.store.find_games(limit=LATEST, game=game.name, owner=ask.owner)
        return {"left": as_json(left_in(game, games)[:SHOWN])}

    return Errand(work)


def opening_done(studio: Studio, ask: OpeningDoneAsk, client: str) -> Errand:
    from orchard.study.opening_lines import keep

    game = orchard.game(ask.game)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        wrong = [(each.moves, each.played) for each in ask.wrong]
        return keep(studio.arena.store.database, ask.profile, game, ask.line, wrong, ask.finished)

    return Errand(work)
