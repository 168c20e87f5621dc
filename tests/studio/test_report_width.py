"""The report of a league of a whole course, in a browser."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from orchard.play.league import Plan
from orchard.play.record import GameRecord
from orchard.play.report import report
from orchard.play.tally import Tally


@pytest.mark.parametrize(("width", "wide"), [(1280, "html, .plot, .scroll"), (390, "html, .games > *")])
def test_a_report_on_24_players_needs_no_sideways_scrolling(chrome: Any, width: int, wide: str) -> None:
    """On a phone the plot and the tables may scroll in themselves."""
    names = tuple(f"a-student-with-quite-a-long-name-{number}/my_bot_version_{number}.py" for number in range(24))
    plan = replace(Plan.make("reversi", ["random", "greedy"], 2), players=("random",) * 24, names=names)
    games = [
        GameRecord(plan.setup(n).id, "reversi", "random", "random", winner="black" if n % 3 else "white", score=2)
        for n in range(plan.total)
    ]
    tally = Tally(plan)
    tally.add(games)
    page = chrome.new_page(viewport={"width": width, "height": 900})
    page.set_content(report("autumn", tally, games))
    found = "elements => elements.map(e => [e.scrollWidth, e.clientWidth])"
    widths = page.eval_on_selector_all(wide, found)
    page.close()
    assert len(widths) >= 3
    assert all(scroll <= client for scroll, client in widths), widths
