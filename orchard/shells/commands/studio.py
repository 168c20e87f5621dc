"""`orchard studio`: the studio in the browser."""

import re

import click

from orchard.shells.commands._common import Interactive


@click.command(cls=Interactive)
@click.option(
    "--port", default=8484, show_default=True, type=click.IntRange(0, 65535), help="Port; 0 takes any free one."
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="Address to listen on; any but this machine's own needs --token.",
)
@click.option("--token", help="Secret of at least 8 letters and digits that clients must send; 'new' makes one.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option("--workers", type=click.IntRange(1, 256), help="Searches at once.  [default: number of cores]")
def studio(port: int, host: str, token: str | None, no_open: bool, workers: int | None) -> None:
    """Start the studio: play, review and analyse in the browser.

    \b
    Example:
      orchard studio --port 8484
    """
    import secrets

    from orchard.shells.studio.warmup import load_early

    load_early()
    from orchard.shells.studio.security import LOOPBACK, ServerSettings
    from orchard.shells.studio.serve import serve

    if token == "new":
        token = secrets.token_urlsafe(16)
    if token is not None and not re.fullmatch(r"[A-Za-z0-9_-]{8,200}", token):
        raise click.UsageError("a token has 8 to 200 letters, digits, - or _")
    if host not in LOOPBACK and token is None:
        raise click.UsageError(
            f"--host {host} lets other machines use this one's processors and see its games: add --token new"
        )
    serve(ServerSettings(host=host, port=port, token=token, workers=workers), open_browser=not no_open)
