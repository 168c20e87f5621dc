"""What a game offers to be trained: its course, `COURSE` in the file `course.py` of its folder.

`orchard.training` runs the stages: selfplay -> label -> fit -> gate, again and again in `grow`. It reads and writes the
folders, shares the work among threads and machines, goes on where a run was stopped, keeps the statistics of matches
and promotes weights. A course says what the stages are for one game: what a shard of games holds and how it is played,
how columns become weights, how two sets of weights play a pair of games. It gets columns, weights and a stop byte, and
returns columns and numbers; it knows nothing of folders.

The settings of a stage are a frozen dataclass. A field made with `setting` and a help text is an option of the command:
`exact_from` is `--exact-from`. An option means the same in every course that has it. Importing a course must not load
Numba: kernels are imported where they are used.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from orchard.core.errors import OptionError
from orchard.core.game import Position
from orchard.core.player import Option

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]
else:
    Array = Any

Columns = dict[str, Array]  # one row a position
Progress = Callable[[int, int], None]  # how much is done, of how much
STAGES = ("selfplay", "label", "fit", "gate")  # every course has these; others it may have


def no_progress(done: int, of: int) -> None:
    """For those who do not want to know."""


# ---------------------------------------------------------------------------------------- settings


@dataclass(frozen=True, slots=True)
class ShareOption(Option):
    """A share of moves: with a decimal point as it is (0.03), a whole number as so many in a thousand (30).

    A default that is a whole number means that the setting itself is kept in thousandths.
    """

    def range(self) -> str:
        return "0.0 to 1.0, or 0 to 1000 in a thousand"

    def read(self, name: str, value: Any) -> Any:
        try:
            share = int(value) / 1000 if str(value).strip().isdecimal() else float(value)
        except ValueError:
            share = math.nan
        if not 0 <= share <= 1:
            raise OptionError(f"{name}={value} is out of range: {self.range()}")
        return round(1000 * share) if self.kind is int else share


def setting(
    default: Any,
    says: str = "",
    low: float | None = None,
    high: float | None = None,
    *,
    name: str = "",
    share: bool = False,
) -> Any:
    """A field of a stage's settings. With a help text it is an option, called like the field or `name`."""
    kind = ShareOption if share else Option
    return field(default=default, metadata={"option": kind(default, says, low, high), "name": name} if says else {})


def options_of(settings: type) -> dict[str, tuple[str, Option]]:
    """The options of a stage: the field that each one sets, and what it may be."""
    return {
        one.metadata["name"] or one.name: (one.name, one.metadata["option"])
        for one in fields(settings)
        if "option" in one.metadata
    }


def with_options(course: Course, stage: str, given: Mapping[str, Any], **fixed: Any) -> Any:
    """The settings of a stage with the options that a user gave, as text or values, and the course's own defaults."""
    settings = settings_type(course, stage)
    known = options_of(settings)
    chosen = {}
    for name, value in given.items():
        if name not in known:
            names = ", ".join(map(flag, known)) or "none"
            raise OptionError(f"{stage} has no option {flag(name)} for {course.game}; its options are: {names}")
        where, option = known[name]
        chosen[where] = option.read(flag(name), value)
    return settings(**fixed, **chosen)


def settings_type(course: Course, stage: str) -> type:
    if stage not in course.settings:
        raise OptionError(f"the course of {course.game} has no stage {stage}; it has {', '.join(course.settings)}")
    return course.settings[stage]


def flag(name: str) -> str:
    return "--" + name.replace("_", "-")


WEIGHTS = "The weights to search with: guess (the initial ones), trained (the shipped ones) or a file."
STRAY = "Moves that are drawn at random instead of the best: 0.03, or 30 in a thousand."


@dataclass(frozen=True, kw_only=True)
class SelfPlay:
    """What games are like. The same settings give the same games on any number of threads or machines."""

    game: str
    weights: str = setting("guess", WEIGHTS)
    seed: int = setting(1, "Another seed, other games.")


@dataclass(frozen=True, kw_only=True)
class Label:
    """How positions are looked at once more."""

    weights: str = setting("trained", WEIGHTS)


@dataclass(frozen=True, kw_only=True)
class Fit:
    """How columns become weights."""


@dataclass(frozen=True, kw_only=True)
class Gate:
    """How the match between new and old weights is played."""

    game: str
    pairs: int = setting(1000, "Openings, each played twice.", 2)
    seed: int = setting(20, "Of the openings.")
    confidence: float = 1.645  # standard errors above one half that the new weights must reach


# ---------------------------------------------------------------------------------- what stages return


@dataclass(frozen=True)
class Chart:
    """Named series of (x, y) points."""

    title: str
    x_label: str
    y_label: str
    series: Mapping[str, Sequence[tuple[float, float]]]


@dataclass(frozen=True)
class Findings:
    """What a stage has found out: for machines, and for people as a table, sentences and a chart."""

    as_json: Any
    table: tuple[tuple[str, ...], ...] = ()  # the first row names the columns
    lines: tuple[str, ...] = ()
    chart: Chart | None = None

    def in_words(self) -> list[str]:
        """The table, as Markdown, and the sentences."""
        rows = ["| " + " | ".join(row) + " |" for row in self.table]
        return [*rows[:1], *("| --- " * len(row) + "|" for row in self.table[:1]), *rows[1:], *self.lines]


@dataclass(frozen=True)
class Fitted:
    """Weights as `Course.write` takes them."""

    weights: Any
    about: dict[str, Any]  # what is worth keeping with the weights
    findings: Findings  # `as_json` is a dict, for the report


@dataclass(frozen=True, slots=True)
class Pair:
    """The two games of one opening: points of the new weights (0 to 2), and by how much they won or lost on average."""

    points: float
    margin: float = 0.0


@dataclass(frozen=True, kw_only=True)
class Generation:
    """One round of `grow`: how its games are played, for how long, and what is learned from them."""

    games: int | None = None  # None: as many as there is time for
    seconds: float = math.inf  # of self-play
    selfplay: Mapping[str, Any] = field(default_factory=dict)
    fit: Mapping[str, Any] = field(default_factory=dict)
    learns_from: tuple[int, ...] = (0,)  # 0: its own games, 1: those of the generation before it, ...


class OpeningJudge(Protocol):
    """Says whether both sides have an even game in a position."""

    def is_even(self, position: Position) -> bool: ...

    def is_even_for_the_strong(self, position: Position) -> bool:
        """By the longest test alone, for openings that have passed shorter ones."""


# ------------------------------------------------------------------------------------------ the course


class Course(ABC):
    """How one game is trained. `stop` is a byte, [1] uint8: once it is set, results are of no use and may be anything.

    Weights exist in three forms: a choice in words ("guess", "trained", a file), `weights` that were read (small, they
    may travel to other machines) and `prepared` ones that the methods below take.
    """

    game: str  # its name; other boards and rules of a game have no course
    settings: ClassVar[Mapping[str, type]]  # of every stage that there is, see STAGES
    columns: ClassVar[Mapping[str, str]]  # what shards hold, and its kind as numpy writes it; "game" is among them
    games_per_shard: ClassVar[int]
    compressed: ClassVar[bool] = False  # whether shards are worth compressing
    match_openings: ClassVar[bool] = False  # whether a gate's pairs begin from the openings of matches
    margin: ClassVar[str] = ""  # what the margin of a pair counts; empty: it means nothing
    plan: ClassVar[tuple[Generation, ...]]
    after_plan: ClassVar[tuple[str, ...]] = ()  # other stages that the best weights go through at the end of `grow`

    @abstractmethod
    def weights(self, choice: str) -> Any:
        """Weights by a choice in words; an OrchardError where there are none."""

    @abstractmethod
    def prepared(self, weights: Any) -> Any:
        """What the other methods take for weights. Loads the kernels that they will need."""

    @abstractmethod
    def write(self, path: Path, weights: Any, about: dict[str, Any]) -> None:
        """Write fitted weights to a file, with what is known about their making where the format has room for it."""

    @abstractmethod
    def play_shard(self, settings: Any, number: int, weights: Any, stop: Array) -> Columns:
        """The games of shard `number`, which depend on the settings and the number alone."""

    @abstractmethod
    def label_shard(self, settings: Any, columns: Columns, weights: Any, stop: Array) -> Columns:
        """The same positions with what a longer look has found."""

    @abstractmethod
    def fit(self, settings: Any, columns: Columns, progress: Progress) -> Fitted:
        """Learn from positions; some games are held out to judge the result by."""

    @abstractmethod
    def play_pair(self, settings: Any, number: int, opening: str, new: Any, old: Any, stop: Array) -> Pair:
        """Pair `number` of a match: two games from the transcript `opening` (see `match_openings`), or one's own."""

    def extra(
        self, stage: str, settings: Any, weights: Path, columns: Columns, threads: int, progress: Progress
    ) -> Findings:
        """A stage of this course alone, with a file of weights, which it may add to."""
        raise NotImplementedError(stage)

    def opening_judge(self, settings: Any) -> OpeningJudge:
        """For the stage `openings`, where the course has it."""
        raise NotImplementedError("openings")

    def opening_candidates(self, seed: int) -> Iterator[Position] | None:
        """Positions that might be even, without end; None: random walks of the game's usual kind."""
        return None


def initial_weights(course: Course) -> str:
    """The choice of weights that training begins with: those of self-play where no others are given."""
    return str(getattr(course.settings["selfplay"], "weights"))  # noqa: B009 - a default, of some dataclass
