"""SM-2 as published: P. A. Woźniak, "Optimization of learning", 1990, chapter 3.2."""

from __future__ import annotations

import pytest

from orchard.study.repetition import Card, after, quality_of


def answered(*qualities: int) -> list[Card]:
    cards = [Card()]
    for quality in qualities:
        cards.append(after(cards[-1], quality))
    return cards[1:]


def test_intervals_are_1_and_6_days_and_then_grow_by_the_easiness_rounded_up() -> None:
    """Perfect answers add 0.1 each: 6 · 2.8 = 16.8, 17 · 2.9 = 49.3, 50 · 3.0 = 150."""
    cards = answered(5, 5, 5, 5, 5)
    assert [card.interval_days for card in cards] == [1, 6, 17, 50, 150]
    assert [round(card.easiness, 10) for card in cards] == [2.6, 2.7, 2.8, 2.9, 3.0]


@pytest.mark.parametrize(("quality", "change"), [(5, 0.1), (4, 0.0), (3, -0.14)])
def test_the_easiness_changes_by_the_published_formula(quality: int, change: float) -> None:
    assert after(Card(), quality).easiness == pytest.approx(2.5 + change)


def test_the_easiness_never_falls_below_1_3() -> None:
    assert answered(*[3] * 12)[-1].easiness == 1.3


@pytest.mark.parametrize("quality", [0, 1, 2])
def test_a_failed_answer_begins_again_and_keeps_the_easiness(quality: int) -> None:
    known = answered(5, 5, 4)[-1]
    failed = after(known, quality)
    assert failed == Card(0, known.easiness, 1)
    assert [card.interval_days for card in (after(failed, 4), after(after(failed, 4), 4))] == [1, 6]


def test_other_qualities_are_refused() -> None:
    with pytest.raises(ValueError, match="0 to 5, not 6"):
        after(Card(), 6)


def test_hints_and_other_tries_make_a_solution_worse_but_not_a_failure() -> None:
    assert [quality_of(True), quality_of(True, 2), quality_of(True, 1, 1), quality_of(True, 9, 9)] == [5, 4, 4, 3]
    assert quality_of(False) < 3
