"""A position is found in the saved games, on whichever side of the board it was played, with what followed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import orchard
from orchard.play import formats
from orchard.play.position_search import find_position, hash_of, index_positions
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from tests.play.databases import database_url  # noqa: F401
from tests.play.records import random_record


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:  # noqa: F811
    with Store(database_url) as opened:
        yield opened


def game(id: str, moves: str, winner: str | None, name: str = "reversi", started: str = "") -> GameRecord:
    played = orchard.game(name).replay(moves).moves_made
    records = tuple(MoveRecord(str(move)) for move in played)
    score = {"black": 4, "white": -4}.get(winner or "", 0)
    return GameRecord(id, name, "ann", "bob", moves=records, winner=winner, score=score, started=started)  # type: ignore[arg-type]


def test_what_was_played_in_a_position_is_counted_with_how_it_ended(store: Store):
    store.save_games([game("1", "f5d6c3", "black"), game("2", "f5d6c5", "white"), game("3", "f5d6c3", "white")])
    store.save_games([game("4", "f5f6", "black"), game("5", "f5d6", None)])
    assert index_positions(store.database) == 5
    found = find_position(store.database, orchard.game("reversi").replay("f5d6"))
    counts = {entry.move: (entry.games, entry.black, entry.white, entry.draws) for entry in found.moves}
    assert counts == {"c3": (2, 1, 1, 0), "c5": (1, 0, 1, 0), "": (1, 0, 0, 0)}  # the last has no end
    assert found.total == 4
    assert {record.id for record in found.games} == {"1", "2", "3", "5"}
    assert find_position(store.database, orchard.game("reversi").replay("f5d6c3d3")).total == 0


def test_a_position_is_found_on_every_side_of_the_board(store: Store):
    # the four first moves of Othello are one move seen from four sides; d6 after f5 is then c4's e3, and so on
    store.save_games([game("1", "f5d6c3", "black"), game("2", "c4e3f6", "black"), game("3", "d3c5d6", "black")])
    index_positions(store.database)
    for line, follows in (("f5d6", {"c3"}), ("c4e3", {"f6"})):
        position = orchard.game("reversi").replay(line)
        found = [entry for entry in find_position(store.database, position).moves if entry.games == 2]
        assert {entry.move for entry in found} == follows
    assert find_position(store.database, orchard.game("reversi").start()).total == 3
    assert len(find_position(store.database, orchard.game("reversi").start()).moves) == 1


@pytest.mark.parametrize("name", ["reversi", "gomoku:9", "connect_four"])
def test_counts_agree_with_looking_through_all_games(store: Store, name: str):
    records = [random_record(name, seed, 12) for seed in range(25)]
    store.save_games(records)
    index_positions(store.database)
    rules = orchard.game(name)
    for record in records[:3]:
        for ply in (0, 1, 2, 5):
            position = rules.replay("".join(move.move for move in record.moves[:ply] if move.move != "pass"))
            plain: Counter[str] = Counter()
            views = {(view.black, view.white, view.to_move) for view in position.symmetries()}
            for other in records:
                step = other.start_position()
                for move in (*other.moves, None):
                    if (step.black, step.white, step.to_move) in views:
                        plain["games"] += 1
                    step = step.play(move.move) if move else step
            assert find_position(store.database, position).total == plain["games"]
            for entry in find_position(store.database, position).moves:
                assert not entry.move or position.play(entry.move)  # it can be played on this very board


def test_games_are_hashed_once_and_new_ones_later(store: Store):
    store.save_game(game("1", "f5", "black"))
    told = []
    assert index_positions(store.database, on_progress=lambda done, of: told.append((done, of))) == 1
    assert told == [(0, 1), (1, 1)]
    assert index_positions(store.database, on_progress=lambda done, of: told.append((done, of))) == 0
    assert len(told) == 2  # with nothing to do there is nothing to say
    store.save_game(game("2", "f5", "white"))
    assert index_positions(store.database) == 1


def test_a_game_that_cannot_be_replayed_is_passed_over(store: Store):
    store.save_game(GameRecord("odd", "reversi", "a", "b", moves=(MoveRecord("a1"),), winner="black", score=1))
    assert index_positions(store.database) == 1
    assert index_positions(store.database) == 0
    assert find_position(store.database, orchard.game("reversi").start()).games == ()


def test_mirror_images_have_one_hash_and_the_other_side_to_move_another():
    position = orchard.game("reversi").replay("f5d6c3d3c4")
    assert len({hash_of(view) for view in position.symmetries()}) == 1
    other = orchard.game("reversi").parse(position.text[:-1] + ("X" if position.text[-1] == "O" else "O"))
    assert hash_of(other) != hash_of(position)
    assert hash_of(orchard.game("reversed_reversi").replay("f5d6c3d3c4")) != hash_of(position)


def test_games_of_an_owner_are_found(store: Store):
    store.save_game(game("1", "f5", "black"), owner="tab-a")
    store.save_game(game("2", "f5", "black"), owner="tab-b")
    store.save_game(game("3", "f5", "black"))
    assert [record.id for record in store.find_games(owner="tab-a")] == ["1"]
    assert store.count_games() == 3


def test_games_are_found_by_their_opening_on_whichever_side_and_in_whatever_order_it_was_played(store: Store):
    store.save_game(game("same", "f5d6c3d3c4", "black"), owner="tab-a")
    store.save_game(game("turned", "e6f4d3", "black"), owner="tab-a")  # f5d6... mirrored: f5 is e6, d6 is f4
    store.save_game(game("other", "f5f6e6", "black"), owner="tab-a")
    store.save_game(game("gomoku", "h8i9", "white", "gomoku"), owner="tab-a")
    store.save_game(game("strange", "f5d6", "black"), owner="tab-b")
    assert index_positions(store.database, owner="tab-a") == 4  # the others are left for later

    def found(**asked: str) -> set[str]:
        return {record.id for record in store.find_games(owner="tab-a", **asked)}  # type: ignore[arg-type]

    assert found(opening="f5d6") == {"same", "turned"}
    assert found(opening="F5 d6 c3") == {"same"}
    assert found(opening="f5") == {"same", "turned", "other"}
    assert found(opening="h8") == {"gomoku"}
    assert found(opening="h8", game="gomoku") == {"gomoku"}
    assert store.count_games(owner="tab-a", opening="f5d6") == 2
    assert found(opening="a1", game="reversi") == found(opening="nonsense") == set()


def test_databases_of_before_owners_and_positions_open_and_have_them(database_url: str):  # noqa: F811
    with Store(database_url) as before:
        before.save_game(game("old", "f5d6", "black"))
        with before.database.writing() as connection:  # as version 4 left it
            connection.exec_driver_sql("DROP TABLE positions")
            connection.exec_driver_sql("DROP INDEX games_by_owner")
            connection.exec_driver_sql("ALTER TABLE games DROP COLUMN owner")
            connection.exec_driver_sql("UPDATE orchard_schema SET version = 4")
    with Store(database_url) as now:
        assert index_positions(now.database) == 1
        assert now.save_game(game("new", "f5", "black"), owner="me")
        assert [record.id for record in now.find_games(owner="me")] == ["new"]
        assert find_position(now.database, orchard.game("reversi").replay("f5")).total == 1


def test_a_store_finds_positions_of_games_saved_a_moment_ago(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        for transcripts, total in (("f5d6c3\nf5f6", 1), ("d3c5f6", 2)):  # d3c5 is a mirror image of f5d6
            store.save_games(formats.read(transcripts))
            assert store.find_position(orchard.game("reversi").replay("f5d6")).total == total
