"""orchard bench: prove the answer first, then time it."""

from __future__ import annotations

import time
from typing import Any

import click

import orchard
from orchard.core.errors import OptionError
from orchard.shells.commands._common import console, json_option, print_json

# (game, depth, leaves): counts published for Reversi; for Gomoku 225·224·223, since nobody can have five yet
PERFT = (("reversi", 11, 212_258_800), ("reversed_reversi", 11, 212_258_800), ("gomoku", 3, 11_239_200))
RANDOM_GAMES = (("reversi", 200_000), ("reversed_reversi", 200_000), ("gomoku", 100_000))


@click.command()
@click.argument("what", required=False)
@click.option(
    "--repeat", default=5, show_default=True, type=click.IntRange(1, 100), help="Timings per line; the median counts."
)
@json_option
def bench(what: str | None, repeat: int, as_json: bool) -> None:
    """Time the kernels on one thread.

    Perft and random games of each game; each count is asserted before its rate is shown.
    WHAT narrows it down: perft or playouts.

    \b
    Example:
      orchard bench perft --repeat 3
    """
    parts = {"perft": perft_rates, "playouts": playout_rates}
    if what is not None and what not in parts:
        raise OptionError(f"no benchmark {what!r}; there are {', '.join(parts)}")
    rows = [row for name, part in parts.items() if what in (None, name) for row in part(repeat)]
    if as_json:
        print_json(rows)
        return
    from rich.table import Table

    table = Table("what", "game", "count", "seconds", "rate", box=None, header_style="bold")
    for row in rows:
        rate = f"{row['rate'] / 1e6:,.1f} M/s" if row["rate"] > 1e7 else f"{row['rate']:,.0f} /s"
        table.add_row(row["what"], row["game"], f"{row['count']:,}", f"{row['seconds']:.3f}", rate)
    console().print(table)


def median_seconds(work: Any, repeat: int) -> float:
    times = []
    for _ in range(repeat):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return sorted(times)[len(times) // 2]


def perft_rates(repeat: int) -> list[dict[str, Any]]:
    rows = []
    for name, depth, leaves in PERFT:
        game = orchard.game(name)
        counted = game.perft(game.start(), depth)
        if counted != leaves:
            raise AssertionError(f"{name} perft {depth} is {counted}, not {leaves}: the rules are broken")
        seconds = median_seconds(lambda g=game, d=depth: g.perft(g.start(), d), repeat)
        rows.append(
            {"what": f"perft {depth}", "game": name, "count": leaves, "seconds": seconds, "rate": leaves / seconds}
        )
    return rows


def playout_rates(repeat: int) -> list[dict[str, Any]]:
    rows = []
    for name, games in RANDOM_GAMES:
        game = orchard.game(name)
        if sum(game.random_games(game.start(), 1000, seed=1)) != 1000:
            raise AssertionError(f"{name}: 1000 random games did not give 1000 results")
        seconds = median_seconds(lambda g=game, n=games: g.random_games(g.start(), n, seed=1), repeat)
        rows.append({"what": "random games", "game": name, "count": games, "seconds": seconds, "rate": games / seconds})
    return rows


COMMAND = bench
