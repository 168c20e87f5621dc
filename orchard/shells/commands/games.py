"""orchard games: the games Orchard plays, and the played games in the database."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import (
    console,
    json_option,
    option_group,
    plain_table,
    print_json,
    print_json_list,
    wide_console,
)
from orchard.shells.commands._game_files import Fitting, export_file, import_file, tell_imported

if TYPE_CHECKING:
    from orchard.play.record import GameRecord
    from orchard.play.store import Store

db_option = click.option(
    "--db", metavar="URL", help="Database: a file, or postgresql://user@host/name.  [default: $ORCHARD_DB]"
)
format_option = click.option("--format", "format_name", metavar="NAME", help="transcript, ggf, obf, wthor, sgf or psq.")
filter_options = option_group(
    click.option("--player", metavar="SPEC", help="A player by spec, by name, or by a pattern such as 'ap*'."),
    click.option("--game", metavar="GAME", help="Only this game."),
    click.option(
        "--result", "winner", metavar="WHO", help="black, white, draw, unfinished; with --player also win, loss."
    ),
    click.option("--verdict", metavar="HOW", help="normal, resign, time, illegal, crash, memory or protocol."),
    click.option("--since", metavar="DATE", help="From this day or time on, e.g. 2026-11-15."),
    click.option("--until", metavar="DATE", help="Up to this day or time."),
    click.option("--league", metavar="NAME", help="Only games of this league."),
    click.option("--opening", metavar="MOVES|NAME", help="An opening by its moves, f5d6c3, or a part of its name."),
)


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def games(context: click.Context, as_json: bool) -> None:
    """List the games Orchard plays, or work with played games.

    \b
    Examples:
      orchard games
      orchard games list --player apple --result loss
      orchard games export lost.sgf --player apple --result loss
    """
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError(f"write --json after the subcommand: games {context.invoked_subcommand} --json")
        return
    found = [orchard.game(name) for name in orchard.games()]
    if as_json:
        print_json([_as_json(game) for game in found])
        return
    table = plain_table("name", "title", "board", "aim")
    for g in found:
        board = f"{g.board.width}×{g.board.height}"
        others = f", or {g.base_name}:{g.options[0]} … {g.base_name}:{g.options[-1]}" if g.options else ""
        table.add_row(g.name, g.title, board + others, g.aim)
    console().print(table)


def _as_json(game: orchard.Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "board": game.board.width,
        "height": game.board.height,
        "options": list(game.options),
        "aim": game.aim,
    }


@games.command("list")
@filter_options
@click.option("--limit", default=20, show_default=True, type=click.IntRange(0, 10**9), help="Maximum number of games.")
@click.option("--offset", default=0, type=click.IntRange(0, 10**9), help="Skip this many of the newest.")
@db_option
@json_option
def list_games(db: str | None, as_json: bool, limit: int, offset: int, **asked: str | None) -> None:
    """List played games, newest first.

    \b
    Examples:
      orchard games list --since 2026-11-01 --limit 50
      orchard games list --player 'apple*' --result win --json
      orchard games list --opening tiger
    """
    wanted = _league_by_name(asked)
    with _store(db) as store:
        _hash_for(asked, store)
        found = islice(store.each_game(**wanted, offset=offset), limit)
        if as_json:
            print_json_list(map(_summary, found))
            return
        rows = [_row(record) for record in found]
        total = store.count_games(**wanted)
        place = store.database.shown
    if not rows:
        click.echo(f"no such games in {place}")
        return
    from rich.table import Table

    table = Table(box=None, header_style="bold")
    for name in ("id", "started", "game", "black", "white", "result", "moves", "opening"):
        table.add_column(name, no_wrap=name in ("id", "started"), overflow="fold")
    for row in rows:
        table.add_row(*row)
    out = wide_console()
    out.print(table)
    if total > len(rows):
        out.print(f"{len(rows)} of {total} games in {place}", style="dim", soft_wrap=True)


@games.command()
@click.argument("id")
@click.option("--moves", is_flag=True, help="List every move with its time and value.")
@db_option
@json_option
def show(id: str, moves: bool, db: str | None, as_json: bool) -> None:
    """Show one game: its players, its end, its verdict. ID may be the beginning of an id.

    \b
    Example:
      orchard games show 3f2a --moves
    """
    with _store(db) as store:
        record = store.game(id)
    position = record.last_position()
    if as_json:
        print_json(record.as_json() | {"transcript": record.transcript, "end": position.text})
        return
    from orchard.play.opening_names import opening_of
    from orchard.shells.commands.show import draw

    click.echo(f"{record.game}: {record.black} (black) against {record.white} (white)")
    click.echo(f"id {record.id}" + (f", started {record.started}" if record.started else ""))
    if record.start:
        click.echo(f"from {record.start}")
    if record.opening:
        click.echo(f"opening {record.opening}")
    if name := opening_of(record):
        click.echo(f"opening name {name}")
    draw(position)
    click.echo(f"moves {' '.join(move.move for move in record.moves) or 'none'}")
    click.echo(f"result {_result(record)}, verdict {record.verdict}")
    if record.fault:
        click.echo(f"fault of {record.fault.player}: {record.fault.reason}")
        if record.fault.command:
            click.echo(f"again: {record.fault.command}")
    if moves:
        _print_moves(record)


def _print_moves(record: GameRecord) -> None:
    table = plain_table("move", "", "seconds", "value", "nodes", "depth")
    color = record.first_position().to_move
    for number, move in enumerate(record.moves, 1):
        value = "" if move.value is None else f"{move.value:g}"
        seconds = f"{move.seconds:.3f}"
        table.add_row(f"{number}. {color}", move.move, seconds, value, str(move.nodes or ""), str(move.depth or ""))
        color = "white" if color == "black" else "black"
    console().print(table)


@games.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True))
@format_option
@filter_options
@click.option("--id", "ids", multiple=True, metavar="ID", help="Only this game; may be repeated.")
@click.option("--skip", is_flag=True, help="Skip games that the format cannot hold, and say how many.")
@db_option
@json_option
def export(
    file: str,
    format_name: str | None,
    ids: tuple[str, ...],
    skip: bool,
    db: str | None,
    as_json: bool,
    **asked: str | None,
) -> None:
    """Write games to FILE, or to the terminal ('-'). The format is that of its ending or of --format.

    \b
    Examples:
      orchard games export all.ggf --game reversi
      orchard games export - --format transcript --id 3f2a
    """
    from orchard.play import formats

    name = format_name or formats.by_file_name(file)
    if name is None:
        raise click.UsageError(f"cannot tell the format from {file!r}: give --format {'|'.join(formats.formats())}")
    if file != "-" and not Path(file).absolute().parent.is_dir():
        raise click.ClickException(f"cannot write {file}: there is no such folder")
    with _store(db) as store:
        if not ids:
            _hash_for(asked, store)
        wanted = _league_by_name(asked)
        total = len(ids) if ids else store.count_games(**wanted)
        found = (store.game(id) for id in ids) if ids else store.each_game(oldest_first=True, **wanted)
        fitting = Fitting(found, name, skip)
        games = export_file(file, fitting, name, total)
    if file == "-":
        return
    if as_json:
        print_json({"file": file, "format": name, "games": games, "left_out": fitting.left_out})
    else:
        left_out = f", {fitting.left_out} left out" if fitting.left_out else ""
        click.echo(f"{games} games written to {file} as {name}{left_out}")


@games.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False, allow_dash=True))
@format_option
@click.option("--game", metavar="GAME", help="The game of a transcript or board that does not name it.")
@click.option("--skip", is_flag=True, help="Leave out games that cannot be read, and say which and why.")
@db_option
@json_option
def import_games(
    files: tuple[str, ...], format_name: str | None, game: str | None, skip: bool, db: str | None, as_json: bool
) -> None:
    """Import games from FILES into the database. A game that is already there is not added again.

    A file is imported completely or, if it has an error, not at all; with --skip the games without an error are. Ctrl-C
    keeps what has been imported so far. A file may have any size.

    \b
    Examples:
      orchard games import WTH_2001.wtb
      orchard games import mine.sgf theirs.ggf --db study.db
    """
    answers = []
    with _store(db) as store:
        for file in files:
            answers.append(import_file(store, file, format_name, game, skip))
            if not as_json:
                tell_imported(answers[-1])
            if answers[-1]["stopped"]:
                break
    if as_json:
        print_json(answers)
    if answers[-1]["stopped"]:
        raise KeyboardInterrupt


def _store(db: str | None) -> Store:
    from orchard.play.store import Store

    return Store(db)


def _league_by_name(asked: dict[str, Any]) -> dict[str, Any]:
    """A league may be given by its number too."""
    league = asked.get("league")
    return {**asked, "league": int(league) if league and league.isdecimal() else league}


def _hash_for(asked: dict[str, Any], store: Store) -> None:
    """Openings are found by their positions, of which the new games are added first."""
    if asked.get("opening"):
        from orchard.play.position_search import index_positions

        index_positions(store.database)


def _summary(record: GameRecord) -> dict[str, Any]:
    from orchard.play.opening_names import opening_of

    kept = ("id", "started", "game", "black", "white", "winner", "score", "verdict", "seconds")
    more = {"plies": len(record.moves), "transcript": record.transcript, "opening_name": opening_of(record)}
    return {name: getattr(record, name) for name in kept} | more


def _row(record: GameRecord) -> tuple[str, ...]:
    from orchard.play.opening_names import opening_of

    who = (record.id, record.started[:16].replace("T", " "), record.game, record.black, record.white)
    return *who, _result(record), str(len(record.moves)), opening_of(record) or ""


def _result(record: GameRecord) -> str:
    if record.winner is None:
        return "unfinished" if record.is_unfinished else "draw"
    score = f" +{abs(record.score)}" if abs(record.score) > 1 else ""
    how = "" if record.verdict == "normal" else f" ({record.verdict})"
    return f"{record.winner}{score}{how}"
