"""Players that are Python objects or functions play wherever a spec does: leagues in a database, SPRT, check."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest

import orchard
from orchard.core.errors import OptionError, OrchardError
from orchard.play.store import Store
from orchard.players import player_class


def first(position: orchard.Position) -> orchard.Move:
    return position.legal()[0]


def nonsense(position: orchard.Position) -> str:
    return "z9"


def test_a_league_of_objects_is_kept_in_a_database_and_goes_on_after_a_stop(tmp_path: Path) -> None:
    database, asked = str(tmp_path / "games.db"), []

    def tired(position: orchard.Position) -> orchard.Move:
        asked.append(position)
        if len(asked) == 12:
            raise KeyboardInterrupt
        return position.legal()[-1]

    entrants = ["random", orchard.player(first), tired]
    with pytest.raises(KeyboardInterrupt):
        orchard.league(entrants, game="tic_tac_toe", games=4, db=database, name="mine")
    with Store(database) as store:
        before = {record.id for record in store.each_game()}
    assert 0 < len(before) < 12
    result = orchard.league(entrants, game="tic_tac_toe", games=4, db=database, name="mine")
    assert (len(result.games), result.players) == (12, ("random", "first", "tired"))
    assert before <= {record.id for record in result.games}
    assert {record.verdict for record in result.games} == {"normal"}
    with Store(database) as store:
        assert [(row.name, row.finished is not None) for row in store.leagues()] == [("mine", True)]
    with pytest.raises(OptionError, match="other players or settings"):
        orchard.league(entrants[:2], game="tic_tac_toe", games=4, db=database, name="mine")


def test_two_functions_of_one_name_are_told_apart() -> None:
    result = orchard.league(
        [lambda position: position.legal()[0], lambda position: "z9"], game="tic_tac_toe", games=2, openings="random:2"
    )
    assert result.players == ("lambda", "lambda #2")
    assert result.score.wins == 2
    assert orchard.match(first, first, game="tic_tac_toe").players == ("first", "first #2")


def test_a_sequential_test_of_functions_stops_when_it_is_sure(tmp_path: Path) -> None:
    result = orchard.sprt(first, nonsense, game="reversi", elo1=200, games=400)
    assert (result.decision, result.test.decision, result.score.losses) == ("H1", "H1", 0)
    assert result.pairs < 100  # games that were under way are kept, too
    said = f"H1 after {result.pairs} pairs of games"
    assert str(result).endswith(f"\n{said}")
    assert result._repr_html_().endswith(f"<p>{said}</p>")
    kept = orchard.sprt(first, nonsense, game="reversi", elo1=200, games=400, db=str(tmp_path / "games.db"))
    assert (kept.pairs, kept.test) == (result.pairs, result.test)
    undecided = orchard.sprt("random", first, game="tic_tac_toe", games=4)
    assert (undecided.decision, len(undecided.games)) == (None, 4)
    with pytest.raises(OptionError, match="must be below"):
        orchard.sprt(first, nonsense, elo0=5, elo1=5)


def test_a_function_is_checked_as_a_bot_is() -> None:
    good = orchard.check(first, "reversi")
    assert len(good) > 3
    assert all(finding.passed for finding in good)
    assert good[0].bot == "first"
    bad = orchard.check(orchard.player(nonsense), "reversi")
    assert not any(finding.passed for finding in bad)
    assert "no square" in bad[0].words


def test_a_player_of_another_game_is_refused_before_it_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making kite compiles for most of a minute on a new machine."""

    def compiles(*_: object, **__: object) -> None:
        raise AssertionError("it was made")

    monkeypatch.setattr(player_class("kite"), "__init__", compiles)
    position = orchard.game("reversi").start()
    for ask in (
        lambda: orchard.match("kite", "random", game="reversi"),
        lambda: orchard.sprt("random", "kite", game="reversi"),
        lambda: orchard.evaluate([position], "kite"),
        lambda: orchard.self_play("reversi", "kite", 1),
        lambda: orchard.best_moves(position, player="kite"),
        lambda: orchard.check("kite", "reversi"),
        lambda: orchard.trace("kite", position),
        lambda: orchard.player("kite", orchard.game("reversi")),
    ):
        with pytest.raises(OptionError, match="'kite' does not play reversi; it plays gomoku"):
            ask()


def test_a_class_may_answer_with_a_move_and_is_called_by_its_name() -> None:
    class Keen(orchard.Player):
        def think(self, position: orchard.Position, limits: orchard.Limits) -> str:
            return position.legal()[-1].upper()

    assert Keen().choose(orchard.game("reversi").start()).move == "e6"
    result = orchard.match(Keen(), "random", game=orchard.game("tic_tac_toe"))
    assert result.players == ("Keen", "random")
    assert {record.verdict for record in result.games} == {"normal"}
    assert all(finding.passed for finding in orchard.check(Keen(), orchard.game("tic_tac_toe")))


def test_standings_are_short_and_say_who_lost_by_faults() -> None:
    result = orchard.match(nonsense, first, game="tic_tac_toe")
    assert repr(result) == str(result)
    assert str(result).split("\n")[-1] == result.faults[0]
    assert result.faults[0].startswith("nonsense lost 2 by a fault; the first: black answered 'z9'")
    assert "nonsense lost 2 by a fault" in result._repr_html_()
    assert {type(result.ratings[0].elo), type(result.ratings[0].low), type(result.ratings[0].score)} == {float}
    fair = orchard.sprt(first, "random", game="tic_tac_toe", games=2)
    assert (fair.faults, str(fair).split("\n")[-1]) == ([], "not decided after 1 pairs of games")


def test_what_is_asked_wrongly_says_what_is_meant(tmp_path: Path) -> None:
    position = orchard.game("reversi").start()
    for ask, said in (
        (lambda: orchard.evaluate(position, "sage"), r"for one, write \[position\]"),
        (lambda: orchard.evaluate(["f5d6"], "sage"), r"takes positions, not str: game\.replay"),
        (lambda: orchard.to_planes(position), r"for one, write \[position\]"),
        (lambda: orchard.to_boards([None]), "takes positions, not NoneType"),
        (lambda: orchard.league("random"), "a list of players, not the text 'random'"),
        (lambda: orchard.evaluate([position], first), "player 'function' has no evaluation"),
        (lambda: orchard.solve(position.text), r"game\.parse"),
        (lambda: orchard.random_positions("tic_tac_toe", 1, plies=9), "no random game of tic_tac_toe goes on after 9"),
        (lambda: orchard.random_boards("tic_tac_toe", 1, plies=9), "no random game of tic_tac_toe goes on after 9"),
        (lambda: orchard.random_boards("tic_tac_toe", -1), "0 or more"),
        (lambda: orchard.random_positions("tic_tac_toe", -1), "0 or more"),
        (lambda: orchard.best_moves([position]), "one position, not list"),
        (lambda: orchard.trace(first, position), "player 'function' has no steps"),
        (lambda: orchard.player(None), "a spec such as 'level:3', a function or a Player, not None"),
        (lambda: orchard.from_planes([[1]]), r"not \[1, 1\]"),
    ):
        with pytest.raises(OptionError, match=said):
            ask()
    with (
        Store(str(tmp_path / "games.db")) as store,
        pytest.raises(OrchardError, match="'winer': by player, game, winner"),
    ):
        store.find_games(winer="black")


@pytest.mark.parametrize(("game", "boards"), [("reversi", 12), ("tic_tac_toe", 72), ("connect_four", 49)])
def test_random_boards_are_all_that_two_moves_can_lead_to(game: str, boards: int) -> None:
    made = orchard.random_boards(game=game, count=2000, seed=3, plies=2)
    expected = {p.play(move) for p in orchard.random_positions(game=game, count=300, plies=1) for move in p.legal()}
    assert len(expected) == boards
    found = {one.tobytes() for one in made}
    assert found == {one.tobytes() for one in orchard.to_boards(expected)}
    assert (made == orchard.random_boards(game, 2000, seed=3, plies=2)).all()


def test_random_boards_are_of_all_lengths_and_not_over() -> None:
    made = orchard.from_boards(orchard.random_boards("reversi", 500, seed=1), "reversi")
    assert {position.ply for position in made} >= set(range(50))
    assert not any(position.is_over for position in made)


def test_editors_know_the_names_and_the_settings_of_a_match() -> None:
    assert {*orchard.__all__, "rl"} <= set(dir(orchard))
    settings = [*inspect.signature(orchard.league).parameters.values()][1:]
    assert [*inspect.signature(orchard.match).parameters.values()][2:] == settings
    assert "game" in {setting.name for setting in settings}
