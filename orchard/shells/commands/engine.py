"""orchard engine: Orchard as an engine for other programs, by one of three protocols."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from orchard.shells.commands._common import Interactive

if TYPE_CHECKING:
    import orchard
    from orchard.play.seat import Seat
    from orchard.shells.conversation import Conversation

player_option = click.option(
    "--player", "spec", metavar="SPEC", help="Player that answers; see orchard players.  [default: the strongest]"
)


@click.group()
def engine() -> None:
    """Run as an engine for another program, by its protocol.

    \b
    Example:
      orchard engine gomocup --player kite
    """


@engine.command(cls=Interactive)
@player_option
def gomocup(spec: str | None) -> None:
    """Gomoku by the Gomocup (Piskvork) protocol.

    \b
    Example:
      printf 'START 15\\nBEGIN\\nEND\\n' | orchard engine gomocup
    """
    import orchard
    from orchard.players import player_class
    from orchard.shells.gomocup import Brain

    game = orchard.game(Brain.game)
    wanted = spec or strongest(game)

    def make(memory_mb: float | None) -> orchard.Player:
        name = wanted.partition(":")[0]
        if memory_mb is None or "memory_mb" in wanted or "memory_mb" not in player_class(name).OPTIONS:
            return orchard.player(wanted)
        return orchard.player(f"{wanted}{',' if ':' in wanted else ':'}memory_mb={min(memory_mb, 256):.0f}")

    check_kind(wanted, game)
    run(Brain(make))


@engine.command(cls=Interactive)
@player_option
@click.option("--game", help="The game to begin with.  [default: reversi]")
def gtp(spec: str | None, game: str | None) -> None:
    """Reversi (or another game) by the Go Text Protocol.

    \b
    Example:
      printf 'genmove b\\nquit\\n' | orchard engine gtp --player apple
    """
    from orchard.shells.gtp import GtpEngine

    run(GtpEngine(seat(game or GtpEngine.game, spec)))


@engine.command(cls=Interactive)
@player_option
def nboard(spec: str | None) -> None:
    """Reversi by the NBoard protocol, version 2.

    \b
    Example:
      printf 'nboard 2\\ngo\\nquit\\n' | orchard engine nboard
    """
    from orchard.shells.nboard import NBoardEngine

    run(NBoardEngine(seat(NBoardEngine.game, spec)))


def seat(game_name: str, spec: str | None) -> Seat:
    import orchard
    from orchard.play.seat import Seat

    game = orchard.game(game_name)
    wanted = spec or strongest(game)
    check_kind(wanted, game)
    return Seat(game, orchard.player(wanted))


def check_kind(spec: str, game: orchard.Game) -> None:
    """Refuse a player that does not play this game before it is made, which may compile kernels."""
    from orchard.players import player_class

    player_class(spec.partition(":")[0].strip().lower()).check_kind(game)


def strongest(game: orchard.Game) -> str:
    """The player to use when none is named."""
    from orchard.study.analysis import analyst_of

    return analyst_of(game)


def run(conversation: Conversation) -> None:
    """Talk to the end, and exit at once: the thread that reads commands may hold standard input, and a normal exit
    would wait for it."""
    import os
    import sys

    conversation.run()
    if sys.stdin is sys.__stdin__:  # not where a test has put something else there
        sys.stdout.flush()
        os._exit(0)
