"""What a bot searched before a move: asked for by its team or the staff, told by the bot to a worker, and kept.

A bot is asked for its trace outside of games only (docs/BOTS.md), so a worker puts the position to it once more.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from orchard.classroom.asked import job_of_game, jobs_about, one_at_a_time, put
from orchard.classroom.clock import Clock
from orchard.classroom.playing import Folder, Task, spec_of
from orchard.classroom.reviews import path_of
from orchard.classroom.work_queue import SEARCH, Job, WorkError
from orchard.core.choice import Limits
from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, Position
from orchard.play.openings import Opening
from orchard.play.record import GameRecord
from orchard.play.referee import allowance
from orchard.play.store import Played, Store
from orchard.players import player as make_player
from orchard.players.file import File

LONGEST = 1_000_000  # characters of a trace
LONGEST_PROBLEM = 500


class Searches:
    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def ask(self, record: GameRecord, ply: int, asker: str, *, limited: bool = True) -> None:
        """Put it into the queue, unless it waits there or is known. `ply` counts the moves before it, also those of the
        opening."""
        entrant = mover_of(record, ply)
        if self._known(record, ply, entrant) is not None:
            return
        with self._store.database.writing() as connection:
            one_at_a_time(connection)
            rows = jobs_about(connection, SEARCH, record.id)
            if any(row.state in ("waiting", "running") and row.seed == str(ply) for row in rows):
                return
            row = {"assignment": job_of_game(connection, record.id).assignment, "about": record.id}
            row |= {"first": entrant, "second": "", "seed": str(ply), "why": f"search at move {ply + 1} of {record.id}"}
            row |= {"opening": json.dumps(Opening(record.start, record.transcript))}
            put(connection, SEARCH, row, asker, limited, self._clock())

    def of(self, record: GameRecord, ply: int) -> dict[str, Any]:
        """{'state': '' where nobody asked, or that of its job; 'search': None until it is there}. A search is a trace
        as `orchard think --json` prints it, or {'problem'} where the bot told none."""
        found = self._known(record, ply, mover_of(record, ply))
        if found is not None:
            return {"state": "done", "search": found}
        with self._store.database.reading() as connection:
            rows = [row for row in jobs_about(connection, SEARCH, record.id) if row.seed == str(ply)]
        return {"state": rows[0].state if rows else "", "search": None}

    def keep(self, job: Job, game: str, told: Mapping[str, Any]) -> None:
        if len(json.dumps(told)) > LONGEST:
            told = {"problem": f"its trace is longer than {LONGEST} characters"}
        self._store.save_review(*_key(game, job.opening, job.seed, job.first), dict(told))

    def _known(self, record: GameRecord, ply: int, entrant: str) -> dict[str, Any] | None:
        return self._store.review(*_key(record.game, Opening(record.start, record.transcript), ply, entrant))


def _key(game: str, played: Opening, ply: int, entrant: str) -> tuple[Played, str]:
    return Played(game, played.start, played.moves), f"search {entrant} {ply}"


def _position(game: str, played: Opening, ply: int) -> Position:
    path: list[Position] = path_of(game, played)
    if not 0 <= ply < len(path) or path[ply].is_over:
        raise WorkError(f"the game has no move {ply + 1}", kind="unknown")
    return path[ply]


def mover_of(record: GameRecord, ply: int) -> str:
    """The entrant whose move it was."""
    position = _position(record.game, Opening(record.start, record.transcript), ply)
    return record.black if position.to_move == BLACK else record.white


def make(task: Task, folder: Folder) -> dict[str, Any]:
    """What the bot says of its search, behind the same walls and within the same limits as in the game."""
    (program,) = task.programs
    position = _position(task.game, task.job.opening, task.job.seed)
    bot = make_player(spec_of(folder(program), program.main))
    try:
        if not isinstance(bot, File):
            return {"problem": "an engine tells no trace"}
        bot.allowance = allowance(task.rules, position.game)
        told: dict[str, Any] = json.loads(
            json.dumps(bot.trace(position, Limits(seconds=task.rules.seconds_per_move)).as_json())
        )
        return told | {"player": program.main}
    except OrchardError as error:
        return {"problem": str(error).replace(f"{folder(program)}/", "")[:LONGEST_PROBLEM]}
    finally:
        bot.close()
