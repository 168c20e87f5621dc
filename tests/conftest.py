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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files that drive a browser keep the processor busy and take turns with the others, which often wait: processes
    side by side then have both. The last ones are short, so that no process is left alone with a long one.
    """
    files: dict[Path, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.path, []).append(item)
    placed: list[tuple[float, list[pytest.Item]]] = []
    for browser, end in ((True, 0.9), (False, 1.0)):
        kind = [tests for path, tests in files.items() if path.name.startswith("test_browser") is browser]
        placed += [(end * at / len(kind), tests) for at, tests in enumerate(kind)]
    items[:] = [item for _, tests in sorted(placed, key=lambda one: one[0]) for item in tests]


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
