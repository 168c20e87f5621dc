"""What a game's folder may offer beyond its rules.

Only `rules.py` is required: a `Game` called GAME, and `with_option(text)` where the game has other boards or rule sets.
Everything else is found by the name of its file, through `orchard.games.offer(game, "levels")`; what a game does not
offer, the product does without. A game that is much like another names it as its `kin`: what its own folder does not
offer is then taken from that game's folder, where functions ask `game.base_name` for what differs.

file             what it holds                                                without it
---------------  -----------------------------------------------------------  ----------------------------------------
levels.py        levels(game) -> tuple[Rung, ...], ten of them, or ()         tree search, more playouts a level
analyst.py       analyst(game) -> Analyst, or None for a board it does not know  tree search
openings.py      OPENINGS: Openings                                            random walks
book.py          book(game) -> BookOffer, or None for a board without one       no opening book
opening_names.py opening_names(game): a name for each of some transcripts      openings have no names
exercises.py     exercises(game) -> tuple[Exercise, ...]                       the first moves, and two whole games
facts.py         facts(position, played, better, stop) -> Iterator[Fact]       no reasons
explain.py       explain(position) -> Explained                                stones, and what evaluations say
solver.py        SOLVER with OPTIONS, solve(position, question, stop, tell)    search to the end of the game
proof_trees.py   proof_trees(position, stop) -> tuple[Proof, ...], or ()         search to the end of the game
puzzles.py       KINDS, LEVELS, OPENING_PLIES, puzzle(position, kind), line_after() no puzzles
threat_map.py    threat_map(position)                                          no threats
learned_tree.py  plays(game), prepared(game), tree(position, options, kept)     `puct` does not play it
candidates.py    CANDIDATES: choices of moves for `uct`, by name               all legal moves
course.py        COURSE: Course, see core/course.py                            `orchard train` refuses it
stories.py       STORIES: stories about ways to search, see core/story.py       fewer stories in the studio
sample.py        transcript(game): a middle game for examples                  `orchard compare` takes the start
lessons.py       LESSONS: tuple[Lesson, ...], see core/lessons.py               no lessons
stable_discs.py  stable_discs(position): a mask of stones that stay as they are  no drill about them
how_to_play.py   PICTURES: three transcripts that show how it is played        no page on its rules in the studio
players/         a file for each player of this game                           the players for any game
evaluate/        a file with EVALUATION for each named evaluation              alpha-beta sees only ends of games
benches/         a file with rows(repeat) for each benchmark                   the benchmarks for any game
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from orchard.core.board import Move
from orchard.core.choice import Choice, Stop
from orchard.core.game import Game, Position
from orchard.core.plain import plain
from orchard.core.worth import Analysis, MoveValue, Unit


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo above level 1, with a 95 % interval."""

    elo: int
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Rung:
    """One level: the player behind it, its time limit, and what was measured of it."""

    spec: str
    seconds: float | None = None
    habits: tuple[str, ...] = ()  # what a beginner notices of it, by names that a shell puts into words
    rating: Rating | None = None
    weak_moves: float | None = None  # the share of its moves that a review would call bad


def rated(levels: tuple[Rung, ...], beside: str) -> tuple[Rung, ...]:
    """The levels with what was measured of them, kept in `weights/` beside a file: `level_ratings.json`, written by
    `tools/rate_levels.py`, and `level_mistakes.json`, written by `tools/level_mistakes.py`."""
    ratings, bad = _measured(beside, "level_ratings", "ratings"), _measured(beside, "level_mistakes", "bad")
    return tuple(
        replace(level, rating=Rating(*ratings[n]) if n in ratings else None, weak_moves=bad.get(n))
        for n, level in zip(map(str, range(1, len(levels) + 1)), levels, strict=True)
    )


def _measured(beside: str, name: str, key: str) -> dict[str, Any]:
    path = Path(beside).with_name("weights") / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8"))[key] if path.is_file() else {}


@dataclass(frozen=True, slots=True)
class Exercise:
    """One thing a bot must be able to do: answer in a position (`opening` from `start`), or play a whole game."""

    name: str
    says: str  # what it is about, in plain words
    start: str = ""
    opening: str = ""
    whole_game: str = ""  # the bot's colour


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that can be counted on the board; a shell puts it into words.

    `line` shows it: from the position before the move, or, if `after`, from the one it led to.
    """

    kind: str
    squares: tuple[str, ...] = ()
    numbers: dict[str, int] = field(default_factory=dict, hash=False)
    line: tuple[str, ...] = ()
    after: bool = False

    def as_json(self) -> dict[str, Any]:
        return plain(self)


class Openings:
    """Where the games of a match begin: after short random walks, where a game offers nothing better."""

    plies: int = 2  # of a random opening
    turned: bool = False  # whether turned and mirrored forms of the shipped ones serve as well

    def shipped(self, game: Game) -> Sequence[Sequence[str]]:
        """Transcripts that our engines call even, in files from the evenest on; () where this board has none."""
        return ()

    def sensible(self, position: Position) -> int:
        """The legal squares that a random opening may play on."""
        return position.legal_mask()

    def is_open(self, position: Position) -> bool:
        """Whether both sides still have a game, as far as the rules alone can tell."""
        return True


@dataclass(frozen=True, slots=True)
class BookOffer:
    """Where the opening book of a game is kept, see core/book.py; a game may offer one before there is a file."""

    path: Path
    confidence: int = 0  # per cent of the selective cut-offs of its analyst that are right; 0: not known


def lines_of(path: Path) -> list[str]:
    """What a text file says, without comments; nothing where there is none."""
    if not path.is_file():
        return []
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


class Judge(Protocol):
    """Proofs in the place of beliefs: a sure result is shown only where it has been proved. For one position."""

    def claims(self, found: Analysis) -> bool: ...

    def believed(self, found: Analysis) -> Analysis: ...

    def proved(self, found: Analysis) -> Analysis: ...

    def of_move(self, entry: MoveValue, seconds: float) -> MoveValue: ...

    def not_above(self, entry: MoveValue, known: Analysis) -> MoveValue: ...


@dataclass(frozen=True)
class Analyst:
    """Who analyses a game, and what its values mean: winning chances (0 to 1) or points ahead at the end."""

    spec: str
    unit: Unit
    for_every_move: str = ""  # its spec when every move is to get a value, if that is another one
    proves_wins: bool = False  # whether a win is worth a proof with its length (see `judge`)
    nodes_per_second: int = 500_000  # its usual speed: what a second means where only the work is bounded

    def judge(self, position: Position, stop: Stop, *, by_nodes: bool = False) -> Judge | None:
        """Who proves what the analyst only believes; None where its values need no proof.

        With `by_nodes` the work on a proof is bounded instead of its time, so that it gives the same answer every time.
        """
        return None

    def announced_win(self, position: Position, choice: Choice, stop: Stop) -> int | None:
        """In how many moves a player that believes it has won does win, if that can be proved."""
        return None


@dataclass(frozen=True, slots=True)
class Explained:
    """What evaluations see in a position: the same as data for machines and as a board and a table for people."""

    as_json: dict[str, Any]
    marks: dict[int, str] = field(hash=False)  # what stands on a square instead of an empty sign, or after a stone
    strong: frozenset[int] = frozenset()  # marks that matter most
    lines: tuple[str, ...] = ()
    table: tuple[tuple[str, str, str, str], ...] = ()  # what, black's, white's, what it means


@dataclass(frozen=True, slots=True)
class Question:
    """What to find out about a position. A solver's OPTIONS lists what it supports besides `seconds`."""

    seconds: float | None = None  # None: as long as it takes, or the solver's own choice
    threads: int = 1
    all_moves: bool = False  # the exact score of every move, not only the best
    wld: bool = False  # only whether it is a win, a draw or a loss
    table_mb: int | None = None
    kind: str = ""  # which kind of proof, where a solver has several


@dataclass(frozen=True, slots=True)
class Solved:
    """What a solver found out. Scores are from the view of the side to move."""

    verdict: str  # for people: "+6", "wins in 3 by fours", "between -2 and +4"
    result: str | None  # "win", "draw", "loss"; a solver may have other words; None: not known
    line: tuple[Move, ...]  # best play that shows it
    nodes: int
    seconds: float
    move: Move | None = None
    bounds: tuple[int, int] | None = None  # the score lies between them
    moves: dict[str, tuple[int, int]] = field(default_factory=dict, hash=False)  # bounds of every move
    more: dict[str, Any] = field(default_factory=dict, hash=False)  # further fields for --json


class Tell(Protocol):
    """Called with a solver's progress: what is known, and the nodes it took."""

    def __call__(self, known: str, nodes: int) -> None: ...


def result_of(lower: int, upper: int) -> str | None:
    """What the bounds of a score already decide."""
    return "win" if lower > 0 else "loss" if upper < 0 else "draw" if lower == upper == 0 else None


def verdict_of(game: Game, lower: int, upper: int) -> str:
    """The same for people, with the score where a game has one."""
    result = result_of(lower, upper)
    if not game.has_margin:
        return result or "not known"
    return f"{lower:+}" if lower == upper else result or f"between {lower:+} and {upper:+}"
