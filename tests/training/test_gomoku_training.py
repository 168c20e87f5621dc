"""Training for Gomoku: games that repeat, shards that resume, features counted right, weights that come back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.evaluate import lines
from orchard.evaluate.gomoku import FILE, first_guess, profiles_of, read_weights, weights, write_weights
from orchard.training.gomoku_fit import Fit, counts, fit, strongest_threat
from orchard.training.gomoku_gate import Result, even_openings, match
from orchard.training.gomoku_selfplay import SelfPlay, cells_of, engine_for, play, read


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    play(SelfPlay(nodes=60), folder, 60)
    return folder


def test_the_same_settings_give_the_same_games_and_a_stopped_run_goes_on(shards: Path, tmp_path: Path) -> None:
    play(SelfPlay(nodes=60), tmp_path, 50)
    play(SelfPlay(nodes=60), tmp_path, 60)
    ours, theirs = read([shards]), read([tmp_path])
    assert all((ours[name] == theirs[name]).all() for name in ours)
    with pytest.raises(OptionError, match="other settings"):
        play(SelfPlay(nodes=61), tmp_path, 60)


def test_rows_are_what_happened_seen_by_the_side_to_move(shards: Path) -> None:
    rows = read([shards])
    assert set(np.unique(rows["cells"])) == {0, 1, 2}
    own, enemy = (rows["cells"] == 1).sum(axis=1), (rows["cells"] == 2).sum(axis=1)
    assert ((own == enemy) | (own + 1 == enemy)).all()  # black begins and sides alternate
    assert (rows["cells"][np.arange(len(own)), rows["move"]] == 0).all()
    black_view = np.where(own == enemy, rows["result"], -rows["result"])  # black is to move when sides are even
    for game in np.unique(rows["game"]):
        assert len(set(black_view[rows["game"] == game])) == 1  # one result a game, whoever looks at it


def test_profiles_of_many_boards_are_those_of_each_board(shards: Path) -> None:
    tables = lines.tables()
    game = orchard.game("gomoku")
    position = game.replay("h8i9g7h9j7")
    found = np.empty((1, 2, 225), np.int16)
    profiles_of(lines.new_board(15, tables), tables, 15, cells_of(position)[None], found)
    board = lines.new_board(15, tables)
    for square in range(225):
        stone = position.stone(square)
        if stone:  # white is to move, so white's stones are the mover's: colour 0
            lines.put(board, tables, lines.point_of(square, 15), 0 if stone == "white" else 1)
    for square in range(225):
        expected = -1 if position.stone(square) else int(board.profiles[0, lines.point_of(square, 15)])
        assert found[0, 0, square] == expected


def test_counts_add_the_movers_profiles_and_take_off_the_others() -> None:
    profiles = np.full((1, 2, 225), -1, np.int16)
    profiles[0, 0, :3] = [7, 7, 9]
    profiles[0, 1, :3] = [7, 8, 8]
    row = counts(profiles)[0]
    assert (row[7], row[9], row[lines.PROFILES + 7], row[lines.PROFILES + 8]) == (2, 1, -1, -2)
    assert abs(row).sum() == 6


def test_the_strongest_threat_is_found_for_each_side() -> None:
    number = {profile: at for at, profile in enumerate(lines.profiles())}
    profiles = np.full((1, 2, 225), -1, np.int16)
    profiles[0, 0, 5] = number[(lines.OPEN_THREE, 1, 1, 1)]
    profiles[0, 1, 6] = number[(lines.FOUR, lines.FOUR, 0, 0)]
    assert strongest_threat(profiles, lines.tables().threats).tolist() == [[lines.T_THREE, lines.T_OPEN_FOUR]]


def test_a_fit_writes_weights_that_can_be_played_with(shards: Path, tmp_path: Path) -> None:
    report = fit(Fit(worth_rounds=4, policy_rounds=2), [shards], tmp_path)
    assert report["games"] == 60
    worth, policy = read_weights(tmp_path / "weights.safetensors")
    assert worth.shape == policy.shape == (2, lines.PROFILES)
    engine = engine_for(str(tmp_path / "weights.safetensors"))
    result = match(engine, engine_for("guess"), even_openings(2, 1, engine_for("guess"), 200), (100, 100))
    assert result.games == 4
    assert 0 <= result.score <= 1


def test_a_folder_without_games_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no shards"):
        read([tmp_path])


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    worth, policy = first_guess()
    write_weights(tmp_path / "w.safetensors", worth, policy)
    again = read_weights(tmp_path / "w.safetensors")
    assert (again[0] == worth).all()
    assert (again[1] == policy).all()


def test_the_shipped_weights_are_small_and_prefer_more_to_less() -> None:
    assert FILE.stat().st_size < 100_000
    worth, policy = weights("trained")
    number = {profile: at for at, profile in enumerate(lines.profiles())}
    for stronger, weaker in [(lines.OPEN_THREE, lines.OPEN_TWO), (lines.FOUR, lines.THREE)]:
        more, less = number[(stronger, 1, 1, 1)], number[(weaker, 1, 1, 1)]
        assert (worth[:, more] > worth[:, less]).all()
        assert (policy[:, more] > policy[:, less]).all()


def test_elo_of_a_known_score() -> None:
    middle, low, high = Result(100, 0.75, 0.05, (0.0, 0.0)).elo()
    assert round(middle) == 191  # 400 · log10(3)
    assert low < middle < high
