"""All stages in a row, generation after generation, from the initial weights on: self-play, fit, gate, and again.

Stages are joined by folders only: FOLDER/gen0, FOLDER/fit0, FOLDER/gen1 and so on, FOLDER/best.safetensors. Begun
again, it goes on where it stopped: what was gated is not played, fitted and gated again.
"""

import json
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orchard.core.course import Course, Generation, initial_weights, no_progress
from orchard.core.files import written_whole
from orchard.training import shards
from orchard.training.fit import fit
from orchard.training.gate import gate, log_of, sentence
from orchard.training.selfplay import play

NO_LIMIT = 10**7  # games
LEAST = 20  # games of a generation, however small the scale


@dataclass(frozen=True)
class Growth:
    """How a plan is carried out, and where. `settings` has, by stage, what holds instead of the plan."""

    course: Course
    folder: Path
    scale: float = 1.0  # stretches the games of a generation, or the time for them
    threads: int = 1
    seed: int = 1
    plan: Sequence[Generation] = ()  # none: the course's own
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    say: Callable[[str], None] = lambda line: None

    @property
    def best(self) -> Path:
        return self.folder / "best.safetensors"

    def chosen(self, stage: str, **planned: Any) -> Any:
        """The settings of a stage."""
        return self.course.settings[stage](**{**planned, **self.settings.get(stage, {})})

    def grow(self, first: int = 0) -> Path:
        """Play, fit and gate the generations from number `first` on, then go through the stages that come after the
        plan. Returns the file of the best weights, which is not there if no generation won its match."""
        plan = self.plan or self.course.plan
        for number, generation in list(enumerate(plan))[first:]:
            if not has_met(self.best, self._fitted(number)):
                self._generation(number, generation)
        if self.best.is_file():  # only then a generation was ever better than the initial weights
            lessons = self._lessons(len(plan) - 1, plan[-1])
            for stage in self.course.after_plan:
                self._extra(stage, lessons)
        return self.best

    def _generation(self, number: int, generation: Generation) -> None:
        began = time.time()
        games = self._play(number, generation)
        seconds = time.time() - began
        lessons, new = self._lessons(number, generation), self._fitted(number)
        report = fit(self.course, self.chosen("fit", **generation.fit), lessons, new.parent)
        result = gate(
            self.course, self.chosen("gate", game=self.course.game), str(new), self.best, threads=self.threads
        )
        self._log(
            {
                "generation": number,
                "games": games,
                "games_per_second": round(games / seconds, 1),
                "positions": report.as_json["positions"],
                "fit_seconds": report.as_json["seconds"],
                **{name: result[name] for name in ("share", "standard_error", "passed")},
                "seconds": round(time.time() - began, 1),
            },
            [f"generation {number}, {games:,} games: {sentence(self.course, result)}", *report.findings.in_words()],
        )

    def _play(self, number: int, generation: Generation) -> int:
        folder = self.folder / f"gen{number}"
        settings = self.chosen(
            "selfplay",
            game=self.course.game,
            weights=player_of(self.course, folder, self.best),
            seed=self.seed + number,
            **generation.selfplay,
        )
        games = NO_LIMIT if generation.games is None else max(LEAST, int(self.scale * generation.games))
        seconds = self.scale * generation.seconds
        return play(self.course, settings, folder, games=games, seconds=seconds, threads=self.threads)

    def _extra(self, stage: str, lessons: list[Path]) -> None:
        columns = shards.read_folders(lessons, self.course.columns)
        found = self.course.extra(stage, self.chosen(stage), self.best, columns, self.threads, no_progress)
        self._log({stage: found.as_json}, found.in_words())

    def _fitted(self, number: int) -> Path:
        return self.folder / f"fit{number}" / "weights.safetensors"

    def _lessons(self, number: int, generation: Generation) -> list[Path]:
        """The games that a generation learns from."""
        found = [self.folder / f"gen{number - back}" for back in generation.learns_from if back <= number]
        return [played for played in found if played.is_dir()]

    def _log(self, line: dict[str, Any], words: list[str]) -> None:
        with (self.folder / "log.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        for text in words:
            self.say(text)


def player_of(course: Course, played: Path, best: Path) -> str:
    """The weights that a generation is played with: the best when it begins, kept beside its games."""
    if (played / "settings.json").is_file():
        return str(shards.settings_of(played)["weights"])
    if not best.is_file():
        return initial_weights(course)
    kept = played / "weights.safetensors"
    with written_whole(kept) as partial:
        shutil.copyfile(best, partial)
    return str(kept)


def has_met(best: Path, new: Path) -> bool:
    """Whether these weights have played their match against the best before."""
    log = log_of(best)
    return log.is_file() and any(json.loads(line)["new"] == str(new) for line in log.read_text().splitlines())
