"""Scripted managers speak GTP and NBoard with our engines: whole games, passes, undo, time, nonsense in between."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

import orchard
from tests.shells.talk import Talk


@pytest.fixture
def gtp() -> Iterator[Talk]:
    talk = Talk("engine", "gtp", "--player", "alphabeta:depth=2")
    yield talk
    talk.close()


def ask(talk: Talk, command: str) -> str:
    """The whole response, up to its empty line."""
    talk.send(command)
    lines = [talk.line()]
    while line := talk.line():
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("ours", ["black", "white"])
def test_gtp_plays_a_whole_game_with_passes(gtp: Talk, ours: str) -> None:
    dice = random.Random(ours)
    position = orchard.game("reversi").start()
    assert ask(gtp, "boardsize 8") == "="
    assert ask(gtp, "clear_board") == "="
    number = 0
    while not position.is_over:
        number += 1
        if position.to_move == ours:
            answer = ask(gtp, f"{number} genmove {ours}")
            assert answer.startswith(f"={number} ")
            position = position.play(answer.split()[1])
        else:
            move = dice.choice(position.legal())
            assert ask(gtp, f"play {position.to_move[0]} {move}") == "="
            position = position.play(move)
        if number % 7 == 0:
            assert ask(gtp, f"play {position.to_move} z9").startswith("?")
            assert ask(gtp, "frobnicate # a comment").startswith("? unknown command")
    assert position.outcome is not None
    score = position.outcome.score
    assert ask(gtp, "final_score") == ("= 0" if not score else f"= {'B' if score > 0 else 'W'}+{abs(score)}")
    assert ask(gtp, "genmove b") == "= pass"
    assert ask(gtp, "play B PASS") == "="  # as gogui-twogtp sends it at the end of each game
    assert ask(gtp, "quit") == "="
    assert gtp.gone_within(1)


def test_gtp_takes_back_and_tells_what_it_knows(gtp: Talk) -> None:
    assert ask(gtp, "protocol_version") == "= 2"
    assert ask(gtp, "12 name") == "=12 Orchard"
    assert ask(gtp, "version") == f"= {orchard.__version__}"
    assert "genmove" in ask(gtp, "list_commands").split()
    assert ask(gtp, "known_command undo") == "= true"
    assert ask(gtp, "known_command castle") == "= false"
    assert ask(gtp, "undo").startswith("? there is no move")
    assert ask(gtp, "play b d3") == "="
    assert ask(gtp, "play b c3").startswith("? it is white's move")
    assert ask(gtp, "undo") == "="
    assert ask(gtp, "play b f5") == "="
    assert ask(gtp, "boardsize 19") == "? unacceptable size"
    assert ask(gtp, "set_game Chess").startswith("? no game")
    assert "O white to move" in ask(gtp, "showboard")


@pytest.mark.timed
def test_gtp_keeps_its_time() -> None:
    gtp = Talk("engine", "gtp", "--player", "uct")
    try:
        assert ask(gtp, "genmove b").startswith("=")  # kernels are loaded
        assert ask(gtp, "time_settings 0 1 1") == "="
        started = time.perf_counter()
        assert ask(gtp, "genmove w").startswith("=")
        assert time.perf_counter() - started < 1
        assert ask(gtp, "time_left b 10 0") == "="
        started = time.perf_counter()
        assert ask(gtp, "genmove b").startswith("=")
        assert time.perf_counter() - started < 1.2  # a share of ten seconds
        assert ask(gtp, "time_settings 1 2").startswith("?")
    finally:
        gtp.close()


GAME = "(;GM[Othello]PC[X]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {board} {side}]{moves};)"
START = "---------------------------O*------*O---------------------------"


@pytest.fixture
def nboard() -> Iterator[Talk]:
    talk = Talk("engine", "nboard", "--player", "alphabeta:depth=3")
    yield talk
    talk.close()


def until(talk: Talk, beginning: str) -> str:
    while not (line := talk.line()).startswith(beginning):
        assert line.startswith(("status", "nodestats", "search", "set myname", "analysis"))
    return line


def test_nboard_plays_a_whole_game_from_both_sides(nboard: Talk) -> None:
    nboard.send("nboard 2")
    assert nboard.line() == "set myname Orchard"
    nboard.send("set depth 3")
    nboard.send("set game " + GAME.format(board=START, side="*", moves=""))
    position = orchard.game("reversi").start()
    number = 0
    while not position.is_over:
        number += 1
        nboard.send("go")
        move, value, seconds = until(nboard, "===").removeprefix("=== ").split("/")
        float(value), float(seconds)
        position = position.play(move)
        nboard.send(f"move {move}/{value}/{seconds}")
        nboard.send(f"ping {number}")
        assert until(nboard, "pong") == f"pong {number}"
        if number % 9 == 0:
            nboard.send("frobnicate the board")
            nboard.send("move A1B2C3")
            assert until(nboard, "status no square").startswith("status")
    nboard.send("go")
    assert "over" in until(nboard, "status Orchard: the game is over")
    nboard.send("quit")
    assert nboard.gone_within(1)


def test_nboard_gives_hints_for_the_position_of_a_game(nboard: Talk) -> None:
    nboard.send("nboard 2")
    nboard.send("set game " + GAME.format(board=START, side="*", moves="B[F5]W[D6]B[C3]"))
    nboard.send("ping 1")
    until(nboard, "pong")
    nboard.send("hint 3")
    lines = list(iter(lambda: nboard.line(), "status"))
    searched = [line.split()[1:3] for line in lines if line.startswith("search")]
    position = orchard.game("reversi").replay("f5d6c3")
    minimax = orchard.player("minimax")  # of the position after each move, one ply less deep
    values = {move: -minimax.choose(position.play(move), orchard.Limits(depth=2)).value for move in position.legal()}
    best = sorted(values, key=lambda move: -values[move])[:3]
    assert [[line[:2], value] for line, value in searched[-3:]] == [[m.upper(), f"{values[m]:.2f}"] for m in best]
    assert len(searched) > 3  # what it found on the way
    nboard.send("set game (;GM[Chess];)")
    assert until(nboard, "status line").startswith("status")
    nboard.send("ping 5")
    assert until(nboard, "pong") == "pong 5"


def test_nboard_values_several_moves_at_every_depth_of_a_search_without_end(nboard: Talk) -> None:
    nboard.send("nboard 2")
    nboard.send("set depth 60")
    nboard.send("set game " + GAME.format(board=START, side="*", moves="B[F5]W[D6]B[C3]"))
    nboard.send("hint 3")
    moves: dict[str, list[str]] = {}  # by depth
    while "4" not in moves:
        words = until(nboard, "search").split()
        moves.setdefault(words[-1], []).append(words[1][:2])
    nboard.send("ping 1")
    until(nboard, "pong")
    legal = {move.upper() for move in orchard.game("reversi").replay("f5d6c3").legal()}
    for depth in ("1", "2", "3"):
        assert len(moves[depth]) == len(set(moves[depth]) & legal) == 3


def test_nboard_keeps_the_protocol_line_by_line(nboard: Talk) -> None:
    nboard.send("nboard 2")
    assert nboard.line() == "set myname Orchard"
    # nobody's clock runs before this: kernels are loaded, or compiled, now
    assert nboard.line().startswith("status Orchard is getting ready")
    assert nboard.line() == "status"
    nboard.send("learn")
    assert nboard.line() == "learned"
    nboard.send("set depth 60")
    nboard.send("set game " + GAME.format(board=START, side="*", moves="B[F5//7.5]W[D6//1]").replace("15:00", "0:10"))
    nboard.send("ping 7")
    assert nboard.line() == "pong 7"
    # 2.5 of the 10 seconds are left for a search that would take days
    nboard.send("go")
    assert nboard.line() == "status Orchard is thinking"
    answer = nboard.line()
    while not answer.startswith("==="):
        assert answer.startswith(("search ", "nodestats "))
        answer = nboard.line()
    assert float(answer.rpartition("/")[2]) < 2.5
    assert nboard.line() == "status"
    # the same without a clock: a ping must end it, and its last word comes before the pong
    nboard.send("set game " + GAME.format(board=START, side="*", moves="B[F5]W[D6]").replace("TI[15:00]", ""))
    for command in ("hint 3", "go", "analyze"):
        nboard.send(command)
        assert nboard.line().startswith("status Orchard is")
        nboard.send("ping 8")
        assert until(nboard, "pong" if command != "go" else "===")
        if command == "go":
            assert until(nboard, "pong")
    nboard.send("set depth 2")
    nboard.send("analyze")
    assert until(nboard, "status") == "status Orchard is analyzing the game"
    made = [nboard.line().split() for _ in range(3)]
    assert [line[:2] for line in made] == [["analysis", "2"], ["analysis", "1"], ["analysis", "0"]]
    minimax, start = orchard.player("minimax"), orchard.game("reversi").start()
    assert made[2][2] == f"{minimax.choose(start, orchard.Limits(depth=2)).value:.2f}"


def test_a_player_of_another_game_is_refused_before_anything_is_compiled() -> None:
    code = (
        "import sys; from orchard.shells.commands.engine import seat; from orchard import OrchardError\n"
        "try: seat('reversi', 'matrix')\n"
        "except OrchardError as error: print(error, 'numba' in sys.modules)"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "player 'matrix' does not play reversi; it plays reversed_reversi False\n"
