"""The board of shapes where six in a row do not win: as if set up anew each time, and as the slow rules see it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import orchard
from orchard.games.gomoku.evaluate import shapes
from orchard.games.gomoku.evaluate.shape_board import may_play, put, set_up, take
from orchard.games.gomoku.grid import point_of
from orchard.games.gomoku.rules import rule_of
from tests.games.gomoku import slow_renju
from tests.games.gomoku.test_claims import slow_five


@pytest.mark.parametrize("name", ["gomoku:9:standard", "gomoku:20:standard", "gomoku:9:renju", "gomoku:20:renju"])
def test_playing_and_taking_back_leaves_what_setting_up_gives(name: str) -> None:
    dice, game = random.Random(name), orchard.game(name)
    width, tables = game.board.width, shapes.tables(rule=rule_of(game))
    board, played, cells = set_up(game.start(), tables), list[int](), ["-"] * game.board.size
    for step in range(600):
        empty = [square for square, cell in enumerate(cells) if cell == "-"]
        if played and (not empty or dice.random() < 0.4):
            square = played.pop()
            cells[square] = "-"
            take(board, tables, point_of(square, width))
        else:
            square, color = dice.choice(empty), dice.randrange(2)
            played.append(square)
            cells[square] = "XO"[color]
            put(board, tables, point_of(square, width), color)
        if step % 20 == 0:
            fresh = set_up(game.parse("".join(cells) + " X"), tables)
            free = board.cells == 0
            for field in ("counts", "worth", "threats", "cells", "keys", "hash"):
                assert np.array_equal(board[field], fresh[field]), field
            assert np.array_equal(board.shapes[free], fresh.shapes[free])
            assert np.array_equal(board.profiles[:, free], fresh.profiles[:, free])


@pytest.mark.parametrize("rule_set", ["standard", "renju"])
def test_fives_and_forbidden_points_are_those_of_the_slow_rules(rule_set: str) -> None:
    dice, width, seen = random.Random(rule_set), 9, {"five": 0, "banned": 0, "more than five": 0}
    game = orchard.game(f"gomoku:{width}:{rule_set}")
    tables = shapes.tables(rule=rule_of(game))
    for _ in range(60):
        cells = "".join(dice.choices("XO-", (3, 2, 4), k=width * width))
        board = set_up(game.parse(cells + " X"), tables)
        black = frozenset(divmod(s, width) for s, cell in enumerate(cells) if cell == "X")
        empty = frozenset(divmod(s, width) for s, cell in enumerate(cells) if cell == "-")
        for square, cell in enumerate(cells):
            if cell != "-":
                continue
            point = point_of(square, width)
            for color, me in enumerate("XO"):
                exact = rule_set == "standard" or me == "X"
                five = slow_five(cells, width, me, square, exact)
                assert (board.threats[color, point] == shapes.T_FIVE) == five, (cells, square, me)
                seen["five"] += five
                seen["more than five"] += slow_five(cells, width, me, square, False) and not five
            ban = slow_renju.ban(black, empty, divmod(square, width)) if rule_set == "renju" else None
            assert may_play(board, tables, 0, point) == (ban is None), (cells, square)
            assert may_play(board, tables, 1, point)
            seen["banned"] += ban is not None
    assert seen["five"] > 50
    assert seen["more than five"] > 5
    assert (seen["banned"] > 50) == (rule_set == "renju")
