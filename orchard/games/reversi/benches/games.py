"""Whole games of `strategist` against itself, four plies deep on both sides, by minimax and by alpha-beta."""

from collections.abc import Iterator
from functools import partial

from orchard.core.bench import Row, timed
from orchard.games import game as find_game
from orchard.games.reversi.players.strategist import Strategist

PROVED = "both play the same game"


def rows(repeat: int) -> Iterator[Row]:
    """Both must play the very same game, or the search is broken; the count is of nodes searched in it."""
    played = {algorithm: play_one(algorithm) for algorithm in ("minimax", "alphabeta")}
    if played["minimax"][0] != played["alphabeta"][0]:
        raise AssertionError("minimax and alpha-beta played different games: the search is broken")
    for algorithm, (_, nodes) in played.items():
        yield timed(f"game, {algorithm}", "reversi", nodes, partial(play_one, algorithm), repeat, PROVED)


def play_one(algorithm: str) -> tuple[str, int]:
    """One game: its transcript, and the nodes searched."""
    players = [Strategist(algorithm=algorithm) for _ in range(2)]
    position, nodes, turn = find_game("reversi").start(), 0, 0
    while not position.is_over:
        choice = players[turn].choose(position)
        position, nodes, turn = position.play(choice.move), nodes + choice.nodes, 1 - turn
    return position.transcript, nodes
