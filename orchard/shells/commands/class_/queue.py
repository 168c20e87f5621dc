"""orchard class queue: what waits and runs."""

from __future__ import annotations

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, plain_table, print_json, wide_console
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import assignment_argument, open_work


@click.command()
@folder_argument
@assignment_argument
@click.option("--retry", is_flag=True, help="Try again what failed by the machine, not by a bot.")
@json_option
def queue(folder: Path, assignment: str, retry: bool, as_json: bool) -> None:
    """Show what is running and waiting. Says since when, why, and who does the work.

    \b
    Example:
      orchard class queue mycourse "First bot"
    """
    with open_work(folder) as (work, _):
        one = work.assignments.find(assignment)
        again = work.queue.retry(one.id) if retry else 0
        found = work.queue.shown(one.id) | {"workers": work.workers.all(), "again": again}
    if as_json:
        print_json(found)
        return
    table = plain_table("state", ">seconds", "what", "why", "worker")
    for job in (*found["jobs"], *found["failed"]):
        what = (
            f"check of submission {job['submission']}"
            if job["kind"] == "check"
            else f"{job['first']} - {job['second']}"
        )
        since = found["now"] - (job["taken"] or job["made"])
        table.add_row(job["state"], f"{since:.0f}", what, job["problem"] or job["why"], job["worker"])
    out = wide_console()
    out.print(table)
    out.print(", ".join(f"{count} {state}" for state, count in sorted(found["counts"].items())) or "empty", style="dim")
    for one in found["workers"]:
        speed = "" if one["speed"] is None else f", speed {one['speed']:.2f}"
        out.print(f"{one['name']}: {'at work' if one['alive'] else 'away'}{speed}", style="dim")
