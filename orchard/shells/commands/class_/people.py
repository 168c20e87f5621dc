"""orchard class people: who is in a class."""

from pathlib import Path
from typing import Any

import click

from orchard.shells.commands._common import file_errors, json_option, plain_table, print_json, wide_console
from orchard.shells.commands.class_ import folder_argument, open_class

ROLES = click.Choice(["teacher", "assistant", "student", "guest"])


@click.group()
def people() -> None:
    """List and add people, and make login links.

    \b
    Example:
      orchard class people list mycourse
      orchard class people csv mycourse names.csv
    """


@people.command(name="list")
@folder_argument
@json_option
def list_(folder: Path, as_json: bool) -> None:
    """List everybody.

    \b
    Example:
      orchard class people list mycourse
    """
    with open_class(folder) as room:
        found = room.people.listed()
    if as_json:
        print_json(found)
        return
    table = plain_table(">id", "name", "role", "team", "")
    for row in found:
        state = "disabled" if row["disabled"] else "" if row["has_password"] else "not signed in yet"
        table.add_row(str(row["id"]), row["name"], row["role"], row["team_name"] or "", state)
    wide_console().print(table)


@people.command()
@folder_argument
@click.argument("name")
@click.option("--role", type=ROLES, default="student", show_default=True, help="What they may do.")
@click.option("--team", default="", help="Team of a student.  [default: a team alone]")
@json_option
def add(folder: Path, name: str, role: Any, team: str, as_json: bool) -> None:
    """Add a person and print the one-time link for them.

    \b
    Example:
      orchard class people add mycourse "Grace Hopper" --team Bugs
    """
    from orchard.classroom.people import Newcomer

    _add(folder, [Newcomer(name, role, team)], as_json)


@people.command(name="csv")
@folder_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def csv_(folder: Path, file: Path, as_json: bool) -> None:
    """Add people from a table. Its columns are name, role and team; prints their one-time links.

    Only the name is needed. A file with an error adds nobody.

    \b
    Example:
      orchard class people csv mycourse names.csv
    """
    from orchard.classroom.people import read_csv

    with file_errors("read", str(file)):
        text = file.read_text(encoding="utf-8", errors="replace")
    _add(folder, read_csv(text), as_json)


@people.command()
@folder_argument
@click.argument("name")
@json_option
def link(folder: Path, name: str, as_json: bool) -> None:
    """Print a one-time login link for a person. Links made before stop working.

    \b
    Example:
      orchard class people link mycourse "Grace Hopper"
    """
    with open_class(folder) as room:
        person = room.people.named(name)
        address = room.link_address(room.accounts.new_link(person.id))
        room.audit.note("people.link", None, "console", who=person.name)
    _print_links([{"id": person.id, "name": person.name, "link": address}], as_json)


@people.command()
@folder_argument
@click.option(
    "--most", default=200, show_default=True, type=click.IntRange(1, 2000), help="How many may sign up by it."
)
@json_option
def invite(folder: Path, most: int, as_json: bool) -> None:
    """Print one link by which a whole class signs up. An invitation made before stops working.

    \b
    Example:
      orchard class people invite mycourse
    """
    with open_class(folder) as room:
        address = room.invitation_address(room.invitations.make(most))
        room.audit.note("people.invited", None, "console", most=most)
    if as_json:
        print_json({"link": address})
    else:
        click.echo(address)


def _add(folder: Path, newcomers: list[Any], as_json: bool) -> None:
    with open_class(folder) as room:
        added = room.people.add(newcomers)
        room.audit.note("people.added", None, "console", names=[person.name for person in added][:100])
        rows = [
            {"id": one.id, "name": one.name, "link": room.link_address(room.accounts.new_link(one.id))} for one in added
        ]
    _print_links(rows, as_json)


def _print_links(rows: list[dict[str, Any]], as_json: bool) -> None:
    if as_json:
        print_json(rows)
        return
    for row in rows:
        click.echo(f"{row['name']}\t{row['link']}")
