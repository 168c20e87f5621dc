"""orchard check: is a bot ready for a tournament?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import GameArgument, console, json_option, print_json
from orchard.shells.commands._rules import rules_of, rules_options

if TYPE_CHECKING:
    from orchard.play.check import Finding


@click.command()
@click.argument("bot")
@click.option("--game", type=GameArgument(), default=orchard.games()[0], show_default=True, help="The game it plays.")
@click.option("--seed", default=0, help="Another seed, other full games.")
@rules_options
@json_option
def check(bot: str, game: orchard.Game, seed: int, as_json: bool, **given: Any) -> None:
    """Test a bot before a tournament: BOT is its file, or a player such as gtp:COMMAND.

    Finds what the file offers, asks it in the positions where bots usually fail (opening, middle, a pass, the last
    move, no move) and has it play two whole games, all under the referee that leagues use. Ends with 0 when
    everything passed, with 2 when not.

    \b
    Example:
      orchard check bot.py --game reversi --seconds 5
    """
    from orchard.play.check import check_bot

    spec = bot if ":" in bot and bot.partition(":")[0] in orchard.players() else f"file:{bot}"
    rules = rules_of(game.name, given)
    findings = check_bot(spec, game.name, rules, seed=seed, on_finding=None if as_json else show)
    passed = all(finding.passed for finding in findings)
    if as_json:
        listed = [finding.as_json() for finding in findings]
        print_json({"bot": spec, "game": game.name, "passed": passed, "checks": listed})
    else:
        conclude(bot, game, findings)
    if not passed:
        raise click.exceptions.Exit(2)


def show(finding: Finding) -> None:
    out = console()
    out.print("[green]passed[/]" if finding.passed else "[bold red]FAILED[/]", end=" ")
    out.print(f"{finding.name:18} {finding.words}", soft_wrap=True, markup=False)
    if finding.fault:
        for text in (finding.fault.traceback, finding.fault.stderr):
            if text.strip():
                indented = "\n".join("         " + line for line in text.rstrip().splitlines()[-12:])
                out.print(indented, soft_wrap=True, markup=False)
        out.print(f"       see it again: {finding.fault.command}", soft_wrap=True, markup=False)


def conclude(bot: str, game: orchard.Game, findings: list[Finding]) -> None:
    click.echo(f"bot    {findings[-1].bot}")
    failed = sum(not finding.passed for finding in findings)
    slowest = max(finding.slowest_s for finding in findings)
    if failed:
        click.echo(f"{bot} is not ready for {game.title}: {failed} of {len(findings)} checks failed")
    else:
        click.echo(f"{bot} is ready for {game.title}: {len(findings)} checks passed, slowest move {slowest:.3f} s")


COMMAND = check
