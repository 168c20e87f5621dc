"""orchard doctor says what is there, and its exit code whether that is enough."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import orchard
from orchard.players import _sandbox
from orchard.shells.cli import orchard_command
from orchard.shells.commands import doctor


def report(*options: str) -> tuple[int, str]:
    result = CliRunner().invoke(orchard_command, ["doctor", *options])
    return result.exit_code, result.output


def found(part: str, name: str) -> dict[str, Any]:
    code, output = report("--json")
    said = json.loads(output)
    assert code == (0 if said["ok"] else 2)
    assert said["ok"] == all(finding["ok"] is not False for finding in said["findings"])
    return next(finding for finding in said["findings"] if (finding["part"], finding["name"]) == (part, name))


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORCHARD_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("ORCHARD_DB", str(tmp_path / "games.db"))


def test_the_report_names_versions_places_and_parts_and_makes_nothing(tmp_path: Path) -> None:
    code, output = report()
    assert code == 0, output
    for expected in (orchard.__version__, sys.version.split()[0], "numba", "not there yet", "bubblewrap", "torch"):
        assert expected in output
    assert list(tmp_path.iterdir()) == []
    for path in (str(Path(orchard.__file__).parent), str(tmp_path / "games.db")):
        assert path in output  # whole, on one line: this is pasted into reports of bugs


def test_every_package_of_an_extra_is_reported_with_the_extra_that_brings_it() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())
    extras = {name: packages for name, packages in project["project"]["optional-dependencies"].items() if name != "dev"}
    brought = {re.split(r"[\[>]", package)[0]: extra for extra, packages in extras.items() for package in packages}
    assert {name: extra for name, (_, extra) in doctor.OPTIONAL.items()} == brought


def test_caches_and_games_are_counted(tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "orchard" / "kernels" / "bits-0123" / "games_4567"
    folder.mkdir(parents=True)
    (folder / "a.nbc").write_bytes(bytes(3 << 20))
    from orchard.play.store import Store
    from tests.play.records import random_record

    with Store() as store:
        store.save_game(random_record("tic_tac_toe", 1))
    assert "3.0 MB in 1 files" in found("caches", "kernels")["value"]
    assert "1 games" in found("kept", "games and profiles")["value"]


def test_what_orchard_needs_and_does_not_find_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games.db").write_text("no database, but a diary of some length" * 50)
    assert found("kept", "games and profiles")["ok"] is False
    assert report()[0] == 2
    (tmp_path / "games.db").unlink()
    (tmp_path / "cache").write_text("a file where a folder should be")
    assert found("caches", "kernels")["ok"] is False
    (tmp_path / "cache").unlink()
    monkeypatch.setattr("orchard.shells.commands.doctor._version", lambda name: "" if name == "numpy" else "1")
    assert found("packages", "numpy")["ok"] is False


def test_walls_that_do_not_hold_count_only_where_they_are_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_sandbox, "_found", lambda: ("", "bwrap is not installed"))
    assert found("bots", "walls")["ok"] is None
    monkeypatch.setenv("ORCHARD_SANDBOX", "required")
    walls = found("bots", "walls")
    assert walls["ok"] is False
    assert "bwrap is not installed" in walls["value"]
