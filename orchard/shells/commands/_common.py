"""What several commands share: arguments, and the choice between a drawing and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

import orchard

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 400
F = TypeVar("F", bound=Callable[..., Any])


class GameArgument(click.ParamType[Any]):
    name = "game"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> orchard.Game:
        return value if isinstance(value, orchard.Game) else orchard.game(str(value))


class Interactive(click.Command):
    """A command that talks with a person or a program as it goes, so that --json means nothing to it."""

    interactive = True


game_argument = click.argument("game", type=GameArgument())
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def print_json(value: Any) -> None:
    click.echo(json.dumps(value))


def console(**settings: Any) -> Console:
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the reader has seen enough: that is no failure

    return Plain(highlight=False, **settings)


def wide_console() -> Console:
    """For tables: as wide as the terminal, or, where there is none, wide enough that nothing is cut."""
    return console(markup=False, width=None if sys.stdout.isatty() else WIDEST)


def position_of(game: orchard.Game, text: str | None, transcript: str | None = None) -> orchard.Position:
    """The position a user named by board text or by transcript; the start of the game if by neither."""
    if text is not None and transcript:
        raise click.UsageError("give a board text or --moves, not both")
    if text is not None:
        return game.parse(text)
    return game.replay(transcript) if transcript else game.start()
