"""orchard match: two players, many games, and how sure the result is."""

from typing import Any

import click

from orchard.shells.commands import _arena
from orchard.shells.commands._common import print_json, wide_console


@click.command()
@click.argument("a")
@click.argument("b")
@_arena.game_option
@click.option(
    "--games",
    type=int,
    default=100,
    show_default=True,
    help="Number of games; even, since each opening is played twice.",
)
@_arena.names_option
@_arena.playing_options
def match(a: str, b: str, as_json: bool, **options: Any) -> None:
    """Player A against player B.

    Each opening is played twice with colours swapped. The result is A's wins, draws and losses, and its Elo advantage
    with a 95 % interval from the pairs. Without a limit, players keep to their own settings; if one is a bot, both have
    the game's usual time per move (60 s; 5 s in Reversed Reversi). Ctrl-C keeps and shows the finished games;
    `orchard league --resume` plays the rest.

    \b
    Example:
      orchard match apple:playouts=500 greedy --game reversi --games 100 --seed 1 --jobs 2
    """
    with _arena.duel(a, b, options, "match") as league:
        stopped = _arena.play(league, options, lambda: _arena.match_table(league.tally))
        tally, score = league.tally, league.tally.score()
        if as_json:
            print_json(
                {
                    "league": league.id,
                    **tally.as_json(),
                    "wins": score.wins,
                    "draws": score.draws,
                    "losses": score.losses,
                    "score": score.share,
                    **tally.elo().as_json(),
                    "pentanomial": list(tally.pentanomial()),
                    "stopped": stopped,
                }
            )
        else:
            out = wide_console()
            out.print(_arena.match_table(tally))
            for line in _arena.fault_lines(league):
                out.print(line, soft_wrap=True)
            out.print(_arena.elo_line(tally), soft_wrap=True)
            out.print(_arena.kept_line(league, stopped), style="dim", soft_wrap=True)
    if stopped:
        raise click.exceptions.Exit(130)
