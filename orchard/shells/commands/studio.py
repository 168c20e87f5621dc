"""`orchard studio`: the studio in the browser."""

import os
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
@click.option(
    "--token",
    help="Secret of at least 22 letters and digits that clients must send; 'new' makes one. Others on this machine can "
    "see it among the running programs: --token-file hides it.",
)
@click.option(
    "--token-file",
    type=click.Path(dir_okay=False),
    help="File with the token; a file that is not there is made, with a new token.",
)
@click.option("--proxy", help="Address of a proxy in front of this server, whose X-Forwarded-For is believed.")
@click.option("--no-open", is_flag=True, help="Do not open the browser.")
@click.option("--workers", type=click.IntRange(1, 256), help="Searches at once.  [default: number of cores]")
def studio(
    port: int,
    host: str,
    token: str | None,
    token_file: str | None,
    proxy: str | None,
    no_open: bool,
    workers: int | None,
) -> None:
    """Start the studio: play, review and analyse in the browser.

    \b
    Example:
      orchard studio --port 8484
    """
    from orchard.shells.studio.warmup import load_early

    load_early()
    from orchard.shells.studio.security import LOOPBACK, ServerSettings
    from orchard.shells.studio.serve import serve

    token = _token(token, token_file)
    if host not in LOOPBACK and token is None:
        raise click.UsageError(
            f"--host {host} lets other machines use this one's processors and see its games: add --token new"
        )
    settings = ServerSettings(host=host, port=port, token=token, proxy=proxy, workers=workers)
    serve(settings, open_browser=not no_open)


def _token(token: str | None, file: str | None) -> str | None:
    """The token that was given, is in the file, or is made now: 128 bits."""
    import secrets

    if token is not None and file is not None:
        raise click.UsageError("give --token or --token-file, not both")
    if token == "new":
        return secrets.token_urlsafe(16)
    if file is not None:
        try:
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as made:
                made.write(secrets.token_urlsafe(16) + "\n")
        except FileExistsError:
            pass
        except OSError as error:
            raise click.UsageError(f"cannot make the token file {file}: {error.strerror}") from None
        try:
            with open(file, encoding="utf-8") as given:
                token = given.read(1000).strip()
        except (OSError, UnicodeDecodeError) as error:
            raise click.UsageError(f"cannot read the token file {file}: {error}") from None
    if token is not None and not re.fullmatch(r"[A-Za-z0-9_-]{22,200}", token):
        raise click.UsageError(
            "a token that cannot be guessed has 22 to 200 letters, digits, - or _: --token new makes one"
        )
    return token
