"""orchard class standings: the table of an assignment."""

from __future__ import annotations

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, plain_table, print_json, wide_console
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import assignment_argument, open_work, phase_option


@click.command()
@folder_argument
@assignment_argument
@phase_option
@json_option
def standings(folder: Path, assignment: str, phase: str | None, as_json: bool) -> None:
    """Show the standings of an assignment. They have ratings, 95 % intervals and grades.

    \b
    Example:
      orchard class standings mycourse "First bot"
    """
    with open_work(folder) as (work, _):
        from orchard.classroom.standings import Standings

        found = Standings(work).table(work.assignments.find(assignment), phase, fresh=True)
    if as_json:
        print_json(found)
        return
    table = plain_table(">", "name", ">Elo", ">low", ">high", ">games", ">score", ">grade", "faults")
    for row in found["rows"]:
        elo = ["" if row[key] is None else f"{row[key]:.0f}" for key in ("elo", "low", "high")]
        score = "" if row["score"] is None else f"{100 * row['score']:.1f} %"
        grade = "" if row["grade"] is None else f"{row['grade']:g}"
        faults = ", ".join(f"{kind} {count}" for kind, count in sorted(row["faults"].items()))
        table.add_row(str(row["place"] or ""), row["name"], *elo, str(row["games"]), score, grade, faults)
    out = wide_console()
    out.print(table)
    seed = f", seed {found['seed']}" if "seed" in found else ""
    out.print(f"{found['phase']}{seed}, {found['games']} games", style="dim")
