"""What the referee costs: per move in this process, per move with a bot's process, and a thousand random games.

First it proves that the games are right (they replay to their result), then it times them.

    python benchmarks/bench_referee.py
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from pathlib import Path

from orchard.core.choice import Choice, Limits
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.play.record import GameRecord
from orchard.play.referee import GameSetup, Rules, play_game

QUICK_BOT = """
def choose(position, limits):
    return "pass" if not position.legal_mask() else position.legal()[0]
"""


class Instant(Player):
    """The first legal move, as fast as it can be had."""

    name, summary, games = "instant", "the first legal move", ("reversi",)

    def think(self, position: Position, limits: Limits) -> Choice:
        return Choice(position.legal()[0])


def prove(record: GameRecord) -> None:
    outcome = record.last_position().outcome
    assert outcome is not None, "the game is not over"
    assert (outcome.winner, outcome.score) == (record.winner, record.score)


def in_process(games: int = 200) -> float:
    """Milliseconds a move that are not the players' own: everything but what their clocks show."""
    players: dict[str, Player] = {"black": Instant(), "white": Instant()}
    setup = GameSetup("x", "reversi", "instant", "instant")
    prove(play_game(setup, players=players))  # type: ignore[arg-type]
    costs = []
    for _ in range(games):
        record = play_game(setup, players=players)  # type: ignore[arg-type]
        costs.append((record.seconds - sum(move.seconds for move in record.moves)) / len(record.moves))
    return statistics.median(costs) * 1e3


def bot_process(games: int = 5) -> tuple[float, float, float]:
    """Milliseconds a move of a bot that hardly thinks, asked to answered: median, 99 of 100; and seconds to start."""
    with tempfile.TemporaryDirectory() as folder:
        bot = Path(folder) / "quick.py"
        bot.write_text(QUICK_BOT)
        moves: list[float] = []
        starts = []
        for seed in range(games):
            record = play_game(GameSetup("x", "reversi", f"file:{bot}", "random", seed=seed))
            prove(record)
            moves += [move.seconds for move in record.moves[0::2]]
            starts.append(record.seconds - sum(move.seconds for move in record.moves))
    return statistics.median(moves) * 1e3, statistics.quantiles(moves, n=100)[-1] * 1e3, statistics.median(starts)


def random_games(games: int = 1000) -> tuple[float, float]:
    """Seconds, and seconds of processor time, for games of random against random, each with players of its own."""
    rules = Rules()
    prove(play_game(GameSetup("0", "reversi", "random", "random", rules=rules)))
    started, used = time.perf_counter(), time.process_time()
    for seed in range(games):
        play_game(GameSetup(str(seed), "reversi", "random", "random", seed=seed, rules=rules))
    return time.perf_counter() - started, time.process_time() - used


def main() -> None:
    inside = in_process()
    median, slow, start = bot_process()
    thousand, processor = random_games()
    figures = {
        "in_process_ms_a_move": round(inside, 4),
        "bot_process_ms_a_move_median": round(median, 3),
        "bot_process_ms_a_move_p99": round(slow, 3),
        "bot_start_and_end_s": round(start, 3),
        "thousand_random_games_s": round(thousand, 2),
        "thousand_random_games_processor_s": round(processor, 2),
    }
    if "--json" in sys.argv:
        print(json.dumps(figures))
        return
    print(f"referee, players in this process  {inside * 1e3:8.1f} µs a move   (bar: 1000)")
    print(
        f"referee and a bot's process       {median * 1e3:8.1f} µs a move   (bar: 5000; 99 of 100 below {slow:.2f} ms)"
    )
    print(f"starting and ending a bot         {start * 1e3:8.1f} ms a game")
    print(f"1,000 games random - random       {thousand:8.2f} s          (bar: 3; {processor:.2f} s of processor time)")


if __name__ == "__main__":
    main()
