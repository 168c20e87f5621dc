"""A swap2 opening at the terminal."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import orchard
from orchard.shells.terminal import TerminalGame


def asker(*answers: str) -> tuple[Callable[[str], str], list[str]]:
    left, asked = list(answers), list[str]()

    def ask(question: str) -> str:
        asked.append(question)
        return left.pop(0) if left else "quit"

    return ask, asked


def table(you: str) -> TerminalGame:
    return TerminalGame(orchard.game("gomoku"), orchard.player("random"), you, 0.1, 7)


def test_a_person_opens_after_a_slip_and_the_player_without_an_opinion_takes_white() -> None:
    seat = table("black")
    ask, asked = asker("h8 h9", "h8 h8 i8", "[/]", "h8 h9 i8")
    seat.play(ask, swap2=True)
    assert asked[:4] == ["three stones (black, white, black), such as h8 h9 i8"] * 4
    assert seat.positions[0].transcript == "h8h9i8"
    assert seat.you == "black"


@pytest.mark.parametrize(("answers", "you", "stones"), [(("black",), "black", 3), (("a1 b1",), "black", 5)])
def test_a_person_chooses_or_puts_two_more(answers: tuple[str, ...], you: str, stones: int) -> None:
    seat = table("white")
    ask, asked = asker(*answers)
    seat.play(ask, swap2=True)
    assert asked[0] == "black, white, or two more stones (white, black)"
    assert seat.you == you  # after two more stones the player takes white
    assert seat.positions[0].ply == stones


def test_one_can_leave_in_the_middle_of_an_opening() -> None:
    seat = table("black")
    seat.play(asker("quit")[0], swap2=True)
    assert seat.position.ply == 0
