"""orchard class plan: who meets whom in a final, worked out again from what was published."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from orchard.shells.commands._common import file_errors, json_option, plain_table, print_json, wide_console


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@json_option
def plan(file: Path, as_json: bool) -> None:
    """Work out the pairs of a final from what was published.

    FILE is the standings as JSON, which everybody can download. Each pair is two games from the same opening with
    colours swapped; the second game has the next seed. Of a Swiss tournament it is the first round: the others follow
    from the results before them, too.

    \b
    Example:
      orchard class plan standings-1.json
    """
    from orchard.classroom.final import FinalPlan

    with file_errors("read", str(file)):
        text = file.read_text(encoding="utf-8")
    try:
        published = FinalPlan.from_json(json.loads(text)["plan"])
    except (ValueError, KeyError, TypeError):
        raise click.UsageError(
            f"{file} holds no plan of a final: download the standings as JSON once it has begun"
        ) from None
    is_swiss = published.kind == "swiss"
    pairs = published.swiss_round(0, {}, set()) if is_swiss else published.round_robin()
    names = dict(zip(published.players, published.names, strict=True))
    rows: list[dict[str, Any]] = [
        {"pair": one.pair, "first": names[one.first], "second": names[one.second]}
        | {"start": one.opening.start, "opening": one.opening.moves, "seed": one.seed}
        for one in pairs
    ]
    if as_json:
        print_json(rows)
        return
    table = plain_table(">games", "black, then white", "white, then black", "opening", ">seed")
    for row in rows:
        games = f"{2 * row['pair']}, {2 * row['pair'] + 1}"
        table.add_row(games, row["first"], row["second"], row["opening"] or row["start"] or "-", str(row["seed"]))
    wide_console().print(table)
