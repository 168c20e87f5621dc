"""Guided stories: what the page tells, the source it shows, and the answers to exercises."""

from __future__ import annotations

from typing import Any

import orchard
from orchard.core.choice import Stop
from orchard.shells.studio.engine import Report
from orchard.shells.studio.schemas import AnswerAsk
from orchard.shells.studio.studio import Studio
from orchard.shells.studio.work import Errand, in_time
from orchard.study import stories

ANSWER_S = 10.0


def listed() -> list[dict[str, Any]]:
    return [stories.as_json(told) for told in stories.stories().values()]


def sources(name: str) -> list[dict[str, Any]]:
    return stories.source(stories.story(name))


def story_answer(studio: Studio, ask: AnswerAsk, client: str) -> Errand:
    """Whether an answer is right, and what helps where it is not."""
    told = stories.story(ask.story)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with in_time(stop, ANSWER_S):
            return stories.check(told, ask.answer, stop).as_json()

    return Errand(work, (told.task.judge or told.task.page.player, orchard.game(told.game)))
