"""Growing a book: what its positions are worth together, where it grows, and that nothing is lost or searched twice."""

from __future__ import annotations

import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Generator, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import orchard
from orchard.core.book import Book, Key, Searched, key_of, position_of
from orchard.core.errors import OptionError
from orchard.study.book_graph import BookGraph
from orchard.study.book_growth import GrowingBook, add_all, grow, keys_of_line
from orchard.study.book_search import Budget, Order, Searcher, hands

GAME = orchard.game("tic_tac_toe")
ROOT = Path(orchard.__file__).parents[1]


class Dice:
    """Searches by throwing dice, the same for the same position; counts what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Key] = []

    def search(self, key: Key) -> Searched:
        dice = random.Random(key)
        moves = [(move.square, round(dice.random(), 3)) for move in position_of(GAME, key).legal()]
        return Searched(tuple(sorted(moves, key=lambda pair: -pair[1])), 3, 0, 1000)

    def work(self, keys: Iterable[Key]) -> Generator[tuple[Key, Searched], None, None]:
        for key in keys:
            self.asked.append(key)
            yield key, self.search(key)


def opened(path: Path) -> GrowingBook:
    return GrowingBook(path, GAME, "chance", 9, "dice")


def test_values_are_those_of_a_plain_negamax_over_all_ways(tmp_path: Path) -> None:
    dice, book = Dice(), opened(tmp_path / "a.book")
    grow(book, dice.work, 40)
    known = book.graph.found

    def negamax(position: orchard.Position) -> float:
        key, k = key_of(position)
        searched = dict(known[key].moves)
        best = 0.0
        for move in position.legal():
            after = position.play(move)
            inside = not after.is_over and key_of(after)[0] in known
            own = searched[GAME.board.transform_move(move, k).square]
            best = max(best, 1 - negamax(after) if inside else own)
        return best

    assert len(known) == 40
    values = book.graph.values()
    for key in known:
        assert values[key] == pytest.approx(negamax(position_of(GAME, key)))
    book.close()
    written = Book.read(tmp_path / "a.book", GAME)
    assert {key: value for key, _, value in written.items()} == pytest.approx(values, abs=1e-4)


def test_it_grows_where_both_sides_lose_least() -> None:
    """By hand: the start has a centre worth 0.5 and a corner worth 0.4; the centre has two answers, 0.5 and 0.45."""
    start, board = GAME.start(), GAME.board
    graph = BookGraph(GAME, "chance", {})
    assert [leaf.key for leaf in graph.leaves()] == [key_of(start)[0]]
    centre, corner = start.play("b2"), start.play("a1")
    graph.add(key_of(start)[0], Searched(((board.move("b2").square, 0.5), (board.move("a1").square, 0.4)), 1, 0, 1))
    leaves = list(graph.leaves(0.02))
    assert [leaf.key for leaf in leaves] == [key_of(centre)[0], key_of(corner)[0]]
    assert [leaf.cost for leaf in leaves] == pytest.approx([0.02, 0.12])
    k = key_of(centre)[1]
    answers = {"a1": 0.5, "b1": 0.45}
    moves = tuple((board.transform_move(board.move(name), k).square, value) for name, value in answers.items())
    graph.add(key_of(centre)[0], Searched(moves, 1, 0, 1))
    leaves = list(graph.leaves(0.02))
    assert [leaf.key for leaf in leaves] == [
        key_of(centre.play("a1"))[0],
        key_of(centre.play("b1"))[0],
        key_of(corner)[0],
    ]
    assert [leaf.cost for leaf in leaves] == pytest.approx([0.04, 0.09, 0.12])
    assert next(leaf.key for leaf in graph.leaves(0.2)) == key_of(corner)[0]  # where depth costs more, it grows wider


def test_a_killed_run_goes_on_where_it_was_and_searches_nothing_twice(tmp_path: Path) -> None:
    path, dice = tmp_path / "b.book", Dice()
    first = opened(path)
    grow(first, dice.work, 12)
    first.save()
    grow(first, dice.work, 20)
    for name in (path, first.journal):  # as a killed process leaves them, in the middle of a line
        shutil.copy(name, tmp_path / f"killed-{name.name}")
    journal = tmp_path / "killed-b.book.journal"
    journal.write_text(journal.read_text() + '["00ff", {"dep', encoding="utf-8")
    again = opened(tmp_path / "killed-b.book")
    assert (len(again), again.from_journal) == (20, 8)
    grow(again, dice.work, 30)
    again.close()
    assert len(dice.asked) == len(set(dice.asked)) == 30
    assert len(Book.read(tmp_path / "killed-b.book", GAME)) == 30
    assert not journal.exists()
    with pytest.raises(OptionError, match="another process is growing"):
        opened(path)
    first.close()


def test_a_small_game_is_grown_to_its_end_and_then_stops(tmp_path: Path) -> None:
    """Of tic-tac-toe's 765 positions up to symmetry, 138 are finished games."""
    book = opened(tmp_path / "c.book")
    grow(book, Dice().work, 10_000)
    assert len(book) == 765 - 138
    book.close()


def test_a_line_is_added_with_every_position_on_its_way(tmp_path: Path) -> None:
    book, dice = opened(tmp_path / "d.book"), Dice()
    keys = keys_of_line(GAME, "b2a1c3", 60)
    assert len(keys) == 4
    assert add_all(book, dice.work, [*keys, *keys]) == 4
    assert add_all(book, dice.work, keys_of_line(GAME, "b2c1a3", 60)) == 0  # its mirror image
    assert len(keys_of_line(GAME, "b2a1c3", 2)) == 3
    book.close()


def test_a_budget_is_one_bound() -> None:
    assert Budget(depth=3).limits().depth == 3
    assert not Budget(nodes=3).limits().book
    with pytest.raises(OptionError, match="give one of them"):
        Budget(depth=3, nodes=4).limits()


def test_a_search_keeps_the_values_of_the_best_moves() -> None:
    position = orchard.game("reversi").replay("f5d6c3d3c4f4")
    key, k = key_of(position)
    found = Searcher(position.game, Budget(depth=6))(key)[1]
    by_sage = orchard.player("sage:lines=4,book=no").choose(position.symmetry(k), orchard.Limits(depth=6))
    told = tuple((stat.move.square, stat.value) for stat in by_sage.moves if stat.bound == "exact")
    assert (len(told), found.moves, found.depth, found.confidence) == (4, told, 6, 84)


def test_searches_on_a_cluster_find_what_searches_here_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each task travels as a worker of Dask would get it."""

    class Away:
        def __init__(self, address: str) -> None:
            assert address == "tcp://somewhere"

        def __enter__(self) -> Away:
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def results(self, work: Any, tasks: Iterable[tuple[Any, ...]]) -> Iterator[Any]:
            for task in tasks:
                there, arguments = pickle.loads(pickle.dumps((work, task)))
                yield there(*arguments)

    monkeypatch.setattr("orchard.play.cluster.Cluster", Away)
    keys, order = keys_of_line(GAME, "b2a1", 2), Order(GAME.name, Budget(nodes=20), "uct")
    with hands(order, cluster="tcp://somewhere") as away, hands(order) as here:
        assert list(away(keys)) == list(here(keys))


def test_growing_needs_no_more_than_the_compiler_and_numbers(tmp_path: Path) -> None:
    """On a machine without our other dependencies."""
    code = (
        "import sys, runpy\n"
        "for name in ('click', 'rich', 'fastapi', 'sqlalchemy', 'pydantic', 'uvicorn', 'distributed'):\n"
        "    sys.modules[name] = None\n"
        "sys.argv[1:] = ['tic_tac_toe', 'e.book', '--nodes', '20', '--positions', '9']\n"
        f"runpy.run_path({str(ROOT / 'tools' / 'grow_book.py')!r}, run_name='__main__')\n"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert len(Book.read(tmp_path / "e.book", GAME)) == 9
