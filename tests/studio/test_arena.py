"""Leagues in the studio: started once however often it is asked, and never stopped without a word."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from orchard.play.database import StoreError
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup
from orchard.play.warm_players import WarmPlayers
from orchard.shells.studio.arena import Arena
from orchard.shells.studio.schemas import LeagueAsk
from tests.studio.test_engine import run


def new_league(arena: Arena, games: int, seed: int = 0) -> int:
    return arena.create(LeagueAsk(game="reversi", players=["random", "greedy"], games=games, seed=seed))


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.005)


def test_two_tabs_that_start_a_league_play_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []
    play_one = WarmPlayers.play

    def counted(players: WarmPlayers, setup: GameSetup) -> GameRecord:
        begun.append(setup.id)
        return play_one(players, setup)

    monkeypatch.setattr(WarmPlayers, "play", counted)

    async def play() -> None:
        arena = Arena(str(tmp_path / "games.db"))
        id = new_league(arena, 20)
        await asyncio.gather(arena.start(id), arena.start(id))
        await until(lambda: id not in arena.running)
        assert arena.state(id)["games"] == 20
        arena.close()

    run(play())
    assert len(begun) == len(set(begun)) == 20


@pytest.mark.parametrize(
    ("error", "says"),
    [(StoreError("the disk is full"), "the disk is full"), (ZeroDivisionError("x"), "internal error (ZeroDivision")],
)
def test_a_league_that_cannot_go_on_says_why_until_it_is_started_again(
    tmp_path: Path, error: Exception, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        arena = Arena(str(tmp_path / "games.db"))
        id = new_league(arena, 40)
        save = arena.store.save_games

        def full(*given: Any) -> int:
            raise error

        arena.store.save_games = full  # type: ignore[method-assign]
        await arena.start(id)
        await until(lambda: id not in arena.running)
        state = arena.state(id)
        assert (state["running"], state["games"]) == (False, 0)
        assert says in state["problem"]
        arena.store.save_games = save  # type: ignore[method-assign]
        await arena.start(id)
        assert arena.state(id)["problem"] == ""
        await until(lambda: id not in arena.running)
        assert arena.state(id)["games"] == 40
        arena.close()

    run(play())


def test_a_league_started_while_it_stops_goes_on(tmp_path: Path) -> None:
    async def play() -> None:
        arena = Arena(str(tmp_path / "games.db"))
        id = new_league(arena, 200)
        await arena.start(id)
        await until(lambda: arena.state(id)["games"] > 0)
        arena.stop(id)
        await arena.start(id)
        assert arena.state(id)["running"]
        await until(lambda: id not in arena.running)
        assert arena.state(id)["games"] == 200
        arena.close()

    run(play())
