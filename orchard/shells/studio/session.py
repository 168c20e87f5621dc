"""One WebSocket of one tab: requests with an id in, answers and updates with the same id out.

    -> {"id": 7, "do": "move", "game": "reversi", "moves": "f5", "player": "level:3"}
    <- {"id": 7, "result": {"choice": {...}, "view": {...}}, "timing": {"waited_s": 0.0, "worked_s": 0.01, ...}}

Long work sends `update` messages first and obeys {"do": "cancel", "target": 7}. When the tab goes, its work stops.
"""

import asyncio
import json
import secrets
import sys
import time
import traceback
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from orchard.shells.studio.engine import Job, StoppedError
from orchard.shells.studio.problems import Problem, problem_of
from orchard.shells.studio.requests import REQUESTS, Request, begin
from orchard.shells.studio.security import Bucket
from orchard.shells.studio.studio import Studio

LONGEST_MESSAGE = 65_536
SOCKET_REQUESTS = {name: request for name, request in REQUESTS.items() if not request.http_only}


class Session:
    def __init__(self, studio: Studio, socket: WebSocket) -> None:
        self.studio, self.socket = studio, socket
        self.client = secrets.token_hex(8)
        self.jobs: dict[Any, Job] = {}
        self.tasks: dict[asyncio.Task[None], Any] = {}  # requests being handled, with their ids
        self.bucket = Bucket(studio.settings.messages_per_s, studio.settings.messages_burst)
        self.outgoing: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def run(self) -> None:
        await self.socket.accept()
        sender = asyncio.create_task(self._send_all())
        self.studio.sessions.add(self)
        self.studio.warmup.listeners.add(self._tell_warmup)
        self._tell_warmup(self.studio.warmup.state())
        try:
            while True:
                text = await self.socket.receive_text()
                arrived = time.perf_counter()
                while not self.bucket.take():  # a client that sends too fast is read more slowly
                    await asyncio.sleep(1 / self.bucket.rate)
                self._take(text, arrived)
        except (WebSocketDisconnect, KeyError):  # KeyError: a binary message has no text
            pass
        finally:
            self.studio.warmup.listeners.discard(self._tell_warmup)
            self.studio.sessions.discard(self)
            self.studio.queue.cancel_client(self.client)
            for task in [*self.tasks, sender]:
                task.cancel()
            if self.socket.client_state is WebSocketState.CONNECTED:
                await self.socket.close(1003)

    async def _send_all(self) -> None:
        while True:
            message = await self.outgoing.get()
            try:
                await self.socket.send_text(json.dumps(message))
            except (WebSocketDisconnect, RuntimeError):
                return  # the tab has gone; the reader notices as well

    def _tell_warmup(self, state: dict[str, Any]) -> None:
        self.outgoing.put_nowait({"event": "warmup", "state": state})

    # ------------------------------------------------------------------------------------------ requests

    def _take(self, text: str, arrived: float) -> None:
        try:
            message = json.loads(text) if len(text) <= LONGEST_MESSAGE else None
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict) or not isinstance(message.get("id"), int | str):
            self._refuse(None, Problem("bad_message", "expected a JSON object with an id and what to do"))
            return
        key, do = message.pop("id"), message.pop("do", None)
        if do == "cancel":
            self._cancel(message.get("target"))
            self.outgoing.put_nowait({"id": key, "result": {"stopped": True}})
            return
        if do == "ping":
            self.outgoing.put_nowait({"id": key, "result": {"status": self.studio.status()}})
            return
        request = SOCKET_REQUESTS.get(do) if isinstance(do, str) else None
        if request is None:
            known = ", ".join(SOCKET_REQUESTS)
            message_text = f"unknown request {str(do)[:40]!r}; known: {known}, cancel, ping"
            self._refuse(key, Problem("bad_message", message_text))
            return
        task = asyncio.create_task(self._handle(key, request, message, arrived))
        self.tasks[task] = key
        task.add_done_callback(lambda done: self.tasks.pop(done, None))

    def _cancel(self, target: Any) -> None:
        job = self.jobs.get(target) if isinstance(target, int | str) else None
        if job is not None:
            self.studio.queue.cancel(job)
            return
        for task in [task for task, key in self.tasks.items() if key == target]:  # it waits for the compiler
            task.cancel()
            self._refuse(target, problem_of(StoppedError("stopped before it began")))

    async def _handle(self, key: Any, request: Request, message: dict[str, Any], arrived: float) -> None:
        try:
            ask = request.shape.model_validate(message)
            begun = await begin(
                self.studio, request, ask, self.client, lambda update: self._update(key, update), stand_ins=True
            )
            if isinstance(begun, Job):
                await self._finish(key, begun, arrived)
            else:
                self.outgoing.put_nowait({"id": key, "result": begun})
        except Exception as error:  # also a defect of ours: say so, keep the connection
            problem = problem_of(error)
            if problem.code == "defect":
                print("orchard: internal error, please report it:", file=sys.stderr)
                traceback.print_exception(error)
            self._refuse(key, problem)

    async def _finish(self, key: Any, job: Job, arrived: float) -> None:
        """Wait for engine work and send its result."""
        self.jobs[key] = job
        try:
            result = await job.done
        finally:
            self.jobs.pop(key, None)
        timing = {
            "waited_s": round(job.waited_s, 6),  # for a free engine
            "worked_s": round(job.worked_s, 6),  # in it
            "server_s": round(time.perf_counter() - arrived, 6),  # from the message's arrival to this answer, in all
        }
        self.outgoing.put_nowait({"id": key, "result": result, "timing": timing})

    def _update(self, key: Any, update: Any) -> None:
        job = self.jobs.get(key)
        if job is None or not job.stop.is_set():
            self.outgoing.put_nowait({"id": key, "update": update})

    def _refuse(self, key: Any, problem: Problem) -> None:
        error = {"code": problem.code, "message": problem.message, "reason": problem.reason}
        self.outgoing.put_nowait({"id": key, "error": error})
