"""The page's modules that need no browser, tested by node's own runner: every `*.test.js` here, in one process."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.test.js"))
NODE = shutil.which("node")


def run_node(*files: Path) -> subprocess.CompletedProcess[str]:
    assert NODE is not None
    environment = {**os.environ, "NO_COLOR": "1"}
    # imported by one program: with --test, node starts a process for each
    program = "".join(f"await import({file.as_uri()!r});" for file in files)
    command = [NODE, "--test-reporter=spec", "--input-type=module", "--eval", program]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, env=environment, check=False)


def test_there_are_tests() -> None:
    assert len(FILES) >= 6


@pytest.mark.skipif(NODE is None, reason="NOT TESTED for want of node: the page's modules without a browser")
def test_the_modules_of_the_page() -> None:
    done = run_node(*FILES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(re.findall(r"tests (\d+)", done.stdout)[-1]) > 4 * len(FILES)  # none of them without tests


@pytest.mark.skipif(NODE is None, reason="NOT TESTED for want of node")
def test_a_failure_in_node_is_a_failure_here(tmp_path: Path) -> None:
    broken = tmp_path / "broken.test.mjs"
    broken.write_text('import { test } from "node:test";\ntest("no", () => { throw new Error("planted"); });\n')
    done = run_node(broken)
    assert done.returncode != 0
    assert "planted" in done.stdout
