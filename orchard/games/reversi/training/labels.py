"""What each position of the games should be worth: the search's word, corrected by how games went on.

A search of a few plies errs on average (it thinks too well of the side that moves last in it), and an evaluation that
learns from such values learns the error. Where games went on without a random move, their ends say how large it is.
"""

import numpy as np

from orchard.core.course import Array, Columns
from orchard.games.reversi.training.columns import EXACT, FOLLOWED, STRAYED, discs_of

ENOUGH = 200  # positions with so many discs that a correction is taken from


def corrected(columns: Columns) -> Array:
    """The searched values in discs, put right on average: for each number of discs by the line through the outcomes."""
    value, later = columns["value"] / 100.0, columns["later"] / 100.0
    exact = (columns["flags"] & EXACT) > 0
    known = ((columns["flags"] & FOLLOWED) > 0) & ~exact
    discs = discs_of(columns)
    better = value.copy()
    for count in np.unique(discs):
        here = discs == count
        x, y = value[here & known], later[here & known]
        if len(x) >= ENOUGH and x.std() > 0:
            slope = float(((x - x.mean()) * (y - y.mean())).mean() / x.var())
            better[here & ~exact] = y.mean() + slope * (value[here & ~exact] - x.mean())
    return better


def labels(columns: Columns, foresight: float) -> tuple[Array, Array, Array]:
    """What to learn for each position in discs, what the search alone thought of it, and whether to learn from it.

    Going backwards through a game, with foresight L,

        label(position) = L * label(next position) + (1 - L) * corrected value(position)

    restarted wherever the exact score is known or a random move was played: the TD(lambda) return. With foresight 1
    it is the game's end, and positions before a random move are not learnt from.
    """
    thought = corrected(columns)
    exact = (columns["flags"] & EXACT) > 0
    strayed = (columns["flags"] & STRAYED) > 0
    followed = (columns["flags"] & FOLLOWED) > 0
    game, own = columns["game"], columns["own"]
    count = len(game)
    ends = np.flatnonzero(np.append(game[1:] != game[:-1], True)) if count else np.zeros(0, np.int64)
    to_go = np.repeat(ends, np.diff(ends, prepend=-1)) - np.arange(count)
    # the side that moved keeps all its discs: where they are there again, the other side had to pass
    passed = np.append((own[:-1] & ~own[1:]) == 0, False)
    label = np.where(followed, columns["later"] / 100.0, thought)
    label[exact] = thought[exact]
    order = np.argsort(to_go, kind="stable")
    for rows in np.split(order, np.cumsum(np.bincount(to_go))[:-1])[1:]:
        coming = np.where(passed[rows], label[rows + 1], -label[rows + 1])
        blended = foresight * coming + (1 - foresight) * thought[rows]
        label[rows] = np.where(exact[rows] | strayed[rows], thought[rows], blended)
    return label, thought, exact | followed | (foresight < 1)
