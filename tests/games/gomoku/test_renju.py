"""Forbidden points of renju: published diagrams, and a slow reading of the rule book on thousands of boards."""

from __future__ import annotations

import random

import numpy as np
import pytest

import orchard
from orchard.core.errors import IllegalMoveError
from orchard.games.gomoku import grid, renju
from tests.games.gomoku import slow_renju as slow

NAMES = {
    grid.LEGAL: None,
    grid.OVERLINE: "overline",
    grid.DOUBLE_FOUR: "double_four",
    grid.DOUBLE_THREE: "double_three",
}


def read(diagram: str) -> tuple[list[str], tuple[int, int]]:
    """The rows of a diagram on a board of 15, and the point marked '?'. Everything around it is empty."""
    drawn = [row.split() for row in diagram.strip().splitlines()]
    rows = [["."] * 15 for _ in range(15)]
    top, left = (15 - len(drawn)) // 2, (15 - len(drawn[0])) // 2
    asked = (-1, -1)
    for r, row in enumerate(drawn):
        for c, cell in enumerate(row):
            rows[top + r][left + c] = cell if cell in "XO" else "."
            if cell == "?":
                asked = (top + r, left + c)
    return ["".join(row) for row in rows], asked


def bans(rows: list[str], point: tuple[int, int]) -> set[str | None]:
    """What the plain rules, the kernel and the slow rules say of a point; one answer if they agree."""
    width = len(rows)
    cells = {(r, c): rows[r][c] for r in range(width) for c in range(width)}
    black = frozenset(p for p, cell in cells.items() if cell == "X")
    empty = frozenset(p for p, cell in cells.items() if cell == ".")
    text = "".join(rows).replace(".", "-")
    position = orchard.game(f"gomoku:{width}:renju").parse(text + " X")
    square = point[0] * width + point[1]
    padded = np.zeros(grid.POINTS, np.uint8)
    grid.empty_grid(padded, width)
    for (r, c), cell in cells.items():
        padded[grid.point_of(r * width + c, width)] = {".": 0, "X": 1, "O": 2}[cell]
    before = padded.copy()
    compiled = NAMES[int(grid.ban_of(padded, grid.point_of(square, width)))]
    assert (padded == before).all()
    return {slow.ban(black, empty, point), renju.ban(position.black, position.white, square, width), compiled}


DIAGRAMS = {
    # two open threes that cross at the stone
    "a plain double three": (
        "double_three",
        """
        . . . . . . .
        . . . X . . .
        . . . X . . .
        . X X ? . . .
        . . . . . . .
        . . . . . . .
        """,
    ),
    # a broken three counts as well: X . X ? with room on both sides
    "a double three with a broken three": (
        "double_three",
        """
        . . . . . . . .
        . . . . X . . .
        . . . . X . . .
        . X . X ? . . .
        . . . . . . . .
        . . . . . . . .
        """,
    ),
    # the row is stopped by white on one side: it can become a four, but not a straight four
    "one of the threes is closed": (
        None,
        """
        . . . . . . .
        . . . X . . .
        . . . X . . .
        O X X ? . . .
        . . . . . . .
        . . . . . . .
        """,
    ),
    # the row has one free point on the left and two on the right, then a black stone: a straight four would need a way
    # to exactly five on both sides, and the right one makes six
    "a three that can only become six": (
        None,
        """
        . . . . X . . . .
        . . . . X . . . .
        O . X X ? . . X O
        . . . . . . . . .
        . . . . . . . . .
        """,
    ),
    # the column's three: its straight four would stand on a point that is an overline in a row, below and above, so
    # it cannot be made; only the row is a three
    "a three whose straight four is an overline elsewhere": (
        None,
        """
        . . . . . . . . .
        . X X X . X X . .
        . . . . X . . . .
        . . . . X . . . .
        . . X X ? . . . .
        . X X X . X X . .
        . . . . . . . . .
        """,
    ),
    # the same with a double four on the points where the column becomes a straight four
    "a three whose straight four is a double four elsewhere": (
        None,
        """
        . . . . . . . . . .
        O X X X . . . . . .
        . . . . X . . . . .
        . . . . X . . . . .
        . . X X ? . . . . .
        O X X X . . . . . .
        . . . . . . . . . .
        """,
    ),
    # three in a row and three in a column, both with a stone at the crossing: two fours
    "a plain double four": (
        "double_four",
        """
        . . . X . . . .
        . . . X . . . .
        . . . X . . . .
        X X X ? . . . .
        . . . . . . . .
        """,
    ),
    # two fours in one line, X ? X X . X with the gaps apart: X . X ? X . X
    "a double four in one line, X.XXX.X": ("double_four", ". . X . X ? X . X . ."),
    # XX . XX . XX
    "a double four in one line, XX.XX.XX": ("double_four", ". X X . X ? . X X ."),
    # XXX . X . XXX
    "a double four in one line, XXX.X.XXX": ("double_four", ". X X X . ? . X X X ."),
    # a straight four has two ways to five and is one four
    "a straight four": (None, ". . X X X ? . . ."),
    # a four and a three together are how black wins
    "a four and a three": (
        None,
        """
        . . . . . . .
        . . . X . . .
        . . . X . . .
        X X X ? . . .
        . . . . . . .
        . . . . . . .
        """,
    ),
    "six in a row": ("overline", ". X X X ? X X . ."),
    "seven in a row": ("overline", ". X X X ? X X X ."),
    # exactly five in the row wins, though the column makes six
    "five overrides an overline": (
        None,
        """
        . . X . . . .
        . . X . . . .
        . . X . . . .
        X X ? X X . .
        . . X . . . .
        . . X . . . .
        """,
    ),
    # exactly five in the row wins, though column and diagonal make fours
    "five overrides a double four": (
        None,
        """
        X . . X . . .
        . X . X . . .
        . . X X . . .
        X X X ? X . .
        . . . . . . .
        """,
    ),
    # either gap of the row makes six, so the row is no four; the column is one
    "four stones that can only become six": (
        None,
        """
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        X X . X ? X . X X
        . . . . . . . . .
        """,
    ),
}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_are_judged_as_the_rule_book_judges_them(name: str) -> None:
    expected, diagram = DIAGRAMS[name]
    for rows, point in turned(*read(diagram)):
        assert bans(rows, point) == {expected}


def turned(rows: list[str], point: tuple[int, int]) -> list[tuple[list[str], tuple[int, int]]]:
    """A board seen from its four sides, and mirrored."""
    found = []
    for _ in range(4):
        rows = ["".join(row[c] for row in reversed(rows)) for c in range(15)]
        point = point[1], 14 - point[0]
        found += [(rows, point), ([row[::-1] for row in rows], (point[0], 14 - point[1]))]
    return found


def test_thousands_of_random_points_are_forbidden_for_the_same_reason_by_the_slow_rules() -> None:
    dice, seen = random.Random(15), dict.fromkeys([*NAMES.values()], 0)
    for number in range(400):
        width = (15, 9, 11)[number % 3]
        share = dice.choice((0.15, 0.2, 0.3))
        rows = [
            "".join("X" if dice.random() < share else "O" if dice.random() < 0.06 else "." for _ in range(width))
            for _ in range(width)
        ]
        for _ in range(12):
            point = dice.randrange(width), dice.randrange(width)
            if rows[point[0]][point[1]] == ".":
                found = bans(rows, point)
                assert len(found) == 1, (rows, point, found)
                seen[found.pop()] += 1
    assert all(count > 30 for count in seen.values()), seen


@pytest.mark.parametrize("width", [9, 15])
def test_legal_moves_are_the_empty_points_that_are_not_forbidden(width: int) -> None:
    dice, game, excluded = random.Random(width), orchard.game(f"gomoku:{width}:renju"), 0
    for _ in range(4):
        position = game.start()
        while not position.is_over and position.ply < 70:
            move = dice.choice(
                [m for m in position.legal() if game.board.near(1 << game.board.centre.square, 4) >> m.square & 1]
                or position.legal()
            )
            position = position.play(move)
            stones = {divmod(s, width): position.stone(s) for s in range(width * width)}
            black = frozenset(p for p, stone in stones.items() if stone == "black")
            empty = frozenset(p for p, stone in stones.items() if stone is None)
            if position.is_over or position.ply % 6:
                continue
            legal = {divmod(move.square, width) for move in position.legal()}
            assert legal == {point for point in empty if slow.ban(black, empty, point) is None}
            excluded += len(empty) - len(legal)
    assert excluded > 10


@pytest.mark.parametrize(
    ("moves", "point", "kind", "says"),
    [
        ("g8a1f8a3h9a5h10a7", "h8", "double_three", "a double three is forbidden for black"),
        ("e8d8f8a3g8a5h9a7h10a9h11a11", "h8", "double_four", "a double four is forbidden for black"),
        ("e8a1f8a3g8a5i8a7j8a9", "h8", "overline", "six or more in a row are forbidden for black"),
    ],
)
def test_a_forbidden_move_is_refused_with_the_reason(moves: str, point: str, kind: str, says: str) -> None:
    position = orchard.game("gomoku:renju").replay(moves)
    assert point not in position.legal()
    with pytest.raises(IllegalMoveError, match=says) as raised:
        position.play(point)
    assert raised.value.kind == kind
    freestyle = orchard.game("gomoku").replay(moves)
    assert point in freestyle.legal()


def test_white_is_not_restricted_and_wins_with_six() -> None:
    position = orchard.game("gomoku:renju").replay("a1e8a3f8a5g8c1i8c3j8e1")
    won = position.play("h8")
    assert won.is_over
    assert won.outcome is not None
    assert won.outcome.winner == "white"
    assert len(won.winning_line) == 6


def test_in_standard_six_in_a_row_do_not_win_and_may_be_played() -> None:
    position = orchard.game("gomoku:standard").replay("e8a1f8a3g8a5i8a7j8a9h8")
    assert not position.is_over
    five = orchard.game("gomoku:standard").replay("e8a1f8a3g8a5h8a7i8")
    assert five.outcome is not None
    assert five.outcome.winner == "black"
    assert len(five.winning_line) == 5


def test_black_with_only_forbidden_points_left_has_a_draw() -> None:
    rows = ["XXX-XXXOO", *["OXOOXXOXX", "XOXXOOXOO"] * 4]
    game = orchard.game("gomoku:9:renju")
    position = game.parse("".join(rows) + " X")
    assert position.is_over
    assert position.legal() == []
    assert position.outcome is not None
    assert position.outcome.winner is None
    white = game.parse("".join(rows) + " O")
    assert white.legal() == ["d9"]
    state, out = game.state(position), np.empty(400, np.int16)
    assert (game.dynamics.moves(state, out), game.dynamics.over(state), game.dynamics.score(state)) == (0, True, 0)


@pytest.mark.parametrize(
    ("name", "canonical"),
    [
        ("gomoku:15", "gomoku"),
        ("gomoku:freestyle", "gomoku"),
        ("gomoku:15:renju", "gomoku:renju"),
        ("gomoku:renju:15", "gomoku:renju"),
        ("gomoku:standard", "gomoku:standard"),
        ("gomoku:9:renju", "gomoku:9:renju"),
        ("gomoku:rule=renju:width=9", "gomoku:9:renju"),
        ("Gomoku:Renju", "gomoku:renju"),
    ],
)
def test_a_rule_set_is_named_after_a_colon_in_any_order(name: str, canonical: str) -> None:
    assert orchard.game(name).name == canonical
    assert orchard.game(canonical) is orchard.game(name)


@pytest.mark.parametrize("option", ["caro", "9:9", "renju:standard", "4:renju", ":"])
def test_other_options_are_refused_with_what_there_is(option: str) -> None:
    with pytest.raises(orchard.OrchardError, match="5 to 20 and the rule sets freestyle, standard, renju"):
        orchard.game(f"gomoku:{option}")
