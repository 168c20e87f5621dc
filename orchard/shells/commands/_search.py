"""What the commands share that ask a player to think: the position, the player and its limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

import orchard
from orchard.shells.commands._common import position_of

F = TypeVar("F", bound=Callable[..., Any])


def position_options(command: F) -> F:
    command = click.option("--moves", metavar="TRANSCRIPT", help="Replay these moves from the start, e.g. f5d6c3.")(
        command
    )
    return click.argument("text", required=False)(command)


def search_options(command: F) -> F:
    for option in (
        click.option("--threads", type=int, default=1, show_default=True, help="Search threads."),
        click.option(
            "--seed",
            type=int,
            default=0,
            show_default=True,
            help="Seed; the same seed and playouts give the same answer.",
        ),
        click.option("--nodes", "--playouts", "work", type=int, help="Nodes or playouts to search."),
        click.option("--seconds", type=float, help="Thinking time."),
        click.option(
            "--player",
            "spec",
            required=True,
            metavar="SPEC",
            help="Player, e.g. uct:playouts=500; see orchard players.",
        ),
    ):
        command = option(command)
    return command


def position_from(game: orchard.Game, text: str | None, moves: str | None) -> orchard.Position:
    """As for every command; '-' also means the start."""
    return position_of(game, None if text == "-" else text, moves)


@contextmanager
def ready_player(spec: str, game: orchard.Game) -> Iterator[orchard.Player]:
    """The player of a spec, with everything compiled before its time runs."""
    from orchard.play.warm_up import warm_up

    player = orchard.player(spec)
    try:
        player.check_game(game)
        warm_up(player, game)
        player.new_game()
        yield player
    finally:
        player.close()
