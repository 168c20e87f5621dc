"""Who may think how long: seconds a move, seconds a game, an increment."""

from dataclasses import dataclass


@dataclass(slots=True)
class Clock:
    """One side's time. Only what the player itself used is ever taken from it."""

    per_move: float | None
    left: float | None  # for the rest of the game
    increment: float = 0.0
    tolerance: float = 0.0

    def budget(self) -> float | None:
        """Seconds the next move may take; None without a limit."""
        if self.left is None:
            return self.per_move
        return self.left if self.per_move is None else min(self.left, self.per_move)

    def is_late(self, used: float) -> bool:
        """Whether a move that took `used` seconds lost the game; the tolerance is for the machine, not for thinking."""
        budget = self.budget()
        return budget is not None and used > budget + self.tolerance

    def spend(self, used: float) -> None:
        """A move was made in time: the game's clock loses what it took and gains the increment."""
        if self.left is not None:
            self.left = max(0.0, self.left - used) + self.increment
