"""What has to be compiled before a player can play a game, and the doing of it.

Kernels are compiled when they are first used, which takes seconds, and from then on only loaded. The referee warms a
player up before its clock runs; the studio and `orchard compile` do it for many players beforehand.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from orchard.core.choice import Limits
from orchard.core.game import Game
from orchard.core.player import Player
from orchard.players import player as make_player
from orchard.players.level import rung

FIRST_LOOK = Limits(seconds=0.05, nodes=2, playouts=2, depth=1)
SECOND_LOOK = Limits(seconds=0.02, book=False)

_warm: set[tuple[str, str]] = set()


def warm_up(player: Player, game: Game) -> None:
    """Make a player of this process compile what it plays this game with: once, and off the clock."""
    key = (player.spec, game.name)
    if key in _warm or player.takes_argument:
        return
    position = game.start()
    after = position.play(player.choose(position, FIRST_LOOK).move)
    if not after.is_over:
        player.choose(after, SECOND_LOOK)
    player.new_game()
    _warm.add(key)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to get ready, with a name for those who wait for it."""

    name: str
    do: Callable[[], Any]


def rules_steps(games: Iterable[Game]) -> list[Step]:
    """What must be ready before a position of these games can be shown."""
    return [Step(f"rules:{game.name}", game.start().legal) for game in games]


def player_steps(wanted: Iterable[tuple[str, Game]]) -> Iterator[Step]:
    """What must be ready before these players can play these games, each thing once."""
    seen: set[str] = set()
    for spec, game in wanted:
        name = step_name(spec, game)
        if name not in seen:
            seen.add(name)
            yield Step(name, lambda spec=spec, game=game: _warm_up_spec(spec, game))  # type: ignore[misc]


def step_name(spec: str, game: Game) -> str:
    """The step after which a player can play a game without compiling anything."""
    if spec.partition(":")[0] == "level":
        spec = rung(game, make_player(spec).options["number"]).spec
    name, _, settings = spec.partition(":")
    one_ply = "depth=1" in settings.split(",")  # needs less than a search
    return f"{name}{' one ply' * one_ply}:{game.base_name}"


def _warm_up_spec(spec: str, game: Game) -> None:
    player = make_player(spec)
    try:
        warm_up(player, game)
    finally:
        player.close()
