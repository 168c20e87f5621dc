"""Training for Gomoku: games that repeat, shards that resume, features counted right, weights that come back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.games.gomoku.course import COURSE
from orchard.games.gomoku.evaluate import shapes
from orchard.games.gomoku.evaluate.shape_board import ShapeBoard, put, set_up
from orchard.games.gomoku.evaluate.worth import (
    FILE,
    Weights,
    first_guess,
    profiles_of,
    read_weights,
    standing_of,
    weights,
    write_weights,
)
from orchard.games.gomoku.grid import point_of
from orchard.games.gomoku.search.engine import KiteEngine
from orchard.games.gomoku.training import games
from orchard.games.gomoku.training.fit import strongest_threat
from orchard.games.gomoku.training.games import (
    Rows,
    cells_of,
    deepen,
    engine_for,
    play_game,
    points,
    position_of,
)
from orchard.games.gomoku.training.learning import Parts, blame, sums
from orchard.games.gomoku.training.settings import (
    COLUMNS,
    GAMES_PER_SHARD,
    PLAN,
    EvenOpenings,
    GomokuFit,
    GomokuPlay,
)
from orchard.training.fit import fit
from orchard.training.openings import judged_again
from orchard.training.selfplay import play
from orchard.training.shards import read_folders, shard_numbers

SMALL = GomokuPlay(game="gomoku", nodes=60)


@pytest.fixture(scope="module")
def shards(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    play(COURSE, SMALL, folder, games=60)
    return folder


@pytest.mark.parametrize("moves", ["h8i9g7", "h8i9g7h9"])
def test_a_row_gives_its_position_back(moves: str) -> None:
    position = orchard.game("gomoku").replay(moves)
    assert position_of(cells_of(position)) == position


def test_weights_that_were_replaced_are_read_anew(tmp_path: Path) -> None:
    best, better = tmp_path / "best.safetensors", first_guess()
    write_weights(best, first_guess())
    assert (weights(str(best)).worth == better.worth).all()
    better.worth[0, 7] += 5
    write_weights(best, better)
    assert (weights(str(best)).worth == better.worth).all()


def test_rows_are_what_happened_seen_by_the_side_to_move(shards: Path) -> None:
    rows = read_folders([shards], COLUMNS)
    assert set(np.unique(rows["cells"])) == {0, 1, 2}
    own, enemy = (rows["cells"] == 1).sum(axis=1), (rows["cells"] == 2).sum(axis=1)
    assert ((own == enemy) | (own + 1 == enemy)).all()  # black begins and sides alternate
    assert (rows["cells"][np.arange(len(own)), rows["move"]] == 0).all()
    black_view = np.where(own == enemy, rows["result"], -rows["result"])  # black is to move when sides are even
    for game in np.unique(rows["game"]):
        assert len(set(black_view[rows["game"] == game])) == 1  # one result a game, whoever looks at it


def test_positions_inside_searches_have_a_search_of_their_own_and_repeat() -> None:
    settings = GomokuPlay(game="gomoku", nodes=300, inside=40, inside_nodes=60)
    rows = play_game(engine_for("guess"), settings, 3)
    cells = np.array(rows["cells"])
    own, enemy = (cells == 1).sum(axis=1), (cells == 2).sum(axis=1)
    assert len(cells) > 20
    assert ((own == enemy) | (own + 1 == enemy)).all()
    assert (cells[np.arange(len(cells)), rows["move"]] == 0).all()
    for row in (0, len(cells) - 1):
        found = deepen(engine_for("guess"), position_of(cells[row]), 60)
        assert found is not None
        assert (found.value, found.line[0]) == (rows["value"][row], rows["move"][row])
    again = play_game(engine_for("guess"), settings, 3)
    assert again["value"] == rows["value"]
    assert (np.array(again["cells"]) == cells).all()


def test_a_fit_pulled_hard_to_other_weights_stays_there(shards: Path, tmp_path: Path) -> None:
    fit(COURSE, GomokuFit(rounds=4, near="trained", worth_ridge=1e3), [shards], tmp_path)
    found, before = read_weights(tmp_path / "weights.safetensors"), weights("trained")
    for part in ("worth", "standing", "stones"):
        assert abs(getattr(found, part) - getattr(before, part)).max() < 50  # a twentieth of a logit


def test_a_fit_can_keep_a_policy_and_learn_what_is_decided(shards: Path, tmp_path: Path) -> None:
    made = fit(COURSE, GomokuFit(rounds=1, decided=1, policy="trained"), [shards], tmp_path)
    without = fit(COURSE, GomokuFit(rounds=1, policy="trained"), [shards], tmp_path / "without")
    assert (read_weights(tmp_path / "weights.safetensors").policy == weights("trained").policy).all()
    assert made.as_json["worth"]["positions"] > without.as_json["worth"]["positions"]


def test_profiles_of_many_boards_are_those_of_each_board(shards: Path) -> None:
    tables = shapes.tables()
    game = orchard.game("gomoku")
    position = game.replay("h8i9g7h9j7")
    found, standings = np.empty((1, 2, 225), np.int16), np.empty((1, 2), np.int16)
    profiles_of(ShapeBoard.new(), tables, 15, cells_of(position)[None], found, standings)
    board = set_up(game.start(), tables)
    for square in range(225):
        stone = position.stone(square)
        if stone:  # white is to move, so white's stones are the mover's: colour 0
            put(board, tables, point_of(square, 15), 0 if stone == "white" else 1)
    for square in range(225):
        expected = -1 if position.stone(square) else int(board.profiles[0, point_of(square, 15)])
        assert found[0, 0, square] == expected
    assert standings.tolist() == [[standing_of(board, 0), standing_of(board, 1)]]


def test_a_sum_adds_the_movers_weights_and_takes_off_the_others_and_blame_goes_the_same_way() -> None:
    profiles = np.full((1, 2, 225), -1, np.int16)
    profiles[0, 0, :3] = [7, 7, 9]
    profiles[0, 1, :3] = [7, 8, 8]
    seen = (profiles, np.array([[3, 5]], np.int16), np.array([2]), np.array([0]))
    sizes = (2, shapes.PROFILES), (shapes.STANDINGS, shapes.STANDINGS), (shapes.PHASES,)
    parts, gradient, out = Parts(*map(np.zeros, sizes)), Parts(*map(np.zeros, sizes)), np.zeros(1)
    parts.worth[0, 7], parts.worth[0, 9], parts.worth[1, 7], parts.worth[1, 8] = 1.0, 10.0, 100.0, 1000.0
    parts.standing[3, 5], parts.standing[5, 3], parts.stones[2] = 10_000.0, 7.0, 100_000.0
    sums(*seen, parts, out)
    assert out[0] == 2 * 1 + 10 - 100 - 2 * 1000 + 10_000 + 100_000
    blame(*seen, np.array([0.5]), gradient)
    assert gradient.worth[0, [7, 9]].tolist() == [1.0, 0.5]
    assert gradient.worth[1, [7, 8]].tolist() == [-0.5, -1.0]
    assert (gradient.standing[3, 5], gradient.standing.sum(), gradient.stones[2]) == (0.5, 0.5, 0.5)


@pytest.mark.parametrize(
    ("moves", "expected"),
    [
        ("h8", (0, 0)),  # nothing yet
        ("h8a1h9", (0, 2)),  # black makes an open three at four points, h6 h7 h10 h11; white has nothing
        ("h8a1h9a3h10h11", (16, 0)),  # black's closed three: one more makes a four, at two points
    ],
)
def test_a_standing_is_read_from_the_counts_of_threats(moves: str, expected: tuple[int, int]) -> None:
    position = orchard.game("gomoku").replay(moves)
    board = set_up(position, shapes.tables())
    mover = 0 if position.to_move == "black" else 1
    assert (standing_of(board, mover), standing_of(board, 1 - mover)) == expected


def test_the_strongest_threat_is_found_for_each_side() -> None:
    number = {profile: at for at, profile in enumerate(shapes.profiles())}
    profiles = np.full((1, 2, 225), -1, np.int16)
    profiles[0, 0, 5] = number[(shapes.OPEN_THREE, 1, 1, 1)]
    profiles[0, 1, 6] = number[(shapes.FOUR, shapes.FOUR, 0, 0)]
    assert strongest_threat(profiles, shapes.tables().threats).tolist() == [[shapes.T_THREE, shapes.T_OPEN_FOUR]]


def test_a_fit_writes_weights_that_can_be_played_with(shards: Path, tmp_path: Path) -> None:
    made = fit(COURSE, GomokuFit(rounds=4), [shards], tmp_path)
    assert made.as_json["games"] == 60
    found = read_weights(tmp_path / "weights.safetensors")
    assert found.worth.shape == found.policy.shape == (2, shapes.PROFILES)
    engine = engine_for(str(tmp_path / "weights.safetensors"))
    start = orchard.game("gomoku").replay("h8i9g7h9")
    assert points((engine, engine_for("guess")), start, (100, 100)) in (0, 0.5, 1, 1.5, 2)
    assert points((engine, engine), start, (100, 100)) == 1  # what one wins with a colour, the other wins with it


def test_weights_come_back_as_they_were_written(tmp_path: Path) -> None:
    found = Weights(*(part + at for at, part in enumerate(first_guess())))
    write_weights(tmp_path / "w.safetensors", found)
    for wrote, came_back in zip(found, read_weights(tmp_path / "w.safetensors"), strict=True):
        assert (wrote == came_back).all()


def test_a_file_without_gomoku_weights_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="no file"):
        weights(str(tmp_path / "none.safetensors"))
    (tmp_path / "bad.safetensors").write_bytes(b"not weights")
    with pytest.raises(OptionError, match="no weights for Gomoku"):
        weights(str(tmp_path / "bad.safetensors"))


def test_the_shipped_weights_are_small_and_prefer_more_to_less() -> None:
    assert FILE.stat().st_size < 100_000
    worth, policy, *_ = weights("trained")
    number = {profile: at for at, profile in enumerate(shapes.profiles())}
    for stronger, weaker in [(shapes.OPEN_THREE, shapes.OPEN_TWO), (shapes.FOUR, shapes.THREE)]:
        more, less = number[(stronger, 1, 1, 1)], number[(weaker, 1, 1, 1)]
        assert (worth[:, more] > worth[:, less]).all()
        assert (policy[:, more] > policy[:, less]).all()


def test_an_opening_that_is_decided_is_not_kept(tmp_path: Path) -> None:
    book = tmp_path / "openings.txt"
    book.write_text("h8a1h9o1h10a15\n")  # black, to move, has an open three
    assert list(judged_again(COURSE, EvenOpenings(nodes=100), str(book))) == []


def test_ctrl_c_ends_shards_in_the_middle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    def count(engine: KiteEngine, settings: GomokuPlay, number: int) -> Rows:
        played.append(number)
        return play_game(engine, settings, number)

    monkeypatch.setattr(games, "play_game", count)
    with pytest.raises(KeyboardInterrupt):
        play(COURSE, SMALL, tmp_path, games=4000, threads=2, progress=stop)
    assert len(shard_numbers(tmp_path)) == 1
    assert len(played) < 3 * GAMES_PER_SHARD


def test_the_plan_is_made_of_settings_that_there_are() -> None:
    for generation in PLAN:
        GomokuPlay(game="gomoku", **generation.selfplay)
        GomokuFit(**generation.fit)
    assert PLAN[0].fit["trust_search"] == 0.0
    assert [generation.learns_from for generation in PLAN] == [(0,), (1, 0), (1, 0), (1, 0)]
