"""Levels, and the game in the terminal."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import orchard
from orchard import Limits
from orchard.players.level import ladder
from orchard.shells.commands.play import play
from orchard.shells.studio.levels import table
from tools.level_mistakes import shares


@pytest.mark.parametrize("game", orchard.games())
def test_every_level_plays_every_game(game: str) -> None:
    position = orchard.game(game).start()
    for row in table()[game]:
        player = orchard.player(row["spec"])
        assert player.choose(position, Limits(seconds=0.05)).move in position.legal()
        player.close()


def test_there_are_ten_levels_and_all_are_different() -> None:
    for game in map(orchard.game, orchard.games()):
        assert len(set(ladder(game))) == 10


def test_a_bare_number_means_the_level() -> None:
    assert orchard.player("level:7").options["number"] == 7
    assert orchard.player("level:7").spec == "level:7"
    assert orchard.player("level:number=7").spec == "level:7"


@pytest.mark.parametrize("spec", ["level:0", "level:11", "level:x", "level:3,4"])
def test_a_level_that_does_not_exist_is_refused(spec: str) -> None:
    with pytest.raises(orchard.OrchardError):
        orchard.player(spec)


def test_a_weak_level_errs_the_same_way_again_for_the_same_seed() -> None:
    for game, moves in (("reversi", "f5d6c3"), ("gomoku", "h8i9h9")):
        level, position = orchard.player("level:1"), orchard.game(game).replay(moves)
        chosen = {}
        for seed in range(12):
            chosen[seed] = level.choose(position, Limits(seed=seed)).move
            assert chosen[seed] in position.legal()
            assert level.choose(position, Limits(seed=seed)).move == chosen[seed]
        assert len(set(chosen.values())) > 1


SAMPLE = "f5d6c3d3c4f4c5b3c2e6c6b4b5d2e3a6c1b6f3f6"  # a middle game of Reversi, twenty plies
OPEN_THREES = {  # black threatens an open four and has just played elsewhere; what stops it: white can make no four
    "h8a1h9a15h10o15n2": {"h7", "h11", "h6", "h12"},
    "e5o15f6o13g7n14l2": {"d4", "h8", "c3", "i9"},
    "j4a15i4a13h4b14c12": {"g4", "k4", "f4", "l4"},
}


def chosen(game: str, moves: str, number: int, seeds: int = 24) -> list[str]:
    position = orchard.game(game).replay(moves)
    level = orchard.player(f"level:{number}")
    found = [str(level.choose(position, Limits(seed=seed)).move) for seed in range(seeds)]
    level.close()
    return found


def test_a_level_that_is_said_to_like_turning_discs_turns_more_than_others() -> None:
    def turned(number: int) -> float:
        counts = []
        for plies in range(8, 20, 2):
            position = orchard.game("reversi").replay(SAMPLE[: 2 * plies])
            moves = chosen("reversi", SAMPLE[: 2 * plies], number, 8)
            counts += [position.play(move).flipped_mask.bit_count() for move in moves]
        return sum(counts) / len(counts)

    rungs = ladder(orchard.game("reversi"))
    said = [number for number, rung in enumerate(rungs[:7], 1) if "many_discs" in rung.habits]
    others = [turned(number) for number in range(1, 8) if number not in said]
    assert said
    for number in said:
        assert turned(number) > 1.2 * max(others)


def test_gomoku_levels_miss_open_threes_if_they_say_so() -> None:
    for number, rung in enumerate(ladder(orchard.game("gomoku"))[:8], 1):
        missed = [move not in stops for three, stops in OPEN_THREES.items() for move in chosen("gomoku", three, number)]
        share = sum(missed) / len(missed)
        assert ("may_miss_threes" if share else "sees_threes") in rung.habits, (number, share)


def test_gomoku_levels_that_see_threes_overlook_other_points_if_they_say_so() -> None:
    for number, rung in enumerate(ladder(orchard.game("gomoku"))[:8], 1):
        if "sees_threes" in rung.habits:
            moves = {move for quiet in ("h8i9", "h8h9i10", "h8g9j8i7") for move in chosen("gomoku", quiet, number)}
            assert ("overlooks_points" in rung.habits) == (len(moves) > 3), (number, moves)


def test_weak_moves_are_counted_for_every_level_and_grow_fewer() -> None:
    for name in ("reversi", "reversed_reversi", "gomoku"):
        shares = [rung.weak_moves for rung in ladder(orchard.game(name))]
        counted = [share for share in shares if share is not None]
        assert len(counted) == 10
        assert sum(counted[:3]) > sum(counted[3:6]) > sum(counted[6:9])
        assert counted[9] < 0.1 < counted[0]


def test_weak_moves_counted_again_on_other_positions_come_out_alike() -> None:
    kept = ladder(orchard.game("reversi"))[0].weak_moves
    again = shares(orchard.game("reversi"), 24, 77, range(1, 2))["1"]
    assert kept is not None
    assert abs(again - kept) < 0.25  # 24 positions


def run(*arguments: str, answers: str) -> str:
    result = CliRunner().invoke(play, list(arguments), input=answers)
    assert result.exit_code in (0, 1), result.output  # 1: no more answers
    return result.output


def test_a_game_in_the_terminal_is_drawn_played_and_left() -> None:
    output = run("reversi", "--level", "1", "--seed", "1", answers="a1\nf5\nmoves\nquit\n")
    assert "black cannot play a1: it turns no disc" in output
    assert "level:1 plays" in output
    assert output.count("a  b  c  d  e  f  g  h") >= 4


def test_undo_takes_both_moves_back() -> None:
    output = run("reversi", "--level", "1", answers="f5\nundo\nmoves\nquit\n")
    assert "d3 c4 f5 e6" in output


def test_a_terminal_game_ends_with_the_result_and_the_times() -> None:
    game, moves = orchard.game("gomoku:5"), []
    for row in range(1, 6):
        moves += [f"{column}{row}" for column in game.board.columns]
    output = run("gomoku:5", "--against", "random", "--seed", "3", answers="\n".join(moves * 3) + "\n")
    assert "game over" in output
    assert "Time: black" in output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["reversi", "--level", "3", "--against", "random"], "not both"),
        (["reversi", "--level", "11"], "range"),
        (["reversi", "--against", "lines"], "does not play"),
    ],
)
def test_a_wrong_choice_is_explained(arguments: list[str], reason: str) -> None:
    result = CliRunner().invoke(play, arguments)
    assert result.exit_code != 0
    assert reason in result.output + str(result.exception)
