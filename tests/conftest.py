"""What every test takes for granted, and what tests of several folders share."""

from __future__ import annotations

import gc
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.clusters import Cluster

# A program started in the background of a script ignores Ctrl-C, and so would the programs it starts: tests of Ctrl-C
# must not depend on who started them.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # millions of objects of test modules and libraries stay to the end: no collection looks at them again


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        made.wait_for_both()
        yield made
    finally:
        made.close()
