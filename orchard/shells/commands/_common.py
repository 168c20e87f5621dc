"""What several commands share: arguments, and the choice between a drawing and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

import orchard

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

WIDEST = 400
F = TypeVar("F", bound=Callable[..., Any])


class GameArgument(click.ParamType[Any]):
    name = "game"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> orchard.Game:
        return value if isinstance(value, orchard.Game) else orchard.game(str(value))


class Interactive(click.Command):
    """A command that talks with a person or a program as it goes, so that --json means nothing to it."""

    interactive = True


def option_group(*options: Callable[[F], F]) -> Callable[[F], F]:
    """Several options as one decorator, in the order of the help."""

    def add(command: F) -> F:
        for option in reversed(options):
            command = option(command)
        return command

    return add


game_argument = click.argument("game", type=GameArgument())
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
position_options = option_group(
    game_argument,
    click.argument("text", required=False),
    click.option("--moves", metavar="TRANSCRIPT", help="Replay these moves from the start, e.g. f5d6c3."),
)


def position_argument(command: Callable[..., None]) -> Callable[..., None]:
    """GAME, TEXT and --moves; the command gets the `position` that they name."""

    @wraps(command)
    def with_position(game: orchard.Game, text: str | None, moves: str | None, **more: Any) -> None:
        command(position=position_of(game, text, moves), **more)

    return position_options(with_position)


def position_of(game: orchard.Game, text: str | None, transcript: str | None = None) -> orchard.Position:
    """The position a user named by board text or by transcript; the start of the game if by neither, or by '-'."""
    if text in (None, "-"):
        return game.replay(transcript) if transcript else game.start()
    if transcript:
        raise click.UsageError("give a board text or --moves, not both")
    try:
        return game.parse(str(text))
    except orchard.OrchardError:
        if _can_be_replayed(game, str(text)):
            raise click.UsageError(f"{text} is no board text; for moves, write --moves {text}") from None
        raise


def _can_be_replayed(game: orchard.Game, text: str) -> bool:
    try:
        return game.replay(text).ply > 0
    except orchard.OrchardError:
        return False


def print_json(value: Any) -> None:
    click.echo(json.dumps(value))


def print_json_list(values: Iterable[Any]) -> None:
    """A list of any length, of which one value is in memory at a time."""
    before = "["
    for value in values:
        click.echo(before + json.dumps(value), nl=False)
        before = ", "
    click.echo("[]" if before == "[" else "]")


@contextmanager
def file_errors(what: str, path: str) -> Iterator[None]:
    """`what` is done to a file ("read", "write"); if that fails, the message says so."""
    try:
        yield
    except OSError as error:
        raise click.ClickException(f"cannot {what} {path}: {error.strerror}") from error


def console(**settings: Any) -> Console:
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError  # the reader has seen enough: that is no failure

    return Plain(highlight=False, **settings)


def wide_console() -> Console:
    """For tables: as wide as the terminal, or, where there is none, wide enough that nothing is cut."""
    return console(markup=False, width=None if sys.stdout.isatty() else WIDEST)


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on stderr; call it with how much is done, and of how much."""
    from rich.progress import Progress

    out = console(stderr=True)
    with Progress(console=out, transient=True, disable=not out.is_terminal) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def plain_table(*columns: str, no_wrap: bool = False) -> Table:
    """A table without lines. A column named '>name' is aligned to the right; a long word goes on in the next line."""
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in columns:
        justify: Literal["left", "right"] = "right" if name.startswith(">") else "left"
        table.add_column(name.lstrip(">"), justify=justify, no_wrap=no_wrap, overflow="fold")
    return table
