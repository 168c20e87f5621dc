"""Many games at once: the same ones whichever way they are played, each exactly once, and no process left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from orchard.core.choice import Choice, Limits, Stop
from orchard.core.errors import UnknownGameError
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.play import pool
from orchard.play.arena import run_batches
from orchard.play.events import GameEvent, LiveBoards
from orchard.play.league import Plan
from orchard.play.pool import WorkerError, run_in_processes
from orchard.play.pool import _work as real_work
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup, Rules
from orchard.play.threads import GameThreads
from orchard.play.warm_players import WarmPlayers


def plan(games: int, players: tuple[str, ...] = ("random", "greedy"), **settings: object) -> Plan:
    return Plan.make("reversi", players, games, rules=Rules(nodes=50), seed=4, **settings)  # type: ignore[arg-type]


def setups(games: int, **settings: object) -> list[GameSetup]:
    made = plan(games, **settings)  # type: ignore[arg-type]
    return [replace(made.setup(number), id=f"game-{number}") for number in range(made.total)]


def essence(records: list[GameRecord]) -> dict[str, tuple[object, ...]]:
    """A game without what the clock put into it."""
    return {r.id: (r.black, r.white, r.transcript, r.winner, r.score, r.verdict) for r in records}


def run_games(games: list[GameSetup], jobs: int = 1) -> list[GameRecord]:
    return [record for batch in run_batches(games, jobs=jobs) for record in batch]


def test_every_game_comes_back_once() -> None:
    assert sorted(r.id for r in run_games(setups(20))) == sorted(f"game-{n}" for n in range(20))


def test_the_same_setups_give_the_same_games_on_one_process_and_on_two() -> None:
    alone, together = run_games(setups(60)), run_games(setups(60), jobs=2)
    assert len(together) == 60
    assert essence(alone) == essence(together)


def test_short_games_come_in_batches_and_long_ones_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    run_games(setups(2))  # compiled now
    assert len(list(run_batches(setups(40)))) < 20
    monkeypatch.setattr("orchard.play.warm_players.SHORT_GAME_S", 0.0)
    assert len(list(run_batches(setups(40)))) == 40


def test_players_are_made_once_and_kept_from_game_to_game(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    from orchard.players import player

    def counting(spec: str) -> object:
        made.append(spec)
        return player(spec)

    monkeypatch.setattr("orchard.play.warm_players.make_player", counting)
    run_games(setups(10))
    assert sorted(made) == ["greedy", "greedy", "random", "random"]  # one for each colour


def test_a_bot_gets_a_new_process_for_every_game() -> None:
    bot = f"file:{Path(__file__).parents[1] / 'bots' / 'good_choose.py'}"
    bench = WarmPlayers()
    try:
        for setup in setups(2, players=(bot, "random")):
            assert bench.play(setup).verdict == "normal"
            assert all("file" not in spec for spec, _ in bench._players)
    finally:
        bench.close()


def test_ctrl_c_keeps_the_games_that_are_finished(monkeypatch: pytest.MonkeyPatch) -> None:
    bench, played = WarmPlayers(), 0
    real = bench.play

    def interrupted(setup: GameSetup) -> GameRecord:
        nonlocal played
        played += 1
        if played == 4:
            raise KeyboardInterrupt
        return real(setup)

    monkeypatch.setattr(bench, "play", interrupted)
    kept: list[GameRecord] = []
    with pytest.raises(KeyboardInterrupt):
        kept.extend(record for batch in bench.play_in_batches(setups(20)) for record in batch)
    assert len(kept) == 3


# ------------------------------------------------------------------------------------------ threads, watching, stopping


@pytest.fixture
def threads() -> Iterator[GameThreads]:
    made = GameThreads(2)
    yield made
    made.close()


def test_the_same_setups_give_the_same_games_on_threads(threads: GameThreads) -> None:
    together = [record for batch in run_batches(setups(60), threads=threads) for record in batch]
    assert len(together) == 60
    assert essence(together) == essence(run_games(setups(60)))


@pytest.mark.parametrize("way", ["alone", "threads", "processes"])
def test_a_watcher_hears_every_game_from_its_start_to_its_end(way: str, threads: GameThreads) -> None:
    heard: list[GameEvent] = []
    ways: dict[str, Any] = {"alone": {}, "threads": {"threads": threads}, "processes": {"jobs": 2}}
    records = {r.id: r for batch in run_batches(setups(4), watch=heard.append, **ways[way]) for r in batch}
    assert sorted(records) == [f"game-{n}" for n in range(4)]
    for id, record in records.items():
        events = [event for event in heard if event.setup.id == id]
        assert [event.kind for event in events] == ["started", *["move"] * len(record.moves), "finished"]
        assert events[0].position == record.first_position()
        assert [event.move.move for event in events if event.move] == [move.move for move in record.moves]
        assert events[-2].position == record.last_position()
        assert events[-1].record == record


def test_live_boards_are_the_games_under_way() -> None:
    boards, seen = LiveBoards(), list[int]()

    def look(event: GameEvent) -> None:
        boards(event)
        if event.kind == "move":
            (game,) = boards.now(6)
            assert game == (event.setup, event.position)
            seen.append(game[1].ply)

    records = [record for batch in run_batches(setups(2), watch=look) for record in batch]
    assert len(seen) == sum(len(record.moves) for record in records)
    assert boards.now(6) == []


@pytest.mark.parametrize("way", ["alone", "threads", "processes"])
def test_stopped_games_are_dropped_and_finished_ones_come_back(way: str, threads: GameThreads) -> None:
    stop, finished = Stop(), set[str]()

    def watch(event: GameEvent) -> None:
        if event.record is not None:
            finished.add(event.setup.id)
            if len(finished) == 5:
                stop.set()

    ways: dict[str, Any] = {"alone": {}, "threads": {"threads": threads}, "processes": {"jobs": 2}}
    batches = run_batches(setups(400), watch=watch, stop=stop, **ways[way])
    came = {record.id for batch in batches for record in batch}
    assert finished <= came
    assert len(came) < 400
    assert not multiprocessing.active_children()


def test_a_game_that_fails_on_a_thread_fails_the_run_and_keeps_what_is_finished(threads: GameThreads) -> None:
    games = setups(20)
    games[10] = replace(games[10], game="chess")
    came: list[GameRecord] = []
    with pytest.raises(UnknownGameError):
        came.extend(record for batch in run_batches(games, threads=threads) for record in batch)
    before = {f"game-{n}" for n in range(10)}  # all but those that other threads were playing at that moment
    assert len(before & {record.id for record in came}) >= 10 - (threads.count - 1)


# ------------------------------------------------------------------------------------------ workers that die


def test_a_killed_workers_games_are_played_again_exactly_once() -> None:
    games = setups(120)
    expected = essence(list(run_games(games)))
    records: list[GameRecord] = []
    killed = 0
    for batch in run_in_processes(games, 2):
        records += batch
        if not killed:
            killed = multiprocessing.active_children()[0].pid or 0
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert len(records) == len(games)
    assert essence(records) == expected


def test_a_game_that_kills_every_worker_is_named_and_not_tried_for_ever() -> None:
    done = threading.Event()

    def kill_them_all() -> None:
        while not done.wait(0.05):
            for child in multiprocessing.active_children():
                child.kill()

    killer = threading.Thread(target=kill_them_all)
    killer.start()
    try:
        with pytest.raises(WorkerError, match=r"3 workers died.*game-0, random against greedy"):
            list(run_in_processes(setups(2), 1))
    finally:
        done.set()
        killer.join()


def test_what_a_caller_got_wrong_comes_back_from_a_worker_as_the_same_error() -> None:
    from orchard.core.errors import OptionError

    wrong = replace(setups(2)[0], black="nobody")
    with pytest.raises(OptionError, match="no player 'nobody'"):
        list(run_in_processes([wrong], 2))


def test_stopping_early_leaves_no_worker_behind() -> None:
    games = run_in_processes(setups(2000), 2)
    next(games)
    workers = [child.pid for child in multiprocessing.active_children()]
    assert len(workers) == 2
    games.close()  # type: ignore[attr-defined]
    assert not multiprocessing.active_children()


def test_workers_end_when_their_parent_is_killed() -> None:
    script = """
import multiprocessing, sys
from orchard.play.pool import run_in_processes
from orchard.play.setup import GameSetup
def setups():
    n = 0
    while True:
        n += 1
        yield GameSetup(str(n), "reversi", "random", "random", seed=n)
if __name__ == "__main__":
    for _ in run_in_processes(setups(), 1):
        print(*[c.pid for c in multiprocessing.active_children()], flush=True)
"""
    parent = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    give_up = time.monotonic() + 10
    while _is_running(worker):
        assert time.monotonic() < give_up, "the worker outlived its parent"
        time.sleep(0.05)


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


# ------------------------------------------------------------------------------------------ players that hang


class Hanging(Player):
    """Answers twice, then never again: for this test only."""

    name, summary, games = "hanging", "never answers a third time", ("reversi",)
    asked = 0

    def new_game(self) -> None:
        self.asked = 0

    def think(self, position: Position, limits: Limits) -> Choice:
        self.asked += 1
        while self.asked > 2:
            time.sleep(0.01)
        return Choice(position.legal()[0])


def work_with_the_hanging_player(connection: Connection, watched: bool, cores: list[int]) -> None:
    """A worker that knows the player above, and has less patience."""
    from orchard.play import warm_players

    real = warm_players.make_player
    warm_players.make_player = lambda spec: Hanging() if spec == "hanging" else real(spec)
    pool.HANG_S, pool.WATCH_S = 0.2, 0.05
    real_work(connection, watched, cores)


def test_a_player_that_hangs_loses_on_time_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_work", work_with_the_hanging_player)
    rules = Rules(seconds_per_move=0.2)
    games = [replace(setup, rules=rules) for setup in setups(6)]
    games[1:3] = [replace(games[1], black="hanging"), replace(games[2], white="hanging", black="random")]
    records = {record.id: record for batch in run_in_processes(games, 2) for record in batch}
    assert sorted(records) == [f"game-{n}" for n in range(6)]
    hung = {id: record for id, record in records.items() if record.verdict != "normal"}
    assert {id: (r.verdict, r.winner, r.score) for id, r in hung.items()} == {
        "game-1": ("time", "white", -64),
        "game-2": ("time", "black", 64),
    }
    fault = hung["game-1"].fault
    assert fault is not None
    assert fault.reason == "black gave no answer within 0.200 s and was stopped"
    assert fault.position == hung["game-1"].last_position().text
    assert len(hung["game-1"].moves) == 4  # two answers of each side
    assert not multiprocessing.active_children()
