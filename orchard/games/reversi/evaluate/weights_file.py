"""Trained weights on disk: one safetensors file per game, folded, with how it was made in its header."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from orchard.core.errors import OrchardError
from orchard.core.files import version_of, written_whole
from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate.correction_tables import GROUPS, WIDTH

# the policy's tables are made when a policy is asked for: a first move should not wait for them

Array = np.ndarray[Any, np.dtype[Any]]

GAMES = Path(__file__).parents[2]


class Correction(NamedTuple):
    """What patterns are worth together, see `correction.py`. In a file folded, for the kernels full."""

    numbers: Array  # [GROUPS, FOLDED_WEIGHTS or FULL_WEIGHTS, WIDTH] int8
    scales: Array  # [GROUPS, WIDTH] float32: 1/100 disc for each unit of the first numbers, and of the others' squares


class Evaluation(NamedTuple):
    """Weights and the correction that belongs to them, if there is one."""

    weights: Array
    correction: Correction | None = None


class WeightsError(OrchardError, ValueError):
    """A file of weights that is missing or was not made for these patterns."""


def shipped(game: str) -> Path:
    """The weights that come with the package."""
    return GAMES / game / "weights" / "weights.safetensors"


def write(
    path: Path,
    folded: Array,
    about: dict[str, Any],
    policy: Array | None = None,
    correction: Correction | None = None,
) -> None:
    """Keep folded weights, [PHASES, FOLDED_WEIGHTS] int16 in 1/100 disc, with what is known about their making.

    A policy beside them is [policy phases, policy's FOLDED_WEIGHTS] int8 in 1/16 (see `policy.py`).
    """
    from safetensors.numpy import save_file

    if folded.shape != (tables.PHASES, tables.FOLDED_WEIGHTS) or folded.dtype != np.int16:
        raise WeightsError(f"weights of shape {folded.shape} and type {folded.dtype} do not fit the patterns")
    tensors = {"weights": np.ascontiguousarray(folded)}
    if policy is not None:
        from orchard.games.reversi.evaluate import policy_tables

        if policy.shape != (policy_tables.PHASES, policy_tables.FOLDED_WEIGHTS) or policy.dtype != np.int8:
            raise WeightsError(f"a policy of shape {policy.shape} and type {policy.dtype} does not fit the patterns")
        tensors["policy"] = np.ascontiguousarray(policy)
    if correction is not None:
        _check_correction(path, correction)
        tensors["numbers"], tensors["scales"] = map(np.ascontiguousarray, correction)
    header = {"about": json.dumps(about), "patterns": json.dumps(tables.PATTERNS)}
    with written_whole(path) as partial:
        save_file(tensors, str(partial), metadata=header)


def _tensor(path: Path, name: str) -> tuple[Array | None, dict[str, str]]:
    from safetensors import SafetensorError, safe_open

    if not path.is_file():
        raise WeightsError(f"no weights at {path}: make them with 'orchard train', see docs/TRAINING.md")
    try:
        with safe_open(str(path), framework="numpy") as file:
            found = file.get_tensor(name) if name in file.keys() else None  # noqa: SIM118
            return found, file.metadata() or {}
    except SafetensorError as error:
        raise WeightsError(f"cannot read the weights in {path}: {error}") from error


def read(path: Path) -> tuple[Array, dict[str, Any]]:
    """Folded weights and what is known about their making."""
    folded, header = _tensor(path, "weights")
    if (
        json.loads(header.get("patterns", "null")) != tables.PATTERNS
        or folded is None
        or folded.shape != (tables.PHASES, tables.FOLDED_WEIGHTS)
    ):
        raise WeightsError(f"the weights in {path} were trained for other patterns")
    return folded, json.loads(header.get("about", "{}"))


def read_policy(path: Path) -> Array | None:
    """The folded policy beside the weights; None where there is none."""
    from orchard.games.reversi.evaluate import policy_tables

    policy = _tensor(path, "policy")[0]
    if policy is not None and policy.shape != (policy_tables.PHASES, policy_tables.FOLDED_WEIGHTS):
        raise WeightsError(f"the policy in {path} was trained for other patterns")
    return policy


def _check_correction(path: Path, correction: Correction) -> None:
    kinds = [(found.shape, found.dtype) for found in correction]
    shapes = (GROUPS, tables.FOLDED_WEIGHTS, WIDTH), (GROUPS, WIDTH)
    if kinds != [(shapes[0], np.dtype(np.int8)), (shapes[1], np.dtype(np.float32))]:
        raise WeightsError(
            f"the correction in {path} does not fit the patterns, or is of an older form; learn it again with 'orchard"
            " train correction', see docs/TRAINING.md"
        )


def read_correction(path: Path) -> Correction | None:
    """The folded correction beside the weights; None where there is none."""
    numbers, scales = _tensor(path, "numbers")[0], _tensor(path, "scales")[0]
    if numbers is None or scales is None:
        return None
    correction = Correction(numbers, scales)
    _check_correction(path, correction)
    return correction


def read_evaluation(path: Path) -> Evaluation:
    """The folded weights with their correction."""
    return Evaluation(read(path)[0], read_correction(path))


def _unfold_correction(folded: Correction | None) -> Correction | None:
    if folded is None:
        return None
    numbers = np.ascontiguousarray(folded.numbers[:, tables.FOLD])
    numbers.setflags(write=False)
    return Correction(numbers, np.ascontiguousarray(folded.scales))


def unfold_all(folded: Evaluation) -> Evaluation:
    """An evaluation as the kernels read it."""
    return Evaluation(unfold(folded.weights), _unfold_correction(folded.correction))


def addresses(evaluation: Evaluation | Array) -> Array:
    """[3] uint64 of the weights, the numbers and the scales of a full evaluation; 0 where there are none. Whoever takes
    them must keep the evaluation."""
    weights, correction = evaluation if isinstance(evaluation, Evaluation) else (evaluation, None)
    found = [0, 0] if correction is None else [part.ctypes.data for part in correction]
    return np.array([weights.ctypes.data, *found], np.uint64)


def unfold(folded: Array) -> Array:
    """The full rows that the kernels read, [PHASES, FULL_WEIGHTS] int16."""
    full = np.ascontiguousarray(folded[:, tables.FOLD])
    full.setflags(write=False)
    return full


def _path(source: str) -> Path:
    path = Path(source)
    return path if path.suffix == ".safetensors" else shipped(source)


def load(source: str) -> Array:
    """Full weights by the name of a game (those shipped) or by the path of a file."""
    return _load_once(_path(source), version_of(_path(source)))


def load_policy(source: str) -> Array:
    """The full policy likewise, [policy phases, policy's FULL_WEIGHTS] int8; without one every move is as likely."""
    return _load_policy_once(_path(source), version_of(_path(source)))


def load_evaluation(source: str) -> Evaluation:
    """The full evaluation likewise: weights and, where the file has one, the correction."""
    return Evaluation(load(source), _load_correction_once(_path(source), version_of(_path(source))))


@lru_cache(maxsize=4)
def _load_correction_once(path: Path, version: object) -> Correction | None:
    return _unfold_correction(read_correction(path))


@lru_cache(maxsize=4)
def _load_once(path: Path, version: object) -> Array:
    return unfold(read(path)[0])


@lru_cache(maxsize=4)
def _load_policy_once(path: Path, version: object) -> Array:
    from orchard.games.reversi.evaluate import policy_tables

    folded = read_policy(path)
    if folded is None:
        full = np.zeros((policy_tables.PHASES, policy_tables.FULL_WEIGHTS), np.int8)
    else:
        full = np.ascontiguousarray(folded[:, policy_tables.FOLD])
    full.setflags(write=False)
    return full


def rule_of_thumb(game: str) -> Array:
    """Folded weights before any training: moves are good, corners are good, the square beside an empty corner is not.

    Generation 0 of self-play starts from these, so that its games look a little like games.
    """
    full = np.zeros((tables.PHASES, tables.FULL_WEIGHTS), np.int16)
    sign = -1 if game == "reversed_reversi" else 1
    moves = np.arange(tables.MOBILITIES)
    full[:, tables.OWN_MOBILITY : tables.OWN_MOBILITY + tables.MOBILITIES] = 60 * moves
    full[:, tables.ENEMY_MOBILITY : tables.ENEMY_MOBILITY + tables.MOBILITIES] = -60 * moves
    corner = tables.ALL[0]
    configurations = np.arange(corner.size)

    def disc(digit: int) -> Array:
        state: Array = configurations // 3**digit % 3 - 1  # +1 own, 0 empty, -1 enemy
        return state

    value = 600 * disc(0) - 250 * np.where(disc(0) == 0, disc(4), 0)
    full[:, corner.first : corner.first + corner.size] = sign * value
    folded = np.zeros((tables.PHASES, tables.FOLDED_WEIGHTS), np.int16)
    folded[:, tables.FOLD] = full
    return folded
