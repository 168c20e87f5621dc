"""orchard class export: standings and games as files."""

from __future__ import annotations

from pathlib import Path

import click

from orchard.core.files import written_whole
from orchard.shells.commands._common import file_errors, json_option, print_json
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import assignment_argument, open_work, phase_option


@click.command()
@folder_argument
@assignment_argument
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@phase_option
@click.option("--students", is_flag=True, help="A line for each student with the grade, as .csv.")
@json_option
def export(folder: Path, assignment: str, file: Path, phase: str | None, students: bool, as_json: bool) -> None:
    """Write the standings or all games to a file. Its ending says which: .csv, .json or .html, or .sgf, .ggf or .psq.

    \b
    Example:
      orchard class export mycourse "First bot" grades.csv --students
      orchard class export mycourse "First bot" games.sgf
    """
    from orchard.classroom import exports
    from orchard.classroom.standings import Standings

    kind = file.suffix.lower().removeprefix(".")
    tables = ("csv", "json", "html")
    if kind not in (*tables, *exports.GAME_FORMATS):
        raise click.UsageError(f"name a file that ends with .{', .'.join((*tables, *exports.GAME_FORMATS))}")
    if students and kind != "csv":
        raise click.UsageError("--students writes a .csv")
    with open_work(folder) as (work, room), file_errors("write", str(file)):
        one, games = work.assignments.find(assignment), None
        with written_whole(file) as partial:
            try:
                if kind in tables:
                    table = Standings(work).table(one, phase, fresh=True)
                    cross = Standings(work).crosstable(one, phase)
                    if students:
                        text = exports.grades_csv(table, room.people.teams())
                    elif kind == "html":
                        text = exports.as_html(table, cross, Standings(work).curves(one))
                    else:
                        text = exports.as_csv(table) if kind == "csv" else exports.as_json(table, cross)
                    partial.write_text(text, encoding="utf-8")
                else:
                    with open(partial, "w+b") as out:
                        games = exports.write_games(work, one, kind, out, phase)
            except BaseException:
                partial.unlink(missing_ok=True)
                raise
    if as_json:
        print_json({"file": str(file), "games": games})
    else:
        click.echo(f"{file}: standings" if games is None else f"{file}: {games} games")
