"""Runs the server: takes the port, prints the address, opens the browser, and exits quietly on Ctrl-C."""

import logging
import socket
import sys
import threading
import webbrowser
from dataclasses import replace

import uvicorn

from orchard.core.errors import OptionError
from orchard.shells.studio.app import create_app
from orchard.shells.studio.connections import BACKLOG, KEEP_ALIVE_S, BoundedProtocol
from orchard.shells.studio.security import LOOPBACK, Guard, ServerSettings
from orchard.shells.studio.session import LONGEST_MESSAGE


def serve(settings: ServerSettings, open_browser: bool) -> None:
    listener = listen(settings)
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
    """How the server reads requests: within bounds and time limits, and believing only a proxy that was named."""
    logging.getLogger("uvicorn.error").addFilter(_is_news)
    return uvicorn.Config(
        app,
        log_level="warning",
        http=BoundedProtocol,
        backlog=BACKLOG,
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=2,
        server_header=False,
        proxy_headers=settings.proxy is not None,
        forwarded_allow_ips=settings.proxy or "",
    )


def _is_news(record: logging.LogRecord) -> bool:
    """Whether an event belongs in the log: what a client sends wrongly is its own affair."""
    return not str(record.msg).startswith(("Invalid UTF-8 sequence", "Invalid HTTP request"))


def listen(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio switches off the delay of small packets (40 ms an answer) only where the protocol is named
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen(BACKLOG)  # connections are accepted from now on, even before the server reads
    except OSError as error:
        listener.close()
        raise OptionError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror or error}; try --port 0"
        ) from None
    return listener
