"""Makes puzzles: games between levels, the positions of them that a game's folder proves to be puzzles, and how hard
they are, measured by which levels solve them."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from orchard.core.board import Move
from orchard.core.choice import Limits, Stop
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.core.puzzle import Puzzle
from orchard.games import offer
from orchard.play.openings import different_walks
from orchard.players import player as make_player
from orchard.players.level import ladder

EACH_GAME = 2  # puzzles of one kind from one game: those that follow are much alike
SEEDS = (3, 3, 3, 3, 3, 2, 2, 2, 1)  # how often levels 1 to 9 try a puzzle; level 10 takes its time, so it does not
BEYOND = 400.0  # Elo beyond the levels at which one imagined solver and one imagined failure stand


_proving = threading.Lock()  # what proves puzzles keeps its work, so it serves one thread at a time


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often each level solved a puzzle, and how often it tried."""

    solved: tuple[int, ...]
    tried: tuple[int, ...]


def offered(game: Game) -> Any:
    """What a game's folder knows of puzzles."""
    found = offer(game.base_name, "puzzles")
    if found is None or game.name != game.base_name:  # what proves them knows the usual board
        raise OptionError(f"{game.name} has no puzzles", kind="no_puzzles")
    return found


def line_after(position: Position, move: Move) -> tuple[Move, ...]:
    """What follows a move by best play, as far as it is forced; may be asked from any thread."""
    with _proving:
        line: tuple[Move, ...] = offered(position.game).line_after(position, move)
        return line


def found_in(path: Sequence[Position], kinds: Any, wanted: str = "") -> Iterator[Puzzle]:
    """The puzzles on the way of a game, of one kind if it is named, the last positions first: there the proofs are
    short."""
    count: dict[str, int] = {}
    for position in reversed(path):
        puzzle = None if position.is_over else kinds.puzzle(position, wanted)
        if puzzle is not None and wanted in ("", puzzle.kind) and count.get(puzzle.kind, 0) < EACH_GAME:
            count[puzzle.kind] = count.get(puzzle.kind, 0) + 1
            yield puzzle


class Maker:
    """Plays games and finds puzzles in them, of one kind if it is named; a seed gives the same ones again. Close it."""

    def __init__(self, game: Game, seed: int, known: Sequence[Puzzle] = (), kind: str = "") -> None:
        self.game, self.seed, self.kind = game, seed, kind
        self.kinds = offered(game)
        self.seen = {each.id for each in known}
        self._players: dict[int, Player] = {}

    def close(self) -> None:
        for player in self._players.values():
            player.close()
        self._players.clear()

    def make(self, stop: Stop) -> Iterator[Puzzle]:
        """Rated puzzles, all different up to symmetry, until stopped."""
        for puzzle in self.unrated(stop):
            yield replace(puzzle, rating=rating(self.game, self.attempts(puzzle)))

    def unrated(self, stop: Stop) -> Iterator[Puzzle]:
        dice = random.Random(f"{self.game.name} puzzles {self.seed}")
        for start in different_walks(self.game, self.kinds.OPENING_PLIES, self.seed):
            if stop.is_set():
                return
            for puzzle in found_in(self._play(start, dice), self.kinds, self.kind):
                if puzzle.id not in self.seen:
                    self.seen.add(puzzle.id)
                    yield puzzle
                if stop.is_set():
                    return

    def _player(self, level: int) -> Player:
        if level not in self._players:
            self._players[level] = make_player(f"level:{level}")
        return self._players[level]

    def _play(self, position: Position, dice: random.Random) -> list[Position]:
        players = [self._player(dice.choice(self.kinds.LEVELS)) for _ in range(2)]
        path = [position]
        while not path[-1].is_over:
            choice = players[len(path) % 2].choose(path[-1], Limits(seed=dice.randrange(2**31)))
            path.append(path[-1].play(choice.move))
        return path

    def attempts(self, puzzle: Puzzle) -> Attempts:
        solved = tuple(
            sum(self._solves(level, puzzle, seed) for seed in range(tries)) for level, tries in enumerate(SEEDS, 1)
        )
        return Attempts(solved, SEEDS)

    def _solves(self, level: int, puzzle: Puzzle, seed: int) -> bool:
        player = self._player(level)
        player.new_game()
        return player.choose(puzzle.position, Limits(seed=seed)).move in puzzle.accepted


def rating(game: Game, attempts: Attempts) -> int:
    """The most likely rating of a puzzle, given who solved it, on the scale of the levels' ratings.

    As if each try were a game between a level of known rating and the puzzle. One imagined solver far above and one
    imagined failure far below keep it finite where all or none solved it.
    """
    elos = [float(rung.rating.elo) if rung.rating else 150.0 * n for n, rung in enumerate(ladder(game))]
    elos = elos[: len(attempts.tried)]
    players = [*zip(elos, attempts.solved, attempts.tried, strict=True), (elos[-1] + BEYOND, 1, 1)]
    players.append((elos[0] - BEYOND, 0, 1))
    low, high = elos[0] - 2 * BEYOND, elos[-1] + 2 * BEYOND
    solved = sum(won for _, won, _ in players)
    while high - low > 0.5:
        middle = (low + high) / 2
        if sum(tried * expected(elo - middle) for elo, _, tried in players) > solved:
            low = middle  # more would have solved it: it is harder
        else:
            high = middle
    return round(low)


def expected(difference: float) -> float:
    """The score to expect of a player who is so many Elo points stronger."""
    return float(1 / (1 + 10 ** (-difference / 400)))
