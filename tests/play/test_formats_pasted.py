"""What people copy from sites, mails and terminals is read as the game or position that it shows."""

from __future__ import annotations

import pytest

import orchard
from orchard.play import formats
from orchard.play.formats import FormatError, sgf, transcript

# The tiger opening as books give it; each spelling below is of these six moves.
TIGER = "f5d6c3d3c4f4"
SPELLINGS = {
    "a number for each pair": "1. F5 d6 2. c3 d3 3. c4 f4",
    "no blank after the number": "1.f5 d6 2.c3 d3 3.c4 f4",
    "a number for each move": "1. f5 2. d6 3. c3 4. d3 5. c4 6. f4",
    "brackets": "1) F5 D6 2) C3 D3 3) C4 F4",
    "bare numbers": "1 f5 d6 2 c3 d3 3 c4 f4",
    "a pair a line": "1. f5 d6\n2. c3 d3\n3. c4 f4\n",
    "cells of a table a line": "1\nF5\nD6\n2\nC3\nD3\n3\nC4\nF4\n",
    "lines broken anywhere": "1. f5 d6 2. c3\nd3 3. c4\nf4",
    "a move a line": "f5\nd6\nc3\nd3\nc4\nf4\n",
    "tabs": "1\tF5\tD6\n2\tC3\tD3\n3\tC4\tF4",
    "dashes": "F5-D6-C3-D3-C4-F4",
    "marks and comments": "1. f5! d6 {the usual reply} 2. c3 d3?! 3. c4 f4",
    "discs": "1. ●f5 ○d6 2. ●c3 ○d3 3. ●c4 ○f4",
    "arrows": "f5 → d6 → c3 → d3 → c4 → f4",
    "quotes": "“F5D6C3D3C4F4”",
    "a block of code": "```\nf5d6c3d3c4f4\n```\n",
    "a score": "1. f5 d6 2. c3 d3 3. c4 f4 33-31",
    "an open result": "1. f5 d6 2. c3 d3 3. c4 f4 *",
}
PLAYOK = """[Event "?"]
[Site "PlayOK"]
[Date "2021.03.14"]
[Round "-"]
[Black "ann"]
[White "bob"]
[Result "0-1"]

1. f5 d6 2. c3 d3
3. c4 f4 0-1
"""


@pytest.mark.parametrize("text", SPELLINGS.values(), ids=SPELLINGS)
def test_a_list_of_moves_is_one_game_however_it_is_written(text: str):
    assert formats.detect(text) == "transcript"
    (game,) = formats.read(text)
    assert (game.game, game.transcript) == ("reversi", TIGER)


def test_headers_give_the_names_and_the_day():
    first, second = formats.read(PLAYOK + "\n" + PLAYOK.replace("ann", "eve"))
    assert (first.black, first.white, first.started, first.transcript) == ("ann", "bob", "2021-03-14", TIGER)
    assert (second.black, second.transcript) == ("eve", TIGER)


def test_a_numbered_list_of_another_game_is_read_as_that():
    (game,) = formats.read("1. h8 i9 2. h9 h10", game="gomoku")
    assert game.transcript == "h8i9h9h10"
    (game,) = formats.read("gomoku: 1. h8 i9\n2. h9 h10")
    assert (game.game, game.transcript) == ("gomoku", "h8i9h9h10")


def test_numbered_lists_one_after_another_are_several_games():
    games = formats.read("1. f5 d6 2. c3\n1. f5 f6\n2. e6 f4\n")
    assert [game.transcript for game in games] == ["f5d6c3", "f5f6e6f4"]


def test_lines_of_one_move_that_may_each_begin_a_game_stay_games():
    assert [game.transcript for game in transcript.read("f5\nd3\nc4\n")] == ["f5", "d3", "c4"]
    assert len(transcript.read("f5\nf5\n")) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. f5 d6 2. c3 a1", r"line 1, move 4 \(a1\): white cannot play a1"),
        ("1. f5 what", "line 1: cannot read 'what' at character 7"),
        ("f5 33 d6", "cannot read '33' at character 4"),
        ("1. 2. 3.", "line 1: there is no move in '1. 2. 3.'"),
        ("33-31", "there is no move in '33-31'"),
    ],
)
def test_what_is_no_move_is_named_with_its_place(text: str, message: str):
    with pytest.raises(FormatError, match=message):
        formats.read(text)


# ------------------------------------------------------------------- SGF that says little


@pytest.mark.parametrize(
    ("text", "game", "moves"),
    [
        ("(;B[f5];W[d6];B[c3])", "reversi", "f5d6c3"),
        ("(;SZ[8];B[fe];W[df])", "reversi", "f5d6"),
        ("(;FF[4]SZ[15];B[hh];W[hi])", "gomoku", "h8h7"),
        ("(;GM[1]SZ[15];B[hh];W[hi])", "gomoku", "h8h7"),
        ("(;SZ[20];B[aa])", "gomoku:20", "a20"),
        ("(;B[hh];W[ab])", "gomoku", "h8a14"),
        ("(;GM[2]SZ[8:8];B[f5])", "reversi", "f5"),
        ("(;gm[2]sz[8];b[f5];w[d6])", "reversi", "f5d6"),
        ("Our game (of Sunday):\n(;GM[2];B[f5])", "reversi", "f5"),
        ("( ; GM [2] ; B [f5] )", "reversi", "f5"),
    ],
)
def test_sgf_that_does_not_say_its_game_is_known_by_its_board_and_moves(text: str, game: str, moves: str):
    assert formats.detect(text) == "sgf"
    (found,) = formats.read(text)
    assert (found.game, found.transcript) == (game, moves)


def test_the_game_asked_for_is_tried_first_where_sgf_does_not_say():
    assert formats.read("(;B[f5])", game="reversed_reversi")[0].game == "reversed_reversi"
    assert formats.read("(;GM[2];B[f5])", game="reversed_reversi")[0].game == "reversi"


@pytest.mark.parametrize("text", ["(;GM[1];B[aa])", "(;SZ[19];B[aa])", "(;GM[1]SZ[19];B[aa])", "(;GM[3];B[aa])"])
def test_sgf_of_go_and_other_games_is_refused(text: str):
    with pytest.raises(FormatError, match=r"field GM: only 2 \(Othello\) and 4 \(Gomoku\) are read"):
        sgf.read(text)


def test_ggf_with_a_line_before_it_is_read():
    text = "From: ggs\n(;GM[Othello]PB[a]PW[b]B[f5]W[d6];)"
    assert formats.detect(text) == "ggf"
    assert formats.read(text)[0].transcript == "f5d6"


# ------------------------------------------------------------------- branches


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("(;GM[2];B[f5](;W[d6];B[c3])(;W[f4];B[e3]))", "f5d6(f4e3)c3"),
        ("(;GM[2];B[f5];W[d6])", ""),
        ("(;GM[2](;B[f5](;W[d6])(;W[f4])(;W[f6]))(;B[d3]))", "f5(d3)d6(f4)(f6)"),
        ("(;GM[2];B[f5](;C[a word];W[d6])(;W[f4](;B[e3])(;B[d3])))", "f5d6(f4e3(d3))"),
    ],
)
def test_variations_of_sgf_are_found(text: str, ways: str):
    assert formats.ways(text, "sgf", orchard.game("reversi")) == ways


def test_an_sgf_of_a_normal_game_has_no_notes_of_ours():
    (game,) = formats.read("(;GM[2]PB[a]PW[b];B[f5])")
    assert "GC[" not in formats.write([game], "sgf")


# ------------------------------------------------------------------- boards

START = "---------------------------OX------XO---------------------------"


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        ("reversi", "f5"),
        ("reversi", "f5d6c3"),
        ("gomoku", "h8h9"),
        ("gomoku:9", "e5"),
        ("connect_four", "d1d2c1"),
        ("tic_tac_toe", "b2a1"),
    ],
)
def test_a_board_as_it_is_printed_is_read(game: str, moves: str):
    position = orchard.game(game).replay(moves)
    text = f"$ orchard show --game {game} {moves}\n{position}\nlegal: somewhere\n"
    assert formats.detect(text) == "board"
    for asked in (None, game):
        (record,) = formats.read(text, game=asked)
        assert (record.game, record.start) == (game, position.text)


def test_the_board_of_a_game_at_the_terminal_is_read():
    from orchard.shells.terminal import draw

    position = orchard.game("reversi").replay("f5d6c3")
    (record,) = formats.read(draw(position).plain)
    assert record.start == position.text


@pytest.mark.parametrize(
    ("stones", "side"),
    [
        (START, "X"),
        (START[:37] + "X" + START[38:], "O"),  # one disc more: white's turn by the count
        ("X" * 62 + "O-", "X"),  # only black can play h8
        ("O" * 62 + "X-", "O"),
    ],
)
def test_a_board_that_does_not_say_who_is_to_move_gets_the_side_that_can(stones: str, side: str):
    for text in (stones, "\n".join(stones[at : at + 8] for at in range(0, 64, 8))):
        assert formats.detect(text) == "board"
        assert formats.read(text)[0].start[-2:] in (f" {side}", "")
        assert formats.read(text)[0].start_position().to_move == {"X": "black", "O": "white"}[side]


def test_a_gomoku_board_without_a_side_goes_by_the_number_of_stones():
    stones = "-" * 112 + "X" + "-" * 112
    assert formats.read(stones)[0].start == f"{stones} O"


def test_a_board_of_no_known_size_is_refused():
    with pytest.raises(orchard.OrchardError, match="Reversi needs 65"):
        formats.read("-" * 50)


# ------------------------------------------------------------------- links


@pytest.mark.parametrize(
    "link",
    [
        "http://127.0.0.1:8000/#analyse/reversi/f5d6(f4e3)c3?b=human&w=level:2",
        "#play/reversi/f5d6c3?pb=ann&pw=bob&at=2",
        "https://example.org/orchard/#review/reversi/f5(f4(d3)e3)d6c3",
    ],
)
def test_a_link_of_the_studio_is_read_as_its_game(link: str):
    assert formats.detect(link) == "link"
    (game,) = formats.read(f" {link}\n")
    assert (game.game, game.transcript, game.start) == ("reversi", "f5d6c3", "")


def test_a_link_gives_names_start_and_ending():
    (game,) = formats.read("#play/gomoku:9/e5e6?pb=Ann%20B&pw=Bob&e=w:resign:2")
    assert (game.game, game.black, game.white) == ("gomoku:9", "Ann B", "Bob")
    assert (game.winner, game.verdict) == ("white", "resign")
    (game,) = formats.read("#analyse/reversi/?s=.27.OX.6.XO.27._O")
    assert game.start == START + " O"


@pytest.mark.parametrize(
    "link", ["#play/chess/e2e4", "#play/reversi/f5a1", "#play/reversi/f5%40", "#play/reversi/?s=XO"]
)
def test_a_link_that_cannot_be_played_is_refused(link: str):
    with pytest.raises(FormatError, match="the link"):
        formats.read(link)
