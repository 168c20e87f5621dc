"""orchard class final: freeze the versions and play the final."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from orchard.shells.commands._common import json_option, print_json
from orchard.shells.commands.class_ import folder_argument
from orchard.shells.commands.class_._work import assignment_argument, open_work


@click.command()
@folder_argument
@assignment_argument
@click.option("--kind", type=click.Choice(["round_robin", "swiss"]), default="round_robin", show_default=True)
@click.option("--seed", type=click.IntRange(0, 2**53 - 1), help="Seed of pairs and openings.  [default: a random one]")
@click.option(
    "--meetings", type=click.IntRange(1, 100), default=1, show_default=True, help="Pairs of games of each two."
)
@click.option("--rounds", type=click.IntRange(0, 100), default=0, help="Of a Swiss tournament.  [default: by its size]")
@json_option
def final(folder: Path, assignment: str, as_json: bool, **options: Any) -> None:
    """Begin the final of a closed assignment. Once it has begun, show its plan.

    The plan with its seed is published: who plays, from which openings and, in a round robin, who meets whom when.

    \b
    Example:
      orchard class final mycourse "First bot" --kind swiss
    """
    with open_work(folder) as (work, room):
        one = work.assignments.find(assignment)
        begun = work.finals.of(one.id)
        if begun is None:
            plan = work.finals.begin(one.id, **options)
            room.audit.note("final.begun", None, "console", assignment=one.id, seed=plan.seed, kind=plan.kind)
        else:
            plan = begun[1]
    if as_json:
        print_json(plan.as_json())
        return
    size = f"{plan.rounds} rounds" if plan.kind == "swiss" else f"{len(plan.round_robin())} pairs of games"
    click.echo(f"{plan.kind.replace('_', ' ')} of {len(plan.players)}, {size}, seed {plan.seed}")
