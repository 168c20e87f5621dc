"""orchard class worker: checks submissions and plays games."""

from __future__ import annotations

import fcntl
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from orchard.core.choice import Stop
from orchard.core.interrupts import stop_on_interrupt
from orchard.shells.commands._common import json_option, print_json

if TYPE_CHECKING:
    from orchard.classroom.folder import Classroom
    from orchard.classroom.work import Work
    from orchard.classroom.worker import Place

TOKEN = "ORCHARD_CLASS_WORKER_TOKEN"
NAMES = ".worker-{number}.lock"
GIVES_WAY = 10  # so much nicer than others are a worker and the bots it runs: a page does not wait for a game


@click.command()
@click.argument("place", metavar="FOLDER|URL")
@click.option("--name", help="Name in the queue and in the records of games.  [default: this machine's, with a number]")
@click.option("--add", metavar="NAME", help="Print a token for a worker on another machine, and do nothing else.")
@click.option("--jobs", type=click.IntRange(1), help="Stop after so many jobs.")
@click.option("--until-idle", is_flag=True, help="Stop when there is nothing to do.")
@click.option(
    "--run-bots-without-walls",
    is_flag=True,
    help="Run the bots of others without a sandbox: they can then read and change everything this user can.",
)
@click.option("--with", "server", type=int, hidden=True, help="Number of the process that started it: end with that.")
@json_option
def worker(
    place: str,
    name: str | None,
    add: str | None,
    jobs: int | None,
    until_idle: bool,
    run_bots_without_walls: bool,
    server: int | None,
    as_json: bool,
) -> None:
    """Check what is handed in and play the games of a class. One after the other, until Ctrl-C.

    FOLDER is a class on this machine. URL is the address of a class elsewhere; its token is read from the environment
    variable ORCHARD_CLASS_WORKER_TOKEN. Any number of workers may run at once; what one does not finish another does.

    \b
    Example:
      orchard class worker mycourse
      orchard class worker mycourse --add lab-7
      ORCHARD_CLASS_WORKER_TOKEN=... orchard class worker https://class.example.org
    """
    from orchard.classroom import calibration
    from orchard.classroom.worker import work as do_work

    def say(words: str) -> None:
        if not as_json:
            click.echo(words, err=True)

    with ExitStack() as stack:
        if add is not None:
            work, room = _opened(stack, place)
            token = work.workers.add(add)
            room.audit.note("workers.added", None, "console", name=add)
            print_json({"name": add, "token": token}) if as_json else click.echo(token)
            return
        if not run_bots_without_walls and not _allowed_without_walls(place):
            os.environ["ORCHARD_SANDBOX"] = "required"
        from orchard.players import _sandbox

        _sandbox.tell()  # refuses here, before a job is taken
        stop, speed = Stop(), calibration.speed()
        os.nice(GIVES_WAY)
        found = _elsewhere(stack, place, speed) if "://" in place else _here(stack, place, name, speed)
        say(f"{found.name}: speed {speed:.2f}, {_sandbox.description()}")
        if server is not None:
            threading.Thread(target=_end_with, args=(server, stop), name="server", daemon=True).start()
        with stop_on_interrupt(stop), _stopped_by_kill(stop):
            done = do_work(found, stop=stop, until_idle=until_idle, most=jobs, tell=say)
    if as_json:
        print_json({"worker": found.name, "speed": round(speed, 3), "done": done})


def _end_with(server: int, stop: Stop) -> None:
    """A server that is killed cannot end its workers; the next one starts its own."""
    while os.getppid() == server:
        time.sleep(1)
    stop.set()


@contextmanager
def _stopped_by_kill(stop: Stop) -> Iterator[None]:
    """`kill` ends a worker after it has given its job back, as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, lambda number, frame: stop.set())
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _opened(stack: ExitStack, place: str) -> tuple[Work, Classroom]:
    from orchard.shells.commands.class_._work import open_work

    return stack.enter_context(open_work(Path(place)))


def _allowed_without_walls(place: str) -> bool:
    from orchard.classroom.settings import read_settings

    return "://" not in place and read_settings(Path(place)).no_walls


def _here(stack: ExitStack, place: str, name: str | None, speed: float) -> Place:
    from orchard.classroom.worker import Here

    name = name or _free_name(stack, Path(place))
    return Here(_opened(stack, place)[0], name, speed)


def _free_name(stack: ExitStack, folder: Path) -> str:
    """This machine's name and the first number that no running worker of this class has; the system frees it at its
    end, however that comes."""
    for number in range(1, 1000):
        file = os.open(folder / NAMES.format(number=number), os.O_WRONLY | os.O_CREAT, 0o600)
        stack.callback(os.close, file)
        with suppress(OSError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return f"{socket.gethostname()[:60]} {number}"
    raise click.ClickException("too many workers here")


def _elsewhere(stack: ExitStack, place: str, speed: float) -> Place:
    import tempfile

    from orchard.classroom.remote import There

    token = os.environ.get(TOKEN, "")
    if not token:
        raise click.UsageError(f"a worker of a class elsewhere needs its token in {TOKEN}")
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="orchard-worker-"))
    Path(folder).chmod(0o755)  # bots run as a user without rights, and must reach their files
    return There(place, token, speed, Path(folder))
