"""orchard solve: the exact score of a position, its best move and the line that proves it."""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

import orchard
from orchard.core.interrupts import stop_on_interrupt
from orchard.shells.commands._common import game_argument, json_option, print_json

if TYPE_CHECKING:
    from orchard.search.endgame import Solution, Solver

PASS = -1


@click.command()
@game_argument
@click.argument("what", metavar="TEXT|FILE.obf")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 256), help="Threads that search.")
@click.option("--all-moves", is_flag=True, help="The exact score of every move, not only the best.")
@click.option("--wld", is_flag=True, help="Only whether it is a win, a draw or a loss, which is found sooner.")
@click.option("--table-mb", type=click.IntRange(1, 65536), help="Reversi: memory for what is known.  [default: 64]")
@click.option(
    "--kind", type=click.Choice(["vcf", "vct"]), help="Gomoku: wins by fours alone, or by fours and threes (default)."
)
@click.option("--seconds", type=click.FloatRange(0, 86400), help="Gomoku: how long to look; 10 unless told.")
@json_option
def solve(
    game: orchard.Game,
    what: str,
    threads: int,
    all_moves: bool,
    wld: bool,
    table_mb: int | None,
    kind: Literal["vcf", "vct"] | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Solve a position: Reversi to the end of the game, Gomoku for a forced win by threats.

    TEXT is a board text (the squares row by row from the top left, a space, the side to move); FILE.obf holds a
    Reversi position a line. Scores are from the view of the side to move. Up to some 24 empty squares take seconds;
    Ctrl-C ends the search and prints the bounds known by then.

    \b
    Example:
      orchard solve reversi "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
      orchard solve reversi ffo.obf --threads 2 --json
      orchard solve gomoku:7 "------- ---O--- --XXX-- --O---- ------- ------- ------- X" --kind vcf
    """
    if game.base_name == "gomoku":
        if threads != 1 or all_moves or wld or table_mb is not None:
            raise click.UsageError("--threads, --all-moves, --wld and --table-mb are for Reversi")
        from orchard.shells.commands._solve_gomoku import solve_gomoku

        stop = orchard.Stop()
        with stop_on_interrupt(stop):
            solve_gomoku(game.parse(what), kind or "vct", 10.0 if seconds is None else seconds, stop, as_json)
        if stop.is_set():
            raise SystemExit(130)
        return
    if kind or seconds is not None:
        raise click.UsageError("--kind and --seconds are for Gomoku")
    positions = _positions(game, what)
    from orchard.search.endgame import Solver

    solver = Solver(game.base_name, table_mb or 64)
    found: list[dict[str, Any]] = []
    stop = orchard.Stop()
    with stop_on_interrupt(stop):
        for number, position in enumerate(positions, 1):
            if stop.is_set():
                break
            label = f"{number}/{len(positions)} " if len(positions) > 1 else ""
            answer = _answer(solver, position, label, threads, all_moves, wld, stop)
            found.append(answer)
            if not as_json:
                _print(position, answer)
    if as_json:
        print_json(found[0] if len(positions) == 1 else found)
    elif len(found) > 1:
        nodes, seconds = sum(a["nodes"] for a in found), sum(a["seconds"] for a in found)
        click.echo(f"{len(found)} positions: {_work(nodes, seconds)}")
    if stop.is_set():
        print("orchard: stopped", file=sys.stderr)
        raise SystemExit(130)


def _positions(game: orchard.Game, what: str) -> list[orchard.Position]:
    if not what.lower().endswith(".obf"):
        return [game.parse(what)]
    from orchard.play.formats import obf

    try:
        data = Path(what).read_bytes()
    except OSError as error:
        raise click.UsageError(f"cannot read {what}: {error.strerror}") from error
    try:
        return [entry.position for entry in obf.read(data, game.name)]
    except orchard.OrchardError as error:
        raise click.UsageError(f"{what}: {error}") from error


def _answer(
    solver: Solver,
    position: orchard.Position,
    label: str,
    threads: int,
    all_moves: bool,
    wld: bool,
    stop: orchard.Stop,
) -> dict[str, Any]:
    from rich.console import Console

    from orchard.players._watch import Watch

    with Console(stderr=True, highlight=False).status(label + "solving") as status:

        def search(position: orchard.Position, label: str, with_line: bool) -> Solution:
            began = time.perf_counter()

            def remaining() -> float:
                lower, upper, nodes = solver.so_far()
                status.update(f"{label}{lower:+} to {upper:+}, {_work(nodes, time.perf_counter() - began)}")
                return 0.0 if stop.is_set() else math.inf

            window = (-1, 1) if wld else (-64, 64)
            watch = Watch(solver.halt)
            watch.part(remaining)
            return watch.run(
                lambda: solver.solve(position.own, position.enemy, *window, threads=threads, with_line=with_line)
            )

        asked = time.perf_counter()
        solution = search(position, label, not wld)
        each: dict[str, dict[str, Any]] = {}
        nodes = solution.nodes
        if all_moves:
            for move in position.legal():
                child = search(position.play(move), f"{label}{move}: ", False)
                each[str(move)] = _standing_of(-child.upper, -child.lower)
                nodes += child.nodes
        seconds = time.perf_counter() - asked
    answer: dict[str, Any] = {
        "game": position.game.name,
        "position": position.text,
        **_standing_of(solution.lower, solution.upper),
        "move": None if solution.move is None else _name(position, solution.move),
        "line": [_name(position, square) for square in solution.line],
        "nodes": nodes,
        "seconds": round(seconds, 6),
    }
    if all_moves:
        answer["moves"] = dict(sorted(each.items(), key=lambda item: -item[1]["lower"]))
    return answer


def _name(position: orchard.Position, square: int) -> str:
    return "pass" if square == PASS else str(position.game.board.moves[square])


def _standing_of(lower: int, upper: int) -> dict[str, Any]:
    """The score where it is known, what bounds it, and what the bounds already decide."""
    score = lower if lower == upper else None
    return {"score": score, "lower": lower, "upper": upper, "result": _result(lower, upper)}


def _result(lower: int, upper: int) -> str | None:
    if lower > 0:
        return "win"
    if upper < 0:
        return "loss"
    return "draw" if lower == upper == 0 else None


def _work(nodes: int, seconds: float) -> str:
    return f"{nodes:,} nodes in {seconds:.2f} s ({nodes / max(seconds, 1e-9) / 1e6:,.1f} M/s)"


def _standing(answer: dict[str, Any]) -> str:
    if answer["lower"] == answer["upper"]:
        return f"{answer['lower']:+}"
    return answer["result"] or f"between {answer['lower']:+} and {answer['upper']:+}"


def _print(position: orchard.Position, answer: dict[str, Any]) -> None:
    side = "X black" if position.to_move == "black" else "O white"
    move = f" {answer['move']}" if answer["move"] else ""
    click.echo(f"{side} to move: {_standing(answer)}{move}  {_work(answer['nodes'], answer['seconds'])}")
    if answer["line"]:
        click.echo("line: " + " ".join(answer["line"]))
    for name, bounds in answer.get("moves", {}).items():
        click.echo(f"  {name}  {_standing(bounds)}")


COMMAND = solve
