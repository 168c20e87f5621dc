"""Puzzles, mistakes, progress and profiles, as the studio asks for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

import orchard
from orchard.core.choice import Stop
from orchard.shells.studio.engine import Report, StoppedError
from orchard.shells.studio.positions import path_of
from orchard.shells.studio.schemas import Ask, Color, GameName, Place
from orchard.shells.studio.studio import Studio
from orchard.shells.studio.work import Errand

if TYPE_CHECKING:
    from orchard.core.game import Position
    from orchard.play.database import Database

Profile = Annotated[str, Field(min_length=1, max_length=60)]
Id = Annotated[str, Field(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9 _.-]+$")]
Word = Annotated[str, Field(max_length=40, pattern=r"^\w*$")]
Tries = Annotated[int, Field(ge=1, le=1000)]
Hints = Annotated[int, Field(ge=0, le=10)]


MARKED = ("lesson", "drill", "opening")


class PuzzleAsk(Ask):
    """A puzzle of about the strength of a profile, of some kind or theme if given; with `puzzle`, its id, that one."""

    game: GameName
    profile: Profile | None = None
    kind: Word = ""
    theme: Word = ""
    puzzle: Id | None = None


class PuzzleTryAsk(Ask):
    """A move in a puzzle."""

    game: GameName
    puzzle: Id
    move: Annotated[str, Field(max_length=10)]


class PuzzleDoneAsk(Ask):
    """A puzzle that was solved or given up. `attempt`: a name made up by the page, so that it counts once."""

    game: GameName
    profile: Profile
    puzzle: Id
    attempt: Id
    solved: bool
    tries: Tries = 1
    hints: Hints = 0


class GameDoneAsk(Ask):
    """A rated game against a level."""

    game: GameName
    profile: Profile
    attempt: Id
    level: Annotated[int, Field(ge=1, le=10)]
    score: Annotated[float, Field(ge=0, le=1, multiple_of=0.5)]


class ProfileAsk(Ask):
    profile: Profile


class ProgressAsk(ProfileAsk):
    game: GameName


class Mark(Ask):
    """A lesson that was done (1), the score of a drill, or an opening that was played from memory (1)."""

    kind: Literal["lesson", "drill", "opening"]
    game: GameName
    name: Id
    value: Annotated[float, Field(ge=0, le=100_000)]


class MarkAsk(ProfileAsk):
    marks: Annotated[list[Mark], Field(max_length=500)]


class RestoreAsk(Ask):
    """An exported profile, under its own name or another; `data` is the JSON of its file."""

    data: Any
    profile: Profile | None = None


class MistakesDueAsk(ProgressAsk):
    limit: Annotated[int, Field(ge=1, le=10_000, description="at most so many of them")] | None = None


class OwnGameAsk(Place):
    """One side of a game that has been played."""

    profile: Profile
    color: Color


class MistakeDoneAsk(ProfileAsk):
    mistake: Id
    solved: bool
    tries: Tries = 1
    hints: Hints = 0


def _database(studio: Studio) -> Database:
    return studio.arena.store.database


def puzzle(studio: Studio, ask: PuzzleAsk, client: str) -> Errand:
    from orchard.study.attempts import Attempts
    from orchard.study.glicko import Strength
    from orchard.study.progress import next_puzzle
    from orchard.study.puzzle_files import puzzle_of, puzzles
    from orchard.study.puzzles import offered

    game = orchard.game(ask.game)
    offered(game)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        attempts = Attempts(_database(studio))
        if ask.puzzle is not None:
            named = puzzle_of(game, ask.puzzle)
            return {"puzzle": replace(named, rating=round(attempts.puzzle_strength(named).rating)).as_json()}
        own, tried, known = Strength(), set[str](), puzzles(game)
        if ask.profile is not None:
            own = attempts.strengths(ask.profile, game).get("puzzle", own)
            tried = attempts.tried(ask.profile, game)
        moved = attempts.puzzle_ratings(game)
        found = next_puzzle(known, own, tried, kind=ask.kind, theme=ask.theme, moved=moved)
        there = {each.kind for each in known}
        return {"puzzle": found and found.as_json(), "kinds": [kind for kind in offered(game).KINDS if kind in there]}

    return Errand(work)


def puzzle_try(studio: Studio, ask: PuzzleTryAsk, client: str) -> Errand:
    """Whether a move solves a puzzle, and what follows it by best play."""
    from orchard.study.analysis import analyst_of
    from orchard.study.puzzle_files import puzzle_of
    from orchard.study.puzzles import line_after

    game = orchard.game(ask.game)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        found = puzzle_of(game, ask.puzzle)  # here, since the first time it reads them all
        move = found.position.move(ask.move)
        line = line_after(found.position, move)
        solution = line_after(found.position, found.accepted[0])
        return {
            "right": move in found.accepted,
            "line": [move, *line],
            "solution": [found.accepted[0], *solution],
        }

    return Errand(work, (analyst_of(game), game))


def puzzle_done(studio: Studio, ask: PuzzleDoneAsk, client: str) -> Errand:
    from orchard.study.attempts import Attempt, Attempts
    from orchard.study.puzzle_files import puzzle_of

    game = orchard.game(ask.game)
    attempt = Attempt(ask.attempt, float(ask.solved), ask.tries, ask.hints)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        own = Attempts(_database(studio)).puzzle(ask.profile, puzzle_of(game, ask.puzzle), attempt)
        low, high = own.interval
        return {"rating": round(own.rating), "low": round(low), "high": round(high)}

    return Errand(work)


def game_done(studio: Studio, ask: GameDoneAsk, client: str) -> Errand:
    from orchard.study.attempts import Attempt, Attempts

    game = orchard.game(ask.game)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        own = Attempts(_database(studio)).game(ask.profile, game, ask.level, Attempt(ask.attempt, ask.score))
        low, high = own.interval
        return {"rating": round(own.rating), "low": round(low), "high": round(high)}

    return Errand(work)


def progress(studio: Studio, ask: ProgressAsk, client: str) -> Errand:
    from orchard.study.progress import progress

    game = orchard.game(ask.game)
    return Errand(lambda stop, report: progress(_database(studio), ask.profile, game))


def review_done(studio: Studio, ask: OwnGameAsk, client: str) -> Errand:
    """Count one side's moves in a game by their phase, once."""
    from orchard.study.accuracy import Accuracy

    def count(path: Sequence[Position], reviewed: dict[str, Any], stop: Stop) -> dict[str, Any]:
        return {"counted": Accuracy(_database(studio)).add(ask.profile, path, reviewed, ask.color)}

    return _reviewed(studio, ask, client, count)


def mistakes_add(studio: Studio, ask: OwnGameAsk, client: str) -> Errand:
    """Keep one side's mistakes in a game to be repeated."""
    from orchard.study.analysis import analyst_of
    from orchard.study.mistakes import Mistakes, mistakes_of

    game = orchard.game(ask.game)
    spec = analyst_of(game)

    def keep(path: Sequence[Position], reviewed: dict[str, Any], stop: Stop) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            found = mistakes_of(path, reviewed, ask.color, stop=stop, player=player, spec=spec)
        return {"found": len(found), "new": Mistakes(_database(studio)).add(ask.profile, game, found)}

    return _reviewed(studio, ask, client, keep)


def _reviewed(
    studio: Studio,
    ask: OwnGameAsk,
    client: str,
    use: Callable[[Sequence[Position], dict[str, Any], Stop], dict[str, Any]],
) -> Errand:
    """Review a game, or take the review that is kept, and use it."""
    from orchard.shells.studio import work as engine_work
    from orchard.shells.studio.schemas import ReviewAsk

    position = studio.positions.find(ask)
    reviewing = engine_work.review(studio, ReviewAsk(game=ask.game, start=ask.start, moves=ask.moves), client)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        reviewed = reviewing.work(stop, lambda update: None)
        if not reviewed["finished"]:
            raise StoppedError("stopped")
        return use(path_of(position, ask.start), reviewed, stop)

    return Errand(work, reviewing.needs)


def mistakes_due(studio: Studio, ask: MistakesDueAsk, client: str) -> Errand:
    from orchard.study.mistakes import Mistakes

    game = orchard.game(ask.game)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        kept = Mistakes(_database(studio))
        due = kept.due(ask.profile, game, limit=ask.limit)
        return {"due": due, "count": len(due) if ask.limit is None else kept.count_due(ask.profile, game)}

    return Errand(work)


def mistake_done(studio: Studio, ask: MistakeDoneAsk, client: str) -> Errand:
    """The day on which it comes back, and whether it is asked again today."""
    from orchard.study.mistakes import Mistakes
    from orchard.study.repetition import KNOWN, quality_of

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        day = Mistakes(_database(studio)).answer(ask.profile, ask.mistake, ask.solved, ask.tries, ask.hints)
        return {"due": day.isoformat(), "again": quality_of(ask.solved, ask.tries, ask.hints) < KNOWN}

    return Errand(work)


def marks(studio: Studio, ask: ProgressAsk, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    kept, game = Profiles(_database(studio)), orchard.game(ask.game).name
    return Errand(lambda stop, report: {kind: kept.marks(ask.profile, kind, game) for kind in MARKED})


def mark(studio: Studio, ask: MarkAsk, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    kept = Profiles(_database(studio))

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        best = [kept.mark(ask.profile, each.kind, each.game, each.name, each.value) for each in ask.marks]
        return {"best": best}

    return Errand(work)


def profiles(studio: Studio, ask: Ask, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    return Errand(lambda stop, report: {"profiles": Profiles(_database(studio)).names()})


def profile_new(studio: Studio, ask: ProfileAsk, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    return Errand(lambda stop, report: {"new": Profiles(_database(studio)).create(ask.profile)})


def profile_delete(studio: Studio, ask: ProfileAsk, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        Profiles(_database(studio)).delete(ask.profile)
        return {"deleted": True}

    return Errand(work)


def profile_export(studio: Studio, ask: ProfileAsk, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    return Errand(lambda stop, report: Profiles(_database(studio)).export(ask.profile))


def profile_import(studio: Studio, ask: RestoreAsk, client: str) -> Errand:
    from orchard.study.profiles import Profiles

    return Errand(lambda stop, report: {"profile": Profiles(_database(studio)).restore(ask.data, ask.profile)})
