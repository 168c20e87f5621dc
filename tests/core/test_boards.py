"""Many positions as arrays: the documented layout, there and back, and what players say of whole arrays."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import orchard
from orchard.core.boards import states_of
from orchard.core.errors import OptionError
from orchard.games import evaluation
from orchard.games.reversi.search.first_sight import values_of_moves
from orchard.search.lookahead_player import LookaheadPlayer

GAMES = ["reversi", "reversi:6", "reversed_reversi", "gomoku", "gomoku:9:renju", "connect_four", "tic_tac_toe"]


@cache
def some(game: str) -> list[orchard.Position]:
    return orchard.random_positions(game, 6, seed=11)


@pytest.mark.parametrize("game", GAMES)
def test_boards_hold_the_stones_of_the_board_text_bit_by_bit(game: str) -> None:
    boards = orchard.to_boards(some(game))
    for position, (own, enemy) in zip(some(game), boards, strict=True):
        squares, side = position.text.split(" ")
        for n, stone in enumerate(squares):
            mine, theirs = (bool(int(words[n // 64]) >> n % 64 & 1) for words in (own, enemy))
            assert (mine, theirs) == (stone == side, stone not in (side, "-"))
    planes = orchard.to_planes(boards, game)
    assert (planes == orchard.to_planes(some(game))).all()
    assert (orchard.from_planes(planes.astype(float)) == boards).all()
    for position, back in zip(some(game), orchard.from_boards(boards, orchard.game(game)), strict=True):
        assert (back.own, back.enemy) == (position.own, position.enemy)
        assert back.to_move == (position.to_move if not position.game.passes_allowed else "black")


@pytest.mark.parametrize("game", GAMES)
def test_the_words_of_kernels_are_found_by_the_bits_a_game_names(game: str) -> None:
    rules = orchard.game(game)
    states = states_of(orchard.to_boards(some(game)), rules)
    for position, state in zip(some(game), states, strict=True):
        assert (state == rules.state(position)).all()
        for bits, stones in zip(rules.state_bits, (position.own, position.enemy), strict=True):
            assert sum((int(state[bit // 64]) >> bit % 64 & 1) << n for n, bit in enumerate(bits)) == stones


def test_sage_says_of_an_array_what_it_says_of_each_board() -> None:
    for game in ("reversi", "reversed_reversi"):
        for position in some(game)[:12]:
            worth = values_of_moves(position)
            after = [position.play(move) for move in position.legal()]
            values = orchard.evaluate(after, "sage")
            assert list(worth.values()) == pytest.approx((-values).tolist())
    reversi = orchard.game("reversi")
    must_pass = reversi.parse("O" * 8 + "-" * 48 + "-" * 6 + "XO" + "X")  # only white, on f8, has a move
    assert (must_pass.legal(), must_pass.play("pass").legal()) == (["pass"], ["f8"])
    mine, theirs = orchard.evaluate([must_pass, must_pass.play("pass")], "sage")
    assert mine == -theirs
    over = reversi.parse("X" * 8 + "-" * 51 + "O" * 5 + "O")
    assert over.is_over
    assert orchard.evaluate([over], "sage")[0] == 5 - (8 + 51)  # the winner gets the empty squares


@pytest.mark.parametrize(("game", "spec"), [("reversi", "alphabeta"), ("reversed_reversi", "matrix")])
def test_players_that_search_plies_give_their_evaluation(game: str, spec: str) -> None:
    player = orchard.player(spec)
    assert isinstance(player, LookaheadPlayer)
    judge = player.evaluation(orchard.game(game))
    expected = [judge.value(position) for position in some(game)]
    assert orchard.evaluate(some(game), spec).tolist() == pytest.approx(expected)
    boards = orchard.to_boards(some(game))
    assert orchard.evaluate(boards, player, game=game).tolist() == pytest.approx(expected)


@pytest.mark.parametrize("game", ["gomoku", "gomoku:9:renju"])
def test_kite_gives_chances_that_a_win_a_threat_and_a_mirror_explain(game: str) -> None:
    values = orchard.evaluate(some(game), "kite")
    turned = orchard.evaluate([position.symmetry(3) for position in some(game)], "kite")
    assert values.tolist() == turned.tolist()
    assert ((values > 0) & (values < 1)).all()
    rules = orchard.game("gomoku:9")
    strong = rules.parse("-" * 36 + "--XXX----" + "O--------" + "--------O" + "--------O" + "-" * 9 + "X")
    weak = rules.parse(strong.text[:-1] + "O")
    won = rules.replay("a1a9b1b9c1c9d1d9e1")
    mine, theirs, lost = orchard.evaluate([strong, weak, won], "kite")
    assert mine > 0.5 > 1 - mine > lost
    assert mine > theirs  # an open three with the move, and against it
    assert lost == 0.0


def test_discs_are_counted_as_on_the_board_text() -> None:
    counted = []
    for position in some("reversi:6"):
        squares, side = position.text.split(" ")
        counted.append(2 * squares.count(side) + squares.count("-") - len(squares))
    assert orchard.evaluate(iter(some("reversi:6")), "alphabeta:eval=discs").tolist() == counted


def test_a_finished_game_is_worth_what_a_search_calls_it() -> None:
    won = orchard.game("tic_tac_toe").replay("a1b1a2b2a3")
    assert orchard.evaluate([won], "alphabeta")[0] == -evaluation("blind").won - 1


@pytest.mark.parametrize(("game", "spec"), [("reversi", "sage"), ("gomoku", "kite"), ("connect_four", "alphabeta")])
def test_no_positions_of_a_game_are_an_empty_array(game: str, spec: str) -> None:
    board, words = orchard.game(game).board, 4 if game == "gomoku" else 1
    assert orchard.to_planes([], game).shape == (0, 2, board.height, board.width)
    for nothing in ([], np.zeros((0, 2, words), np.uint64)):
        assert orchard.evaluate(nothing, spec, game=game).shape == (0,)
    with pytest.raises(OptionError, match="there are no positions"):
        orchard.to_planes([])


def test_what_cannot_be_evaluated_is_refused_with_the_reason() -> None:
    with pytest.raises(OptionError, match="'uct' has no evaluation"):
        orchard.evaluate(some("reversi"), "uct")
    with pytest.raises(OptionError, match="does not play reversi:6"):
        orchard.evaluate(some("reversi:6"), "sage")
    with pytest.raises(OptionError, match="give game="):
        orchard.evaluate(np.zeros((1, 2, 1), np.uint64), "sage")
    with pytest.raises(OptionError, match=r"uint64\[n, 2, 4\], not int64\[3, 2\]"):
        orchard.evaluate(np.zeros((3, 2), np.int64), "alphabeta", game="gomoku")
    with pytest.raises(OptionError, match="the same game"):
        orchard.evaluate([*some("reversi"), *some("reversed_reversi")], "sage")
