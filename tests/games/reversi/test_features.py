"""Every feature against its definition, written separately and slowly."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import orchard
from orchard.core.board import squares_of
from orchard.games.reversi.evaluate import features, stability
from tests.games.reversi import slow_features as slow

REVERSI = orchard.game("reversi")
CHECK_BOARD = "OOX-X-O-/OXXOX--X/XX-X---X/XX-XO---/X--OX---/-----X-X/XX----XX/XXX-XXXX"


def positions(count: int, seed: int) -> Iterator[orchard.Position]:
    """Random positions of all stages of the game, ended ones included."""
    dice = random.Random(seed)
    for _ in range(count):
        position = REVERSI.start()
        for _ in range(dice.randrange(62)):
            if position.is_over:
                break
            position = position.play(dice.choice(position.legal()))
        yield position


def rows(position: orchard.Position) -> list[str]:
    return [position.text[i : i + 8] for i in range(0, 64, 8)]


def squares(mask: int) -> set[tuple[int, int]]:
    return {divmod(square, 8) for square in squares_of(mask)}


def test_the_strategists_check_board_counts_as_published() -> None:
    position = REVERSI.parse(CHECK_BOARD + " X")
    black = features.explain(position.black, position.white)
    white = features.explain(position.white, position.black)
    assert {name: black[name] for name in ("discs", "moves", "safe_moves", "corner_risk", "stable")} == {
        "discs": 28,
        "moves": 7,
        "safe_moves": 4,
        "corner_risk": 1,
        "stable": 12,
    }
    assert white["corner_risk"] == 1


@pytest.mark.parametrize("name", ["moves", "safe_moves", "corner_risk", "frontier", "potential_moves"])
def test_each_count_is_what_its_definition_says(name: str) -> None:
    for position in positions(150, seed=3):
        board = slow.board(rows(position))
        counted = getattr(features, name)
        defined = getattr(slow, name)
        assert counted(position.black, position.white) == defined(board, "X"), position.text
        assert counted(position.white, position.black) == defined(board, "O"), position.text


@pytest.mark.parametrize("name", ["stable", "edge_stable"])
def test_the_very_discs_found_stable_are_those_of_the_definition(name: str) -> None:
    kernel, defined = getattr(stability, name), getattr(slow, name)
    some = 0
    for position in positions(200, seed=4):
        board = slow.board(rows(position))
        for side, own, enemy in (("X", position.black, position.white), ("O", position.white, position.black)):
            found = squares(int(kernel(own, enemy)))
            assert found == defined(board, side), position.text
            some += bool(found)
    assert some > 50  # the sample had something to find


def test_stable_discs_are_never_turned_in_any_game_that_follows() -> None:
    dice = random.Random(5)
    for start in positions(150, seed=6):
        steady = {
            "black": int(stability.stable(start.black, start.white)),
            "white": int(stability.stable(start.white, start.black)),
        }
        for _ in range(3):
            position = start
            while not position.is_over:
                position = position.play(dice.choice(position.legal()))
                assert position.black & steady["black"] == steady["black"], start.text
                assert position.white & steady["white"] == steady["white"], start.text


@pytest.mark.parametrize(
    ("board", "black"),
    [
        ("X-------" + "-" * 56, 1),  # a corner
        ("XX------" + "-" * 56, 2),  # and its neighbour
        ("X-X-----" + "-" * 56, 1),  # not beyond a gap
        ("XX------XX------" + "-" * 48, 3),  # b2 can be turned along its rising diagonal a3-b2-c1
        ("XXX-----XX------X-------" + "-" * 40, 6),  # now a3 and c1 hold it
        ("XOX" + "XXXXX" + "-" * 56, 7),  # a full edge
        ("-" * 24 + "XXXXXXXX" + "-" * 32, 0),  # a full row alone holds nothing: each can be turned along its column
    ],
)
def test_stable_discs_of_small_boards_worked_out_by_hand(board: str, black: int) -> None:
    position = REVERSI.parse(board + " X")
    assert int(stability.stable(position.black, position.white)).bit_count() == black
