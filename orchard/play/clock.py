"""Who may think how long: seconds a move, seconds a game, an increment."""

from dataclasses import dataclass

LATE_MOVES = 5  # a side may be late in a whole game by so many times the tolerance for one move


@dataclass(slots=True)
class Clock:
    """One side's time. Only what the player itself used is ever taken from it.

    The tolerance is for the machine, not for thinking: it is there for each move, but all that a side was late in the
    game must not add up to more than LATE_MOVES times as much. Who is held up now and then stays far below that.
    """

    per_move: float | None
    left: float | None  # for the rest of the game
    increment: float = 0.0
    tolerance: float = 0.0
    late: float = 0.0  # seconds beyond its limits, in all moves so far

    def budget(self) -> float | None:
        """Seconds the next move may take; None without a limit."""
        if self.left is None:
            return self.per_move
        return self.left if self.per_move is None else min(self.left, self.per_move)

    def why_lost(self, used: float) -> str:
        """Why a move that took `used` seconds loses the game, in the words of a verdict; '' when it does not."""
        budget, late = self.budget(), self._lateness(used)
        if late > self.tolerance:
            return f"had {budget:.3f} s"
        if self.late + late > LATE_MOVES * self.tolerance:
            return (
                f"had {budget:.3f} s: it is now {self.late + late:.3f} s late in all its moves together, "
                f"and {LATE_MOVES * self.tolerance:g} s are tolerated in a game"
            )
        return ""

    def spend(self, used: float) -> None:
        """A move was made in time: the game's clock loses what it took and gains the increment."""
        self.late += self._lateness(used)
        if self.left is not None:
            self.left = max(0.0, self.left - used) + self.increment

    def _lateness(self, used: float) -> float:
        budget = self.budget()
        return 0.0 if budget is None else max(0.0, used - budget)
