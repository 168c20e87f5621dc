"""A lesson at the terminal: a sentence, the board, and answers by the names of squares."""

from collections.abc import Callable, Mapping
from contextlib import closing

from rich.console import Console

import orchard
from orchard.core.board import PASS
from orchard.core.game import Position
from orchard.core.lessons import Lesson, Step
from orchard.shells.terminal import draw

Ask = Callable[[str], str]


class LeftError(Exception):
    """The learner wants no more."""


class TerminalLesson:
    def __init__(self, game: orchard.Game, lesson: Lesson, words: Mapping[str, str]) -> None:
        self.console = Console(highlight=False)
        self.game, self.lesson, self.words = game, lesson, words
        self._key = f"lesson.{game.base_name}.{lesson.name}"

    def walk(self, ask: Ask) -> None:
        """All steps in their order, until the end or until the learner leaves."""
        self.console.print(self.words[self._key], style="bold", markup=False)
        try:
            for number, step in enumerate(self.lesson.steps, 1):
                self.console.print()
                self.console.print(self._said("learn.step", n=number, all=len(self.lesson.steps)), style="dim")
                self._step(number, step, ask)
        except LeftError:
            return
        self.console.print(self._said("learn.done").capitalize(), style="bold green")

    def _said(self, key: str, **fill: object) -> str:
        return self.words[key].format(**fill)

    def _step(self, number: int, step: Step, ask: Ask) -> None:
        position = step.position(self.game)
        self._board(position, step)
        self._say(f"{self._key}.{number}")
        if step.rings:
            self.console.print("○ " + " ".join(step.rings), style="cyan", markup=False)
        if step.kind == "tap":
            self._tap(number, step, ask)
        elif step.kind == "choose":
            self._choose(number, step, position, ask)
        elif step.kind == "play":
            self._play(step, position, ask)

    def _board(self, position: Position, step: Step) -> None:
        self.console.print(draw(position, show_legal=step.kind in ("choose", "play")), end="")

    def _say(self, *keys: str, style: str = "") -> None:
        """The first of the keys that there are words for."""
        self.console.print(next(self.words[key] for key in keys if key in self.words), style=style, markup=False)

    def _answer(self, step: Step, ask: Ask) -> str:
        answer = ask(">").strip().lower()
        if answer in ("quit", "q", "exit"):
            raise LeftError
        return step.accepted[0] if answer == "answer" and step.accepted else answer

    def _tap(self, number: int, step: Step, ask: Ask) -> None:
        missing = set(step.accepted)
        while missing:
            for square in self._answer(step, ask).replace(",", " ").split():
                if square not in step.accepted:
                    self.console.print(self._said("learn.not_this", square=square.upper()), style="red", markup=False)
                missing.discard(square)
            if missing:
                self.console.print(self._said("learn.more", n=len(missing)), markup=False)
        self._say(f"{self._key}.{number}.right", "learn.right", style="green")

    def _choose(self, number: int, step: Step, position: Position, ask: Ask) -> None:
        place = f"{self._key}.{number}"
        while True:
            move = self._move(step, position, ask)
            if move in step.accepted:
                self._board(position.play(move), step)
                self._say(f"{place}.right", "learn.right", style="green")
                return
            if move in step.refuted:
                self._board(self.game.replay(step.refuted[move], position.play(move)), step)
            self._say(f"{place}.{move}", f"{place}.wrong", "learn.wrong", style="red")

    def _move(self, step: Step, position: Position, ask: Ask) -> str:
        while True:
            try:
                return str(position.move(self._answer(step, ask)))
            except orchard.OrchardError as error:
                self.console.print(str(error), style="red", markup=False)

    def _play(self, step: Step, position: Position, ask: Ask) -> None:
        you, end = position.to_move, position.ply + step.plies
        with closing(orchard.player(f"level:{step.level}")) as player:
            while not position.is_over and position.ply < end:
                if position.legal() == [PASS]:
                    position = position.play(PASS)
                elif position.to_move == you:
                    position = position.play(self._move(step, position, ask))
                else:
                    choice = player.choose(position, orchard.Limits(seed=position.ply))
                    position = position.play(choice.move)
                    self._board(position, step)
        self._say("learn.played", style="green")
