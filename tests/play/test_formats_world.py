"""Files as the real programs write them: Piskvork, GomocupJudge, Edax, GGS, OthelloTk, WTHOR with its names."""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from pathlib import Path

import pytest

import orchard
from orchard.play import formats, quick_replay
from orchard.play.formats import FormatError, _source, ggf, psq, sgf, wthor
from orchard.play.record import MoveRecord
from tests.play.records import played_out, random_record

FIVE = ["8,8", "1,1", "8,9", "2,1", "8,10", "3,1", "8,11", "4,1", "8,12"]  # five in column 8


def piskvork(*, began: int = 0, names: tuple[str, ...] = (), code: int = -1, times: bool = True) -> str:
    """As Piskvork's savePsq prints it: names in tournaments only, then the error code."""
    moves = [f"{move},{17 * at}" if times else move for at, move in enumerate(FIVE)]
    return "\n".join([f"Piskvorky 15x15, 11:11, {began}", *moves, *names, str(code), ""])


# ------------------------------------------------------------------- PSQ


@pytest.mark.parametrize("code", [-1, 0, 15])
@pytest.mark.parametrize("names", [(), ("pbrain-Ann.exe", "pbrain-Bob.exe")])
def test_the_error_code_at_the_end_of_a_psq_file_is_no_name(code: int, names: tuple[str, ...]):
    (game,) = psq.read(piskvork(names=names, code=code))
    assert (game.black, game.white) == (names or ("?", "?"))
    assert (len(game.moves), game.winner) == (9, "black")


def test_psq_names_follow_who_began():
    (game,) = psq.read(piskvork(began=1, names=("Ann", "Bob")))
    assert (game.black, game.white) == ("Bob", "Ann")
    with pytest.raises(FormatError, match="line 1, field who began: expected 0 or 1, not '2'"):
        psq.read(piskvork(began=2))


def test_psq_moves_without_milliseconds_are_moves():
    (game,) = psq.read(piskvork(times=False, names=("Ann", "Bob")))
    assert [move.move for move in game.moves[:2]] == ["h8", "a15"]
    assert (game.black, game.white, game.winner) == ("Ann", "Bob", "black")


@pytest.mark.parametrize(
    "tail", ["Ann\n-1\n", "Ann\n", "Ann\nBob\nCarl\n-1\n", "Ann\nBob\n-1\n0,Renju\nmore\n", "-1\nAnn\nBob\n"]
)
def test_a_psq_file_that_can_be_read_in_two_ways_is_refused(tail: str):
    with pytest.raises(FormatError):
        psq.read("Piskvorky 15x15, 11:11, 0\n8,8,0\n" + tail)


def test_psq_games_are_told_apart_by_headers_and_not_by_names(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quick_replay, "KERNELS_FROM", 0)
    first = piskvork(names=("Piskvork", "piskvorky 15"))
    second = "  PISKVORKY 15x15, 11:11, 0  \n 8 , 8 , 2000\n\n9,9,1500\nAnn\nBob\n-1"
    both = psq.read("\n\n" + first + second)
    assert [(game.black, game.white, len(game.moves)) for game in both] == [
        ("Piskvork", "piskvorky 15", 9),
        ("Ann", "Bob", 2),
    ]
    assert [move.seconds for move in both[1].moves] == [2.0, 1.5]
    lines = first.count("\n")
    with pytest.raises(FormatError, match=f"line {lines + 3}, move 2: .*h8"):
        psq.read(first + "Piskvorky 15x15, 11:11, 0\n8,8,1\n8,8,1\n-1\n")
    with pytest.raises(FormatError, match=r"line 3, field header: expected 'Piskvorky .*, not 'Ann'"):
        psq.read("\n\nAnn\n" + first)
    much = io.BytesIO(b"Ann\n" * (1 << 20))
    with pytest.raises(FormatError, match="line 1, field header"):
        psq.read(much)
    assert much.tell() < 1 << 20  # of a file that is none, little is read


def judged(result: int, tournament: str, moves: str = "8,8,0\n9,9,0\n7,9,0\n9,8,350\n") -> str:
    """As GomocupJudge's server writes a game: black's name first, -1 always, the result and the tournament's name."""
    return f"Piskvorky 15x15, 11:11, 0\n{moves}Ann.zip\nBob.zip\n-1\n{result},{tournament}\n"


@pytest.mark.parametrize(
    ("tournament", "game"),
    [
        ("Freestyle15_1", "gomoku"),
        ("Fastgame", "gomoku"),
        ("Standard_1", "gomoku:standard"),
        ("Renju15_2", "gomoku:renju"),
    ],
)
def test_the_name_of_a_tournament_tells_the_rules(tournament: str, game: str):
    (record,) = psq.read(judged(2, tournament))
    assert (record.game, record.black, record.white) == (orchard.game(game).name, "Ann.zip", "Bob.zip")


def test_a_psq_file_by_rules_that_are_not_played_here_is_refused():
    with pytest.raises(FormatError, match="line 9, field rules: Caro is not played here, only Freestyle, Standard"):
        psq.read(judged(1, "Caro_1"))


def test_gomocup_judge_lets_the_side_to_move_lose():
    """After an opening of three stones its number counts the players of the tournament: 2 is the first of the file."""
    for number in (1, 2):
        assert psq.read(judged(number, "Freestyle15_1"))[0].winner == "white"
        assert psq.read(judged(number, "Renju_1", "8,8,0\n9,9,0\n7,9,0\n"))[0].winner == "black"
    assert psq.read(judged(0, "Renju_1"))[0].winner is None


@pytest.mark.parametrize("winner", ["black", "white"])
@pytest.mark.parametrize("moves", [4, 5])
def test_a_resignation_out_of_turn_is_kept(winner: str, moves: int):
    record = replace(random_record("gomoku", 3, moves), winner=winner, score=1 if winner == "black" else -1)
    assert psq.read(psq.write([record]))[0].winner == winner


# ------------------------------------------------------------------- SGF


@pytest.mark.parametrize(
    ("said", "encoding"),
    [("GB2312", "gb18030"), ("big5", "big5"), ("windows-1250", "cp1250"), ("ISO-8859-2", "iso8859-2"), ("", "cp1252")],
)
def test_sgf_is_read_in_the_encoding_that_it_names(said: str, encoding: str):
    name = {"gb18030": "王小明", "big5": "許功蓋", "cp1252": "José Ž"}.get(encoding, "Łukasz Žižka")  # 功 ends in a \\
    charset = f"CA[{said}]" if said else ""
    data = f"(;GM[4]SZ[15]{charset}PB[{name}]PW[Bob];B[hh];W[hg])".encode(encoding)
    for given in (data, io.BytesIO(data)):
        assert next(formats.iterate(given)).black == name


@pytest.mark.parametrize("said", ["punycode", "zlib", "no such thing", "utf-8"])
def test_an_encoding_that_is_wrong_or_not_known_stops_nothing(said: str):
    (game,) = sgf.read(f"(;GM[4]SZ[15]CA[{said}]PB[Jos\xe9];B[hh])".encode("latin-1"))
    assert game.black == "José"


def test_a_whole_game_as_othello_tk_saves_it_is_read():
    """Its start stands in AB and AW, and a pass is @@@@."""
    end = next(end for end in (played_out("reversi", seed) for seed in range(50)) if orchard.PASS in end.moves_made)
    moves = [f";{'BW'[ply % 2]}[{'@@@@' if move.is_pass else move}]\n" for ply, move in enumerate(end.moves_made)]
    head = "(;GM[2]FF[4]\nSZ[8]\nAP[OthelloTk:0.0.4]\nAB[e4][d5]\nAW[d4][e5]\nPL[B]\n"
    (game,) = sgf.read(head + "".join(moves) + ")\n")
    assert (game.start, [move.move for move in game.moves]) == ("", list(end.moves_made))
    assert end.outcome is not None
    assert game.score == end.outcome.score


def test_several_moves_in_one_sgf_node_are_all_read():
    (game,) = sgf.read("(;GM[4]SZ[15];B[hh]W[ig]B[gj](;W[aa]B[ab])(;W[ba]))")
    assert game.transcript == "h8i9g6a15a14"
    assert formats.ways("(;GM[4]SZ[15];B[hh]W[ig](;B[gj]W[aa])(;B[ba]))", "sgf", orchard.game("gomoku")) == (
        "h8i9g6(b15)a15"
    )
    with pytest.raises(FormatError, match=r"move 1 \(field B\): a move has one value, not 2"):
        sgf.read("(;GM[4]SZ[15];B[hh][ig])")


def test_sgf_moves_in_the_first_node_and_notes_in_others_are_read():
    (game,) = sgf.read("(;GM[4]SZ[15]B[hh];W[ig];B[gj])")
    assert game.transcript == "h8i9g6"
    (game,) = sgf.read("(;GM[4]SZ[15];B[hh]C[first [1\\]];W[ig]V[-2.5] ;B[gj])")
    assert [(move.move, move.value) for move in game.moves] == [("h8", None), ("i9", 2.5), ("g6", None)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("(;GM[2])\n\n(;GM[2]\nSZ[7])", "line 4, game 2, field SZ"),
        ("\n\n(;GM[2]\n;B[f5]\n;W[f5])", r"line 5, game 1, move 2 \(field W\)"),
        ("(;GM[4]SZ[15];B[hh];W[hh])", r"line 1, game 1, move 2 \(field W\)"),
    ],
)
def test_an_error_names_the_line_however_plain_the_game_is(text: str, said: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quick_replay, "KERNELS_FROM", 0)
    with pytest.raises(FormatError, match=said):
        sgf.read(text)


@pytest.mark.parametrize("rest", ["that was it", "(;GM[2];B[f5"])
def test_what_stands_before_a_broken_end_of_sgf_is_kept_where_games_may_be_left_out(rest: str):
    text, reasons = f"(;GM[2];B[f5])\n{rest}\n", list[FormatError]()
    assert [game.transcript for game in formats.iterate(text, "sgf", refused=reasons.append)] == ["f5"]
    assert [str(reason).partition(",")[0] for reason in reasons] == ["line 2"]


@pytest.mark.parametrize(
    ("name", "text"),
    [("sgf", "(;GM[2];B[f5])\r\n"), ("ggf", "(;GM[Othello]B[f5];)\r\n"), ("psq", piskvork()), ("transcript", "f5\r\n")],
)
def test_the_byte_that_ended_files_of_dos_is_no_part_of_them(name: str, text: str, monkeypatch: pytest.MonkeyPatch):
    for piece in (1, 1 << 18):
        monkeypatch.setattr(_source, "PIECE", piece)
        assert formats.read(text.encode() + b"\x1a", name) == formats.read(text, name)


# ------------------------------------------------------------------- GGF


def ggf_game(board: str = "", moves: str = "B[f5]W[d6]", more: str = "") -> str:
    return f"(;GM[Othello]PC[GGS/os]PB[Ann]PW[Bob]TY[8]{more}{board}{moves};)\n"


SMALL = "BO[6 ------ ------ --O*-- --*O-- ------ ------ *]"


@pytest.mark.parametrize("name", ["ggf", "sgf", "pgn", "txt"])
def test_a_whole_game_as_edax_saves_it_is_read(name: str):
    """In its SGF the first move stands beside the start; its PGN has two dates and a score in a comment."""
    end = next(end for end in (played_out("reversi", seed) for seed in range(50)) if orchard.PASS in end.moves_made)
    assert end.outcome is not None
    score, moves = end.outcome.score, [str(move) for move in end.moves_made]
    words = ["PA" if move == "pass" else move for move in moves]
    colored = [f"{'BW'[ply % 2]}[{word}]" for ply, word in enumerate(words)]
    numbered = "".join((f" {ply // 2 + 1}. " if ply % 2 == 0 else " ") + move for ply, move in enumerate(moves))
    rows = "-------- " * 3 + "---O*--- ---*O--- " + "-------- " * 3
    head = '[Event "?"]\n[Site "edax"]\n[Date "2026.??.??"]\n[Date "0.0.0"]\n[Time "255.0.0"]\n[Black "?"]\n'
    texts = {
        "ggf": f"(;GM[othello]PC[Edax]PB[?]PW[?]RE[{score:+}.000]BO[8 {rows}*]{''.join(colored).upper()};)\n",
        "sgf": "(;FF[4]GM[2]AP[edax:4.6]\nPC[Edax]DT[2026-11-18]\nPB[?]PW[?]\nSZ[8]AB[e4][d5]AW[d4][e5]PL[B]\n"
        f"RE[{'B' if score > 0 else 'W'}+{abs(score)}]\n" + ";\n".join(colored) + ";)\n",
        "pgn": f'{head}[White "?"]\n\n{numbered}\n{{? wins {32 + score // 2}-{32 - score // 2}}} 1-0\n\n',
        "txt": "".join(word.upper() for word in words if word != "PA") + "\n",
    }
    (game,) = formats.read(texts[name])
    assert ([move.move for move in game.moves], game.score, game.start) == (moves, score, "")
    assert game.started == ("2026-11-18" if name == "sgf" else "2026" if name == "pgn" else "")


def test_a_list_of_moves_from_another_board_is_refused_as_such():
    head = '[Black "?"]\n[FEN "8/8/2P1p3/3Pp3/ppppPP2/2pPP3/2pp4/2ppP3 b - - 0 1"]\n'  # as Edax writes it
    with pytest.raises(FormatError, match="line 1, field FEN: a list of moves begins at the start"):
        formats.read(f"{head}\n 1. f1 c5\n *\n")


@pytest.mark.parametrize(
    ("said", "started"),
    [
        ("2026.11.08", "2026-11-08"),
        ("2026.3.5", "2026-03-05"),
        ("2026.??.??", "2026"),
        ("2026.11.??", "2026"),
        ("?", ""),
    ],
)
def test_the_date_of_a_list_of_moves_is_kept_as_far_as_it_is_known(said: str, started: str):
    assert formats.read(f'[Date "{said}"]\n\n1. f5 d6\n')[0].started == started


def test_edax_writes_minus_127_for_a_game_without_an_end():
    for result in ("RE[-127.000]", "RE[127]"):
        (game,) = ggf.read(ggf_game(more=result))
        assert (game.winner, game.score, game.is_unfinished) == (None, 0, True)


def test_ggf_boards_of_four_and_six_squares_are_read():
    assert ggf.read(ggf_game(SMALL, "B[e4]"))[0].game == "reversi:6"
    (game,) = ggf.read("(;GM[Othello]TY[4a]B[d3];)")  # without a board the kind of game says its size
    assert (game.game, game.transcript) == ("reversed_reversi:4", "d3")


@pytest.mark.parametrize("warm", [False, True])
def test_what_cannot_be_read_is_left_out_with_its_reason(warm: bool, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quick_replay, "KERNELS_FROM", 0 if warm else 10**9)
    large = "BO[10 " + " ".join(["-" * 10] * 10) + " *]"
    broken = ["(;GM[Othello]B[f5", ggf_game(moves="B[f5]W[a1]"), ggf_game(large), "(;GM[Go]B[f5];)\n"]
    text = ggf_game() + "".join(bad + ggf_game(SMALL, "B[e4]") for bad in broken)
    reasons: list[FormatError] = []
    games = list(formats.iterate(text, "ggf", refused=reasons.append))
    assert [game.game for game in games] == ["reversi", *["reversi:6"] * 4]
    assert [str(reason).partition(":")[0].split(", ")[1] for reason in reasons] == [f"game {n}" for n in (2, 4, 6, 8)]
    assert "white cannot play a1" in str(reasons[1])
    assert "'10'" in str(reasons[2])
    with pytest.raises(FormatError, match="game 2"):
        formats.read(text, "ggf")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("sgf", "(;GM[2];B[f5])(;GM[1]SZ[19];B[aa])(;GM[2];B[f5];W[d6])"),
        ("transcript", "f5\nf5a1\nf5d6\n"),
        ("psq", piskvork() + "Piskvorky 15x13, 1:1, 0\n-1\n" + piskvork(code=0)),
        ("obf", f"{'-' * 64} X;\n{'-' * 63} X;\n{'-' * 64} O;\n"),
        ("wthor", b"\x14\x1a\x0b\x0f\x03\0\0\0\0\0\xd1\x07\x08\0\0\0" + b"".join(
            bytes([0, 0, 1, 0, 2, 0, 32, 32, first]).ljust(68, b"\0") for first in (56, 11, 65)
        )),
    ],
)  # fmt: skip
def test_every_format_leaves_out_the_game_in_the_middle(name: str, text: str | bytes):
    reasons: list[FormatError] = []
    assert len(list(formats.iterate(text, name, refused=reasons.append))) == 2
    assert len(reasons) == 1
    with pytest.raises(FormatError, match=r".+"):
        formats.read(text, name)


# ------------------------------------------------------------------- WTHOR


def wthor_file(*games: tuple[int, int, int], year: int = 1987) -> bytes:
    """(tournament, black, white) each, by the published layout; one move, f5."""
    rows = [struct.pack("<HHHBB", *game, 32, 32) + bytes([56]).ljust(60, b"\0") for game in games]
    return struct.pack("<4BIHH4B", 20, 26, 11, 15, len(games), 0, year, 8, 0, 24, 0) + b"".join(rows)


def names_file(size: int, *names: str) -> bytes:
    header = struct.pack("<4BIHH4B", 20, 26, 11, 15, 0, len(names), 0, 0, 0, 0, 0)
    return header + b"".join(name.encode("latin-1").ljust(size, b"\0") for name in names)


def test_wthor_names_stand_in_files_beside_the_games(tmp_path: Path):
    (tmp_path / "WTH_1987.wtb").write_bytes(wthor_file((2, 1, 0), (0, 7, 1)))
    with open(tmp_path / "WTH_1987.wtb", "rb") as file:
        numbered = list(formats.iterate(file))
        (tmp_path / "WTHOR.JOU").write_bytes(names_file(20, "???", "Tastet Marc\xe9"))
        (tmp_path / "WTHOR.TRN").write_bytes(names_file(26, "Various", "Paris", "Championnat de France"))
        named = list(formats.iterate(file))
    assert [(game.black, game.white) for game in numbered] == [("wthor:1", "wthor:0"), ("wthor:7", "wthor:1")]
    assert [(game.black, game.white) for game in named] == [("Tastet Marc\xe9", "???"), ("wthor:7", "Tastet Marc\xe9")]
    assert [game.id for game in named] == [game.id for game in numbered]  # so that nothing is imported twice
    assert named[0].versions == {"tournament": "wthor:2 Championnat de France"}


def test_wthor_players_keep_their_numbers_beside_the_list_of_names(tmp_path: Path):
    file = tmp_path / "WTH_1987.wtb"
    file.write_bytes(wthor_file((2, 3, 1), (0, 7, 3)))
    (tmp_path / "WTHOR.JOU").write_bytes(names_file(20, "???", "Ann", "Bob", "Carl"))
    with open(file, "rb") as data:
        games = list(formats.iterate(data))
    with open(tmp_path / "again.wtb", "w+b") as out:
        formats.write_to(out, [*games, replace(games[0], id="new", black="Dora")], "wthor")
    rows = [(tmp_path / "again.wtb").read_bytes()[at : at + 6] for at in (16, 84, 152)]
    # Dora is not in the list: no number of it becomes hers
    assert [struct.unpack("<HHH", row) for row in rows] == [(2, 3, 1), (0, 7, 3), (2, 4, 1)]


@pytest.mark.parametrize(
    "damaged", [b"", b"version https://git-lfs.github.com/spec/v1\n", names_file(20, "A", "B")[:-1]]
)
def test_a_damaged_list_of_wthor_names_is_not_passed_over(damaged: bytes, tmp_path: Path):
    (tmp_path / "WTH_1987.wtb").write_bytes(wthor_file((2, 1, 0)))
    (tmp_path / "other.trn").write_bytes(damaged or b"x")  # may be anything
    with open(tmp_path / "WTH_1987.wtb", "rb") as file:
        assert len(list(formats.iterate(file))) == 1
        (tmp_path / "WTHOR.JOU").write_bytes(damaged or b"x")
        with pytest.raises(FormatError, match=r"WTHOR\.JOU beside it is no list of names"):
            list(formats.iterate(file))
        (tmp_path / "WTHOR.JOU").write_bytes(names_file(20, "Ann", "Bob \x8ei") + b"\x1a")  # as DOS ended files
        assert [(game.black, game.white) for game in formats.iterate(file)] == [("Bob Ži", "Ann")]


def test_wthor_keeps_tournaments_and_refuses_to_write_a_wrong_year():
    data = wthor_file((300, 1, 2))
    games = wthor.read(data)
    assert wthor.write(games)[16:18] == struct.pack("<H", 300)
    with pytest.raises(FormatError, match=r"games of one year, not of 1987 and 1988; .*--since 1987 --until 1987"):
        wthor.write([*games, *wthor.read(wthor_file((3, 1, 2), year=1988))])
    undated = [replace(games[0], started="")]
    assert wthor.write(undated)[10:12] == b"\0\0"
    for mixed in (games + undated, undated + games):
        with pytest.raises(FormatError, match=r"not of 1987 and of no date; .*--since 1987 --until 1987"):
            wthor.write(mixed)


def test_a_git_lfs_pointer_is_named_as_one():
    pointer = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'4d' * 32}\nsize 9353312\n"
    for data in (pointer, pointer.encode(), io.BytesIO(pointer.encode())):
        with pytest.raises(
            FormatError, match=r"a Git LFS pointer to a file of 9,353,312 bytes, .*: run `git lfs pull`"
        ):
            list(formats.iterate(data, "wthor"))


# ------------------------------------------------------------------- any size


@pytest.mark.parametrize("name", ["ggf", "sgf", "wthor", "psq", "transcript", "obf"])
def test_a_file_is_read_and_written_piece_by_piece_as_it_is_whole(name: str, monkeypatch: pytest.MonkeyPatch):
    game = "gomoku:9" if name == "psq" else "reversi"
    records = [replace(random_record(game, seed, 9, started="2001"), black="Ünï", id=f"{seed}") for seed in range(6)]
    records[3] = replace(records[3], moves=tuple(MoveRecord(m.move, 1.5, 0.25) for m in records[3].moves))
    whole = formats.write(records, name)
    file = io.BytesIO()
    assert formats.write_to(file, iter(records), name) == len(records)
    assert file.getvalue() == (whole.encode() if isinstance(whole, str) else whole)
    expected = formats.read(whole, name)
    monkeypatch.setattr(_source, "PIECE", 7)  # every game, word and letter is torn
    monkeypatch.setattr(wthor, "AT_ONCE", 2)
    file.seek(0)
    assert list(formats.iterate(file, name)) == expected


@pytest.mark.parametrize("game", ["reversi", "reversed_reversi", "reversi:6", "gomoku:9", "connect_four"])
def test_kernels_replay_as_the_rules_do(game: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(quick_replay, "KERNELS_FROM", 0)
    for seed in range(30):
        last = played_out(game, seed, None if seed % 3 else 10)
        squares = [move.square for move in last.moves_made]
        given = [square for square in squares if square >= 0] if seed % 2 else squares
        while given is not squares and squares and squares[-1] < 0:
            squares.pop()
        assert quick_replay.quick_replay(last.game.start(), given) == (squares, last.outcome)
    assert quick_replay.quick_replay(last.game.start(), [0, 0]) is None
