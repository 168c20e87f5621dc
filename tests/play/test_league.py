"""Leagues: every game has its number, its place and its pair, and the tables add up."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from orchard.core.errors import OptionError
from orchard.play.league import League, Plan
from orchard.play.league_file import read_league_file
from orchard.play.record import Fault, GameRecord, MoveRecord
from orchard.play.report import game_data, rating_plot, report
from orchard.play.setup import Rules
from orchard.play.store import Store
from orchard.play.tally import Tally

RULES = Rules(nodes=50)


def make(players: tuple[str, ...] = ("random", "greedy", "random:"), games: int = 4, **settings: object) -> Plan:
    return Plan.make("reversi", players, games, rules=RULES, **settings)  # type: ignore[arg-type]


def record(plan: Plan, number: int, winner: str | None, seconds: float = 0.0) -> GameRecord:
    setup = plan.setup(number)
    return GameRecord(
        setup.id,
        setup.game,
        setup.black,
        setup.white,
        opening=setup.opening,
        moves=(MoveRecord("f5", seconds), MoveRecord("d6", 2 * seconds)),
        winner=winner,  # type: ignore[arg-type]
    )


# ------------------------------------------------------------------------------------------ plans


def test_a_round_robin_brings_everybody_together_equally_often() -> None:
    plan = make(games=6)
    met = Counter(frozenset(plan.seats(number)) for number in range(plan.total))
    assert plan.total == 18
    assert met == {frozenset((0, 1)): 6, frozenset((0, 2)): 6, frozenset((1, 2)): 6}


def test_a_gauntlet_is_the_first_against_each_of_the_others() -> None:
    plan = make(kind="gauntlet")
    assert plan.total == 8
    assert all(0 in plan.seats(number) for number in range(8))


def test_each_opening_is_played_twice_with_colours_swapped() -> None:
    plan = make(games=6)
    for number in range(0, plan.total, 2):
        one, two = plan.setup(number), plan.setup(number + 1)
        assert (one.black, one.white, one.opening) == (two.white, two.black, two.opening)
    openings = Counter(plan.setup(n).opening for n in range(plan.total) if set(plan.seats(n)) == {0, 1})
    assert len(openings) == 3
    assert set(openings.values()) == {2}


def test_no_two_games_share_a_seed_or_an_id() -> None:
    plan = make(games=6)
    assert len({plan.setup(n).seed for n in range(18)}) == len({plan.setup(n).id for n in range(18)}) == 18


def test_a_plan_survives_storage_exactly() -> None:
    plan = make(kind="gauntlet", seed=7)
    again = Plan.from_json(json.loads(json.dumps(plan.as_json())))
    assert again == plan
    assert [again.setup(n) for n in range(8)] == [plan.setup(n) for n in range(8)]


@pytest.mark.parametrize("games", [0, 1, 7, -2])
def test_an_odd_number_of_games_is_refused_with_the_reason(games: int) -> None:
    with pytest.raises(OptionError, match=r"even number .*colours swapped"):
        make(games=games)


def test_what_would_fail_in_the_middle_of_the_night_fails_at_once() -> None:
    with pytest.raises(OptionError, match="at least two players"):
        make(players=("random",))
    with pytest.raises(OptionError, match="no player 'nobody'"):
        make(players=("random", "nobody"))
    with pytest.raises(OptionError, match="does not play"):
        Plan.make("gomoku", ("random", "strategist"), 2)
    with pytest.raises(OptionError, match="kind 'cup' is unknown"):
        make(kind="cup")
    with pytest.raises(OptionError, match="seed"):
        make(seed=-1)


def test_a_player_may_play_against_itself() -> None:
    assert make(players=("random", "random", "greedy")).labels == ("random", "random #2", "greedy")


# ------------------------------------------------------------------------------------------ tallies


def test_points_and_pairs_add_up_by_hand() -> None:
    # pair 0: first wins both (2); pair 1: first loses as black, draws as white (½); pair 2: one game only
    plan = make(players=("random", "greedy"), games=6)
    tally = Tally(plan)
    winners = {0: "black", 1: "white", 2: "white", 3: None, 4: "black"}
    tally.add([record(plan, number, winner) for number, winner in winners.items()])
    score = tally.score()
    assert (score.wins, score.draws, score.losses, score.points) == (3, 1, 1, 3.5)
    assert tally.pentanomial() == (0, 1, 0, 0, 1)
    assert tally.pair_points() == [2.0, 0.5]
    assert tally.between(1, 0) == score.mirrored()


def test_a_game_counts_once_however_often_it_is_added() -> None:
    plan = make(players=("random", "greedy"), games=2)
    tally = Tally(plan)
    for _ in range(3):
        tally.add([record(plan, 0, "black")])
    assert (tally.played, tally.score().wins) == (1, 1)


def test_pairs_are_counted_in_the_plans_order_whichever_ends_first() -> None:
    plan = make(players=("random", "greedy"), games=6)
    tally = Tally(plan)
    tally.add([record(plan, number, "black") for number in (4, 5)])
    assert tally.pair_points() == []
    tally.add([record(plan, number, "black") for number in (0, 1)])
    assert tally.pair_points() == [1.0]
    tally.add([record(plan, number, "white") for number in (3, 2)])
    assert tally.pair_points() == [1.0, 1.0, 1.0]


def test_time_and_faults_go_to_who_caused_them() -> None:
    plan = make(players=("random", "greedy"), games=2)
    tally = Tally(plan)
    fault = Fault("white", "crash", "white raised", "")
    first = record(plan, 0, "black", seconds=1.0)
    # the opening has 8 plies, so black, here the first player, is to move
    tally.add([first])
    assert (tally.seconds_per_move(0), tally.seconds_per_move(1)) == (1.0, 2.0)
    from dataclasses import replace

    tally.add([replace(record(plan, 1, "black"), verdict="crash", fault=fault)])
    assert (tally.faults(0), tally.faults(1)) == ({"crash": 1}, {})


# ------------------------------------------------------------------------------------------ in the store


def test_a_league_is_played_saved_rated_and_finished(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        league = League.create(store, make(games=10), name="tiny")
        shown = [game.id for batch in league.play() for game in batch]
        assert len(shown) == 30
        assert store.league_numbers(league.id) == set(range(30))
        assert store.league("tiny").finished is not None
        ratings = {row.player: row for row in store.ratings(league.id)}
        assert set(ratings) == {"random", "greedy", "random:"}
        assert sum(row.games for row in ratings.values()) == 60
        again = League.open(store, "tiny")
        assert again.left() == []
        assert again.tally.as_json() == league.tally.as_json()


def test_a_game_is_in_the_store_before_it_is_shown(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store, Store(str(tmp_path / "games.db")) as onlooker:
        league = League.create(store, make())
        shown: set[int] = set()
        for batch in league.play():
            shown |= {league.plan.number(game) for game in batch}
            assert shown <= onlooker.league_numbers(league.id)


def test_ctrl_c_between_saving_and_counting_loses_no_game_from_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add = Tally.add

    def interrupted(tally: Tally, records: Iterable[GameRecord]) -> None:
        monkeypatch.setattr(Tally, "add", add)
        raise KeyboardInterrupt

    with Store(str(tmp_path / "games.db")) as store:
        league = League.create(store, make())
        monkeypatch.setattr(Tally, "add", interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(league.play())
        assert league.tally.seen == store.league_numbers(league.id) != set()


def test_the_newest_unfinished_league_is_the_one_to_resume(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        with pytest.raises(OptionError, match="no league to resume"):
            League.open_newest(store)
        older = League.create(store, make())
        newer = League.create(store, make())
        assert League.open_newest(store).id == newer.id
        list(newer.play())
        assert League.open_newest(store).id == older.id


def test_two_processes_that_resume_the_same_league_agree_on_one_table(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store, Store(str(tmp_path / "games.db")) as another:
        one = League.create(store, make(games=10))
        two = League.open(another, one.id)
        playing = one.play()
        next(playing)
        list(two.play())  # both play every game that was missing when they began
        list(playing)
        assert one.tally.as_json() == two.tally.as_json() == League.open(store, one.id).tally.as_json()
        assert len(one.games()) == 30


# ------------------------------------------------------------------------------------------ report


def replay_in_page(data: list[object], ply: int) -> str:
    """What the page's script does: paint the squares of each step."""
    start, steps = str(data[6]), str(data[8]).split()
    cells = list(start.split()[0])
    for step in steps[:ply]:
        for at in range(1, len(step), 2):
            cells[int(step[at : at + 2], 36)] = step[0]
    return "".join(cells)


@pytest.mark.parametrize(("game", "players"), [("reversi", ("random", "greedy")), ("gomoku", ("random", "greedy"))])
def test_every_game_of_the_report_can_be_stepped_through(tmp_path: Path, game: str, players: tuple[str, ...]) -> None:
    plan = Plan.make(game, players, 4, rules=RULES)
    with Store(str(tmp_path / "games.db")) as store:
        league = League.create(store, plan)
        list(league.play())
        games = league.games()
    assert len(games) == 4
    for played in games:
        data = game_data(plan, played)
        position = played.first_position()
        assert replay_in_page(data, int(str(data[7]))) == position.text.split()[0]
        last = played.last_position()
        steps = str(data[8]).split()
        assert len(steps) == len(last.moves_made)
        assert replay_in_page(data, len(steps)) == last.text.split()[0]


def test_the_report_needs_nothing_from_outside_and_cannot_be_broken_by_a_name(tmp_path: Path) -> None:
    with Store(str(tmp_path / "games.db")) as store:
        league = League.create(store, make(), name="</script><b>mine & yours</b>")
        list(league.play())
        games = league.games()
        fault = Fault("black", "crash", "TypeError: <!--<script> in the move", games[0].start)
        page = report(league.name, league.tally, [replace(games[0], fault=fault), *games[1:]])
    assert "</script><b>" not in page
    assert "&lt;b&gt;mine &amp; yours" in page
    assert "<!--" not in page
    assert "src=" not in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", "")
    data = page.split('id="data">')[1].split("</script>")[0]
    assert "<" not in data  # '<!--<script>' would take the rest of the page for its own
    read = json.loads(data)
    assert len(read["games"]) == 12
    assert read["games"][0][5] == fault.reason


def test_the_plot_is_well_formed_and_names_every_player() -> None:
    from xml.etree import ElementTree

    plan = make(players=("random", "greedy"), games=2)
    tally = Tally(plan)
    assert rating_plot(tally.ratings()) == ""
    tally.add([record(plan, 0, "black"), record(plan, 1, "white")])
    drawn = ElementTree.fromstring(rating_plot(tally.ratings()))
    assert {"random", "greedy"} <= {element.text for element in drawn.iter()}


# ------------------------------------------------------------------------------------------ files


def test_a_league_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "league.toml"
    path.write_text('game = "reversi"\nplayers = ["random", "greedy"]\ngames = 10\nseconds = 1\nkind = "gauntlet"\n')
    assert read_league_file(str(path)) == {
        "game": "reversi",
        "players": ["random", "greedy"],
        "games": 10,
        "seconds": 1,
        "kind": "gauntlet",
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("players = [", "not TOML"),
        ('players = ["random", "greedy"]\ngame_count = 3', "no setting 'game_count'; there are"),
        ('players = ["random"]', "at least two specs"),
        ('players = ["random", 3]', "at least two specs"),
        ('players = ["random", "greedy"]\ngames = "many"', "must be a whole number"),
        ('players = ["random", "greedy"]\ngames = true', "must be a whole number"),
        ('players = ["random", "greedy"]\nswap2 = 1', "swap2 = 1 must be true or false"),
        ('players = ["random", "greedy"]\nkind = "cup"', "must be round_robin or gauntlet"),
    ],
)
def test_a_broken_league_file_is_refused_with_the_reason(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "league.toml"
    path.write_text(text)
    with pytest.raises(OptionError, match=message):
        read_league_file(str(path))
