"""orchard train, from nothing to promoted weights, and its complaints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from orchard.evaluate import weights_file
from orchard.shells.cli import main, orchard_command


def run(*arguments: str) -> str:
    result = CliRunner().invoke(orchard_command, ["train", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    with pytest.raises(SystemExit) as stop:
        main(["train", *arguments])
    assert stop.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    return error


def test_from_nothing_to_a_gate(tmp_path: Path) -> None:
    games, deep, fitted = tmp_path / "gen0", tmp_path / "deep", tmp_path / "fit0"
    played = json.loads(
        run("selfplay", "reversi", str(games), "--games", "200", "--depth", "1", "--exact-from", "6", "--json")
    )
    assert played["games"] == 200
    labelled = json.loads(
        run("label", str(games), str(deep), "--weights", "reversi", "--depth", "1", "--exact-from", "7", "--json")
    )
    assert labelled["positions"] > 8000
    report = json.loads(run("fit", str(fitted), str(deep), "--steps", "2", "--device", "numpy", "--json"))
    assert report["positions"] == labelled["positions"]
    assert (fitted / "errors.svg").read_text().startswith("<svg")
    weights = fitted / "weights.safetensors"
    assert weights_file.read(weights)[1]["data"]["deep"]["label"]["exact_from"] == 7
    best = tmp_path / "best.safetensors"
    result = json.loads(run("gate", "reversi", str(weights), str(best), "--pairs", "4", "--depth", "1", "--json"))
    assert best.is_file() == result["passed"]
    table = run("errors", "reversi", str(weights), str(games), "--per-phase", "10", "--depth", "2", "--exact-from", "6")
    assert table.splitlines()[0].startswith("| discs | positions |")
    measured = tmp_path / "probcut.json"
    run("measure", "reversi", str(weights), str(games), str(measured), "--per-phase", "10", "--deepest", "3")
    assert len(json.loads(measured.read_text())["sigma"]) == 15


def test_what_cannot_be_trained_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "does not play gomoku" in complaint(capsys, "selfplay", "gomoku", str(tmp_path))
    assert "no shards in" in complaint(capsys, "fit", str(tmp_path / "out"), str(tmp_path / "none"))
    assert "no weights at" in complaint(capsys, "gate", "reversi", str(tmp_path / "a.safetensors"), str(tmp_path / "b"))
    assert "settings.json" in complaint(capsys, "label", str(tmp_path), str(tmp_path / "x"), "--weights", "reversi")
