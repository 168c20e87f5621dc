"""What every player promises, for every game it claims. A new player is tested by being found."""

from __future__ import annotations

import math
import random
import threading
import time
from functools import cache

import pytest

import orchard
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.players import player_class

PLAYERS = [name for name in orchard.players() if not player_class(name).takes_argument]
PAIRS = [(name, game) for name in PLAYERS for game in orchard.games()]
CLAIMS = [(name, game) for name, game in PAIRS if player_class(name).plays(orchard.game(game))]


def each(pairs: list[tuple[str, str]]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "game_name"), pairs, ids=[f"{name}-{game}" for name, game in pairs])


each_claim = each(CLAIMS)
each_claim_with_passes = each([(name, game) for name, game in CLAIMS if orchard.game(game).passes_allowed])
each_other_game = each([pair for pair in PAIRS if pair not in CLAIMS])
each_player = pytest.mark.parametrize("name", PLAYERS)


@cache
def positions(game_name: str) -> tuple[orchard.Position, ...]:
    """The start and positions from early, middle and late in random games."""
    dice = random.Random(f"contract {game_name}")
    found = [orchard.game(game_name).start()]
    for plies in (1, 7, 20, 40, 52):
        position = orchard.game(game_name).start()
        while not position.is_over and position.ply < plies:
            before, position = position, position.play(dice.choice(position.legal()))
        found.append(before if position.is_over else position)
    return tuple(found)


@cache
def position_with_a_pass() -> orchard.Position:
    dice = random.Random("pass")
    while True:
        position = orchard.game("reversi").start()
        while not position.is_over:
            if position.legal() == ["pass"]:
                return position
            position = position.play(dice.choice(position.legal()))


def finished(game_name: str) -> orchard.Position:
    dice = random.Random(f"finished {game_name}")
    position = orchard.game(game_name).start()
    while not position.is_over:
        position = position.play(dice.choice(position.legal()))
    return position


@cache
def made(name: str) -> orchard.Player:
    """One player of that name, ready to play."""
    player = orchard.player(name)
    player.new_game()
    return player


def check(choice: orchard.Choice, position: orchard.Position) -> None:
    """What must hold of every choice."""
    legal = position.legal()
    assert choice.move in legal
    assert isinstance(choice.move, orchard.Move)
    assert choice.value is None or math.isfinite(choice.value)
    assert {stat.move for stat in choice.moves} <= set(legal)
    assert choice.nodes >= 0
    assert choice.seconds > 0
    if choice.line:
        assert choice.line[0] == choice.move
        for move in choice.line:
            position = position.play(move)


@each_claim
def test_the_move_is_legal_and_the_line_can_be_played(name: str, game_name: str) -> None:
    for position in positions(game_name):
        check(made(name).choose(position, orchard.Limits(seconds=0.03, playouts=300)), position)


@pytest.mark.parametrize("width", [5, 9, 20])
@pytest.mark.parametrize("name", [name for name, game in CLAIMS if game == "gomoku"])
def test_gomoku_is_played_on_any_board(name: str, width: int) -> None:
    for position in positions(f"gomoku:{width}")[:3]:
        check(made(name).choose(position, orchard.Limits(seconds=0.03, playouts=300)), position)


@each_claim
@pytest.mark.parametrize("seconds", [0.01, 0.06])
@pytest.mark.timed
def test_the_time_limit_is_kept(name: str, game_name: str, seconds: float) -> None:
    """Within 5 % or 30 ms. The best of ten tries counts: other programs may hold up any single one."""
    position = positions(game_name)[2]
    late = []
    for _ in range(10):
        began = time.perf_counter()
        check(made(name).choose(position, orchard.Limits(seconds=seconds)), position)
        late.append(time.perf_counter() - began - seconds)
        if late[-1] <= max(0.05 * seconds, 0.03):
            return
    pytest.fail(f"{name} took {min(late):.3f} s longer than {seconds} s, ten times over")


@each_claim
@pytest.mark.timed
def test_a_stop_ends_the_search_with_the_best_so_far(name: str, game_name: str) -> None:
    position = positions(game_name)[2]
    limits = orchard.Limits(seconds=20, playouts=10**9)
    timer = threading.Timer(0.05, limits.stop.set)
    timer.start()
    began = time.perf_counter()
    check(made(name).choose(position, limits), position)
    assert time.perf_counter() - began < 1
    timer.join()


@each_claim
@pytest.mark.timed
def test_a_stop_before_the_start_still_gives_a_legal_move(name: str, game_name: str) -> None:
    position = positions(game_name)[3]
    limits = orchard.Limits(seconds=20, playouts=10**9)
    limits.stop.set()
    began = time.perf_counter()
    check(made(name).choose(position, limits), position)
    assert time.perf_counter() - began < 1


@each_claim
def test_the_same_seed_and_work_give_the_same_choice_and_counts(name: str, game_name: str) -> None:
    for position in positions(game_name)[1:4]:
        limits = orchard.Limits(playouts=400, seed=7)
        first, again, fresh = (
            player.choose(position, limits) for player in (made(name), made(name), orchard.player(name))
        )
        for choice in (again, fresh):
            assert (choice.move, choice.value, choice.line, choice.moves, choice.nodes, choice.depth) == (
                first.move,
                first.value,
                first.line,
                first.moves,
                first.nodes,
                first.depth,
            )


@each_claim
def test_whole_games_are_played_passes_included(name: str, game_name: str) -> None:
    game = orchard.game("gomoku:7" if game_name == "gomoku" else game_name)
    dice = random.Random(name)
    player = orchard.player(name)
    player.new_game()
    position = game.start()
    while not position.is_over:
        if position.to_move == "black":
            choice = player.choose(position, orchard.Limits(playouts=60, seconds=0.05))
            check(choice, position)
            position = position.play(choice.move)
        else:
            position = position.play(dice.choice(position.legal()))
    player.close()


@each_claim_with_passes
def test_a_pass_is_played_when_it_must_be(name: str, game_name: str) -> None:
    position = position_with_a_pass()
    same = orchard.game(game_name).parse(position.text)
    assert made(name).choose(same, orchard.Limits(seconds=1, playouts=50)).move == "pass"


@each_claim
def test_a_finished_game_is_refused(name: str, game_name: str) -> None:
    with pytest.raises(IllegalMoveError, match="game is over"):
        made(name).choose(finished(game_name))


@each_other_game
def test_a_game_it_does_not_play_is_refused_with_the_games_it_plays(name: str, game_name: str) -> None:
    with pytest.raises(OptionError, match=f"{name}.* does not play {game_name}") as refusal:
        made(name).choose(orchard.game(game_name).start())
    for played in player_class(name).games:
        assert played in str(refusal.value)


@each_player
def test_an_unknown_option_gets_an_error_that_lists_the_options(name: str) -> None:
    with pytest.raises(OptionError, match="no option 'wings'") as refusal:
        orchard.player(f"{name}:wings=2")
    for option in player_class(name).OPTIONS:
        assert option in str(refusal.value)


@each_player
def test_a_value_out_of_range_gets_an_error_that_says_the_range(name: str) -> None:
    for key, option in player_class(name).OPTIONS.items():
        if option.choices or option.kind in (int, float, bool):
            with pytest.raises(OptionError, match="out of range") as refusal:
                orchard.player(f"{name}:{key}=nonsense")
            assert option.range() in str(refusal.value)
        if option.low is not None:
            with pytest.raises(OptionError, match="out of range"):
                orchard.player(f"{name}:{key}={option.low - 1}")


@each_player
def test_it_says_what_it_is(name: str) -> None:
    kind = player_class(name)
    assert kind.summary
    assert set(kind.games) <= set(orchard.games())
    assert name in {claimed for claimed, _ in CLAIMS}
    assert all(option.help for option in kind.OPTIONS.values())


def test_an_unknown_player_gets_an_error_that_lists_the_players() -> None:
    with pytest.raises(OptionError, match="no player 'nobody'") as refusal:
        orchard.player("nobody")
    for name in orchard.players():
        assert name in str(refusal.value)
