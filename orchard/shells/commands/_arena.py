"""What match, sprt and league share: their options, the live view, and the tables at the end."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.core.game import WHITE
from orchard.shells.commands._common import json_option, option_group, plain_table
from orchard.shells.commands._rules import rules_of, rules_options, swap2_option

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from orchard.play.league import League, Plan
    from orchard.play.setup import Rules
    from orchard.play.tally import Tally

PLAIN_EVERY_S = 10.0  # between lines of progress where there is no terminal
LIVE_EVERY_S = 0.2
LIMITS = ("seconds_per_move", "seconds_per_game", "nodes", "playouts", "depth")

game_option = click.option(
    "--game", "game_name", metavar="GAME", default=orchard.games()[0], show_default=True, help="See orchard games."
)
names_option = click.option(
    "--name",
    "called",
    metavar="NAME",
    multiple=True,
    help="Name of A in tables; a second one is B's. NAME=SPEC does the same.",
)
playing_options = option_group(
    rules_options,
    swap2_option,
    click.option(
        "--openings",
        metavar="FILE|random:PLIES",
        help="Transcripts or board texts, one per line; or random.  [default: balanced openings]",
    ),
    click.option(
        "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of openings and players."
    ),
    click.option(
        "--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Worker processes on this machine."
    ),
    click.option(
        "--cluster", metavar="ADDRESS", help="Play on the workers of this Dask scheduler, e.g. tcp://HOST:8786."
    ),
    click.option("--db", metavar="URL", help="Database: a file, or postgresql://user@host/name."),
    json_option,
)


def plan_of(players: Sequence[str], options: Mapping[str, Any], kind: Any = "round_robin") -> Plan:
    """The plan that the options of a command describe."""
    from orchard.play.league import Plan

    players, names = named(players, options.get("called", ()))
    names = options.get("names") or names
    game, games, rules = options["game_name"], options["games"], arena_rules(players, options)
    return Plan.make(
        game, players, games, rules=rules, openings=options["openings"], seed=options["seed"], kind=kind, names=names
    )


def named(players: Sequence[str], called: Sequence[str] = ()) -> tuple[list[str], tuple[str, ...]]:
    """The specs, and the names: those of `called` for the first of them, others as in NAME=SPEC; () without a name."""
    from orchard.play.names import short_names

    if len(called) > len(players):
        raise click.UsageError(f"--name: {len(called)} names for {len(players)} players")
    found = [re.fullmatch(r"(?:([^=:]+)=)?(.*)", player, re.DOTALL) for player in players]
    parts = [(entry[1], entry[2]) for entry in found if entry is not None]
    parts = [(name, spec) for name, (_, spec) in zip(called, parts, strict=False)] + parts[len(called) :]
    specs = [spec for _, spec in parts]
    if not any(name for name, _ in parts):
        return specs, ()
    return specs, tuple(name or short for (name, _), short in zip(parts, short_names(specs), strict=True))


def arena_rules(players: Sequence[str], options: Mapping[str, Any]) -> Rules:
    """The referee's rules. Without a limit our players keep to their own settings; bots get the game's usual clock."""
    from dataclasses import replace

    from orchard.players import is_program

    if options["playouts"] is not None and options["nodes"] is not None:
        raise click.UsageError("give --playouts or --nodes, not both: each limits the work per move")
    rules = rules_of(options["game_name"], options)
    is_limited = any(options[name] is not None for name in LIMITS)
    if is_limited or any(map(is_program, players)):
        return rules
    return replace(rules, seconds_per_move=None)


def games_at_once(players: Sequence[str], jobs: int) -> int:
    """No more than cores where programs of others play: on a core shared by two games, both would lose time."""
    from orchard.play.cores import available_cores
    from orchard.players import is_program

    cores = len(available_cores()) or jobs
    if jobs > cores and any(map(is_program, players)):
        print(f"orchard: {cores} games at once instead of {jobs}: every bot gets a core of its own", file=sys.stderr)
        return cores
    return jobs


@contextmanager
def duel(a: str, b: str, options: Mapping[str, Any], purpose: str) -> Iterator[League]:
    """A new league of two players in the database of the options."""
    from orchard.play.league import League
    from orchard.play.store import Store

    plan = plan_of([a, b], options)
    with Store(options["db"]) as store:
        yield League.create(store, plan, purpose=purpose)


# ------------------------------------------------------------------------------------------ while it runs


class LeagueProgress:
    """Shows how far a league is: a live table with time left on a terminal, else a plain line now and then.

    It goes to stderr, so that stdout holds the result alone. Only games already in the database are shown.
    """

    def __init__(self, league: League, view: Callable[[], RenderableType]) -> None:
        self.league, self.view, self.total = league, view, league.plan.total
        self.begun, self.played_before = time.monotonic(), league.tally.played
        self.shown = self.begun
        self.live: Any = None

    @contextmanager
    def showing(self) -> Iterator[None]:
        if not sys.stderr.isatty():
            yield
            return
        from rich.console import Console
        from rich.live import Live

        screen = Console(stderr=True, highlight=False, markup=False)
        with Live(self._picture(), console=screen, auto_refresh=False, transient=True) as self.live:
            yield

    def update(self) -> None:
        now = time.monotonic()
        if now - self.shown < (LIVE_EVERY_S if self.live else PLAIN_EVERY_S):
            return
        self.shown = now
        if self.live:
            self.live.update(self._picture(), refresh=True)
        else:
            print(self.line(), file=sys.stderr, flush=True)

    def line(self) -> str:
        played, elapsed = self.league.tally.played, time.monotonic() - self.begun
        fresh = played - self.played_before
        left = "" if not fresh else f", {_clock(elapsed / fresh * (self.total - played))} left"
        return f"{played} of {self.total} games, {_clock(elapsed)} so far{left}"

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        below = Table.grid(padding=(0, 1))
        below.add_row(ProgressBar(total=self.total, completed=self.league.tally.played, width=30), self.line())
        return Group(self.view(), below)


def _clock(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def play(
    league: League,
    options: Mapping[str, Any],
    view: Callable[[], RenderableType],
    enough: Callable[[], bool] = lambda: False,
) -> bool:
    """Play what is left of a league; True when it was stopped by Ctrl-C. What is finished is in the store."""
    progress = LeagueProgress(league, view)
    jobs = options["jobs"] if options["cluster"] else games_at_once(league.plan.players, options["jobs"])
    games = league.play(jobs=jobs, cluster=options["cluster"])
    with progress.showing():
        try:
            for _ in games:
                progress.update()
                if enough():
                    break
        except KeyboardInterrupt:
            return True
        finally:
            games.close()  # type: ignore[attr-defined]
    return False


# ------------------------------------------------------------------------------------------ tables


def match_table(tally: Tally) -> Table:
    table = plain_table("player", ">wins", ">draws", ">losses", ">score", ">time a move", ">faults")
    score = tally.score()
    for at, label in enumerate(tally.plan.shown):
        mine = score if at == 0 else score.mirrored()
        counts = (str(mine.wins), str(mine.draws), str(mine.losses))
        share = "" if mine.share is None else f"{100 * mine.share:.1f} %"
        table.add_row(label, *counts, share, time_a_move(tally, at), faults(tally, at))
    return table


def rank_table(tally: Tally, anchor: str | None = None) -> Table:
    from orchard.play.rating import elo_text

    table = plain_table("", "player", ">Elo", ">95 % interval", ">games", ">score", ">time a move", ">faults")
    place = {label: at for at, label in enumerate(tally.plan.labels)}
    ratings = tally.ratings(anchor)
    several = any(rating.group for rating in ratings)
    for rank, rating in enumerate(ratings, 1):
        known = rating.games > 0
        table.add_row(
            str(rank),
            tally.plan.shown[place[rating.player]] + (f" (group {rating.group + 1})" if several else ""),
            elo_text(rating.elo) if known else "",
            f"{elo_text(rating.low)} to {elo_text(rating.high)}" if known else "unknown",
            str(rating.games),
            f"{100 * rating.score:.1f} %" if known else "",
            time_a_move(tally, place[rating.player]),
            faults(tally, place[rating.player]),
        )
    return table


def cross_table(tally: Tally) -> Table:
    place = {label: at for at, label in enumerate(tally.plan.labels)}
    order = [place[rating.player] for rating in tally.ratings()]
    table = plain_table("", "points", *(f">{rank}" for rank in range(1, len(order) + 1)))
    for rank, one in enumerate(order, 1):
        cells = []
        for two in order:
            score = None if one == two else tally.between(one, two)
            cells.append("·" if score is None else f"{score.points:g}/{score.games}")
        table.add_row(str(rank), tally.plan.shown[one], *cells)
    return table


def time_a_move(tally: Tally, player: int) -> str:
    seconds = tally.seconds_per_move(player)
    if seconds is None:
        return ""
    return f"{seconds:.2f} s" if seconds >= 0.1 else f"{1000 * seconds:.2f} ms"


def faults(tally: Tally, player: int) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in tally.faults(player).items()) or "none"


def fault_lines(league: League) -> Iterator[str]:
    """The first fault of each player, in words, and where to see more of it."""
    labels, told = league.plan.shown, set[int]()
    if not any(league.tally.faults(at) for at in range(len(labels))):
        return
    for record in league.games():
        if record.fault is None:
            continue
        at = league.plan.colors(league.plan.number(record), record)[record.fault.player == WHITE]
        if at not in told:
            told.add(at)
            yield f"{labels[at]}: {record.verdict}: {record.fault.reason}; see orchard games show {record.id}"


def elo_line(tally: Tally) -> str:
    labels, estimate, pairs = tally.plan.shown, tally.elo(), tally.pentanomial()
    counted = "1 pair" if sum(pairs) == 1 else f"{sum(pairs)} pairs"
    return (
        f"Elo of {labels[0]} over {labels[1]}: {estimate}"
        f"  (95 %, from {counted}: {' '.join(map(str, pairs))} with 0 ½ 1 1½ 2 points)"
    )


def kept_line(league: League, stopped: bool) -> str:
    tally = league.tally
    played = f"stopped after {tally.played} of {tally.plan.total}" if stopped else f"{tally.played}"
    return f"{played} games, kept as league {league.id} ({league.name}) in {league.store.database.shown}"
