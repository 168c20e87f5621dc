"""Environments for reinforcement learning: `orchard.rl.gym`, `aec`, `vector`, and OpenSpiel in both directions."""

from orchard.shells.rl import aec, from_openspiel, gym, openspiel, vector

__all__ = ["aec", "from_openspiel", "gym", "openspiel", "vector"]
