"""The figures of docs/lab/players.md on minimax and alpha-beta: whole games, nodes saved, and games won.

python benchmarks/bench_alphabeta.py            # everything, under a minute
python benchmarks/bench_alphabeta.py games      # or one of: games, nodes, wins, speed
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np

import orchard
from orchard.core.game import other
from orchard.games import evaluation
from orchard.games.reversi.benches.games import rows as game_rows
from orchard.search.lookahead import Lookahead, LookaheadSettings
from orchard.study.compare import compare


def openings(game: str, count: int, plies: int, seed: int) -> list[orchard.Position]:
    """Different positions after so many random moves."""
    dice = random.Random(f"{game} {seed}")
    found: dict[str, orchard.Position] = {}
    while len(found) < count:
        position = orchard.game(game).start()
        while position.ply < plies and not position.is_over:
            position = position.play(dice.choice(position.legal()))
        if not position.is_over:
            found[position.text] = position
    return list(found.values())


def games() -> None:
    """strategist against itself, depth 4 on both sides."""
    for row in game_rows(repeat=7):
        print(f"{row['what']}: {row['seconds']:.3f} s, {row['count']:,} nodes")


def nodes() -> None:
    """What each help saves: `matrix` at its own depths, then all three searches at depth 6."""
    positions = [p for plies in range(2, 58, 2) for p in openings("reversed_reversi", 6, plies, seed=2)]
    specs = {
        "matrix": "matrix",
        "+ history": "matrix:history=yes",
        "+ table": "matrix:table=yes",
        "+ ordering": "matrix:ordering=yes",
        "+ all three": "matrix:history=yes,table=yes,ordering=yes",
    }
    print(f"matrix on {len(positions)} positions of rounds 3 to 57, at the depth of their round:")
    most = 0
    values = set()
    for name, spec in specs.items():
        player = orchard.player(spec)
        choices = [player.choose(position) for position in positions]
        total = sum(choice.nodes for choice in choices)
        seconds = sum(choice.seconds for choice in choices)
        most = most or total
        values.add(tuple(choice.value for choice in choices))
        print(f"  {name:12} {total:12,} nodes {total / most:7.1%} {seconds:8.3f} s")
    assert len(values) == 1, "a help changed a value"
    positions = [p for plies in range(8, 48, 4) for p in openings("reversi", 3, plies, seed=3)]
    names = ("minimax", "alphabeta", "negascout")
    judge = evaluation("grove")
    rows = [compare(position, names, 6, judge) for position in positions]
    assert all(len({row.value for row in found}) == 1 for found in rows), "the searches disagree"
    print(f"depth 6 on {len(positions)} Reversi positions, grove:")
    for i, name in enumerate(names):
        total, seconds = sum(found[i].nodes for found in rows), sum(found[i].seconds for found in rows)
        print(f"  {name:12} {total:12,} nodes {seconds:8.3f} s")


def wins() -> None:
    """100 games each against random: 50 openings of 6 random moves, each played with both colours."""
    for spec, game in (
        ("strategist", "reversi"),
        ("strategist:algorithm=minimax", "reversi"),
        ("alphabeta:depth=4", "reversi"),
        ("minimax:depth=3", "reversi"),
        ("matrix", "reversed_reversi"),
        ("alphabeta:depth=4", "reversed_reversi"),
    ):
        print(f"{spec} against random at {game}: {score(spec, 'random', game, pairs=50)}")
    print(
        f"alphabeta (grove) against strategist, both depth 4: {score('alphabeta:depth=4', 'strategist', 'reversi', 50)}"
    )
    print(
        "alphabeta:depth=4 (grove) against matrix at reversed_reversi: "
        + score("alphabeta:depth=4", "matrix", "reversed_reversi", 50)
    )


def score(first: str, second: str, game: str, pairs: int) -> str:
    players = [orchard.player(first), orchard.player(second)]
    won = drawn = lost = 0
    for number, start in enumerate(openings(game, pairs, 6, seed=4)):
        for color in ("black", "white"):
            position = start
            while not position.is_over:
                player = players[0] if position.to_move == color else players[1]
                seed = 1000 * number + position.ply
                position = position.play(player.choose(position, orchard.Limits(seed=seed)).move)
            outcome = position.outcome
            assert outcome is not None
            won += outcome.winner == color
            lost += outcome.winner == other(color)
            drawn += outcome.winner is None
    return f"{won} won, {drawn} drawn, {lost} lost"


def speed() -> None:
    """Depth and rate of negascout in one second; what a second thread takes off the first; nodes a second."""
    for threads in (1, 2):
        depths, rates = [], []
        for position in openings("reversi", 6, 20, seed=5):
            choice = orchard.player("negascout").choose(position, orchard.Limits(seconds=1, threads=threads))
            depths.append(choice.depth)
            rates.append(choice.nodes / choice.seconds)
        print(
            f"negascout, 1 s, {threads} thread(s): depth {np.mean(depths):.1f}, {np.median(rates) / 1e6:.1f} M nodes/s"
        )
    for threads in (1, 2):
        lead, everyone, seconds = 0, 0, 0.0
        for position in openings("reversi", 8, 20, seed=6):
            player = orchard.player("negascout")
            choice = player.choose(position, orchard.Limits(depth=10, threads=threads))
            lead += player._lookahead.nodes(thread=0)
            everyone += choice.nodes
            seconds += choice.seconds
        print(
            f"8 positions to depth 10, {threads} thread(s): {seconds:.2f} s, {everyone:,} nodes, {lead:,} by the first"
        )
    lookahead = Lookahead(LookaheadSettings("minimax"))
    start = orchard.game("reversi").replay("f5d6c3d3c4f4")
    for name in ("discs", "strategist", "matrix", "grove"):
        judge = evaluation(name)
        lookahead.begin(start, judge, judge.weights_for(start))
        started = time.perf_counter()
        found = lookahead.run(lookahead.squares, 7, np.zeros(1, np.uint8))
        print(f"minimax with {name}: {found.nodes / (time.perf_counter() - started) / 1e6:.1f} M nodes/s")


PARTS = {"games": games, "nodes": nodes, "wins": wins, "speed": speed}

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    for name in parser.parse_args().parts or PARTS:
        PARTS[name]()
