"""orchard perft: count the leaves of the game tree, a test of the rules."""

import time

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, position_of, print_json
from orchard.shells.interrupt import interruptible


@click.command()
@game_argument
@click.argument("depth", type=click.IntRange(0, 30))
@click.option("--position", "text", metavar="TEXT", help="Count from this board text.  [default: the start]")
@click.option("--moves", metavar="TRANSCRIPT", help="Count from the position after these moves.")
@json_option
def perft(game: orchard.Game, depth: int, text: str | None, moves: str | None, as_json: bool) -> None:
    """Count the leaves of the game tree at DEPTH.

    A pass is a ply. A game that ended earlier counts as the published tables of that game count it: as one leaf in
    Reversi and Gomoku, not at all in Connect Four and tic-tac-toe.

    \b
    Example:
      orchard perft reversi 9
    """
    position = position_of(game, text, moves)
    game.perft(position, 1)  # the kernel is loaded or compiled before the clock starts
    started = time.perf_counter()
    leaves = interruptible(lambda: game.perft(position, depth))
    seconds = time.perf_counter() - started
    if as_json:
        print_json({"game": game.name, "depth": depth, "leaves": leaves, "seconds": round(seconds, 6)})
    else:
        click.echo(
            f"{game.name} depth {depth}: {leaves:,} leaves in {seconds:.3f} s ({leaves / seconds / 1e6:,.0f} M/s)"
        )
