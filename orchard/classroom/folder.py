"""A class on disk: its settings, its database and its submissions, opened together."""

from __future__ import annotations

import fcntl
import os
from datetime import UTC, datetime
from pathlib import Path

from orchard.classroom.accounts import Accounts
from orchard.classroom.audit import Audit
from orchard.classroom.backup import backup
from orchard.classroom.clock import Clock, now
from orchard.classroom.invitations import Invitations
from orchard.classroom.people import Newcomer, People
from orchard.classroom.secrets import Passwords
from orchard.classroom.settings import BACKUPS, DATABASE, FILE, SUBMISSIONS, Settings, new_file, read_settings
from orchard.classroom.upgrade import VERSION, older_version, prepare
from orchard.core.errors import OptionError
from orchard.play.database import Database

UPGRADING = ".upgrade.lock"


class Classroom:
    """An open class, its tables up to date; `upgraded` names the backup that was made before they were, if they were
    not. `clock` and `passwords` are given by tests."""

    def __init__(
        self,
        folder: Path | str,
        *,
        settings: Settings | None = None,
        clock: Clock = now,
        passwords: Passwords | None = None,
    ) -> None:
        self.folder = Path(folder).absolute()  # bots are shown files in it, and start elsewhere
        self.settings = settings or read_settings(self.folder)
        self.clock = clock
        self.database = Database(self.settings.database or str(own_file(self.folder / DATABASE)))
        self.upgraded = self._upgrade()
        self.people = People(self.database, clock)
        self.audit = Audit(self.database, clock)
        self.accounts = Accounts(
            self.database,
            passwords or Passwords(),
            clock,
            session_hours=self.settings.session_hours,
            idle_hours=self.settings.idle_hours,
            link_hours=self.settings.link_hours,
        )
        self.invitations = Invitations(self.people, self.accounts)

    def _upgrade(self) -> Path | None:
        """Bring the tables up to date, after a backup. Of several processes that start at once, one does it."""
        made: Path | None = None
        if self._older_version() is not None:
            with open(own_file(self.folder / UPGRADING), "w", encoding="ascii") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                if (version := self._older_version()) is not None:
                    made = self._backup_before(version)
                    prepare(self.database)
        prepare(self.database)
        return made

    def _older_version(self) -> int | None:
        with self.database.plain_words():
            return older_version(self.database.url)

    def _backup_before(self, version: int) -> Path:
        (self.folder / BACKUPS).mkdir(mode=0o700, exist_ok=True)
        moment = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        made = self.folder / BACKUPS / f"version-{version}-before-{VERSION}-{moment}.tar.gz"
        backup(self.folder, self.database.url, made)
        return made

    @property
    def submissions(self) -> Path:
        return self.folder / SUBMISSIONS

    def link_address(self, token: str) -> str:
        """What a person opens in a browser. The token stands behind #, which browsers send to no server or log."""
        return f"{self.settings.address.rstrip('/')}/#link/{token}"

    def invitation_address(self, token: str) -> str:
        """What everybody of a class opens to sign up."""
        return f"{self.settings.address.rstrip('/')}/#join/{token}"

    def close(self) -> None:
        self.database.close()

    def __enter__(self) -> Classroom:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def own_file(path: Path) -> Path:
    """The path of a file that other users cannot read, made if there is none. SQLite's files beside it follow it."""
    try:
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError:
        pass
    except OSError as error:
        raise OptionError(f"cannot make {path}: {error.strerror}") from None
    return path


def make_class(folder: Path, teacher: str, *, title: str, address: str, passwords: Passwords | None = None) -> str:
    """Make a class with one teacher; the address of the teacher's one-time link."""
    path = folder / FILE
    if path.exists():
        raise OptionError(f"{folder} is a class already: orchard class serve {folder}")
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    (folder / SUBMISSIONS).mkdir(exist_ok=True)
    with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(new_file(title, address))
    try:
        with Classroom(folder, passwords=passwords) as made:
            (person,) = made.people.add([Newcomer(teacher, "teacher")])
            made.audit.note("class.made", teacher=person.name)
            return made.link_address(made.accounts.new_link(person.id))
    except BaseException:
        path.unlink()  # so that it can be tried again
        raise
