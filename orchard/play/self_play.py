"""Games of a player against itself as arrays, one batch after another: `orchard.self_play`."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from orchard.core.boards import to_boards
from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.games import game as find_game
from orchard.players import player as make_player

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = Any


@dataclass(frozen=True, eq=False)
class Played:
    """The positions of some whole games, one row each, in the order they were played. Views are the mover's."""

    boards: Array  # [n, 2, words] uint64, see `orchard.to_boards`
    moves: Array  # [n] int16: the square that was played, row by row from the top left; -1 is a pass
    values: Array  # [n] float32: what the player said it was worth; nan where it said nothing or the move was random
    scores: Array  # [n] int16: by how many points the side to move won or lost in the end; 1, 0, -1 without points
    games: Array  # [n] int32: the number of the game, from 0 on
    plies: Array  # [n] int16: from 0 at the start of the game


def self_play(
    game: Game | str,
    player: Player | str | Callable[..., Any],
    games: int,
    *,
    limits: Limits | None = None,
    random_plies: int = 8,
    batch: int = 100,
    seed: int = 0,
) -> Iterator[Played]:
    """`games` games, `batch` of them at a time. Each begins with `random_plies` random moves, so that no two are alike.

    `limits` are those of each move; with a bound on work the same seed gives the same games.
    """
    rules = game if isinstance(game, Game) else find_game(game)
    if games < 1 or batch < 1 or random_plies < 0:
        raise OptionError("games and batch are 1 or more, random_plies is 0 or more")
    thinker = player if isinstance(player, Player) else make_player(player, rules)
    thinker.check_game(rules)
    return _batches(rules, thinker, games, limits or Limits(), random_plies, batch, seed, close=thinker is not player)


def _batches(
    game: Game, player: Player, games: int, limits: Limits, random_plies: int, batch: int, seed: int, close: bool
) -> Iterator[Played]:
    try:
        for first in range(0, games, batch):
            numbers = range(first, min(first + batch, games))
            yield _joined([_game(game, player, limits, random_plies, seed, number) for number in numbers], first)
    finally:
        if close:
            player.close()


def _game(
    game: Game, player: Player, limits: Limits, random_plies: int, seed: int, number: int
) -> tuple[list[tuple[Position, Choice]], Position]:
    """The positions of one game with what was chosen there, and the last position."""
    dice = random.Random(f"{seed} {number}")
    player.new_game()
    position, rows = game.start(), list[tuple[Position, Choice]]()
    while not position.is_over:
        if position.ply < random_plies:
            choice = Choice(dice.choice(position.legal()))
        else:
            choice = player.choose(position, replace(limits, seed=dice.getrandbits(31)))
        rows.append((position, choice))
        position = position.play(choice.move)
    return rows, position


def _joined(played: list[tuple[list[tuple[Position, Choice]], Position]], first: int) -> Played:
    import numpy as np

    rows = [row for one, _ in played for row in one]
    scores = []
    for one, last in played:
        outcome = last.outcome
        assert outcome is not None  # played to the end
        scores += [outcome.score_for(position.to_move) for position, _ in one]
    values = [choice.value for _, choice in rows]
    return Played(
        to_boards(position for position, _ in rows),
        np.array([choice.move.square for _, choice in rows], np.int16),
        np.array([np.nan if value is None else value for value in values], np.float32),
        np.array(scores, np.int16),
        np.repeat(np.arange(first, first + len(played), dtype=np.int32), [len(one) for one, _ in played]),
        np.array([position.ply for position, _ in rows], np.int16),
    )
