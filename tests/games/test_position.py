"""What a position promises to people: notation, errors, drawing, values that can be kept."""

from __future__ import annotations

import pickle

import pytest

import orchard
from orchard.core.errors import (
    BoardTextError,
    IllegalMoveError,
    OptionError,
    SquareError,
    TranscriptError,
    UnknownGameError,
)

NINE_MOVES = "--------/--------/--OX----/---XO---/--XXOO--/-XXO-O--/--O--O--/-------- O"


def reversi() -> orchard.Game:
    return orchard.game("reversi")


def test_reversi_starts_with_white_on_d4_e5_and_black_to_move() -> None:
    start = reversi().start()
    assert start.to_move == "black"
    assert [str(reversi().board.moves[s]) for s in range(64) if start.stone(s) == "white"] == ["d4", "e5"]
    assert [str(reversi().board.moves[s]) for s in range(64) if start.stone(s) == "black"] == ["e4", "d5"]
    assert sorted(start.legal()) == ["c4", "d3", "e6", "f5"]


def test_a_known_position_has_exactly_its_nine_moves() -> None:
    assert reversi().parse(NINE_MOVES).legal() == ["c2", "d2", "e3", "b4", "c4", "a5", "b5", "a6", "b7"]


def test_a_move_turns_what_it_encloses() -> None:
    position = reversi().start().play("f5")
    assert position.flipped == ("e5",)
    assert (position.count("black"), position.count("white")) == (4, 1)
    assert (position.to_move, position.ply, position.last_move, position.moves_made) == ("white", 1, "f5", ("f5",))


def test_moves_are_accepted_in_either_case_and_as_moves() -> None:
    start = reversi().start()
    assert start.play("f5") == start.play("F5") == start.play(start.legal()[2])
    gomoku = orchard.game("gomoku").start()
    assert gomoku.play("h8") == gomoku.play("8H") == gomoku.play("H8")


def test_gomoku_counts_rows_from_the_bottom_and_reversi_from_the_top() -> None:
    assert orchard.game("gomoku").board.move("h8").square == 7 * 15 + 7
    assert orchard.game("gomoku").board.move("a15").square == 0
    assert orchard.game("gomoku").board.move("o1").square == 224
    assert reversi().board.move("a1").square == 0
    assert reversi().board.move("h1").square == 7


def test_positions_are_equal_by_stones_and_side_and_survive_pickling() -> None:
    one, two = reversi().replay("f5d6c3d3c4"), reversi().replay("f5d6c4d3c3")
    assert one == two
    assert hash(one) == hash(two)
    assert one.moves_made != two.moves_made
    for game in (reversi(), orchard.game("reversed_reversi"), orchard.game("gomoku"), orchard.game("gomoku:9")):
        position = game.start().play(game.start().legal()[0])
        copy = pickle.loads(pickle.dumps(position))
        assert copy == position
        assert copy.moves_made == position.moves_made
        assert copy.game is game
        assert len(pickle.dumps(position)) < 300
    with pytest.raises(AttributeError):
        one.black = 0  # type: ignore[misc]


def test_a_side_without_a_move_passes_and_transcripts_leave_the_pass_out() -> None:
    position = reversi().parse("OX------" + "-" * 56 + " X")  # black cannot enclose a1; white can play c1
    assert position.legal() == ["pass"]
    after = position.play("pass")
    assert after.to_move == "white"
    assert after.moves_made == ("pass",)
    assert after.transcript == ""


def test_replay_inserts_the_passes_that_a_transcript_leaves_out() -> None:
    start = reversi().parse("-XXXXXXO" + "-" * 56 + " O")  # white takes the row with a1; nobody can move then
    assert reversi().replay("a1", start).outcome == orchard.Outcome("white", -64)
    must_pass = reversi().parse("XO------" + "-" * 56 + " O")
    assert reversi().replay("c1", must_pass).moves_made == ("pass", "c1")


def test_the_winner_of_reversi_also_gets_the_empty_squares() -> None:
    wiped_out = reversi().parse("XXX-----" + "-" * 56 + " O")
    assert wiped_out.outcome == orchard.Outcome("black", 64)
    fewest = orchard.game("reversed_reversi").parse("XXX-----" + "-" * 56 + " O")
    assert fewest.outcome == orchard.Outcome("white", -3)
    assert reversi().parse("X" * 32 + "O" * 32 + " X").outcome == orchard.Outcome(None, 0)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("X" * 63 + " X", "64 characters; Reversi needs 65: 64 squares"),
        ("X" * 66, "66 characters"),
        ("X" * 64, "and then the side to move, X or O"),
        ("", "0 characters"),
        ("-" * 10 + "?" + "-" * 53 + " X", "'?' at character 11 (square c2)"),
        ("-" * 64 + " -", "the side to move"),
        ("-" * 64 + " Q", "the side to move"),
    ],
)
def test_a_wrong_board_text_is_refused_with_what_would_be_right(text: str, says: str) -> None:
    with pytest.raises(BoardTextError) as error:
        reversi().parse(text)
    assert says in str(error.value)


def test_board_texts_may_use_the_common_signs() -> None:
    signs = "........" * 3 + "...W*......B#" + "." * 27 + "\tb"
    position = reversi().parse(signs)
    assert position.text == "-" * 27 + "OX------XX" + "-" * 27 + " X"
    assert reversi().parse(position.text.lower()) == position


@pytest.mark.parametrize(
    ("square", "says"),
    [
        ("d4", "occupied"),
        ("a1", "turns no disc"),
        ("pass", "may not pass"),
    ],
)
def test_an_illegal_move_is_refused_with_the_reason(square: str, says: str) -> None:
    with pytest.raises(IllegalMoveError, match=says):
        reversi().start().play(square)


def test_after_the_end_nothing_can_be_played() -> None:
    over = reversi().parse("X" * 60 + "---- O")
    with pytest.raises(IllegalMoveError, match="game is over"):
        over.play("h8")
    with pytest.raises(IllegalMoveError, match="game is over"):
        over.play("pass")


def test_who_must_pass_is_told_so() -> None:
    with pytest.raises(IllegalMoveError, match="'pass' must be played"):
        reversi().parse("XO------" + "-" * 56 + " O").play("h8")


def test_gomoku_has_no_pass() -> None:
    with pytest.raises(IllegalMoveError, match="may not pass"):
        orchard.game("gomoku").start().play("pass")


@pytest.mark.parametrize("square", ["z9", "a9", "i1", "", "a", "5", "a10", "a0", "ß5", "f5f6", "a-1"])
def test_a_square_off_the_board_is_refused(square: str) -> None:
    with pytest.raises(SquareError, match="columns are a to h"):
        reversi().start().play(square)


def test_unknown_games_and_widths_are_refused_with_what_there_is() -> None:
    with pytest.raises(UnknownGameError, match="reversi, reversed_reversi, gomoku"):
        orchard.game("chess")
    for width in ("4", "21", "nine", "-5", "5.5"):
        with pytest.raises(OptionError, match="5 to 20"):
            orchard.game(f"gomoku:{width}")
    with pytest.raises(OptionError, match="4, 6, 8"):
        orchard.game("reversi:10")


@pytest.mark.parametrize(
    ("transcript", "says"),
    [
        ("f5d6x9", "character 5"),
        ("f5f5", "move 2 (character 3)"),
        ("f5 d6 c3 hello", "character 10"),
        ("f5pass", "may not pass"),
    ],
)
def test_a_broken_transcript_is_refused_at_the_move_that_breaks_it(transcript: str, says: str) -> None:
    with pytest.raises(TranscriptError) as error:
        reversi().replay(transcript)
    assert says in str(error.value)


def test_transcripts_may_be_spaced_and_in_any_case() -> None:
    assert reversi().replay("F5 d6, C3").text == reversi().replay("f5d6c3").text
    assert orchard.game("gomoku").replay("h8 8i h10").moves_made == ("h8", "i8", "h10")
    assert orchard.game("gomoku").replay("h8i8h10a1").moves_made == ("h8", "i8", "h10", "a1")


def test_impossible_but_well_formed_positions_are_accepted() -> None:
    assert reversi().parse("-" * 64 + " X").is_over
    assert orchard.game("gomoku").parse("X" * 225 + " O").is_over
    assert orchard.game("gomoku").parse("X" * 5 + "-" * 10 + "O" * 5 + "-" * 205 + " X").outcome == orchard.Outcome(
        "white", -1
    )


def test_the_drawing_has_coordinates_legal_moves_and_the_standing() -> None:
    lines = str(reversi().start()).splitlines()
    assert lines[0].split() == list("abcdefgh")
    assert lines[3] == " 3 - - - · - - - -  3"
    assert lines[-1] == "X black 2, O white 2; X black to move"
    assert str(orchard.game("gomoku").start()).splitlines()[1].startswith("15 ")


def test_the_picture_is_well_formed_and_shows_every_stone() -> None:
    from xml.etree import ElementTree

    position = reversi().replay("f5d6c3")
    picture = ElementTree.fromstring(position._repr_svg_())
    circles = picture.findall("{http://www.w3.org/2000/svg}circle")
    # 7 discs, the mark of the last move, and one dot per legal move
    assert len(circles) == 7 + 1 + len(position.legal())


def test_the_eight_symmetries_keep_the_game_and_can_be_undone() -> None:
    position = reversi().replay("f5d6c3d3c4")
    assert len({p.text for p in position.symmetries()}) == 8
    for k in range(8):
        image = position.symmetry(k)
        assert len(image.legal()) == len(position.legal())
        assert image.symmetry({5: 6, 6: 5}.get(k, k)) == position  # only quarter turns are not their own inverse
    with pytest.raises(SquareError):
        position.symmetry(8)
    # bit 0 mirrors left-right, bit 1 top-bottom, bit 2 transposes
    corner = reversi().board.move("b1")
    assert [reversi().board.transform_move(corner, k) for k in (1, 2, 4)] == ["g1", "b8", "a2"]
