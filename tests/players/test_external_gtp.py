"""Engines that speak GTP: any row direction, any temper, and the real gtp-rhino where it is installed."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import pytest

import orchard
from orchard.core.choice import Limits
from orchard.play.record import GameRecord
from orchard.play.referee import GameSetup, Rules, play_game
from orchard.players import player
from orchard.players._external import find_program
from tests.leftovers import processes_of

ENGINE = Path(__file__).parent.parent / "bots" / "gtp_engine.py"
BEFORE_A_PASS = "d3c3e6d2d1e1b2c1"  # black has no move
RHINO = find_program("gtp-rhino")


@pytest.fixture(autouse=True)
def shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ORCHARD_SHOW", str(ENGINE.parent.parent))  # the engine needs a module of the folder above it


def meet(manner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: Rules | None = None) -> GameRecord:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    spec = f"gtp:{sys.executable} {ENGINE} {manner}"
    record = play_game(GameSetup("g", "reversi", "random", spec, seed=2, rules=rules or Rules()))
    assert processes_of(tmp_path) == []
    return record


@pytest.mark.parametrize("manner", ["", "flipped", "banner", "refuses-passes"])
def test_an_engine_plays_to_the_end_whatever_its_conventions(
    manner: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = meet(manner, tmp_path, monkeypatch)
    assert (record.verdict, record.fault) == ("normal", None)
    assert record.last_position().is_over
    assert record.versions["white"].startswith("First Legal 1.0")


def test_an_engine_may_lie_beside_a_file_that_nobody_else_may_read(tmp_path: Path) -> None:
    script, beside = tmp_path / "engine.sh", tmp_path / "notes"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} {ENGINE}\n")
    beside.write_text("of its owner alone\n")
    for path, mode in ((tmp_path, 0o755), (script, 0o755), (beside, 0o600)):
        path.chmod(mode)
    engine = player(f"gtp:{script}")
    assert engine.choose(orchard.game("reversi").start()).move == "d3"
    engine.close()


def test_rows_are_turned_for_an_engine_that_counts_from_the_bottom() -> None:
    # the first legal square of the board from the top left is the same square, whatever it is called
    for manner in ("", "flipped"):
        engine = player(f"gtp:{sys.executable} {ENGINE} {manner}")
        assert engine.choose(orchard.game("reversi").start()).move == "d3"
        assert engine.choose(orchard.game("reversi").replay("d3c3")).move == "b3"
        engine.close()


def test_an_engine_passes_and_is_told_of_passes() -> None:
    game = orchard.game("reversi")
    for manner in ("", "refuses-passes"):
        engine = player(f"gtp:{sys.executable} {ENGINE} {manner}")
        assert engine.choose(game.replay(BEFORE_A_PASS)).move == "pass"
        assert engine.choose(game.replay(BEFORE_A_PASS + "pass")).move == "a3"  # the first square, by hand: it turns b2
        engine.close()


@pytest.mark.parametrize(
    ("manner", "verdict", "reason"),
    [
        ("garbage", "protocol", "is no GTP response"),
        ("errors", "protocol", "answered an error: out of ideas"),
        ("no-genmove", "protocol", "does not know the command genmove"),
        ("quits", "crash", "exit code 3"),
        ("endless", "protocol", "with more than 10000 lines"),
        ("illegal", "illegal", "3 illegal answers in a row"),
    ],
)
def test_what_an_engine_does_wrong_is_named(
    manner: str, verdict: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = meet(manner, tmp_path, monkeypatch)
    assert record.fault is not None
    assert (record.verdict, record.winner) == (verdict, "black")
    assert reason in record.fault.reason
    if manner == "quits":
        assert record.fault.stderr == "goodbye\n"


@pytest.mark.parametrize(("manner", "reason"), [("hangs", "gave no answer within"), ("mute", "was not ready")])
def test_an_engine_that_hangs_loses_on_time(
    manner: str, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = meet(manner, tmp_path, monkeypatch, Rules(seconds_per_move=1.0, startup_s=5.0 if manner == "hangs" else 1))
    assert record.fault is not None
    assert record.verdict == "time"
    assert reason in record.fault.reason


def test_an_engine_may_resign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = meet("resigns", tmp_path, monkeypatch)
    assert (record.verdict, record.winner, record.score, record.fault) == ("resign", "black", 64, None)


def test_a_board_that_no_game_leads_to_cannot_be_given_to_an_engine() -> None:
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 26 + "X O"
    spec = f"gtp:{sys.executable} {ENGINE}"
    record = play_game(GameSetup("g", "reversi", "random", spec, start=board))
    assert record.fault is not None
    assert (record.verdict, "only begin from the start" in record.fault.reason) == ("protocol", True)


@pytest.mark.skipif(RHINO is None, reason="SKIPPED gtp-rhino: not installed (Debian package grhino)")
@pytest.mark.parametrize("color", ["black", "white"])
def test_a_match_against_gtp_rhino_is_played_to_the_end_without_a_fault(
    color: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for seed in range(3):
        seats = {"black": "random", "white": "random", color: "gtp:gtp-rhino --level 1"}
        record = play_game(GameSetup("g", "reversi", seed=seed, rules=Rules(seconds_per_move=20), **seats))
        assert (record.verdict, record.fault) == ("normal", None)
        assert record.last_position().is_over
        assert record.winner == color, "gtp-rhino never lost to random moves"
        assert "GRhino" in record.versions[color]
    assert processes_of(tmp_path) == []


@pytest.mark.skipif(RHINO is None, reason="SKIPPED gtp-rhino: not installed (Debian package grhino)")
def test_gtp_rhino_agrees_on_passes() -> None:
    rhino = player("gtp:gtp-rhino --level 1")
    game = orchard.game("reversi")
    assert rhino.choose(game.replay(BEFORE_A_PASS), Limits(seconds=10)).move == "pass"
    after = game.replay(BEFORE_A_PASS + "pass")
    assert rhino.choose(after, Limits(seconds=10)).move in after.legal()
    rhino.close()
