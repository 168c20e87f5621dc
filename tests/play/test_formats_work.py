"""Large files: what is done for each game, counted in calls, because times say little on a busy machine."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from orchard.play import formats, quick_replay
from orchard.play.record import GameRecord, MoveRecord
from orchard.play.store import Store
from tests.play.records import random_record

GAMES = 20


def with_times(record: GameRecord) -> GameRecord:
    return replace(record, moves=tuple(MoveRecord(m.move, 0.25 * n, n - 30.5) for n, m in enumerate(record.moves)))


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    return [random_record("reversi", seed) for seed in range(GAMES)]


@pytest.fixture(scope="module")
def stones() -> list[GameRecord]:
    return [random_record("gomoku", seed, 110) for seed in range(GAMES)]


def calls_a_game(work: Callable[[], Any]) -> float:
    """Calls of functions, in Python and in C, for each game."""
    count = 0

    def called(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count / GAMES


@pytest.mark.parametrize(("name", "most"), [("ggf", 380), ("sgf", 550), ("transcript", 320), ("psq", 260)])
def test_reading_a_game_takes_few_calls(
    name: str, most: int, games: list[GameRecord], stones: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """60 moves: GGF with value and time took 405, SGF 1,795 and transcripts 3,498 calls when each move was looked at
    again and again, PSQ with 110 moves 1,409."""
    games = stones if name == "psq" else games
    monkeypatch.setattr(quick_replay, "KERNELS_FROM", 0)
    data = formats.write([with_times(game) for game in games] if name == "ggf" else games, name)
    read = formats.read(data, name)  # whatever happens once has happened
    assert [game.transcript for game in read] == [game.transcript for game in games]
    assert calls_a_game(lambda: formats.read(data, name)) < most


@pytest.mark.parametrize(("name", "most"), [("sgf", 580), ("psq", 400)])
def test_writing_a_game_takes_few_calls(
    name: str, most: int, games: list[GameRecord], stones: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    """SGF took 1,647 calls and PSQ 4,322 when each game was replayed by the rules in Python."""
    monkeypatch.setattr(quick_replay, "KERNELS_FROM", 0)
    games = stones if name == "psq" else games
    formats.write(games, name)
    assert calls_a_game(lambda: formats.write(games, name)) < most


def test_keeping_a_game_takes_few_calls(games: list[GameRecord], tmp_path: Path) -> None:
    """It took 295 with values and times, by new players each."""
    timed = [replace(with_times(game), black=f"b{n}", white=f"w{n}") for n, game in enumerate(games)]
    with Store(str(tmp_path / "games.db")) as store:
        store.save_games([replace(game, id=f"again {game.id}") for game in games])
        assert calls_a_game(lambda: store.save_games(timed)) < 240
        assert [store.game(game.id) for game in timed] == timed


def test_no_garbage_is_looked_for_while_games_are_read_only(games: list[GameRecord], tmp_path: Path) -> None:
    enabled: list[bool] = []

    def read(then: Exception | None) -> Iterator[GameRecord]:
        enabled.append(gc.isenabled())
        yield games[0]
        if then:
            raise then

    with Store(str(tmp_path / "games.db")) as store:
        assert [done.games for done in store.import_games(read(None))] == [1]
        with pytest.raises(formats.FormatError):
            list(store.import_games(read(formats.FormatError("broken"))))
    assert enabled == [False, False]
    assert gc.isenabled()


def test_ggf_with_passes_left_out_is_read_by_kernels_as_by_the_rules(
    games: list[GameRecord], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = str(formats.write([with_times(game) for game in games], "ggf"))
    for file in (text, re.sub(r"[BW]\[PA[^]]*\]", "", text), text.replace("/-30.5", "/-.5")):
        read = []
        for kernels_from in (0, 10**9):
            monkeypatch.setattr(quick_replay, "KERNELS_FROM", kernels_from)
            reasons: list[str] = []
            found = list(formats.iterate(file, "ggf", refused=lambda error, to=reasons: to.append(str(error))))  # type: ignore[misc]
            read.append((found, reasons))
        assert read[0] == read[1]
    assert len(read[0][1]) == GAMES, "'-.5' is no number in GGF"


def test_a_game_longer_than_one_statement_is_kept(tmp_path: Path) -> None:
    moves = tuple(MoveRecord(f"a{n}", n / 4, float(n) if n % 3 else None, n % 2, 0) for n in range(1, 332))
    game = replace(random_record("gomoku", 1, 5), moves=moves)
    with Store(str(tmp_path / "games.db")) as store:
        store.save_game(game)
        assert store.game(game.id) == game
