"""orchard players, move and tree: answers, JSON, pictures, and what is refused."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml
from pathlib import Path

import pytest

import orchard
from orchard.core.interrupts import stop_on_interrupt
from orchard.core.tree import TreeNode
from orchard.shells import interrupt, tree_picture
from orchard.shells.interrupt import interruptible
from tests.shells.command import run


def test_players_are_listed_with_their_options(capsys: pytest.CaptureFixture[str]) -> None:
    listed = {player["name"]: player for player in json.loads(run("players", "--json", capsys=capsys)[1])}
    assert set(listed) == set(orchard.players())
    assert listed["apple"]["games"] == ["reversi"]
    c = next(option for option in listed["apple"]["options"] if option["name"] == "c")
    assert (c["default"], c["low"], c["range"]) == (0.1, 0, "0 to 100")
    shown = run("players", capsys=capsys)[1]
    for name in orchard.players():
        assert name in shown
    code, _, err = run("players", "nobody", capsys=capsys)
    assert code == 2
    assert "apple" in err


def test_players_are_listed_without_loading_numba() -> None:
    code = (
        "import sys; from orchard.shells.cli import main\n"
        "try: main(['players', '--json'])\n"
        "except SystemExit: sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, timeout=60).returncode == 0


def test_move_answers_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("move", "reversi", "--moves", "f5d6c3", "--player", "apple:playouts=300", "--seed", "4", "--json")
    code, out, _ = run(*arguments, capsys=capsys)
    answer = json.loads(out)
    assert code == 0
    assert {"move", "value", "line", "nodes", "seconds", "moves"} <= set(answer)
    assert answer["move"] in ("d3", "f3", "f4", "g5")
    assert answer["line"][0] == answer["move"]
    assert answer["nodes"] == 300
    assert sum(stat["visits"] for stat in answer["moves"]) == 300
    again = json.loads(run(*arguments, capsys=capsys)[1])
    assert [again[key] for key in ("move", "value", "line", "nodes", "moves")] == [
        answer[key] for key in ("move", "value", "line", "nodes", "moves")
    ]


def test_move_takes_a_board_a_dash_or_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    start = orchard.game("reversi").start().text
    for text in ((start,), ("-",), ()):
        code, out, _ = run("move", "reversi", *text, "--player", "uct", "--playouts", "50", "--json", capsys=capsys)
        assert code == 0
        assert json.loads(out)["text"] == start
    shown = run("move", "reversi", "--player", "uct", "--playouts", "500", capsys=capsys)[1]
    assert "expects" in shown
    assert "500 playouts" in shown


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("move", "gomoku", "--player", "apple"), "does not play gomoku; it plays reversi"),
        (("move", "reversi", "--player", "apple:leaves=3"), "its options are: difficulty"),
        (("move", "reversi", "--player", "apple", "--seconds", "-1"), "out of range"),
        (("move", "reversi"), "--player"),
        (("move", "reversi", "X" * 64 + " O", "--player", "uct"), "game is over"),
        (("tree", "reversi", "X" * 64 + " O", "--player", "uct"), "game is over"),
        (("tree", "reversi", "--player", "random"), "searches no tree"),
        (("tree", "reversi", "--player", "apple", "--svg", "/no/such/folder/tree.svg"), "cannot write"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_line(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(*arguments, capsys=capsys)
    assert code == 2
    assert message in err
    assert len(err.splitlines()) == 1
    assert out == ""


def test_tree_is_shown_and_given_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("tree", "reversi", "--player", "uct", "--playouts", "400", "--depth", "2")
    shown = run(*arguments, capsys=capsys)[1]
    assert "400 visits" in shown
    answer = json.loads(run(*arguments, "--json", capsys=capsys)[1])
    root = answer["tree"]
    assert root["visits"] == 400
    assert {child["move"] for child in root["children"]} == {"d3", "c4", "f5", "e6"}
    assert sum(child["visits"] for child in root["children"]) == 400
    assert all(not grandchild["children"] for child in root["children"] for grandchild in child["children"])


def test_think_tells_every_step_and_ends_with_what_move_answers(capsys: pytest.CaptureFixture[str]) -> None:
    position = ("reversi", "--moves", "f5d6c3")
    for player, bound in (("alphabeta:depth=3", ()), ("uct", ("--playouts", "50"))):
        answer = json.loads(run("think", *position, "--player", player, *bound, "--json", capsys=capsys)[1])
        moved = json.loads(run("move", *position, "--player", player, *bound, "--json", capsys=capsys)[1])
        assert [answer[key] for key in ("move", "value", "nodes")] == [moved[key] for key in ("move", "value", "nodes")]
        last = {"kind": "play", "node": 0, "move": answer["move"], "value": answer["value"], "nodes": answer["nodes"]}
        assert answer["steps"][-1] == last
        code, out, err = run("think", *position, "--player", player, *bound, "--count", "5", capsys=capsys)
        assert (code, len(out.splitlines())) == (0, 6)
        assert f"{len(answer['steps']) - 6:,} more steps before the last: --first 6" in err
    depth = ("--player", "alphabeta", "--depth", "3", "--json")
    first, second = (
        json.loads(run("think", *position, *depth, "--order", order, capsys=capsys)[1]) for order in ("G5", "f4 d3")
    )
    tried = [[step["move"] for step in answer["steps"] if step.get("parent") == 0] for answer in (first, second)]
    assert (tried[0][0], tried[1][:2]) == ("g5", ["f4", "d3"])
    assert first["value"] == second["value"]
    code, _, err = run("think", *position, "--player", "alphabeta", "--order", "a1", capsys=capsys)
    assert (code, "'a1' cannot be tried first" in err) == (2, True)
    code, _, err = run("think", *position, "--player", "sage", capsys=capsys)
    assert (code, "'sage' has no steps that could be shown" in err) == (2, True)
    code, _, err = run("think", *position, "--player", "uct", "--seconds", "1", capsys=capsys)
    assert (code, "a clock would give other steps" in err) == (2, True)


def blocks(svg: str) -> dict[str, float]:
    """The height of every block by its tooltip."""
    name = "{http://www.w3.org/2000/svg}"
    return {
        group.findtext(f"{name}title", ""): float(group.find(f"{name}rect").attrib["height"])  # type: ignore[union-attr]
        for group in xml.fromstring(svg).iter(f"{name}g")
    }


def test_who_has_no_tree_to_show_tells_of_its_depths(capsys: pytest.CaptureFixture[str]) -> None:
    for spec in ("sage", "level:9"):
        arguments = ("tree", "reversi", "--moves", "f5d6c3", "--player", spec, "--playouts", "3000")
        answer = json.loads(run(*arguments, "--json", capsys=capsys)[1])
        assert [row["depth"] for row in answer["depths"]][:3] == [1, 2, 3]
        assert answer["depths"][1]["branching"] == round(answer["depths"][1]["nodes"] / answer["depths"][0]["nodes"], 3)
        assert "cuts" in run(*arguments, capsys=capsys)[1]


def test_move_tells_of_the_depths_it_went_through(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("move", "gomoku", "--moves", "h8h9i9", "--player", "kite", "--depth", "3")
    answer = json.loads(run(*arguments, "--json", capsys=capsys)[1])
    assert [row["depth"] for row in answer["depths"]] == [1, 2, 3]
    assert answer["depths"][-1]["move"] == answer["move"]
    assert "expects" in run(*arguments, capsys=capsys)[1]


def test_the_picture_is_self_contained_and_as_high_as_the_visits(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    svg, html = tmp_path / "tree.svg", tmp_path / "tree.html"
    arguments = ("tree", "reversi", "--player", "uct", "--playouts", "2000", "--svg", str(svg), "--html", str(html))
    assert run(*arguments, capsys=capsys)[:2] == (0, "")
    heights = blocks(svg.read_text())
    tree = orchard.player("uct").search_tree(orchard.game("reversi").start(), orchard.Limits(playouts=2000))
    for child in tree.children:
        (tip,) = [tip for tip in heights if tip.startswith(f"black {child.move}: {child.visits:,} visits")]
        assert heights[tip] == pytest.approx(760 * child.visits / 2000, abs=4)
    page = html.read_text()
    assert page.startswith("<!doctype html>")
    for outside in ("http:", "https:", "src=", "url("):
        assert outside not in page.replace("http://www.w3.org/2000/svg", "")


def test_the_picture_marks_cuts_and_names_what_was_skipped() -> None:
    game = orchard.game("reversi")
    d3, c5, e3, c3 = (game.board.move(name) for name in ("d3", "c5", "e3", "c3"))
    reply = TreeNode(c5, 40, -3.0, bound="exact")
    child = TreeNode(d3, 60, 2.0, bound="lower", cut=True, unsearched=(e3, c3), children=(reply,))
    svg = tree_picture.as_svg(TreeNode(None, 61, None, children=(child,)), game.start(), "by hand")
    (tip,) = [tip for tip in blocks(svg) if tip.startswith("black d3")]
    assert "lower bound" in tip
    assert "cut: e3, c3 not looked at" in tip
    assert "≥ 2" in svg
    assert "✂ 2" in svg


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_ctrl_c_asks_for_the_best_so_far() -> None:
    player = orchard.player("uct")
    player.new_game()
    limits = orchard.Limits(seconds=30)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    began = time.perf_counter()
    with stop_on_interrupt(limits.stop):
        timer.start()
        choice = player.choose(orchard.game("reversi").start(), limits)
    assert time.perf_counter() - began < 5
    assert choice.nodes > 0
    assert limits.stop.is_set()


@pytest.mark.skipif(os.name != "posix", reason="sends a POSIX signal")
def test_a_second_ctrl_c_interrupts_as_usual() -> None:
    stop = orchard.Stop()
    with stop_on_interrupt(stop):
        os.kill(os.getpid(), signal.SIGINT)
        assert stop.is_set()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)


def test_a_player_without_a_tree_is_refused_with_those_that_have_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run("tree", "gomoku", "--player", "greedy", capsys=capsys)
    assert code == 2
    assert (
        "greedy searches no tree that could be shown; alphabeta, kite, level, lines, minimax, negascout, puct, uct do"
        in err
    )


def test_a_job_in_a_thread_gives_its_result_or_its_error() -> None:
    def fail() -> None:
        raise orchard.OrchardError("no")

    assert interruptible(lambda: 7) == 7
    with pytest.raises(orchard.OrchardError, match="no"):
        interruptible(fail)


def test_a_job_that_does_not_hear_the_flag_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interrupt, "PATIENCE_S", 0.2)
    stop, end = orchard.Stop(), threading.Event()
    stop.set()
    with pytest.raises(KeyboardInterrupt):
        interruptible(lambda: end.wait(30), stop)
    end.set()


def seconds_of_processor(pid: int) -> float:
    with open(f"/proc/{pid}/stat", encoding="ascii") as file:
        user, system = file.read().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize(
    ("command", "deep"),
    [("perft reversi", "15"), ("compare minimax --depth", "14"), ("tree reversi --player", "minimax:depth=14")],
)
def test_ctrl_c_ends_what_is_deep_in_a_kernel(command: str, deep: str) -> None:
    start = [sys.executable, "-m", "orchard", *command.split()]
    process = subprocess.Popen([*start, deep], stderr=subprocess.PIPE, text=True)
    while seconds_of_processor(process.pid) < 2:  # more than it takes to load, also where others use the processor
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    try:
        _, err = process.communicate(timeout=20)
    finally:
        process.kill()
    assert (process.returncode, err.strip().splitlines()[-1]) == (130, "orchard: stopped")


def test_the_whole_tree_of_tic_tac_toe_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    """549,946 positions, a draw (both are in every textbook), and three first moves but for symmetry."""
    code, out, _ = run("tree", "tic_tac_toe", "--whole", "--depth", "1", "--json", capsys=capsys)
    answer = json.loads(out)
    assert (code, answer["tree"]["size"], len(answer["line"])) == (0, 549_946, 9)
    assert {child["move"]: child["value"] for child in answer["tree"]["children"]} == {"a1": 0, "b1": 0, "b2": 0}
    corners = ("tree", "tic_tac_toe", "--moves", "a1b2c3", "--whole", "--depth", "1")  # only an edge draws
    _, out, _ = run(*corners, capsys=capsys)
    assert re.findall(r"(\w\d) (a \w+)", out) == [("b1", "a draw"), ("c1", "a loss")]
    _, out, _ = run(*corners, "--no-fold", capsys=capsys)
    assert re.findall(r"(\w\d) a draw", out) == ["b1", "a2", "c2", "b3"]


def test_a_proof_is_printed_with_every_answer(capsys: pytest.CaptureFixture[str]) -> None:
    fork = ("tree", "tic_tac_toe", "--moves", "a1b2c3c1", "--proof")  # black takes the last corner
    code, out, _ = run(*fork, "--depth", "3", capsys=capsys)
    assert code == 0
    assert "black wins, whatever the other side plays" in out
    _, out, _ = run(*fork, "--json", capsys=capsys)
    proof = json.loads(out)["proofs"][0]
    (first,) = proof["tree"]["children"]
    position = orchard.game("tic_tac_toe").replay("a1b2c3c1").play(first["move"])
    assert {answer["move"] for answer in first["children"]} == {str(move) for move in position.legal()}
    for answer in first["children"]:
        (last,) = answer["children"]
        end = position.play(answer["move"]).play(last["move"])
        assert end.outcome is not None
        assert end.outcome.winner == "black"


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--whole", "--proof"), "stand alone"),
        (("--whole", "--player", "uct"), "stand alone"),
        ((), "--player"),
        (("--moves", "a1", "--whole", "--svg", "no.svg"), "stand alone"),
    ],
)
def test_a_tree_is_of_a_player_or_whole_or_a_proof(
    more: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run("tree", "tic_tac_toe", *more, capsys=capsys)
    assert (code, says in err) == (2, True)
