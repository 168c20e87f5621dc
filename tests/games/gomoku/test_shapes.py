"""Line patterns against a slow reference that looks at whole lines and asks what could still be made of them."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest

import orchard
from orchard.games.gomoku.evaluate import shape_board
from orchard.games.gomoku.evaluate import shapes as S
from orchard.games.gomoku.evaluate.shape_board import count_of, weight_moving, weight_waiting
from orchard.games.gomoku.grid import POINTS, STEPS, point_of

NAMES = ["NONE", "ONE", "TWO", "OPEN_TWO", "THREE", "OPEN_THREE", "FOUR", "OPEN_FOUR", "FIVE"]


# The reference knows lines of any length as text and one rule: what is the most that can come of it?


def longest_with(line: str, at: int) -> int:
    left = right = at
    while left > 0 and line[left - 1] == "x":
        left -= 1
    while right < len(line) - 1 and line[right + 1] == "x":
        right += 1
    return right - left + 1


def near(line: str, at: int) -> list[int]:
    """Empty cells that can be in one five with cell `at`."""
    cells = []
    for step in (-1, 1):
        for distance in range(1, 5):
            cell = at + step * distance
            if not 0 <= cell < len(line) or line[cell] == "o":
                break
            if line[cell] == ".":
                cells.append(cell)
    return cells


def fill(line: str, at: int) -> str:
    return line[:at] + "x" + line[at + 1 :]


@cache
def ways_to_five(line: str, at: int) -> int:
    """How many single stones complete five through the stone at `at`."""
    return sum(
        1
        for cell in near(line, at)
        if longest_with(fill(line, cell), cell) >= 5 and abs(cell - at) <= 4 and joined(fill(line, cell), cell, at)
    )


def joined(line: str, one: int, two: int) -> bool:
    return set(line[min(one, two) : max(one, two) + 1]) == {"x"}


@cache
def reference_shape(line: str, at: int) -> str:
    """What the stone at `at` makes, by definition, one stone at a time."""
    if longest_with(line, at) >= 5:
        return "FIVE"
    ways = ways_to_five(line, at)
    if ways:
        return "OPEN_FOUR" if ways >= 2 else "FOUR"
    next_shapes = {reference_shape(fill(line, cell), at) for cell in near(line, at)}
    for better, shape in [
        ("OPEN_FOUR", "OPEN_THREE"),
        ("FOUR", "THREE"),
        ("OPEN_THREE", "OPEN_TWO"),
        ("THREE", "TWO"),
        ("OPEN_TWO", "ONE"),
        ("TWO", "ONE"),
    ]:
        if better in next_shapes:
            return shape
    return "NONE"


def line_through(rows: list[list[str]], row: int, column: int, down: int, right: int) -> tuple[str, int]:
    """The nine cells around a point (walls as 'o'); a five through the point lies within them."""
    cells = []
    for distance in range(-4, 5):
        r, c = row + distance * down, column + distance * right
        cells.append(rows[r][c] if 0 <= r < len(rows) and 0 <= c < len(rows) else "#")
    return "".join(cells), 4


def reference(rows: list[list[str]], row: int, column: int, own: str) -> list[str]:
    shapes = []
    for down, right in [(0, 1), (1, 0), (1, 1), (1, -1)]:
        text, at = line_through(rows, row, column, down, right)
        text = "".join("." if cell == "." else "x" if cell == own else "o" for cell in text)
        shapes.append(reference_shape(fill(text, at), at))
    return shapes


@pytest.mark.parametrize(
    ("line", "shape"),
    [
        ("....x....", "ONE"),
        ("...xx....", "OPEN_TWO"),
        ("..xxx....", "OPEN_THREE"),
        (".ox.xx..o", "THREE"),  # five cells between the blocks
        ("..x.xx...", "OPEN_THREE"),
        (".xxxx....", "OPEN_FOUR"),
        ("oxxxx....", "FOUR"),
        ("x.xxx.x..", "OPEN_FOUR"),  # two ways to five
        ("xxxxx....", "FIVE"),
        ("...oxo...", "NONE"),
        ("oo..x..oo", "ONE"),
        ("oo.xx..oo", "TWO"),
    ],
)
def test_well_known_shapes_have_their_names(line: str, shape: str) -> None:
    assert reference_shape(line, 4) == shape
    assert NAMES[S._shape(S._line_of(line[:4] + line[5:]))] == shape


def assert_board_is_right(board: np.record, rows: list[list[str]], weights: np.ndarray) -> None:
    width = len(rows)
    counts = np.zeros((2, S.THREATS), np.int64)
    worth = np.zeros((2, 2), np.int64)
    for row in range(width):
        for column in range(width):
            if rows[row][column] != ".":
                continue
            point = point_of(row * width + column, width)
            for color, own in enumerate("XO"):
                shapes = reference(rows, row, column, own)
                assert [
                    NAMES[shape >> 4 * color & 15] for shape in int(board.shapes[point]).to_bytes(4, "little")
                ] == shapes
                counts[color, board.threats[color, point]] += 1
                assert board.threats[color, point] == reference_threat(shapes)
                profile = sorted((NAMES.index(shape) for shape in shapes), reverse=True)
                worth[color] += weights[:, S.profiles().index(tuple(profile))]
    assert [[weight_moving(board, side), weight_waiting(board, side)] for side in range(2)] == worth.tolist()
    for threat in range(S.T_THREE, S.THREATS):
        assert [count_of(board, side, threat) for side in range(2)] == counts[:, threat].tolist()


def reference_threat(shapes: list[str]) -> int:
    if "FIVE" in shapes:
        return S.T_FIVE
    if "OPEN_FOUR" in shapes or shapes.count("FOUR") > 1:
        return S.T_OPEN_FOUR
    if "FOUR" in shapes:
        return S.T_FOUR_THREE if "OPEN_THREE" in shapes else S.T_FOUR
    if "OPEN_THREE" in shapes:
        return S.T_DOUBLE_THREE if shapes.count("OPEN_THREE") > 1 else S.T_THREE
    return S.T_TWO if "OPEN_TWO" in shapes or "THREE" in shapes else S.T_NONE


@pytest.mark.parametrize(("width", "walks"), [(15, 12), (7, 20), (5, 10), (20, 4)])
def test_playing_and_taking_back_keeps_every_point_as_the_reference_sees_it(width: int, walks: int) -> None:
    dice = random.Random(width)
    tables = S.tables(np.random.default_rng(1).integers(-500, 500, (2, S.PROFILES)))
    board = shape_board.set_up(orchard.game("gomoku", width).start(), tables)
    for _ in range(walks):
        shape_board.clear(board, tables, width)
        rows = [["."] * width for _ in range(width)]
        played: list[int] = []
        for _ in range(dice.randrange(10, width * width)):
            empty = [s for s in range(width * width) if rows[s // width][s % width] == "."]
            if played and (not empty or dice.random() < 0.3):
                square = played.pop()
                rows[square // width][square % width] = "."
                shape_board.take(board, tables, point_of(square, width))
            elif empty:
                near_centre = sorted(dice.sample(empty, min(3, len(empty))), key=lambda s: abs(s // width - width // 2))
                square, color = near_centre[0], len(played) % 2
                rows[square // width][square % width] = "XO"[color]
                shape_board.put(board, tables, point_of(square, width), color)
                played.append(square)
        assert_board_is_right(board, rows, tables.worth)
        while played:
            square = played.pop()
            rows[square // width][square % width] = "."
            shape_board.take(board, tables, point_of(square, width))
        fresh = shape_board.set_up(orchard.game("gomoku", width).start(), tables)
        assert board.hash == fresh.hash
        assert board.counts.tolist() == fresh.counts.tolist()
        assert board.shapes[board.cells == 0].tolist() == fresh.shapes[fresh.cells == 0].tolist()
        assert (board.keys == fresh.keys).all()


def from_scratch(cells: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Keys and shapes of many boards at once, [boards, POINTS] cells, looked up anew for each."""
    offsets = [-4, -3, -2, -1, 1, 2, 3, 4]
    keys = np.zeros((len(cells), 4, POINTS), np.uint16)
    for direction, step in enumerate(STEPS):
        for at, offset in enumerate(offsets):
            seen = np.roll(cells, -offset * int(step), axis=1).astype(np.uint16)
            keys[:, direction] |= seen << np.uint16(2 * at)
    black, white = S.shape_table()[:, keys]
    return keys, black + 16 * white


def test_20_000_positions_of_random_play_and_undo_are_as_if_looked_up_from_scratch() -> None:
    dice, tables, width = random.Random(5), S.tables(), 15
    board = shape_board.set_up(orchard.game("gomoku", width).start(), tables)
    points = [point_of(square, width) for square in range(width * width)]
    empty, played = list(points), list[int]()
    for _ in range(20):
        snapshots = []
        for _ in range(1000):
            if played and (not empty or dice.random() < 0.45 or len(played) > 120):
                point = played.pop()
                shape_board.take(board, tables, point)
                empty.append(point)
            else:
                at = dice.randrange(len(empty))
                empty[at], empty[-1] = empty[-1], empty[at]
                point = empty.pop()
                shape_board.put(board, tables, point, len(played) % 2)
                played.append(point)
            by_direction = board.shapes.view(np.uint8).reshape(-1, 4).T  # a byte each
            snapshots.append((board.cells.copy(), by_direction.copy(), board.hash))
        cells = np.stack([snapshot[0] for snapshot in snapshots])
        shapes = np.stack([snapshot[1] for snapshot in snapshots])
        _, expected = from_scratch(cells)
        is_empty = np.broadcast_to((cells == 0)[:, None, :], shapes.shape)
        assert (shapes[is_empty] == expected[is_empty]).all()
