"""Two versions of Orchard play each other: this tree and another one, each in its own process, over paired openings.

    git worktree add ../older COMMIT
    python -m benchmarks.versions reversi ../older --seconds 0.15 --pairs 100

Colours are swapped after each game of a pair; the openings are the even ones of this tree. The other tree's player is a
plain `sage`, in Gomoku `kite`; one that has a book needs `--spec2 sage:book=no`. Only one side thinks at a time, so
that on one core (`taskset -c 1`) both have all of it. Printed are the games won, drawn and lost by this tree, its
points with the interval of 95 % over pairs, and for both the seconds and processor seconds a move and the mean depth.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path

PASS = ["pass"]


def serve(game_name: str, spec: str, seconds: float) -> None:
    """Answer each transcript with a move, the seconds and processor seconds it took, and the depth."""
    import orchard

    game, player = orchard.game(game_name), orchard.player(spec)
    start = game.start()
    player.choose(start.play(start.legal()[0]), orchard.Limits(seconds=0.2))  # kernels are loaded or compiled
    print("ready", flush=True)
    for line in sys.stdin:
        if line.strip() == "new":
            player.new_game()
            continue
        position = game.replay(line.strip())
        if [str(move) for move in position.legal()] == PASS:
            position = position.play("pass")  # transcripts leave them out
        began, worked = time.perf_counter(), time.process_time()
        choice = player.choose(position, orchard.Limits(seconds=seconds))
        print(choice.move, time.perf_counter() - began, time.process_time() - worked, choice.depth, flush=True)


class Engine:
    """A process that plays with the code of one tree; what its moves cost so far."""

    def __init__(self, tree: Path, game: str, spec: str, seconds: float) -> None:
        environment = {**os.environ, "PYTHONPATH": str(tree), "ORCHARD_QUIET": "1"}
        command = [sys.executable, __file__, game, str(tree), "--spec", spec, "--seconds", str(seconds), "--serve"]
        self.process = subprocess.Popen(
            command, env=environment, cwd=tree, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._line()
        self.moves, self.costs = 0, [0.0, 0.0, 0.0]

    def _line(self) -> list[str]:
        assert self.process.stdout is not None
        return self.process.stdout.readline().split()

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        print(line, file=self.process.stdin, flush=True)

    def move(self, transcript: str) -> str:
        self.tell(transcript)
        move, *costs = self._line()
        self.moves += 1
        self.costs = [total + float(cost) for total, cost in zip(self.costs, costs, strict=True)]
        return move

    def means(self) -> tuple[float, ...]:
        return tuple(total / max(self.moves, 1) for total in self.costs)


def play(game_name: str, engines: list[Engine], transcript: str, black: int) -> int:
    """One game; the score of the first engine. `black` is the engine (0 or 1) with the black discs."""
    import orchard

    game = orchard.game(game_name)
    for engine in engines:
        engine.tell("new")
    position = game.replay(transcript)
    while not position.is_over:
        if [str(move) for move in position.legal()] == PASS:
            position = position.play("pass")
            continue
        move = engines[black if position.to_move == "black" else 1 - black].move(transcript)
        transcript += move
        position = position.play(move)
    assert position.outcome is not None
    return position.outcome.score_for("black" if black == 0 else "white")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=("reversi", "reversed_reversi", "gomoku"))
    parser.add_argument("tree", type=Path, help="another source tree of Orchard")
    parser.add_argument("--spec", help="of this tree's player; by default sage:book=no or kite")
    parser.add_argument("--spec2", help="of the other's; by default sage or kite")
    parser.add_argument("--seconds", type=float, default=0.15, help="a move, for both")
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the openings")
    parser.add_argument("--skip", type=int, default=0, help="so many openings, which another run plays")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not (given.tree / "orchard").is_dir():
        parser.error(f"{given.tree} is no source tree of Orchard")
    engine = "kite" if given.game == "gomoku" else "sage"
    specs = given.spec or (f"{engine}:book=no" if engine == "sage" else engine), given.spec2 or engine
    if given.serve:
        serve(given.game, specs[0], given.seconds)
        return
    import orchard
    from orchard.play.openings import openings_for
    from orchard.play.rating import pair_elo, pentanomial_of, score_from_elo

    here = Path(__file__).resolve().parents[1]
    trees = here, given.tree.resolve()
    engines = [Engine(tree, given.game, spec, given.seconds) for tree, spec in zip(trees, specs, strict=True)]
    scores: list[int] = []
    pairs: list[float] = []
    openings = openings_for(orchard.game(given.game), None, given.skip + given.pairs, given.seed)
    for opening in openings[given.skip :]:
        both = [play(given.game, engines, opening.moves, black) for black in (0, 1)]
        scores += both
        pairs.append(sum(1.0 if score > 0 else 0.5 if score == 0 else 0.0 for score in both))
        estimate = pair_elo(pentanomial_of(pairs))
        won, lost = sum(score > 0 for score in scores), sum(score < 0 for score in scores)
        first, second = (engine.means() for engine in engines)
        print(
            f"{won} won, {len(scores) - won - lost} drawn, {lost} lost: {sum(pairs) / len(scores):.1%}"
            f" ({score_from_elo(estimate.low):.1%} to {score_from_elo(estimate.high):.1%}),"
            f" {sum(scores) / len(scores):+.2f} discs; s a move {first[0]:.3f} and {second[0]:.3f},"
            f" processor {first[1]:.3f} and {second[1]:.3f}, depth {first[2]:.1f} and {second[2]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
