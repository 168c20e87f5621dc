"""One WebSocket of one tab: requests with an id in, answers and updates with the same id out.

    -> {"id": 7, "do": "move", "game": "reversi", "moves": "f5", "player": "level:3"}
    <- {"id": 7, "result": {"choice": {...}, "view": {...}}, "timing": {"waited_s": 0.0, "worked_s": 0.01, ...}}

Long work sends `update` messages first and obeys {"do": "cancel", "target": 7}. When the tab goes, its work stops.
"""

import asyncio
import contextlib
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
from orchard.shells.studio.security import Bucket, address_of
from orchard.shells.studio.studio import Studio

LONGEST_MESSAGE = 65_536
MOST_UNSENT = 16_000_000  # characters that wait for a client to read them
UNREAD_S = 30.0  # a client that has read nothing for so long is closed
CLOSE_S = 5.0
SOCKET_REQUESTS = {name: request for name, request in REQUESTS.items() if not request.http_only}


class Session:
    def __init__(self, studio: Studio, socket: WebSocket) -> None:
        self.studio, self.socket = studio, socket
        self.client = secrets.token_hex(8)
        self.jobs: dict[Job, Any] = {}  # with the ids of their requests, which a client may use twice
        self.tasks: dict[asyncio.Task[None], Any] = {}  # requests being handled, with their ids
        self.bucket = Bucket(studio.settings.messages_per_s, studio.settings.messages_burst)
        self.outgoing: asyncio.Queue[str] = asyncio.Queue()
        self.closing: asyncio.Task[None] | None = None
        self.unsent = 0  # characters in `outgoing`
        self.address = address_of(socket.scope)

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
        except (WebSocketDisconnect, KeyError, RuntimeError):  # KeyError: a binary message has no text
            pass  # RuntimeError: it was closed from here, since nobody reads
        finally:
            self.studio.warmup.listeners.discard(self._tell_warmup)
            self.studio.sessions.discard(self)
            self.studio.cancel_client(self.client)
            self.studio.leave_rooms(self.client)
            for task in [*self.tasks, sender]:
                task.cancel()
            await self._close(1003)

    async def _send_all(self) -> None:
        while True:
            text = await self.outgoing.get()
            try:
                await asyncio.wait_for(self.socket.send_text(text), UNREAD_S)
            except TimeoutError:
                await self._close(1008)  # nobody reads at the other end
                return
            except (WebSocketDisconnect, RuntimeError, OSError):
                return  # the tab has gone; the reader notices as well
            self.unsent -= len(text)

    async def _close(self, code: int) -> None:
        if self.socket.client_state is WebSocketState.CONNECTED:
            with contextlib.suppress(WebSocketDisconnect, RuntimeError, OSError):  # it has just gone
                await asyncio.wait_for(self.socket.close(code), CLOSE_S)

    def _say(self, message: dict[str, Any], *, may_be_left_out: bool = False) -> None:
        """Queue a message. A client that reads too slowly misses updates, and is closed when answers pile up."""
        if self.unsent > MOST_UNSENT // 4 and may_be_left_out:
            return
        text = json.dumps(message)
        self.unsent += len(text)
        self.outgoing.put_nowait(text)
        if self.unsent > MOST_UNSENT and self.outgoing.qsize() > 1 and not self.closing:
            self.closing = asyncio.create_task(self._close(1008))
            self.studio.cancel_client(self.client)

    def tell(self, event: str, state: dict[str, Any]) -> None:
        """News that the client has not asked for."""
        self._say({"event": event, "state": state})

    def _tell_warmup(self, state: dict[str, Any]) -> None:
        self._say({"event": "warmup", "state": state}, may_be_left_out=True)

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
            self._say({"id": key, "result": {"stopped": True}})
            return
        if do == "ping":
            self._say({"id": key, "result": {"status": self.studio.status()}})
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
        jobs = self._jobs_of(target)
        for job in jobs:
            self.studio.cancel(job)
        if jobs:
            return
        for task in [task for task, key in self.tasks.items() if key == target]:  # it waits for the compiler
            task.cancel()
            self._refuse(target, problem_of(StoppedError("stopped before it began")))

    def _jobs_of(self, key: Any) -> list[Job]:
        return [job for job, own in self.jobs.items() if own == key]

    async def _handle(self, key: Any, request: Request, message: dict[str, Any], arrived: float) -> None:
        try:
            ask = request.shape.model_validate(message)
            begun = await begin(
                self.studio,
                request,
                ask,
                self.client,
                lambda update: self._update(key, update),
                stand_ins=True,
                address=self.address,
            )
            if isinstance(begun, Job):
                await self._finish(key, begun, arrived)
            else:
                self._say({"id": key, "result": begun})
        except Exception as error:  # also a defect of ours: say so, keep the connection
            problem = problem_of(error)
            if problem.code == "defect":
                print("orchard: internal error, please report it:", file=sys.stderr)
                traceback.print_exception(error)
            self._refuse(key, problem)

    async def _finish(self, key: Any, job: Job, arrived: float) -> None:
        """Wait for engine work and send its result."""
        self.jobs[job] = key
        try:
            result = await job.done
        finally:
            self.jobs.pop(job, None)
        timing = {
            "waited_s": round(job.waited_s, 6),  # for a free engine
            "worked_s": round(job.worked_s, 6),  # in it
            "server_s": round(time.perf_counter() - arrived, 6),  # from the message's arrival to this answer, in all
        }
        self._say({"id": key, "result": result, "timing": timing})

    def _update(self, key: Any, update: Any) -> None:
        jobs = self._jobs_of(key)
        if not jobs or not all(job.stop.is_set() for job in jobs):
            self._say({"id": key, "update": update}, may_be_left_out=True)

    def _refuse(self, key: Any, problem: Problem) -> None:
        error = {"code": problem.code, "message": problem.message, "reason": problem.reason}
        self._say({"id": key, "error": error})
