"""What the commands about work share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchard.shells.commands.class_ import open_class

if TYPE_CHECKING:
    from orchard.classroom.folder import Classroom
    from orchard.classroom.work import Work

assignment_argument = click.argument("assignment")
phase_option = click.option(
    "--phase",
    type=click.Choice(["ladder", "final"]),
    help="Which standings or games.  [default: standings of the final once it has begun; all games]",
)


@contextmanager
def open_work(folder: Path) -> Iterator[tuple[Work, Classroom]]:
    """The work of the class in a folder."""
    with open_class(folder) as room:
        from orchard.classroom.work import Work
        from orchard.play.store import Store

        reserve_mb = room.settings.reserve_mb
        yield Work(Store.over(room.database), room.submissions, room.clock, reserve_mb=reserve_mb), room


class When(click.ParamType[Any]):
    """A date and time; without a time zone that of this machine."""

    name = "date"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        try:
            return datetime.fromisoformat(str(value)).timestamp()
        except ValueError:
            self.fail(f"{value!r} is no date: write 2026-12-01 or 2026-12-01T18:00", parameter, context)


def shown_time(at: float | None) -> str:
    """A time for people at this machine."""
    return "" if at is None else datetime.fromtimestamp(at).strftime("%Y-%m-%d %H:%M")
