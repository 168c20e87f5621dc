"""The packages of an assignment: installed once by the teacher into an environment of its own, written down with
versions and hashes, read-only from then on, and shown to the bots of that assignment behind the walls."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import time
import venv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from orchard.core.errors import OrchardError
from orchard.players._view import ALLOWED, PACKAGES, SHOW

ENVIRONMENT, LOCK, VENV, ARCHIVE = "environment.json", "requirements.lock", "venv", "packages.tar"
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
VERSION = r"[A-Za-z0-9.*+!_-]+"
REQUIREMENT = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]*(\[[A-Za-z0-9._, -]+\])?( *(==|>=|<=|~=|!=|<|>) *{VERSION},?)*")
MOST, LONGEST = 100, 200
ALWAYS = ("the standard library", "NumPy")  # what every bot has


class PackagesError(OrchardError, ValueError):
    """Packages that cannot be installed, or are not there."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What is installed for an assignment. `fingerprint` is that of the lock: games record it."""

    requirements: tuple[str, ...]
    installed: tuple[str, ...]  # name==version
    python: str
    made: float
    fingerprint: str
    tree: str  # hash of all files
    platform: str = ""
    archive: str = ""  # hash of the file that workers elsewhere fetch

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Environment:
        return cls(**{**kept, **{key: tuple(kept[key]) for key in ("requirements", "installed")}})

    def misfit(self) -> str:
        """Why it cannot be used by this Python; '' where it can."""
        there, here = (self.python.rpartition(".")[0], self.platform), (PYTHON, sysconfig.get_platform())
        if there[0] == here[0] and there[1] in ("", here[1]):
            return ""
        theirs = " on ".join(filter(None, there))
        return f"the packages were installed for Python {theirs}, and this is {' on '.join(here)}"


def checked(names: Iterable[str]) -> tuple[str, ...]:
    """Requirements as a teacher writes them: names and versions. Options, addresses and paths are none."""
    found = tuple(dict.fromkeys(str(name).strip() for name in names))
    for name in found:
        if len(found) > MOST or len(name) > LONGEST or not REQUIREMENT.fullmatch(name):
            raise PackagesError(f"{name[:LONGEST]!r} is no package: write a name, or name==version", kind="package")
    return found


def place_of(folder: Path, assignment: int) -> Path:
    """Where the environment of an assignment is in the folder of a class."""
    return folder / "packages" / str(assignment)


def site_of(place: Path) -> Path:
    """What is laid on the path of bots."""
    return place / VENV / "lib" / f"python{PYTHON}" / "site-packages"


def installed(place: Path) -> Environment | None:
    """What is installed there; None where nothing is."""
    try:
        kept = json.loads((place / ENVIRONMENT).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    return Environment.from_json(kept)


def install(place: Path, requirements: Sequence[str], options: Sequence[str] = ()) -> Environment:
    """Install requirements with pip as this machine has it configured; what was there before goes when all is well.
    `options` are for pip."""
    place.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(dir=place.parent))
    try:
        venv.create(scratch / VENV, symlinks=True)
        lines = "".join(f"{one}\n" for one in checked(requirements))
        (scratch / "requirements.txt").write_text(lines, encoding="utf-8")
        lock = _pip(scratch, options) if requirements else []
        (scratch / LOCK).write_text("".join(f"{line}\n" for line in lock), encoding="utf-8")
        made = Environment(
            requirements=checked(requirements),
            installed=tuple(line.partition(" ")[0] for line in lock),
            python=sys.version.partition(" ")[0],
            made=time.time(),
            fingerprint=hashlib.sha256((scratch / LOCK).read_bytes()).hexdigest()[:16],
            tree=tree_of(site_of(scratch)),
            platform=sysconfig.get_platform(),
            archive=_pack(scratch),
        )
        (scratch / ENVIRONMENT).write_text(json.dumps(made.as_json(), indent=1), encoding="utf-8")
        set_rights(scratch, 0o555, 0o444)
        remove(place)
        scratch.chmod(0o755)  # only what may be written can be renamed
        scratch.rename(place)
        place.chmod(0o555)
    except BaseException:
        remove(scratch)
        raise
    return made


def _pip(scratch: Path, options: Sequence[str]) -> list[str]:
    """Install, and say what was: 'name==version --hash=sha256:...', in order."""
    report = scratch / "report.json"
    command = [sys.executable, "-m", "pip", "--python", str(scratch / VENV / "bin" / "python"), "install"]
    command += ["--disable-pip-version-check", "--no-input", "--quiet", "--no-warn-script-location", *options]
    command += ["--report", str(report), "-r", str(scratch / "requirements.txt")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = [line for line in done.stderr.splitlines() if line.strip()] or ["pip failed"]
        raise PackagesError(f"pip could not install them: {' '.join(said)[-600:]}")
    lines = []
    for one in json.loads(report.read_text(encoding="utf-8"))["install"]:
        hashes = one["download_info"].get("archive_info", {}).get("hashes", {})
        told = "".join(f" --hash={kind}:{value}" for kind, value in sorted(hashes.items()))
        lines.append(f"{one['metadata']['name']}=={one['metadata']['version']}{told}")
    report.unlink()
    return sorted(lines, key=str.lower)


def _pack(scratch: Path) -> str:
    """Write what bots import into one file for workers elsewhere; its hash."""
    with tarfile.open(scratch / ARCHIVE, "w") as archive:
        archive.add(site_of(scratch), str(site_of(Path())))
    with open(scratch / ARCHIVE, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def tree_of(site: Path) -> str:
    """A hash of everything that bots may import: names and contents."""
    digest = hashlib.sha256()
    for path in sorted(path for path in site.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
        digest.update(f"{path.relative_to(site)}\0".encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def made_for(place: Path, requirements: Sequence[str]) -> Environment | None:
    """What is installed there for exactly these requirements: a worker must have the same versions."""
    made = installed(place)
    return made if made is not None and made.requirements == tuple(requirements) else None


def problem_with(place: Path, wanted: Sequence[str]) -> str:
    """Why bots cannot rely on these packages here; '' where they can. Without an environment those of Orchard count."""
    made = installed(place)
    if made is not None and set(wanted) in (set(made.requirements), set(made.installed)):
        return made.misfit()
    for one in wanted:
        name = re.split(r"[ \[=<>~!]", one, maxsplit=1)[0]
        try:
            there = metadata.version(name)
        except metadata.PackageNotFoundError:
            return f"the package {name!r} is not installed here"
        _, exact, version = one.partition("==")
        if exact and there != version.strip():
            return f"{name} {there} is installed here, not {version.strip()}"
    return ""


@contextmanager
def shown(place: Path, wanted: Sequence[str]) -> Iterator[str]:
    """Bots that are started meanwhile import from the environment, if there is one; says its fingerprint."""
    made, site = installed(place), str(site_of(place))
    told = {ALLOWED: ", ".join((*ALWAYS, *wanted))}
    if made is not None:
        told |= {PACKAGES: site, SHOW: ":".join(filter(None, (os.environ.get(SHOW, ""), site)))}
    before = {name: os.environ.get(name) for name in told}
    os.environ.update(told)
    try:
        yield made.fingerprint if made is not None else ""
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def remove(place: Path) -> None:
    if place.exists():
        set_rights(place, 0o755, 0o644)
        shutil.rmtree(place)


def set_rights(place: Path, of_folder: int, of_file: int) -> None:
    place.chmod(0o755)
    for path in [*place.rglob("*")] if of_folder == 0o555 else _opened(place):
        if not path.is_symlink():
            is_folder = stat.S_ISDIR(path.stat().st_mode)
            path.chmod(of_folder if is_folder else of_file | (path.stat().st_mode & 0o111))


def _opened(place: Path) -> Iterator[Path]:
    """Everything in a folder, each folder opened before it is looked into."""
    for name in os.listdir(place):
        path = place / name
        yield path
        if path.is_dir() and not path.is_symlink():
            yield from _opened(path)
