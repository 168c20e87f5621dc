"""orchard check: is a bot ready for a tournament?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import GameArgument, json_option, print_json
from orchard.shells.commands._rules import rules_of, rules_options

if TYPE_CHECKING:
    from orchard.play.check import Finding


@click.command()
@click.argument("bot")
@click.option("--game", type=GameArgument(), default=orchard.games()[0], show_default=True, help="The game it plays.")
@click.option("--seed", default=0, help="Seed of the games.")
@rules_options
@json_option
def check(bot: str, game: orchard.Game, seed: int, as_json: bool, **options: Any) -> None:
    """Test a bot before a tournament. BOT is its file, or a player such as gtp:COMMAND.

    Looks for what the file offers, asks for a move in the positions where bots usually fail (such as a pass or the last
    move), and plays two games, each to its end or until the bot has used 10 seconds, all under the same referee as
    leagues. Also lists what the bot asked for and was denied by the sandbox: files, network, programs. The exit code
    is 0 if every check passed, else 2.

    \b
    Example:
      orchard check bot.py --game reversi --seconds 5
    """
    from orchard.play.check import check_bot, denied_in

    spec = bot if ":" in bot and bot.partition(":")[0] in orchard.players() else f"file:{bot}"
    rules = rules_of(game.name, options)
    findings = check_bot(spec, game.name, rules, seed=seed, on_finding=None if as_json else show)
    passed = all(finding.passed for finding in findings)
    if as_json:
        listed = [finding.as_json() for finding in findings]
        denied = [{"kind": kind, "what": what} for kind, what in denied_in(findings)]
        print_json({"bot": spec, "game": game.name, "passed": passed, "checks": listed, "denied": denied})
    else:
        conclude(bot, game, findings)
    if not passed:
        raise click.exceptions.Exit(2)


def show(finding: Finding) -> None:
    passed = click.style("passed", fg="green") if finding.passed else click.style("FAILED", fg="red", bold=True)
    click.echo(f"{passed} {finding.name:18} {finding.words}")
    if finding.fault:
        for text in (finding.fault.traceback, finding.fault.stderr):
            for line in text.rstrip().splitlines()[-12:]:
                click.echo(f"         {line}")
        click.echo(f"       to reproduce: {finding.fault.command}")


DENIED = {
    "read": "read",
    "write": "write",
    "run": "run the program",
    "network": "connect to",
    "socket": "connect to",
}


def conclude(bot: str, game: orchard.Game, findings: list[Finding]) -> None:
    from orchard.play.check import denied_in

    click.echo(f"bot    {findings[-1].bot}")
    for note in dict.fromkeys(note for finding in findings for note in finding.notes):
        click.echo(f"note   {note}")
    for kind, what in denied_in(findings):
        click.echo(f"denied {DENIED[kind]} {what}")
    failed = sum(not finding.passed for finding in findings)
    slowest = max(finding.slowest_s for finding in findings)
    if failed:
        click.echo(f"{bot} is not ready for {game.title}: {failed} of {len(findings)} checks failed")
    else:
        click.echo(f"{bot} is ready for {game.title}: {len(findings)} checks passed, slowest move {slowest:.3f} s")
