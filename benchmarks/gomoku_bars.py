"""Two Gomoku players, each with its own bound on nodes, over the balanced openings, colours swapped.

    python benchmarks/gomoku_bars.py kite lines --nodes 60000 --games 40
    python benchmarks/gomoku_bars.py kite kite:threats=no --nodes 40000 --nodes2 40000 --games 40

Without --nodes2 the second player thinks as it does by default. Given as processor time: seconds a move of each.
"""

from __future__ import annotations

import argparse
import math
import time

import orchard
from orchard.play.openings import openings_for


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--nodes", type=int, default=None)
    parser.add_argument("--nodes2", type=int, default=None)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=9)
    options = parser.parse_args()
    game = orchard.game("gomoku")
    players = (orchard.player(options.first), orchard.player(options.second))
    nodes, spent, moves, pairs = (options.nodes, options.nodes2), [0.0, 0.0], [0, 0], list[float]()
    for number, opening in enumerate(openings_for(game, None, options.games // 2, options.seed)):
        score = 0.0
        for black in (0, 1):
            position = game.replay(opening.moves)
            for player in players:
                player.new_game()
            while not position.is_over:
                who = black if position.to_move == "black" else 1 - black
                began = time.process_time()
                limits = orchard.Limits(seed=number * 999 + position.ply, nodes=nodes[who])
                position = position.play(players[who].choose(position, limits).move)
                spent[who] += time.process_time() - began
                moves[who] += 1
            winner = position.outcome.winner if position.outcome else None
            score += 0.5 if winner is None else float((winner == "black") == (black == 0))
        pairs.append(score / 2)
    mean = sum(pairs) / len(pairs)
    variance = max(sum((pair - mean) ** 2 for pair in pairs), 0.25) / max(len(pairs) - 1, 1)
    error = 1.96 * math.sqrt(variance / len(pairs))
    print(f"{options.first} against {options.second}: {mean:.1%} ± {error:.1%} of {2 * len(pairs)} games")
    print(f"seconds a move: {spent[0] / max(moves[0], 1):.3f} and {spent[1] / max(moves[1], 1):.3f}")


if __name__ == "__main__":
    main()
