"""Walls are found wherever bubblewrap works: the tests behind them are not skipped because ours are broken."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from orchard.players import _sandbox


def test_where_bubblewrap_works_our_walls_do() -> None:
    bwrap = shutil.which("bwrap")
    plain = [bwrap or "bwrap", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "--proc", "/proc", "true"]
    if bwrap is None or subprocess.run(plain, capture_output=True, timeout=10, check=False).returncode:
        pytest.skip("SKIPPED the sandbox: bubblewrap is not there, or is not allowed to make namespaces")
    path, reason = _sandbox._found()
    assert (path, reason) == (bwrap, "")
