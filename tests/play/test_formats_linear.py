"""Readers take time in proportion to the size of a file, whatever is in it: no file can keep them busy for long.

`ORCHARD_WHOLE_FILES=200` reads all cases at their full size, not only the slowest ones; `-rP` shows what took longest.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from itertools import product

import pytest

import orchard
from orchard.core.errors import OrchardError
from orchard.play import formats
from orchard.play.formats import format_module

# what a file begins with, so that the rest of it reaches every part of every reader
BEGINNINGS = (
    "",
    "(;",
    "(;GM[Othello]",
    "(;GM[2]AP[Orchard]GC[",
    "(;GM[4]SZ[15]AB",
    "Piskvorky 15x15",
    "-" * 64 + " X;",
    "gomoku: h8",
)
# what it then repeats up to its size
FILLINGS = (
    *("a", "A", "(", ")", ";", "[", "]", " ", "1", "\\", "-", "x", ":", ",", "\n", "\t", "%"),
    *("f5", "(;", "\\]", "a: ", " ;", "[a]", "1 \t"),
    "A[a] ",
)
ENDINGS = ("", ")", "]", "!", ";)", "])")
CASES = [
    (beginning, filling, ENDINGS[number % len(ENDINGS)])
    for number, (beginning, filling) in enumerate(product(BEGINNINGS, FILLINGS))
]
SMALL, EIGHTH, WHOLE = 8_000, 125_000, 1_000_000  # characters
SMALL_S, EIGHTH_S, WHOLE_S = 0.25, 1.5, 12.0  # of processor time; a reader that is linear needs a tenth of it
SLOW = 16  # cases that are read at an eighth
# cases that are read as a whole: what is fast at an eighth is fast enough at eight times that
SLOWEST = int(os.environ.get("ORCHARD_WHOLE_FILES", "1"))
SHORT_S = 0.5  # times below this say little about growth
GROWTH = 24.0  # eight times the size may take up to so many times as long; where time grows by the square, it is 64


def text_of(case: tuple[str, str, str], size: int) -> str:
    beginning, filling, ending = case
    return beginning + filling * (size // len(filling)) + ending


def seconds(read: Callable[[str], object], text: str) -> float:
    said = ""
    gc.disable()  # how long a collection takes depends on the tests before this one
    began = time.process_time()
    try:
        read(text)
    except OrchardError as error:
        said = str(error)
    finally:
        took = time.process_time() - began
        gc.enable()
    assert len(said) < 1000, "the message repeats the file"
    return took


READERS: dict[str, Callable[[str], object]] = {
    **{name: format_module(name).read for name in formats.formats() if name != "wthor"},
    "wthor": lambda text: format_module("wthor").read(text.encode()),
    "board": lambda text: orchard.game("reversi").parse(text),
    "moves": lambda text: orchard.game("gomoku").read_moves(text),
    "detect": formats.detect,
    "any": formats.read,
}


@pytest.fixture(scope="module", autouse=True)
def kernels() -> None:
    """Loaded before anything is measured."""
    formats.read("f5d6")
    formats.read("gomoku: h8h9")


def test_there_are_two_hundred_worst_cases() -> None:
    assert len(set(CASES)) == 200


LONG = "a" * 100_000


@pytest.mark.parametrize(
    "text",
    [f"(;GM[2]B[{LONG}])", f"(;GM[Othello]B[{LONG}];)", f"(;GM[{LONG}])", "-" * 64 + f"X;{LONG}:+2;", f"{LONG}: f5"],
)
def test_a_message_does_not_repeat_a_long_field(text: str) -> None:
    with pytest.raises(OrchardError) as refusal:
        formats.read(text)
    assert len(str(refusal.value)) < 500


@pytest.mark.parametrize("reader", READERS)
def test_a_reader_takes_time_in_proportion_to_the_file(reader: str) -> None:
    read = READERS[reader]
    small = {case: seconds(read, text_of(case, SMALL)) for case in CASES}
    assert max(small.values()) < SMALL_S, (reader, max(small, key=lambda case: small[case]))
    slow = sorted(CASES, key=lambda case: small[case])[-max(SLOWEST, SLOW) :]
    took = {case: seconds(read, text_of(case, EIGHTH)) for case in slow}
    slowest = sorted(slow, key=lambda case: took[case])[-SLOWEST:]
    assert took[slowest[-1]] < EIGHTH_S, (reader, slowest[-1])
    wholes: dict[tuple[str, str, str], float] = {}
    for case in slowest:
        wholes[case] = whole = seconds(read, text_of(case, WHOLE))
        assert whole < WHOLE_S, (reader, case)
        assert whole < max(SHORT_S, GROWTH * took[case]), (reader, case, took[case], whole)
    longest = max(wholes, key=lambda case: wholes[case])
    print(f"{reader}: {len(wholes)} cases of 1 MB, at most {wholes[longest]:.2f} s, for {longest}")
