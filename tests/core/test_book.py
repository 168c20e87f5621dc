"""Opening books as files: what is written is found in every mirror image, and nothing else is taken for a book."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import orchard
from orchard.core.book import Book, BookError, Searched, key_of, open_book, position_of, record_size, write_book

GAME = orchard.game("reversi")
START = GAME.start()
LINE = GAME.replay("f5d6c3")  # has no symmetry of its own
AFTER = LINE.play("d3")


def seen_from_key(position: orchard.Position, moves: dict[str, float]) -> tuple[tuple[int, float], ...]:
    board, k = GAME.board, key_of(position)[1]
    return tuple((board.transform_move(board.move(name), k).square, value) for name, value in moves.items())


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A book of two positions: after f5d6c3 and after d3 there."""
    line = Searched(seen_from_key(LINE, {"d3": -0.5, "f4": -1.25, "f3": -6.0}), 18, 84, 2_345_678)
    after = Searched(seen_from_key(AFTER, {"c4": 0.75, "c5": 0.5}), 20, 84, 9_000_000)
    write(tmp_path / "two.book", {LINE: (line, -0.75), AFTER: (after, 0.75)})
    return tmp_path / "two.book"


def write(path: Path, entries: dict[orchard.Position, tuple[Searched, float]]) -> None:
    rows = ((key_of(position)[0], *entry) for position, entry in entries.items())
    write_book(path, GAME, "discs", 4, "somebody", rows)


def test_a_position_is_found_in_every_mirror_image_with_its_moves_as_they_lie_there(path: Path) -> None:
    book, board = Book.read(path, GAME), GAME.board
    for k in GAME.symmetries:
        found = book.find(LINE.symmetry(k))
        assert found is not None
        assert (found.value, found.depth, found.confidence, found.nodes) == (-0.75, 18, 84, 2_346_000)
        moves = {entry.move: entry.value for entry in found.moves}
        assert moves == {
            board.transform_move(board.move(name), k): v for name, v in (("d3", -0.75), ("f4", -1.25), ("f3", -6.0))
        }
    assert book.find(START) is None
    assert START not in book
    assert AFTER in book
    assert len(book) == 2


def test_a_move_into_the_book_is_worth_what_the_position_behind_it_is(path: Path) -> None:
    found = Book.read(path, GAME).find(LINE)
    assert found is not None
    told = {str(entry.move): (entry.value, entry.depth, entry.in_book) for entry in found.moves}
    assert told == {"d3": (-0.75, 21, True), "f4": (-1.25, 18, False), "f3": (-6.0, 18, False)}
    assert Book.read(path, GAME).line(LINE) == ("d3", "c4")


def test_a_move_that_is_another_one_mirrored_has_its_value(tmp_path: Path) -> None:
    d3 = Searched(seen_from_key(START, {"d3": 1.5}), 9, 84, 1000)
    write(tmp_path / "start.book", {START: (d3, 1.5)})
    found = Book.read(tmp_path / "start.book", GAME).find(START)
    assert found is not None
    assert {str(entry.move): entry.value for entry in found.moves} == dict.fromkeys(("d3", "c4", "f5", "e6"), 1.5)


def test_a_key_gives_its_position_back(path: Path) -> None:
    for key, _, _ in Book.read(path, GAME).items():
        assert position_of(GAME, key) in [*LINE.symmetries(), *AFTER.symmetries()]
        assert position_of(GAME, key).ply in (3, 4)


def test_variety_keeps_within_a_loss_and_prefers_what_loses_less(path: Path) -> None:
    book = Book.read(path, GAME)

    def drawn(within: float) -> Counter[str]:
        moves = (book.drawn(LINE, within, seed) for seed in range(200))
        return Counter(str(found[1].move) for found in moves if found is not None)

    assert drawn(0) == {"d3": 200}
    assert drawn(0.4) == {"d3": 200}
    some = drawn(1.0)  # f4 loses half a disc
    assert set(some) == {"d3", "f4"}
    assert some["d3"] > some["f4"] > 20
    assert book.drawn(LINE, 1.0, 7) == book.drawn(LINE, 1.0, 7)
    assert book.drawn(START, 1.0, 7) is None


def test_a_file_that_is_no_whole_book_is_refused_with_the_reason(path: Path, tmp_path: Path) -> None:
    whole, broken = path.read_bytes(), tmp_path / "broken.book"
    flipped = bytearray(whole)
    flipped[-1] ^= 1
    for data, reason in (
        (bytes(flipped), "damaged"),
        (whole[:-1], "damaged"),
        (whole[:40], "damaged"),
        (whole.replace(b"book 1", b"book 2", 1), "newer version"),
        (b"text", "no book"),
    ):
        broken.write_bytes(data)
        with pytest.raises(BookError, match=reason):
            Book.read(broken, GAME)
    with pytest.raises(BookError, match="a book of reversi, not of reversed_reversi"):
        Book.read(path, orchard.game("reversed_reversi"))
    with pytest.raises(BookError, match="cannot read"):
        open_book(tmp_path / "nowhere.book", GAME)


def test_a_write_that_fails_leaves_the_old_book(path: Path) -> None:
    before = path.read_bytes()

    def entries():  # type: ignore[no-untyped-def]
        yield key_of(START)[0], Searched(((19, 0.0),), 1, 0, 1), 0.0
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_book(path, GAME, "discs", 4, "somebody", entries())
    assert path.read_bytes() == before


def test_twenty_five_thousand_positions_take_less_than_two_megabytes() -> None:
    assert 25_000 * record_size(GAME, 4) < 2_000_000
