"""How soon the studio answers: seconds from the start of its process to the page and to the first move of level 1.

python benchmarks/studio_start.py            with the kernels compiled before
python benchmarks/studio_start.py --fresh    as on a machine that has compiled nothing yet
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import socket
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", action="store_true")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ORCHARD_DB": f"sqlite:///{folder}/games.db"}
        if parser.parse_args().fresh:
            environment["ORCHARD_CACHE"] = folder
        port, began = free_port(), time.perf_counter()
        command = [sys.executable, "-m", "orchard", "studio", "--port", str(port), "--no-open"]
        studio = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while True:
                try:
                    httpx.get(f"http://127.0.0.1:{port}/", timeout=1).raise_for_status()
                    break
                except httpx.HTTPError:
                    time.sleep(0.02)
            print(f"page {time.perf_counter() - began:.2f} s")
            answer = asyncio.run(first_move(port))
            by = f", by the stand-in {answer['stand_in']}" if "stand_in" in answer else ""
            print(f"first move of level 1 {time.perf_counter() - began:.2f} s{by}")
        finally:
            studio.terminate()
            studio.wait()


if __name__ == "__main__":
    main()
