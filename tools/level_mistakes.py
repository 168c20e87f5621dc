"""Count how often each level plays a move that a review would call bad, and keep the result for the studio.

    python tools/level_mistakes.py --positions 120        some minutes on two cores

Writes weights/level_mistakes.json of each game that has levels of its own: per level the share of its moves that lose
more than a good move may (`study/review.py`). The positions come from games between levels, from even openings.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

import orchard
from orchard.core.board import Move
from orchard.core.choice import Limits
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.worth import Analysis, other_side, worth_at_end
from orchard.games import offer
from orchard.play.openings import even_openings
from orchard.players.level import LEVELS
from orchard.study.analysis import analyse, analyst_for, analyst_of
from orchard.study.review import BAD, grade_of

GAMES = Path(orchard.__file__).parent / "games"
PLAYED_BY = (3, 4, 5, 6, 7)  # the levels whose games the positions come from
SECONDS = 0.1  # of the analyst's usual work, for each position that is judged
THINKS_S = 0.5  # the most a level may think here; only the two strongest would take more


class Judge:
    """Tells bad moves from others by what a review would find."""

    def __init__(self, game: Game) -> None:
        self.spec = analyst_of(game)
        self.nodes = round(SECONDS * analyst_for(game).nodes_per_second)
        self.player = orchard.player(self.spec)

    def found(self, position: Position) -> Analysis:
        self.player.new_game()  # the same answer every time
        answer = analyse(position, nodes=self.nodes, player=self.player, spec=self.spec)
        assert answer is not None
        assert answer.value is not None
        return answer

    def is_bad(self, position: Position, before: Analysis, move: Move) -> bool:
        if move == before.best:
            return False
        after = position.play(move)
        value = worth_at_end(after, before.unit)
        if value is None:
            value = self.found(after).value
        assert value is not None
        assert before.value is not None
        return grade_of(before.value - other_side(value, before.unit), before.unit) in BAD


def positions(game: Game, many: int, seed: int, levels: list[Player]) -> Iterator[Position]:
    """Positions with a choice, one of each game, at any stage of it."""
    dice = random.Random(f"{game.name} {seed}")
    for opening in even_openings(game, 20 * many, seed):
        position = game.replay(opening.moves)
        players = [levels[dice.choice(PLAYED_BY) - 1] for _ in range(2)]
        stop = dice.randint(position.ply, 52)
        while position.ply < stop and not position.is_over:
            choice = players[position.ply % 2].choose(position, Limits(seed=dice.randrange(2**31)))
            position = position.play(choice.move)
        if not position.is_over and len(position.legal()) > 1:
            yield position


def shares(game: Game, many: int, seed: int, numbers: range = LEVELS) -> dict[str, float]:
    """Level number -> the share of its moves that are bad, among positions in which something can still be lost."""
    levels = [orchard.player(f"level:{number}") for number in LEVELS]
    judge, bad, counted = Judge(game), dict.fromkeys(numbers, 0), 0
    for position in positions(game, many, seed, levels):
        before = judge.found(position)
        if before.wins_in is not None:
            continue  # won or lost, whatever a beginner plays
        counted += 1
        known: dict[Move, bool] = {}
        for number in numbers:
            move = levels[number - 1].choose(position, Limits(seed=counted, seconds=THINKS_S)).move
            if move not in known:
                known[move] = judge.is_bad(position, before, move)
            bad[number] += known[move]
        if counted == many:
            break
    for player in (*levels, judge.player):
        player.close()
    return {str(number): round(count / counted, 3) for number, count in bad.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--game", choices=orchard.games(), help="only this game; the others are kept as they are")
    options = parser.parse_args()
    own = [name for name in orchard.games() if offer(name, "levels") is not None]
    for name in [options.game] if options.game else own:
        found = shares(orchard.game(name), options.positions, options.seed)
        kept = {"positions": options.positions, "seed": options.seed, "bad": found}
        path = GAMES / name / "weights" / "level_mistakes.json"
        path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {found}", flush=True)


if __name__ == "__main__":
    main()
