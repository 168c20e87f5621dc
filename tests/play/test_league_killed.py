"""`kill -9` at any moment, then resume: no game lost, none counted twice."""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from orchard.play import warm_players
from orchard.play.league import League, Plan
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup, Rules
from orchard.play.store import Store
from orchard.play.warm_players import WarmPlayers

PLAYERS = ("random", "greedy", "random:")
GAMES = 120  # of each pairing
PAUSE_S = 0.005  # after each game, so that on no machine all are played before the tenth kill


def new_plan(games: int = GAMES, seed: int = 1) -> Plan:
    return Plan.make("reversi", PLAYERS, games, rules=Rules(nodes=50), seed=seed)


def play_on(url: str, league: int | str, diary: str) -> None:
    """Resume a league, and write down every game at the moment it is shown."""
    with Store(url) as store, open(diary, "ab", buffering=0) as shown:
        found = League.open(store, league)
        for batch in found.play():
            shown.write("".join(f"{found.plan.number(game)}\n" for game in batch).encode())


def play_slowly(url: str, league: int, diary: str) -> None:
    play = WarmPlayers.play

    def and_pause(bench: WarmPlayers, setup: GameSetup) -> GameRecord:
        time.sleep(PAUSE_S)
        return play(bench, setup)

    WarmPlayers.play = and_pause  # type: ignore[method-assign]  # in a process of its own
    warm_players.HOLD_S = 0.01  # many commits, so that kills fall into them too
    play_on(url, league, diary)


def table(league: League) -> dict[str, Any]:
    """What the games say, without what the clocks say."""
    value = league.tally.as_json()
    for row in value["table"]:
        del row["seconds_per_move"]
    return value


def games_of(league: League) -> list[tuple[object, ...]]:
    return [(g.id.partition("-")[2], g.black, g.white, g.transcript, g.winner, g.score) for g in league.games()]


def test_ten_kills_at_random_moments_lose_no_game_and_count_none_twice(tmp_path: Path) -> None:
    url, diary, dice = str(tmp_path / "games.db"), tmp_path / "shown", random.Random(11)
    with Store(url) as store:
        league = League.create(store, new_plan(), name="interrupted")
    forked = multiprocessing.get_context("fork")  # a warm process: it is in the middle of its games at once
    kills, progress = 0, [0]
    while kills < 10 or len(set(progress)) < 5:  # on a busy machine many kills come before the first game
        player = forked.Process(target=play_slowly, args=(url, league.id, str(diary)))
        player.start()
        time.sleep(dice.uniform(0.0, 0.25))
        assert player.pid is not None
        os.kill(player.pid, signal.SIGKILL)
        player.join()
        kills += player.exitcode == -signal.SIGKILL
        assert kills < 200, "all kills came before the first game"
        with Store(url) as store:
            stored = store.league_numbers(league.id)
        shown = [int(line) for line in diary.read_text().split()] if diary.exists() else []
        assert set(shown) <= stored, "a game was shown and then lost"
        assert len(stored) >= progress[-1], "a game that was kept is gone"
        progress.append(len(stored))
        assert len(stored) < league.plan.total, "all games were played before the tenth kill: give it more"

    play_on(url, league.id, str(diary))
    with Store(url) as store:
        resumed = League.open(store, "interrupted")
        assert store.league_numbers(league.id) == set(range(league.plan.total))
        assert len(resumed.games()) == resumed.tally.played == league.plan.total
        assert store.league("interrupted").finished is not None
        whole = League.create(store, new_plan(), name="never interrupted")
        list(whole.play())
        assert games_of(resumed) == games_of(whole)
        assert table(resumed) == table(whole)
    shown = [int(line) for line in diary.read_text().split()]
    assert len(shown) == len(set(shown)), "a game was shown twice"


def test_two_leagues_on_one_database_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    with Store(url) as store:
        leagues = [League.create(store, new_plan(40, seed), name=f"league {seed}") for seed in (1, 2)]
    forked = multiprocessing.get_context("fork")
    players = [forked.Process(target=play_on, args=(url, found.id, str(tmp_path / found.name))) for found in leagues]
    for player in players:
        player.start()
    for player in players:
        player.join()
    assert [player.exitcode for player in players] == [0, 0]
    with Store(url) as store:
        for seed, found in zip((1, 2), leagues, strict=True):
            assert store.league_numbers(found.id) == set(range(120))
            alone = League.create(store, new_plan(40, seed), name=f"alone {seed}")
            list(alone.play())
            assert games_of(League.open(store, found.id)) == games_of(alone)


def test_the_command_resumes_after_a_kill_on_two_processes(tmp_path: Path) -> None:
    url = str(tmp_path / "games.db")
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "ORCHARD_QUIET": "1"}
    orchard = [sys.executable, "-m", "orchard", "league"]
    settings = [*PLAYERS, "--game", "reversi", "--games", "100", "--seed", "1", "--nodes", "50", "--db", url]
    running = subprocess.Popen([*orchard, *settings, "--jobs", "2"], env=environment)
    with Store(url) as store:
        while not (store.leagues() and store.league_numbers(store.leagues()[0].id)):
            assert running.poll() is None, "it ended before the first game"
            time.sleep(0.02)
        running.kill()
        running.wait()
        kept = len(store.league_numbers(store.leagues()[0].id))
    assert 0 < kept < 300
    done = subprocess.run(
        [*orchard, "--resume", "--db", url, "--json"], env=environment, capture_output=True, text=True, check=True
    )
    result = json.loads(done.stdout)
    assert result["games"] == result["planned"] == 300
    assert sum(sum(pairing["pentanomial"]) for pairing in result["pairings"]) == 150
    assert Path(result["report"]).stat().st_size > 100_000
