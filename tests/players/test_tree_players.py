"""What the descriptions of the single players promise, beyond the contract of all."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import orchard
from orchard.core.clock import Deadline
from orchard.core.errors import OptionError
from orchard.games.reversi.players import _experience

REVERSI = orchard.game("reversi")
GOMOKU = orchard.game("gomoku")


@pytest.mark.parametrize(("difficulty", "playouts"), [("easy", 100), ("normal", 500), ("hard", 2000)])
def test_apples_difficulty_is_its_number_of_playouts(difficulty: str, playouts: int) -> None:
    assert orchard.player(f"apple:difficulty={difficulty}").choose(REVERSI.start()).nodes == playouts
    assert orchard.player(f"apple:difficulty={difficulty},playouts=37").choose(REVERSI.start()).nodes == 37


def test_apple_is_normal_unless_told() -> None:
    assert orchard.player("apple").choose(REVERSI.start()).nodes == 500


def test_apple_reports_the_time_of_each_move_and_the_total() -> None:
    player = orchard.player("apple:difficulty=easy")
    position = REVERSI.start()
    total = 0.0
    for number in range(1, 4):
        choice = player.choose(position)
        total += choice.seconds
        assert f"this move {choice.seconds:.2f}"[:-1] in choice.note
        assert f"over {number} move" in choice.note
        assert abs(float(choice.note.split("total ")[1].split(" s")[0]) - total) < 0.01
        position = position.play(choice.move)
    player.new_game()
    assert "over 1 move" in player.choose(REVERSI.start()).note


def test_epsilon_thinks_three_seconds_unless_told() -> None:
    player = orchard.player("epsilon")
    assert player.options["seconds"] == 3.0
    clock = Deadline(orchard.Limits(), player.options["seconds"])
    assert 2.9 < clock.remaining() <= 3.0
    began = time.perf_counter()
    orchard.player("epsilon:seconds=0.2").choose(REVERSI.start())
    assert 0.15 < time.perf_counter() - began < 1


def test_a_single_legal_move_is_played_at_once() -> None:
    only = REVERSI.parse("-OX-----" + "-" * 56 + " X")
    assert only.legal() == ["a1"]
    for spec in ("epsilon", "apple", "uct"):
        began = time.perf_counter()
        assert orchard.player(spec).choose(only).move == "a1"
        assert time.perf_counter() - began < 0.5


def test_epsilon_plays_the_best_mean() -> None:
    choice = orchard.player("epsilon").choose(REVERSI.replay("f5d6c3"), orchard.Limits(playouts=3000))
    assert choice.value == max(stat.value for stat in choice.moves if stat.value is not None)


def test_epsilon_writes_down_every_visited_inner_node(tmp_path: Path) -> None:
    file = tmp_path / "experience.bin"
    player = orchard.player(f"epsilon:experience={file}")
    position = REVERSI.replay("f5d6c3")
    player.choose(position, orchard.Limits(playouts=2000))
    records = _experience.read(file)
    root = records[0]
    assert (int(root["black"]), int(root["white"]), int(root["side"])) == (position.black, position.white, 1)
    assert int(root["visits"]) == 2000
    assert (records["visits"] >= 2).all()  # a node has children from its second visit on
    by_hand = orchard.player("epsilon").search_tree(position, orchard.Limits(playouts=2000), depth=60)
    inner = {(node.visits, round(-(node.value or 0.0), 4)) for node in by_hand.walk() if node.children}
    assert {(int(r["visits"]), round(float(r["mean"]), 4)) for r in records} >= inner
    assert len(records) >= sum(1 for node in by_hand.walk() if node.children)
    first_child = max(by_hand.children, key=lambda node: node.visits)
    assert first_child.move is not None
    after = position.play(first_child.move)
    twin = [r for r in records if (int(r["black"]), int(r["white"])) == (after.black, after.white)]
    assert int(twin[0]["visits"]) == first_child.visits
    assert float(twin[0]["mean"]) == pytest.approx(-(first_child.value or 0.0), rel=1e-5)  # the mover's view there


def test_a_full_disk_leaves_an_experience_file_of_whole_records(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, records = tmp_path / "kept.bin", np.zeros(3, np.dtype(_experience.FIELDS))
    _experience.append(file, records)
    write = os.write

    def full(number: int, data: memoryview) -> int:
        write(number, data[:40])
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        with pytest.raises(OptionError, match=r"cannot write experience .*No space left"):
            _experience.append(file, records)
    assert len(_experience.read(file)) == 3
    with file.open("ab") as half:
        half.write(b"killed")
    _experience.append(file, records)
    assert len(_experience.read(file)) == 6


def test_two_processes_may_append_to_one_experience_file(tmp_path: Path) -> None:
    file = tmp_path / "shared.bin"
    code = (
        "import numpy as np; from orchard.games.reversi.players import _experience as e\n"
        "for i in range(40): e.append({0!r}, np.full(3000, {1}, 'u1').repeat(32).view(np.dtype(e.FIELDS)))"
    )
    running = [subprocess.Popen([sys.executable, "-c", code.format(str(file), mark)]) for mark in (1, 2)]
    assert [process.wait() for process in running] == [0, 0]
    records = _experience.read(file)
    assert len(records) == 2 * 40 * 3000
    blocks = records["side"].reshape(-1, 3000)
    assert (blocks == blocks[:, :1]).all(), "two writes are mixed"
    assert sorted(set(records["side"].tolist())) == [1, 2]


def test_experience_that_cannot_be_written_is_said_plainly(tmp_path: Path) -> None:
    player = orchard.player(f"epsilon:experience={tmp_path}/no/such/folder.bin")
    with pytest.raises(OptionError, match="cannot write experience"):
        player.choose(REVERSI.start(), orchard.Limits(playouts=10))
    (tmp_path / "short.bin").write_bytes(b"abc")
    with pytest.raises(OptionError, match="no experience file"):
        _experience.read(tmp_path / "short.bin")


def test_lines_opens_in_the_centre_and_runs_5000_iterations() -> None:
    assert orchard.player("lines").choose(GOMOKU.start()).move == "h8"
    assert orchard.player("lines").choose(GOMOKU.replay("h8")).nodes == 5000


def test_uct_keeps_its_tree_between_moves_only_when_asked() -> None:
    """By its own number of playouts; where the limits bound the work, the same question gets the same answer."""
    free, bound = orchard.Limits(), orchard.Limits(playouts=3000)
    for reuse, limits, more in (("yes", free, True), ("no", free, False), ("yes", bound, False)):
        player = orchard.player(f"uct:reuse={reuse},playouts=3000")
        choice = player.choose(REVERSI.start(), limits)
        position = REVERSI.start().play(choice.move)
        position = position.play(choice.line[1])
        again = player.choose(position, limits)
        assert again.nodes == 3000
        assert (sum(stat.visits for stat in again.moves) > 3000) == more


def test_uct_forgets_its_tree_for_a_new_game_or_another_line() -> None:
    limits = orchard.Limits(playouts=2000)
    player, fresh = orchard.player("uct"), orchard.player("uct")
    player.choose(REVERSI.replay("d3"), limits)
    elsewhere = REVERSI.replay("f5f4e3")
    assert player.choose(elsewhere, limits).moves == fresh.choose(elsewhere, limits).moves
    player.new_game()
    assert player.choose(REVERSI.start(), limits).moves == orchard.player("uct").choose(REVERSI.start(), limits).moves


def test_uct_says_when_its_memory_is_at_its_end() -> None:
    choice = orchard.player("uct:memory_mb=1").choose(REVERSI.start(), orchard.Limits(playouts=60_000))
    assert "memory bound" in choice.note
    small = orchard.player("uct:memory_mb=1").choose(REVERSI.start(), orchard.Limits(playouts=600))
    assert "memory bound" not in small.note


def test_uct_searches_with_several_threads() -> None:
    choice = orchard.player("uct:threads=3").choose(REVERSI.start(), orchard.Limits(playouts=5000))
    assert choice.nodes == 5000
    assert sum(stat.visits for stat in choice.moves) == 5000


def test_uct_refuses_the_candidates_of_another_game() -> None:
    with pytest.raises(OptionError, match="candidates=lines is not offered by reversi; there is: all"):
        orchard.player("uct:candidates=lines").choose(REVERSI.start())


def test_greedy_turns_most_discs_or_fewest_where_few_win() -> None:
    board = "--------/-OOOX---/--------/--------/-OX-----/--------/--------/-------- X"  # a2 turns 3, a5 turns 1
    for game_name, best in (("reversi", "a2"), ("reversed_reversi", "a5")):
        position = orchard.game(game_name).parse(board)
        assert position.legal() == ["a2", "a5"]
        assert orchard.player("greedy").choose(position).move == best


def test_greedy_makes_the_longest_line_of_its_own() -> None:
    assert orchard.player("greedy").choose(GOMOKU.replay("h8 a1 h9 a2 h10 a3")).move in ("h7", "h11")


def test_the_clock_counts_down_and_sees_a_stop() -> None:
    limits = orchard.Limits(seconds=0.02)
    clock = Deadline(limits, 5.0)
    assert not clock.expired()
    time.sleep(0.03)
    assert clock.expired()
    assert Deadline(orchard.Limits(), None).remaining() == float("inf")
    assert Deadline(orchard.Limits(playouts=5), 1.0).remaining() == float("inf")
    stopped = orchard.Limits(seconds=60)
    stopped.stop.set()
    assert Deadline(stopped).expired()


# how many visits may end in a node that has children: in the root, and in a node below it
ENDS_HERE = {
    "uct": ({0}, {1}),
    "uct:expand=all": ({0}, {0, 1}),
    "uct:after=3": ({3}, {3}),
    "apple": ({0}, {1}),
    "epsilon": ({1}, {1}),
    "lines": ({0}, {1}),
    "puct": ({1}, {1}),
    "minimax:depth=3": ({1}, {1}),
    "alphabeta:depth=4": ({1}, {1}),
}


@pytest.mark.parametrize("spec", ENDS_HERE)
@pytest.mark.parametrize("game_name", ["reversi", "reversed_reversi", "gomoku:5", "connect_four", "tic_tac_toe"])
def test_the_visits_of_a_shown_tree_add_up(spec: str, game_name: str) -> None:
    game = orchard.game(game_name)
    player = orchard.player(spec)
    if not player.plays(game):
        with pytest.raises(OptionError, match="does not play"):
            player.search_tree(game.start())
        return
    position = game.start()
    for _ in range(4):
        position = position.play(position.legal()[0])
    tree = player.search_tree(position, orchard.Limits(playouts=700, seed=3), depth=60)
    if "depth" not in spec:
        assert tree.visits == 700
    inner = [node for node in tree.walk() if node.children]
    assert len(inner) > 10
    for node in inner:
        own = node.visits - sum(child.visits for child in node.children)
        assert own in ENDS_HERE[spec][node is not tree]


@pytest.mark.parametrize("spec", ["uct:playouts=3000", "puct:playouts=3000"])
def test_a_number_of_playouts_is_not_cut_short_by_the_default_time(spec: str) -> None:
    player = orchard.player(spec)
    player.default_seconds = 0.001  # type: ignore[attr-defined]
    assert player.choose(REVERSI.start()).nodes == 3000


def test_puct_without_time_plays_what_its_policy_likes_best() -> None:
    limits = orchard.Limits(playouts=1000)
    limits.stop.set()
    choice = orchard.player("puct").choose(REVERSI.replay("f5d6c3"), limits)
    assert choice.nodes == 0
    likely = max(choice.moves, key=lambda stat: stat.prior or 0.0)
    assert choice.move == likely.move
    assert sum(stat.prior or 0.0 for stat in choice.moves) == pytest.approx(1, abs=1e-4)
