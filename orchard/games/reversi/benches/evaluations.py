"""Evaluations of whole arrays of boards, against the same evaluations one by one."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

from orchard.core.bench import Row, timed
from orchard.core.boards import from_boards
from orchard.core.game import Game
from orchard.core.planes import from_planes
from orchard.games import evaluation
from orchard.games import game as find_game
from orchard.games.reversi.players.sage import Sage
from orchard.games.reversi.search.first_sight import values_of_moves
from orchard.search.evaluated import evaluate_boards
from orchard.search.many_games import ManyGames

GAMES, STEPS, CHECKED = 2048, 56, 50
PROVED = f"{CHECKED} boards, one by one"


def rows(repeat: int) -> Iterator[Row]:
    for name in ("reversi", "reversed_reversi"):
        game, sage, grove = find_game(name), Sage(), evaluation("grove")
        boards = positions(game)
        for position in from_boards(boards[:: len(boards) // CHECKED][:CHECKED], game):
            if position.legal_mask():
                after = [position.play(move) for move in position.legal()]
                one_by_one, together = values_of_moves(position), sage.evaluate(as_boards(after), game)
                if not np.allclose(list(one_by_one.values()), -together):
                    raise AssertionError(f"{name}: sage says something else of an array than of {position.text}")
            if not position.is_over and evaluate_boards(
                as_boards([position]), game, grove, grove.weights_for
            ) != grove.value(position):
                raise AssertionError(f"{name}: grove says something else of an array than of {position.text}")
        yield timed("evaluate, sage", name, len(boards), partial(sage.evaluate, boards, game), repeat, PROVED)
        judge = partial(evaluate_boards, boards, game, grove, grove.weights_for)
        yield timed("evaluate, grove", name, len(boards), judge, repeat, PROVED)


def as_boards(some: list[Any]) -> Any:
    return np.array([[[one.own], [one.enemy]] for one in some], np.uint64)


def positions(game: Game) -> Any:
    """Different boards from all parts of random games."""
    games, dice, found = ManyGames(game, GAMES), np.random.default_rng(1), list[Any]()
    seen = games.begin()
    for _ in range(STEPS):
        seen = games.step((dice.random(seen.mask.shape, np.float32) * seen.mask).argmax(1))  # type: ignore[no-untyped-call]
        found.append(from_planes(seen.planes.reshape(GAMES, 2, game.board.height, game.board.width)))
    return np.concatenate(found)[dice.permutation(GAMES * STEPS)]
