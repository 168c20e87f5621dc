"""The depths of a search as a table for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orchard.core.choice import DepthStat

BAR_WIDTH = 10
LONGEST_LINE = 6


def depth_table(depths: Sequence[DepthStat]) -> object:
    """A row for each depth: what it found, its nodes and how many times more they are, its cut-offs and the share of
    them made by the first move tried."""
    from rich.table import Table

    from orchard.study.look import branching

    most = max(stat.nodes for stat in depths)
    table = Table(box=None, header_style="bold", pad_edge=False)
    for name in ("depth", "value", "nodes", "x", "", "seconds", "cuts", "first"):
        table.add_column(name, justify="left" if name == "" else "right", no_wrap=True)
    table.add_column("expects", no_wrap=True)
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
