"""The best moves with their lines, and lists of positions solved one after the other."""

from __future__ import annotations

import pytest

import orchard
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.offers import Question
from orchard.study.solve import solve


def end_of(position: orchard.Position, line: tuple[orchard.Move, ...]) -> orchard.Position:
    for move in line:
        position = position.play(move)  # refuses what is not legal
    return position


@pytest.mark.parametrize(("game", "moves"), [("reversi", "f5d6c3"), ("gomoku:9", "e5f6"), ("connect_four", "d1d2d3")])
def test_the_best_moves_come_with_legal_lines_in_order_and_the_same_again(game: str, moves: str) -> None:
    position = orchard.game(game).replay(moves)
    best = orchard.best_moves(position, 3, nodes=600)
    assert len({entry.move for entry in best}) == 3
    assert [entry.value for entry in best] == sorted((entry.value for entry in best), reverse=True)
    for entry in best:
        assert entry.line[0] == entry.move
        assert len(entry.line) > 1
        end_of(position, entry.line)
    assert orchard.best_moves(position, 3, nodes=600) == best


@pytest.mark.parametrize("moves", ["h8i9", "h8i9h7i7h9h10", "h8h7i9g6j10i7g9"])
@pytest.mark.parametrize("nodes", [200, 20_000])
def test_as_many_moves_come_as_were_asked_for(moves: str, nodes: int) -> None:
    """Also where the search has not finished so many when its work ends, or sees that the others lose."""
    position = orchard.game("gomoku").replay(moves)
    best = orchard.best_moves(position, 3, nodes=nodes)
    assert len({entry.move for entry in best}) == 3
    assert [entry.value for entry in best] == sorted((entry.value for entry in best), reverse=True)
    for entry in best:
        end_of(position, entry.line)


def test_near_the_end_every_value_is_the_solvers() -> None:
    for seed in (2, 3, 4):
        position = orchard.random_positions("reversi", 1, seed=seed, plies=54)[0]
        exact = solve(position, Question(all_moves=True)).moves
        best = orchard.best_moves(position, 64, nodes=100_000)
        assert {entry.move: (entry.value, entry.value) for entry in best} == exact
        assert all(entry.exact for entry in best)
    with pytest.raises(OptionError, match="count=0"):
        orchard.best_moves(position, 0)


def test_any_player_that_gives_values_can_be_asked() -> None:
    win = orchard.game("tic_tac_toe").replay("a1b1a2b2")
    uct = orchard.player("uct")
    for player in ("uct", uct):
        first = orchard.best_moves(win, 2, nodes=2000, player=player)[0]
        assert (first.move, first.value, first.line, first.unit, first.exact) == ("a3", 1.0, ("a3",), "chance", True)
    with pytest.raises(OptionError, match="does not give values"):
        orchard.best_moves(win, 2, player=orchard.player(lambda position: position.legal()[0]))
    with pytest.raises(IllegalMoveError, match="over"):
        orchard.best_moves(win.play("a3"))


def test_a_list_is_solved_one_by_one() -> None:
    some = [orchard.game("tic_tac_toe").replay(moves) for moves in ("a1b1a2b2", "a1b1a2b2c3", "a1b2c3")]
    some += orchard.random_positions("reversi", 2, seed=4, plies=52)
    assert [solved.result for solved in orchard.solve(some[:3])] == ["win", "win", "draw"]
    for position, solved in zip(some, orchard.solve(iter(some)), strict=True):
        alone = orchard.solve(position)
        assert (solved.result, solved.bounds) == (alone.result, alone.bounds)
        end = end_of(position, solved.line)
        assert end.outcome is not None
        assert (end.outcome.score_for(position.to_move),) * 2 == solved.bounds
