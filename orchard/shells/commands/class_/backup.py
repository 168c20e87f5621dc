"""orchard class backup: a class in one file, while it runs."""

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument, open_class


@click.command()
@folder_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def backup(folder: Path, file: Path, as_json: bool) -> None:
    """Write a class to one file: settings, database and submissions. The server may go on meanwhile.

    The file holds everything that is secret in the class: keep it where only you can read it.

    \b
    Example:
      orchard class backup mycourse mycourse-monday.tar.gz
    """
    with open_class(folder) as room:
        from orchard.classroom.backup import backup as write

        size = write(room.folder, room.database.url, file)
        room.audit.note("class.backup", None, "console", bytes=size)
    if as_json:
        print_json({"file": str(file), "bytes": size})
    else:
        click.echo(f"{file}: {size / 1e6:.1f} MB")
