"""orchard sprt: is A stronger than B? Plays until the evidence is enough."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from orchard.shells.commands import _arena
from orchard.shells.commands._common import print_json, wide_console

if TYPE_CHECKING:
    from rich.console import RenderableType

    from orchard.play.league import League
    from orchard.play.sprt import SequentialTest, SprtState

ANSWERS = {
    "H1": "yes: {a} is stronger than {b} by about {elo1:g} Elo or more (H1, wrong at most {alpha:.0%} of the time)",
    "H0": "no: {a} is not stronger than {b} by more than about {elo0:g} Elo (H0, wrong at most {beta:.0%} of the time)",
    None: "undecided after {games} games: play more with a larger --games",
    "stopped": "undecided: stopped after {games} of {total} games",
}


@click.command()
@click.argument("a")
@click.argument("b")
@_arena.game_option
@click.option("--elo0", type=float, default=0.0, show_default=True, help="A's advantage if H0 is true.")
@click.option("--elo1", type=float, default=10.0, show_default=True, help="A's advantage if H1 is true.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance to say H1 when H0 is true.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance to say H0 when H1 is true.")
@click.option("--games", type=int, default=10000, show_default=True, help="Maximum number of games; even.")
@_arena.names_option
@_arena.playing_options
def sprt(a: str, b: str, as_json: bool, **options: Any) -> None:
    """Play A against B until it is clear whether A is stronger.

    A sequential probability ratio test on pairs of games: H0 "A is elo0 stronger" against H1 "A is elo1 stronger".
    Pairs count in the order of their numbers, so more processes give the same answer. The Elo of a test that
    stopped early flatters the winner: to measure, play a match.

    \b
    Example:
      orchard sprt apple:playouts=800 apple:playouts=500 --game reversi --elo0 0 --elo1 50 --jobs 2
    """
    from orchard.play.sprt import SequentialTest

    test = SequentialTest({name: options[name] for name in ("elo0", "elo1", "alpha", "beta")})
    with _arena.duel(a, b, options, "sprt") as league:
        stopped = _arena.play(league, options, lambda: view(league, test), lambda: test.decided(league.tally))
        if test.state.decision:
            league.finish()
        if as_json:
            print_json(result(league, test, stopped))
        else:
            show(league, test, stopped)
    if stopped:
        raise click.exceptions.Exit(130)


def view(league: League, test: SequentialTest) -> RenderableType:
    """What is shown while it runs."""
    from rich.console import Group

    return Group(_arena.match_table(league.tally), llr_line(test.state))


def result(league: League, test: SequentialTest, stopped: bool) -> dict[str, Any]:
    return {
        "league": league.id,
        "games": league.tally.played,
        "pairs": test.pairs,
        "pentanomial": test.counts,
        "elo0": test.hypotheses["elo0"],
        "elo1": test.hypotheses["elo1"],
        **test.state.as_json(),
        "stopped": stopped,
    }


def show(league: League, test: SequentialTest, stopped: bool) -> None:
    plan, decision = league.plan, test.state.decision
    facts = {"a": plan.shown[0], "b": plan.shown[1], "games": league.tally.played, "total": plan.total}
    answer = ANSWERS["stopped" if stopped and not decision else decision].format(**facts, **test.hypotheses)
    out = wide_console()
    out.print(_arena.match_table(league.tally))
    out.print(llr_line(test.state))
    out.print(f"{answer}; {test.pairs} pairs counted", soft_wrap=True)
    out.print(_arena.kept_line(league, stopped), style="dim", soft_wrap=True)


def llr_line(state: SprtState) -> str:
    return f"log likelihood ratio {state.llr:+.2f} between {state.lower:+.2f} (H0) and {state.upper:+.2f} (H1)"
