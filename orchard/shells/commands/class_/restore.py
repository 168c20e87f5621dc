"""orchard class restore: a class from a backup."""

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument, need_extra


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, exists=True, path_type=Path))
@folder_argument
@click.option("--database", default="", help="An empty PostgreSQL database.  [default: class.db in the folder]")
@json_option
def restore(file: Path, folder: Path, database: str, as_json: bool) -> None:
    """Make a class in a new folder from a backup. It may be in SQLite or PostgreSQL; everybody signs in again.

    \b
    Example:
      orchard class restore mycourse-monday.tar.gz mycourse-again
      orchard class restore mycourse-monday.tar.gz mycourse-again --database postgresql://orchard@db/again
    """
    need_extra()
    from orchard.classroom.restore import restore as read

    read(file, folder, database)
    if as_json:
        print_json({"folder": str(folder)})
    else:
        click.echo(f"The class is in {folder}: orchard class serve {folder}")
