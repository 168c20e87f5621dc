"""Reviews of games: asked for by anybody who sees the game, made once by a worker, kept and shown to everybody."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from orchard.classroom.asked import job_of_game, jobs_about, one_at_a_time, put
from orchard.classroom.clock import Clock
from orchard.classroom.playing import Task
from orchard.classroom.work_queue import REVIEW, Job, WorkError
from orchard.core.choice import Stop
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.openings import Opening
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.referee import GameStoppedError
from orchard.play.store import Played, Store
from orchard.study.review import edition, review


class Reviews:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def ask(self, record: GameRecord, asker: str, *, limited: bool = True) -> None:
        """Put the review of a game into the queue, unless it is there or has been made; one that failed waits again."""
        if not record.transcript:
            raise WorkError("there is no move to review", kind="no_moves")
        if self.made(record) is not None:
            return
        with self._store.database.writing() as connection:
            one_at_a_time(connection)
            if any(row.state in ("waiting", "running") for row in jobs_about(connection, REVIEW, record.id)):
                return
            row = {"assignment": job_of_game(connection, record.id).assignment, "about": record.id}
            row |= {"first": record.black, "second": record.white, "why": f"review of {record.id}"}
            row |= {"opening": json.dumps(Opening(record.start, record.transcript))}
            put(connection, REVIEW, row, asker, limited, self._clock())

    def made(self, record: GameRecord) -> dict[str, Any] | None:
        """The review of a game; None until it is made."""
        return self._store.review(*_key(find_game(record.game), Opening(record.start, record.transcript)))

    def of(self, record: GameRecord) -> dict[str, Any]:
        """{'state': '' where nobody asked, or that of its job; 'review': None until it is made}."""
        found = self.made(record)
        if found is not None:
            return {"state": "done", "review": found}
        with self._store.database.reading() as connection:
            rows = jobs_about(connection, REVIEW, record.id)
        state = rows[0].state if rows else ""
        return {"state": "" if state == "done" else state, "review": None}  # done: by an Orchard of another edition

    def keep(self, job: Job, game: str, told: Mapping[str, Any]) -> None:
        """Keep what a worker made."""
        path = path_of(game, job.opening)
        plies = sorted(move["ply"] for move in told["moves"])
        if not told["finished"] or plies != list(range(1, len(path))):
            raise WorkError("this review is not one of the whole game", kind="unreadable")
        self._store.save_review(*_key(find_game(game), job.opening), dict(told))


def _key(game: Game, played: Opening) -> tuple[Played, str]:
    return Played(game.name, played.start, played.moves), edition(game)


def path_of(game: str, played: Opening) -> list[Any]:
    """All positions of a game from its start."""
    whole = find_game(game).replay(played.moves, find_game(game).parse(played.start) if played.start else None)
    moves = tuple(MoveRecord(str(move)) for move in whole.moves_made)
    return list(GameRecord("", game, "", "", start=played.start, moves=moves).positions())


def make(task: Task, stop: Stop) -> dict[str, Any]:
    """Review a game, with work that is bounded by nodes: on every machine it becomes the same."""
    found = review(path_of(task.game, task.job.opening), stop=stop)
    if not found.finished:
        raise GameStoppedError("the review was stopped")
    told: dict[str, Any] = json.loads(json.dumps(found.as_json()))
    return told
