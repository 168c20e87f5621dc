"""Comments, marked squares and arrows in SGF: written as its specification says, and read as others write them."""

from __future__ import annotations

import time

import pytest

import orchard
from orchard.play import formats
from orchard.play.formats import sgf
from orchard.play.record import GameRecord, MoveRecord


def record(game: str, moves: str) -> GameRecord:
    made = orchard.game(game).replay(moves).moves_made
    played = tuple(MoveRecord(str(move)) for move in made)
    return GameRecord(id="", game=game, black="a", white="b", moves=played, winner=None, score=0, verdict="normal")


def notes_of(text: str, game: str = "reversi") -> dict[str, tuple[str, list[str]]]:
    return {note.moves: (note.text, list(note.shapes)) for note in formats.notes(text, "sgf", orchard.game(game))}


# FF[4]: C is a comment, CR a circle on a point, AR an arrow from a point to another, 'AR[dd:ff]'
def test_marks_and_arrows_are_written_as_circles_and_arrows() -> None:
    text = sgf.written(
        record("reversi", "f5d6"), "f5d6(f4)", {1: "usual"}, {0: ["e3"], 1: ["c4", "d3-f5"], 3: ["a1-h8"]}
    )
    assert "PL[B]CR[e3]\n;B[f5]C[usual]CR[c4]AR[d3:f5](;W[d6])(;W[f4]AR[a1:h8]))" in text
    points = sgf.written(record("gomoku", "h8i9"), "", {}, {2: ["a15", "o1-h8"]})
    assert ";W[ig]CR[aa]AR[oo:hh]" in points  # points of Gomoku: two letters from the top left


def test_what_is_written_is_read_again() -> None:
    comments = {0: "the start ] here", 2: "two\nlines", 4: "in a branch \\ with a backslash"}
    drawings = {0: ["e3"], 3: ["c4", "d3-f5"], 4: ["a1-h8"]}
    text = sgf.written(record("reversi", "f5d6c3"), "f5d6(f4e3)c3", comments, drawings)
    assert notes_of(text) == {
        "": ("the start ] here", ["e3"]),
        "f5d6": ("two\nlines", []),
        "f5d6c3": ("", ["c4", "d3-f5"]),
        "f5f4": ("in a branch \\ with a backslash", ["a1-h8"]),
    }


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("(;GM[4]SZ[15];B[hh]MA[ii]SQ[aa]TR[oo]CR[ab])", {"h8": ("", ["a14", "i7", "a15", "o1"])}),
        ("(;GM[4]SZ[15];B[hh]MA[aa:bb])", {"h8": ("", ["a15", "b15", "a14", "b14"])}),  # a rectangle of points
        ("(;GM[4]SZ[15];B[hh]C[one];C[two];W[ii])", {"h8": ("one\ntwo", [])}),  # a node without a move
        ("(;GM[4]SZ[15];B[hh]AR[hh][hh:hh][zz:aa][hh:aa]CR[zz][])", {"h8": ("", ["h8-a15"])}),  # what makes no sense
        ("(;GM[4]SZ[15];B[hh](;W[hh]C[no such move];B[ii]C[x])(;W[ii]C[yes]))", {"h8i7": ("yes", [])}),
        ("(;GM[4]SZ[15];B[hh])", {}),
    ],
)
def test_notes_of_other_programs_are_read(text: str, found: dict[str, tuple[str, list[str]]]) -> None:
    assert notes_of(text, "gomoku") == found


def test_a_pass_that_a_file_leaves_out_stands_in_the_moves_of_a_note() -> None:
    # after c1 the one white disc left, b8, has nothing to turn towards: white passes, and black plays c8
    text = "(;GM[2]SZ[8]AB[a1][a8]AW[b1][b8]PL[B];B[c1];B[c8]C[here])"
    assert notes_of(text) == {"c1--c8": ("here", [])}


def test_a_large_file_is_read_in_time_and_its_notes_are_bounded() -> None:
    branches = "".join(f"(;W[f4]C[{n}];B[e3]C[{'x' * 5000}]CR{'[a1]' * 200})" for n in range(600))
    started = time.perf_counter()
    found = notes_of(f"(;GM[2];B[f5]{branches})")
    assert time.perf_counter() - started < 5
    assert set(found) == {"f5f4", "f5f4e3"}  # the same moves again and again are the same place
    assert max(len(text) for text, _ in found.values()) <= 1000
    assert found["f5f4e3"][1] == ["a1"]
