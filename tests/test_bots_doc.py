"""The bots in docs/BOTS.md work as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from orchard.play.referee import GameSetup, play_game

PAGE = Path(__file__).parent.parent / "docs" / "BOTS.md"
BLOCKS: list[str] = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
COMPLETE = [block for block in BLOCKS if "..." not in block]


def test_the_page_shows_complete_bots() -> None:
    assert len(COMPLETE) == 2


@pytest.mark.parametrize("source", COMPLETE, ids=lambda source: source.split("\n")[0][:30])
def test_a_bot_of_the_page_plays_to_the_end(source: str, tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(source)
    record = play_game(GameSetup("doc", "reversi", f"file:{bot}", "random", seed=8))
    assert (record.verdict, record.fault) == ("normal", None)
