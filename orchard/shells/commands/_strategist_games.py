"""Whole games of `strategist` against itself, timed: what `orchard bench` prints of it."""

from __future__ import annotations

import time
from typing import Any

import orchard


def play_one(algorithm: str) -> tuple[str, int]:
    """One game, four plies deep on both sides: its transcript, and the nodes searched."""
    players = [orchard.player(f"strategist:algorithm={algorithm}") for _ in range(2)]
    position, nodes, turn = orchard.game("reversi").start(), 0, 0
    while not position.is_over:
        choice = players[turn].choose(position)
        position, nodes, turn = position.play(choice.move), nodes + choice.nodes, 1 - turn
    return position.transcript, nodes


def strategist_rates(repeat: int) -> list[dict[str, Any]]:
    """Seconds a game with minimax and with alpha-beta; both must play the very same game, or the search is broken."""
    played = {algorithm: play_one(algorithm) for algorithm in ("minimax", "alphabeta")}
    if played["minimax"][0] != played["alphabeta"][0]:
        raise AssertionError("minimax and alpha-beta played different games: the search is broken")
    rows = []
    for algorithm, (_, nodes) in played.items():
        times = []
        for _ in range(repeat):
            started = time.perf_counter()
            play_one(algorithm)
            times.append(time.perf_counter() - started)
        seconds = sorted(times)[len(times) // 2]
        rows.append(
            {
                "what": f"strategist game, {algorithm}",
                "game": "reversi",
                "count": nodes,
                "seconds": seconds,
                "rate": nodes / seconds,
            }
        )
    return rows
