"""orchard compile: all kernels at once."""

from __future__ import annotations

import json

import pytest

import orchard
from orchard.core.errors import OrchardError
from orchard.shells.commands import compile as command
from tests.shells.command import run


def test_all_games_are_compiled_side_by_side(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`./test` itself begins with the real thing; here it is who compiles what."""
    parts: list[list[str]] = []
    monkeypatch.setattr(command, "_side_by_side", parts.extend)
    code, out, _ = run("compile", "--json", capsys=capfd)
    assert (code, sorted(json.loads(out)["games"])) == (0, sorted(orchard.games()))
    assert len(parts) == 2
    assert sorted(name for part in parts for name in part) == sorted(orchard.games())


def test_one_game_is_compiled_alone(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[str] = []
    monkeypatch.setattr(command, "compile_game", used.append)
    assert run("compile", "--game", "gomoku", capsys=capfd)[:1] == (0,)
    assert used == ["gomoku"]


def test_an_unknown_game_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    code, _, err = run("compile", "--game", "chess", capsys=capfd)
    assert code == 2
    assert "reversi" in err


def test_what_a_process_says_when_it_fails_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OrchardError, match="chess"):
        command._side_by_side([["chess"]])
