"""The rules of a game as options of the command line, shared by every command that plays under the referee."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from orchard.shells.commands._common import option_group

if TYPE_CHECKING:
    from orchard.play.setup import Rules


class SecondsType(click.ParamType[Any]):
    """A number of seconds above 0, or 'none' for no limit."""

    name = "seconds"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        if value == "none" or isinstance(value, float):
            return value
        try:
            return float(value)
        except ValueError:
            self.fail(f"{value!r} is neither a number of seconds nor 'none'", parameter, context)


def require_walls(context: click.Context, parameter: click.Parameter, value: bool) -> None:
    """In the environment, so that every process that plays games for us knows it."""
    if value:
        os.environ["ORCHARD_SANDBOX"] = "required"


rules_options = option_group(
    click.option(
        "--seconds",
        "seconds_per_move",
        type=SecondsType(),
        help="Seconds per move, or none.  [default: the game's own]",
    ),
    click.option(
        "--game-seconds",
        "seconds_per_game",
        type=SecondsType(),
        help="Seconds per side for the whole game, in addition to --seconds.",
    ),
    click.option("--increment", type=click.FloatRange(0), help="Seconds added to --game-seconds after each move."),
    click.option(
        "--tolerance",
        "tolerance_s",
        type=click.FloatRange(0),
        help="Seconds of lateness tolerated per move; five times as much per game.  [default: 0.05]",
    ),
    click.option(
        "--illegal", type=click.IntRange(1), help="Illegal answers in a row that lose the game.  [default: 3]"
    ),
    click.option("--nodes", type=click.IntRange(1), help="Maximum nodes per move."),
    click.option("--playouts", type=click.IntRange(1), help="Maximum playouts per move."),
    click.option("--depth", type=click.IntRange(1), help="Maximum search depth in plies."),
    click.option("--threads", type=click.IntRange(1), help="Threads per player.  [default: 1]"),
    click.option(
        "--memory", "memory_mb", type=click.IntRange(64), help="Megabytes for a bot's process.  [default: 2048]"
    ),
    click.option(
        "--startup",
        "startup_s",
        type=click.FloatRange(0, min_open=True),
        help="Seconds a bot may take to start.  [default: 30]",
    ),
    click.option(
        "--ponder",
        type=click.Choice(["engines", "everyone", "nobody"]),
        help="Which processes may think on the opponent's time.  [default: engines, that is gtp and gomocup]",
    ),
    click.option(
        "--require-walls",
        is_flag=True,
        expose_value=False,
        callback=require_walls,
        help="Refuse to run bots and engines where they cannot be sandboxed.",
    ),
)
swap2_option = click.option(
    "--swap2", "opening_rule", flag_value="swap2", default=None, help="Open the game by the swap2 rule (Gomoku)."
)


def rules_of(game_name: str, options: Mapping[str, Any]) -> Rules:
    """The game's usual rules with those that are given among the options of a command."""
    from dataclasses import fields, replace

    from orchard.play.setup import Rules

    given = {field.name: options[field.name] for field in fields(Rules) if options.get(field.name) is not None}
    changed: dict[str, Any] = {name: None if value == "none" else value for name, value in given.items()}
    return replace(Rules.for_game(game_name), **changed)
