"""Bots of a course in tables: by the part of their path that differs, or by the names they were given."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from orchard.core.errors import OptionError
from orchard.play.league import Plan
from orchard.play.league_file import read_league_file
from orchard.play.names import short_names
from orchard.play.record import GameRecord
from orchard.play.report import rating_plot, report, shown_ratings
from orchard.play.setup import Rules
from orchard.play.tally import Tally
from orchard.shells.commands._arena import named


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["file:/c/2026/ann/bot.py", "file:/c/2026/bob/bot.py", "random"], ["ann", "bob", "random"]),
        (["file:/c/2026/ann.py", "file:/c/2026/bob.py"], ["ann.py", "bob.py"]),
        (["file:/c/x/ann/a.py", "file:/c/y/bob/b.py"], ["x/ann/a.py", "y/bob/b.py"]),
        (["file:bots/a.py", "greedy"], ["a.py", "greedy"]),
        (["file:/c/random", "random"], ["file:/c/random", "random"]),
        (["file:a/bot.py", "file:a/bot.py #2"], ["bot.py", "bot.py #2"]),
        (["uct:playouts=5", "gtp:./engine -l 3"], ["uct:playouts=5", "gtp:engine -l 3"]),
        (
            ["gtp:/opt/one/edax -l 3", "gtp:/opt/two/edax -l 3", "file:/c/a.py"],
            ["gtp:/opt/one/edax -l 3", "gtp:/opt/two/edax -l 3", "a.py"],
        ),
        (["sage:book=/opt/large.book", "gtp:env A=/b edax"], ["sage:book=/opt/large.book", "gtp:env A=/b edax"]),
    ],
)
def test_a_path_is_cut_to_what_tells_it_from_the_others(labels: list[str], shown: list[str]) -> None:
    assert list(short_names(labels)) == shown


def test_players_are_called_by_the_names_they_are_given(tmp_path: Path) -> None:
    assert named(["Ann=greedy", "uct:playouts=5"]) == (["greedy", "uct:playouts=5"], ("Ann", "uct:playouts=5"))
    assert named(["greedy", "uct:playouts=5"]) == (["greedy", "uct:playouts=5"], ())
    assert named(["greedy", "B=random"], ["A: the first"]) == (["greedy", "random"], ("A: the first", "B"))
    with pytest.raises(click.UsageError, match="3 names for 2 players"):
        named(["greedy", "random"], ["A", "B", "C"])
    file = tmp_path / "league.toml"
    file.write_text('players = ["random", {player = "greedy", name = "Ann"}]\n')
    assert read_league_file(str(file)) == {"players": ["random", "greedy"], "names": ["random", "Ann"]}
    file.write_text('players = ["random", {name = "Ann"}]\n')
    with pytest.raises(OptionError, match="players must be a list"):
        read_league_file(str(file))
    with pytest.raises(OptionError, match="no two the same"):
        Plan.make("reversi", ["random", "greedy"], 2, names=["Ann", "Ann"])


def test_a_report_has_the_names_and_the_rules_that_decide(tmp_path: Path) -> None:
    bots = [tmp_path / "course-2026-autumn" / name / "bot.py" for name in ("ann", "bob")]
    for bot in bots:
        bot.parent.mkdir(parents=True)
        bot.write_text("def choose(position, limits): pass\n")
    plan = Plan.make("reversi", [f"file:{bot}" for bot in bots], 2, rules=Rules(seconds_per_move=5, memory_mb=700))
    assert Plan.from_json(plan.as_json()) == plan
    older = plan.as_json()
    del older["names"]
    assert Plan.from_json(older).shown == ("ann", "bob")
    tally, setups = Tally(plan), [plan.setup(0), plan.setup(1)]
    games = [GameRecord(setup.id, "reversi", setup.black, setup.white, winner="black", score=64) for setup in setups]
    tally.add(games)
    page = report("autumn", tally, games)
    assert "<td>ann</td>" in page
    assert '"players":["ann","bob"]' in page
    assert "tolerance 0.05 s; memory of a program 700 MB" in page
    assert ">ann</text>" in page  # in the plot


def test_a_long_name_in_the_plot_keeps_both_ends() -> None:
    names = ("kowalska" + "-x" * 30 + "-1", "kowalska" + "-x" * 30 + "-2")
    plan = Plan.make("reversi", ["random", "greedy"], 2, names=names)
    tally = Tally(plan)
    tally.add(GameRecord(plan.setup(n).id, "reversi", "", "", winner="black", score=64) for n in range(2))
    found = re.findall(">(kowalska[^<]*)</text>", rating_plot(shown_ratings(tally)))
    assert len(set(found)) == 2
    assert {len(name) for name in found} == {44}


def test_a_player_is_found_by_its_spec_and_by_its_name() -> None:
    plan = Plan.make("reversi", ["random", "greedy", "random"], 2, names=["A", "B", "C"])
    assert [plan.label(name) for name in ("A", "random", "B", "greedy", "C")] == [
        "random", "random", "greedy", "greedy", "random #2",
    ]  # fmt: skip
    with pytest.raises(OptionError, match="'D' is none of the players: A, B, C, random, greedy, random #2"):
        plan.label("D")
