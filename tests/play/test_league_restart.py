"""A league goes on when its database server was away for a while."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from orchard.play import league as leagues
from orchard.play.database import UnreachableError
from orchard.play.league import League, Plan
from orchard.play.store import Store
from tests.play.databases import ThrowawayPostgres, fresh_database, postgres

GAMES = 20


@pytest.fixture
def league(tmp_path: Path) -> League:
    store = Store(fresh_database("postgresql", tmp_path))
    return League.create(store, Plan.make("reversi", ["random", "greedy"], GAMES))


def server() -> ThrowawayPostgres:
    found = postgres()
    assert isinstance(found, ThrowawayPostgres)
    return found


def test_a_league_outlives_a_restart_of_its_database(league: League) -> None:
    batches = league.play()
    kept = len(next(batches))
    server().pause()
    threading.Timer(2.0, server().start).start()
    for batch in batches:
        kept += len(batch)
    assert kept == GAMES
    assert league.store.league_numbers(league.id) == set(range(GAMES))
    assert league.store.league(league.id).finished is not None
    league.store.close()


def test_a_database_that_stays_away_is_given_up_and_what_was_saved_is_kept(
    league: League, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leagues, "AWAY_S", 1.0)
    batches = league.play()
    saved = {league.plan.number(game) for game in next(batches)}
    server().pause()
    began = time.monotonic()
    try:
        with pytest.raises(UnreachableError, match="PostgreSQL"):
            list(batches)
        assert time.monotonic() - began < 20
    finally:
        server().start()
    assert league.store.league_numbers(league.id) == saved
    league.store.close()
