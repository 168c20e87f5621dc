"""Every hostile bot there is, as root and as an ordinary user: none reads, writes, forges or outlives anything."""

from __future__ import annotations

import os
import shutil
import site
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import orchard
from orchard.play.league import League, Plan
from orchard.play.setup import Rules
from orchard.play.store import Store
from orchard.players import _sandbox
from tests import hostile
from tests.leftovers import linux_only, processes_of

pytestmark = [
    linux_only,
    pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED the sandbox: {_sandbox._found()[1]}"),
]


@pytest.fixture
def field() -> Iterator[hostile.Field]:
    with tempfile.TemporaryDirectory(dir="/var/tmp", ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o777)
        made = hostile.Field(Path(folder))
        (made.folder / "homes").mkdir()
        (made.folder / "homes").chmod(0o777)
        yield made
        made.close()


def left_behind(field: hostile.Field) -> list[str]:
    homes = [path.name for path in (field.folder / "homes").iterdir()]
    ours = "multiprocessing.resource_tracker"  # which Python starts for our own workers, and keeps
    return [*(left for left in processes_of(field.folder) if ours not in left), *homes]


def test_there_are_forty_of_them_and_each_says_what_it_tries() -> None:
    assert len(set(hostile.NAMES)) >= 40
    files = [hostile.BOTS / f"{name}.py" for name in hostile.NAMES]
    assert [file.name for file in files if not file.read_text().startswith('"""')] == []
    assert {name for pair in hostile.pairs() for name in pair} == set(hostile.NAMES)


def test_a_league_of_hostile_bots_ends_and_the_honest_ones_lose_nothing(
    field: hostile.Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TMPDIR", str(field.folder / "homes"))
    specs = [hostile.spec(field.folder, name) for name in ("honest", "upright", *hostile.NAMES)]
    (field.folder / "openings").write_text("b2\n")
    settings = {"rules": Rules(**hostile.RULES), "kind": "gauntlet", "openings": str(field.folder / "openings")}  # type: ignore[arg-type]
    plan = Plan.make(hostile.GAME, specs, 2, **settings)  # type: ignore[arg-type]
    with Store(f"{field.folder}/games.db") as store:
        league = League.create(store, plan)
        for _ in league.play(jobs=2):
            pass
        games = league.games()
    assert len(games) == 2 * (len(hostile.NAMES) + 1)
    problems = []
    for record in games:
        seat = "white" if record.black == specs[0] else "black"
        name = Path(getattr(record, seat)).stem
        if record.winner == seat and name != "upright":
            problems.append(f"{name} won as {seat}: {record.fault}")
        fault = record.fault.verdict if record.fault is not None else ""
        problems.append(hostile.problem(name, fault, record.output.get(seat, "") + str(record.fault)))
    assert list(filter(None, problems)) == []
    assert field.unchanged()
    assert left_behind(field) == []


def test_walls_hold_for_an_ordinary_user(field: hostile.Field) -> None:
    """Where we are root: the same bots as the user nobody, with the interpreter of the system."""
    python = "/usr/bin/python3"
    if os.geteuid() != 0 or not shutil.which("setpriv") or not Path(python).exists():
        pytest.skip("SKIPPED another user: we are not root, or have no setpriv or no Python of the system")
    package = field.folder / "package"
    shutil.copytree(Path(orchard.__file__).parent, package / "orchard", ignore=shutil.ignore_patterns("web"))
    script = shutil.copy(hostile.__file__, field.folder)
    words = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", python, script, str(field.folder)]
    libraries = os.path.realpath(site.getsitepackages()[0])
    environment = {"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{package}:{libraries}", "ORCHARD_QUIET": "1"}
    environment |= {"HOME": str(field.folder / "homes"), "TMPDIR": str(field.folder / "homes")}
    needed = [*words[:-3], python, "-c", "import click, numba, numpy, sqlalchemy"]
    tried = subprocess.run(needed, env=environment, capture_output=True, text=True, cwd="/", check=False)
    if tried.returncode:
        pytest.skip(f"SKIPPED another user: the Python of the system lacks a library: {tried.stderr.splitlines()[-1]}")
    ran = subprocess.run(words, env=environment, capture_output=True, text=True, cwd="/", check=False)
    assert ran.returncode == 0, ran.stderr
    assert len(ran.stdout.splitlines()) >= len(hostile.NAMES)
    assert set(ran.stdout.splitlines()) == {"held"}
    assert field.unchanged()
    assert left_behind(field) == []


@pytest.mark.parametrize("name", ["reads_what_is_not_its_own", "connects_to_hidden_sockets", "writes_over_others"])
def test_without_walls_the_same_bots_are_noticed(
    name: str, field: hostile.Field, monkeypatch: pytest.MonkeyPatch
) -> None:
    from orchard.play.referee import play_game
    from orchard.play.setup import GameSetup

    monkeypatch.setattr(_sandbox, "_found", lambda: ("", "switched off in this test"))
    record = play_game(GameSetup(name, hostile.GAME, hostile.spec(field.folder, name), "random"))
    assert hostile.problem(name, "", record.output["black"]) != ""
    assert field.unchanged() == (name != "writes_over_others")
