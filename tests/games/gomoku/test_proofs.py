"""Threats, proofs and reasons in Gomoku, on positions whose answer is plain to a person."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

import orchard
from orchard.core.choice import Stop
from orchard.core.offers import Fact
from orchard.games.gomoku.proofs import Prover
from orchard.games.gomoku.threat_map import THREATS, threat_map
from orchard.study.analysis import Analysis, analyse
from orchard.study.review import review
from orchard.study.why import why
from tests.games.gomoku.tactics import fives, moves_of, random_position, split

GOMOKU = orchard.game("gomoku")
THREE = "h8a1h9o1h10a15"  # black: an open three h8 h9 h10; white: corners; black to move
FOUR = "h8a1h9o1h10a15h11"  # the same as a four, white to move
# Black has three in a row a1 b1 c1 (stopped by the edge) and three in a column d2 d3 d4; d1 is on both lines: a
# double four. White's stones are far apart.
DOUBLE_FOUR = "a1o15b1m9c1k3d2o11d3i13d4f9"
# Threes only: black h8 i8 and j9 j10 meet in j8, which makes two open threes at once.
DOUBLE_THREE = "h8i9i8k9j9i10j10h7"


def at(moves: str) -> orchard.Position:
    return GOMOKU.replay(moves)


def winner_after(position: orchard.Position, line: Iterable[str]) -> str | None:
    for move in line:
        position = position.play(move)
    return None if position.outcome is None else position.outcome.winner


# ------------------------------------------------------------------------------------------------ where threats are


def test_an_open_three_gives_two_open_fours_and_two_fours_further_out() -> None:
    black = threat_map(at(THREE))["black"]
    assert set(black["open_four"]) == {"h7", "h11"}
    assert set(black["four"]) == {"h6", "h12"}
    assert black["five"] == ()


def test_a_four_gives_fives_to_its_owner_alone() -> None:
    found = threat_map(at(FOUR))
    assert set(found["black"]["five"]) == {"h7", "h12"}
    assert all(found["white"][threat] == () for threat in THREATS)


def test_two_fours_with_one_stone_count_as_an_open_four() -> None:
    assert "d1" in threat_map(at(DOUBLE_FOUR))["black"]["open_four"]


def test_two_stones_give_open_threes() -> None:
    black = threat_map(at("h8a1h9"))["black"]
    assert {"h7", "h10", "h6", "h11"} <= set(black["three"])


def test_a_finished_game_and_an_empty_board_have_no_threats() -> None:
    for position in (GOMOKU.start(), at("h8a1h9o1h10a15h11o15h12")):
        assert all(points == () for side in threat_map(position).values() for points in side.values())


def test_fives_are_those_that_counting_stones_finds_on_random_boards() -> None:
    dice = random.Random(5)
    for _ in range(60):
        position = random_position(dice, 11, dice.randrange(14, 40))
        own, enemy, empty = split(position)
        found = threat_map(position)
        other = "white" if position.to_move == "black" else "black"
        assert set(found[position.to_move]["five"]) == moves_of(position, fives(own, empty))
        assert set(found[other]["five"]) == moves_of(position, fives(enemy, empty))


# ------------------------------------------------------------------------------------------------ proofs


@pytest.mark.parametrize(
    ("moves", "needed", "by_fours"),
    [("h8a1h9o1h10a15h11o15", 1, True), (THREE, 2, True), (DOUBLE_FOUR, 2, True), (DOUBLE_THREE, 3, False)],
)
def test_a_plain_win_is_proved_in_as_many_moves_as_a_person_counts(moves: str, needed: int, by_fours: bool) -> None:
    position = at(moves)
    win = Prover().win(position)
    assert win is not None
    assert (win.moves, win.by_fours) == (needed, by_fours)
    assert winner_after(position, win.line) == "black"


def test_nothing_is_proved_where_there_is_nothing() -> None:
    prover = Prover()
    assert prover.win(at("h8i9g7")) is None
    assert prover.loss(at("h8i9g7")) is None
    assert prover.win(at("h8a1h9o1h10a15h11o15h12")) is None  # the game is over


def test_whoever_faces_an_open_four_is_lost_and_blocks_one_end() -> None:
    lost = Prover().loss(at(FOUR))
    assert lost is not None
    assert set(lost.line) == {"h7", "h12"}
    assert lost.plies == 2


def test_a_win_by_a_given_move_is_told_from_a_move_that_lets_go() -> None:
    prover = Prover()
    made = prover.win_after(at(THREE), at(THREE).move("h11"))
    assert made is not None
    assert made.moves == 2
    assert prover.win_after(at(THREE), at(THREE).move("o15")) is None


def test_a_loss_is_proved_against_every_move_and_not_only_those_that_were_tried() -> None:
    """Whatever is called lost, the enemy has a win by threats after each legal move."""
    dice, seen = random.Random(11), 0
    while seen < 6:
        position = random_position(dice, 9, dice.randrange(12, 20))
        lost = Prover(2.0).loss(position)
        if lost is None:
            continue
        seen += 1
        assert lost.plies >= len(lost.line)
        assert winner_after(position, lost.line) == ("white" if position.to_move == "black" else "black")
        for move in position.legal():
            after = position.play(move)
            assert after.is_over or Prover().win(after) is not None, (position.text, move)


def test_a_raised_stop_flag_ends_a_proof() -> None:
    stop = Stop()
    stop.set()
    assert Prover(stop=stop).win(at(THREE)) is None


# ------------------------------------------------------------------------------------------------ in an analysis


def analysed(moves: str, every_move: bool = False, seconds: float = 0.5) -> Analysis:
    found = analyse(at(moves), seconds=seconds, every_move=every_move)
    assert found is not None
    return found


def test_a_proved_win_has_its_length_and_a_line_to_the_end() -> None:
    found = analysed(THREE)
    assert (found.value, found.exact, found.wins_in) == (1.0, True, 2)
    assert winner_after(at(THREE), found.line) == "black"


def test_a_proved_loss_counts_the_moves_of_the_winner() -> None:
    found = analysed(FOUR)
    assert (found.value, found.exact, found.wins_in) == (0.0, True, -1)
    assert winner_after(at(FOUR), found.line) == "black"


def test_each_move_has_its_own_proof() -> None:
    found = analysed(THREE, every_move=True, seconds=1.5)
    values = {entry.move: entry for entry in found.moves}
    assert values["h7"].wins_in == values["h11"].wins_in == 2
    for entry in found.moves:
        if entry.exact and entry.wins_in is not None:
            winner = "black" if entry.wins_in > 0 else "white"
            line = entry.line or (entry.move,)
            assert winner_after(at(THREE), line) == winner, entry


def test_no_value_is_certain_without_a_proof() -> None:
    for moves in ("h8i9g7", THREE, FOUR, "h8i9i8g8j8k8j7h9j9j10", "h8h9i8i9j8j9"):
        for entry in analysed(moves, every_move=True, seconds=0.3).moves:
            if entry.value in (0.0, 1.0):
                assert entry.exact, (moves, entry)
            if entry.exact:
                assert entry.wins_in is not None, (moves, entry)


def test_moves_without_a_value_have_none_and_values_belong_to_legal_points() -> None:
    found = analysed("h8i9g7", every_move=True)
    legal = set(at("h8i9g7").legal())
    assert {entry.move for entry in found.moves} <= legal
    assert len({entry.move for entry in found.moves}) == len(found.moves)
    assert found.value is not None
    assert all(entry.value is None or 0 <= entry.value <= found.value for entry in found.moves)  # none above the best


# ------------------------------------------------------------------------------------------------ why


def facts_of(moves: str, played: str, better: str) -> dict[str, Fact]:
    position = at(moves)
    return {fact.kind: fact for fact in why(position, position.move(played), position.move(better))}


@pytest.mark.parametrize(
    ("moves", "played", "better", "kind", "squares", "needed", "winner"),
    [
        ("h8a1h9a2h10a3h11a4", "o15", "h12", "missed_five", {"h7", "h12"}, 1, "black"),
        (THREE, "o15", "h11", "missed_open_four", {"h7", "h11"}, 2, "black"),
        (DOUBLE_THREE, "o1", "j8", "missed_win", {"j8"}, 3, "black"),
        # white looks away from an open three: black makes an open four and wins with its second move
        ("h8a1h9o1h10", "a15", "h11", "overlooked_three", {"h7", "h11"}, 2, "black"),
        # white looks away from the double three at j8
        ("h8i9i8k9j9i10j10h7o1", "o15", "j8", "allowed_win", {"j8"}, 3, "black"),
    ],
)
def test_missed_and_allowed_wins_are_named_and_their_lines_end_in_five(
    moves: str, played: str, better: str, kind: str, squares: set[str], needed: int, winner: str
) -> None:
    fact = facts_of(moves, played, better)[kind]
    assert squares <= set(fact.squares)
    assert fact.numbers["n"] == needed
    assert winner_after(at(moves).play(played) if fact.after else at(moves), fact.line) == winner
    assert len(fact.line) == 2 * needed - 1


def test_a_win_by_fours_is_called_that_and_each_of_its_moves_makes_a_four() -> None:
    # Black a1 a2 a3 at the edge, b4 c4, d5 d7. a4 is a four (answer a5); then d4 is a four in the row (answer e4)
    # and three in the column d4 d5 d7; d6 makes it an open four.
    moves = "a1o15a2o13a3m15b4m13c4k15d5k13d7o11"
    fact = facts_of(moves, "o1", "a4")["missed_win_by_fours"]
    assert fact.numbers["n"] == 4
    position = at(moves)
    for number, move in enumerate(fact.line[:-1]):
        position = position.play(move)
        assert number % 2 or threat_map(position)["black"]["five"], f"{move} makes no four"
    assert winner_after(position, fact.line[-1:]) == "black"


def test_a_four_that_was_not_blocked_is_named_with_its_point() -> None:
    fact = facts_of("h8a1h9a2h10a3o15a4", "o1", "a5")["missed_block"]
    assert fact.squares == ("a5",)
    assert fact.after
    assert winner_after(at("h8a1h9a2h10a3o15a4").play("o1"), fact.line) == "white"


def test_a_move_that_wins_as_well_missed_nothing() -> None:
    assert "missed_open_four" not in facts_of(THREE, "h7", "h11")


def test_a_stone_far_from_all_others_is_called_that() -> None:
    assert "far_away" in facts_of("h8i9g7", "o15", "h10")


def test_a_review_says_what_was_proved_before_and_after_a_move() -> None:
    path = [GOMOKU.start()]
    for move in at("h8a1h9o1h10a15o15").moves_made:  # black has an open three and plays in the corner
        path.append(path[-1].play(move))
    last = review(path, seconds_per_move=0.2).moves[-1]
    assert last.best_wins_in == 2
    assert last.grade == "inaccuracy"  # though black is still far ahead
    assert [fact.kind for fact in last.facts][:1] == ["missed_open_four"]
    ended = [GOMOKU.start()]
    for move in at("h8a1h9o1h10a15h11o15h12").moves_made:
        ended.append(ended[-1].play(move))
    found = review(ended, seconds_per_move=0.1).moves
    assert found[-1].played_wins_in == 1  # with this very move
    assert found[-2].played_wins_in == -1  # white's move allows it
    assert found[-3].played_wins_in == 2
