"""orchard class submit: hand in a bot from the command line."""

from __future__ import annotations

from pathlib import Path

import click

from orchard.shells.commands._common import file_errors, json_option, print_json
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import assignment_argument, open_work


@click.command()
@folder_argument
@assignment_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--as", "name", required=True, metavar="NAME", help="Who hands it in.")
@click.option("--note", default="", help="A note that is kept with it.")
@json_option
def submit(folder: Path, assignment: str, file: Path, name: str, note: str, as_json: bool) -> None:
    """Hand in FILE for an assignment. FILE is a .py or a .zip; the assignment is given by number or name.

    \b
    Example:
      orchard class submit mycourse "First bot" bot.py --as "Grace Hopper"
    """
    with open_work(folder) as (work, room):
        person, found = room.people.named(name), work.assignments.find(assignment)
        with file_errors("read", str(file)), open(file, "rb") as data:
            done = work.submissions.add(found.id, person, file.name, data, note=note)
        room.audit.note("submissions.added", person, "console", assignment=found.id, submission=done.id)
    if as_json:
        print_json(done.as_json())
    else:
        click.echo(f"submission {done.id}: version {done.number} of {done.team_name}, sha256 {done.sha256[:16]}")
