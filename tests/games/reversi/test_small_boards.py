"""Both Reversi games on 4×4 and 6×6: rules against a slow referee, scores against searches without tricks."""

from __future__ import annotations

import pickle
import random
from functools import cache

import numpy as np
import pytest

import orchard
from orchard.core.offers import Question
from orchard.games import evaluation
from orchard.games.reversi import plain_rules
from orchard.games.reversi.search.endgame import PASS, Solver
from orchard.games.reversi.small import SmallRules, placement
from orchard.play import formats
from orchard.play.openings import openings_for
from orchard.study.analysis import analyse
from orchard.study.solve import SearchToTheEnd, solve
from tests.play.records import random_record
from tests.slow_referee import DIRECTIONS, SlowReversi

NAMES = ("reversi:4", "reversi:6", "reversed_reversi:4", "reversed_reversi:6")
# published: 4×4 Reversi is lost by 8 discs with two squares left empty, which the winner gets; reversed it is won by 3
SOLVED_4 = {"reversi:4": -10, "reversed_reversi:4": 3}
# leaves at depths 1, 2, 3, ..., counted once by SlowReversi
PERFT = {
    4: [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540],
    6: [4, 12, 56, 244, 1364, 7604, 47740, 308716],
}


def width_of(name: str) -> int:
    return int(name[-1])


def random_position(name: str, empties: int, seed: int) -> orchard.Position:
    """Random play until so few squares are empty and somebody can move."""
    dice = random.Random(f"{name} {empties} {seed}")
    while True:
        position = orchard.game(name).start()
        while position.empties > empties and not position.is_over:
            position = position.play(dice.choice(position.legal()))
        if position.empties == empties and not position.is_over:
            return position


# ------------------------------------------------------------------------------------------------------- the rules


@pytest.mark.parametrize("name", NAMES)
def test_games_agree_with_the_slow_referee(name: str) -> None:
    dice, game, width = random.Random(name), orchard.game(name), width_of(name)
    plain = SmallRules(placement(width), plain_rules)
    passes = 0
    for _ in range(120):
        slow, position = SlowReversi(width), game.start()
        while not slow.over():
            squares = slow.moves(slow.side)
            assert [divmod(move.square, width) for move in position.legal() if not move.is_pass] == squares
            assert plain.legal_mask(position.own, position.enemy) == position.legal_mask()
            choice = dice.choice(squares) if squares else None
            passes += choice is None
            turned = slow.enclosed(*choice, slow.side) if choice else []
            slow.play(choice)
            before, position = (
                position,
                position.play(position.game.board.moves[choice[0] * width + choice[1]] if choice else "pass"),
            )
            assert [divmod(move.square, width) for move in position.flipped] == sorted(turned)
            if choice:
                assert plain.flip_mask(before.own, before.enemy, choice[0] * width + choice[1]) == position.flipped_mask
            assert position.text[: width * width] == "".join("".join(row) for row in slow.rows).replace(".", "-")
        assert position.legal() == []
        assert position.outcome is not None
        assert position.outcome.score == (slow.reversed_score() if "reversed" in name else slow.reversi_score())
    assert passes > 20


@pytest.mark.parametrize("name", NAMES)
def test_trees_have_as_many_leaves_as_the_slow_referee_counts(name: str) -> None:
    game, counts = orchard.game(name), PERFT[width_of(name)]
    assert [game.perft(game.start(), depth) for depth in range(1, len(counts) + 1)] == counts
    assert all(counts[depth - 1] == leaves for depth, leaves in game.perft_counts.items())


@pytest.mark.parametrize("name", NAMES)
def test_compiled_dynamics_play_the_same_game_as_positions(name: str) -> None:
    game, dice = orchard.game(name), random.Random(name)
    dynamics, out = game.dynamics, np.empty(64, np.int16)
    for _ in range(40):
        position = game.start()
        state = game.state(position)
        while not position.is_over:
            count = dynamics.moves(state, out)
            assert [int(square) for square in out[:count]] == [move.square for move in position.legal()]
            assert not dynamics.over(state)
            move = dice.choice(position.legal())
            dynamics.play(state, move.square)
            position = position.play(move)
            assert state.tolist() == game.state(position).tolist()
        assert dynamics.moves(state, out) == 0
        assert dynamics.over(state)
        assert position.outcome is not None
        assert dynamics.score(state) == position.outcome.score_for(position.to_move)
        assert dynamics.playout(state, np.array([7], np.uint64), 1000) == dynamics.score(state)


@pytest.mark.parametrize("name", NAMES)
def test_random_games_end_as_often_in_each_result_as_games_of_random_moves(name: str) -> None:
    game, dice, wins = orchard.game(name), random.Random(name), 0
    for _ in range(400):
        position = game.start()
        while not position.is_over:
            position = position.play(dice.choice(position.legal()))
        assert position.outcome is not None
        wins += position.outcome.winner == "black"
    share = game.random_games(game.start(), 100_000, seed=3)[0] / 100_000
    assert abs(share - wins / 400) < 4 * 0.5 / 400**0.5


@pytest.mark.parametrize("name", NAMES)
def test_a_board_has_its_name_its_start_and_its_size(name: str) -> None:
    game, base, width = orchard.game(name), name[:-2], width_of(name)
    assert game.name == name
    assert game is orchard.game(base, width=width)
    assert pickle.loads(pickle.dumps(game)) is game
    assert pickle.loads(pickle.dumps(game.start())) == game.start()
    assert game != orchard.game(base)
    assert game.max_score == width * width
    middle = {4: "-----OX--XO-----", 6: "--------------OX----XO--------------"}[width]
    assert game.start().text == f"{middle} X"
    assert {str(move) for move in game.start().legal()} == {4: {"b1", "a2", "d3", "c4"}, 6: {"c2", "b3", "e4", "d5"}}[
        width
    ]
    with pytest.raises(orchard.OrchardError, match="turns no disc"):
        game.start().play("a1")


def test_other_widths_are_refused_with_those_there_are() -> None:
    with pytest.raises(orchard.OrchardError, match="4, 6, 8"):
        orchard.game("reversi:10")
    assert orchard.game("reversi:8") is orchard.game("reversi")
    assert pickle.loads(pickle.dumps(orchard.game("reversed_reversi"))) is orchard.game("reversed_reversi")


# --------------------------------------------------------------------------------------------------------- solving


@cache
def slow_score(board: str, side: str, width: int, fewest: bool, passed: bool = False) -> int:
    """The score of the side to move by looking at every line of play: plain text, no code of Orchard."""
    other, best = "O" if side == "X" else "X", None
    for at in (at for at, stone in enumerate(board) if stone == "-"):
        row, column = divmod(at, width)
        turned: list[int] = []
        for down, right in DIRECTIONS:
            run, r, c = [], row + down, column + right
            while 0 <= r < width and 0 <= c < width and board[r * width + c] == other:
                run.append(r * width + c)
                r, c = r + down, c + right
            if 0 <= r < width and 0 <= c < width and board[r * width + c] == side:
                turned += run
        if turned:
            after = "".join(side if i == at or i in turned else stone for i, stone in enumerate(board))
            score = -slow_score(after, other, width, fewest)
            best = score if best is None else max(best, score)
    if best is not None:
        return best
    if not passed:
        return -slow_score(board, other, width, fewest, True)
    mine, theirs, empty = board.count(side), board.count(other), board.count("-")
    return theirs - mine if fewest else mine - theirs + empty * ((mine > theirs) - (mine < theirs))


def text_score(position: orchard.Position) -> int:
    board, side = position.text.split()
    return slow_score(board, side, position.game.board.width, "reversed" in position.game.name)


@pytest.mark.parametrize("name", SOLVED_4)
def test_4x4_has_its_published_score_and_best_play_leads_to_it(name: str) -> None:
    start = orchard.game(name).start()
    assert text_score(start) == SOLVED_4[name]
    solved = solve(start, Question(all_moves=True))
    assert solved.bounds == (SOLVED_4[name], SOLVED_4[name])
    assert set(solved.moves.values()) == {solved.bounds}  # the four first moves are one, turned and mirrored
    position = start
    for move in solved.line:
        position = position.play(move)
        assert position.is_over or solve(position, Question()).bounds == (text_score(position),) * 2
    assert position.outcome is not None
    assert position.outcome.score == SOLVED_4[name]


@pytest.mark.parametrize("name", SOLVED_4)
def test_the_search_for_any_game_solves_4x4_too(name: str) -> None:
    solved = SearchToTheEnd().solve(orchard.game(name).start(), Question(), orchard.Stop(), lambda known, nodes: None)
    assert solved.bounds == (SOLVED_4[name], SOLVED_4[name])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("empties", range(1, 9))
def test_few_empties_agree_with_the_slow_search(name: str, empties: int) -> None:
    solver = Solver(name, 1)
    for seed in range(12):
        position = random_position(name, empties, seed)
        assert solver.solve(position.own, position.enemy).score == text_score(position)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("empties", range(5, 9))
def test_every_window_gets_a_true_bound(name: str, empties: int) -> None:
    """Stable discs on the edges of a small board must not be taken for more than they are."""
    from orchard.games.reversi.search.endgame_inner import null_window

    solver, place, most = Solver(name, 1), placement(width_of(name)), width_of(name) ** 2
    for seed in range(100, 106):
        position = random_position(name, empties, seed)
        own, enemy, score = place.spread(position.own), place.spread(position.enemy), text_score(position)
        for alpha in range(-most, most):
            solver.clear()
            bound = null_window(own, enemy, alpha, empties, solver.context)
            assert (alpha < bound <= score) if score > alpha else (score <= bound <= alpha)


@pytest.mark.parametrize("name", ["reversi:6", "reversed_reversi:6"])
def test_6x6_with_fourteen_empties_agrees_with_the_search_for_any_game(name: str) -> None:
    solver = Solver(name, 16)
    for seed in range(3):
        position = random_position(name, 14, seed)
        expected = SearchToTheEnd().solve(position, Question(), orchard.Stop(), lambda known, nodes: None).bounds
        for threads in (1, 2):
            solver.clear()
            solution = solver.solve(position.own, position.enemy, threads=threads, with_line=True)
            assert (solution.lower, solution.upper) == expected
            after = position
            for square in solution.line:
                after = after.play("pass" if square == PASS else after.game.board.moves[square])
            assert after.outcome is not None
            assert after.outcome.score_for(position.to_move) == solution.score


def test_one_first_move_of_each_kind_is_enough() -> None:
    solver = Solver("reversi:6", 1)
    place, start = solver.placement, orchard.game("reversi:6").start()
    assert solver._first_moves(place.spread(start.own), place.spread(start.enemy)).bit_count() == 1
    after = start.play("e4")
    moves = solver._first_moves(place.spread(after.own), place.spread(after.enemy))
    assert place.gather(moves) == after.legal_mask()


def test_boards_are_placed_in_the_middle_and_read_back() -> None:
    for width in (4, 6, 8):
        place, dice = placement(width), random.Random(width)
        edge = (8 - width) // 2
        inside = [row * 8 + column for row in range(edge, 8 - edge) for column in range(edge, 8 - edge)]
        assert [place.place(square) for square in range(width * width)] == inside
        assert [place.square(placed) for placed in inside] == list(range(width * width))
        assert place.mask == sum(1 << placed for placed in inside)
        for _ in range(50):
            mask = dice.getrandbits(width * width)
            assert place.gather(place.spread(mask)) == mask
            assert place.spread(mask) == sum(1 << placed for number, placed in enumerate(inside) if mask >> number & 1)


@pytest.mark.parametrize("name", SOLVED_4)
def test_perfect_play_from_the_start_can_be_walked_through_in_an_analysis(name: str) -> None:
    position, score = orchard.game(name).start(), SOLVED_4[name]
    while not position.is_over:
        found = analyse(position, seconds=5, every_move=True)
        assert found is not None
        assert (found.value, found.exact) == (score, True)
        exact = {move: -text_score(position.play(move)) for move in position.legal()}
        assert {entry.move: entry.value for entry in found.moves} == exact
        position, score = position.play(found.best), -score
    assert position.outcome is not None
    assert position.outcome.score == SOLVED_4[name]


def test_perfect_says_what_it_knows_and_what_not() -> None:
    player = orchard.player("perfect")
    late, start = random_position("reversi:6", 12, 1), orchard.game("reversi:6").start()
    choice = player.choose(late, orchard.Limits(seconds=10))
    assert choice.value == Solver("reversi:6", 1).solve(late.own, late.enemy).score
    assert choice.moves[0].bound == "exact"
    early = player.choose(start, orchard.Limits(nodes=2000))
    assert early.value is None
    assert early.note.startswith("between ")
    assert early.move in start.legal()


# ------------------------------------------------------------------------------------------- the rest of the product


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("spec", ["random", "greedy", "uct:playouts=50", "minimax:depth=2", "alphabeta:depth=3",
                                  "negascout", "level:1", "level:5"])  # fmt: skip
def test_players_for_any_game_play_small_boards_to_the_end(name: str, spec: str) -> None:
    player, position, dice = orchard.player(spec), orchard.game(name).start(), random.Random(name + spec)
    while not position.is_over:
        ours = position.to_move == "black"
        choice = player.choose(position, orchard.Limits(seconds=0.01, seed=1)).move if ours else None
        position = position.play(choice or dice.choice(position.legal()))
    player.close()
    assert position.outcome is not None


@pytest.mark.parametrize("spec", ["sage", "novice", "apple", "epsilon", "strategist", "puct"])
def test_players_that_learned_8x8_refuse_other_boards(spec: str) -> None:
    with pytest.raises(orchard.OrchardError, match="does not play reversi:6"):
        orchard.player(spec).choose(orchard.game("reversi:6").start())


@pytest.mark.parametrize("name", ["grove", "strategist"])
def test_evaluations_made_for_8x8_refuse_other_boards(name: str) -> None:
    with pytest.raises(orchard.OrchardError, match="on a board 8 wide, not reversi:6"):
        evaluation(name).value(orchard.game("reversi:6").start())
    assert evaluation("discs").value(orchard.game("reversi:6").start().play("e4")) == -3


@pytest.mark.parametrize("name", NAMES)
def test_openings_and_formats_know_small_boards(name: str) -> None:
    game = orchard.game(name)
    openings = openings_for(game, "random:4", 5, seed=1)
    assert len({opening.moves for opening in openings}) == 5
    record = random_record(name, seed=3)
    for kind in ("sgf", "ggf"):
        again = formats.read(formats.write([record], kind), kind)[0]
        assert (again.game, again.score) == (name, record.score)
        assert again.last_position() == record.last_position()
