"""What a bot searched before a move of a game: told by the bot to a worker, for its team and the staff alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from orchard.classroom.work_queue import WorkError
from orchard.classroom.worker import Here, do
from orchard.core.choice import Stop
from tests.classroom.scene import FIRST, Scene

SEARCHES = """
class Bot:
    def choose(self, position, limits):
        self.trace = []
        for node, move in enumerate(position.legal(), 1):
            self.trace.append({"node": node, "move": move})
            self.trace.append({"node": node, "value": node})
        return position.legal()[0]
"""


def play(scene: Scene, source: str) -> tuple[Here, str]:
    """A pair of games of this bot, which is black in the first that is told."""
    one = scene.assignment(references=["random"])
    mine = scene.accepted(one, scene.person("Ann"), source)
    place = Here(scene.work, "w", 1.0)
    task = place.take()
    assert task is not None
    assert do(place, task, Stop(), lambda words: None)
    return place, next(game.id for game in scene.store.find_games(league=one.league) if game.black == mine.entrant)


def test_a_bot_tells_what_it_searched_at_a_move_and_it_is_asked_once(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    place, id = play(scene, SEARCHES)
    record = scene.store.game(id)
    ply = next(at for at, position in enumerate(record.positions()) if position.to_move == "black" and at > 0)
    before = list(record.positions())[ply]
    for _ in range(2):
        scene.work.searches.ask(record, ply, "team:1")
    assert scene.work.searches.of(record, ply) == {"state": "waiting", "search": None}
    while (task := place.take()) is not None and task.job.kind != "search":
        assert do(place, task, Stop(), lambda words: None)
    assert task is not None
    assert do(place, task, Stop(), lambda words: None)
    told = scene.work.searches.of(record, ply)
    assert told["state"] == "done"
    steps = told["search"]["steps"]
    assert [step["move"] for step in steps if "parent" in step] == [str(move) for move in before.legal()]
    assert (told["search"]["move"], told["search"]["player"]) == (str(before.legal()[0]), "bot.py")
    assert str(tmp_path) not in str(told)
    scene.work.searches.ask(record, ply, "team:1")
    assert scene.work.searches.of(record, ply) == told, "nobody is asked again for what is known"
    with pytest.raises(WorkError, match="has no move"):
        scene.work.searches.ask(record, 99, "team:1")


def test_a_bot_without_a_trace_is_said_to_have_told_none(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    place, id = play(scene, FIRST)
    record = scene.store.game(id)
    ply = next(at for at, position in enumerate(record.positions()) if position.to_move == "black" and at > 0)
    scene.work.searches.ask(record, ply, "team:1")
    while (task := place.take()) is not None and task.job.kind != "search":
        assert do(place, task, Stop(), lambda words: None)
    assert task is not None
    assert do(place, task, Stop(), lambda words: None)
    assert "hands over no trace" in scene.work.searches.of(record, ply)["search"]["problem"]
