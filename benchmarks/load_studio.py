"""Many games at once against the studio, over WebSocket: errors, the server's own share of the time, memory.

    python benchmarks/load_studio.py --games 50 --seconds 60

The server runs in a process of its own. Every game asks for moves of the fastest level for both sides, and starts
again when it is over. The overhead of a request is the time from its arrival at the server to its answer, minus what
it waited for a free engine and what the engine worked: parsing, replaying, queueing, waking up.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import connect


def memory_mb(pid: int) -> float:
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(text.split("VmRSS:")[1].split()[0]) / 1024


async def one_game(address: str, until: float, found: dict[str, Any], game: str, player: str) -> None:
    async with connect(address) as socket:
        number, moves = 0, ""
        while time.perf_counter() < until:
            number += 1
            ask = {"id": number, "do": "move", "game": game, "moves": moves, "player": player}
            asked = time.perf_counter()
            await socket.send(json.dumps(ask))
            while (answer := json.loads(await socket.recv())).get("id") != number:
                pass
            took = time.perf_counter() - asked
            if "error" in answer:
                found["errors"].append(answer["error"])
                moves = ""
                continue
            timing, view = answer["timing"], answer["result"]["view"]
            found["overheads"].append(timing["server_s"] - timing["waited_s"] - timing["worked_s"])
            found["requests"].append(took)
            found["games"] += view["over"]
            moves = "" if view["over"] else "".join("--" if m == "pass" else m for m in view["moves"])


async def run(port: int, pid: int, games: int, seconds: float, player: str) -> dict[str, Any]:
    found: dict[str, Any] = {"errors": [], "overheads": [], "requests": [], "games": 0, "memory_mb": []}
    address = f"ws://127.0.0.1:{port}/api/session"
    kinds = ("reversi", "reversed_reversi", "gomoku")
    until = time.perf_counter() + seconds

    async def watch_memory() -> None:
        while time.perf_counter() < until:
            found["memory_mb"].append(memory_mb(pid))
            await asyncio.sleep(1)

    players = [one_game(address, until, found, kinds[n % 3], player) for n in range(games)]
    await asyncio.gather(watch_memory(), *players)
    return found


def share(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--player", default="level:1")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "ORCHARD_DB": f"{folder}/games.db", "ORCHARD_QUIET": "1", "PYTHONUNBUFFERED": "1"}
        command = [sys.executable, "-m", "orchard", "studio", "--port", "0", "--no-open"]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline().split("127.0.0.1:")[1].split("/")[0])
            while not httpx.get(f"http://127.0.0.1:{port}/api/status").json()["warmup"]["all_ready"]:
                time.sleep(0.2)
            found = asyncio.run(run(port, server.pid, options.games, options.seconds, options.player))
            server.terminate()
    memory = found["memory_mb"]
    report = {
        "games at once": options.games,
        "seconds": options.seconds,
        "moves": len(found["requests"]),
        "games finished": found["games"],
        "errors": len(found["errors"]),
        "overhead ms, median": round(1000 * share(found["overheads"], 0.5), 2),
        "overhead ms, p99": round(1000 * share(found["overheads"], 0.99), 2),
        "whole request ms, median": round(1000 * share(found["requests"], 0.5), 2),
        "whole request ms, p99": round(1000 * share(found["requests"], 0.99), 2),
        "memory MB after 10 s": round(memory[min(10, len(memory) - 1)], 1),
        "memory MB at the end": round(memory[-1], 1),
        "memory MB, six times": [round(memory[(len(memory) - 1) * n // 5], 1) for n in range(6)],
    }
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:28} {value}")
    if found["errors"]:
        print(found["errors"][:3])
    raise SystemExit(bool(found["errors"]))


if __name__ == "__main__":
    main()
