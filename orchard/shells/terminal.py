"""A game at the terminal: draws the board in colour, asks for moves, says what happened."""

import time
from collections.abc import Callable
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.text import Text

import orchard
from orchard.core.board import PASS
from orchard.core.drawing import status_line
from orchard.core.game import Position
from orchard.shells.terminal_swap2 import LeftError, open_table

COMMANDS = "a square such as {square}, or: undo, hint, moves, resign, quit"


def draw(position: Position, show_legal: bool = True) -> Text:
    """The board in colour, with coordinates; legal squares are green dots, the last move is underlined."""
    board = position.game.board
    style = position.game.style
    ground, empty = f"on {style.ground}", style.line
    legal = position.legal_mask() if show_legal and style.marks_legal else 0
    last = position.last_move
    text = Text()
    header = "    " + "  ".join(board.columns) + "\n"
    text.append(header, "bold")
    for row in range(board.height):
        number = f"{board.row_number(row):>2}"
        text.append(number + " ", "bold")
        for square in range(row * board.width, (row + 1) * board.width):
            stone = position.stone(square)
            mark = " underline" if last is not None and last.square == square else ""
            if stone:
                text.append(" ", ground)
                sign, color = ("●", "black") if stone == "black" else ("○", "bright_white")
                text.append(sign, f"bold {color} {ground}{mark}")
                text.append(" ", ground)
            elif legal >> square & 1:
                text.append(" • ", f"bold #8df5b0 {ground}")
            else:
                text.append(" · ", f"{empty} {ground}")
        text.append(f" {number.strip()}\n", "bold")
    text.append(header, "bold")
    return text


class TerminalGame:
    """A game between a person and a player."""

    def __init__(self, game: orchard.Game, player: orchard.Player, you: str, seconds: float | None, seed: int) -> None:
        self.console = Console(highlight=False)
        self.player, self.you, self.seconds, self.seed = player, you, seconds, seed
        self.positions = [game.start()]
        self.spent = {"black": 0.0, "white": 0.0}

    @property
    def position(self) -> Position:
        return self.positions[-1]

    def play(self, ask: Callable[[str], str], swap2: bool = False) -> None:
        """Play until the game ends or the person leaves; with `swap2`, `you` is black for who opens."""
        color = f" You play {self.you}." if not swap2 else ""
        self.console.print(f"[bold]{self.position.game.title}[/]: {self.position.game.aim}.{color}")
        self.player.new_game()
        if swap2:
            try:
                self.positions = [open_table(self, ask, lambda position: self.console.print(draw(position)))]
            except LeftError:
                return
        while not self.position.is_over:
            if self.position.to_move == self.you:
                if not self._persons_move(ask):
                    return
            else:
                self._players_move()
        self.console.print(draw(self.position, show_legal=False))
        self.console.print(f"[bold]{status_line(self.position)}[/]")
        times = ", ".join(f"{color} {seconds:.1f} s" for color, seconds in self.spent.items())
        self.console.print(f"Time: {times}. Moves: {self.position.transcript}")

    def _players_move(self) -> None:
        limits = orchard.Limits(seconds=self.seconds, seed=self.seed + self.position.ply)
        with self.console.status(f"{escape(self.player.spec)} is thinking"):
            choice = self.player.choose(self.position, limits)
        self.spent[self.position.to_move] += choice.seconds
        if choice.move == PASS:
            self.console.print(f"[bold yellow]{self.position.to_move} has no legal move and passes[/]")
        else:
            self.console.print(f"{escape(self.player.spec)} plays [bold]{choice.move}[/] ({choice.seconds:.2f} s)")
        self.positions.append(self.position.play(choice.move))

    def _persons_move(self, ask: Callable[[str], str]) -> bool:
        """Whether the game goes on."""
        if self.position.legal() == [PASS]:
            self.console.print("[bold yellow]You have no legal move: you pass[/]")
            self.positions.append(self.position.play(PASS))
            return True
        self.console.print(draw(self.position))
        self.console.print(status_line(self.position))
        while True:
            asked = time.perf_counter()
            answer = ask("your move")
            self.spent[self.you] += time.perf_counter() - asked
            if answer in ("quit", "q", "exit"):
                return False
            if answer == "resign":
                self.console.print(f"You resigned. Moves: {self.position.transcript}")
                return False
            if self._command(answer):
                continue
            if answer in ("undo", "u"):
                if self._undo():
                    return True
                continue
            try:
                self.positions.append(self.position.play(answer))
            except orchard.OrchardError as error:
                self.console.print(str(error), style="red", markup=False)
                self.console.print(COMMANDS.format(square=self.position.legal()[0]))
                continue
            return True

    def _command(self, answer: str) -> bool:
        if answer in ("hint", "h"):
            self._hint()
        elif answer == "moves":
            self.console.print(" ".join(self.position.legal()))
        elif answer in ("help", "?"):
            self.console.print(COMMANDS.format(square=self.position.legal()[0]))
        else:
            return False
        return True

    def _undo(self) -> bool:
        """Back to the person's last choice."""
        kept = self.positions[:-1]
        while kept and (kept[-1].to_move != self.you or kept[-1].legal() == [PASS]):
            kept.pop()
        if not kept:
            self.console.print("There is no move to take back.")
            return False
        self.positions = kept
        return True

    def _hint(self) -> None:
        from orchard.study.analysis import analyse

        found: Any = analyse(self.position, seconds=1.0)
        if found is not None:
            value = "" if found.value is None else f" ({found.value:{'.0%' if found.unit == 'chance' else '+.1f'}})"
            if (found.wins_in or 0) > 0:
                value = f" (wins in {found.wins_in})"
            self.console.print(f"Try [bold]{found.best}[/]{value}")
