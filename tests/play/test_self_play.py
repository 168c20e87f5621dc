"""Self-play as arrays: whole games by the rules, each row with how its game ended."""

from __future__ import annotations

import numpy as np
import pytest

import orchard
from orchard.core.errors import OptionError


@pytest.mark.parametrize("name", ["reversi:4", "gomoku:5", "connect_four"])
def test_the_rows_are_whole_games_that_can_be_played_again(name: str) -> None:
    game = orchard.game(name)
    batches = list(orchard.self_play(name, "greedy", 5, batch=2, random_plies=3, seed=1))
    assert [len(np.unique(batch.games)) for batch in batches] == [2, 2, 1]
    transcripts = set()
    for batch in batches:
        for number in np.unique(batch.games):
            rows, position = np.flatnonzero(batch.games == number), game.start()
            for row in rows:
                assert batch.plies[row] == position.ply
                assert (batch.boards[row] == orchard.to_boards([position])[0]).all()
                assert np.isnan(batch.values[row]) or position.ply >= 3
                position = position.play(game.board.move_at(int(batch.moves[row])))
            assert position.outcome is not None
            black = position.outcome.score
            assert batch.scores[rows].tolist() == [black * (-1) ** n for n in range(len(rows))]
            transcripts.add(position.transcript)
    assert len(transcripts) > 2


def test_the_same_seed_gives_the_same_games_by_a_player_or_its_spec() -> None:
    settings = {"limits": orchard.Limits(nodes=50), "seed": 3, "random_plies": 4}
    (one,) = orchard.self_play("tic_tac_toe", "uct", 3, **settings)  # type: ignore[arg-type]
    (two,) = orchard.self_play("tic_tac_toe", orchard.player("uct"), 3, **settings)  # type: ignore[arg-type]
    assert one.moves.tolist() == two.moves.tolist()
    assert not np.isnan(one.values[one.plies >= 4]).all()
    with pytest.raises(OptionError, match="does not play"):
        orchard.self_play("tic_tac_toe", "sage", 2)
