"""Threat search against a plain exhaustive one, and its wins replayed against every defence."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

import orchard
from orchard.core.watch import Watch
from orchard.games.gomoku.search import threat_solver
from orchard.games.gomoku.search.threat_solver import ThreatSolver
from tests.games.gomoku import slow_threats as slow
from tests.games.gomoku.generate_threats import position as scattered

KNOWN = json.loads(Path(__file__).with_name("threats.json").read_text(encoding="utf-8"))


def parsed(entry: dict[str, object]) -> orchard.Position:
    return orchard.game(f"gomoku:{entry['width']}").parse(str(entry["board"]))


@pytest.fixture(scope="module")
def solver() -> ThreatSolver:
    return ThreatSolver(14)


def replay_fours(text: str, line: tuple[int, ...], me: str) -> None:
    """Fail unless each move of `line` leaves the enemy only the answer in it, and the last makes five."""
    enemy = "O" if me == "X" else "X"
    board = list(text)
    for at in range(0, len(line), 2):
        assert board[line[at]] == "-"
        board[line[at]] = me
        if at == len(line) - 1:
            break
        assert not slow.five_points(board, enemy), "the enemy makes five first"
        ways = slow.five_points(board, me)
        assert line[at + 1] in ways, "the answer does not stop the four"
        if len(ways) == 1:
            assert ways == {line[at + 1]}
        # any other reply loses to a stone on one of `ways`
        board[line[at + 1]] = enemy
    assert slow.has_five(board, me)


def test_there_are_200_positions_half_of_them_without_a_win_by_fours() -> None:
    assert [entry["win"] for entry in KNOWN["vcf"]] == [True] * 100 + [False] * 100


def test_the_slow_search_still_agrees_with_the_answers_on_file() -> None:
    for entry in KNOWN["vcf"]:
        assert slow.slow_vcf(list(entry["board"][:-2]), "X") == entry["win"]


def test_wins_by_fours_are_found_where_there_are_any_and_every_line_ends_in_five(solver: ThreatSolver) -> None:
    for entry in KNOWN["vcf"]:
        proof = solver.solve(parsed(entry), "vcf")
        assert (proof.result == "win") == entry["win"], entry["board"]
        assert proof.result != "unknown"
        if entry["win"]:
            replay_fours(entry["board"][:-2], proof.line, "X")


def test_without_fours_that_gain_nothing_most_wins_are_found_and_none_is_made_up() -> None:
    quick, found = ThreatSolver(14, only_gains=True), 0
    for entry in KNOWN["vcf"]:
        proof = quick.solve(parsed(entry), "vcf")
        if proof.result == "win":
            assert entry["win"], entry["board"]
            replay_fours(entry["board"][:-2], proof.line, "X")
            found += 1
    assert 70 <= found < 100
    for entry in KNOWN["vct"]:
        assert quick.solve(parsed(entry), "vct", most_attacks=1).result != "win" or entry["win"], entry["board"]


def test_the_other_colour_and_the_mirrored_board_give_the_same_answers(solver: ThreatSolver) -> None:
    swap = str.maketrans("XO", "OX")
    for entry in KNOWN["vcf"][::4]:
        position = parsed({**entry, "board": str(entry["board"]).translate(swap)}).symmetry(5)
        assert (solver.solve(position, "vcf").result == "win") == entry["win"]


def test_wins_by_threes_agree_with_trying_every_move_and_every_reply(solver: ThreatSolver) -> None:
    """On file: no win by fours, and whether one attacking move before the fours wins."""
    for entry in KNOWN["vct"]:
        proof = solver.solve(parsed(entry), "vct", most_attacks=1)
        assert (proof.result == "win") == entry["win"], entry["board"]


def test_the_slow_search_still_agrees_about_threes() -> None:
    for entry in KNOWN["vct"][::4]:
        assert slow.slow_vct(list(entry["board"][:-2]), "X", 1) == entry["win"]


def assert_wins(board: slow.Board, me: str, width: int, solver: ThreatSolver, attacks: int) -> None:
    """Follow the solver's first move against every reply, down to wins by fours that the slow search confirms."""
    if slow.slow_vcf(board, me):
        return
    assert attacks > 0, "".join(board)
    proof = solver.solve(orchard.game(f"gomoku:{width}").parse("".join(board) + f" {me}"), "vct")
    assert proof.result == "win", "".join(board)
    enemy = "O" if me == "X" else "X"
    board[proof.line[0]] = me
    assert not slow.five_points(board, enemy)
    for reply in slow.five_points(board, me) or [square for square, cell in enumerate(board) if cell == "-"]:
        board[reply] = enemy
        assert_wins(board, me, width, solver, attacks - 1)
        board[reply] = "-"
    board[proof.line[0]] = "-"


@pytest.mark.parametrize("only_gains", [False, True])
@pytest.mark.parametrize("entry", [entry for entry in KNOWN["vct"] if entry["win"]][:8])
def test_a_win_by_threes_holds_against_every_reply(entry: dict[str, object], only_gains: bool) -> None:
    solver = ThreatSolver(14, only_gains=only_gains)
    assert_wins(list(str(entry["board"])[:-2]), "X", int(str(entry["width"])), solver, 6)


@pytest.mark.parametrize("only_gains", [False, True])
def test_deeper_wins_by_threes_hold_against_every_reply(only_gains: bool) -> None:
    solver = ThreatSolver(14, only_gains=only_gains)
    dice, deepest = random.Random(11), 0
    for _ in range(10):
        board = scattered(dice, 9, 12)
        proof = solver.solve(orchard.game("gomoku:9").parse("".join(board) + " X"), node_limit=20_000)
        if proof.result == "win" and proof.attacks > 1:
            deepest = max(deepest, proof.attacks)
            assert_wins(board, "X", 9, solver, proof.attacks + 4)
    assert deepest >= 2


def test_the_line_of_a_win_by_threes_runs_to_five(solver: ThreatSolver) -> None:
    for entry in KNOWN["vct"]:
        if entry["win"]:
            position = parsed(entry)
            for square in solver.solve(position, "vct").line:
                position = position.play(position.game.board.moves[square])
            assert position.is_over
            assert position.outcome is not None
            assert position.outcome.winner == "black"


def test_a_win_by_threes_is_there_by_the_ply_announced_whatever_the_reply(solver: ThreatSolver) -> None:
    def loses_by(board: slow.Board, reply: int, plies: int) -> bool:
        board[reply] = "O"
        lost = slow.slow_vcf_within(board, "X", plies - 2)
        board[reply] = "-"
        return lost

    needed = 0  # how often it takes that long
    for entry in KNOWN["vct"]:
        proof = solver.solve(parsed(entry), "vct", most_attacks=1)
        if proof.result == "win":
            board = list(str(entry["board"])[:-2])
            board[proof.line[0]] = "X"
            replies = slow.five_points(board, "X") or [square for square, cell in enumerate(board) if cell == "-"]
            assert all(loses_by(board, reply, proof.plies) for reply in replies), entry["board"]
            needed += not all(loses_by(board, reply, proof.plies - 2) for reply in replies)
    assert needed > 10


def test_where_the_line_breaks_off_the_plies_are_counted_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the nodes to write a win out, the line ends at a position proved before; the win comes later."""
    dice, broken_off = random.Random(11), 0
    monkeypatch.setattr(threat_solver, "LINE_NODES", 0)
    for _ in range(60):
        position = orchard.game("gomoku:9").parse("".join(scattered(dice, 9, 12)) + " X")
        whole = ThreatSolver(14).solve(position, node_limit=20_000)
        if whole.result == "win" and whole.attacks > 1:
            knows_the_end, moves = ThreatSolver(14), position.game.board.moves
            after = position.play(moves[whole.line[0]])
            rest = {reply.square: knows_the_end.solve(after.play(reply)).plies for reply in after.legal()}
            short = knows_the_end.solve(position)
            if short.line[0] == whole.line[0] and len(short.line) < len(whole.line):
                broken_off += 1
                assert short.plies >= 2 + rest[short.line[1]], position.text
    assert broken_off


def test_a_full_or_quiet_board_has_no_win() -> None:
    solver = ThreatSolver(10)
    for width in (5, 15, 20):
        assert solver.solve(orchard.game(f"gomoku:{width}").start()).result == "none"


def test_a_limit_on_nodes_or_time_ends_in_unknown_and_soon() -> None:
    dense = orchard.game("gomoku").parse("".join(scattered(random.Random(3), 15, 40)) + " X")
    solver = ThreatSolver(10)
    assert solver.solve(dense, node_limit=5).result == "unknown"
    began, watch = time.perf_counter(), Watch(solver.halt)
    watch.part(lambda: began + 0.1 - time.perf_counter())
    watch.run(lambda: solver.solve(dense))
    assert time.perf_counter() - began < 2
