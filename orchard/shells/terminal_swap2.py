"""The swap2 opening at the terminal: the person answers in words, the player as it does everywhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.markup import escape

import orchard
from orchard.core.game import Color, Position
from orchard.core.swap2 import Swap2Answer
from orchard.play.swap2 import answer, open_game, problem_with

if TYPE_CHECKING:
    from orchard.shells.terminal import TerminalGame

QUESTIONS = {
    0: "three stones (black, white, black), such as h8 h9 i8",
    3: "black, white, or two more stones (white, black)",
    5: "black or white",
}


class LeftError(Exception):
    """The person does not want to play on."""


def open_table(table: TerminalGame, ask: Callable[[str], str], show: Callable[[Position], None]) -> Position:
    """Open the game; afterwards `table.you` is the colour that the person plays."""

    def turn(seat: Color, position: Position) -> Swap2Answer:
        if seat == table.you:
            show(position)
            said = _persons(table, position, ask)
        else:
            limits = orchard.Limits(seconds=table.seconds, seed=table.seed + position.ply)
            said = answer(table.player, position, limits)
        who = "You" if seat == table.you else escape(table.player.spec)
        did = f"{said.takes}" if said.takes else " ".join(said.stones)
        table.console.print(f"{who}: [bold]{did}[/]")
        return said if said.takes is None else Swap2Answer(takes=said.takes)  # white's move is asked for in its turn

    opened = open_game(table.position.game, turn)
    if opened.swapped:
        table.you = "white" if table.you == "black" else "black"
    table.console.print(f"You play {table.you}.")
    return opened.position


def _persons(table: TerminalGame, position: Position, ask: Callable[[str], str]) -> Swap2Answer:
    while True:
        text = ask(QUESTIONS[position.ply])
        if text in ("quit", "q", "exit", "resign"):
            raise LeftError
        try:
            if text in ("black", "white"):
                said = Swap2Answer(takes="black" if text == "black" else "white")
            else:
                said = Swap2Answer(tuple(move for _, move in position.game.read_moves(text)))
            problem = problem_with(position, said)
        except orchard.OrchardError as error:
            problem = str(error)
        if not problem:
            return said
        table.console.print(problem, style="red", markup=False)
