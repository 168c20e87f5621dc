"""How long it takes to compile everything, once.

    python -m benchmarks.compile_all

Runs `orchard compile` with an empty cache, and again with the cache it filled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time


def main() -> None:
    with tempfile.TemporaryDirectory() as cache:
        for what in ("empty cache", "full cache"):
            began = time.perf_counter()
            environment = {**os.environ, "ORCHARD_CACHE": cache}
            subprocess.run([sys.executable, "-m", "orchard", "compile", "--json"], env=environment, check=True)
            print(f"{what}: {time.perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()
