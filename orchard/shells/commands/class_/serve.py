"""orchard class serve: the class in the browser."""

from pathlib import Path

import click

from orchard.shells.commands._common import Interactive
from orchard.shells.commands.class_ import folder_argument, open_class


@click.command(cls=Interactive)
@folder_argument
@click.option("--workers", default=1, show_default=True, type=click.IntRange(0, 64), help="Workers on this machine.")
@click.option(
    "--run-bots-without-walls",
    is_flag=True,
    help="Run the bots of others without a sandbox: they can then read and change everything this user can.",
)
def serve(folder: Path, workers: int, run_bots_without_walls: bool) -> None:
    """Serve a class to browsers, and check and play what is handed in.

    The log on stderr has one line of JSON for each request.

    \b
    Example:
      orchard class serve mycourse --workers 2
    """
    with open_class(folder) as room:
        from orchard.shells.classroom.serve import serve_class

        serve_class(room, workers, run_bots_without_walls)
