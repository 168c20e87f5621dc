"""What is no move, board, transcript or limit is refused in our own words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import orchard

START = orchard.game("reversi").start()


@pytest.mark.parametrize("move", [19, (2, 3), None, ["f5"]])
def test_a_move_is_text(move: Any) -> None:
    with pytest.raises(orchard.OrchardError, match="a move is text such as 'e5', not"):
        START.play(move)


def test_boards_and_transcripts_are_text() -> None:
    with pytest.raises(orchard.OrchardError, match="a board is text"):
        START.game.parse(None)  # type: ignore[arg-type]
    with pytest.raises(orchard.OrchardError, match="a transcript is text such as 'f5d6', not list"):
        START.game.replay(["f5", "d6"])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "limits",
    [{"depth": 2.5}, {"playouts": 1.5}, {"threads": 1.5}, {"seed": "x"}, {"seconds": "1"}, {"threads": None}],
)
def test_limits_are_numbers(limits: dict[str, Any]) -> None:
    with pytest.raises(orchard.OrchardError, match=r"is not a (whole )?number"):
        orchard.Limits(**limits)


def test_numbers_of_numpy_are_numbers() -> None:
    limits = orchard.Limits(seconds=np.float32(1), nodes=np.int64(5), seed=np.uint64(3))  # type: ignore[arg-type]
    assert limits.work == 5


def test_a_player_is_asked_about_a_position_within_limits() -> None:
    player = orchard.player("apple:playouts=5")
    for question in (("f5",), (START, 1)):
        with pytest.raises(orchard.OrchardError, match="choose takes a position"):
            player.choose(*question)  # type: ignore[arg-type]
    assert repr(player) == "orchard.player('apple:playouts=5')"
