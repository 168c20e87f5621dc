"""How Reversi is trained, and Reversed Reversi with the same stages. Weights are pattern tables, see `weights_file`."""

from pathlib import Path
from typing import Any

from orchard.core.course import Array, Columns, Course, Findings, Fitted, OpeningJudge, Pair, Progress
from orchard.games.reversi.evaluate import weights_file
from orchard.games.reversi.evaluate.weights_file import Evaluation
from orchard.games.reversi.training import settings as stages
from orchard.games.reversi.training.columns import COLUMNS, GAMES_PER_SHARD


class ReversiCourse(Course):
    settings = stages.STAGES
    columns = COLUMNS
    games_per_shard = GAMES_PER_SHARD
    margin = "discs"
    plan = stages.PLAN
    after_plan = ("policy",)

    def __init__(self, game: str) -> None:
        self.game = game

    def weights(self, choice: str) -> Evaluation:
        """A folded evaluation. None means the rule of thumb that training starts from; the name of the game the one
        shipped."""
        if choice in ("", "guess"):
            return Evaluation(weights_file.rule_of_thumb(self.game))
        path = weights_file.shipped(self.game) if choice in ("trained", self.game) else Path(choice)
        return weights_file.read_evaluation(path)

    def prepared(self, weights: Evaluation) -> Evaluation:
        import orchard.games.reversi.training.games  # noqa: F401 - the kernels

        return weights_file.unfold_all(weights)

    def write(self, path: Path, weights: Evaluation, about: dict[str, Any]) -> None:
        weights_file.write(path, weights.weights, about, correction=weights.correction)

    def play_shard(self, settings: stages.ReversiPlay, number: int, weights: Evaluation, stop: Array) -> Columns:
        from orchard.games.reversi.training.games import play_shard

        return play_shard(settings, number, weights, stop)

    def label_shard(self, settings: stages.ReversiLabel, columns: Columns, weights: Evaluation, stop: Array) -> Columns:
        from orchard.games.reversi.training.games import label_shard

        return label_shard(settings, self.game, columns, weights, stop)

    def fit(self, settings: stages.ReversiFit, columns: Columns, progress: Progress) -> Fitted:
        from orchard.games.reversi.training.fit import fit

        return fit(settings, self.game, columns, progress)

    def play_pair(
        self, settings: stages.ReversiGate, number: int, opening: str, new: Evaluation, old: Evaluation, stop: Array
    ) -> Pair:
        from orchard.games.reversi.training.games import play_pair

        return play_pair(settings, number, new, old, stop)

    def extra(
        self, stage: str, settings: Any, weights: Path, columns: Columns, threads: int, progress: Progress
    ) -> Findings:
        from orchard.games.reversi.training import correction, measure, policy

        if stage == "policy":
            return policy.train(settings, weights, columns, progress)
        if stage == "correction":
            return correction.train(settings, weights, columns, progress, threads)
        if stage == "measure":
            return measure.measure(settings, self.game, weights, columns, threads)
        if stage == "errors":
            return measure.errors(settings, self.game, weights, columns, threads)
        raise NotImplementedError(stage)

    def opening_judge(self, settings: stages.EvenOpenings) -> OpeningJudge:
        from orchard.games.reversi.training.openings import SageJudge

        return SageJudge()


COURSE = ReversiCourse("reversi")
