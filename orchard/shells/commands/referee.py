"""orchard referee: one game under the referee; also reproduces a fault."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import game_argument, json_option, print_json
from orchard.shells.commands._rules import rules_of, rules_options, swap2_option

if TYPE_CHECKING:
    from orchard.play.record import Fault, GameRecord, MoveRecord


@click.command()
@game_argument
@click.option("--black", required=True, metavar="SPEC", help="Player of black, e.g. random or file:bot.py.")
@click.option("--white", required=True, metavar="SPEC", help="Player of white.")
@click.option("--start", default="", metavar="TEXT", help="Begin from this board text.")
@click.option("--opening", default="", metavar="MOVES", help="Moves played before the clocks start.")
@click.option("--replay", default="", metavar="MOVES", help="Moves to play instead of the players' answers.")
@click.option("--seed", default=0, help="Seed; with limits on work instead of seconds it repeats the game.")
@rules_options
@swap2_option
@json_option
def referee(game: orchard.Game, as_json: bool, **options: Any) -> None:
    """Play one game under the referee, with its clocks and verdicts.

    If a player loses by a fault, the output has everything needed to reproduce it: the position, the clock, what the
    bot wrote to stderr, its traceback, and the command that shows the fault again.

    \b
    Examples:
      orchard referee reversi --black file:bot.py --white random --seconds 5
      orchard referee reversi --black "gtp:gtp-rhino -l 3" --white random --seed 7
    """
    from orchard.play.referee import GameSetup, play_game

    own = {name: options[name] for name in ("black", "white", "opening", "replay", "seed")}
    start, rules = options["start"].strip(), rules_of(game.name, options)
    setup = GameSetup(id="game", game=game.name, start=start, rules=rules, **own)

    def show(position: orchard.Position, record: MoveRecord) -> None:
        mover = "black" if position.to_move == "white" else "white"
        refused = f"  after {', '.join(record.refused)}" if record.refused else ""
        value = "" if record.value is None else f"  {record.value:+.2f}"
        click.echo(f"{position.ply:3} {mover} {record.move:4} {record.seconds:8.3f} s{value}{refused}")

    record = play_game(setup, on_move=None if as_json else show)
    if as_json:
        print_json(record.as_json())
    else:
        report(record)


def report(record: GameRecord) -> None:
    result = f"{record.winner} wins" if record.winner else "a draw"
    verdict = "" if record.verdict == "normal" else f" ({record.verdict})"
    click.echo(f"{result}, score {record.score:+d} for black{verdict}")
    for color in ("black", "white"):
        if color in record.versions:
            click.echo(f"{color}: {record.versions[color]}")
        if color in record.output:
            click.echo(f"{color} printed:\n{record.output[color].rstrip()}")
    if record.fault:
        print_fault(record.fault)


def print_fault(fault: Fault) -> None:
    """The failure bundle, for people."""
    click.echo(click.style(f"\n{fault.player} lost by {fault.verdict}", bold=True) + f": {fault.reason}")
    click.echo(f"position: {fault.position}")
    clock = "no limit" if fault.clock_seconds is None else f"{fault.clock_seconds:.3f} s"
    used = "failed before its first move" if fault.used_seconds is None else f"used {fault.used_seconds:.3f} s"
    click.echo(f"clock: {clock}; {used}")
    for title, text in (("traceback", fault.traceback), ("stderr", fault.stderr)):
        if text.strip():
            click.echo(f"{title}:\n{text.rstrip()}")
    click.echo(f"to reproduce: {fault.command}")
