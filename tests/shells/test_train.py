"""orchard train, from nothing to promoted weights, and its complaints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from orchard.games.reversi.evaluate import weights_file
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


def test_gomoku_goes_through_the_same_stages(tmp_path: Path) -> None:
    games, deep, fitted, best = (str(tmp_path / name) for name in ("gen0", "deep", "fit0", "best.safetensors"))
    played = run("selfplay", "gomoku", games, "--games", "61", "--nodes", "40", "--threads", "2", "--json")
    assert json.loads(played)["games"] == 80  # in shards of 20
    labelled = json.loads(run("label", games, deep, "--weights", "guess", "--nodes", "80", "--json"))
    assert labelled["positions"] > 500
    report = json.loads(run("fit", fitted, deep, "--rounds", "2", "--json"))
    assert (report["games"], report["positions"]) == (80, labelled["positions"])
    new = f"{fitted}/weights.safetensors"
    result = json.loads(run("gate", "gomoku", new, best, "--pairs", "2", "--nodes", "60", "--json"))
    assert result["old"] == "guess"
    assert Path(best).is_file() == result["passed"]


def test_the_help_of_a_stage_shows_the_defaults_of_every_game() -> None:
    shown = " ".join(run("selfplay", "--help").split())
    assert "--depth NUMBER Plies that are searched. [reversi, reversed_reversi: 5 (1 to 20)]" in shown
    assert "--nodes NUMBER Nodes searched for each move. [gomoku: 800 (1 or more)]" in shown
    assert "[reversi, reversed_reversi: 1000 (2 or more); gomoku: 300 (2 or more)]" in " ".join(
        run("gate", "--help").split()
    )


def test_what_cannot_be_trained_is_refused_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = [str(tmp_path / name) for name in ("w", "games", "out")]
    assert "gomoku has no stage measure; it has selfplay, label" in complaint(capsys, "measure", "gomoku", *names)
    assert "gomoku:9 offers no training course" in complaint(capsys, "selfplay", "gomoku:9", names[1])
    assert "no file of weights" in complaint(capsys, "selfplay", "gomoku", names[1], "--weights", "x.safetensors")
    assert "no file of weights" in complaint(capsys, "gate", "gomoku", "x.safetensors", names[0])
    unknown = complaint(capsys, "selfplay", "gomoku", names[1], "--depth", "3")
    assert "selfplay has no option --depth for gomoku; its options are: --weights, --seed, --nodes, --stray" in unknown
    assert "--depth=21 is out of range: 1 to 20" in complaint(capsys, "selfplay", "reversi", names[1], "--depth", "21")
    assert "no option --device for gomoku" in complaint(capsys, "grow", "gomoku", names[1], "--device", "cpu")
    assert "No such option '--oops'" in complaint(capsys, "grow", "gomoku", names[1], "--oops", "1")
    assert "no shards in" in complaint(capsys, "fit", str(tmp_path / "out"), str(tmp_path / "none"))
    assert "no weights at" in complaint(capsys, "gate", "reversi", str(tmp_path / "a.safetensors"), str(tmp_path / "b"))
    assert "settings.json" in complaint(capsys, "label", str(tmp_path), str(tmp_path / "x"), "--weights", "reversi")
