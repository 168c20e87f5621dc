"""orchard doctor: what is installed here, where things are kept, and what does not work."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

import click

import orchard
from orchard.shells.commands._common import json_option, plain_table, print_json, wide_console

PACKAGE = Path(orchard.__file__).parent
OPTIONAL = {  # by the package that is looked for: what it is for, and the extra that brings it
    "psycopg": ("games in PostgreSQL", "postgres"),
    "distributed": ("leagues on a cluster (Dask)", "cluster"),
    "torch": ("training on a GPU", "train"),
    "gymnasium": ("environments for learning", "rl"),
    "pettingzoo": ("environments for learning", "rl"),
    "open_spiel": ("games and bots of OpenSpiel", "openspiel"),
    "argon2-cffi": ("the class server: passwords", "class"),
    "Authlib": ("the class server: OpenID Connect", "class"),
    "joserfc": ("the class server: OpenID Connect", "class"),
    "httpx": ("the class server: OpenID Connect", "class"),
    "python-multipart": ("the class server: uploads", "class"),
    "mkdocs": ("the documentation as a site", "docs"),
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the report. `ok` is False where Orchard cannot work, None where only a part of it is missing."""

    part: str
    name: str
    value: str
    ok: bool | None = True
    advice: str = ""


@click.command()
@json_option
@click.pass_context
def doctor(context: click.Context, as_json: bool) -> None:
    """Report what is installed and whether it works. Versions, processor, caches, where things are kept, optional
    parts.

    Nothing is changed. The exit code is 2 if something that Orchard needs does not work, otherwise 0. Optional parts
    may be missing.

    \b
    Examples:
      orchard doctor
      orchard doctor --json
    """
    findings = list(examine())
    broken = [finding for finding in findings if finding.ok is False]
    if as_json:
        print_json({"ok": not broken, "findings": [asdict(finding) for finding in findings]})
    else:
        _print(findings)
        click.echo("\n" + (f"{len(broken)} of these must be fixed" if broken else "everything that is needed works"))
    context.exit(2 if broken else 0)


def _print(findings: list[Finding]) -> None:
    table, part = plain_table("", "", ""), ""
    table.show_header = False
    marks = {True: "", None: "- ", False: "✗ "}
    from rich.text import Text

    for finding in findings:
        advice = f" ({finding.advice})" if finding.advice else ""
        shown = finding.part if finding.part != part else ""
        table.add_row(shown, Text.assemble((marks[finding.ok], "red"), finding.name), finding.value + advice)
        part = finding.part
    wide_console().print(table)


def examine() -> Iterator[Finding]:
    yield Finding("Orchard", "version", orchard.__version__)
    yield Finding("Orchard", "installed in", str(PACKAGE))
    yield Finding("Orchard", "Python", f"{platform.python_version()} ({sys.executable})")
    yield from _packages()
    yield Finding("machine", "system", f"{platform.system()} {platform.release()}")
    yield Finding("machine", "processor", _processor())
    yield Finding("machine", "threads", f"{_threads()} that may be used, of {os.cpu_count()}")
    yield from _files()
    yield _kernels()
    yield _database()
    yield from _walls()
    yield Finding("optional", "browser", "none needed: the studio opens in the one you use")
    for name, (purpose, extra) in OPTIONAL.items():
        version = _version(name)
        value = f"{version}, for {purpose}" if version else f"missing, for {purpose}"
        yield Finding(
            "optional", name, value, True if version else None, "" if version else f"pip install 'orchard[{extra}]'"
        )


def _packages() -> Iterator[Finding]:
    """What Orchard's own metadata says it needs; where it runs without being installed, the usual packages."""
    try:
        wanted = importlib.metadata.requires("orchard") or []
    except importlib.metadata.PackageNotFoundError:
        wanted = ["numpy", "numba", "click", "rich", "fastapi", "uvicorn", "websockets", "SQLAlchemy", "safetensors"]
    for line in wanted:
        name = re.match(r"[\w.-]+", line)
        if name is not None and "extra ==" not in line:
            version = _version(name[0])
            advice = "" if version else f"pip install {name[0]}"
            yield Finding("packages", name[0], version or "missing", bool(version), advice)


def _version(package: str) -> str:
    """Of an installed package, without loading it; empty where there is none."""
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _processor() -> str:
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    except OSError:
        found = None
    return (found[1] if found else platform.processor()) or platform.machine()


def _threads() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _files() -> Iterator[Finding]:
    """What is installed beside the code."""
    weights = [file for file in PACKAGE.glob("games/*/weights/*") if file.is_file()]
    again = "install Orchard again"
    size = _size(sum(file.stat().st_size for file in weights))
    yield Finding("files", "weights", f"{len(weights)} files, {size}", bool(weights), "" if weights else again)
    page = PACKAGE / "web" / "index.html"
    there = page.is_file()
    yield Finding("files", "studio page", str(page.parent) if there else "missing", there, "" if there else again)


def _kernels() -> Finding:
    from orchard.core.kernel_cache import kept_in

    folder = kept_in()
    files = [file for file in folder.rglob("*") if file.is_file()] if folder.is_dir() else []
    value = f"{folder}: {_size(sum(file.stat().st_size for file in files))} in {len(files)} files"
    if not _is_writable(folder):
        advice = "kernels are compiled again each time: set ORCHARD_CACHE to a folder that can be written"
        return Finding("caches", "kernels", f"{folder} cannot be written", False, advice)
    hint = "`orchard compile` fills it; otherwise the first game does" if not files else ""
    return Finding("caches", "kernels", value, True, hint)


def _is_writable(folder: Path) -> bool:
    """Whether a file can be made in it, or in the nearest folder above that is there."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _database() -> Finding:
    """Where games, leagues, reviews and profiles are kept. One that is not there yet is not made."""
    from orchard.core.errors import OrchardError
    from orchard.play.store import Store

    name = "games and profiles"
    try:
        with Store() as store:
            file = Path(store.database.url.database or "") if "sqlite" in store.database.url.drivername else None
            if file is not None and not file.exists():
                writable = _is_writable(file.parent)
                advice = "" if writable else "set ORCHARD_DB to a file that can be written"
                return Finding("kept", name, f"{file}, not there yet", writable, advice)
            size = f", {_size(file.stat().st_size)}" if file is not None else ""
            return Finding("kept", name, f"{store.database.shown}: {store.count_games()} games{size}")
    except (OrchardError, OSError) as error:
        return Finding("kept", name, str(error), False, "ORCHARD_DB names another database")


def _walls() -> Iterator[Finding]:
    from orchard.players import _sandbox

    path = shutil.which("bwrap")
    yield Finding("bots", "bubblewrap", path or "not installed", True if path else None)
    required = os.environ.get(_sandbox.SETTING, "").lower() == _sandbox.REQUIRED
    stands = _sandbox.stands()
    yield Finding("bots", "walls", _sandbox.description(), stands or (False if required else None))


def _size(count: int) -> str:
    return f"{count / 2**20:.1f} MB"
