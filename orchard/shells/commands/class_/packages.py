"""orchard class packages: what the bots of an assignment may import."""

from __future__ import annotations

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import assignment_argument, open_work, shown_time


@click.command(context_settings={"ignore_unknown_options": True})
@folder_argument
@assignment_argument
@click.option("--again", is_flag=True, help="Install them anew, in their newest versions.")
@click.argument("pip", nargs=-1, metavar="[-- PIP OPTIONS]")
@json_option
def packages(folder: Path, assignment: str, again: bool, pip: tuple[str, ...], as_json: bool) -> None:
    """Install the packages of an assignment. They are for its bots alone; shows what is installed and since when.

    Versions and hashes are written down beside them. pip is used as this machine has it configured; what follows --
    goes to it.

    \b
    Example:
      orchard class packages mycourse "First bot"
      orchard class packages mycourse "First bot" --again -- --no-index --find-links wheels
    """
    with open_work(folder) as (work, room):
        from orchard.classroom import packages as of_class

        one = work.assignments.find(assignment)
        place = of_class.place_of(room.folder, one.id)
        made = of_class.installed(place)
        if made is None or again or made.requirements != one.packages:
            made = of_class.install(place, one.packages, pip)
            room.audit.note("packages.installed", None, "console", assignment=one.id, fingerprint=made.fingerprint)
    if as_json:
        print_json(made.as_json())
        return
    for line in made.installed or ("nothing",):
        click.echo(line)
    click.echo(f"installed {shown_time(made.made)} for Python {made.python}, fingerprint {made.fingerprint}")
