"""Promises that hold for any game and any input, tried by hypothesis."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import orchard

NAMES = ("reversi", "reversed_reversi", "gomoku", "gomoku:7", "gomoku:7:standard", "gomoku:9:renju")


@st.composite
def positions(draw: st.DrawFn) -> orchard.Position:
    """A position some random moves into a game."""
    game = orchard.game(draw(st.sampled_from(NAMES)))
    position = game.start()
    for choice in draw(st.lists(st.integers(0, 10_000), max_size=70)):
        if position.is_over:
            break
        moves = position.legal()
        position = position.play(moves[choice % len(moves)])
    return position


@st.composite
def any_reversi_board(draw: st.DrawFn) -> orchard.Position:
    stones = draw(st.text(alphabet="XO-", min_size=64, max_size=64))
    return orchard.game("reversi").parse(f"{stones} {draw(st.sampled_from('XO'))}")


@given(positions())
@settings(max_examples=150, deadline=None)
def test_text_is_read_back_as_the_same_position(position: orchard.Position) -> None:
    assert position.game.parse(position.text) == position


@given(positions())
@settings(max_examples=100, deadline=None)
def test_transcript_is_replayed_to_the_same_position(position: orchard.Position) -> None:
    again = position.game.replay(position.transcript)
    if position.last_move == "pass":
        again = again.play("pass")
    assert again == position
    assert again.moves_made == position.moves_made


@given(positions(), st.integers(0, 10_000))
@settings(max_examples=100, deadline=None)
def test_play_never_changes_its_input(position: orchard.Position, choice: int) -> None:
    before = (position.text, position.moves_made, position.ply, hash(position))
    moves = position.legal()
    if moves:
        position.play(moves[choice % len(moves)])
    assert (position.text, position.moves_made, position.ply, hash(position)) == before


@given(positions(), st.integers(0, 7), st.integers(0, 10_000))
@settings(max_examples=150, deadline=None)
def test_symmetry_commutes_with_play(position: orchard.Position, k: int, choice: int) -> None:
    board, moves = position.game.board, position.legal()
    image = position.symmetry(k)
    assert {str(board.transform_move(move, k)) for move in moves} == {str(move) for move in image.legal()}
    if moves:
        move = moves[choice % len(moves)]
        played = position.play(move)
        mirrored = image.play(board.transform_move(move, k))
        assert mirrored == played.symmetry(k)
        assert mirrored.moves_made == played.symmetry(k).moves_made
        assert mirrored.flipped_mask == played.symmetry(k).flipped_mask
    assert image.outcome == position.outcome


@given(any_reversi_board())
@settings(max_examples=300, deadline=None)
def test_every_legal_move_turns_a_disc_and_only_enemy_ones(position: orchard.Position) -> None:
    for move in position.legal():
        if not move.is_pass:
            after = position.play(move)
            assert after.flipped_mask
            assert after.flipped_mask & position.enemy == after.flipped_mask
            assert after.black.bit_count() + after.white.bit_count() == 64 - position.empties + 1


@given(st.sampled_from(NAMES), st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_nonsense_is_refused_with_an_orchard_error(name: str, text: str) -> None:
    game = orchard.game(name)
    for read in (game.parse, game.replay, game.start().play, orchard.game, orchard.player):
        with contextlib.suppress(orchard.OrchardError):
            read(text)


@given(st.text(alphabet="XO-*.#BW/ xo\n", max_size=80))
@settings(max_examples=200, deadline=None)
def test_near_boards_are_read_or_refused(text: str) -> None:
    game = orchard.game("reversi")
    try:
        position = game.parse(text)
    except orchard.OrchardError:
        return
    assert game.parse(position.text) == position


def test_the_strategies_reach_the_end_of_games() -> None:
    over = orchard.game("gomoku:7").replay("a1a2b1b2c1c2d1d2e1")
    assert over.is_over
    with pytest.raises(orchard.OrchardError):
        over.play("g7")
