"""orchard players: the players and their options."""

from typing import Any

import click

import orchard
from orchard.shells.commands._common import console, json_option, plain_table, print_json


@click.command()
@click.argument("name", required=False)
@json_option
def players(name: str | None, as_json: bool) -> None:
    """List the players with their options, or one by NAME.

    A player is named by a spec, NAME or NAME:OPTION=VALUE,OPTION=VALUE.

    \b
    Examples:
      orchard players
      orchard players apple
    """
    from orchard.players import player_class

    found = [describe(player_class(n)) for n in ([name] if name else orchard.players())]
    if as_json:
        print_json(found)
        return
    from rich.text import Text

    table = plain_table("player", "games", "what it is, and its options")
    for player in found:
        about = Text(player["summary"])
        for option in player["options"]:
            default = "" if option["default"] is None else f" = {shown(option['default'])}"
            about.append(f"\n  {option['name']}{default}", style="cyan")
            about.append(f"  {option['help']} ({option['range']})", style="dim")
        table.add_row(Text(player["name"], style="bold"), "\n".join(player["games"]), about)
    console().print(table)


def shown(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def describe(kind: type[orchard.Player]) -> dict[str, Any]:
    return {
        "name": kind.name,
        "games": [game for game in orchard.games() if kind.plays(orchard.game(game))],
        "summary": kind.summary,
        "takes_argument": kind.takes_argument,
        "options": [
            {
                "name": name,
                "default": option.default,
                "type": option.kind.__name__,
                "range": option.range(),
                "low": option.low,
                "high": option.high,
                "choices": list(option.choices),
                "help": option.help,
            }
            for name, option in kind.OPTIONS.items()
        ],
    }
