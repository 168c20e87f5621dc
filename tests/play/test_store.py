"""What is saved comes back as it was, once, and can be found: on SQLite and on PostgreSQL."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from orchard import OrchardError
from orchard.play import upgrade
from orchard.play.league import League, Plan
from orchard.play.rating import Rating
from orchard.play.record import Fault, GameRecord, MoveRecord
from orchard.play.search_games import GameFilter, newest_first
from orchard.play.store import LeagueRow, Played, Store, StoreError
from tests.play.databases import BACKENDS, database_url, fresh_database
from tests.play.records import any_record, random_record

__all__ = ["database_url"]


@pytest.fixture
def store(database_url: str):
    with Store(database_url) as opened:
        yield opened


@pytest.fixture(scope="module", params=BACKENDS)
def shared_store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    with Store(fresh_database(request.param, tmp_path_factory.mktemp("shared"))) as opened:
        yield opened


# ------------------------------------------------------------------- saving


@given(record=any_record)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_saved_game_comes_back_exactly_as_it_was(shared_store: Store, record: GameRecord):
    if shared_store.save_game(record):  # hypothesis likes to try an id again
        assert shared_store.game(record.id) == record
    assert not shared_store.save_game(record)


def test_a_fault_with_its_evidence_comes_back(store: Store):
    fault = Fault(
        "white", "crash", "it raised ValueError", "board X", 3.5, 1.25, "stderr\0\ud83d", "line 1\nline 2", "go"
    )
    record = GameRecord(
        "a", "reversi", "random", "file:bot.py", winner="black", score=64, verdict="crash", fault=fault,
        moves=(MoveRecord("f5", 0.5, -1.5, 10**12, 9, ("a1", "\0")),), output={"white": "hello\0"}, seed=2**64 - 1,
    )  # fmt: skip
    store.save_game(record)
    assert store.game("a") == record


def test_a_game_is_saved_once_by_id(store: Store):
    record = random_record("reversi", 1)
    assert store.save_game(record) is True
    assert store.save_game(record) is False
    assert store.save_game(replace(record, moves=())) is False
    assert store.find_games() == [record]


def test_a_number_of_a_league_is_saved_once(store: Store):
    first, second = random_record("reversi", 1), random_record("reversi", 2)
    league, another = store.create_league("one", {}), store.create_league("two", {})
    assert store.save_game(first, league, 7)
    assert not store.save_game(second, league, 7)
    assert store.league_games(league) == [first]
    assert store.save_game(second, another, 7)
    assert store.league_numbers(league) == store.league_numbers(another) == {7}


def test_games_outside_leagues_need_no_number(store: Store):
    records = [random_record("reversi", seed) for seed in range(3)]
    assert [store.save_game(record) for record in records] == [True] * 3
    for wrong in ({"league": store.create_league("x", {})}, {"number": 3}):
        with pytest.raises(StoreError, match="both the league and its number"):
            store.save_game(random_record("reversi", 9), **wrong)


def test_many_games_are_saved_at_once_and_only_the_new_ones(store: Store):
    records = [random_record("gomoku:5", seed) for seed in range(20)]
    league = store.create_league("batch", {})
    assert store.save_games(records[:5], league, range(5)) == 5
    assert store.save_games(records, league, range(20)) == 15
    assert store.save_games(records, league, range(20)) == 0
    assert store.league_games(league) == records
    with pytest.raises(StoreError, match="20 games but 3 numbers"):
        store.save_games(records, league, range(3))


def test_a_batch_with_one_bad_game_saves_nothing(store: Store):
    good, bad = random_record("reversi", 1), random_record("reversi", 2, moves=(MoveRecord("f5", nodes=2**70),))
    with pytest.raises(StoreError):
        store.save_games([good, bad])
    assert store.find_games() == []
    assert store.save_game(good)


@pytest.mark.parametrize("field", ["id", "black", "white", "start", "opening"])
@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_text_that_no_database_can_hold_is_refused_by_field(store: Store, field: str, text: str):
    with pytest.raises(StoreError, match=f"the {field} of this game"):
        store.save_game(replace(random_record("reversi", 1), **{field: text}))
    assert store.find_games() == []


def test_a_game_without_an_id_is_refused(store: Store):
    with pytest.raises(StoreError, match="needs an id"):
        store.save_game(random_record("reversi", 1, id=""))


def test_the_same_spec_under_another_version_is_another_player_but_found_by_the_same_name(store: Store):
    for at, version in enumerate(("0.1", "0.2")):
        store.save_game(random_record("reversi", at, black="apple", versions={"orchard": version}))
    assert len(store.find_games(player="apple")) == 2


def test_what_is_saved_is_there_for_the_next_process(database_url: str):
    record = random_record("reversi", 3)
    with Store(database_url) as one:
        one.save_game(record)
    with Store(database_url) as another:
        assert another.game(record.id) == record


# ------------------------------------------------------------------- finding


# No row of five: along every line the colour changes after at most two stones.
FULL_GOMOKU = "".join("XXOO"[(x + 2 * y) % 4] for y in range(15) for x in range(15)) + " X"


@pytest.fixture(scope="module", params=BACKENDS)
def searchable(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory):
    def game(id: str, black: str, white: str, winner: str | None, day: int, **more: object) -> GameRecord:
        started = f"2026-11-{day:02}T12:00:00+00:00"
        return random_record(
            str(more.pop("game", "reversi")),
            1,
            2,
            id=id,
            black=black,
            white=white,
            winner=winner,
            started=started,
            **more,
        )

    store = Store(fresh_database(request.param, tmp_path_factory.mktemp("searchable")))
    league = store.create_league("autumn", {})
    store.save_game(game("a", "apple:playouts=5", "random", "black", 1))
    store.save_game(game("b", "random", "apple", "black", 2), league, 0)
    drawn = game("c", "Ünal [x]", "APPLE", None, 3, game="gomoku")
    store.save_game(replace(drawn, start=FULL_GOMOKU, opening="", moves=()), league, 1)
    store.save_game(game("d", "pine", "apple-pie", "white", 4, verdict="time"))
    yield store
    store.close()


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        ({}, "dcba"),
        ({"player": "apple"}, "cba"),
        ({"player": "Apple:playouts=5"}, "a"),
        ({"player": "apple*"}, "dcba"),
        ({"player": "*P*i*"}, "d"),
        ({"player": "*[x]"}, "c"),
        ({"player": "ü*"}, "c"),
        ({"player": "nobody"}, ""),
        ({"player": "%"}, ""),
        ({"winner": "black"}, "ba"),
        ({"winner": "white"}, "d"),
        ({"winner": "draw"}, "c"),
        ({"player": "apple", "winner": "win"}, "a"),
        ({"player": "apple", "winner": "loss"}, "b"),
        ({"player": "apple", "winner": "draw"}, "c"),
        ({"game": "gomoku"}, "c"),
        ({"game": "Reversi"}, "dba"),
        ({"verdict": "time"}, "d"),
        ({"league": 1}, "cb"),
        ({"league": "autumn"}, "cb"),
        ({"since": "2026-11-03"}, "dc"),
        ({"until": "2026-11-03"}, "cba"),
        ({"since": "2026-11-02", "until": "2026-11-03"}, "cb"),
        ({"since": "2026-11-02T12:00:01"}, "dc"),
        ({"until": "2026-11-02 12:00"}, "ba"),
        ({"until": "2026"}, "dcba"),
        ({"since": "2027"}, ""),
        ({"since": date(2026, 11, 4)}, "d"),
        ({"until": datetime(2026, 11, 1, 12, tzinfo=UTC)}, "a"),
        ({"limit": 2}, "dc"),
        ({"limit": 2, "offset": 1}, "cb"),
        ({"limit": None}, "dcba"),
        ({"offset": 9}, ""),
    ],
)
def test_games_are_found_newest_first(searchable: Store, asked: dict, ids: str):
    assert "".join(record.id for record in searchable.find_games(**asked)) == ids
    if not {"limit", "offset"} & set(asked):
        assert searchable.count_games(**asked) == len(ids)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"winner": "red"}, "no result 'red': it is one of black, white, draw, unfinished, win, loss"),
        ({"winner": "win"}, "whose win"),
        ({"verdict": "tired"}, "no verdict 'tired'"),
        ({"since": "yesterday"}, "cannot read since 'yesterday'"),
        ({"until": "15.11.2026"}, "cannot read until"),
        ({"game": "chess"}, "no game 'chess'"),
        ({"league": "spring"}, "no league 'spring'; the newest are autumn"),
        ({"limit": -1}, "limit and offset"),
        ({"offset": -1}, "limit and offset"),
    ],
)
def test_a_question_without_sense_is_refused(searchable: Store, asked: dict, message: str):
    with pytest.raises(OrchardError, match=message):
        searchable.find_games(**asked)


def test_a_game_is_found_by_the_beginning_of_its_id(store: Store):
    for id in ("abc1", "abd2", "%"):
        store.save_game(random_record("reversi", 1, 1, id=id))
    assert store.game("abc").id == "abc1"
    assert store.game("%").id == "%"
    with pytest.raises(StoreError, match="several games"):
        store.game("ab")
    for missing in ("x", "", "a%"):
        with pytest.raises(StoreError, match="no game"):
            store.game(missing)


def test_searching_uses_the_indexes(tmp_path: Path):
    with Store(str(tmp_path / "x.db")) as store:
        store.save_games([random_record("gomoku:5", seed, 5) for seed in range(200)])
        for asked in ({}, {"player": "random"}, {"game": "reversi"}, {"league": 1}, {"since": "2026"}):
            with store.database.reading() as connection:
                question = newest_first(connection, GameFilter(**asked)).limit(10)
                sql = str(
                    question.compile(connection, compile_kwargs={"literal_binds": True, "render_postcompile": True})
                )
                plan = [row[3] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {sql}")]
            assert not [line for line in plan if line.startswith("SCAN") and "INDEX" not in line], plan


# ------------------------------------------------------------------- leagues and ratings


def test_a_league_is_kept_with_its_settings(store: Store):
    settings = {"players": ["a", "b"], "games": 10, "nested": {"seconds": 0.5}}
    key = store.create_league("autumn", settings)
    later = store.create_league("winter", {})
    league = store.league(key)
    assert league == store.league("autumn") == LeagueRow(key, "autumn", settings, league.created, None)
    assert abs((datetime.fromisoformat(league.created) - datetime.now(UTC)).total_seconds()) < 60
    assert [one.id for one in store.leagues()] == [later, key]


def test_a_league_finishes_once(store: Store):
    key = store.create_league("autumn", {})
    store.finish_league(key)
    finished = store.league(key).finished
    assert finished is not None
    store.finish_league(key)
    assert store.league(key).finished == finished


def test_a_league_name_is_taken_once(store: Store):
    store.create_league("autumn", {})
    with pytest.raises(StoreError, match="league 'autumn' already"):
        store.create_league("autumn", {})


def test_an_unknown_league_is_refused_everywhere(store: Store):
    record = random_record("reversi", 1)
    for ask in (
        lambda: store.league(5),
        lambda: store.league("five"),
        lambda: store.league_games(5),
        lambda: store.league_numbers(5),
        lambda: store.finish_league(5),
        lambda: store.save_ratings(5, []),
        lambda: store.ratings(5),
        lambda: store.save_game(record, 5, 1),
    ):
        with pytest.raises(StoreError, match=r"no league .*there is none yet"):
            ask()
    assert store.find_games() == []


def test_games_of_a_league_come_by_number(store: Store):
    key = store.create_league("autumn", {})
    records = {number: random_record("reversi", number, 3) for number in (5, 1, 3)}
    for number, record in records.items():
        store.save_game(record, key, number)
    assert store.league_games(key) == [records[1], records[3], records[5]]
    assert store.league_numbers(key) == {1, 3, 5}


def test_ratings_replace_those_before_and_come_best_first(store: Store):
    one, two = store.create_league("one", {}), store.create_league("two", {})
    low, high = Rating("pine", -10.5, -60.0, 40.0, 8, 3.5), Rating("apple:playouts=5", 10.5, -40.0, 60.0, 8, 4.5)
    endless = Rating("oak", float("inf"), 0.0, float("inf"), 1, 1.0)
    store.save_ratings(one, [low])
    store.save_ratings(one, [low, high])
    store.save_ratings(two, [endless])
    assert store.ratings(one) == [high, low]
    assert store.ratings() == [endless, high, low]
    with pytest.raises(StoreError, match="twice"):
        store.save_ratings(one, [low, low])
    assert store.ratings(one) == [high, low]
    store.save_ratings(one, [])
    assert store.ratings(one) == []


def test_a_draw_is_not_a_game_without_an_end(store: Store):
    store.save_game(random_record("reversi", 1, 6, id="left"))
    drawn = GameRecord("drawn", "reversi", "black", "white", start="X" * 32 + "O" * 32 + " X")
    store.save_game(drawn)
    assert [record.id for record in store.find_games(winner="draw")] == ["drawn"]
    assert [record.id for record in store.find_games(winner="unfinished")] == ["left"]
    assert {record.winner for record in store.find_games()} == {None}
    assert store.count_games(winner="draw") == 1


def test_games_without_an_end_are_told_from_draws_in_older_tables(store: Store):
    store.save_game(random_record("reversi", 1, 6, id="left"))
    store.save_game(GameRecord("drawn", "reversi", "black", "white", start="X" * 32 + "O" * 32 + " X"))
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE games SET winner = NULL")  # as version 2 wrote them
        upgrade.STEPS[2](connection)
    assert [record.id for record in store.find_games(winner="draw")] == ["drawn"]
    assert [record.id for record in store.find_games(winner="unfinished")] == ["left"]


def test_a_review_is_kept_once_for_what_was_played(store: Store):
    played = Played("reversi", "", "f5d6c3")
    assert store.review(played, "1 sage") is None
    assert store.save_review(played, "1 sage", {"moves": [{"grade": "best"}]})
    assert not store.save_review(played, "1 sage", {"moves": []})
    assert store.review(played, "1 sage") == {"moves": [{"grade": "best"}]}
    assert store.review(played, "2 sage") is None
    assert store.review(played._replace(moves="f5d6"), "1 sage") is None


def test_databases_of_before_reviews_open_and_keep_them(database_url: str):
    with Store(database_url) as before:
        before.save_game(random_record("reversi", 1, id="old"))
        with before.database.writing() as connection:  # as version 3 left it
            connection.exec_driver_sql("DROP TABLE reviews")
            connection.exec_driver_sql("UPDATE orchard_schema SET version = 3")
    with Store(database_url) as now:
        assert now.game("old") == random_record("reversi", 1, id="old")
        assert now.save_review(Played("reversi", "", "f5"), "1", {"moves": []})
        assert now.review(Played("reversi", "", "f5"), "1") == {"moves": []}


# ------------------------------------------------------------------- what bots say


def test_a_league_with_a_bot_that_claims_a_depth_of_2_to_the_40_is_kept(store: Store) -> None:
    bot = Path(__file__).parent.parent / "bots" / "claims_a_great_depth.py"
    league = League.create(store, Plan.make("tic_tac_toe", [f"file:{bot}", "random"], 2))
    for _ in league.play():
        pass
    games = league.games()
    assert len(games) == 2
    depths = {move.depth for game in games for move in game.moves}
    assert 0 < max(depths) < 2**31  # what it claims is 2**40, and an integer of PostgreSQL ends at 2**31
