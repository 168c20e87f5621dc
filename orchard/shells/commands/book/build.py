"""orchard book build: grow a book where both sides lose least."""

from pathlib import Path
from typing import Any

import click

import orchard
from orchard.core.interrupts import stop_on_interrupt
from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.book import growth_options, opened, order_of, searching, told


@click.command()
@growth_options
@click.option("--positions", type=click.IntRange(1), default=1000, show_default=True, help="How many it is to have.")
@click.option("--minutes", type=click.FloatRange(0, min_open=True), help="Stop after this time.")
@click.option("--ply-cost", type=click.FloatRange(0), help="What a ply costs against lost points: more grows wider.")
@json_option
def build(
    game: orchard.Game,
    file: Path,
    positions: int,
    minutes: float | None,
    ply_cost: float | None,
    lines: int,
    empty: bool,
    jobs: int,
    cluster: str | None,
    as_json: bool,
    **asked: Any,
) -> None:
    """Grow the book FILE where both sides lose least. A new file begins with the shipped book.

    A stopped run, also one that was killed, is resumed by the same command: nothing is searched twice.

    \b
    Examples:
      orchard book build reversi my.book --positions 5000 --depth 20 --jobs 4
      orchard book build gomoku mine.book --empty --nodes 200000 --minutes 30
    """
    from orchard.study.book_growth import grow

    order = order_of(game, asked, lines)
    with opened(game, file, order, empty) as book, searching(order, jobs, cluster) as work:
        before, stop = len(book), orchard.Limits().stop
        with stop_on_interrupt(stop), told(f"growing {file}", positions) as tell:
            seconds = float("inf") if minutes is None else 60 * minutes
            grow(
                book,
                work,
                positions,
                ply_cost=ply_cost,
                seconds=seconds,
                stop=stop,
                on_growth=lambda grown, _: tell(len(grown)),
            )
        answer = {"file": str(file), "positions": len(book), "new": len(book) - before}
    if as_json:
        print_json(answer)
    else:
        click.echo(f"{file}: {answer['positions']:,} positions, {answer['new']:,} of them new")
    if stop.is_set():
        click.echo("orchard: stopped", err=True)
        raise click.exceptions.Exit(130)
