"""A stage of training as a command: its options come from the courses of the games."""

from dataclasses import fields
from functools import cached_property
from typing import Any

import click


class Stage(click.Command):
    """A command with an option for every setting that some game's course has for this stage.

    Its function gets the `course`, of the argument `game` or of the game whose shards are in `folders` or
    `source`, and the `settings` of the stage. The context's object holds the settings that were given, by name.
    """

    def __init__(self, *arguments: Any, stage: str = "", **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.stage = stage or str(self.name)

    def get_params(self, context: click.Context) -> list[click.Parameter]:
        *own, help_option = super().get_params(context)
        return [*own, *self.settings, help_option]

    @cached_property
    def settings(self) -> list[click.Parameter]:
        from orchard.core.course import flag, options_of
        from orchard.training.courses import courses

        found: dict[str, dict[str, Any]] = {}  # the options by name, each by game
        for course in courses():
            if self.stage in course.settings:
                for name, (_, option) in options_of(course.settings[self.stage]).items():
                    found.setdefault(name, {})[course.game] = option
        own = {name for parameter in self.params for name in parameter.opts}
        return [_option(name, games) for name, games in found.items() if flag(name) not in own]

    def invoke(self, context: click.Context) -> Any:
        from orchard.core.course import settings_type, with_options
        from orchard.training.courses import course_for, course_of

        values = context.params
        options = {str(option.name): values.pop(str(option.name)) for option in self.settings}
        context.obj = {name: value for name, value in options.items() if value is not None}
        course = (
            course_for(values.pop("game"))
            if "game" in values
            else course_of(values.get("folders") or [values["source"]])
        )
        takes_game = any(field.name == "game" for field in fields(settings_type(course, self.stage)))
        fixed = {"game": course.game} if takes_game else {}
        values |= {"course": course, "settings": with_options(course, self.stage, context.obj, **fixed)}
        return super().invoke(context)


def _option(name: str, games: dict[str, Any]) -> click.Option:
    """An option with what it means, and its default and range in every game that has it."""
    from orchard.core.course import flag

    option = next(iter(games.values()))
    told: dict[str, list[str]] = {}
    for game, one in games.items():
        default = "" if one.default == "" or one.kind is bool else f": {one.default}"
        told.setdefault(default + (f" ({one.range()})" if one.low is not None else ""), []).append(game)
    defaults = "; ".join(", ".join(names) + text for text, names in told.items())
    if option.kind is bool:
        return click.Option([flag(name), name], is_flag=True, default=None, help=f"{option.help}  [{defaults}]")
    metavar = "TEXT" if option.kind is str else "NUMBER"
    return click.Option([flag(name), name], metavar=metavar, help=f"{option.help}  [{defaults}]")
