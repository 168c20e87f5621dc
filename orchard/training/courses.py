"""Which course a game offers, and which one a folder of games belongs to."""

from collections.abc import Sequence
from pathlib import Path

from orchard.core.course import Course
from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.games import games, offer
from orchard.training.shards import ShardError, settings_of


def courses() -> list[Course]:
    """All that there are."""
    offered = (offer(name, "course") for name in games())
    return [module.COURSE for module in offered if module is not None]


def course_for(game: Game) -> Course:
    """The course of a game; an OptionError where it offers none."""
    known = {course.game: course for course in courses()}
    if game.name not in known:
        raise OptionError(f"{game.name} offers no training course; there is one for {', '.join(known)}")
    return known[game.name]


def course_of(folders: Sequence[Path]) -> Course:
    """The course of the game whose shards some folders hold."""
    names = {str(settings_of(folder).get("game", "")) for folder in folders}
    if len(names) != 1:
        raise ShardError(f"these folders hold different games: {', '.join(sorted(names))}")
    return course_for(find_game(names.pop()))
