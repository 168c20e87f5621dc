"""orchard solve for Gomoku: is there a forced win by threats?"""

from __future__ import annotations

import time
from typing import Any, Literal

import click

import orchard
from orchard.shells.commands._common import print_json


def solve_gomoku(
    position: orchard.Position, kind: Literal["vcf", "vct"], seconds: float, stop: orchard.Stop, as_json: bool
) -> None:
    """Print what threat search says of the position."""
    if position.is_over:
        raise click.UsageError("the game is over: there is nothing to solve")
    from orchard.players._watch import Watch
    from orchard.search.threat_solver import ThreatSolver

    began, solver = time.perf_counter(), ThreatSolver(20)
    watch = Watch(solver.halt)
    watch.part(lambda: 0.0 if stop.is_set() else began + seconds - time.perf_counter())
    proof = watch.run(lambda: solver.solve(position, kind))
    spent = time.perf_counter() - began
    line = [str(position.game.board.moves[square]) for square in proof.line]
    answer: dict[str, Any] = {
        "game": position.game.name,
        "position": position.text,
        "kind": kind,
        "result": proof.result,
        "line": line,
        "wins_in": (proof.plies + 1) // 2 if line else None,
        "nodes": proof.nodes,
        "seconds": round(spent, 6),
    }
    if as_json:
        print_json(answer)
        return
    side = "X black" if position.to_move == "black" else "O white"
    how = "fours" if kind == "vcf" else "fours and threes"
    verdict = {
        "win": f"wins in {(proof.plies + 1) // 2} by {how}",
        "none": f"no win by {how}",
        "unknown": f"not known: no win by {how} found in {spent:.1f} s",
    }[proof.result]
    click.echo(f"{side} to move: {verdict}  {proof.nodes:,} nodes in {spent:.2f} s")
    if line:
        click.echo("line: " + " ".join(line))
