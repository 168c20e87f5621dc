"""Whether the moves that a fact blames are worse, for each kind of fact, each game, in the middle and at the end.

    python benchmarks/facts_matter.py GAME PHASE [positions [first-seed]]

In positions of games between a weak player and dice, every two moves are compared: a fact says that one is worse than
the other, and an exact score (PHASE `end`: 11 to 13 empty squares) or a search (`middle`) says by how much it is. A
fact without meaning blames the better move as often as the worse one, which comes out as 0. The mean is over
positions, each counted once whatever the number of pairs in it; the margin is two standard errors. Where games are not
won by points, the search gives winning chances, and only some of the many moves are compared.
"""

from __future__ import annotations

import itertools
import random
import statistics
import sys
from collections import defaultdict

import orchard
from orchard.core.board import Move
from orchard.core.choice import Limits
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.core.worth import other_side, worth_at_end
from orchard.games import offer
from orchard.study.analysis import analyst_of, unit_of

EMPTIES = {"end": (11, 13), "middle": (22, 44)}
STONES = (8, 40)  # on a board where games are not won by points
NODES = 60_000  # of the search after each move, in the middle
SOME = 10  # moves near the stones that are compared, and a third as many far away, where nearly every point is legal


def sampled(game: str, phase: str, seed: int, player: Player) -> Position:
    """A position with a choice, out of a game in which every other move, about, is thrown by dice."""
    dice = random.Random(f"{game} {phase} {seed}")
    start = orchard.game(game).start()
    empties = dice.randint(*EMPTIES[phase]) if start.game.has_margin else start.empties - dice.randint(*STONES)
    while True:
        position = start
        while not position.is_over and (position.empties > empties or len(position.legal()) < 2):
            thrown = position.ply < 8 or dice.random() < 0.4
            move = dice.choice(near(position)) if thrown else player.choose(position, Limits(depth=2)).move
            position = position.play(move)
        if not position.is_over:
            return position


def near(position: Position) -> list[Move]:
    """The legal moves within two steps of a stone; all of them, or a pass, where there is none."""
    mask = position.game.board.near(position.black | position.white, 2)
    return [move for move in position.legal() if not move.is_pass and mask >> move.square & 1] or position.legal()


def compared(position: Position, dice: random.Random) -> list[Move]:
    """The moves that are compared: all, or of very many some near the stones, some far away, and all fours."""
    moves = position.legal()
    if position.game.has_margin:
        return moves
    close = near(position)
    far = [move for move in moves if move not in close]
    threats = offer(position.game.base_name, "threat_map").threat_map(position)  # type: ignore[union-attr]
    if any(threats[color]["five"] for color in threats):
        return []  # nothing else matters
    chosen = dice.sample(close, min(SOME, len(close))) + dice.sample(far, min(SOME // 3, len(far)))
    mine = threats[position.to_move]
    return list(dict.fromkeys([*mine["open_four"], *mine["four"], *chosen]))


def worths(position: Position, moves: list[Move], phase: str, player: Player) -> dict[Move, float]:
    """What moves are worth for the side to move, in discs or in percent of winning chances."""
    unit = unit_of(position.game)
    found = {}
    for move in moves:
        after = position.play(move)
        value = worth_at_end(after, unit)
        while value is None:
            limits = Limits(nodes=NODES if phase == "middle" else 50_000_000)
            value = player.choose(after, limits).value
            if value is None:  # it has to pass, or has one move only
                after = after.play(after.legal()[0])
                value = worth_at_end(after, unit)
        mine = value if after.to_move == position.to_move else other_side(value, unit)
        found[move] = mine if unit == "discs" else 100 * mine
    return found


def main() -> None:
    game, phase, *rest = sys.argv[1:]
    many, first = (*map(int, rest), 150, 0)[:2] if len(rest) < 2 else map(int, rest)
    unit = unit_of(orchard.game(game))
    player = orchard.player("sage:table=4" if unit == "discs" else analyst_of(orchard.game(game)))
    counted = offer(orchard.game(game).base_name, "facts").counted  # type: ignore[union-attr]
    means: dict[str, list[float]] = defaultdict(list)
    for seed in range(first, first + many):
        position = sampled(game, phase, seed, player)
        moves = compared(position, random.Random(seed))
        worth = worths(position, moves, phase, player)
        here: dict[str, list[float]] = defaultdict(list)
        for played, better in itertools.permutations(worth, 2):
            for fact in counted(position, played, better):
                here[fact.kind].append(worth[better] - worth[played])
        for kind, losses in here.items():
            means[kind].append(statistics.fmean(losses))
    print(f"{game}, {phase}, {many} positions: by how much a move that the fact blames is worse ({unit})")
    for kind, losses in sorted(means.items(), key=lambda entry: -statistics.fmean(entry[1])):
        margin = 2 * statistics.stdev(losses) / len(losses) ** 0.5 if len(losses) > 1 else float("inf")
        print(f"  {kind:20} {statistics.fmean(losses):+6.2f} ± {margin:.2f}  in {len(losses)}")


if __name__ == "__main__":
    main()
