"""Every reason that a review gives is counted again on the board, by other code than the one that gave it."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import orchard
from orchard.core.game import Position
from orchard.core.offers import Fact
from orchard.games.reversi.facts import USED
from orchard.study.review import BAD, review
from orchard.study.why import answer, why
from tests.games.reversi import slow_features as slow
from tests.slow_referee import SlowReversi

Square = tuple[int, int]
CORNERS = {(0, 0), (0, 7), (7, 0), (7, 7)}


def on(name: str) -> Square:
    return int(name[1:]) - 1, "abcdefgh".index(name[0])


def board_of(position: Position) -> SlowReversi:
    text = position.text
    made = slow.board([text[at : at + 8] for at in range(0, 64, 8)])
    made.side = text[-1]
    return made


def after(position: Position, *moves: str) -> SlowReversi:
    made = board_of(position)
    for move in moves:
        made.play(None if move == "pass" else on(move))
    return made


def region(board: SlowReversi, square: Square) -> int:
    """Empty squares that hang together with this one, itself included."""
    found = {square}
    while True:
        grown = found | {near for one in found for near in slow.around(*one) if board.rows[near[0]][near[1]] == "."}
        if grown == found:
            return len(found)
        found = grown


def recounted(position: Position, played: str, better: str, fact: Fact) -> bool:
    """Whether what a fact says is so, counted from the rule book."""
    before, now, instead = board_of(position), after(position, played), after(position, better)
    me, enemy = before.side, before.enemy

    def numbers(count: Callable[[SlowReversi], int]) -> bool:
        return fact.numbers == {"played": count(now), "better": count(instead)}

    taken = {on(name) for name in fact.squares}
    beside = abs(on(played)[0] - on(fact.squares[-1])[0]) + abs(on(played)[1] - on(fact.squares[-1])[1]) if taken else 0
    empty_corner = bool(taken) and on(fact.squares[-1]) in CORNERS and slow.rows_at(before, on(fact.squares[-1])) == "."
    checks: dict[str, Callable[[], bool]] = {
        "gave_corner": lambda: (
            taken == (CORNERS & set(now.moves(enemy))) - set(instead.moves(enemy)) - set(before.moves(enemy))
        ),
        "left_corner": lambda: (
            on(fact.squares[0]) in CORNERS & set(now.moves(enemy)) & set(before.moves(enemy))
            and on(fact.squares[0]) not in instead.moves(enemy)
            and fact.squares[1] == better
        ),
        "missed_corner": lambda: taken == {on(better)} <= CORNERS and on(played) not in CORNERS,
        "took_corner": lambda: taken == {on(played)} <= CORNERS and on(better) not in CORNERS,
        "x_square": lambda: empty_corner and beside == 2 and on(played)[0] != on(fact.squares[1])[0],
        "c_square": lambda: empty_corner and beside == 1,
        "missed_forcing_pass": lambda: not instead.moves(enemy) and bool(instead.moves(me)) and bool(now.moves(enemy)),
        "their_moves": lambda: numbers(lambda board: len(board.moves(enemy))),
        "own_moves": lambda: numbers(lambda board: len(board.moves(me))),
        "stable": lambda: numbers(lambda board: len(slow.stable(board, me))),
        "frontier": lambda: numbers(lambda board: slow.frontier(board, me)),
        "turned_many": lambda: numbers(lambda board: board.count(me) - before.count(me) - 1),
        "lost_parity": lambda: (
            fact.numbers == {"played": region(before, on(played)), "better": region(before, on(better))}
            and fact.numbers["played"] % 2 < fact.numbers["better"] % 2
        ),
    }
    return checks[fact.kind]()


@pytest.mark.parametrize("game", sorted(USED))
def test_every_reason_of_the_reversi_games_can_be_counted_again(game: str) -> None:
    seen: Counter[str] = Counter()
    dice = random.Random(7)
    for _ in range(12):
        position = orchard.game(game).start()
        while not position.is_over:
            legal = position.legal()
            for played, better in dice.sample(list(itertools.permutations(legal, 2)), min(3, len(legal) - 1)):
                for fact in why(position, played, better):
                    assert recounted(position, played, better, fact), (position.text, played, better, fact)
                    seen[fact.kind] += 1
            position = position.play(dice.choice(legal))
    rare = {"missed_forcing_pass", "left_corner"}
    assert set(seen) | rare >= USED[game]["middle"] | USED[game]["end"]


def test_a_corner_that_was_open_already_is_left_not_given() -> None:
    moves = "f5f6e6f4g6d7c3c5d3g4c6c4e8g7f3c7h4b2g5h3b4f2e7e3g8a4c2c8b5d6a2c1b1h8d1a5h2e2b7a6g3f7g2h5d2b6h7g1h6a1a7d8f1"
    position = orchard.game("reversi").replay(moves)
    board = board_of(position)
    assert on("h1") in board.moves(board.enemy)  # open before the move,
    assert on("h1") in after(position, "a3").moves(board.enemy)  # and after it,
    assert on("h1") not in after(position, "e1").moves(board.enemy)  # but not after e1
    found = {fact.kind: fact for fact in why(position, position.move("a3"), position.move("e1"))}
    assert "gave_corner" not in found
    assert found["left_corner"].squares == ("h1", "e1")


def test_parity_is_no_reason_where_the_fewest_discs_win() -> None:
    assert "lost_parity" in USED["reversi"]["end"]
    assert "lost_parity" not in USED["reversed_reversi"]["end"] | USED["reversed_reversi"]["middle"]


@pytest.mark.parametrize("game", ["reversi", "reversed_reversi", "gomoku", "connect_four"])
def test_the_last_resort_is_true_of_every_move(game: str) -> None:
    dice = random.Random(3)
    position = orchard.game(game).start()
    while not position.is_over and position.ply < 70:
        move = dice.choice(position.legal())
        then = position.play(move)
        line = [] if then.is_over else [dice.choice(then.legal())]
        fact = answer(position, move, line)
        if then.is_over:
            assert (fact.kind, fact.numbers["black"]) == ("ended", then.count("black"))
        else:
            assert fact.line == (*fact.squares,) == tuple(line)
            lost = then.count(position.to_move) - then.play(line[0]).count(position.to_move)
            assert fact.numbers == {"n": lost}
            assert (fact.kind == "answer_takes") == (lost > 0 and game == "reversi")
        position = then


def test_a_wipe_out_is_said() -> None:
    position = orchard.game("reversi").replay("c4c3c2d6f6f5c6c5e6c7c8")
    board = after(position, "d7", "g4")
    assert (board.count(board.side), board.over()) == (0, True)
    fact = answer(position, position.move("d7"), [position.play("d7").move("g4")])
    assert (fact.kind, fact.line, fact.after) == ("wiped_out", ("g4",), True)


@pytest.mark.parametrize("game", ["reversi", "reversed_reversi", "gomoku"])
def test_no_bad_move_of_a_review_is_without_a_reason(game: str) -> None:
    dice, path = random.Random(11), [orchard.game(game).start()]
    while not path[-1].is_over and len(path) < 26:
        path.append(path[-1].play(dice.choice(path[-1].legal())))
    bad = [move for move in review(path, seconds_per_move=0.01).moves if move.grade in BAD]
    assert len(bad) > 5
    assert all(move.facts for move in bad)


def test_every_fact_in_use_was_measured_to_matter_where_it_is_used() -> None:
    """The notebook has a figure clearly above 0 for each of them, and says so where one is not used."""
    text = (Path(__file__).parents[2] / "docs" / "lab" / "facts.md").read_text(encoding="utf-8")
    columns = [(game, phase) for game in ("reversi", "reversed_reversi") for phase in ("middle", "end")]
    measured: dict[tuple[str, str], set[str]] = {column: set() for column in columns}
    for kind, *cells in re.findall(r"^\| `(\w+)`[^|]*\|(.*?)\|(.*?)\|(.*?)\|(.*?)\|$", text, re.MULTILINE):
        for column, cell in zip(columns, cells, strict=True):
            figure = re.match(r" ([\d.]+) ± ([\d.]+)", cell)
            if figure is not None and float(figure[1]) > float(figure[2]):
                measured[column].add(kind)
    assert measured == {(game, phase): set(USED[game][phase]) for game, phase in columns}
    assert set(re.findall(r"^\| `(\w+)` \| [\d.]+ ± [\d.]+ \(\d+ positions\) \|$", text, re.MULTILINE)) == {
        "missed_four",
        "far_away",
    }
