"""Reversi: everything about it, from the rules to the engine."""
