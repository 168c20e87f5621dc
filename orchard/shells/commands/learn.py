"""orchard learn: lessons at the terminal, answered on its board."""

from __future__ import annotations

from typing import Any

import click

import orchard
from orchard.shells.commands._common import GameArgument, json_option, print_json
from orchard.shells.lesson_words import LANGUAGES, words
from orchard.study.lessons import lesson as lesson_named
from orchard.study.lessons import lessons_of


@click.command()
@click.argument("game", type=GameArgument(), required=False)
@click.argument("lesson", required=False)
@click.option("--language", default="en", show_default=True, type=click.Choice(LANGUAGES), help="Of the lessons.")
@json_option
def learn(game: orchard.Game | None, lesson: str | None, language: str, as_json: bool) -> None:
    """Take a lesson: the board is the answer.

    Without LESSON, list the lessons of GAME; without GAME, of all games. LESSON is a name or a number of the list.
    Answer with squares such as c4; `answer` gives a right one, `quit` ends the lesson.

    \b
    Examples:
      orchard learn
      orchard learn reversi corners
      orchard learn gomoku 5 --language pl
    """
    if game is None or lesson is None:
        _list([orchard.game(name) for name in orchard.games()] if game is None else [game], language, as_json)
        return
    chosen = lesson_named(game, lesson)
    if as_json:
        print_json({"game": game.name, **chosen.as_json()})
        return
    from orchard.shells.terminal_lesson import TerminalLesson

    TerminalLesson(game, chosen, words(game.base_name, language)).walk(_ask)


def _ask(prompt: str) -> str:
    return str(click.prompt(prompt, prompt_suffix=" "))


def _list(games: list[orchard.Game], language: str, as_json: bool) -> None:
    rows: dict[str, Any] = {game.name: lessons_of(game) for game in games}
    if as_json:
        print_json({name: [lesson.as_json() for lesson in lessons] for name, lessons in rows.items()})
        return
    for game in games:
        click.echo(game.title + ("" if rows[game.name] else ": no lessons"))
        said = words(game.base_name, language)
        for number, lesson in enumerate(rows[game.name], 1):
            click.echo(f"  {number:>2}  {lesson.name:<16} {said[f'lesson.{game.base_name}.{lesson.name}']}")
