"""orchard compare: one position, several searches, side by side."""

from __future__ import annotations

import math
from dataclasses import asdict

import click

import orchard
from orchard.shells.commands._common import json_option, print_json, wide_console
from orchard.shells.interrupt import interruptible

BAR = 16
DECADES = 4  # the bar begins at one part in 10,000 of the most nodes


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME] [WAY]...")
@click.option("--position", "text", metavar="TEXT", help="Board text to search; a middle game sample if left out.")
@click.option("--moves", metavar="TRANSCRIPT", help="Replay these moves from the start instead, e.g. f5d6c3.")
@click.option("--depth", default=6, show_default=True, type=click.IntRange(1, 60), help="Plies to look ahead.")
@click.option("--eval", "judge", help="The evaluation at the leaves; by default the game's own.")
@json_option
def compare(
    names: tuple[str, ...], text: str | None, moves: str | None, depth: int, judge: str | None, as_json: bool
) -> None:
    """Search one position in several ways: nodes, time, best move, value.

    A WAY is minimax, alphabeta or negascout; the last two also with helps switched on or off, as in alphabeta+table
    or negascout-ordering. The helps are scout, table, history, ordering and deepening; negascout has them all.
    Without a WAY the whole pruning story is told. Without a GAME it is Reversi.

    \b
    Examples:
      orchard compare minimax alphabeta negascout --depth 6
      orchard compare reversed_reversi alphabeta alphabeta+history --eval matrix --depth 7
    """
    from orchard.games import evaluation, offer
    from orchard.shells.commands._common import position_of
    from orchard.study.compare import STORY
    from orchard.study.compare import compare as search_in_ways

    game = orchard.game(orchard.games()[0])
    if names and names[0].partition(":")[0].lower().replace("-", "_") in orchard.games():
        game, names = orchard.game(names[0]), names[1:]
    sample = offer(game.base_name, "sample")
    position = position_of(game, text, moves if moves or text or sample is None else sample.transcript(game))
    judge = judge or game.evaluation
    rows = interruptible(lambda: search_in_ways(position, names or STORY, depth, evaluation(judge)))
    if as_json:
        print_json(
            {"game": game.name, "position": position.text, "depth": depth, "ways": [asdict(row) for row in rows]}
        )
        return
    from rich.table import Table

    most = max(row.nodes for row in rows)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("way", "nodes", "share", "ms", "best", "value"):
        table.add_column(column, justify="left" if column in ("way", "best") else "right", no_wrap=True)
    table.add_column("share, log scale", no_wrap=True)
    for row in rows:
        table.add_row(
            row.name,
            f"{row.nodes:,}",
            f"{row.nodes / most:.1%}",
            f"{row.seconds * 1000:,.1f}",
            row.move,
            f"{row.value:g}",
            bar(1 + math.log10(row.nodes / most) / DECADES),
        )
    out = wide_console()
    out.print(f"{position.game.title}, depth {depth}, {judge}: {position.text}", soft_wrap=True)
    out.print(table)


def bar(share: float) -> str:
    """A bar of whole and eighth characters."""
    eighths = max(1, round(share * BAR * 8))
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]


COMMAND = compare
