"""orchard class upgrade: the tables of a class, brought up to date."""

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument, open_class


@click.command()
@folder_argument
@json_option
def upgrade(folder: Path, as_json: bool) -> None:
    """Upgrade a class that an older Orchard made. A backup is made before; stop its server first.

    Every other command does the same when it opens the class.

    \b
    Example:
      orchard class upgrade mycourse
    """
    with open_class(folder) as room:
        from orchard.classroom.upgrade import VERSION

        backup = room.upgraded
    if as_json:
        print_json({"version": VERSION, "backup": backup and str(backup)})
    elif backup is None:
        click.echo(f"The tables are up to date (version {VERSION}).")
    else:
        click.echo(f"The tables are of version {VERSION} now. The backup from before is {backup}.")
