"""Multi-ProbCut: how sure a shallow search makes us of a deep one, as measured on our own games.

The file beside a game's weights says, per phase and depth, the standard deviation of deep value minus shallow value.
A search that is `confidence` standard deviations outside its window after the shallow look is not looked at deeper.
"""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from orchard.games.reversi.evaluate import pattern_tables as tables
from orchard.games.reversi.evaluate.weights_file import GAMES

Array = np.ndarray[Any, np.dtype[Any]]

DEPTHS = 64
SHALLOWEST = 3  # below this depth the look would cost more than it saves
# For every depth, how deep the first look goes: about half as deep, and of the same parity, since odd and even
# depths differ by who moved last.
SHALLOW = np.array(
    [0, 0, 0, 1, 2, 1, 2, 3, 4, 3, 4, 5, 6, 5, 6, 7, 8] + [d // 2 + (d - d // 2) % 2 for d in range(17, DEPTHS)]
)


def path_of(game: str) -> Path:
    return GAMES / game / "weights" / "probcut.json"


@lru_cache(maxsize=16)
def margins(game: str, confidence: float) -> Array:
    """[PHASES, DEPTHS] int64 in 1/100 disc; 0 where no cut is tried. No file or no confidence: none anywhere."""
    table = np.zeros((tables.PHASES, DEPTHS), np.int64)
    path = path_of(game)
    if confidence <= 0 or not path.is_file():
        return table
    sigma = np.array(json.loads(path.read_text())["sigma"], np.float64)
    depths = sigma.shape[1]
    table[:, :depths] = np.rint(confidence * sigma)
    gaps = np.arange(DEPTHS) - SHALLOW
    for depth in range(depths, DEPTHS):  # deeper than measured: the error grows with the root of the gap
        last = depths - 2 + (depth - depths) % 2
        table[:, depth] = np.rint(confidence * sigma[:, last] * np.sqrt(gaps[depth] / gaps[last]))
    table[:, :SHALLOWEST] = 0
    return table
