"""Same seed, same work: every search visits the nodes and chooses the moves that are written down here."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import orchard
from orchard.core.offers import Question
from orchard.study.solve import solve
from tests.signature.searches import SEARCHES, key_of, random_position, rows_of

WRITTEN = json.loads(Path(__file__).with_name("signature.json").read_text(encoding="utf-8"))
SOLVED = {  # the solver: game and plies of random play -> score, best move, nodes
    ("reversi", 46): (-2, "d1", 62_673),
    ("reversi", 48): (-18, "a1", 29_312),
    ("reversi", 50): (-2, "h7", 3_987),
    ("reversed_reversi", 47): (16, "e3", 269_780),
    ("reversed_reversi", 49): (0, "a2", 7_344),
}


@pytest.mark.parametrize("search", SEARCHES, ids=key_of)
def test_a_search_visits_the_same_nodes_and_chooses_the_same_move(search) -> None:
    assert rows_of(search) == WRITTEN[key_of(search)]


@pytest.mark.parametrize(("game", "plies"), SOLVED)
def test_the_solver_visits_the_same_nodes(game: str, plies: int) -> None:
    from orchard.games import offer

    offer(game, "solver").SOLVER.forget()
    solved = solve(random_position(game, plies), Question())
    assert (solved.bounds[0], solved.move, solved.nodes) == SOLVED[game, plies]


def test_the_signature_has_every_search_and_no_other() -> None:
    assert set(WRITTEN) == set(map(key_of, SEARCHES))


def test_the_positions_are_the_same_every_time() -> None:
    assert random_position("reversi", 20) == random_position("reversi", 20)
    assert random_position("reversi", 20).game == orchard.game("reversi")
