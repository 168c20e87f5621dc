"""orchard class init: makes a class."""

from pathlib import Path

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument, need_extra


@click.command()
@folder_argument
@click.option("--teacher", required=True, help="Name of the first teacher.")
@click.option("--title", default="Orchard class", show_default=True, help="Shown on every page.")
@click.option(
    "--address",
    default="http://127.0.0.1:8585",
    show_default=True,
    help="How people reach the server, e.g. https://class.example.org.",
)
@json_option
def init(folder: Path, teacher: str, title: str, address: str, as_json: bool) -> None:
    """Make a class and its first teacher. Writes its settings and its database, and prints a one-time link.

    \b
    Example:
      orchard class init mycourse --teacher "Ada Lovelace" --address https://class.example.org
    """
    need_extra()
    from orchard.classroom.folder import make_class

    link = make_class(folder, teacher, title=title, address=address)
    if as_json:
        print_json({"folder": str(folder), "teacher": teacher, "link": link})
        return
    click.echo(f"The class is in {folder}; its settings are in {folder / 'class.toml'}.")
    click.echo(f"{teacher} signs in with this link, once, within a week:\n  {link}")
    click.echo(f"Start the server: orchard class serve {folder}")
