"""Files written the way the real programs write them: Piskvork, GomocupJudge, Edax, GGS, WTHOR with its names."""

from __future__ import annotations

import pytest

from orchard.play import formats
from orchard.play.formats import FormatError, psq, sgf

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


# ------------------------------------------------------------------- SGF


def test_several_moves_in_one_sgf_node_are_all_read():
    (game,) = sgf.read("(;GM[4]SZ[15];B[hh]W[ig]B[gj](;W[aa]B[ab])(;W[ba]))")
    assert game.transcript == "h8i9g6a15a14"
    assert formats.ways("(;GM[4]SZ[15];B[hh]W[ig](;B[gj]W[aa])(;B[ba]))", "sgf", _gomoku()) == ("h8i9g6(b15)a15")
    with pytest.raises(FormatError, match=r"move 1 \(field B\): a move has one value, not 2"):
        sgf.read("(;GM[4]SZ[15];B[hh][ig])")


def _gomoku():
    from orchard.games import game

    return game("gomoku")
