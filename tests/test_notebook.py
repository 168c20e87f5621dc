"""The notebook in docs/ runs from top to bottom, in a short version, and its agent learns."""

from __future__ import annotations

import json

import pytest

from benchmarks import notebook


def test_the_notebook_runs_and_its_agent_learns(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install orchard[rl]")
    monkeypatch.setenv(notebook.GAMES, "1500")
    page = json.loads(notebook.PAGE.read_text(encoding="utf-8"))
    for cell in page["cells"]:  # fewer games to measure by
        cell["source"] = ["".join(cell["source"]).replace("games=20)", "games=2)").replace("count=400", "count=100")]
    names = notebook.run(page)
    notebook.prove(names)
    assert names["played"] >= 1500
    drawn = [kind for cell in page["cells"] for out in cell.get("outputs", ()) for kind in out.get("data", ())]
    assert {"image/svg+xml", "text/html"} <= set(drawn)


def test_the_page_shows_the_curve_of_a_whole_run() -> None:
    page = json.loads(notebook.PAGE.read_text(encoding="utf-8"))
    outputs = json.dumps([cell["outputs"] for cell in page["cells"] if cell["cell_type"] == "code"])
    assert "<svg" in outputs
    assert "30,0" in outputs  # thirty thousand games and a few
