"""The swap2 opening: what each side may do, who ends up with which colour, and what the record says of it."""

from __future__ import annotations

import json
import sqlite3
import sys
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import pytest

import orchard
from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError
from orchard.core.swap2 import Swap2Answer
from orchard.play import formats
from orchard.play.league import Plan
from orchard.play.record import GameRecord, Swap2
from orchard.play.referee import GameSetup, Rules, play_game
from orchard.play.store import Store
from orchard.play.swap2 import answer, even_stones, of_game, open_game, problem_with
from orchard.play.tally import Tally
from orchard.shells.cli import main

GOMOKU = orchard.game("gomoku")
SWAP2 = Rules(seconds_per_move=5.0, opening_rule="swap2")
BRAIN = Path(__file__).parent.parent / "bots" / "gomocup_brain.py"


class Scripted(orchard.Player):
    """Answers the opening as told, and then plays the first legal point."""

    name: ClassVar[str] = "scripted"
    summary = "for tests"
    games = ("gomoku",)

    def __init__(self, *answers: Swap2Answer | None) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[int] = []

    def swap2(self, position: orchard.Position, limits: Limits) -> Swap2Answer | None:
        self.asked.append(position.ply)
        return self.answers.pop(0)

    def think(self, position: orchard.Position, limits: Limits) -> Choice:
        return Choice(position.legal()[0])


def stones(text: str) -> tuple[orchard.Move, ...]:
    return tuple(move for _, move in GOMOKU.read_moves(text))


OPENS = Swap2Answer(stones("h8h9i8"))
TWO_MORE = Swap2Answer(stones("j8g8"))


def played(first: Scripted, second: Scripted) -> GameRecord:
    setup = GameSetup("test", "gomoku", "first", "second", rules=SWAP2)
    return play_game(setup, players={"black": first, "white": second})


@pytest.mark.parametrize(
    ("first", "second", "black", "opening", "chosen_by", "chosen"),
    [
        ([OPENS], [Swap2Answer(takes="white")], "first", "h8h9i8", "second", "white"),
        ([OPENS], [Swap2Answer(takes="black")], "second", "h8h9i8", "second", "black"),
        ([OPENS, Swap2Answer(takes="black")], [TWO_MORE], "first", "h8h9i8j8g8", "first", "black"),
        ([OPENS, Swap2Answer(takes="white")], [TWO_MORE], "second", "h8h9i8j8g8", "first", "white"),
    ],
)
def test_the_chooser_plays_the_colour_chosen_and_the_record_says_so(
    first: list[Swap2Answer], second: list[Swap2Answer], black: str, opening: str, chosen_by: str, chosen: str
) -> None:
    record = played(Scripted(*first), Scripted(*second))
    assert record.verdict == "normal", record.fault
    assert record.black == black
    assert {record.black, record.white} == {"first", "second"}
    assert record.opening == opening
    assert record.swap2 is not None
    assert (record.swap2.chosen_by, record.swap2.chosen) == (chosen_by, chosen)
    assert record.swap2.first == ("black" if black == "first" else "white")
    assert record.swap2.placed_by_first == ("h8", "h9", "i8")
    assert record.swap2.placed_by_second == (("j8", "g8") if len(opening) > 6 else ())
    assert record.first_position().to_move == "white"  # white moves next, whoever that is


def test_whoever_takes_white_may_name_its_move_at_once() -> None:
    record = played(Scripted(OPENS), Scripted(Swap2Answer(stones("a1"), "white")))
    assert record.moves[0].move == "a1"
    assert record.white == "second"


@pytest.mark.parametrize(
    ("first", "second", "loser", "reason"),
    [
        (Swap2Answer(stones("h8h9")), None, "first", "three stones"),
        (Swap2Answer(stones("h8h9h8")), None, "first", "h8 is not an empty point"),
        (OPENS, Swap2Answer(stones("h8j9")), "second", "h8 is not an empty point"),
        (OPENS, Swap2Answer(stones("a1"), "black"), "second", "a colour, or two more"),
        (OPENS, Swap2Answer(), "second", "a colour, or two more"),
    ],
)
def test_an_answer_that_the_rule_does_not_know_loses(
    first: Swap2Answer, second: Swap2Answer | None, loser: str, reason: str
) -> None:
    record = played(Scripted(first), Scripted(second))
    assert record.verdict == "illegal"
    assert record.fault is not None
    assert reason in record.fault.reason
    assert record.fault.player == ("black" if loser == "first" else "white")
    assert "--swap2" in record.fault.command


def test_after_five_stones_nothing_but_a_colour_is_left() -> None:
    five = GOMOKU.replay("h8h9i8j8g8")
    assert problem_with(five, Swap2Answer(stones("a1a2")))
    assert not problem_with(five, Swap2Answer(takes="white"))
    assert not problem_with(five, Swap2Answer(stones("a1"), "white"))


def test_a_player_without_an_answer_of_its_own_takes_the_side_it_values_more() -> None:
    kite, limits = orchard.player("kite"), Limits(nodes=2000)
    black_ahead = GOMOKU.replay("h8a1h9")  # two black stones together, white in the corner
    white_ahead = GOMOKU.replay("a1h8o15")
    assert answer(kite, black_ahead, limits).takes == "black"
    said = answer(kite, white_ahead, limits)
    assert said.takes == "white"
    assert len(said.stones) == 1
    assert answer(orchard.player("random"), black_ahead, limits).takes == "white"  # it has no opinion


def test_the_default_opening_is_three_stones_by_the_seed_on_any_width() -> None:
    kite = orchard.player("kite")
    assert answer(kite, GOMOKU.start(), Limits(seed=1)) == answer(kite, GOMOKU.start(), Limits(seed=1))
    assert len({even_stones(GOMOKU, seed) for seed in range(20)}) > 5
    for width in (5, 6, 9, 15, 20):
        game = orchard.game(f"gomoku:{width}")
        assert not problem_with(game.start(), Swap2Answer(even_stones(game, 3)))


def test_the_opening_asks_in_the_order_of_the_rule() -> None:
    asked: list[tuple[str, int]] = []
    answers = iter([OPENS, TWO_MORE, Swap2Answer(takes="white")])

    def ask(color: str, position: orchard.Position) -> Swap2Answer:
        asked.append((color, position.ply))
        return next(answers)

    opened = open_game(GOMOKU, ask)
    assert asked == [("black", 0), ("white", 3), ("black", 5)]
    assert opened.swapped


def test_two_players_of_ours_play_a_whole_game() -> None:
    record = play_game(
        GameSetup("test", "gomoku", "kite:depth=1", "lines:iterations=50", rules=replace(SWAP2, nodes=200))
    )
    assert record.verdict == "normal", record.fault
    assert record.swap2 is not None
    assert record.last_position().is_over


@pytest.mark.parametrize("brain", [f"gomocup:{sys.executable} {BRAIN}", f"gomocup:{sys.executable} {BRAIN} swaps"])
def test_brains_are_asked_by_swap2board_on_both_sides(brain: str) -> None:
    for black, white in ((brain, "random"), ("random", brain)):
        record = play_game(GameSetup("test", "gomoku", black, white, rules=replace(SWAP2, startup_s=60.0)))
        assert record.verdict == "normal", record.fault
        assert record.swap2 is not None
        if white == brain:
            assert record.swap2.chosen_by == ("second" if brain.endswith("swaps") else "first")
        else:
            assert record.swap2.placed_by_first == ("h8", "i8", "j8")  # 7,7 8,7 9,7 from the top left


def test_a_brain_that_does_not_know_the_rule_loses_by_protocol() -> None:
    brain = f"gomocup:{sys.executable} {BRAIN} old"
    record = play_game(GameSetup("test", "gomoku", "random", brain, rules=replace(SWAP2, startup_s=60.0)))
    assert (record.verdict, record.winner) == ("protocol", "black")


def test_other_games_and_other_openings_are_refused() -> None:
    with pytest.raises(OptionError, match="Reversi is not opened by swap2"):
        play_game(GameSetup("test", "reversi", "random", "random", rules=SWAP2))
    with pytest.raises(OptionError, match="empty board"):
        play_game(GameSetup("test", "gomoku", "random", "random", opening="h8", rules=SWAP2))
    with pytest.raises(OptionError, match="leave the openings out"):
        Plan.make("gomoku", ["random", "kite"], 2, rules=SWAP2, openings="random:4")
    with pytest.raises(OptionError, match="opening_rule"):
        Rules(opening_rule="swap3")


# ------------------------------------------------------------------------------------------------ what is kept


def test_the_record_comes_back_from_json_store_and_sgf(tmp_path: Path) -> None:
    record = played(Scripted(OPENS, Swap2Answer(takes="white")), Scripted(TWO_MORE))
    assert GameRecord.from_json(record.as_json()) == record
    with Store(str(tmp_path / "games.db")) as store:
        store.save_game(record)
        assert store.game(record.id).swap2 == record.swap2
    written = formats.write([record], "sgf")
    (read,) = formats.read(written, "sgf")
    assert (read.swap2, read.opening, read.black) == (record.swap2, record.opening, record.black)
    assert [move.move for move in read.moves] == [move.move for move in record.moves]


def test_what_was_chosen_follows_from_the_stones_and_the_colour() -> None:
    assert of_game("white", ["h8", "h9", "i8"]) == Swap2("white", ("h8", "h9", "i8"), (), "second", "black")
    assert of_game("white", ["h8", "h9", "i8", "a1", "b1"]).chosen == "white"
    with pytest.raises(OptionError, match="not 4"):
        of_game("white", ["h8", "h9", "i8", "a1"])


def test_a_league_counts_for_the_player_whatever_colour_it_came_to_play() -> None:
    plan = Plan.make("gomoku", ["random", "kite"], 2, rules=SWAP2)

    def won_by_black(number: int, opener: str) -> GameRecord:
        """A game of the plan in which the player who opened came to play that colour, and black won."""
        specs = plan.setup(number)
        black, white = (specs.black, specs.white) if opener == "black" else (specs.white, specs.black)
        swap2 = of_game("black" if opener == "black" else "white", ["h8", "h9", "i8"])
        return GameRecord(specs.id, "gomoku", black, white, opening="h8h9i8", winner="black", score=1, swap2=swap2)

    both_changed, once = Tally(plan), Tally(plan)
    both_changed.add([won_by_black(0, "white"), won_by_black(1, "white")])
    assert (both_changed.score().wins, both_changed.score().losses) == (1, 1)
    once.add([won_by_black(0, "white"), won_by_black(1, "black")])
    assert (once.score().wins, once.score().losses) == (0, 2)  # kite, the second player, was black both times


def test_the_command_line_takes_swap2(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as left:
            main([*arguments, "--black", "random", "--white", "random", "--swap2"])
        out, err = capsys.readouterr()
        return int(left.value.code or 0), out, err

    code, out, err = run("referee", "gomoku", "--json", "--seed", "3")
    assert code == 0, err
    assert json.loads(out)["swap2"]["chosen_by"] == "second"
    code, _, err = run("referee", "reversi")
    assert code == 2
    assert "Reversi is not opened by swap2" in err


@pytest.mark.parametrize(("asked", "options"), [("true", []), ("false", ["--swap2"])])
def test_a_league_is_opened_by_swap2_from_its_file_or_from_the_command_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, asked: str, options: list[str]
) -> None:
    file, database = tmp_path / "league.toml", str(tmp_path / "games.db")
    file.write_text(f'game = "gomoku"\nplayers = ["random", "random:"]\ngames = 2\nswap2 = {asked}\n')
    arguments = ["--db", database, "--report", str(tmp_path / "report.html"), "--json"]
    with pytest.raises(SystemExit) as left:
        main(["league", str(file), *options, *arguments])
    assert not left.value.code, capsys.readouterr().err
    with Store(database) as store:
        games = store.find_games()
    assert len(games) == 2
    assert all(record.swap2 is not None for record in games)


def test_tables_of_the_release_before_are_given_the_new_column(tmp_path: Path) -> None:
    """The games table as it was before swap2: its games are kept, and new ones with swap2 join them."""
    path = str(tmp_path / "old.db")
    record = played(Scripted(OPENS), Scripted(Swap2Answer(takes="black")))
    with Store(path) as store:
        store.save_game(replace(record, id="before", swap2=None))
    with sqlite3.connect(path) as connection:
        connection.execute("ALTER TABLE games DROP COLUMN swap2")
        connection.execute("UPDATE orchard_schema SET version = 1")
    with Store(path) as store:
        assert store.game("before").swap2 is None
        store.save_game(record)
        assert store.game(record.id).swap2 == record.swap2
