"""Openings from memory, for the view Learn."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Annotated, Any

from pydantic import Field

import orchard
from orchard.core.choice import Stop
from orchard.shells.studio.engine import Report
from orchard.shells.studio.learning import Profile, ProgressAsk
from orchard.shells.studio.positions import view_of
from orchard.shells.studio.schemas import Ask, GameName, Owner, Place
from orchard.shells.studio.studio import Studio
from orchard.shells.studio.work import Errand, from_saved_games, open_position

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


class OpeningAnswerAsk(Place):
    """An answer to a move that left the line; a bad one is kept in the profile as a mistake."""

    move: Annotated[str, Field(max_length=10)]
    profile: Profile | None = None


def opening_tree(studio: Studio, ask: Place, client: str) -> Errand:
    """How the named lines go on from a position, and how the saved games ended that went there."""
    from orchard.study.opening_lines import as_json, branches

    position = studio.positions.find(ask)
    return from_saved_games(studio, lambda: {"branches": as_json(branches(position, studio.arena.store.database))})


def opening_leave(studio: Studio, ask: Place, client: str) -> Errand:
    """A plausible move that no named line has."""
    from orchard.study.analysis import analyst_of
    from orchard.study.opening_deviations import deviation

    position, spec = open_position(studio, ask), analyst_of(orchard.game(ask.game))

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            return {"move": deviation(position, random.Random(), stop=stop, player=player, spec=spec)}

    return Errand(work, (spec, position.game))


def opening_answer(studio: Studio, ask: OpeningAnswerAsk, client: str) -> Errand:
    """Whether an answer is within 2 discs or 5 % of the best."""
    from orchard.study.analysis import analyst_of
    from orchard.study.opening_deviations import answered, keep_answer

    position, spec = open_position(studio, ask), analyst_of(orchard.game(ask.game))
    move = position.move(ask.move)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            found = answered(position, move, stop=stop, player=player, spec=spec)
        database = studio.arena.store.database
        new = 0 if ask.profile is None else keep_answer(database, ask.profile, position, move, found)
        return {**asdict(found), "new": new}

    return Errand(work, (spec, position.game))


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
