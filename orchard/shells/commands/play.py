"""`orchard play`: a game in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from orchard.shells.commands._common import Interactive, game_argument

if TYPE_CHECKING:
    import orchard


@click.command(cls=Interactive)
@game_argument
@click.option("--level", type=click.IntRange(1, 10), help="Strength of the opponent.  [default: 3]")
@click.option("--against", metavar="SPEC", help="Any player instead of a level, e.g. uct:playouts=500.")
@click.option("--you", type=click.Choice(["black", "white"]), default="black", show_default=True, help="Your colour.")
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Thinking time of the opponent per move.")
@click.option("--seed", type=click.IntRange(0), default=None, help="Seed; makes the opponent's moves reproducible.")
@click.option("--swap2", is_flag=True, help="Open by the swap2 rule (Gomoku); black then puts the first stones.")
def play(
    game: orchard.Game,
    level: int | None,
    against: str | None,
    you: str,
    seconds: float | None,
    seed: int | None,
    swap2: bool,
) -> None:
    """Play a game in the terminal.

    \b
    Example:
      orchard play reversi --level 3
    """
    import secrets

    import orchard
    from orchard.play.swap2 import check_game
    from orchard.shells.terminal import TerminalGame

    if level is not None and against is not None:
        raise click.UsageError("choose --level or --against, not both")
    if swap2:
        check_game(game)
    player = orchard.player(against or f"level:{level or 3}", game)
    player.check_game(game)
    table = TerminalGame(game, player, you, seconds, secrets.randbelow(2**31) if seed is None else seed)
    try:
        table.play(_ask, swap2)
    finally:
        player.close()


def _ask(question: str) -> str:
    answer: Any = click.prompt(question, prompt_suffix=" > ")
    return str(answer).strip().lower()
