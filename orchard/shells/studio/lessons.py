"""Lessons and drills, for the view Learn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orchard
from orchard.core.choice import Stop
from orchard.shells.studio.engine import Report, StoppedError
from orchard.shells.studio.schemas import DrillAsk
from orchard.shells.studio.work import Errand
from orchard.study.lessons import lessons_of

if TYPE_CHECKING:
    from orchard.shells.studio.studio import Studio


def contents(name: str) -> dict[str, Any]:
    """All that there is to learn in a game; the questions of drills are asked for one by one."""
    from orchard.study.drills import drills_of
    from orchard.study.opening_lines import as_json, lines_of

    game = orchard.game(name)
    return {
        "lessons": [lesson.as_json() for lesson in lessons_of(game)],
        "drills": list(drills_of(game)),
        "openings": as_json(lines_of(game)),
    }


def drill(studio: Studio, ask: DrillAsk, client: str) -> Errand:
    from orchard.study import drills

    game = orchard.game(ask.game)
    player = drills.needs(game, ask.drill)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        found = drills.drill(game, ask.drill, ask.count, ask.seed, stop)
        if stop.is_set():
            raise StoppedError("stopped")
        return {"questions": [question.as_json() for question in found]}

    return Errand(work, None if player is None else (player, game))
