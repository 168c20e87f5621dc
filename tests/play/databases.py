"""Databases for tests: a fresh SQLite file, or a fresh database in a real PostgreSQL server started for the run."""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

BACKENDS = ("sqlite", "postgresql")


class ThrowawayPostgres:
    """A PostgreSQL server in a temporary folder, reached through a socket in that folder; no port, no password."""

    def __init__(self) -> None:
        self.bin = _postgres_programs()
        self.folder = Path(tempfile.mkdtemp(prefix="orchard-pg-"))  # short: socket paths may have about 100 letters
        self._as: dict[str, Any] = {}
        if os.geteuid() == 0:  # the server refuses to run as root
            account = _unprivileged_user()
            self._as = {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}
            os.chown(self.folder, account.pw_uid, account.pw_gid)
        self.folder.chmod(0o755)
        try:
            self._run("initdb", "-D", self.folder / "data", "-U", "orchard", "-A", "trust", "-E", "UTF8", "--no-sync")
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        atexit.register(self.stop)

    def start(self) -> None:
        settings = f"-k {self.folder} -c listen_addresses= -c fsync=off"
        self._run("pg_ctl", "-D", self.folder / "data", "-l", self.folder / "log", "-o", settings, "-w", "start")

    def pause(self) -> None:
        """Break off every connection and go away, until `start`."""
        self._run("pg_ctl", "-D", self.folder / "data", "-m", "fast", "-w", "stop")

    def _run(self, program: str, *arguments: object) -> None:
        command = [str(self.bin / program), *map(str, arguments)]
        # Output goes to a file: a pipe would be kept open by the server that pg_ctl leaves running.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(command, cwd="/", stdout=output, stderr=output, timeout=60, check=False, **self._as)
            if done.returncode:
                output.seek(0)
                raise RuntimeError(f"{program} failed: {output.read().decode(errors='replace').strip()[-600:]}")

    def url(self, database: str) -> str:
        return f"postgresql://orchard@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        import psycopg

        name = f"test_{uuid4().hex[:12]}"
        with psycopg.connect(f"host={self.folder} user=orchard dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def stop(self) -> None:
        try:
            self._run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "-w", "stop")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)


def _postgres_programs() -> Path:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: int(p.parent.name), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    for folder in folders:
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise RuntimeError("no initdb and pg_ctl found: install PostgreSQL (on Debian: apt-get install postgresql)")


def _unprivileged_user() -> pwd.struct_passwd:
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise RuntimeError("PostgreSQL does not run as root, and there is no user 'postgres' or 'nobody'")


@lru_cache(maxsize=1)
def postgres() -> ThrowawayPostgres | str:
    """The server of this test run, or why there is none."""
    try:
        import psycopg  # noqa: F401

        return ThrowawayPostgres()
    except (ImportError, RuntimeError, OSError, subprocess.TimeoutExpired) as error:
        return str(error)


def fresh_database(backend: str, folder: Path) -> str:
    """The address of an empty database; skips the test, loudly, where PostgreSQL cannot be started."""
    if backend == "sqlite":
        return str(folder / "orchard.db")
    server = postgres()
    if isinstance(server, str):
        message = f"NOT TESTED on PostgreSQL: {server}"
        warnings.warn(pytest.PytestWarning(message), stacklevel=2)  # pytest repeats it at the end of the run
        pytest.skip(message)
    return server.new_database()


@pytest.fixture(params=BACKENDS)
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A fresh database of each kind."""
    return fresh_database(request.param, tmp_path)
