"""Managers drive our engines from a cold cache: compiling takes long, and nothing else may.

A player that is ready only when the test says so stands for kernels that are being compiled. `ORCHARD_COLD=1` plays
with sage and kite instead, in processes that begin with an empty cache: some minutes.
"""

from __future__ import annotations

import os
import queue
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import orchard
from orchard.core.player import Player
from orchard.play.seat import Seat
from orchard.shells import gomocup, patient
from orchard.shells.conversation import Conversation
from orchard.shells.gomocup import Brain
from orchard.shells.gtp import GtpEngine
from orchard.shells.nboard import NBoardEngine
from tests.shells.talk import Talk

COLD = bool(os.environ.get("ORCHARD_COLD"))
LONG_S = 600.0 if COLD else 20.0  # for all compiling
SHORT_S = 15.0 if COLD else 5.0  # for an answer that waits for nothing
NONSENSE = ("frobnicate", "play", "9 9 9", "\x01\x02", "TURN x,y", "genmove purple", "set depth minus")


class Slow(Player):
    """Chooses at random, the first time only when `compiled` is set."""

    summary = "compiles"

    def __init__(self, compiled: threading.Event) -> None:
        super().__init__()
        self.compiled, self.dice = compiled, random.Random(1)
        self.games: list[str] = []  # of the positions it was asked about

    def think(self, position: orchard.Position, limits: orchard.Limits) -> orchard.Choice:
        self.games.append(position.game.name)
        assert self.compiled.wait(LONG_S)
        return orchard.Choice(self.dice.choice(position.legal()), value=0.0, note="ready")


class Inside:
    """An engine of this process, asked like one of its own."""

    def __init__(self, engine: Conversation, commands: queue.SimpleQueue[str], player: Slow) -> None:
        self.commands, self.player, self.lines = commands, player, queue.SimpleQueue[str]()
        engine.say = lambda text: [self.lines.put(line) for line in text.split("\n")]  # type: ignore[assignment, method-assign]
        self.thread = threading.Thread(target=engine.run, daemon=True)
        self.thread.start()

    def send(self, text: str) -> None:
        self.commands.put(text)

    def line(self, seconds: float = LONG_S) -> str:
        return self.lines.get(timeout=seconds)

    def gone_within(self, seconds: float) -> bool:
        self.thread.join(seconds)
        return not self.thread.is_alive()

    def close(self) -> None:
        self.player.compiled.set()
        self.commands.put("hang up")


Engine = Inside | Talk


def start(kind: str, player: str) -> Engine:
    if COLD:
        return Talk("engine", kind, "--player", player)
    commands = queue.SimpleQueue[str]()
    source = iter(commands.get, "hang up")
    made = Slow(threading.Event())
    seat = Seat(orchard.game("reversi"), made)
    kinds = {"gtp": GtpEngine, "nboard": NBoardEngine}
    engine = Brain(lambda _: made, source) if kind == "gomocup" else kinds[kind](seat, source)  # type: ignore[arg-type]
    return Inside(engine, commands, made)


def compile_now(engine: Engine) -> None:
    if isinstance(engine, Inside):
        engine.player.compiled.set()


@pytest.fixture(autouse=True)
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if COLD:
        monkeypatch.setenv("ORCHARD_CACHE", str(tmp_path / "cache"))
    else:
        monkeypatch.setattr(gomocup, "START_PATIENCE_S", 0.01)
        monkeypatch.setattr(patient, "_tell_of_compiling", threading.Event.set)
        monkeypatch.setattr("orchard.play.warm_up._warm", set())


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    made = start(*request.param)
    yield made
    made.close()


# ------------------------------------------------------------------- Gomocup


def answered(brain: Engine, command: str, seconds: float = SHORT_S) -> tuple[str, list[str]]:
    """The answer, and what was said to people before it."""
    brain.send(command)
    told = []
    while (line := brain.line(seconds)).startswith(("MESSAGE", "DEBUG")):
        told.append(line)
    return line, told


@pytest.mark.parametrize("engine", [("gomocup", "kite")], indirect=True)
def test_a_gomocup_manager_gets_moves_in_time_while_the_brain_compiles(engine: Engine) -> None:
    engine.send("INFO timeout_turn 1000")
    began = time.perf_counter()
    said, told = answered(engine, "START 15")
    assert said == "OK"
    assert any("compiled" in line for line in told)
    rules = orchard.game("gomoku")
    position, dice, plain = rules.start(), random.Random(2), 0
    command = "BEGIN"
    while not position.is_over:
        asked = time.perf_counter()
        said, told = answered(engine, command)
        plain += any("plain player" in line for line in told)
        assert not COLD or time.perf_counter() - asked < 1.5, f"{said} took {time.perf_counter() - asked:.1f} s"
        x, y = map(int, said.split(","))
        position = position.play(rules.board.moves[15 * y + x])
        if position.ply == 3:
            assert answered(engine, "ABOUT")[0].startswith('name="Orchard"')
            for nonsense in NONSENSE:
                assert answered(engine, nonsense)[0].startswith(("UNKNOWN", "ERROR"))
            compile_now(engine)
        if not position.is_over:
            move = dice.choice(position.legal())
            position = position.play(move)
            command = f"TURN {move.square % 15},{move.square // 15}"
    assert plain >= 1
    if COLD:
        print(
            f"gomocup: {position.ply} moves, {plain} of them by the plain player, {time.perf_counter() - began:.0f} s"
        )
        return
    assert "ready" in str(answered(engine, "RESTART")) + str(answered(engine, "BEGIN"))
    engine.send("END")
    assert engine.gone_within(SHORT_S)


@pytest.mark.parametrize("engine", [("gomocup", "kite")], indirect=True)
def test_a_brain_that_compiles_ends_when_it_is_told_to(engine: Engine) -> None:
    assert answered(engine, "START 15")[0] == "OK"
    engine.send("BEGIN")
    engine.send("END")
    assert engine.gone_within(SHORT_S)


# ------------------------------------------------------------------- GTP


def asked(gtp: Engine, command: str, seconds: float = SHORT_S) -> str:
    gtp.send(command)
    lines = [gtp.line(seconds)]
    while line := gtp.line(seconds):
        lines.append(line)
    return "\n".join(lines)


@pytest.mark.parametrize("engine", [("gtp", "sage")], indirect=True)
def test_a_gtp_controller_waits_for_the_first_answer_and_for_no_other(engine: Engine) -> None:
    threading.Timer(0.1, compile_now, [engine]).start()
    began = time.perf_counter()
    assert asked(engine, "1 protocol_version", LONG_S) == "=1 2"
    print(f"gtp: {time.perf_counter() - began:.1f} s before the first answer")
    assert asked(engine, "time_settings 0 1 1") == "="
    position, dice = orchard.game("reversi").start(), random.Random(3)
    while not position.is_over:
        if position.to_move == "black":
            sent = time.perf_counter()
            said = asked(engine, "genmove b")
            assert not COLD or time.perf_counter() - sent < 1.3
            position = position.play(said.removeprefix("= "))
        else:
            move = dice.choice(position.legal())
            assert asked(engine, f"play w {move}") == "="
            position = position.play(move)
        if position.ply == 5:
            for nonsense in NONSENSE:
                engine.send(nonsense)
            said = asked(engine, "77 name")
            while not said.startswith("=77"):
                assert said.startswith("?")
                said = "\n".join(iter(lambda: engine.line(SHORT_S), ""))
    assert asked(engine, "quit") == "="
    assert engine.gone_within(SHORT_S)


@pytest.mark.parametrize("engine", [("gtp", "uct:playouts=50")], indirect=True)
def test_another_game_is_made_ready_before_its_first_move(engine: Engine) -> None:
    compile_now(engine)
    assert asked(engine, "clear_board", LONG_S) == "="
    assert asked(engine, "time_settings 0 1 1") == "="
    assert asked(engine, "set_game gomoku", LONG_S) == "="
    sent = time.perf_counter()
    assert asked(engine, "genmove b").startswith("= ")
    assert not COLD or time.perf_counter() - sent < 1.3
    if isinstance(engine, Inside):
        assert engine.player.games == ["reversi"] * 2 + ["gomoku"] * 3, "two looks before its first move"


@pytest.mark.parametrize("last", ["quit", "hang up"])
@pytest.mark.parametrize("engine", [("gtp", "sage"), ("nboard", "sage")], indirect=True, ids=["gtp", "nboard"])
def test_an_engine_that_compiles_ends_with_its_manager(engine: Engine, last: str) -> None:
    if "nboard" in str(os.environ.get("PYTEST_CURRENT_TEST")):
        engine.send("nboard 2")
        assert engine.line(SHORT_S) == "set myname Orchard"
    if isinstance(engine, Talk) and last == "hang up":
        assert engine.process.stdin is not None
        engine.process.stdin.close()
    else:
        engine.send(last)
    assert engine.gone_within(SHORT_S)


# ------------------------------------------------------------------- NBoard

GAME = "(;GM[Othello]PC[X]PB[a]PW[b]RE[?]TI[0:30]TY[8]BO[8 {board} *];)"


def until(nboard: Engine, beginning: str, seconds: float = SHORT_S) -> str:
    while not (line := nboard.line(seconds)).startswith(beginning):
        assert line.startswith(("status", "nodestats", "search", "set myname", "===")), line
    return line


@pytest.mark.parametrize("engine", [("nboard", "sage")], indirect=True)
def test_an_nboard_client_sees_what_it_waits_for_and_then_plays_by_the_clock(engine: Engine) -> None:
    began = time.perf_counter()
    engine.send("nboard 2")
    assert engine.line(SHORT_S) == "set myname Orchard"
    assert "getting ready" in engine.line(SHORT_S)
    board = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
    engine.send("set game " + GAME.format(board=board))
    engine.send("ping 1")
    threading.Timer(0.1, compile_now, [engine]).start()
    assert until(engine, "pong", LONG_S) == "pong 1"
    print(f"nboard: {time.perf_counter() - began:.1f} s before the first pong")
    position, thought = orchard.game("reversi").start(), 0.0
    while not position.is_over:
        engine.send("go")
        sent = time.perf_counter()
        move, _, seconds = until(engine, "===", SHORT_S).removeprefix("=== ").split("/")
        thought += time.perf_counter() - sent
        position = position.play(move)
        engine.send(f"move {move}//{seconds}")
        if position.ply == 6:
            for nonsense in NONSENSE:
                engine.send(nonsense)
            engine.send("hint 3")  # ended by the next command
            engine.send("ping 2")
            assert until(engine, "pong") == "pong 2"
    assert not COLD or thought < 60, "each side has 30 s"
    engine.send("quit")
    assert engine.gone_within(SHORT_S)
