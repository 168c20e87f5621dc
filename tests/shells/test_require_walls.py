"""Where there are no walls, every command that plays a foreign bot says so once, and can be told to refuse."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import orchard
from orchard.players import _sandbox

BOTS = Path(__file__).parent.parent / "bots"
ROOT = Path(orchard.__file__).parent.parent
BOT = f"file:{BOTS / 'good_choose.py'}"
COMMANDS = {
    "referee": ["referee", "tic_tac_toe", "--black", BOT, "--white", "random"],
    "check": ["check", str(BOTS / "good_choose.py"), "--game", "tic_tac_toe"],
    "match": ["match", BOT, "random", "--game", "tic_tac_toe", "--games", "2"],
    "league": ["league", BOT, "random", "greedy", "--game", "tic_tac_toe", "--games", "2", "--jobs", "2"],
}


def run(words: list[str], tmp_path: Path, sandbox: str, path: str = "") -> subprocess.CompletedProcess[str]:
    environment = dict(os.environ) | {"ORCHARD_SANDBOX": sandbox, "PYTHONPATH": str(ROOT)}
    environment |= {"ORCHARD_DATA": str(tmp_path), "PATH": path or os.environ["PATH"], "COLUMNS": "200"}
    environment.pop(_sandbox.SAID, None)
    if words[0] in ("match", "league"):
        words = [*words, "--db", str(tmp_path / "games.db")]
    if words[0] == "league":
        words = [*words, "--report", str(tmp_path / "report.html")]
    command = [sys.executable, "-m", "orchard", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)


@pytest.mark.parametrize("name", COMMANDS)
def test_without_walls_a_command_says_so_once(name: str, tmp_path: Path) -> None:
    ran = run(COMMANDS[name], tmp_path, "off")
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("run without walls (switched off by ORCHARD_SANDBOX)") == 1
    if name == "league":
        assert "programs of others ran without walls in 4 games" in (tmp_path / "report.html").read_text()


@pytest.mark.parametrize("name", COMMANDS)
def test_where_walls_are_required_and_cannot_be_had_nothing_is_played(name: str, tmp_path: Path) -> None:
    ran = run([*COMMANDS[name], "--require-walls"], tmp_path, "", path=str(tmp_path))
    assert ran.returncode == 2
    assert "walls are required: bwrap is not installed" in ran.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no bubblewrap elsewhere")
def test_a_bubblewrap_that_fails_is_said_and_not_passed_over(tmp_path: Path) -> None:
    failing = tmp_path / "bin" / "bwrap"
    failing.parent.mkdir()
    failing.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    failing.chmod(0o755)
    path = f"{failing.parent}:{os.environ['PATH']}"
    ran = run(COMMANDS["league"], tmp_path, "", path=path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr.count("No permissions to create new namespace") == 1
    assert "programs of others ran without walls in 4 games" in (tmp_path / "report.html").read_text()
    refused = run([*COMMANDS["match"], "--require-walls"], tmp_path, "", path=path)
    assert refused.returncode == 2
    assert "walls are required" in refused.stderr


@pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED the sandbox: {_sandbox._found()[1]}")
def test_behind_walls_nothing_is_said(tmp_path: Path) -> None:
    ran = run([*COMMANDS["referee"], "--require-walls"], tmp_path, "")
    assert ran.returncode == 0, ran.stderr
    assert "walls" not in ran.stderr


def test_players_of_our_own_need_no_walls(tmp_path: Path) -> None:
    words = ["referee", "tic_tac_toe", "--black", "random", "--white", "random", "--require-walls"]
    ran = run(words, tmp_path, "", path=str(tmp_path))
    assert (ran.returncode, ran.stderr) == (0, "")
