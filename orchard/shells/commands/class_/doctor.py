"""orchard class doctor: whether this machine is fit for a class."""

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument, open_class


@click.command()
@folder_argument
@json_option
def doctor(folder: Path, as_json: bool) -> None:
    """Check what a class needs. Looks at the sandbox, the disk, the database, the clock and the workers; the exit code
    is 1 if something is wrong.

    \b
    Example:
      orchard class doctor mycourse
    """
    with open_class(folder) as room:
        from orchard.classroom.doctor import checks

        found = list(checks(room))
    if as_json:
        print_json([check.as_json() for check in found])
    else:
        for check in found:
            click.echo(f"{'ok   ' if check.holds else 'WRONG'}  {check.name}: {check.found}")
            if not check.holds:
                click.echo(f"         {check.advice}")
    if not all(check.holds for check in found):
        raise click.exceptions.Exit(1)
