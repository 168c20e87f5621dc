"""The bots in docs/BOTS.md work as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import orchard
from orchard.play.referee import GameSetup, play_game

PAGE = Path(__file__).parent.parent / "docs" / "BOTS.md"
BLOCKS: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
COMPLETE = [block for block in BLOCKS if "..." not in block]


def test_the_page_shows_complete_bots() -> None:
    assert len(COMPLETE) == 3


@pytest.mark.parametrize("source", COMPLETE, ids=lambda source: source.split("\n")[0][:30])
def test_a_bot_of_the_page_plays_to_the_end(source: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(source)
    record = play_game(GameSetup("doc", "reversi", f"file:{bot}", "random", seed=8))
    assert (record.verdict, record.fault) == ("normal", None)


def test_the_bot_that_shows_its_search_shows_what_it_plays(tmp_path: Path) -> None:
    (source,) = (block for block in COMPLETE if "trace" in block)
    assert 10 <= len(source.splitlines()) <= 16
    bot = tmp_path / "bot.py"
    bot.write_text(source)
    player = orchard.player(f"file:{bot}")
    position = orchard.game("reversi").replay("f5d6c3")
    trace = player.trace(position)
    player.close()
    tree = trace.tree()
    assert tree.best == trace.choice.move
    assert {child.move for child in tree.children} == set(position.legal())
    for child in tree.children:
        replies = {below.move: below.value for below in child.children}
        assert set(replies) == set(position.play(str(child.move)).legal())
        assert child.value == -max(value for value in replies.values() if value is not None)


def test_the_step_of_the_page_is_what_a_bots_entry_becomes(tmp_path: Path) -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    step = json.loads(shown)
    entries = [{"node": 1, "move": "f5"}, {name: step[name] for name in ("node", "parent", "move", "value", "visits")}]
    bot = tmp_path / "bot.py"
    bot.write_text(f"trace = {entries}\n\n\ndef choose(position, limits):\n    return 'f5'\n")
    player = orchard.player(f"file:{bot}")
    assert player.trace(orchard.game("reversi").start()).steps[1].as_json() == step
    player.close()
