"""Standings and games as files: CSV for a learning-management system, JSON, an HTML page, SGF, GGF and PSQ."""

from __future__ import annotations

import csv
import html
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, BinaryIO

from orchard.classroom.assignments import Assignment
from orchard.classroom.standings import PHASES, Entrant, Standings
from orchard.classroom.work import Work
from orchard.play import formats
from orchard.play.record import GameRecord
from orchard.play.rows import GAMES_WITH_NAMES, KEYS_AT_ONCE, with_moves
from orchard.play.schema import GAMES

GAME_FORMATS = ("sgf", "ggf", "psq")
COLUMNS = ("place", "team_name", "version", "elo", "low", "high", "games", "score", "points", "grade")


def as_csv(table: Mapping[str, Any]) -> str:
    """A line for each team, and after them the references; faults and the parts of the grade have columns, too."""
    parts = sorted({part for row in table["rows"] for part in row["parts"]})
    faults = sorted({fault for row in table["rows"] for fault in row["faults"]})
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([*COLUMNS, *(f"points {part}" for part in parts), *(f"lost by {fault}" for fault in faults)])
    for row in sorted(table["rows"], key=lambda row: bool(row["reference"])):
        cells = [row.get(name) for name in COLUMNS]
        cells[1] = row["team_name"] or row["name"]
        cells += [row["parts"].get(part) for part in parts] + [row["faults"].get(fault, 0) for fault in faults]
        writer.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def grades_csv(table: Mapping[str, Any], teams: Sequence[Mapping[str, Any]]) -> str:
    """A line for each student with the grade of the team, as a learning-management system reads it; empty where the
    team has no grade yet. `teams` have members, as `People.teams` gives them."""
    rows = {row["team"]: row for row in table["rows"] if row["team"] is not None}
    members = sorted((one["name"], team) for team in teams for one in team["members"])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(("name", "team", "grade", "place", "elo"))
    for name, team in members:
        row = rows.get(team["id"], {})
        cells = (name, team["name"], row.get("grade"), row.get("place"), row.get("elo"))
        writer.writerow([_cell(cell) for cell in cells])
    return out.getvalue()


def _cell(value: Any) -> Any:
    """A name that begins like a formula would be computed by a spreadsheet: a quote keeps it a text."""
    if isinstance(value, str) and value.lstrip()[:1] in ("=", "+", "-", "@", "\t"):
        return "'" + value
    return "" if value is None else value


def as_json(table: Mapping[str, Any], crosstable: Mapping[str, Any]) -> str:
    return json.dumps({**table, "crosstable": crosstable})


def as_html(table: Mapping[str, Any], crosstable: Mapping[str, Any], curves: Sequence[Mapping[str, Any]] = ()) -> str:
    """One page that needs nothing else: the table, the cross table, and how the versions of each team did."""
    name = html.escape(str(table["name"]))
    when = datetime.fromtimestamp(table["made"], UTC).strftime("%Y-%m-%d %H:%M UTC") if table["made"] else "-"
    seed = f", seed {table['seed']}" if "seed" in table else ""
    head = ("place", "name", "Elo", "95 % interval", "games", "points per game", "faults", "grade")
    rows = [
        (
            _text(row["place"]),
            row["name"],
            _number(row["elo"]),
            f"{_number(row['low'])} to {_number(row['high'])}" if row["elo"] is not None else "",
            _text(row["games"]),
            "" if row["score"] is None else f"{row['score']:.3f}",
            ", ".join(f"{kind} {count}" for kind, count in sorted(row["faults"].items())),
            _text(row["grade"]),
        )
        for row in table["rows"]
    ]
    names = [one["name"] for one in crosstable["entrants"]]
    cells = {}
    for one, other, wins, draws, losses in crosstable["scores"]:
        cells[one, other] = f"{wins}-{draws}-{losses}"
        cells[other, one] = f"{losses}-{draws}-{wins}"
    cross = [
        (str(at + 1), name, *(cells.get((at, other), "") for other in range(len(names))))
        for at, name in enumerate(names)
    ]
    numbers = [str(at + 1) for at in range(len(names))]
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{name}</title>\n<style>{STYLE}</style>\n'
        f"<h1>{name}</h1>\n<p>{html.escape(table['phase'])}{seed}, {table['games']} games, {when}</p>\n"
        f"{_table(head, rows)}\n<h2>Wins, draws and losses</h2>\n{_table(('', '', *numbers), cross)}\n"
        f"{_versions(curves)}</html>\n"
    )


def _versions(curves: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        (
            team["team_name"],
            _text(one["number"]),
            datetime.fromtimestamp(one["made"], UTC).strftime("%Y-%m-%d %H:%M UTC"),
            _number(one["elo"]),
            f"{_number(one['low'])} to {_number(one['high'])}",
            _text(one["games"]),
        )
        for team in curves
        for one in team["versions"]
    ]
    head = ("team", "version", "handed in", "Elo", "95 % interval", "games")
    return f"<h2>Versions</h2>\n{_table(head, rows)}\n" if rows else ""


STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse}"
    "td,th{padding:.2rem .6rem;border-bottom:1px solid #ccc;text-align:left;font-variant-numeric:tabular-nums}"
)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f"<th>{html.escape(cell)}</th>" for cell in head)
    lines = ("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>\n<tr>{top}</tr>\n" + "\n".join(lines) + "\n</table>"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.0f}"


def _text(value: Any) -> str:
    return "" if value is None else str(value)


# ------------------------------------------------------------------------------------------ games


def named(record: GameRecord, entrants: Mapping[str, Entrant]) -> GameRecord:
    """A game for everybody: with the names of the players, and without what bots printed or how they failed inside."""
    black, white = (entrants.get(name, Entrant(name, name)).name for name in (record.black, record.white))
    fault = record.fault and replace(record.fault, stderr="", traceback="", command="", reason=record.fault.verdict)
    return replace(record, black=black, white=white, output={}, fault=fault, versions={})


def games_of(work: Work, league: int) -> Iterator[GameRecord]:
    """The games of a league by number; only a few of them are in memory at a time."""
    last = -1
    while True:
        question = GAMES_WITH_NAMES.where(GAMES.c.league == league, GAMES.c.number > last)
        with work.store.database.reading() as connection:
            rows = connection.execute(question.order_by(GAMES.c.number).limit(KEYS_AT_ONCE)).all()
            found = with_moves(connection, rows)
        yield from found
        if len(rows) < KEYS_AT_ONCE:
            return
        last = rows[-1].number


def write_games(work: Work, assignment: Assignment, format: str, file: BinaryIO, phase: str | None = None) -> int:
    """Write all games of an assignment, or of a phase, in a format of other programs; says how many there were."""
    if format not in GAME_FORMATS:
        raise formats.FormatError(f"games are written as {', '.join(GAME_FORMATS)}, not as {format!r}")
    standings = Standings(work)
    entrants = standings.entrants(assignment)
    leagues = dict.fromkeys(standings.league(assignment, one)[1] for one in ((phase,) if phase else PHASES))
    games = (named(record, entrants) for league in leagues for record in games_of(work, league))
    return formats.write_to(file, games, format)
