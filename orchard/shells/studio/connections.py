"""Connections are bounded: how many there are in all and from one address, and how long each may be idle."""

import asyncio
import json
import sys
from typing import ClassVar, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr

from orchard.shells.studio.security import Guard, ServerSettings

HEAD_S = 15.0  # for the head of a request to arrive
KEEP_ALIVE_S = 10  # until the next request begins
UNREAD_S = 30.0  # for a client to read some of an answer
LAST_WORDS_S = 1.0  # for a client to read why it is refused
MOST_REFUSALS = 16  # that wait for that; more are hung up on at once
BACKLOG = 64  # connections that come in at once, before any of them is looked at


def most_connections(settings: ServerSettings) -> tuple[int, int]:
    """In all and from one address. Where the system gives us few open files, at most half of them: we need some, and so
    do the connections that have just come in or are being refused."""
    in_all = min(settings.connections, open_files() // 2)
    return in_all, min(settings.connections_per_address, in_all // 2)


def open_files() -> int:
    """How many files this process may have open."""
    if sys.platform == "win32":
        return 512
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return soft if soft != resource.RLIM_INFINITY else sys.maxsize


class BoundedProtocol(H11Protocol):
    """Refuses connections above the bounds. Hangs up on a client that does not send the head of a request within HEAD_S
    or does not read an answer within UNREAD_S."""

    _head_timer: asyncio.TimerHandle | None = None
    _unread_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        if self._is_one_too_many(transport):
            Refusal().begin(transport)
            return
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_S, transport.close)

    def _is_one_too_many(self, transport: asyncio.Transport) -> bool:
        """WebSockets are among the connections, too. The clients of a proxy all come from its address."""
        settings = cast(Guard, self.config.app).settings
        in_all, from_one = most_connections(settings)
        address = _host(get_remote_addr(transport))
        own = sum(_host(getattr(connection, "client", None)) == address for connection in self.connections)
        is_proxy = bool({address, "*"} & set((settings.proxy or "").split(",")))
        return len(self.connections) >= in_all or (own >= from_one and not is_proxy)

    def data_received(self, data: bytes) -> None:
        if self._head_timer is None:  # the next request of this connection begins, or the body of this one goes on
            self._head_timer = self.loop.call_later(HEAD_S, self.transport.close)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._forget_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_head()
        self._forget_unread()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._forget_head()
        self._forget_unread()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._forget_head()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_timer = self.loop.call_later(UNREAD_S, self.transport.abort)

    def resume_writing(self) -> None:
        self._forget_unread()
        super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        self.loop.call_later(UNREAD_S, self.transport.abort)  # where the last answer was never read

    def _forget_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _forget_unread(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None


class Refusal(asyncio.Protocol):
    """One connection too many: it is told so, whatever it sends."""

    _waiting: ClassVar[set["Refusal"]] = set()

    def begin(self, transport: asyncio.Transport) -> None:
        transport.set_protocol(self)
        if len(self._waiting) >= MOST_REFUSALS:
            transport.abort()
            return
        self._waiting.add(self)
        transport.write(REFUSED)
        transport.write_eof()  # closed at once, with its request unread, the client would see an error instead
        asyncio.get_running_loop().call_later(LAST_WORDS_S, transport.abort)

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.discard(self)


def _host(client: tuple[str, int] | None) -> str:
    return client[0] if client else "?"


def _refused() -> bytes:
    words = {"error": "busy", "message": "too many connections are open; close some tabs or wait a few seconds"}
    body = json.dumps(words).encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nRetry-After: 5\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


REFUSED = _refused()
