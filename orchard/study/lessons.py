"""The lessons of a game, found by name."""

from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.core.lessons import Lesson
from orchard.games import offer


def lessons_of(game: Game) -> tuple[Lesson, ...]:
    """In the order in which they are best taken; () where the game, or this board of it, has none."""
    offered = offer(game.base_name, "lessons") if game.name == game.base_name else None
    return offered.LESSONS if offered is not None else ()


def lesson(game: Game, name: str) -> Lesson:
    """The lesson of that name or number, counted from 1."""
    lessons = lessons_of(game)
    for number, found in enumerate(lessons, 1):
        if name.strip().lower().replace("-", "_") in (found.name, str(number)):
            return found
    known = ", ".join(one.name for one in lessons) or "none"
    raise OptionError(f"no lesson {name!r} in {game.title}; there are {known}")
