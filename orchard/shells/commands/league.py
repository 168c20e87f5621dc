"""orchard league: a round robin or a gauntlet, with ratings and a report; it can be stopped and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from orchard.shells.commands import _arena
from orchard.shells.commands._common import print_json, wide_console

if TYPE_CHECKING:
    from orchard.play.league import League
    from orchard.play.store import Store

# what a setting in a file is called as an option here, where the names differ
FILE_NAMES = {
    "game": "game_name",
    "seconds": "seconds_per_move",
    "game_seconds": "seconds_per_game",
    "tolerance": "tolerance_s",
    "memory": "memory_mb",
    "startup": "startup_s",
    "swap2": "opening_rule",
}
WHEN_RESUMED = ("resume", "anchor", "report_path", "plot_path", "jobs", "cluster", "db", "as_json", "require_walls")


@click.command()
@click.argument("players", nargs=-1, metavar="FILE.toml | SPEC SPEC ...")
@_arena.game_option
@click.option("--games", type=int, help="Games per pairing; even.  [default: 20]")
@click.option("--gauntlet", is_flag=True, help="Only the first player against each of the others.")
@click.option("--name", help="Name of the league, to find it again.")
@click.option(
    "--anchor",
    metavar="PLAYER",
    help="Name or spec of the player whose rating is set to 0.  [default: the average is 0]",
)
@click.option(
    "--report", "report_path", metavar="FILE", help="File for the HTML report.  [default: a file in the data folder]"
)
@click.option("--plot", "plot_path", metavar="FILE", help="Also save the rating plot as SVG.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value="",
    metavar="[ID]",
    help="Play the rest of a league or match, by id or name.  [default: the newest unfinished one]",
)
@_arena.playing_options
@click.pass_context
def league(context: click.Context, /, players: tuple[str, ...], **options: Any) -> None:
    """Play a league. It is a round robin or, with --gauntlet, one player against each of the others.

    Ratings are Bradley–Terry with 95 % intervals. Every finished game is saved to the database before it is shown, so
    after Ctrl-C, a crash or a power failure `--resume` plays exactly the missing games. A TOML file has the same
    settings under the same names: name, game, players (a list), games, kind, anchor, seed, openings, jobs and the
    rules (seconds, nodes, ..., swap2 = true). NAME=SPEC names a player in tables; in a file it is
    {player = SPEC, name = NAME}. Bots are otherwise called by the part of their path that differs.

    \b
    Examples:
      orchard league random greedy apple:playouts=200 --game reversi --games 20 --seed 1
      orchard league Ann=file:ann/bot.py Bob=file:bob/bot.py random --seconds 5
    """
    from orchard.play.store import Store

    if options["resume"] is not None:
        check_resumed(context, players)
    elif not players:
        raise click.UsageError("name at least two players or a FILE.toml, or --resume a league")
    if len(players) == 1:
        players, options = from_file(context, players[0], options)
    with Store(options["db"]) as store:
        if options["resume"] is not None:
            found = opened(store, options["resume"])
        else:
            found = made(store, players, options)
        if options["anchor"] is not None:
            options["anchor"] = found.plan.label(options["anchor"])
        stopped = _arena.play(found, options, lambda: _arena.rank_table(found.tally))
        path = write_files(found, options)
        if options["as_json"]:
            table = found.tally.as_json(options["anchor"])
            print_json({"league": found.id, "name": found.name, **table, "report": str(path), "stopped": stopped})
        else:
            show(found, options["anchor"], path, stopped)
    if stopped:
        raise click.exceptions.Exit(130)


def from_file(context: click.Context, path: str, options: dict[str, Any]) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The players of a league file, and the options with its settings where the command line gives none."""
    from orchard.play.league_file import read_league_file

    settings = read_league_file(path)
    players = tuple(settings.pop("players"))
    if "swap2" in settings:
        settings["swap2"] = "swap2" if settings["swap2"] else None
    named = {FILE_NAMES.get(key, key): value for key, value in settings.items()}
    unset = (None, click.core.ParameterSource.DEFAULT)
    return players, options | {n: value for n, value in named.items() if context.get_parameter_source(n) in unset}


def check_resumed(context: click.Context, players: tuple[str, ...]) -> None:
    """What a league plays was settled when it began."""
    if players:
        raise click.UsageError("--resume takes the settings of the league it resumes: give no players")
    for option in context.command.params:
        is_given = context.get_parameter_source(option.name or "") is click.core.ParameterSource.COMMANDLINE
        if is_given and option.name not in WHEN_RESUMED:
            raise click.UsageError(f"--resume takes the settings of the league it resumes: leave out {option.opts[0]}")


def opened(store: Store, id_or_name: str) -> League:
    from orchard.play.league import League

    if not id_or_name:
        found = League.open_newest(store)
    else:
        found = League.open(store, int(id_or_name) if id_or_name.isdecimal() else id_or_name)
    return found


def made(store: Store, players: tuple[str, ...], options: dict[str, Any]) -> League:
    from orchard.play.league import League

    games = 20 if options["games"] is None else options["games"]
    kind = "gauntlet" if options["gauntlet"] else options.get("kind", "round_robin")
    plan = _arena.plan_of(players, {**options, "games": games}, kind)
    if options["anchor"] is not None:
        plan.label(options["anchor"])
    return League.create(store, plan, name=options["name"])


def write_files(league: League, options: dict[str, Any]) -> Path:
    """The report, and the plot if asked for; says where the report is."""
    from orchard.play.database import data_folder
    from orchard.play.report import rating_plot, report, shown_ratings

    tally, anchor = league.tally, options["anchor"]
    path = Path(options["report_path"] or data_folder() / "reports" / f"league-{league.plan.run}.html")
    write(path, report(league.name, tally, league.games(), anchor))
    if options["plot_path"]:
        write(Path(options["plot_path"]), rating_plot(shown_ratings(tally, anchor)) + "\n")
    return path


def show(league: League, anchor: str | None, path: Path, stopped: bool) -> None:
    tally, out = league.tally, wide_console()
    out.print(_arena.rank_table(tally, anchor))
    out.print()
    out.print(_arena.cross_table(tally))
    out.print()
    for line in _arena.fault_lines(league):
        out.print(line, soft_wrap=True)
    out.print(f"{_arena.kept_line(league, stopped)}; report: {path}", style="dim", soft_wrap=True)


def write(path: Path, text: str) -> None:
    """The text in place of what the file held; where that fails, the file is as before."""
    from orchard.core.errors import OptionError
    from orchard.core.files import written_whole

    try:
        with written_whole(path) as partial:
            try:
                partial.write_text(text, encoding="utf-8")
            except OSError:
                partial.unlink(missing_ok=True)
                raise
    except OSError as error:
        raise OptionError(f"cannot write {path}: {error.strerror}; the games are safe in the database") from None
