"""orchard think: a search step by step, in words or as JSON."""

from dataclasses import replace

import click

import orchard
from orchard.shells.commands._common import json_option, position_argument, print_json
from orchard.shells.commands._search import ready_player, search_options


@click.command()
@position_argument
@search_options
@click.option("--depth", type=click.IntRange(1, 64), help="Plies to search, for minimax and alpha-beta.")
@click.option("--plies", type=click.IntRange(1, 64), default=64, help="Plies to go through step by step; default: all.")
@click.option("--steps", type=click.IntRange(1), default=5000, show_default=True, help="Steps to record.")
@click.option("--order", default="", metavar="MOVES", help="Root moves to try first, 'f4 d3', for searches by plies.")
@click.option("--first", type=click.IntRange(1), default=1, show_default=True, help="First step to print.")
@click.option("--count", type=click.IntRange(1), default=40, show_default=True, help="Steps to print.")
@json_option
def think(
    position: orchard.Position,
    spec: str,
    limits: orchard.Limits,
    depth: int | None,
    plies: int,
    steps: int,
    order: str,
    first: int,
    count: int,
    as_json: bool,
) -> None:
    """Follow a player's search step by step. Says what it looks at, compares and skips, and why.

    The steps are those of the search that plays: its move, value and number of nodes are what `orchard move` answers
    with the same limits.

    \b
    Examples:
      orchard think reversi --moves f5d6c3 --player alphabeta --depth 3
      orchard think tic_tac_toe --player uct --playouts 100 --count 400
    """
    from orchard.core.interrupts import stop_on_interrupt
    from orchard.shells.interrupt import interruptible

    if position.is_over:
        raise click.UsageError("the game is over: there is nothing to search")
    with ready_player(spec, position.game) as player, stop_on_interrupt(limits.stop):
        if limits.seconds is not None:
            raise click.UsageError("a clock would give other steps every time: use --depth, --nodes or --playouts")
        asked = replace(limits, depth=depth, order=tuple(order.lower().split()))
        trace = interruptible(lambda: player.trace(position, asked, plies, steps), limits.stop)
    if as_json:
        print_json(trace.as_json())
    else:
        for number, sentence in enumerate(trace.sentences(), 1):
            if first <= number < first + count or number == len(trace.steps):
                click.echo(f"{number:5}  {sentence}")
        left = len(trace.steps) - first - count
        if left > 0:
            click.echo(f"orchard: {left:,} more steps before the last: --first {first + count}, --count", err=True)
    if limits.stop.is_set():
        click.echo("orchard: stopped", err=True)
        raise click.exceptions.Exit(130)
