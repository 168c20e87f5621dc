"""orchard class restore: a class from a backup."""

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument, need_extra


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@folder_argument
@json_option
def restore(file: Path, folder: Path, as_json: bool) -> None:
    """Make a class in a new folder from a backup. Everybody signs in again.

    \b
    Example:
      orchard class restore mycourse-monday.tar.gz mycourse-again
    """
    need_extra()
    from orchard.classroom.backup import restore as read

    read(file, folder)
    if as_json:
        print_json({"folder": str(folder)})
    else:
        click.echo(f"The class is in {folder}: orchard class serve {folder}")
