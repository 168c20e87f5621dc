"""Reversed Reversi: the moves of Reversi, fewest discs win. It shares the kernels and the engine of Reversi."""
