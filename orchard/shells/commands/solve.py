"""orchard solve: the exact score of a position, its best move and the line that proves it."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import orchard
from orchard.core.interrupts import stop_on_interrupt
from orchard.shells.commands._common import file_errors, game_argument, json_option, print_json

if TYPE_CHECKING:
    from orchard.core.offers import Question, Solved


@click.command()
@game_argument
@click.argument("what", metavar="TEXT|FILE.obf")
@click.option("--threads", default=1, show_default=True, type=click.IntRange(1, 256), help="Search threads.")
@click.option("--all-moves", is_flag=True, help="Give the exact score of every move, not only the best.")
@click.option("--wld", is_flag=True, help="Only win, draw or loss, which is faster.")
@click.option(
    "--table-mb", type=click.IntRange(1, 65536), help="Size of the transposition table in megabytes.  [default: 64]"
)
@click.option(
    "--kind", type=click.Choice(["vcf", "vct"]), help="Gomoku: wins by fours alone, or by fours and threes (default)."
)
@click.option("--seconds", type=click.FloatRange(0, 86400), help="Time limit; prints what is known by then.")
@json_option
def solve(
    game: orchard.Game,
    what: str,
    threads: int,
    all_moves: bool,
    wld: bool,
    table_mb: int | None,
    kind: str | None,
    seconds: float | None,
    as_json: bool,
) -> None:
    """Solve a position exactly. In Gomoku, finds a forced win by threats.

    TEXT is a board text (the squares row by row from the top left, a space, the side to move); FILE.obf holds one
    Reversi position per line. Scores are from the view of the side to move. Reversi positions with up to about 24 empty
    squares take seconds. Ctrl-C ends the search and prints the bounds known by then. Without --seconds, Gomoku
    searches for 10 seconds and other games until they are solved.

    \b
    Examples:
      orchard solve reversi "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X"
      orchard solve reversi ffo.obf --threads 2 --json
      orchard solve gomoku:7 "------- ---O--- --XXX-- --O---- ------- ------- ------- X" --kind vcf
    """
    from orchard.core.offers import Question
    from orchard.study.solve import check

    question = Question(seconds, threads, all_moves, wld, table_mb, kind or "")
    check(game, question)
    positions = _positions(game, what)
    found: list[Solved] = []
    stop = orchard.Stop()
    with stop_on_interrupt(stop):
        for number, position in enumerate(positions, 1):
            if stop.is_set():
                break
            label = f"{number}/{len(positions)} " if len(positions) > 1 else ""
            solved = _solved(position, question, label, stop)
            found.append(solved)
            if not as_json:
                _print(position, solved)
    if as_json:
        rows = [_as_json(position, solved) for position, solved in zip(positions, found, strict=False)]
        print_json(rows[0] if len(positions) == 1 else rows)
    elif len(found) > 1:
        nodes, spent = sum(solved.nodes for solved in found), sum(solved.seconds for solved in found)
        click.echo(f"{len(found)} positions: {_work(nodes, spent)}")
    if stop.is_set():
        print("orchard: stopped", file=sys.stderr)
        raise SystemExit(130)


def _positions(game: orchard.Game, what: str) -> list[orchard.Position]:
    if not what.lower().endswith(".obf"):
        return [game.parse(what)]
    from orchard.play.formats import obf

    with file_errors("read", what):
        data = Path(what).read_bytes()
    try:
        return [entry.position for entry in obf.read(data, game.name)]
    except orchard.OrchardError as error:
        raise click.UsageError(f"{what}: {error}") from error


def _solved(position: orchard.Position, question: Question, label: str, stop: orchard.Stop) -> Solved:
    from rich.console import Console

    from orchard.study.solve import solve as find_out

    with Console(stderr=True, highlight=False).status(label + "solving") as status:
        began = time.perf_counter()

        def tell(known: str, nodes: int) -> None:
            status.update(f"{label}{known}, {_work(nodes, time.perf_counter() - began)}")

        return find_out(position, question, stop, tell)


def _as_json(position: orchard.Position, solved: Solved) -> dict[str, Any]:
    answer: dict[str, Any] = {"game": position.game.name, "position": position.text, **solved.more}
    if solved.bounds is not None:
        answer |= {**_bounds(*solved.bounds), "move": solved.move}
    answer |= {"result": solved.result, "line": list(solved.line), "nodes": solved.nodes, "seconds": solved.seconds}
    if solved.moves:
        answer["moves"] = {move: _bounds(*bounds) for move, bounds in solved.moves.items()}
    return answer


def _bounds(lower: int, upper: int) -> dict[str, Any]:
    from orchard.core.offers import result_of

    score = lower if lower == upper else None
    return {"score": score, "lower": lower, "upper": upper, "result": result_of(lower, upper)}


def _work(nodes: int, seconds: float) -> str:
    return f"{nodes:,} nodes in {seconds:.2f} s ({nodes / max(seconds, 1e-9) / 1e6:,.1f} M/s)"


def _print(position: orchard.Position, solved: Solved) -> None:
    from orchard.core.offers import verdict_of

    side = "X black" if position.to_move == "black" else "O white"
    move = f" {solved.move}" if solved.move else ""
    click.echo(f"{side} to move: {solved.verdict}{move}  {_work(solved.nodes, solved.seconds)}")
    if solved.line:
        click.echo("line: " + " ".join(solved.line))
    for name, bounds in solved.moves.items():
        click.echo(f"  {name}  {verdict_of(position.game, *bounds)}")
