"""The opening books that are shipped: small, deep, and consistent."""

from __future__ import annotations

import os
import random

import pytest

import orchard
from orchard.core.book import Book, position_of
from orchard.core.offers import BookOffer
from orchard.games import book_offer
from orchard.players import player_class

OFFERS = {name: found for name in orchard.games() if (found := book_offer(orchard.game(name))) is not None}
SAMPLE = int(os.environ.get("ORCHARD_BOOK_SAMPLE", "60"))  # positions of each that are looked at
DEEP_ENOUGH = 16
each_book = pytest.mark.parametrize(("game", "offer"), OFFERS.items(), ids=OFFERS)


def test_there_are_books_and_all_together_are_small() -> None:
    assert len(OFFERS) >= 2
    assert sum(offer.path.stat().st_size for offer in OFFERS.values()) < 2_000_000


@each_book
def test_every_position_is_worth_its_best_move_and_was_searched_deep(game: str, offer: BookOffer) -> None:
    book = Book.read(offer.path, orchard.game(game))
    entries = list(book.items())
    assert len(entries) >= 500
    assert min(searched.depth for _, searched, _ in entries) >= DEEP_ENOUGH
    for key, searched, value in random.Random(1).sample(entries, min(SAMPLE, len(entries))):
        position = position_of(book.game, key)
        legal = {move.square for move in position.legal()}
        assert {square for square, _ in searched.moves} <= legal
        assert len(searched.moves) == min(book.about["lines"], len(legal))
        found = book.find(position)
        assert found is not None
        assert found.value == value == pytest.approx(found.moves[0].value, abs=0.011)  # each is rounded


@each_book
def test_the_first_moves_are_played_from_it(game: str, offer: BookOffer) -> None:
    analyst = orchard.player(next(name for name in orchard.players() if _plays_from_book(name, game)))
    position = orchard.game(game).start()
    for _ in range(4):
        choice = analyst.choose(position, orchard.Limits(seconds=60))
        assert (choice.nodes, choice.note[:4]) == (0, "book")
        position = position.play(choice.move)


def _plays_from_book(name: str, game: str) -> bool:
    found = player_class(name)
    return "book" in found.OPTIONS and found.plays(orchard.game(game))


def test_another_board_has_no_book() -> None:
    assert orchard.book(orchard.game("reversi:6").start()) is None
