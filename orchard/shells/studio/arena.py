"""Matches and leagues started from the studio: games in threads of their own, boards to watch, stop and resume.

A league lives in the store; this only plays the games of its plan that are not there yet.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
import traceback
from dataclasses import dataclass, field
from typing import Any

from orchard.core.choice import Stop
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Position
from orchard.play.database import StoreError
from orchard.play.league import League, Plan
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.referee import GameStoppedError, Rules, play_game
from orchard.play.store import Store
from orchard.shells.studio.engine import EngineQueue, Report, StoppedError
from orchard.shells.studio.players import check_spec
from orchard.shells.studio.positions import frame_of
from orchard.shells.studio.schemas import LeagueAsk

LIVE_BOARDS = 6
MOST_RUNNING = 4


@dataclass
class Running:
    """A league being played: its boards, and the way to stop it."""

    league: League
    task: asyncio.Task[None] | None = None
    stopping: bool = False
    live: dict[int, dict[str, Any]] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Arena:
    def __init__(self, url: str | None = None) -> None:
        self.url = url
        self.queue = EngineQueue(max(1, (os.cpu_count() or 2) // 2), per_client=64)
        self.running: dict[int, Running] = {}
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
        league = run.league if run else self._open(id)
        live = []
        if run:
            with run.lock:
                live = list(run.live.values())[:LIVE_BOARDS]
                table = league.tally.as_json()
        else:
            table = league.tally.as_json()
        return {
            "id": league.id,
            "name": league.name,
            "running": run is not None and not run.stopping,
            "problem": self.problems.get(id, ""),
            "live": live,
            "latest": [game_row(record) for record in self.store.find_games(league=id, limit=12)],
            **table,
        }

    def _open(self, id: int) -> League:
        return League.open(self.store, id)

    # ------------------------------------------------------------------------------------------ playing

    async def start(self, id: int) -> None:
        async with self._starting:
            run = self.running.get(id)
            if run is not None and run.stopping and run.task is not None:
                await asyncio.wait([run.task])
            if id in self.running:
                return
            if len(self.running) >= MOST_RUNNING:
                message = f"{MOST_RUNNING} leagues are running already; stop one first"
                raise OptionError(message, kind="leagues_running", n=MOST_RUNNING)
            league = await asyncio.get_running_loop().run_in_executor(None, self._open, id)
            self.problems.pop(id, None)
            run = self.running[id] = Running(league)
            run.task = asyncio.create_task(self._play(run))

    def stop(self, id: int) -> None:
        run = self.running.get(id)
        if run is not None:
            run.stopping = True
            self.queue.cancel_client(f"league-{id}")

    async def _play(self, run: Running) -> None:
        """Keep every thread busy with a game until none is left or somebody stops it."""
        numbers = iter(run.league.left())

        async def worker() -> None:
            for number in numbers:
                if run.stopping:
                    return
                job = self.queue.submit(f"league-{run.league.id}", self._game(run, number))
                try:
                    await job.done
                except (StoppedError, GameStoppedError):
                    return
                except Exception:
                    self.stop(run.league.id)  # the other games, too
                    raise

        try:
            workers = [worker() for _ in range(self.queue.workers)]
            for ended in await asyncio.gather(*workers, return_exceptions=True):
                if isinstance(ended, BaseException):
                    raise ended
            await asyncio.get_running_loop().run_in_executor(None, run.league.settle)
        except OrchardError as error:
            self.problems[run.league.id] = str(error)
        except Exception as error:  # a defect of ours: it must not end in silence
            traceback.print_exception(error)
            self.problems[run.league.id] = f"the server made a mistake ({type(error).__name__}); see its output"
        finally:
            self.running.pop(run.league.id, None)

    def _game(self, run: Running, number: int) -> Any:
        setup = run.league.plan.setup(number)

        def work(stop: Stop, report: Report) -> None:
            def seen(position: Position, record: MoveRecord) -> None:
                with run.lock:
                    run.live[number] = {
                        "number": number,
                        "game": setup.game,
                        "players": {"black": setup.black, "white": setup.white},
                        "ply": position.ply,
                        **frame_of(position),
                    }

            try:
                record = play_game(setup, on_move=seen, stop=stop)
                kept = run.league.save([record])
                with run.lock:
                    run.league.tally.add(kept)
            finally:
                with run.lock:
                    run.live.pop(number, None)

        return work

    def close(self) -> None:
        for id in list(self.running):
            self.stop(id)
        self.queue.close()
        if self._store is not None:
            with contextlib.suppress(StoreError):
                self._store.close()


def _total(settings: dict[str, Any]) -> int | None:
    try:
        return Plan.from_json(settings).total
    except (KeyError, TypeError):
        return None


def game_row(record: GameRecord) -> dict[str, Any]:
    """One game as a line of a table."""
    return {
        "id": record.id,
        "game": record.game,
        "black": record.black,
        "white": record.white,
        "winner": record.winner,
        "unfinished": record.is_unfinished,
        "score": record.score,
        "verdict": record.verdict,
        "started": record.started,
        "moves": len(record.moves),
        "seconds": round(record.seconds, 3),
    }
