"""What a format can hold comes back as it was: random legal games, passes included, under strange names."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import orchard
from orchard.play import formats
from orchard.play.formats import obf, wthor
from orchard.play.record import GameRecord, MoveRecord
from tests.play.records import played_out, random_record

GAMES = {
    "transcript": ("reversi", "reversed_reversi", "gomoku", "gomoku:9", "gomoku:renju", "gomoku:9:standard"),
    "ggf": ("reversi", "reversed_reversi"),
    "wthor": ("reversi",),
    "sgf": ("reversi", "reversed_reversi", "gomoku", "gomoku:20", "gomoku:5", "gomoku:renju", "gomoku:9:standard"),
    "psq": ("gomoku", "gomoku:9", "gomoku:20", "gomoku:renju", "gomoku:9:standard"),
}
HOLDS_NAMES = ("ggf", "sgf", "psq")
HOLDS_BOARDS = ("ggf", "sgf")
PAIRS = [(name, game) for name, games in GAMES.items() for game in games]

names = st.one_of(
    st.sampled_from(
        ["a]b", "[x](;y;)", "back\\slash\\", "\\]", "100%", "%5D", "-1", "8,8,0", "Ünïcødé 黒 白", "a:b=c,d=e"]
    ),
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=20),
).map(lambda name: name.strip() or "x")
seeds = st.integers(0, 10**6)
quickly = settings(max_examples=8, deadline=None)


def without_last_passes(moves: list[str]) -> list[str]:
    """A pass behind the last move is left out wherever passes are."""
    while moves and moves[-1] == "pass":
        moves = moves[:-1]
    return moves


def moves_of(record: GameRecord) -> list[str]:
    return without_last_passes([str(move) for move in record.last_position().moves_made])


@pytest.mark.parametrize(("name", "game"), PAIRS)
@given(seed=seeds, plies=st.none() | st.integers(0, 40), black=names, white=names)
@quickly
def test_a_game_comes_back_from_its_file(name: str, game: str, seed: int, plies: int | None, black: str, white: str):
    record = random_record(game, seed, plies, black=black, white=white)
    written = formats.write([record], name)
    (back,) = formats.read(written, name)
    assert (back.game, back.start, moves_of(back)) == (record.game, "", moves_of(record))
    if name != "wthor" or record.last_position().is_over:
        assert (back.winner, back.score, back.verdict) == (record.winner, record.score, "normal")
    if name in HOLDS_NAMES:
        assert (back.black, back.white) == (black, white)
    assert formats.detect(written) == name
    assert formats.write([back], name)[4:] == written[4:] or name == "sgf"


@pytest.mark.parametrize("name", ["transcript", "ggf", "wthor", "sgf"])
def test_passes_come_back(name: str):
    record = next(r for r in (random_record("reversi", seed) for seed in range(50)) if MoveRecord("pass") in r.moves)
    (back,) = formats.read(formats.write([record], name))
    assert back.moves == record.moves


@pytest.mark.parametrize("name", GAMES)
def test_many_games_come_back_in_order_with_ids_of_their_own(name: str):
    records = [random_record(GAMES[name][0], seed, 12) for seed in (1, 2, 1, 3, 1)]
    if name == "sgf":  # which keeps our ids
        records = [replace(record, id=f"{at}") for at, record in enumerate(records)]
    written = formats.write(records, name)
    back = formats.read(written)
    assert [moves_of(record) for record in back] == [moves_of(record) for record in records]
    assert len({record.id for record in back}) == 5
    assert [record.id for record in formats.read(written)] == [record.id for record in back]


@pytest.mark.parametrize("name", GAMES)
def test_the_opening_becomes_part_of_the_game(name: str):
    record = random_record(GAMES[name][0], 5)
    opening = "".join(move.move for move in record.moves[:6])
    (back,) = formats.read(formats.write([replace(record, opening=opening, moves=record.moves[6:])], name))
    assert back.opening == ""
    assert back.moves == record.moves


@pytest.mark.parametrize("name", HOLDS_BOARDS)
@given(seed=seeds, cut=st.integers(1, 58))
@quickly
def test_a_game_from_a_set_up_board_comes_back(name: str, seed: int, cut: int):
    start = played_out("reversi", seed, cut).text
    record = random_record("reversi", seed, start=start)
    (back,) = formats.read(formats.write([record], name))
    assert (back.start, back.winner, back.score) == (record.start, record.winner, record.score)
    assert moves_of(back) == moves_of(record)


def test_a_gomoku_game_from_a_set_up_board_comes_back_in_sgf():
    record = random_record("gomoku:9", 3, start=played_out("gomoku:9", 4, 11).text)
    (back,) = formats.read(formats.write([record], "sgf"))
    assert replace(back, id="") == replace(record, id="")


@pytest.mark.parametrize(
    ("name", "verdicts"),
    [("ggf", ["resign", "time"]), ("sgf", ["resign", "time", "illegal", "crash", "memory", "protocol"])],
)
@pytest.mark.parametrize("winner", ["black", "white"])
def test_a_game_that_was_given_up_keeps_its_verdict(name: str, verdicts: list[str], winner: str):
    for verdict in verdicts:
        score = 64 if winner == "black" else -64
        record = random_record("reversi", 8, 20, winner=winner, score=score, verdict=verdict)
        (back,) = formats.read(formats.write([record], name))
        assert (back.winner, back.score, back.verdict) == (winner, score, verdict)


def test_psq_keeps_who_won_an_unfinished_game():
    record = random_record("gomoku", 8, 20, winner="white", score=-1, verdict="time")
    (back,) = formats.read(formats.write([record], "psq"))
    assert (back.winner, back.score) == ("white", -1)


@given(
    values=st.lists(st.floats(-1000, 1000), min_size=9, max_size=9),
    times=st.lists(st.floats(0, 5000), min_size=9, max_size=9),
)
@quickly
def test_values_and_times_come_back_as_closely_as_the_format_says(values: list[float], times: list[float]):
    moves = [str(move) for move in played_out("reversi", 1, 9).moves_made]
    record = random_record(
        "reversi", 1, 9, moves=tuple(map(MoveRecord, moves, times, values)), started="2026-11-15T05:06:07+00:00"
    )
    (ggf,) = formats.read(formats.write([record], "ggf"))
    assert [move.value for move in ggf.moves] == pytest.approx(values, abs=0.00005)
    assert [move.seconds for move in ggf.moves] == pytest.approx(times, abs=0.00005)
    (sgf,) = formats.read(formats.write([record], "sgf"))
    assert [move.value for move in sgf.moves] == pytest.approx(values, abs=0.00005)
    assert ggf.started == sgf.started == record.started
    assert sgf.id == record.id
    gomoku = random_record("gomoku", 1, 9)
    timed = tuple(replace(move, seconds=seconds) for move, seconds in zip(gomoku.moves, times, strict=True))
    (psq,) = formats.read(formats.write([replace(gomoku, moves=timed)], "psq"))
    assert [move.seconds for move in psq.moves] == pytest.approx(times, abs=0.00051)


@given(seed=seeds, cut=st.integers(0, 55), scores=st.lists(st.floats(-64, 64), max_size=20), comment=names)
@quickly
def test_scored_positions_come_back_from_obf(seed: int, cut: int, scores: list[float], comment: str):
    position = played_out("reversi", seed, cut)
    scored = tuple(zip(position.legal(), (round(score, 4) for score in scores), strict=False))
    entry = obf.ScoredPosition(position, scored, comment)
    (back,) = obf.read(obf.write([entry]))
    assert back == entry
    assert formats.detect(obf.write([entry])) == "obf"


def test_obf_holds_all_positions_of_a_game():
    record = random_record("reversi", 2)
    positions = [entry.position for entry in obf.read(obf.write([record]))]
    assert len(positions) == len(record.moves) + 1
    assert (positions[0], positions[-1]) == (orchard.game("reversi").start(), record.last_position())
    assert [r.start for r in formats.read(obf.write([record]))][1:] == [position.text for position in positions[1:]]


def test_wthor_keeps_the_numbers_of_players_and_gives_new_ones_to_others():
    pairs = [("wthor:7", "wthor:0"), ("apple", "wthor:7"), ("pine", "apple")]
    records = [random_record("reversi", at, black=b, white=w) for at, (b, w) in enumerate(pairs)]
    back = formats.read(wthor.write(records, date(2026, 11, 15)))
    assert [(r.black, r.white) for r in back] == [
        ("wthor:7", "wthor:0"),
        ("wthor:1", "wthor:7"),
        ("wthor:2", "wthor:1"),
    ]


@pytest.mark.parametrize(
    ("name", "record", "why"),
    [
        (
            "ggf",
            random_record("gomoku", 1, 3),
            "GGF holds Reversi and Reversed Reversi, not Gomoku; use PSQ or SGF or transcript$",
        ),
        (
            "psq",
            random_record("reversi", 1, 3),
            "PSQ holds Gomoku, not Reversi; use GGF or SGF or transcript or WTHOR$",
        ),
        ("psq", random_record("gomoku", 1, 3, start=played_out("gomoku", 1, 3).text), "usual start; use SGF$"),
        ("wthor", random_record("reversed_reversi", 1), "on the usual board, not Reversed Reversi; use GGF or"),
        (
            "wthor",
            random_record("reversi", 1, start=played_out("reversi", 1, 3).text),
            "usual start; use GGF or SGF$",
        ),
        (
            "transcript",
            random_record("reversi", 1, start=played_out("reversi", 1, 3).text),
            "usual start; use GGF or SGF$",
        ),
        ("obf", random_record("gomoku", 1, 3), "on the usual board, not Gomoku; use PSQ or SGF or transcript$"),
        ("ggf", random_record("connect_four", 1, 3), "not Connect Four; use transcript$"),
        ("sgf", random_record("connect_four", 1, 3), "not Connect Four; use transcript$"),
        ("psq", random_record("connect_four", 1, 3, start=played_out("connect_four", 1, 3).text), "Connect Four$"),
        ("wthor", random_record("reversi:6", 1, 3), "on the usual board, not reversi:6; use GGF or SGF or transcript$"),
    ],
)
def test_a_game_that_does_not_fit_is_refused_by_its_id(name: str, record: GameRecord, why: str):
    with pytest.raises(formats.FormatError, match=f"game {record.id} does not fit: .*{why}"):
        formats.write([record], name)
