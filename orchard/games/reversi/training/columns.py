"""What a shard of Reversi games holds: one row for each position with a move, from the view of the side to move."""

from typing import Any

import numpy as np

from orchard.core.course import Array, Chart, Columns
from orchard.games.reversi.evaluate import pattern_tables as tables

COLUMNS = {
    "game": "i4",  # the number of the game it comes from
    "own": "u8",
    "enemy": "u8",
    "own_moves": "u1",
    "enemy_moves": "u1",
    "value": "i2",  # what the search thought, 1/100 disc
    "later": "i2",  # how the game ended, the same unit; means something where FOLLOWED
    "flags": "u1",  # EXACT | STRAYED | FOLLOWED
}
EXACT, STRAYED, FOLLOWED = 1, 2, 4  # the value is exact; a random move was played here; none comes before `later`
GAMES_PER_SHARD = 200
HELD_OUT = 50  # one game in so many is kept for checking


def error_chart(title: str, spread: str, rows: list[dict[str, Any]]) -> Chart:
    """Errors by the number of discs, beside the spread of what they are measured against."""
    names = {"mean error": "mean_error", "rms error": "rms_error", spread: "spread"}
    series = {name: [(row["discs"][0], row[key]) for row in rows] for name, key in names.items()}
    return Chart(title, "discs on the board", "discs", series)


def picked(columns: Columns, rows: Array) -> Columns:
    return {name: column[rows] for name, column in columns.items()}


def discs_of(columns: Columns) -> Array:
    """[rows] int64: the discs on the board."""
    count: Array = np.bitwise_count(columns["own"] | columns["enemy"]).astype(np.int64)
    return count


def phase_of(discs: Array) -> Array:
    phase: Array = np.clip((discs - 4) // tables.DISCS_PER_PHASE, 0, tables.PHASES - 1)
    return phase


def discs_in(phase: int) -> tuple[int, int]:
    """The fewest and most discs of a phase; the last one goes on to the full board."""
    low = 4 + phase * tables.DISCS_PER_PHASE
    return low, low + tables.DISCS_PER_PHASE - 1 if phase < tables.PHASES - 1 else 64
