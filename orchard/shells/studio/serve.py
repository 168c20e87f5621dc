"""Runs the server: takes the port, prints the address, opens the browser, and exits quietly on Ctrl-C."""

import socket
import sys
import threading
import webbrowser
from dataclasses import replace

import uvicorn

from orchard.core.errors import OptionError
from orchard.shells.studio.app import create_app
from orchard.shells.studio.security import LOOPBACK, ServerSettings
from orchard.shells.studio.session import LONGEST_MESSAGE


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
    config = uvicorn.Config(
        create_app(settings),
        log_level="warning",
        ws_max_size=LONGEST_MESSAGE,
        ws_ping_interval=20,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    server = uvicorn.Server(config)
    sys.setswitchinterval(0.001)  # players in other threads hand the interpreter back sooner, so that answers go out
    if open_browser:
        threading.Timer(0.8, webbrowser.open, [address]).start()
    server.run(sockets=[listener])


def _listen(settings: ServerSettings) -> socket.socket:
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
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
