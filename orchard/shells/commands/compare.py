"""orchard compare: one position, several searches, side by side."""

import math
from dataclasses import asdict

import click

import orchard
from orchard.shells.commands._common import json_option, plain_table, position_of, print_json, wide_console
from orchard.shells.interrupt import interruptible

BAR = 16
MOST_LEAVES = 20_000_000  # of the tree that minimax searches where no depth is given
DECADES = 4  # the bar begins at one part in 10,000 of the most nodes


@click.command()
@click.argument("names", nargs=-1, metavar="[GAME] [WAY]...")
@click.option("--position", "text", metavar="TEXT", help="Board text to search.  [default: a sample middle game]")
@click.option("--moves", metavar="TRANSCRIPT", help="Search the position after these moves, e.g. f5d6c3.")
@click.option(
    "--depth", type=click.IntRange(1, 60), help="Plies to look ahead.  [default: 6, less where there are many moves]"
)
@click.option("--eval", "judge", help="Evaluation at the leaves.  [default: the game's own]")
@json_option
def compare(
    names: tuple[str, ...], text: str | None, moves: str | None, depth: int | None, judge: str | None, as_json: bool
) -> None:
    """Search one position in several ways. Prints nodes, time, best move and value.

    A WAY is minimax, alphabeta or negascout; the last two also with techniques switched on or off, as in
    alphabeta+table or negascout-ordering. The techniques are scout, table, history, ordering and deepening; negascout
    uses all of them. The default is a list from plain minimax to negascout; the default GAME is Reversi.

    \b
    Examples:
      orchard compare minimax alphabeta negascout --depth 6
      orchard compare reversed_reversi alphabeta alphabeta+history --eval matrix --depth 7
    """
    from orchard.games import evaluation, offer
    from orchard.study.compare import STORY
    from orchard.study.compare import compare as search_in_ways

    game = orchard.game(orchard.games()[0])
    if names and names[0].partition(":")[0].lower().replace("-", "_") in orchard.games():
        game, names = orchard.game(names[0]), names[1:]
    sample = offer(game.base_name, "sample")
    position = position_of(game, text, moves if moves or text or sample is None else sample.transcript(game))
    judge = judge or game.evaluation
    depth = depth or feasible_depth(len(position.legal()))
    rows = interruptible(lambda: search_in_ways(position, names or STORY, depth, evaluation(judge)))
    if as_json:
        print_json(
            {"game": game.name, "position": position.text, "depth": depth, "ways": [asdict(row) for row in rows]}
        )
        return
    most = max(row.nodes for row in rows)
    table = plain_table("way", ">nodes", ">share", ">ms", "best", ">value", "share, log scale", no_wrap=True)
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


def feasible_depth(moves: int) -> int:
    """The depth that plain minimax reaches in a moment with this number of moves at each node."""
    return next((depth for depth in range(6, 1, -1) if moves**depth <= MOST_LEAVES), 1)


def bar(share: float) -> str:
    """A bar of whole and eighth characters."""
    eighths = max(1, round(share * BAR * 8))
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]
