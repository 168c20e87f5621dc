"""orchard book: what is built is shown, exported, extended and checked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

import orchard
from orchard.core.book import Book
from orchard.core.offers import BookOffer
from tests.shells.command import run

GAME = "tic_tac_toe"
LITTLE = ("--nodes", "20")


def told(*arguments: str, capsys: pytest.CaptureFixture[str]) -> Any:
    code, out, err = run(*arguments, "--json", capsys=capsys)
    assert code == 0, err
    return json.loads(out)


def test_a_book_is_built_resumed_extended_shown_exported_and_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "small.book")
    built = told("book", "build", GAME, file, *LITTLE, "--positions", "6", "--lines", "9", capsys=capsys)
    assert (built["positions"], built["new"]) == (6, 6)
    again = told("book", "build", GAME, file, *LITTLE, "--positions", "8", capsys=capsys)
    assert (again["positions"], again["new"]) == (8, 2)
    games = tmp_path / "mine.txt"
    games.write_text("a1b1c1a2\n", encoding="utf-8")
    line = ("a1b1c1", "--games", str(games))  # the second goes one ply further
    before = len(Book.read(Path(file), orchard.game(GAME)))
    more = told("book", "extend", GAME, file, *line, *LITTLE, capsys=capsys)
    assert more["lines"] == 2
    assert before < more["positions"] == before + more["new"]
    assert told("book", "extend", GAME, file, *line, *LITTLE, capsys=capsys)["new"] == 0

    shown = told("book", "show", GAME, "--moves", "a1b1c1", "--file", file, capsys=capsys)
    assert shown["positions"] == more["positions"]
    assert shown["found"]["unit"] == "chance"
    values = {move["move"]: move["value"] for move in shown["found"]["moves"]}
    assert values["a2"] == values["c2"]  # its mirror image
    assert next(move for move in shown["found"]["moves"] if move["move"] == "a2")["in_book"]
    code, out, _ = run("book", "show", GAME, "--moves", "a1b1c1", "--file", file, capsys=capsys)
    assert (code, out.split()[:3]) == (0, [f"{shown['found']['value']:+.2f}", "for", "white;"])
    assert "is not among" in run("book", "show", GAME, "--moves", "b1a1b2a2", "--file", file, capsys=capsys)[1]

    rows = told("book", "export", GAME, "--file", file, capsys=capsys)
    assert len(rows) == more["positions"]
    assert rows[0]["moves_made"] == ""
    assert all(orchard.game(GAME).replay(row["moves_made"]).text == row["text"] for row in rows)
    code, out, _ = run("book", "export", GAME, "--file", file, "--plies", "1", capsys=capsys)
    assert [len(text) - len(text.lstrip()) for text in out.splitlines()][:2] == [0, 2]

    checked = told("book", "check", GAME, "--file", file, "--sample", "4", "--nodes", "40", capsys=capsys)
    assert checked["positions"] == 4
    assert 0 <= checked["mean_difference"] <= checked["largest_difference"] <= 1
    assert 0 <= checked["same_best"] <= checked["best_stands"] <= 1


def test_a_new_file_begins_with_the_shipped_book_unless_it_is_to_be_empty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "shipped.book"
    told("book", "build", GAME, str(shipped), *LITTLE, "--positions", "5", capsys=capsys)
    monkeypatch.setattr(sys.modules["orchard.games"], "book_offer", lambda game: BookOffer(shipped))
    for name, more, positions, new in (("a", (), 7, 2), ("b", ("--empty",), 7, 7)):
        ask = ("book", "build", GAME, str(tmp_path / name), *LITTLE, "--positions", "7", *more)
        built = told(*ask, capsys=capsys)
        assert (built["positions"], built["new"]) == (positions, new)
    assert told("book", "show", GAME, capsys=capsys)["positions"] == 5


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["build", GAME, "x.book"], "say how far to search every position"),
        (["build", GAME, "x.book", "--nodes", "3", "--depth", "3"], "give one of them"),
        (["show", GAME], "no opening book of Tic-tac-toe is shipped"),
        (["show", GAME, "--file", "nowhere.book"], "cannot read the book nowhere.book"),
        (["extend", GAME, "x.book", "--nodes", "3"], "nothing to add"),
    ],
)
def test_mistakes_are_one_line_and_exit_code_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run("book", *arguments, capsys=capsys)
    assert code == 2
    assert says in err
    assert err.count("\n") == 1
    assert not Path("x.book").exists()
