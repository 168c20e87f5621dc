"""orchard class assignment: what a class is to hand in."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import click

from orchard.shells.commands._common import json_option, plain_table, print_json, wide_console
from orchard.shells.commands._rules import rules_options, swap2_option
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import When, open_work, shown_time

GRADE = "Points for beating references, rank and rating, e.g. references=60,rank=40.  [default: rating=100]"


@click.group()
def assignment() -> None:
    """Add and list assignments.

    \b
    Example:
      orchard class assignment add mycourse "First bot" --game reversi --reference greedy --closes 2026-12-01T18:00
    """


def grade_of(context: click.Context, parameter: click.Parameter, value: str | None) -> dict[str, float] | None:
    try:
        pairs = [word.split("=") for word in (value or "").split(",") if word]
        return {part.strip(): float(points) for part, points in pairs} or None
    except ValueError:
        raise click.BadParameter("write references=60,rank=40", context, parameter) from None


@assignment.command()
@folder_argument
@click.argument("name")
@click.option("--game", required=True, help="The game, e.g. reversi or gomoku:9.")
@click.option("--text", default="", help="What the class reads about it.")
@click.option("--opens", type=When(), help="When it opens.  [default: at once]")
@click.option("--closes", type=When(), help="When it closes.  [default: never]")
@click.option(
    "--reference", "references", multiple=True, metavar="SPEC", help="Reference opponent; several are allowed."
)
@click.option("--daily", default=20, show_default=True, help="Submissions of a team in 24 hours.")
@click.option(
    "--package", "packages", multiple=True, help="Package that bots may rely on; see `orchard class packages`."
)
@click.option("--engines", is_flag=True, help="Also take programs that speak GTP or Gomocup's protocol.")
@click.option("--openings", metavar="SOURCE", help="random:PLIES or a file.  [default: the game's own]")
@click.option("--grade", callback=grade_of, help=GRADE)
@click.option(
    "--final",
    "final_kind",
    type=click.Choice(["round_robin", "swiss"]),
    help="Final that is played as soon as it is closed.  [default: none; see `orchard class final`]",
)
@click.option("--seed", default=0, help="Seed of the openings.")
@rules_options
@swap2_option
@json_option
def add(folder: Path, as_json: bool, name: str, game: str, **options: Any) -> None:
    """Add an assignment.

    \b
    Example:
      orchard class assignment add mycourse "First bot" --game reversi --reference random --reference greedy --seconds 2
    """
    from orchard.play.setup import Rules

    rules = {field.name: options.pop(field.name, None) for field in fields(Rules)}
    given = {key: None if value == "none" else value for key, value in rules.items() if value is not None}
    settings = {key: value for key, value in options.items() if value is not None}
    with open_work(folder) as (work, room):
        made = work.assignments.add(name, game, rules=given, **settings)
        room.audit.note("assignments.added", None, "console", assignment=made.id, name=made.name)
        value = made.as_json(work.clock())
    if as_json:
        print_json(value)
    else:
        click.echo(f"assignment {made.id}: {made.name}")


@assignment.command(name="list")
@folder_argument
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """List all assignments, the newest first.

    \b
    Example:
      orchard class assignment list mycourse
    """
    with open_work(folder) as (work, _):
        found = [one.as_json(work.clock()) for one in work.assignments.all()]
    if as_json:
        print_json(found)
        return
    table = plain_table(">id", "name", "game", "state", "opens", "closes", "references")
    for one in found:
        dates = (shown_time(one["opens"]), shown_time(one["closes"]))
        table.add_row(str(one["id"]), one["name"], one["game"], one["state"], *dates, ", ".join(one["references"]))
    wide_console().print(table)
