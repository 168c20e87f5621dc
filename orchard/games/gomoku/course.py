"""How Gomoku is trained, 15 wide. Weights are those of profiles, see `evaluate/worth.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from orchard.core.course import Array, Columns, Course, Fitted, OpeningJudge, Pair, Progress
from orchard.core.game import Position
from orchard.games.gomoku.training import settings as stages

if TYPE_CHECKING:
    from orchard.games.gomoku.evaluate.worth import Weights


class GomokuCourse(Course):
    game = "gomoku"
    settings = stages.STAGES
    columns = stages.COLUMNS
    games_per_shard = stages.GAMES_PER_SHARD
    compressed = True  # most cells are empty
    match_openings = True
    plan = stages.PLAN

    def weights(self, choice: str) -> Weights:
        from orchard.games.gomoku.evaluate.worth import weights

        return weights(choice)

    def prepared(self, weights: Weights) -> Any:
        import orchard.games.gomoku.training.games  # noqa: F401 - the kernels
        from orchard.games.gomoku.evaluate.shapes import tables

        return tables(*weights)

    def write(self, path: Path, weights: Weights, about: dict[str, Any]) -> None:
        from orchard.games.gomoku.evaluate.worth import write_weights

        write_weights(path, weights)

    def play_shard(self, settings: stages.GomokuPlay, number: int, weights: Any, stop: Array) -> Columns:
        from orchard.games.gomoku.training.games import play_shard

        return play_shard(settings, number, weights, stop)

    def label_shard(self, settings: stages.GomokuLabel, columns: Columns, weights: Any, stop: Array) -> Columns:
        from orchard.games.gomoku.training.games import label_shard

        return label_shard(settings, columns, weights, stop)

    def fit(self, settings: stages.GomokuFit, columns: Columns, progress: Progress) -> Fitted:
        from orchard.games.gomoku.training.fit import fit

        return fit(settings, columns, progress)

    def play_pair(
        self, settings: stages.GomokuGate, number: int, opening: str, new: Any, old: Any, stop: Array
    ) -> Pair:
        from orchard.games.gomoku.training.games import play_pair

        return play_pair(settings, opening, new, old)

    def opening_judge(self, settings: stages.EvenOpenings) -> OpeningJudge:
        from orchard.games.gomoku.training.openings import KiteJudge

        return KiteJudge(settings.nodes)

    def opening_candidates(self, seed: int) -> Iterator[Position]:
        from orchard.games.gomoku.training.openings import candidates

        return candidates(seed)


COURSE = GomokuCourse()
