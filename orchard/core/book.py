"""An opening book: positions that were searched in advance, kept once for all mirror images.

A book is one file: a line with its kind and version, a line of JSON about it (with a digest of what follows), then
records of equal size, sorted by position, so that looking one up takes a few comparisons and nothing has to be
unpacked. A record holds the position; what it is worth by everything the book knows behind it; how deep, how surely and
with how many nodes it was searched; and the best moves of that search with their values. Values are those of the side
to move.
"""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

from orchard.core.board import PASS, Move
from orchard.core.choice import Choice, MoveStat
from orchard.core.errors import OrchardError
from orchard.core.files import version_of, written_whole
from orchard.core.game import BLACK, WHITE, Game, Position
from orchard.core.plain import plain
from orchard.core.worth import Unit, other_side

MAGIC = b"orchard book 1\n"
STEPS = {"discs": 100, "chance": 10_000}  # values are kept in so many parts of one
LARGEST = 32_767
NO_MOVE = 0xFFFF
THOUSAND = 1000  # nodes are kept in thousands
SEARCHED = struct.Struct(">hBBI")  # the value of the position, depth, confidence, nodes
MOVE = struct.Struct(">Hh")  # square, value
CERTAIN = 100  # the confidence of an exact value

Key = bytes  # black's stones, white's stones, and a byte for the side to move, of the smallest mirror image


class BookError(OrchardError, ValueError):
    """A book file that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search found in a position of a book, seen as its key shows it."""

    moves: tuple[tuple[int, float], ...]  # squares and what they are worth to the side to move, the best first
    depth: int
    confidence: int  # per cent of its selective cut-offs that are right; 100: exact; 0: not known
    nodes: int


@dataclass(frozen=True, slots=True)
class BookMove:
    """What a book knows about a legal move, from the view of the side that would play it."""

    move: Move
    value: float
    depth: int
    confidence: int
    in_book: bool  # whether the position after it is in the book; else the value is from the search before the move

    def as_json(self) -> dict[str, Any]:
        return plain(self)


@dataclass(frozen=True, slots=True)
class BookPosition:
    """What a book knows about a position: its worth to the side to move, its search, and its moves, the best first."""

    value: float
    depth: int
    confidence: int
    nodes: int
    moves: tuple[BookMove, ...]

    def as_json(self) -> dict[str, Any]:
        return plain(self)


# ------------------------------------------------------------------------------------------ positions


def key_of(position: Position) -> tuple[Key, int]:
    """The key of a position, and the symmetry that takes its squares to those of the key."""
    board = position.game.board
    images = [
        (board.transform_mask(position.black, k), board.transform_mask(position.white, k), k)
        for k in position.game.symmetries
    ]
    black, white, k = min(images)
    size = (board.size + 7) // 8
    side = b"\0" if position.to_move == BLACK else b"\1"
    return black.to_bytes(size, "big") + white.to_bytes(size, "big") + side, k


def position_of(game: Game, key: Key) -> Position:
    size = len(key) // 2
    black, white = (int.from_bytes(part, "big") for part in (key[:size], key[size:-1]))
    start = game.start()
    ply = (black | white).bit_count() - (start.black | start.white).bit_count()
    return Position(game, black, white, WHITE if key[-1] else BLACK, ply)


def stones_in(key: Key) -> int:
    return int.from_bytes(key[:-1], "big").bit_count()


def after_move(position: Position, move: Move) -> Position:
    """The position after a move, and after the pass that follows where the other side has no move."""
    after = position.game.after(position, move)
    if position.game.passes_allowed and after.legal() == [PASS]:
        after = after.play(PASS)
    return after


def for_mover(value: float, after: Position, before: Position, unit: Unit) -> float:
    """What the value of the position after a move means to the side that played it."""
    return value if after.to_move == before.to_move else other_side(value, unit)


@lru_cache(maxsize=64)
def _inverse(game: Game, k: int) -> tuple[int, ...]:
    image = game.board.symmetry(k)
    return tuple(sorted(range(len(image)), key=image.__getitem__))


# ------------------------------------------------------------------------------------------ the file


class Book:
    """A book that was read from a file."""

    def __init__(self, data: bytes, about: Mapping[str, Any], game: Game) -> None:
        self.game, self.about = game, about
        self.unit: Unit = about["unit"]
        self._data, self._step = data, STEPS[self.unit]
        self._key_size = 2 * ((game.board.size + 7) // 8) + 1
        self._size = record_size(game, about["lines"])

    @classmethod
    def read(cls, path: Path, game: Game) -> Book:
        try:
            whole = path.read_bytes()
        except OSError as error:
            raise BookError(f"cannot read the book {path}: {error.strerror}") from None
        if not whole.startswith(MAGIC):
            kind = "a newer version of Orchard" if whole.startswith(MAGIC[:13]) else "no book of Orchard"
            raise BookError(f"{path} is {kind}")
        header, _, data = whole[len(MAGIC) :].partition(b"\n")
        try:
            about = json.loads(header)
            whole_file = about["digest"] == _digest(data)
            made_for = about["game"]
        except (ValueError, KeyError, TypeError):
            whole_file, made_for = False, game.name
        if made_for != game.name:
            raise BookError(f"{path} is a book of {made_for}, not of {game.name}")
        if not whole_file:
            raise BookError(f"{path} is damaged: its content does not match its digest")
        return cls(data, about, game)

    def __len__(self) -> int:
        return len(self._data) // self._size

    def _at(self, number: int) -> tuple[Key, memoryview]:
        record = memoryview(self._data)[number * self._size : (number + 1) * self._size]
        return bytes(record[: self._key_size]), record[self._key_size :]

    def _record(self, key: Key) -> memoryview | None:
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            at = middle * self._size
            if self._data[at : at + self._key_size] < key:
                low = middle + 1
            else:
                high = middle
        found = self._at(low) if low < len(self) else None
        return found[1] if found is not None and found[0] == key else None

    def _value(self, record: memoryview) -> float:
        return float(SEARCHED.unpack_from(record)[0] / self._step)

    def _searched(self, record: memoryview) -> Searched:
        _, depth, confidence, nodes = SEARCHED.unpack_from(record)
        pairs = MOVE.iter_unpack(record[SEARCHED.size :])
        moves = tuple((square, value / self._step) for square, value in pairs if square != NO_MOVE)
        return Searched(moves, depth, confidence, nodes * THOUSAND)

    def items(self) -> Iterator[tuple[Key, Searched, float]]:
        """Every position: its key, its search, and what it is worth by all that the book knows."""
        for number in range(len(self)):
            key, record = self._at(number)
            yield key, self._searched(record), self._value(record)

    def __contains__(self, position: Position) -> bool:
        return self._record(key_of(position)[0]) is not None

    def find(self, position: Position) -> BookPosition | None:
        """What the book knows about a position; None where it is not in it."""
        if position.game != self.game:
            return None
        key, k = key_of(position)
        record = self._record(key)
        if record is None:
            return None
        searched, back = self._searched(record), _inverse(self.game, k)
        afters = {move: after_move(position, move) for move in position.legal()}
        keys = {move: key_of(after)[0] for move, after in afters.items()}
        moves = self.game.board.moves
        told = {keys[moves[back[square]]]: value for square, value in searched.moves}  # also for mirrored moves
        found: list[BookMove] = []
        for move, after in afters.items():
            behind = self._record(keys[move])
            if behind is not None:
                _, depth, confidence, _ = SEARCHED.unpack_from(behind)
                value = for_mover(self._value(behind), after, position, self.unit)
                found.append(BookMove(move, value, depth + 1, confidence, True))
            elif keys[move] in told:
                found.append(BookMove(move, told[keys[move]], searched.depth, searched.confidence, False))
        ranked = tuple(sorted(found, key=lambda entry: -entry.value))
        return BookPosition(self._value(record), searched.depth, searched.confidence, searched.nodes, ranked)

    def drawn(self, position: Position, within: float, seed: int) -> tuple[BookPosition, BookMove] | None:
        """A move that loses at most `within` against the best, drawn by the seed: the less it loses, the likelier."""
        found = self.find(position)
        if found is None or not found.moves:
            return None
        best = found.moves[0]
        if within <= 0:
            return found, best
        good = [entry for entry in found.moves if best.value - entry.value <= within]
        weights = [1.1 - (best.value - entry.value) / within for entry in good]
        return found, Random(f"{seed} {position.text}").choices(good, weights)[0]

    def choice(self, position: Position, within: float, seed: int) -> Choice | None:
        """The answer of a player that plays from the book; see `drawn`."""
        drawn = self.drawn(position, within, seed)
        if drawn is None:
            return None
        found, chosen = drawn
        stats = tuple(MoveStat(entry.move, entry.value) for entry in found.moves)
        line = (chosen.move, *self.line(after_move(position, chosen.move)))
        return Choice(chosen.move, chosen.value, line, stats, 0, chosen.depth, note=f"book, depth {chosen.depth}")

    def line(self, position: Position, longest: int = 12) -> tuple[Move, ...]:
        """Best play as far as the book goes."""
        moves: list[Move] = []
        while len(moves) < longest and (found := self.find(position)) is not None and found.moves:
            best = found.moves[0].move
            moves.append(best)
            position = position.game.after(position, best)
            if position.game.passes_allowed and position.legal() == [PASS]:
                moves.append(PASS)
                position = position.play(PASS)
        return tuple(moves)


def record_size(game: Game, lines: int) -> int:
    return 2 * ((game.board.size + 7) // 8) + 1 + SEARCHED.size + lines * MOVE.size


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def write_book(
    path: Path, game: Game, unit: Unit, lines: int, by: str, entries: Iterable[tuple[Key, Searched, float]]
) -> None:
    """Write a book whole: a stopped run leaves the old file or the new one. `by` says who has searched."""
    step = STEPS[unit]

    def kept(value: float) -> int:
        return max(-LARGEST, min(LARGEST, round(value * step)))

    records = []
    for key, searched, value in sorted(entries, key=lambda entry: entry[0]):
        moves = [(square, kept(worth)) for square, worth in searched.moves[:lines]]
        moves += [(NO_MOVE, 0)] * (lines - len(moves))
        nodes = min(2**32 - 1, round(searched.nodes / THOUSAND))
        records.append(
            key
            + SEARCHED.pack(kept(value), min(255, searched.depth), searched.confidence, nodes)
            + b"".join(MOVE.pack(*move) for move in moves)
        )
    data = b"".join(records)
    about = {"game": game.name, "unit": unit, "lines": lines, "by": by, "digest": _digest(data)}
    with written_whole(path) as partial:
        partial.write_bytes(MAGIC + json.dumps(about).encode() + b"\n" + data)


def open_book(path: Path, game: Game) -> Book:
    """The book in a file, read once and again when the file changes."""
    return _opened(path, game, version_of(path))


@lru_cache(maxsize=8)
def _opened(path: Path, game: Game, version: object) -> Book:
    return Book.read(path, game)
