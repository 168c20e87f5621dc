"""Growing an opening book: search after search, on many cores, so that a run can be stopped and resumed at any time.

What a search has found is appended to a journal beside the book (`NAME.journal`) as soon as it is done; at the end the
book is written whole and the journal removed. A run that was killed loses only the searches it was in the middle of.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

from orchard.core.book import Book, Key, Searched, key_of, write_book
from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.core.worth import Unit
from orchard.study.analysis import unit_of
from orchard.study.book_graph import BookGraph
from orchard.study.book_search import LINES, Hands, Work, search_spec

SAVE_EVERY_S = 300.0  # the book is written so often while it grows, so that it can be used meanwhile
SHARE = 50  # after each 1/50 of growth it is decided again where to grow

OnGrowth = Callable[["GrowingBook", Work], None]


# ------------------------------------------------------------------------------------------ the file that grows


class GrowingBook:
    """A book that is being grown: the positions of its file and of its journal."""

    def __init__(self, path: Path, game: Game, unit: Unit, lines: int = LINES, by: str = "") -> None:
        self.path, self.game, self.unit, self.lines, self.by = path, game, unit, lines, by
        self.journal = path.with_name(path.name + ".journal")
        found: dict[Key, Searched] = {}
        if path.is_file():
            book = Book.read(path, game)
            if book.unit != unit:
                raise OptionError(f"{path} has values in {book.unit}, and the search gives {unit}")
            self.lines = max(lines, book.about["lines"])
            self.by = by or book.about["by"]
            found = {key: searched for key, searched, _ in book.items()}
        self.from_journal = 0
        for key, searched in _journaled(self.journal):
            found[key] = searched
            self.from_journal += 1
        self.graph = BookGraph(game, unit, found)
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lines = self.journal.open("a", encoding="utf-8")
        _lock(self._lines, path)

    def __len__(self) -> int:
        return len(self.graph.found)

    def add(self, key: Key, searched: Searched) -> None:
        self._lines.write(json.dumps([key.hex(), asdict(searched)]) + "\n")
        self._lines.flush()
        self.graph.add(key, searched)

    def save(self) -> None:
        """Write the book; what the journal holds is in it then."""
        write_book(self.path, self.game, self.unit, self.lines, self.by, self.graph.items())
        self._lines.truncate(0)

    def close(self) -> None:
        self.save()
        self._lines.close()
        self.journal.unlink(missing_ok=True)


def _journaled(path: Path) -> Iterator[Work]:
    """What a journal holds. The last line of a run that was killed may be half a line, which is left out."""
    if not path.is_file():
        return
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            key, told = json.loads(line)
            moves = tuple((square, value) for square, value in told.pop("moves"))
            yield bytes.fromhex(key), Searched(moves, **told)
        except (ValueError, KeyError, TypeError):
            continue


def _lock(file: Any, path: Path) -> None:
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise OptionError(f"another process is growing {path}") from None


@contextmanager
def growing(path: Path, game: Game, spec: str | None = None, lines: int = LINES) -> Iterator[GrowingBook]:
    """A book to grow, by the analyst of the game or another player. It is written at the end, also after an error."""
    book = GrowingBook(path, game, unit_of(game, spec), lines, search_spec(game, spec, lines))
    try:
        yield book
    finally:
        book.close()


# ------------------------------------------------------------------------------------------ growing


def grow(
    book: GrowingBook,
    work: Hands,
    positions: int,
    *,
    ply_cost: float | None = None,
    seconds: float = float("inf"),
    stop: Stop | None = None,
    on_growth: OnGrowth | None = None,
) -> None:
    """Let a book grow to so many positions, or for so many seconds, where both sides lose least."""
    until, asked = time.monotonic() + seconds, set[Key]()

    def wanted() -> Iterator[Key]:
        """The next position each time that somebody has time to search one, for as long as there are any."""
        leaves, fresh = book.graph.leaves(ply_cost, asked), 0
        while time.monotonic() < until and not (stop is not None and stop.is_set()):
            if len(book) + len(asked) >= positions:
                return
            if fresh * SHARE > len(book):
                leaves, fresh = book.graph.leaves(ply_cost, asked), 0
            leaf = next(leaves, None)
            if leaf is None:
                return
            asked.add(leaf.key)
            fresh += 1
            yield leaf.key

    saved = time.monotonic()
    while True:
        before = len(book)
        for key, searched in work(wanted()):
            asked.discard(key)
            book.add(key, searched)
            if on_growth is not None:
                on_growth(book, (key, searched))
            if time.monotonic() - saved > SAVE_EVERY_S:
                book.save()
                saved = time.monotonic()
        if len(book) == before:
            return


def add_all(book: GrowingBook, work: Hands, keys: Iterable[Key], on_growth: OnGrowth | None = None) -> int:
    """Search those of the positions that the book does not have; how many these were."""
    missing = [key for key in dict.fromkeys(keys) if key not in book.graph.found]
    for key, searched in work(missing):
        book.add(key, searched)
        if on_growth is not None:
            on_growth(book, (key, searched))
    return len(missing)


def keys_of_line(game: Game, moves: str, plies: int) -> list[Key]:
    """The positions that a line of moves goes through, those in which a side must pass and the last of a game apart."""
    position, keys = game.start(), [key_of(game.start())[0]]
    for _, move in islice(game.read_moves(moves), plies):
        position = game.replay(str(move), position)
        if position.legal_mask():
            keys.append(key_of(position)[0])
    return keys
