"""The page's modules that need no browser, tested by node's own runner: one pytest test for each `*.test.js` here."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(file.name for file in HERE.glob("*.test.js"))
NODE = shutil.which("node")


def run_node(file: Path) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    environment = {**os.environ, "NO_COLOR": "1"}
    command = [NODE, "--test", "--test-reporter=spec", str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)


def test_there_are_tests() -> None:
    assert len(FILES) >= 6


@pytest.mark.skipif(NODE is None, reason="NOT TESTED for want of node: the page's modules without a browser")
@pytest.mark.parametrize("name", FILES)
def test_a_module_of_the_page(name: str) -> None:
    done = run_node(HERE / name)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(NODE is None, reason="NOT TESTED for want of node")
def test_a_failure_in_node_is_a_failure_here(tmp_path: Path) -> None:
    broken = tmp_path / "broken.test.mjs"
    broken.write_text('import { test } from "node:test";\ntest("no", () => { throw new Error("planted"); });\n')
    done = run_node(broken)
    assert done.returncode != 0
    assert "planted" in done.stdout
