"""Guided stories about ways to search: what the games offer, the answers to their exercises, and the source of ours."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from orchard.core.choice import Limits, Stop
from orchard.core.errors import OptionError
from orchard.core.game import Position
from orchard.core.story import Page, Story, Task
from orchard.games import game, games, offer
from orchard.players import player

ROOT = Path(__file__).parents[2]


@lru_cache(maxsize=1)
def stories() -> dict[str, Story]:
    """All stories by name, in the order in which they are told. Loads no kernels."""
    offered = [offer(name, "stories") for name in games()]
    found = {story.name: story for module in dict.fromkeys(offered) if module is not None for story in module.STORIES}
    return dict(sorted(found.items(), key=lambda entry: entry[1].rank))


def story(name: str) -> Story:
    if name not in stories():
        raise OptionError(f"no story {name!r}; there are {', '.join(stories())}")
    return stories()[name]


def position_of(told: Story, page: Page) -> Position:
    return game(told.game).replay(page.moves)


def as_json(told: Story) -> dict[str, Any]:
    """What a page needs to tell a story, the answer to its exercise left out."""
    shown: dict[str, Any] = {
        "name": told.name,
        "game": told.game,
        "pages": [page.as_json() for page in told.pages],
        "task": {"kind": told.task.kind, **told.task.page.as_json(), **_shown(told.task)},
        "same": told.same,
        "generations": None,
    }
    if made := told.generations:
        squares = {kind: list(names) for kind, names in made.squares.items()}
        shown["generations"] = {"kinds": list(made.kinds), "squares": squares, "weights": [*map(list, made.weights)]}
    return shown


def _shown(task: Task) -> dict[str, Any]:
    return {key: value for key, value in (("to", task.to), ("below", task.below)) if value}


# --------------------------------------------------------------------------------------------------- source


def source(told: Story) -> list[dict[str, Any]]:
    """The functions that the story is about, as they stand in our files."""
    return [{"file": file, "line": line, "text": text} for file, line, text in map(_function, told.sources)]


@lru_cache(maxsize=64)
def _function(named: tuple[str, str]) -> tuple[str, int, str]:
    module, name = named
    path = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    text = path.read_text(encoding="utf-8")
    found = next(node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and node.name == name)
    lines = text.splitlines()[found.lineno - 1 : found.end_lineno]
    return path.relative_to(ROOT).as_posix(), found.lineno, "\n".join(line[found.col_offset :] for line in lines)


# --------------------------------------------------------------------------------------------------- answers


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether an answer is right; `hint` names the words that say why, `says` what they tell."""

    right: bool
    hint: str
    says: dict[str, Any]

    def as_json(self) -> dict[str, Any]:
        return {"right": self.right, "hint": self.hint, "says": self.says}


def check(told: Story, answer: str, stop: Stop) -> Verdict:
    """Is this the answer to the exercise? Checked by the search itself."""
    return CHECKS[told.task.kind](told, answer.strip().lower(), stop)


def _best_move(told: Story, answer: str, stop: Stop) -> Verdict:
    position, task = position_of(told, told.task.page), told.task
    position.play(answer)  # refuses what is not legal, with the reason
    judge = player(task.judge)
    values: dict[str, float] = {}
    replies: dict[str, str] = {}
    for move in position.legal():
        after = position.play(move)
        found = judge.choose(after, Limits(depth=task.depth, stop=stop))  # no move here ends the game
        values[move], replies[move] = 0.0 - (found.value or 0.0), str(found.move)
    best = max(values.values())
    says = {"move": answer.upper(), "value": values[answer], "reply": replies.get(answer, "").upper(), "best": best}
    return Verdict(values[answer] == best, "right" if values[answer] == best else "wrong", says)


def _cutting_reply(told: Story, answer: str, stop: Stop) -> Verdict:
    task, steps = told.task, _trace(told, stop).steps
    node = next(step.node for step in steps if step.parent == 0 and step.move == task.to)
    replies = {str(step.move): step for step in steps if step.parent == node}
    cut = next(step for step in steps if step.kind == "cut" and step.node == node)
    had = next(step.move for step in steps if step.node == cut.alpha_from and step.move)
    says = {"move": answer.upper(), "to": task.to.upper(), "had": cut.alpha, "first": had.upper()}
    if answer == cut.move:
        return Verdict(True, "right", {**says, "value": cut.value})
    if answer in replies:  # looked at, and not enough
        return Verdict(False, "wrong", {**says, "value": 0.0 - (replies[answer].value or 0.0)})
    return Verdict(False, "skipped", says)


def _fewer_nodes(told: Story, answer: str, stop: Stop) -> Verdict:
    task, position = told.task, position_of(told, told.task.page)
    limits = Limits(depth=task.page.search_depth, order=tuple(answer.split()), stop=stop)
    found = player(task.page.player).choose(position, limits)
    right = found.nodes < task.below
    says = {"nodes": found.nodes, "below": task.below, "move": found.move.upper()}
    return Verdict(right, "right" if right else "wrong", says)


def _first_visits(told: Story, answer: str, stop: Stop) -> Verdict:
    task, position = told.task, position_of(told, told.task.page)
    most = task.page.playouts or 1
    number = _number(answer, most)
    searcher = player(task.page.player)
    moves = [
        searcher.choose(position, Limits(playouts=count, seed=task.page.seed, stop=stop)).move
        for count in (number, max(1, number - 1))
    ]
    says = {"n": number, "before": number - 1, "move": moves[0].upper()}
    if moves[0] == task.trap:
        return Verdict(False, "more", says)
    if moves[1] != task.trap:
        return Verdict(False, "fewer", says)
    return Verdict(True, "right", says)


def _generation(told: Story, answer: str, stop: Stop) -> Verdict:
    assert told.generations is not None
    weights = [row[0] for row in told.generations.weights]
    number = _number(answer, len(weights) - 1, least=0)
    first = next(n for n, weight in enumerate(weights) if weight > told.task.below)
    says = {"n": number, "value": weights[number], "below": told.task.below}
    return Verdict(number == first, "right" if number == first else "more" if number < first else "fewer", says)


def _number(answer: str, most: int, least: int = 1) -> int:
    number = int(answer) if answer.isascii() and answer.isdecimal() and len(answer) < 8 else -1
    if not least <= number <= most:
        raise OptionError(f"expected a number from {least} to {most}")
    return number


def _trace(told: Story, stop: Stop) -> Any:
    page = told.task.page
    limits = Limits(depth=page.search_depth, playouts=page.playouts, seed=page.seed, stop=stop)
    return player(page.player).trace(position_of(told, page), limits)


CHECKS: dict[str, Callable[[Story, str, Stop], Verdict]] = {
    "best_move": _best_move,
    "cutting_reply": _cutting_reply,
    "fewer_nodes": _fewer_nodes,
    "first_visits": _first_visits,
    "generation": _generation,
}
