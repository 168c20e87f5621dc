"""orchard class: a server on which a class hands in bots. Each file of this folder is a subcommand."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orchard.shells.commands._found import FoundCommands

if TYPE_CHECKING:
    from orchard.classroom.folder import Classroom

folder_argument = click.argument("folder", type=click.Path(file_okay=False, path_type=Path))


@contextmanager
def open_class(folder: Path) -> Iterator[Classroom]:
    """The class in a folder."""
    need_extra()
    from orchard.classroom.folder import Classroom

    with Classroom(folder) as room:
        yield room


def need_extra() -> None:
    """Say in one line what to install where the packages of the class server are missing."""
    import importlib.util

    missing = [
        name for name in ("argon2", "authlib", "httpx", "python_multipart") if not importlib.util.find_spec(name)
    ]
    if missing:
        raise click.UsageError("the class server needs a few more packages: pip install 'orchard[class]'")


@click.group(cls=FoundCommands, package=__name__)
def class_() -> None:
    """Run a class of people who hand in bots. A ladder plays them, and everyone sees the standings.

    \b
    Example:
      orchard class init mycourse --teacher "Ada Lovelace"
      orchard class serve mycourse
    """
