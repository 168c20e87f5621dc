"""Puzzles: what is shipped is right, different and rated; more can be made.

PUZZLES=N checks so many of each game again instead of a few; `python -m benchmarks.check_puzzles` checks them all.
"""

from __future__ import annotations

import asyncio
import json
import lzma
import os
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import orchard
from benchmarks.check_puzzles import wrong_ones
from orchard.core.puzzle import Puzzle
from orchard.games.gomoku.puzzles import puzzle as gomoku_puzzle
from orchard.players.level import ladder
from orchard.shells.cli import orchard_command
from orchard.shells.studio import warmup
from orchard.study import puzzle_files
from orchard.study.puzzle_files import about_shipped, own, pack, puzzles, shipped, shipped_path, unpack
from orchard.study.puzzles import SEEDS, Attempts, Maker, line_after, offered, rating

LEAST = {"reversi": 2000, "reversed_reversi": 1000, "gomoku": 2000}
COST = {"fours_threes": 0.8, "defence": 0.12, "last_ten": 0.001, "keep_corner": 0.13}  # s of a check
LATE = {"hold": 1.0, "only_win": 0.6, "best_by_six": 0.6}
COST |= LATE
COST |= {"fours": 0.001, "long_fours": 0.001, "win_corner": 0.06, "force_pass": 0.02, "give_corner": 0.02}
HOLDING = {
    "--OO----X-OOOO-OOXOOOOO-OXXXOOXXOXXOOOXXOXXXXXO---X-XX-O-----X-- O": None,  # a1 does not lose, but nor does h6
    "-OOOOO----OOXO--XXXXXX-O-XXXXXOO-XXOXOXO-XOXOXOO--OOXX----O-XX-- X": ["d8"],
}
each_game = pytest.mark.parametrize("name", LEAST)


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def run(*words: str) -> str:
    done = CliRunner().invoke(orchard_command, list(words))
    assert done.exit_code == 0, done.output
    return done.stdout


def sample(name: str) -> list[Puzzle]:
    """Some of each kind, most of those that are quickly checked."""
    found = list(shipped(orchard.game(name)))
    random.Random(name).shuffle(found)
    if "PUZZLES" in os.environ:
        return found[: int(os.environ["PUZZLES"])]
    found.sort(key=lambda each: each.position.empties if each.kind in LATE else 0)  # those that are quickly solved
    few = {kind: 1 if cost > 0.5 else 3 if cost > 0.01 else 70 for kind, cost in COST.items()}
    left = Counter(few)
    chosen = []
    for puzzle in found:
        if left[puzzle.kind] > 0:
            left[puzzle.kind] -= 1
            chosen.append(puzzle)
    return chosen


@each_game
def test_shipped_puzzles_are_solved_again_by_other_programs(name: str) -> None:
    asked = sample(name)
    assert len(asked) >= 67
    assert not [each.as_json() for each in wrong_ones(name, asked)]


def test_a_studio_has_read_the_puzzles_when_its_start_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    game, loop = orchard.game("reversi"), asyncio.new_event_loop()
    for what in ("steps", "rules_steps"):
        monkeypatch.setattr(warmup, what, lambda *given: [])  # players and rules, which are not the point here
    monkeypatch.setattr(warmup, "all_games", lambda: [game])
    monkeypatch.setattr("gc.freeze", lambda: frozen.append(len(puzzle_files.by_id(game))))  # not in the tests' process
    frozen: list[int] = []
    warmup.Warmup()._load_here(loop)
    loop.close()
    assert frozen == [len(shipped(game))], "what has been read is not searched for garbage again and again"
    for cost in ("read", "shipped"):
        monkeypatch.setattr(puzzle_files, cost, lambda *given: pytest.fail("a puzzle waits for a file"))
    assert len(puzzles(game)) >= LEAST["reversi"]


@each_game
def test_the_check_finds_spoilt_puzzles(name: str) -> None:
    by_kind = {each.kind: each for each in sample(name)}
    cheap = [each for each in sample(name) if each.kind in ("last_ten", "fours")][:3]
    longer = ("long_fours", "win_corner", "force_pass", "give_corner", "hold")
    cheap += [by_kind[kind] for kind in longer if kind in by_kind]
    others = [next(move for move in each.position.legal() if move not in each.accepted) for each in cheap]
    spoilt = [replace(each, accepted=(other,)) for each, other in zip(cheap, others, strict=True)]
    assert len(wrong_ones(name, spoilt)) == len(spoilt) >= 3


def test_the_check_finds_a_second_win_that_was_left_out() -> None:
    """Both win by fours and two threes."""
    by_id = {each.id: each for each in shipped(orchard.game("gomoku"))}
    for id in ("267a5c05b07d", "80f68be09998"):
        spoilt = replace(by_id[id], accepted=by_id[id].accepted[:1])
        assert wrong_ones("gomoku", [spoilt]) == [spoilt]
        assert not wrong_ones("gomoku", [by_id[id]])


def test_where_a_quiet_move_wins_too_there_is_no_puzzle() -> None:
    """I6 makes no four and no open three, and wins against every reply: plainly looked at by `_beats_all` of the
    benchmark `check_puzzles`. In the other position K13 does (docs/lab/puzzles.md)."""
    for text in (
        "------------------------------------------------------------------O-XOO----"
        "--------OXXO-----------XOO------------XXO-------------X-X------------XO----"
        "---------X--------------O-------------------------------------------------- X",
        "-------------------O-X-O---------X--OOXO-------XOOXXOX--O---OXXXXOXXXXOOOOX"
        "XOOOOXO-OXOXXX----OOXXO--XXO--OXXXXOOOXOXOO-----O--XOX-O-------XXO-XO--X---"
        "-----XO-XX----------O-X-O-------------------------------------------------- O",
    ):
        position = orchard.game("gomoku").parse(text)
        assert gomoku_puzzle(position) is None


def test_there_are_enough_in_little_space() -> None:
    for name, least in LEAST.items():
        assert len(shipped(orchard.game(name))) >= least
    assert sum(shipped_path(orchard.game(name)).stat().st_size for name in LEAST) <= 250_000


def test_both_reversi_games_have_puzzles_long_before_the_end_and_gomoku_many_long_wins() -> None:
    middle = [each for each in shipped(orchard.game("reversi")) if each.position.empties >= 20]
    assert Counter(each.kind for each in middle).keys() == {"win_corner", "force_pass", "hold"}
    assert len(middle) >= 300
    reversed_middle = [each for each in shipped(orchard.game("reversed_reversi")) if each.position.empties >= 17]
    assert Counter(each.kind for each in reversed_middle).keys() == {"give_corner", "force_pass"}
    assert len(reversed_middle) >= 200
    assert {each.phase for each in middle} >= {"middle"}
    long = Counter(each.number for each in shipped(orchard.game("gomoku")) if each.kind == "long_fours")
    assert sum(long[n] for n in range(3, 10)) >= 600
    assert sum(long[n] for n in range(4, 10)) >= 220, "not only of three moves"


def test_that_only_one_move_holds_is_known_to_the_end_of_the_game() -> None:
    """A deep search called both of them puzzles; what is here was found by `benchmarks/plain_reversi.py`."""
    game = orchard.game("reversi")
    for text, holds in HOLDING.items():
        found = offered(game).puzzle(game.parse(text))
        assert (found and [*found.accepted]) == holds


@pytest.mark.parametrize(
    ("name", "kind"),
    [("reversi", "win_corner"), ("reversi", "force_pass"), ("reversed_reversi", "give_corner")],
)
def test_what_is_forced_is_shown_to_its_end(name: str, kind: str) -> None:
    puzzle = next(each for each in reversed(shipped(orchard.game(name))) if each.kind == kind)
    line = line_after(puzzle.position, puzzle.accepted[0])
    end = puzzle.position.play(puzzle.accepted[0])
    for move in line:
        end = end.play(move)
    corners = {"a1", "a8", "h1", "h8"}
    shown = {
        "win_corner": bool(corners & set(line[1::2])),
        "force_pass": end.legal() == ["pass"] or "pass" in line,
        "give_corner": bool(corners & set(line[::2])),
    }
    assert shown[kind]


@each_game
def test_no_two_are_the_same_under_symmetry(name: str) -> None:
    game, seen = orchard.game(name), set()
    for puzzle in shipped(game):
        text = puzzle.position.text
        mover = text[-1]
        signs = [0 if sign == "-" else 1 if sign == mover else 2 for sign in text[:-2]]
        board = np.array(signs, np.int8).reshape(game.board.height, -1)
        seen.add(min(np.rot90(side, k).tobytes() for side in (board, board.T) for k in range(4)))
    assert len(seen) == len(shipped(game))


@each_game
def test_every_kind_is_there_from_easy_to_hard(name: str) -> None:
    game = orchard.game(name)
    ratings = [each.rating or 0 for each in shipped(game)]
    assert np.percentile(ratings, 95) - np.percentile(ratings, 5) >= 800
    kinds = Counter(each.kind for each in shipped(game))
    assert set(kinds) <= set(offered(game).KINDS)
    assert min(kinds.values()) >= 100
    assert all(each.accepted and set(each.accepted) <= set(each.position.legal()) for each in shipped(game))
    assert np.mean([bool(each.tags) for each in shipped(game)]) > 0.97, "what speaks for the solution, nearly always"


@each_game
def test_stronger_levels_solve_at_least_as_often(name: str) -> None:
    """As far as chance allows: three standard errors."""
    about = about_shipped(orchard.game(name))
    solved, tried = np.array(about["solved"]), np.array(about["tried"])
    share = solved / tried
    error = np.sqrt(share * (1 - share) / tried)
    assert all(share[n + 1] >= share[n] - 3 * np.hypot(error[n], error[n + 1]) for n in range(len(SEEDS) - 1))
    assert share[-1] - share[0] > 0.3


def test_the_levels_are_still_those_that_rated_them() -> None:
    game = orchard.game("reversi")
    easy_and_hard = [each for each in shipped(game) if (each.rating or 0) < 200 or (each.rating or 0) > 900]
    asked = random.Random(3).sample(easy_and_hard, 40)
    shares = []
    for level in (1, 5):
        player = orchard.player(f"level:{level}")
        answers = [player.choose(each.position, orchard.Limits(seed=9)).move for each in asked]
        player.close()
        shares.append(np.mean([a in each.accepted for a, each in zip(answers, asked, strict=True)]))
    assert shares[1] > shares[0]


def test_the_rating_is_that_of_the_weakest_level_that_solves_it() -> None:
    game = orchard.game("reversi")
    elos = [rung.rating.elo for rung in ladder(game) if rung.rating]
    for first in range(1, len(SEEDS)):
        solved = tuple(0 if n < first else tries for n, tries in enumerate(SEEDS))
        below, at = elos[first - 1], elos[first]
        assert below - 150 <= rating(game, Attempts(solved, SEEDS)) <= at + 150
    nobody, everybody = tuple(0 for _ in SEEDS), SEEDS
    assert rating(game, Attempts(everybody, SEEDS)) < elos[0] < elos[-2] < rating(game, Attempts(nobody, SEEDS))


@each_game
def test_a_packed_position_is_the_same_position(name: str) -> None:
    position, dice = orchard.game(name).start(), random.Random(name)
    for _ in range(20):
        assert unpack(position.game, pack(position)) == position
        position = position.play(dice.choice(position.legal()))


def test_the_same_seed_makes_the_same_puzzles_and_known_ones_are_left_out() -> None:
    game = orchard.game("reversi")

    def first(known: tuple[Puzzle, ...] = ()) -> Puzzle:
        maker = Maker(game, 7, known)
        found = next(maker.unrated(orchard.Stop()))
        maker.close()
        return found

    one = first()
    assert first() == one
    turned = Puzzle(one.position.symmetry(5), one.kind, ())
    assert first((turned,)).id != one.id == turned.id


def test_the_command_makes_lists_and_solves() -> None:
    asked = ("--count", "2", "--kind", "last_ten", "--seed", "3")
    made = json.loads(run("puzzles", "make", "reversi", *asked, "--json"))
    game = orchard.game("reversi")
    assert [each.id for each in own(game)] == [row["id"] for row in made]
    assert not wrong_ones("reversi", own(game))
    assert len(puzzles(game)) == len(shipped(game)) + 2
    assert {row["kind"] for row in made} == {"last_ten"}
    refused = CliRunner().invoke(orchard_command, ["puzzles", "make", "gomoku", "--kind", "last_ten"])
    assert "no kind 'last_ten'" in refused.output
    listed = json.loads(
        run("puzzles", "list", "reversi", "--kind", "only_win", "--from", "500", "--to", "900", "--json")
    )
    assert listed
    assert all(row["kind"] == "only_win" and 500 <= row["rating"] <= 900 for row in listed)
    assert {"position", "accepted", "kind", "rating"} <= set(listed[0])
    solve = ("puzzles", "solve", "reversi", "--seed", "1", "--count", "12")
    rows = json.loads(run(*solve, "--player", "level:5", "--json"))
    assert len(rows) == 12
    assert all(row["solved"] == (row["answer"] in row["accepted"]) for row in rows)
    solved = sum(row["solved"] for row in rows)
    assert f"{solved} of 12 solved" in run(*solve, "--player", "level:5")


def test_a_person_answers_until_it_is_right_or_gives_up() -> None:
    asked = ["puzzles", "solve", "gomoku", "--seed", "4", "--count", "1", "--kind", "fours"]
    row = json.loads(run(*asked, "--player", "random", "--json"))[0]
    wrong = next(m for m in orchard.game("gomoku").parse(row["position"]).legal() if m not in row["accepted"])
    done = CliRunner().invoke(orchard_command, asked, input=f"z9\n{wrong}\n{row['accepted'][0]}\n")
    assert "no square 'z9'" in done.output
    assert "No." in done.output
    assert "1 of 1 solved" in done.output
    (line,) = re.findall(r"Right. Best play: (.*)", done.output)  # the quiet wrong move forces nothing
    end = start = orchard.game("gomoku").parse(row["position"])
    for move in line.split():
        end = end.play(move)
    assert line.startswith(f"{row['accepted'][0]} ")
    assert end.outcome is not None
    assert end.outcome.winner == start.to_move
    given_up = CliRunner().invoke(orchard_command, asked, input="\n")
    assert f"The solution: {' or '.join(row['accepted'])}" in given_up.output


def test_makers_side_by_side_keep_the_puzzles_of_both() -> None:
    game = orchard.game("reversi")
    some = shipped(game)[:12]
    with ThreadPoolExecutor(2) as makers:
        list(makers.map(lambda each: puzzle_files.keep_own(game, [each]), some))
    assert {each.id for each in own(game)} == {each.id for each in some}


def test_what_is_made_is_kept_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that is killed has lost the last seconds only."""
    game, kept = orchard.game("reversi"), []
    monkeypatch.setattr("orchard.shells.commands.puzzles.KEPT_EVERY_S", 0.0)
    attempts = Maker.attempts

    def looked_at(maker: Maker, puzzle: Puzzle) -> Attempts:
        kept.append(len(own(game)))
        return attempts(maker, puzzle)

    monkeypatch.setattr(Maker, "attempts", looked_at)
    run("puzzles", "make", "reversi", "--count", "3", "--kind", "last_ten", "--seed", "3")
    assert kept == [0, 1, 2]
    assert len(own(game)) == 3


@pytest.mark.parametrize(
    "rows", ["no list", [[1, 2]], [["!!", "f5", "last_ten", 1, 500, ""]], [["AAAA", "zz", "x", 1, 1, ""]]]
)
def test_a_damaged_file_of_own_puzzles_is_named(rows: object) -> None:
    game = orchard.game("reversi")
    path = puzzle_files.own_path(game)
    path.parent.mkdir(parents=True)
    content = {"format": puzzle_files.FORMAT, "game": game.name, "puzzles": rows}
    for damaged in (lzma.compress(json.dumps(content).encode()), b"", lzma.compress(b"[]"), lzma.compress(b"{}")[:-3]):
        path.write_bytes(damaged)
        done = CliRunner().invoke(orchard_command, ["puzzles", "list", "reversi"])
        assert isinstance(done.exception, puzzle_files.PuzzleFileError)
        assert str(path) in str(done.exception)


@pytest.mark.parametrize("name", ["tic_tac_toe", "gomoku:9", "gomoku:renju"])
def test_a_game_without_puzzles_says_so(name: str) -> None:
    for what in ("list", "make", "solve"):
        done = CliRunner().invoke(orchard_command, ["puzzles", what, name])
        assert done.exit_code != 0
        assert f"{name} has no puzzles" in str(done.exception or done.output)


def test_a_choice_that_leaves_nothing_is_said() -> None:
    for what in ("list", "solve"):
        done = CliRunner().invoke(orchard_command, ["puzzles", what, "reversi", "--from", "900", "--to", "100"])
        assert done.exit_code == 2
        assert "no such puzzles of Reversi" in done.output
    assert json.loads(run("puzzles", "list", "reversi", "--from", "5000", "--json")) == []
