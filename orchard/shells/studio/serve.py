"""Runs the server: takes the port, prints the address, opens the browser, and exits quietly on Ctrl-C."""

import asyncio
import logging
import socket
import sys
import threading
import webbrowser
from dataclasses import replace

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from orchard.core.errors import OptionError
from orchard.shells.studio.app import create_app
from orchard.shells.studio.security import LOOPBACK, Guard, ServerSettings
from orchard.shells.studio.session import LONGEST_MESSAGE

HEAD_S = 15.0  # for the head of a request to arrive


def serve(settings: ServerSettings, open_browser: bool) -> None:
    listener = _listen(settings)
    settings = replace(settings, port=listener.getsockname()[1])
    shown = "127.0.0.1" if settings.host in LOOPBACK | {"0.0.0.0", "::"} else settings.host
    address = f"http://{shown}:{settings.port}/" + (f"?token={settings.token}" if settings.token else "")
    print(f"Orchard studio: {address}   (Ctrl-C stops it)", flush=True)
    if settings.host not in LOOPBACK:
        print(
            "Anyone who can reach this machine and has the token can use its processors and read and add games.\n"
            "The connection is not encrypted: on a network you do not trust, put it behind a proxy with TLS.",
            flush=True,
        )
    server = uvicorn.Server(server_config(create_app(settings), settings))
    sys.setswitchinterval(0.001)  # players in other threads hand the interpreter back sooner, so that answers go out
    if open_browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    server.run(sockets=[listener])


def server_config(app: Guard, settings: ServerSettings) -> uvicorn.Config:
    """How the server reads requests: with time limits, and believing only a proxy that was named."""
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    return uvicorn.Config(
        app,
        log_level="warning",
        http=TimedProtocol,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=settings.proxy is not None,
        forwarded_allow_ips=settings.proxy or "",
    )


class TimedProtocol(H11Protocol):
    """Hangs up on a client that does not send the head of a request within HEAD_S."""

    _head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._head_timer = self.loop.call_later(HEAD_S, transport.close)

    def data_received(self, data: bytes) -> None:
        if self._head_timer is None:  # the next request of this connection begins, or the body of this one goes on
            self._head_timer = self.loop.call_later(HEAD_S, self.transport.close)
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._forget_timer()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_timer()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._forget_timer()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        self._forget_timer()
        super().on_response_complete()

    def _forget_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None


def _is_news(record: logging.LogRecord) -> bool:
    """Whether an event belongs in the log: what a client sends wrongly is its own affair."""
    return not str(record.msg).startswith(("Invalid UTF-8 sequence", "Invalid HTTP request"))


def _listen(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio switches off the delay of small packets (40 ms an answer) only where the protocol is named
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(128)  # connections are accepted from now on, even before the server reads
    except OSError as error:
        listener.close()
        raise OptionError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}; try --port 0"
        ) from None
    return listener
