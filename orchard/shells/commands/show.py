"""orchard show: a position, drawn."""

from pathlib import Path
from typing import Any

import click

import orchard
from orchard.shells.commands._common import console, file_errors, json_option, position_argument, print_json


@click.command()
@position_argument
@click.option(
    "--svg",
    metavar="FILE",
    type=click.Path(dir_okay=False),
    help="Write a picture of the board instead, or beside --json.",
)
@json_option
def show(position: orchard.Position, svg: str | None, as_json: bool) -> None:
    """Draw a position, with its legal moves marked.

    TEXT is the board row by row from the top left (X black, O white, - empty), a space, and the side to move.
    Without TEXT and --moves it is the start of the game.

    \b
    Examples:
      orchard show reversi --moves f5d6c3d3c4
      orchard show reversi "---------------------------OX------XO--------------------------- X"
    """
    if svg:
        with file_errors("write", svg):
            Path(svg).write_text(position._repr_svg_(), encoding="utf-8")
    if as_json:
        print_json(describe(position))
    elif not svg:
        draw(position)


def describe(position: orchard.Position) -> dict[str, Any]:
    outcome = position.outcome
    return {
        "game": position.game.name,
        "text": position.text,
        "to_move": position.to_move,
        "ply": position.ply,
        "legal": position.legal(),
        "black": position.count("black"),
        "white": position.count("white"),
        "last_move": position.last_move,
        "flipped": list(position.flipped),
        "winning_line": list(position.winning_line),
        "is_over": position.is_over,
        "winner": outcome.winner if outcome else None,
        "score": outcome.score if outcome else None,
    }


def draw(position: orchard.Position) -> None:
    """The board in colour where the terminal has it; the characters alone say everything."""
    from rich.text import Text

    drawing = Text(str(position))
    drawing.highlight_regex(r"·", "bold green")
    drawing.highlight_regex(r"(?m)^ {3}[a-t ]+$|^ ?\d+|\d+$", "dim")
    drawing.highlight_regex(r"\bX\b", "bold")
    drawing.highlight_regex(r"\bO\b", "cyan")
    out = console()
    out.print(drawing, soft_wrap=True)
    moves = position.legal()
    if position.game.style.marks_legal and moves:
        out.print(f"legal: {' '.join(moves)}", soft_wrap=True)
