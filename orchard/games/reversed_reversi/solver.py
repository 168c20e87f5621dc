"""`orchard solve` for Reversed Reversi: the solver of Reversi, which counts the other way."""

from __future__ import annotations

from orchard.games.reversi.solver import SOLVER

__all__ = ["SOLVER"]
