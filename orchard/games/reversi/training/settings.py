"""What the stages of training can be told for both Reversi games, and the plan by which weights are grown."""

from dataclasses import dataclass

from orchard.core.course import STRAY, WEIGHTS, Fit, Gate, Generation, Label, SelfPlay, setting

LOOK_AHEAD = "Plies that are searched."
FORESIGHT = "How much of a label comes from later positions; 1: the end alone."
EVEN_GAMES = "Discs by which a game may be decided until its positions count half."
SOLVED_FROM = "Empty squares from which positions are solved."


@dataclass(frozen=True, kw_only=True)
class ReversiPlay(SelfPlay):
    """Each game begins with random moves; then both sides search, and stray now and then."""

    weights: str = setting("", WEIGHTS)  # none: the initial ones
    depth: int = setting(5, LOOK_AHEAD, 1, 20)
    confidence: float = setting(0.0, "Of selective cut-offs, 0 for none: with 1, depth 8 costs what depth 6 does.", 0)
    exact_from: int = setting(12, SOLVED_FROM, 0, 24)
    opening_low: int = 4  # random moves at the start, at least and at most
    opening_high: int = 12
    stray_per_mille: int = setting(30, STRAY, name="stray", share=True)
    exact_stray_per_mille: int = 120  # the same where positions are solved: their labels do not suffer
    leaves: int = setting(
        0, "Also keep so many leaves of a longer search of each position played, each valued by itself.", 0, 256
    )
    leaves_depth: int = setting(12, "Plies of that longer search.", 1, 20)


@dataclass(frozen=True, kw_only=True)
class ReversiLabel(Label):
    depth: int = setting(8, LOOK_AHEAD, 1, 20)
    exact_from: int = setting(16, SOLVED_FROM, 0, 24)


@dataclass(frozen=True, kw_only=True)
class ReversiFit(Fit):
    foresight: float = setting(0.85, FORESIGHT, 0, 1)
    even_games: float = setting(24.0, EVEN_GAMES)
    ridge: float = setting(8.0, "Positions that hold each weight to its start: how firmly rare patterns are held.")
    overlap: int = 3  # discs by which a phase also learns from its neighbours
    steps: int = setting(30, "Of conjugate gradients.", 1)
    device: str = setting("auto", "auto, numpy (compiled code, all cores), or a PyTorch device: cpu, cuda.")
    start: str = setting("", "A file of weights to refine phase by phase; none: each phase begins as the one after it.")


@dataclass(frozen=True, kw_only=True)
class ReversiGate(Gate):
    pairs: int = setting(1000, "Openings, each played twice.", 2)  # 200 leave an error of 2 %, too much to see progress
    depth: int = setting(4, LOOK_AHEAD, 1, 20)
    exact_from: int = 10
    opening_plies: int = 8
    even_openings: float = 8.0  # discs; openings the old weights think more one-sided than that tell nothing


@dataclass(frozen=True, kw_only=True)
class ReversiPolicy:
    """How the moves that were chosen become a policy."""

    passes: int = setting(2, "Over all positions.", 1)
    step: float = 0.1
    milder: float = 1.6  # by how much the evaluation beside the policy is flatter than it would best be alone
    seed: int = 1  # of the order of positions


@dataclass(frozen=True, kw_only=True)
class ReversiCorrection:
    """How what the weights leave unexplained becomes a correction."""

    foresight: float = setting(0.3, FORESIGHT, 0, 1)
    even_games: float = setting(24.0, EVEN_GAMES)
    passes: int = setting(3, "Over all positions.", 1)
    step: float = setting(0.03, "Of the gradient descent.")
    plain_step: float = 0.05  # the same for the number of each row that is not squared
    overlap: int = 2  # discs by which a group of phases also learns from its neighbours
    spread: float = 0.01  # of the numbers at first
    even: float = 15.0  # discs: errors of positions that the search thought closer than that are also reported apart
    start: str = setting("", "A file whose correction is refined with new games; none: begin anew.")
    seed: int = 1  # of the first numbers and of the order of positions


@dataclass(frozen=True, kw_only=True)
class ReversiMeasure:
    """How shallow searches are compared with deep ones."""

    per_phase: int = setting(160, "Positions of every phase.", 10)
    deepest: int = setting(9, "Plies of the deepest search.", 3, 16)


@dataclass(frozen=True, kw_only=True)
class ReversiErrors:
    """How the evaluation is compared with a deep search."""

    per_phase: int = setting(200, "Positions of every phase.", 10)
    depth: int = setting(8, "Plies of the search that judges.", 1, 16)
    exact_from: int = setting(16, SOLVED_FROM, 0, 20)
    all_games: bool = setting(False, "The games are new to these weights: take all of them, not one in fifty.")


@dataclass(frozen=True, kw_only=True)
class EvenOpenings:
    """How openings are judged."""


STAGES = {
    "selfplay": ReversiPlay,
    "label": ReversiLabel,
    "fit": ReversiFit,
    "gate": ReversiGate,
    "policy": ReversiPolicy,
    "correction": ReversiCorrection,
    "measure": ReversiMeasure,
    "errors": ReversiErrors,
    "openings": EvenOpenings,
}

ALL_ALIKE = 1e9  # discs: every position counts the same


def _generation(
    seconds: float, depth: int, confidence: float, exact_from: int, opening_high: int, stray: int, learns_from: int = 1,
    **fit: float,
) -> Generation:  # fmt: skip
    return Generation(
        seconds=seconds,
        selfplay={
            "depth": depth,
            "confidence": confidence,
            "exact_from": exact_from,
            "opening_high": opening_high,
            "stray_per_mille": stray,
        },
        fit=fit,
        learns_from=tuple(range(learns_from)),
    )


PLAN = (  # seconds on 16 threads
    # The initial weights' values are worth nothing, so the first generation learns from the ends of games alone.
    _generation(27, 3, 0.0, 10, 16, 0, foresight=1.0, ridge=150.0, even_games=ALL_ALIKE),
    _generation(53, 4, 0.0, 11, 16, 15, ridge=80.0, even_games=ALL_ALIKE),
    _generation(110, 5, 0.0, 12, 16, 25, ridge=40.0, even_games=ALL_ALIKE),
    # Good games, and then many with a bad move now and then: a search must judge the positions that bad moves lead to.
    _generation(215, 8, 1.0, 14, 14, 30),
    _generation(220, 6, 1.0, 14, 14, 150, learns_from=2),
)
