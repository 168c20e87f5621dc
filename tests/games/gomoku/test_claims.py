"""What the search calls won or lost is: judged by a plain exhaustive search, and by proofs of another kind."""

from __future__ import annotations

import random

import pytest

import orchard
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.proofs import Prover
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from tests.games.gomoku.slow_threats import Board, five_points
from tests.games.gomoku.tactics import random_position

SMALL = 6
EMPTY = 9  # so many points are left free on the small board, so that every game from there can be played out


def crowded(dice: random.Random) -> orchard.Position:
    """A small board, nearly full, without a five."""
    game = orchard.game("gomoku", width=SMALL)
    while True:
        position = game.start()
        for move in dice.sample(game.board.moves, SMALL * SMALL - EMPTY):
            position = position.play(move)
            if position.is_over:
                break
        if not position.is_over:
            return position


def result(board: Board, me: str, known: dict[str, int]) -> int:
    """1, 0 or −1 for the side to move, by playing every game out; a full board is a draw."""
    if five_points(board, me):
        return 1
    if "-" not in board:
        return 0
    key = "".join(board) + me
    if key not in known:
        enemy = "O" if me == "X" else "X"
        known[key] = -1
        for move in five_points(board, enemy) or [square for square, cell in enumerate(board) if cell == "-"]:
            board[move] = me
            known[key] = max(known[key], -result(board, enemy, known))
            board[move] = "-"
            if known[key] == 1:
                break
    return known[key]


def searcher(**style: int) -> KiteEngine:
    return KiteEngine(tables(*weights("guess")), SearchStyle(**style), table_mb=1)


def claim(engine: KiteEngine, position: orchard.Position, nodes: int, unseen: list[int] | None = None) -> int:
    """1 where the search calls the position won, −1 lost, 0 for no claim."""
    engine.begin(position, 1, nodes)
    engine.overlook(unseen or [])
    found = engine.deepest(12)
    return 0 if found is None else (found.wins_in > 0) - (found.wins_in < 0)


def test_claims_are_true_on_boards_that_can_be_played_out() -> None:
    dice, engines = random.Random(3), [searcher(candidates=few, threats_off=off) for few in (1, 3) for off in (0, 1)]
    claims = 0
    for _ in range(40):
        position = crowded(dice)
        truth = result(list(position.text[:-2]), position.text[-1], {})
        unseen = dice.sample(range(SMALL * SMALL), 20)
        for engine in engines:
            for overlooked in ([], unseen):
                said = claim(engine, position, 300, overlooked)
                assert said in (0, truth), (position.text, engine.style)
                claims += abs(said)
    assert claims > 100


@pytest.mark.parametrize("oversight", [0.0, 0.5])
@pytest.mark.parametrize("threats_off", [0, 1])
@pytest.mark.parametrize("candidates", [1, 24])
def test_claims_of_short_searches_are_confirmed_by_proofs_from_threats(
    candidates: int, threats_off: int, oversight: float
) -> None:
    """With one candidate or half of the points unseen, a search that took what it tried for all there is would be
    wrong again and again."""
    dice, prover = random.Random(8), Prover()
    engine = searcher(candidates=candidates, threats_off=threats_off)
    said, confirmed = {1: 0, -1: 0}, {1: 0, -1: 0}
    for _ in range(70):
        position = random_position(dice, 11, dice.randrange(6, 18))
        unseen = [square for square in range(11 * 11) if dice.random() < oversight]
        found = claim(engine, position, dice.choice([200, 1000, 4000]), unseen)
        if not found:
            continue
        said[found] += 1
        proved = (prover.win(position) is not None) - (prover.loss(position) is not None)
        assert proved in (0, found), position.text
        confirmed[found] += proved == found
    assert said[1] >= 12
    assert said[-1] >= 1
    assert all(confirmed[side] >= 0.9 * said[side] for side in said), (said, confirmed)
