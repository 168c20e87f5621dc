"""Matches and leagues started from the studio: played on threads, with boards to watch, stop and resume.

A league lives in the store, and `play/league.py` plays it; this only says which of them are being played.
"""

import asyncio
import contextlib
import os
import threading
import traceback
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

from orchard.core.choice import Stop
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Position
from orchard.play.database import StoreError
from orchard.play.events import LiveBoards
from orchard.play.league import League, Plan
from orchard.play.opening_names import opening_of
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup, Rules
from orchard.play.store import Store
from orchard.play.threads import GameThreads
from orchard.shells.studio.players import check_spec
from orchard.shells.studio.positions import frame_of
from orchard.shells.studio.problems import defect_text
from orchard.shells.studio.schemas import LeagueAsk

LIVE_BOARDS = 6
MOST_RUNNING = 4
ROW = ("id", "game", "black", "white", "winner", "score", "verdict", "started")
CLOSE_S = 2.0  # for leagues to stop when the server does


@dataclass
class RunningLeague:
    """A league being played: its boards, and the way to stop it."""

    league: League
    stop: Stop = field(default_factory=Stop)
    boards: LiveBoards = field(default_factory=LiveBoards)
    done: Future[None] = field(default_factory=Future)


class Arena:
    def __init__(self, url: str | None = None) -> None:
        self.url = url
        self.threads = GameThreads(max(1, (os.cpu_count() or 2) // 2))  # the other cores are for people
        self._runners = ThreadPoolExecutor(MOST_RUNNING, thread_name_prefix="league")
        self.running: dict[int, RunningLeague] = {}
        self.problems: dict[int, str] = {}  # why a league stopped by itself, until it is started again
        self._starting = asyncio.Lock()  # one league at a time: two tabs may start the same one
        self._store: Store | None = None
        self._lock = threading.Lock()

    @property
    def store(self) -> Store:
        """The database, opened when first needed."""
        with self._lock:
            if self._store is None:
                self._store = Store(self.url)
            return self._store

    # ------------------------------------------------------------------------------------------ asked by routes

    def leagues(self) -> list[dict[str, Any]]:
        return [
            {
                "id": entry.id,
                "name": entry.name,
                "created": entry.created,
                "finished": entry.finished,
                "running": entry.id in self.running,
                "game": entry.settings.get("game"),
                "players": entry.settings.get("players", []),
                "played": len(self.store.league_numbers(entry.id)),
                "total": _total(entry.settings),
            }
            for entry in self.store.leagues()[:100]
        ]

    def create(self, ask: LeagueAsk) -> int:
        """Write down a checked plan; blocking, since it looks for openings."""
        specs = [check_spec(spec) for spec in ask.players]
        if len(set(specs)) != len(specs):
            raise OptionError("each player can be named once", kind="named_once")
        rules = Rules(
            seconds_per_move=ask.seconds_per_move,
            tolerance_s=2.0,
            playouts=ask.playouts,
            opening_rule="swap2" if ask.swap2 else "",
        )
        plan = Plan.make(ask.game, specs, ask.games, rules=rules, seed=ask.seed)
        return League.create(self.store, plan, ask.name or None, "match" if len(specs) == 2 else "league").id

    def state(self, id: int) -> dict[str, Any]:
        """Everything a page shows of a league: table, crosstable, live boards, latest games."""
        run = self.running.get(id)
        league = run.league if run else League.open(self.store, id)
        return {
            "id": league.id,
            "name": league.name,
            "running": run is not None and not run.stop.is_set(),
            "problem": self.problems.get(id, ""),
            "live": [_board(league, *game) for game in run.boards.now(LIVE_BOARDS)] if run else [],
            "latest": [game_row(record) for record in self.store.find_games(league=id, limit=12)],
            **league.table(),
        }

    # ------------------------------------------------------------------------------------------ playing

    async def create_and_start(self, ask: LeagueAsk) -> int:
        """A new league, played from now on; nothing is written down where it could not be played."""
        self._check_room()
        id = await asyncio.get_running_loop().run_in_executor(None, lambda: self.create(ask))
        await self.start(id)
        return id

    def _check_room(self) -> None:
        if len(self.running) >= MOST_RUNNING:
            message = f"{MOST_RUNNING} leagues are already running; stop one first"
            raise OptionError(message, kind="leagues_running", n=MOST_RUNNING)

    async def start(self, id: int) -> None:
        async with self._starting:
            run = self.running.get(id)
            if run is not None and run.stop.is_set():
                await asyncio.wait([asyncio.wrap_future(run.done)])
            if id in self.running:
                return
            self._check_room()
            league = await asyncio.get_running_loop().run_in_executor(None, lambda: League.open(self.store, id))
            self.problems.pop(id, None)
            run = self.running[id] = RunningLeague(league)
            self._runners.submit(self._play, run)

    def stop(self, id: int) -> None:
        run = self.running.get(id)
        if run is not None:
            run.stop.set()

    def _play(self, run: RunningLeague) -> None:
        """Play what is left of a league, until none is left or someone stops it; runs in a thread."""
        id = run.league.id
        try:
            for _ in run.league.play(threads=self.threads, watch=run.boards, stop=run.stop):
                pass
        except OrchardError as error:
            self.problems[id] = str(error)
        except Exception as error:  # a defect of ours: it must not end in silence
            traceback.print_exception(error)
            self.problems[id] = defect_text(error)
        finally:
            self.running.pop(id, None)
            run.done.set_result(None)

    def close(self) -> None:
        running = list(self.running.values())
        for run in running:
            run.stop.set()
        self.threads.close()
        wait([run.done for run in running], CLOSE_S)
        self._runners.shutdown(wait=False, cancel_futures=True)
        if self._store is not None:
            with contextlib.suppress(StoreError):
                self._store.close()


def _board(league: League, setup: GameSetup, position: Position) -> dict[str, Any]:
    """A game under way, for the page to draw."""
    return {
        "number": league.plan.number(setup),
        "game": setup.game,
        "players": {"black": setup.black, "white": setup.white},
        "ply": position.ply,
        **frame_of(position),
    }


def _total(settings: dict[str, Any]) -> int | None:
    try:
        return Plan.from_json(settings).total
    except (KeyError, TypeError):
        return None


def game_row(record: GameRecord) -> dict[str, Any]:
    """One game as a line of a table."""
    own = {name: getattr(record, name) for name in ROW}
    more = {"unfinished": record.is_unfinished, "moves": len(record.moves), "seconds": round(record.seconds, 3)}
    return {**own, **more, "opening_name": opening_of(record)}
