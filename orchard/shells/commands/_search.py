"""What the commands share that ask a player to think: the player, its limits, and the depths it went through."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.shells.commands._common import option_group, plain_table

if TYPE_CHECKING:
    from rich.table import Table

    from orchard.core.choice import DepthStat

BAR_WIDTH = 10
LONGEST_LINE = 6


def search_options(command: Callable[..., None], player_required: bool = True) -> Callable[..., None]:
    """The options of a search; the command gets the player's `spec` and the `limits`."""

    @wraps(command)
    def with_limits(seconds: float | None, work: int | None, seed: int, threads: int, **more: Any) -> None:
        command(limits=orchard.Limits(seconds=seconds, playouts=work, seed=seed, threads=threads), **more)

    return option_group(
        click.option(
            "--player",
            "spec",
            required=player_required,
            metavar="SPEC",
            help="Player, e.g. uct:playouts=500; see orchard players.",
        ),
        click.option("--seconds", type=float, help="Thinking time."),
        click.option("--nodes", "--playouts", "work", type=int, help="Nodes or playouts to search."),
        click.option(
            "--seed",
            type=int,
            default=0,
            show_default=True,
            help="Seed; the same seed and playouts give the same answer.",
        ),
        click.option("--threads", type=int, default=1, show_default=True, help="Search threads."),
    )(with_limits)


@contextmanager
def ready_player(spec: str, game: orchard.Game) -> Iterator[orchard.Player]:
    """The player of a spec, with everything compiled before its time runs."""
    from orchard.play.warm_up import warm_up

    player = orchard.player(spec, game)
    try:
        player.check_game(game)
        warm_up(player, game)
        player.new_game()
        yield player
    finally:
        player.close()


def depth_table(depths: Sequence[DepthStat]) -> Table:
    """A row for each depth: what it found, its nodes and how many times more they are, its cut-offs and the share of
    them made by the first move tried."""
    from orchard.study.look import branching

    most = max(stat.nodes for stat in depths)
    table = plain_table(">depth", ">value", ">nodes", ">x", "", ">seconds", ">cuts", ">first", "expects", no_wrap=True)
    for stat, factor in zip(depths, branching(list(depths)), strict=True):
        table.add_row(
            f"{stat.depth}{' to the end' * stat.exact}",
            "" if stat.value is None else f"{stat.value:.4g}",
            f"{stat.nodes:,}",
            "" if factor is None else f"{factor:.1f}",
            f"[green]{'█' * round(BAR_WIDTH * stat.nodes / most) if most else ''}[/green]",
            f"{stat.seconds:.3f}",
            f"{stat.cuts:,}" if stat.cuts else "",
            f"{stat.first_cuts / stat.cuts:.0%}" if stat.cuts else "",
            " ".join(stat.line[:LONGEST_LINE]),
        )
    return table
