"""What an opening book says: a position with the names of its openings, the whole book as a tree, and a second look."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from orchard.core.book import Book, BookPosition, Searched, after_move, key_of, position_of
from orchard.core.game import Game, Position
from orchard.core.plain import plain
from orchard.core.worth import Unit
from orchard.games import book_of
from orchard.play.opening_names import opening_name
from orchard.study.book_search import Hands

STANDS: dict[Unit, float] = {"discs": 0.5, "chance": 0.02}  # a best move may be worth so much less by another search


@dataclass(frozen=True, slots=True)
class Shown:
    """A position of a book on the way from the start, with the name of its opening."""

    moves: str
    position: Position
    found: BookPosition
    name: str | None

    def as_json(self) -> dict[str, Any]:
        told = {"moves_made": self.moves, "text": self.position.text, "name": self.name}
        return {**told, **self.found.as_json()}


def shown(position: Position, book: Book | None = None) -> dict[str, Any] | None:
    """What the book of a game, by default the shipped one, says of a position, each move with the name of the opening
    that it leads to; None where it is not in the book."""
    book = book or book_of(position.game)
    found = None if book is None else book.find(position)
    if found is None or book is None:
        return None
    names = [opening_name(position.game.after(position, entry.move)) for entry in found.moves]
    moves = [{**entry.as_json(), "name": name} for entry, name in zip(found.moves, names, strict=True)]
    return {**found.as_json(), "unit": book.unit, "name": opening_name(position), "moves": moves}


def walk(book: Book, start: Position | None = None, plies: int = 60, within: float = float("inf")) -> Iterator[Shown]:
    """The positions of a book from a position on, each once, with best play first; of each position the moves that
    lose at most `within`."""
    first = start or book.game.start()
    seen: set[bytes] = set()
    waiting = [first]
    while waiting:
        position = waiting.pop()
        key = key_of(position)[0]
        found = None if key in seen else book.find(position)
        if found is None:
            continue
        seen.add(key)
        yield Shown(position.transcript, position, found, opening_name(position))
        if position.ply - first.ply < plies:
            good = [e for e in found.moves if e.in_book and found.moves[0].value - e.value <= within]
            waiting += [after_move(position, entry.move) for entry in reversed(good)]


# ------------------------------------------------------------------------------------------ a second look


@dataclass(frozen=True, slots=True)
class Checked:
    """What a second search found out about a position of a book."""

    text: str
    value: float  # of the book,
    second: float  # and of the second search
    move: str
    second_move: str
    loss: float  # of the book's best move by the second search, at least
    stands: bool

    @property
    def difference(self) -> float:
        return abs(self.value - self.second)

    def as_json(self) -> dict[str, Any]:
        return plain(self)


def check(book: Book, work: Hands, sample: int, seed: int) -> Iterator[Checked]:
    """Search a sample of the positions again, and compare. A best move stands where it is the best again, or is worth
    hardly less than that."""
    keys = [key for key, _, _ in book.items()]
    chosen = random.Random(seed).sample(keys, min(sample, len(keys)))
    for key, second in work(chosen):
        yield _compared(book, position_of(book.game, key), second)


def _compared(book: Book, position: Position, second: Searched) -> Checked:
    found = book.find(position)
    assert found is not None
    board, worth = book.game.board, dict(second.moves)
    move, best = found.moves[0].move, second.moves[0]
    loss = best[1] - worth.get(move.square, min(worth.values()))
    stands = move.square in worth and loss <= STANDS[book.unit]
    return Checked(position.text, found.value, best[1], str(move), str(board.moves[best[0]]), loss, stands)


def summary(found: list[Checked]) -> dict[str, Any]:
    differences = sorted(each.difference for each in found)
    count = max(1, len(found))
    return {
        "positions": len(found),
        "mean_difference": sum(differences) / count,
        "bias": sum(each.value - each.second for each in found) / count,
        "largest_difference": differences[-1] if differences else 0.0,
        "best_stands": sum(each.stands for each in found) / count,
        "same_best": sum(each.move == each.second_move for each in found) / count,
        "mean_loss": sum(each.loss for each in found) / count,
    }


def about(book: Book, game: Game) -> dict[str, Any]:
    """How large a book is, and how deep it was searched."""
    searches = [searched for _, searched, _ in book.items()]
    depths = [searched.depth for searched in searches]
    return {
        "game": game.name,
        "positions": len(book),
        "unit": book.unit,
        "by": book.about["by"],
        "least_depth": min(depths, default=0),
        "mean_depth": sum(depths) / max(1, len(depths)),
        "nodes": sum(searched.nodes for searched in searches),
    }
