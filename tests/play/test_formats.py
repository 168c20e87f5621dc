"""Files as other programs write them are read, guessed right, and, when broken, refused with line and field."""

from __future__ import annotations

import struct
from datetime import date

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import orchard
from orchard import OrchardError
from orchard.play import formats
from orchard.play.formats import FormatError, ggf, obf, psq, sgf, transcript, wthor
from tests.play.records import random_record

# Black wins by turning everything in nine moves: the shortest decided game, known since 1975; all 64 count for black.
SHORTEST = "e6f4e3f6g5d6e7f5c5"
START = "-------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GGF = (
    "(;GM[Othello]PC[GGS/os]DT[2003.12.15_13:24:03.MST]PB[Ann]PW[Bob]RB[2197.01]RW[2199.72]TI[05:00//02:00]TY[8]"
    f"RE[+64.000]BO[8 {START}]B[e6//0.01]W[F4/-1.50]B[E3/2.25/3.5]W[f6]B[g5]W[d6]B[e7]W[f5]B[c5/64.00/1];)"
)
SGF = (
    "(;FF[4]GM[2]SZ[8]\nPB[Ann\\] \\\\ x]PW[Bob]DT[1999-03-27]RE[B+64]\nAB[e4][d5]AW[d4][e5]PL[B]\n"
    ";B[e6];W[f4]C[a comment (;with\\] brackets];B[e3](;W[f6];B[g5];W[d6];B[e7];W[f5];B[c5])(;W[d2];B[c1]))"
)
GOMOKU_SGF = "(;FF[4]GM[4]SZ[15]PB[Ann]PW[Bob];B[hh];W[aa];B[hi];W[ba];B[hj];W[ca];B[hk];W[da];B[hl])"
PSQ = (
    "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,120\n8,9,30000\n2,1,0\n8,10,5\n3,1,0\n8,11,0\n4,1,0\n8,12,1\n"
    "Ann\nBob\n-1\n1,Freestyle\n"
)
OBF = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X; A2:+38; B1:-2; % FFO 40\n\n% alone\n"


def wthor_file(*games: tuple[int, int, int, str], year: int = 1987) -> bytes:
    """Written from the published layout with nothing of the code under test."""
    data = struct.pack("<4BIHH4B", 20, 26, 11, 15, len(games), 0, year, 8, 0, 24, 0)
    for black, white, discs, moves in games:
        squares = [moves[at : at + 2] for at in range(0, len(moves), 2)]
        numbers = bytes(10 * int(square[1]) + "abcdefgh".index(square[0]) + 1 for square in squares)
        data += struct.pack("<HHHBB", 3, black, white, discs, discs) + numbers.ljust(60, b"\0")
    return data


WTB = wthor_file((17, 4, 64, SHORTEST), (4, 5, 30, "f5d6"))
SAMPLES: dict[str, bytes | str] = {
    "ggf": GGF,
    "sgf": SGF,
    "psq": PSQ,
    "obf": OBF,
    "wthor": WTB,
    "transcript": f"# two games\n{SHORTEST}\nF5 d6, C3\ngomoku: h8 h9\n",
}


# ------------------------------------------------------------------- reading what others write


def test_ggf_of_the_game_server_is_read():
    (game,) = ggf.read(GGF)
    assert (game.game, game.black, game.white, game.start) == ("reversi", "Ann", "Bob", "")
    assert (game.transcript, game.winner, game.score, game.verdict) == (SHORTEST, "black", 64, "normal")
    assert game.started == "2003-12-15T20:24:03+00:00"  # Mountain time is seven hours behind
    assert [(move.value, move.seconds) for move in game.moves[:3]] == [(None, 0.01), (-1.5, 0.0), (2.25, 3.5)]


def test_ggf_of_a_synchronous_match_is_two_games():
    assert [game.transcript for game in ggf.read(f"2 {GGF}{GGF}\n1 {GGF}")] == [SHORTEST] * 3


@pytest.mark.parametrize(
    ("field", "read"),
    [
        ("RE[-12.00:r]", ("white", -12, "resign")),
        ("RE[+2:t]", ("black", 2, "time")),
        ("RE[-40.00:s]", ("white", -40, "normal")),
        ("RE[?]", (None, 0, "normal")),
        ("", (None, 0, "normal")),
    ],
)
def test_the_result_of_an_unfinished_ggf_game_is_what_it_says(field: str, read: tuple):
    (game,) = ggf.read(f"(;GM[Othello]{field}BO[8 {START}]B[f5]W[d6];)")
    assert (game.winner, game.score, game.verdict) == read


@pytest.mark.parametrize(
    ("said", "started"),
    [
        ("2000-4-16 11:13 EST", "2000-04-16T16:13:00+00:00"),
        ("945277754", "1999-12-15T17:09:14+00:00"),
        ("2013-12-23 16:43:43 GMT", "2013-12-23T16:43:43+00:00"),
        ("2004.09.18_05:54:38.XYZ", "2004-09-18"),
        ("2004.13.99", ""),
        ("yesterday", ""),
    ],
)
def test_dates_of_ggf_are_read_as_far_as_they_can(said: str, started: str):
    assert ggf.read(f"(;GM[Othello]DT[{said}];)")[0].started == started


def test_anti_othello_is_reversed_reversi():
    assert ggf.read("(;GM[Othello]TY[8a];)")[0].game == "reversed_reversi"


def test_sgf_reads_the_main_line_only():
    (game,) = sgf.read(SGF)
    assert (game.game, game.black, game.white, game.start) == ("reversi", "Ann] \\ x", "Bob", "")
    assert (game.transcript, game.winner, game.score, game.started) == (SHORTEST, "black", 64, "1999-03-27")


def test_sgf_takes_both_spellings_of_squares_and_passes_left_out():
    letters = "".join(
        f";{'BW'[at % 2]}[{SHORTEST[2 * at]}{'abcdefgh'[int(SHORTEST[2 * at + 1]) - 1]}]" for at in range(9)
    )
    assert sgf.read(f"(;GM[2]{letters})")[0].transcript == SHORTEST


def test_gomoku_sgf_counts_from_the_top_left():
    (game,) = sgf.read(GOMOKU_SGF)
    assert [move.move for move in game.moves[:4]] == ["h8", "a15", "h7", "b15"]
    assert (game.game, game.winner, game.score) == ("gomoku", "black", 1)
    assert sgf.read("(;GM[4];B[h8])")[0].moves[0].move == "h8"


@pytest.mark.parametrize(
    ("result", "read"),
    [
        ("W+R", ("white", -64, "resign")),
        ("B+Resign", ("black", 64, "resign")),
        ("b+t", ("black", 64, "time")),
        ("W+F", ("white", -64, "protocol")),
        ("W+12", ("white", -12, "normal")),
        ("B+", ("black", 1, "normal")),
        ("0", (None, 0, "normal")),
        ("Draw", (None, 0, "normal")),
        ("Void", (None, 0, "normal")),
        ("?", (None, 0, "normal")),
    ],
)
def test_the_result_of_an_unfinished_sgf_game_is_what_it_says(result: str, read: tuple):
    (game,) = sgf.read(f"(;GM[2]RE[{result}];B[f5])")
    assert (game.winner, game.score, game.verdict) == read


def test_psq_counts_from_one_at_the_top_left_and_milliseconds():
    (game,) = psq.read(PSQ)
    assert [move.move for move in game.moves[:4]] == ["h8", "a15", "h7", "b15"]
    assert [move.seconds for move in game.moves[:3]] == [0.0, 0.12, 30.0]
    assert (game.game, game.black, game.white, game.winner) == ("gomoku", "Ann", "Bob", "black")


def test_psq_of_windows_without_players_is_read():
    (game,) = psq.read(b"Piskvorky 20x20, 11:11, 1\r\n20,20,0\r\n")
    assert (game.game, game.transcript, game.black) == ("gomoku:20", "t1", "?")


def test_wthor_is_read_by_its_published_layout():
    first, second = wthor.read(WTB)
    assert (first.black, first.white, first.transcript) == ("wthor:17", "wthor:4", SHORTEST)
    assert (first.winner, first.score, first.started) == ("black", 64, "1987")
    assert (second.transcript, second.winner, second.score) == ("f5d6", "white", -4)


def test_wthor_is_written_by_its_published_layout():
    records = wthor.read(WTB)
    expected = bytearray(WTB)
    expected[14] = 0  # we solve no endings
    assert wthor.write(records, date(2026, 11, 15)) == expected


def test_obf_of_the_ffo_suite_is_read():
    (entry,) = obf.read(OBF)
    squares = OBF[:64]
    assert entry.position.count("black") == squares.count("X")
    assert entry.position.empties == squares.count("-") == 20  # as the suite says of its first problem
    assert entry.position.to_move == "black"
    assert entry.scores == (("a2", 38.0), ("b1", -2.0))
    assert entry.comment == "FFO 40"


def test_transcripts_are_read_in_every_spelling():
    first, second, third = transcript.read(SAMPLES["transcript"])
    assert (first.transcript, first.score) == (SHORTEST, 64)
    assert second.transcript == "f5d6c3"
    assert (third.game, third.transcript) == ("gomoku", "h8h9")
    assert transcript.read("h8o15a1")[0].game == "gomoku"  # o15 is on no smaller board
    assert transcript.read("h8i9", "gomoku:9")[0].game == "gomoku:9"


@pytest.mark.parametrize("text", ["\ufeff" + SHORTEST, SHORTEST + "\r\n", "\r\n\r\n" + SHORTEST.upper()])
def test_marks_of_windows_do_no_harm(text: str):
    assert formats.read(text.encode())[0].transcript == SHORTEST


def test_old_files_in_latin_1_are_read():
    assert ggf.read("(;GM[Othello]PB[J\xf6rg];)".encode("latin-1"))[0].black == "J\xf6rg"


# ------------------------------------------------------------------- guessing


@pytest.mark.parametrize("name", SAMPLES)
def test_a_format_is_guessed_from_its_text(name: str):
    sample = SAMPLES[name]
    assert formats.detect(sample) == name
    if isinstance(sample, str):
        assert formats.detect(sample.encode()) == name
        assert formats.detect("\n  " + sample) == name


@pytest.mark.parametrize("game", ["reversi", "gomoku", "gomoku:5"])
def test_a_board_is_guessed_and_set_up(game: str):
    position = orchard.game(game).start()
    text = position.play(position.legal()[0]).text
    width = position.game.board.width
    rows = "\n".join(text[at : at + width] for at in range(0, width * width, width)) + "\n" + text[-1]
    for spelling in (text, text.lower(), text.replace("-", "."), rows):
        assert formats.detect(spelling) == "board"
        (record,) = formats.read(spelling)
        assert (record.game, record.start, record.moves) == (game, text, ())
    assert formats.read(orchard.game("reversi").start().text, game="reversed_reversi")[0].game == "reversed_reversi"


def test_an_empty_wthor_file_is_known():
    assert formats.detect(wthor_file()) == "wthor"
    assert formats.read(wthor_file()) == []


@pytest.mark.parametrize("data", ["", "   \n", b"", b"\0\1\2", b"\x89PNG\r\n\x1a\n\0\0", "hello world", "{}", "<html>"])
def test_what_is_no_game_is_refused(data: bytes | str):
    with pytest.raises(FormatError):
        formats.detect(data)
    with pytest.raises(FormatError):
        formats.read(data)


def test_a_format_goes_by_its_ending():
    endings = {"a.ggf": "ggf", "B.SGF": "sgf", "c.wtb": "wthor", "d.psq": "psq", "e.obf": "obf", "f.txt": "transcript"}
    for path, name in endings.items():
        assert formats.by_file_name(path) == name
    assert formats.by_file_name("g.doc") is None
    with pytest.raises(FormatError, match="no format 'doc'; there are ggf, obf, psq, sgf, transcript, wthor"):
        formats.write([], "doc")


# ------------------------------------------------------------------- broken files


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("ggf", "(;GM[Go];)", "line 1, game 1, field GM: only Othello is read, not 'Go'"),
        ("ggf", f"{GGF}\n(;GM[Othello]BO[10 {START}];)", "line 2, game 2, field BO: "),
        ("ggf", "(;GM[Othello]\nBO[8 --?-];)", r"line 2, game 1, field BO: board text has '\?' at character 3"),
        ("ggf", "(;GM[Othello]\nB[f5]\nW[a1];)", r"line 3, game 1, move 2 \(field W\): white cannot play a1"),
        ("ggf", f"(;GM[Othello]BO[8 {START}]W[f5];)", "it is a move of white, but black is to move"),
        ("ggf", "(;GM[Othello]B[z9];)", r"move 1 \(field B\): no square 'z9'"),
        ("ggf", "(;GM[Othello]B[f5/x];)", r"move 1 \(field B\): 'x' is no number"),
        ("ggf", "(;GM[Othello]RE[lots];)", "field RE: 'lots' is no number"),
        ("ggf", "(;GM[Othello]RE[+99];)", "field RE: .* out of range"),
        ("ggf", "(;GM[Othello]PB[Ann", r"line 1, game 1: expected NAME\[value\] or ';\)' after field GM"),
        ("ggf", f"{GGF}\nrubbish", "line 2: expected a game"),
        ("sgf", "(;GM[1];B[aa])", r"line 1, game 1, field GM: only 2 \(Othello\) and 4 \(Gomoku\) are read, not '1'"),
        ("sgf", "(;SZ[19];B[aa])", "field GM: .*without GM it is Go"),
        ("sgf", "(;GM[4]SZ[99])", "field SZ: no Gomoku board of width '99'"),
        ("sgf", "(;GM[4]SZ[15:13])", "field SZ: '15:13' is no size"),
        ("sgf", "(;GM[2]SZ[10])", "game 1, field SZ: "),
        ("sgf", "(;GM[2];B[f5]\n;W[a1])", r"line 2, game 1, move 2 \(field W\): white cannot play a1"),
        ("sgf", "(;GM[2];B[f5];B[d6])", "it is a move of black, but white is to move"),
        ("sgf", "(;GM[4];B[zz])", "'zz' is not on a board of 15×15"),
        ("sgf", "(;GM[4];B[])", r"move 1 \(field B\): no square ''"),
        ("sgf", "(;GM[2]AB[e4]AW[e4])", "field AW: e4 has a stone of the other colour already"),
        ("sgf", "(;GM[2]AB[pass])", "field AB: expected a square"),
        ("sgf", "(;GM[2]AB[e4]PL[X])", "field PL: expected B or W, not 'X'"),
        ("sgf", "(;GM[2];AB[e4])", "field AB: stones are set up in the first node only"),
        ("sgf", "(;GM[2];B[f5]V[x])", "field V: 'x' is no number"),
        ("sgf", "(;GM[2];B)", "line 1, game 1, field B: expected a value"),
        ("sgf", "(;GM[2]\n;B[f5]", "line 2, game 1: the file ends before its"),
        ("sgf", "(;GM[2]))", r"expected '\(', '\)' or ';', not '\)'"),
        ("sgf", "()", "a game has at least one node"),
        ("sgf", "no game", "expected a game"),
        ("psq", "Hello", "line 1, field header: expected 'Piskvorky 15x15"),
        ("psq", "", "there is no game in it"),
        ("psq", "Piskvorky 15x13, 0", "line 1, field board size: 15x13 is not square"),
        ("psq", "Piskvorky 99x99, 0", "line 1, field board size: no Gomoku board"),
        ("psq", "Piskvorky 15x15, 0\n8,8,0\n16,8,0", "line 3, move 2, field column: 16 is not on the board, 1 to 15"),
        ("psq", "Piskvorky 15x15, 0\n8,0,0", "line 2, move 1, field row: 0 is not on the board"),
        ("psq", "Piskvorky 15x15, 0\n8,8,-3", "line 2, move 1, field milliseconds: -3 is below 0"),
        ("psq", "Piskvorky 15x15, 0\n8,8,0\n8,8,0", "line 3, move 2: white cannot play h8: the square is occupied"),
        ("psq", "Piskvorky 15x15, 0\n8,8,0\n8,x,0\n9,9,0", "line 3: expected a move .*, not '8,x,0'"),
        ("psq", "Piskvorky 15x15, 0\nA\nB\nC\n-1", "line 4: expected a move"),
        ("obf", "---- X;", r"line 1, field 1 \(board\): board text has 5 characters"),
        ("obf", OBF + OBF.replace("; %", " %"), "line 4, field 3: it does not end with ';'"),
        ("obf", OBF[:66], r"line 1, field 1 \(board\): it does not end with ';'"),
        ("obf", OBF.replace("A2:+38", "a1:+38"), "line 1, field 2: black cannot play a1"),
        ("obf", OBF.replace("B1:-2", "B1:many"), "line 1, field 3: expected MOVE:SCORE"),
        ("obf", "% nothing", "there is no position"),
        ("wthor", b"\x14\x1a", "offset 2: the file ends within the header"),
        ("wthor", WTB[:-1], "offset 4, field number of games: 2 games need 152 bytes, but the file has 151"),
        ("wthor", WTB[:12] + b"\x0a" + WTB[13:], "offset 12, field board size: only 8×8 is read, not 10×10"),
        ("wthor", WTB[:13] + b"\x01" + WTB[14:], "offset 13, field kind"),
        ("wthor", wthor_file((1, 2, 65, "")), "offset 22, game 1, field black's discs: 65"),
        ("wthor", wthor_file((1, 2, 32, "f5"), (1, 2, 32, "f5a1")), "offset 93, game 2, move 2: white cannot play a1"),
        ("wthor", WTB[:24] + b"\x13" + WTB[25:], "offset 24, game 1, move 1: 19 is no square"),
        ("wthor", "text", "a WTHOR file is bytes"),
        ("transcript", "# hello\nf5d6\nf5f6h8", r"line 3, move 3 \(h8\): black cannot play h8"),
        ("transcript", "f5 what", "line 1: cannot read 'what' at character 4"),
        ("transcript", "chess: e2e4", "line 1: no game 'chess'"),
        ("transcript", "# nothing", "there is no transcript"),
    ],
)  # fmt: skip
def test_a_broken_file_is_refused_with_its_place_and_field(name: str, data: bytes | str, message: str):
    with pytest.raises(FormatError, match=message):
        formats.read(data, name)


often = settings(max_examples=150, deadline=None)


@given(data=st.binary(max_size=300) | st.text(max_size=300))
@often
@example("(" * 100_000)
@example("(;" * 10_000)
@example("9" * 5000)
@example("Piskvorky 15x15\n" + "9" * 5000 + ",1,1")
@example("²,²,²")
@example("(;GM[2]SZ[²])")
def test_whatever_is_read_only_our_own_errors_come_out(data: bytes | str):
    for name in (None, *formats.formats()):
        try:
            formats.read(data, name)
        except OrchardError:
            continue


@pytest.mark.parametrize("name", SAMPLES)
@given(
    edits=st.lists(st.tuples(st.integers(0, 10**6), st.binary(max_size=4), st.integers(0, 8)), min_size=1, max_size=4)
)
@often
def test_a_file_with_bytes_changed_is_read_or_refused(name: str, edits: list[tuple[int, bytes, int]]):
    sample = SAMPLES[name]
    data = bytearray(sample.encode() if isinstance(sample, str) else sample)
    for at, new, gone in edits:
        at %= len(data) + 1
        data[at : at + gone] = new
    for asked in (name, None):
        try:
            records = formats.read(bytes(data), asked)
        except OrchardError:
            continue
        for record in records:
            record.last_position()  # every game that is let in can be replayed


def test_a_large_file_is_read_in_linear_time():
    games = [random_record("reversi", seed) for seed in range(100)]
    for name in ("ggf", "sgf", "wthor"):
        assert len(formats.read(formats.write(games * 2, name))) == 200
