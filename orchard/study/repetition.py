"""When to repeat what was once got wrong: SM-2, after P. A. Woźniak, "Optimization of learning" (1990)."""

from __future__ import annotations

import math
from dataclasses import dataclass

FIRST_EASINESS, LEAST_EASINESS = 2.5, 1.3
PASSED = 3  # the least quality of an answer that counts as remembered
KNOWN = 4  # what is answered worse is asked again on the same day, until it is known; that changes no card


@dataclass(frozen=True, slots=True)
class Card:
    """How well something is remembered: answers in a row, how easy it is, and days from the last answer to the next."""

    repetitions: int = 0
    easiness: float = FIRST_EASINESS
    interval_days: int = 0


def after(card: Card, quality: int) -> Card:
    """The card after an answer of quality 0 (a blackout) to 5 (at once)."""
    if not 0 <= quality <= 5:
        raise ValueError(f"the quality of an answer is 0 to 5, not {quality}")
    if quality < PASSED:
        return Card(0, card.easiness, 1)  # from the beginning, as easy as before
    easiness = max(LEAST_EASINESS, card.easiness + 0.1 - (5 - quality) * (0.08 + (5 - quality) * 0.02))
    later = math.ceil(card.interval_days * easiness - 1e-9)  # 10 · 1.3 is 13, also in binary
    interval = (1, 6, later)[min(card.repetitions, 2)]
    return Card(card.repetitions + 1, easiness, interval)


def quality_of(solved: bool, tries: int = 1, hints: int = 0) -> int:
    """How good a solution was: at once 5, after other tries or with hints less, given up 1."""
    return max(PASSED, 6 - tries - hints) if solved else 1
