"""Games from files into the database and back, of any size: a few games are in memory at a time."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

import orchard
from orchard.core.files import written_whole
from orchard.shells.commands._common import file_errors, progress_bar

if TYPE_CHECKING:
    from orchard.play.record import GameRecord
    from orchard.play.store import Store

MOST_REASONS = 20  # why games were left out, for people


# ------------------------------------------------------------------- import


def import_file(store: Store, file: str, format_name: str | None, game: str | None, skip: bool) -> dict[str, Any]:
    """Import a file, and say how many games it had, how many of them were new, and what was left out and why."""
    from orchard.play import formats

    promised = formats.by_file_name(file)
    by_ending = None if promised == "transcript" else promised  # .txt may be anything: its content decides
    left_out: list[str] = []
    answer: dict[str, Any] = {"file": file, "games": 0, "new": 0, "left_out": left_out, "stopped": False}
    read = 0

    def counted(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
        nonlocal read
        for record in records:
            read += 1
            yield record

    with _opened(file) as data:
        size = data.seek(0, io.SEEK_END)
        data.seek(0)
        try:
            refused = (lambda error: left_out.append(str(error))) if skip else None
            records = formats.iterate(data, format_name or by_ending, game, refused)
            with progress_bar(f"reading {file}") as tell:
                for done in store.import_games(counted(records)):
                    answer |= done._asdict()
                    tell(data.tell(), size)
        except KeyboardInterrupt:
            answer["stopped"] = True
        except orchard.OrchardError as error:
            hint = " (nothing of this file was imported; --skip leaves out games like this one)" if read else ""
            raise formats.FormatError(f"{file}: {error}{hint}") from error
    return answer


def tell_imported(answer: dict[str, Any]) -> None:
    left_out: list[str] = answer["left_out"]
    stopped = "stopped; " if answer["stopped"] else ""
    out = f", {len(left_out)} left out" if left_out else ""
    games = "1 game" if answer["games"] == 1 else f"{answer['games']:,} games"
    click.echo(f"{answer['file']}: {stopped}{games} read, {answer['new']:,} new{out}")
    for reason in left_out[:MOST_REASONS]:
        click.echo(f"  left out: {reason}")
    if len(left_out) > MOST_REASONS:
        click.echo(f"  and {len(left_out) - MOST_REASONS} more; --json lists all")


@contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """The file for reading; what comes from standard input is kept on disk meanwhile, since readers go back in it."""
    if file != "-":
        with file_errors("read", file), open(file, "rb") as data:
            yield data
        return
    with tempfile.TemporaryFile() as kept:
        shutil.copyfileobj(sys.stdin.buffer, kept)
        kept.seek(0)
        yield kept


# ------------------------------------------------------------------- export


class Fitting:
    """The games that are to be written; with `skip` those that the format cannot hold are counted and left out."""

    def __init__(self, records: Iterable[GameRecord], format: str, skip: bool) -> None:
        self.records, self.format, self.skip = records, format, skip
        self.left_out = 0

    def __iter__(self) -> Iterator[GameRecord]:
        for record in self.records:
            if self.skip and not self._fits(record):
                self.left_out += 1
            else:
                yield record

    def _fits(self, record: GameRecord) -> bool:
        from orchard.play import formats

        try:
            formats.write([record], self.format)
        except formats.FormatError:
            return False
        return True


def export_file(file: str, records: Iterable[GameRecord], format: str, total: int) -> int:
    """Write the games to a file, '-' for the terminal; where there are none the file stays as it was."""
    from orchard.play import formats

    games = iter(records)
    first = next(games, None)
    if first is None:
        raise click.UsageError(f"there are no such games: {file} is left as it was")
    with progress_bar(f"writing {file}") as tell:

        def told() -> Iterator[GameRecord]:
            for number, record in enumerate(chain([first], games)):
                tell(number, total)
                yield record

        if file == "-":
            with tempfile.TemporaryFile() as whole:
                count = formats.write_to(whole, told(), format)
                whole.seek(0)
                shutil.copyfileobj(whole, sys.stdout.buffer)
            return count
        with file_errors("write", file), written_whole(Path(file)) as partial:
            try:
                with open(partial, "w+b") as out:
                    return formats.write_to(out, told(), format)
            except BaseException:
                partial.unlink(missing_ok=True)
                raise
