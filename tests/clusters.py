"""A Dask cluster of real processes on this machine, for tests of what is done on many."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import warnings
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest


def skip_without_dask(what: str) -> None:
    """Skip the calling module, and say so, where the extra `cluster` is not installed."""
    if find_spec("distributed") is None:
        warnings.warn(f"NOT TESTED: {what}, because the extra `cluster` is not installed", stacklevel=2)
        pytest.skip("NOT TESTED: the extra `cluster` (dask.distributed) is not installed", allow_module_level=True)


PATIENCE_S = 60.0


def wait_until(done: Any, what: str) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not done():
        assert time.monotonic() < give_up, f"waited {PATIENCE_S:g} s for {what}"
        time.sleep(0.05)


class Cluster:
    """A scheduler and two workers, each a process of its own."""

    def __init__(self, folder: Path) -> None:
        self.file, self.folder = folder / "scheduler.json", folder
        self.scheduler = self._start("scheduler", "--scheduler-file", str(self.file), "--port", "0", "--no-dashboard")
        wait_until(self.file.exists, "the scheduler")
        self.workers = [
            self._start(
                "worker", "--scheduler-file", str(self.file), "--no-nanny", "--nthreads", "1", "--no-dashboard",
                "--name", f"worker{number}", "--local-directory", str(folder / f"worker{number}"),
            )
            for number in range(2)
        ]  # fmt: skip
        self.address: str = json.loads(self.file.read_text())["address"]

    def _start(self, kind: str, *arguments: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "distributed.cli.dask_" + kind, "--host", "127.0.0.1", *arguments]
        log = (self.folder / f"{kind}.log").open("ab")
        return subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, env={**os.environ})

    def wait_for_both(self) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=PATIENCE_S)

    def games_in_hand(self, name: str) -> int:
        """Portions of games that a worker has begun or is about to."""
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            workers = client.scheduler_info(n_workers=-1)["workers"]
            address = next(address for address, worker in workers.items() if worker["name"] == name)
            return len(client.processing()[address])

    def close(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
