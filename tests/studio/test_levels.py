"""Levels, and the game in the terminal."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

import orchard
from orchard import Limits
from orchard.players.level import ladder
from orchard.shells.commands.play import play
from orchard.shells.studio.levels import table


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
