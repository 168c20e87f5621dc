"""Tic-tac-toe: the smallest game, and the shape of every other: only the rules are needed."""
