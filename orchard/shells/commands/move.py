"""orchard move: the move of a player, with its statistics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

import orchard
from orchard.shells.commands._common import console, json_option, plain_table, position_argument, print_json
from orchard.shells.commands._search import depth_table, ready_player, search_options

if TYPE_CHECKING:
    from rich.table import Table

BAR_WIDTH = 24


@click.command()
@position_argument
@search_options
@click.option("--depth", type=int, help="Maximum depth in plies.")
@json_option
def move(position: orchard.Position, spec: str, limits: orchard.Limits, depth: int | None, as_json: bool) -> None:
    """Ask a player for its move, with its values of the other moves. Ctrl-C returns the best move so far.

    TEXT is a board as in `orchard show`; without it, or with -, and without --moves it is the start of the game.

    \b
    Examples:
      orchard move reversi --moves f5d6c3 --player apple:difficulty=hard
      orchard move gomoku --moves h8h9i9 --player lines --json
    """
    from orchard.core.interrupts import stop_on_interrupt

    limits = replace(limits, depth=depth, progress=orchard.Progress())
    with ready_player(spec, position.game) as player, stop_on_interrupt(limits.stop):
        choice = player.choose(position, limits)
    if as_json:
        print_json({"game": position.game.name, "player": player.spec, "text": position.text, **choice.as_json()})
        return
    out = console()
    value = "" if choice.value is None else f", value {choice.value:.4g} for {position.to_move}"
    out.print(f"[bold]{choice.move}[/bold]{value}", soft_wrap=True)
    if len(choice.line) > 1:
        out.print(f"expects {' '.join(choice.line)}", soft_wrap=True)
    if choice.note:
        out.print(choice.note, soft_wrap=True, style="dim")
    if len(choice.moves) > 1:
        out.print(statistics_table(choice))
    if len(choice.depths) > 1:
        out.print()
        out.print(depth_table(choice.depths))


def statistics_table(choice: orchard.Choice) -> Table:
    """The moves it considered, the most visited first, each with its share as a bar."""
    most = max(stat.visits for stat in choice.moves)
    table = plain_table("move", "value", "visits", "")
    bounds = {"lower": "≥ ", "upper": "≤ "}
    for stat in choice.moves[:20]:
        value = "" if stat.value is None else f"{bounds.get(stat.bound or '', '')}{stat.value:.4g}"
        bar = "█" * round(BAR_WIDTH * stat.visits / most) if most else ""
        table.add_row(stat.move, value, f"{stat.visits:,}" if most else "", f"[green]{bar}[/green]")
    if len(choice.moves) > 20:
        table.add_row("...", "", "", f"and {len(choice.moves) - 20} more")
    return table
