"""orchard engine: Orchard as an engine for other programs, by one of three protocols."""

from __future__ import annotations

import click

from orchard.shells.commands._common import Interactive

player_option = click.option("--player", "spec", metavar="SPEC", help="Who answers; see orchard players.")


@click.group()
def engine() -> None:
    """Be an engine for another program: speak its protocol.

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

    wanted = spec or "kite"

    def make(memory_mb: float | None) -> orchard.Player:
        name = wanted.partition(":")[0]
        if memory_mb is None or "memory_mb" in wanted or "memory_mb" not in player_class(name).OPTIONS:
            return orchard.player(wanted)
        return orchard.player(f"{wanted}{',' if ':' in wanted else ':'}memory_mb={min(memory_mb, 256):.0f}")

    make(None).check_game(orchard.game("gomoku"))
    Brain(make).run()
    leave()


@engine.command(cls=Interactive)
@player_option
@click.option("--game", default="reversi", show_default=True, help="The game to begin with.")
def gtp(spec: str | None, game: str) -> None:
    """Reversi (or another game) by the Go Text Protocol.

    \b
    Example:
      printf 'genmove b\\nquit\\n' | orchard engine gtp --player apple
    """
    import orchard
    from orchard.play.seat import Seat
    from orchard.shells.gtp import GtpEngine

    GtpEngine(Seat(orchard.game(game), orchard.player(spec or strongest(game)))).run()
    leave()


@engine.command(cls=Interactive)
@player_option
def nboard(spec: str | None) -> None:
    """Reversi by the NBoard protocol, version 2.

    \b
    Example:
      printf 'nboard 2\\ngo\\nquit\\n' | orchard engine nboard
    """
    import orchard
    from orchard.play.seat import Seat
    from orchard.shells.nboard import NBoardEngine

    NBoardEngine(Seat(orchard.game("reversi"), orchard.player(spec or strongest("reversi")))).run()
    leave()


def leave() -> None:
    """Go at once: the thread that reads commands may hold standard input, and an ordinary exit would wait for it."""
    import os
    import sys

    if sys.stdin is sys.__stdin__:  # not where a test has put something else there
        sys.stdout.flush()
        os._exit(0)


def strongest(game: str) -> str:
    """The player to take when none was named."""
    import orchard

    preferred = ("kite",) if game.startswith("gomoku") else ("sage", "negascout")
    return next(name for name in preferred if name in orchard.players())


COMMAND = engine
