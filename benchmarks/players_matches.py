"""Matches of the textbook players: 100 games each, colours swapped, an opening of random moves for every pair.

    python benchmarks/players_matches.py                  # every match
    python benchmarks/players_matches.py --only lines     # those with `lines` in them
    python benchmarks/players_matches.py --games 20
    python benchmarks/players_matches.py --pair gomoku lines:scores=3 greedy --skip 50

A draw counts half. `seconds` is a limit on each move where the first player would otherwise take its own time.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import dataclass

import orchard
from orchard.core.errors import OptionError


@dataclass(frozen=True)
class Match:
    game: str
    first: str
    second: str
    bar: float  # the share of points that the first must reach
    seconds: float | None = None


MATCHES = (
    Match("reversi", "apple", "random", 0.95),
    Match("reversi", "epsilon", "random", 0.95, seconds=0.05),
    Match("reversi", "strategist", "random", 0.95),
    Match("reversed_reversi", "matrix", "random", 0.95, seconds=0.25),
    Match("gomoku", "lines", "greedy", 0.95),
    Match("reversi", "apple:playouts=10000", "apple:playouts=500", 0.75),
)


def opening(game: orchard.Game, seed: int) -> orchard.Position:
    """A position after a few random moves: six plies, in Gomoku two to four near the centre."""
    dice = random.Random(f"opening {game.name} {seed}")
    position = game.start()
    if game.base_name == "gomoku":
        middle, width = game.board.width // 2, game.board.width
        near = [r * width + c for r in range(middle - 3, middle + 4) for c in range(middle - 3, middle + 4)]
        for square in dice.sample(near, dice.choice((2, 3, 4))):
            position = position.play(game.board.moves[square])
        return position
    for _ in range(6):
        position = position.play(dice.choice(position.legal()))
    return position


def play(position: orchard.Position, black: orchard.Player, white: orchard.Player, seed: int, match: Match) -> float:
    """One game; black's points."""
    for player in (black, white):
        player.new_game()
    while not position.is_over:
        player = black if position.to_move == "black" else white
        limits = orchard.Limits(seconds=match.seconds, seed=1000 * seed + position.ply)
        position = position.play(player.choose(position, limits).move)
    outcome = position.outcome
    assert outcome is not None
    return 0.5 if outcome.winner is None else float(outcome.winner == "black")


def run(match: Match, games: int, skip: int) -> tuple[int, int, int]:
    """Wins, draws and losses of the first player."""
    game = orchard.game(match.game)
    points = []
    for number in range(skip, games):
        first, second = orchard.player(match.first), orchard.player(match.second)
        start = opening(game, number // 2)
        if number % 2 == 0:
            points.append(play(start, first, second, number, match))
        else:
            points.append(1 - play(start, second, first, number, match))
    return points.count(1.0), points.count(0.5), points.count(0.0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--only", default="")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many of the games")
    parser.add_argument("--pair", nargs=3, metavar=("GAME", "FIRST", "SECOND"), help="this match instead")
    arguments = parser.parse_args()
    for match in [Match(*arguments.pair, bar=0.95)] if arguments.pair else MATCHES:
        if arguments.only not in f"{match.game} {match.first} {match.second}":
            continue
        limit = f", {match.seconds:g} s a move" if match.seconds else ""
        title = f"{match.game}: {match.first} against {match.second}{limit}"
        began = time.perf_counter()
        try:
            wins, draws, losses = run(match, arguments.games, arguments.skip)
        except OptionError as error:
            print(f"{title}: not played, {error}", flush=True)
            continue
        share = (wins + draws / 2) / (wins + draws + losses)
        verdict = "met" if share >= match.bar else "NOT met"
        spent = time.perf_counter() - began
        print(
            f"{title}: +{wins} ={draws} -{losses}, {share:.1%}; bar {match.bar:.0%} {verdict}; {spent:.0f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
