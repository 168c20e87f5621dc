"""How soon the studio answers: seconds from the start of its process to the page and to the first move of level 1.

python benchmarks/studio_start.py            with everything compiled before: the median and the best of some starts
python benchmarks/studio_start.py --fresh    as on a machine that has compiled nothing yet

The client asks for the page until it comes, then opens a WebSocket and asks for a move.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import httpx
import websockets


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def first_move(port: int) -> dict[str, object]:
    address, origin = f"ws://127.0.0.1:{port}/api/session", f"http://127.0.0.1:{port}"
    async with websockets.connect(address, origin=websockets.Origin(origin)) as session:
        await session.send(json.dumps({"id": 1, "do": "move", "game": "reversi", "moves": "f5", "player": "level:1"}))
        while True:
            message = json.loads(await asyncio.wait_for(session.recv(), 180))
            if message.get("id") == 1 and "result" in message:
                return dict(message["result"])


def start_once(environment: dict[str, str], to_the_end: bool = False) -> tuple[float, float, float, str]:
    """Seconds to the page and to the first move, processor seconds in all, and who moved.

    `to_the_end` lets it compile all there is before it is stopped.
    """
    port, used, began = free_port(), processor_seconds(), time.perf_counter()
    command = [sys.executable, "-m", "orchard", "studio", "--port", str(port), "--no-open"]
    studio = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        while True:
            try:
                httpx.get(f"http://127.0.0.1:{port}/", timeout=60).raise_for_status()
                break
            except httpx.TransportError:
                time.sleep(0.01)
        page_s = time.perf_counter() - began
        answer = asyncio.run(first_move(port))
        move_s = time.perf_counter() - began
        while to_the_end and not httpx.get(f"http://127.0.0.1:{port}/api/status").json()["warmup"]["all_ready"]:
            time.sleep(0.2)
    finally:
        studio.terminate()
        studio.wait()
    by = f"the stand-in {answer['stand_in']}" if "stand_in" in answer else "level 1"
    return page_s, move_s, processor_seconds() - used, by


def processor_seconds() -> float:
    """Of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--starts", type=int, default=9)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ORCHARD_DB": f"sqlite:///{folder}/games.db"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # a later start has Python's own cache as well
        if asked.fresh:
            environment["ORCHARD_CACHE"] = folder
        else:
            start_once(environment, to_the_end=True)
        starts = [start_once(environment) for _ in range(1 if asked.fresh else asked.starts)]
    for what, column in (("page", 0), (f"first move, by {starts[-1][3]}", 1), ("processor time until then", 2)):
        times = [start[column] for start in starts]
        print(f"{what}: median {statistics.median(times):.2f} s, best {min(times):.2f} s of {len(times)} starts")


if __name__ == "__main__":
    main()
