"""A proof is complete: the slow referee plays it, with every answer that the rules allow."""

from __future__ import annotations

import json
import math
from copy import deepcopy
from pathlib import Path

import pytest

import orchard
from orchard.core.errors import OptionError
from orchard.core.proof import Proof, ProofNode
from orchard.study.proofs import proofs
from tests.positions import random_positions
from tests.slow_referee import SlowGomoku, SlowReversi


def slow_reversi(position: orchard.Position) -> SlowReversi:
    width = position.game.board.width
    slow = SlowReversi(width)
    stones = position.text.split()[0].replace("-", ".")
    slow.rows = [list(stones[row * width : row * width + width]) for row in range(width)]
    slow.side = position.text[-1]
    return slow


def name(square: tuple[int, int]) -> str:
    return f"{'abcdefgh'[square[1]]}{square[0] + 1}"


def check_reversi(node: ProofNode, slow: SlowReversi, proof: Proof, score: str) -> int:
    """Play every branch; how many games were played to their end."""
    sign = 1 if proof.prover == "black" else -1
    if slow.over():
        assert not node.children
        assert sign * getattr(slow, score)() >= proof.score
        assert node.score == sign * getattr(slow, score)()
        return 1
    legal = {name(square): square for square in slow.moves(slow.side)} or {"pass": None}
    is_ours = (slow.side == "X") == (proof.prover == "black")
    listed = [str(child.move) for child in node.children]
    assert len(listed) == 1 if is_ours else sorted(listed) == sorted(legal)
    games = 0
    for child in node.children:
        after = deepcopy(slow)
        after.play(legal[str(child.move)])
        games += check_reversi(child, after, proof, score)
    return games


@pytest.mark.parametrize(
    ("game", "score", "plies"),
    [("reversi", "reversi_score", 52), ("reversed_reversi", "reversed_score", 52), ("reversi:4", "reversi_score", 5)],
)
def test_the_score_of_an_ending_is_proved_for_both_sides(game: str, score: str, plies: int) -> None:
    for position in random_positions(3, f"proofs {game}", game, plies, plies + 1):
        ours, theirs = proofs(position)
        assert (ours.prover, ours.score) == (position.to_move, -theirs.score)  # so much, and no more
        assert theirs.prover != ours.prover
        for proof in (ours, theirs):
            assert check_reversi(proof.root, slow_reversi(position), proof, score) >= 1


def test_a_small_game_is_proved_from_its_rules_alone() -> None:
    position = orchard.game("tic_tac_toe").replay("a1b2b1")  # white must block at c1
    ours, theirs = proofs(position)
    assert (ours.score, theirs.score) == (0, 0)
    assert [child.move for child in ours.root.children] == ["c1"]
    assert len(theirs.root.children) == 6


# ------------------------------------------------------------------------------------------------ wins by fours


def slow_gomoku(position: orchard.Position) -> SlowGomoku:
    width = position.game.board.width
    slow = SlowGomoku(width)
    stones = position.text.split()[0].replace("-", ".")
    slow.rows = [list(stones[row * width : row * width + width]) for row in range(width)]
    slow.side = position.text[-1]
    return slow


def point(slow: SlowGomoku, move: object) -> tuple[int, int]:
    return slow.width - int(str(move)[1:]), "abcdefghijklmno".index(str(move)[0])


def played(slow: SlowGomoku, move: tuple[int, int]) -> SlowGomoku:
    after = deepcopy(slow)
    assert after.rows[move[0]][move[1]] == "."
    after.play(*move)
    return after


def check_fours(node: ProofNode, slow: SlowGomoku, ours: str) -> int:
    """Our move, then every point of the board as an answer; how many of our moves were needed."""
    (child,) = node.children
    after = played(slow, point(slow, child.move))
    if after.winner == ours:
        assert not child.children
        return 1
    assert child.otherwise is not None
    answers = {point(slow, answer.move): answer for answer in child.children}
    longest = 0
    for answer in after.moves():
        then = played(after, answer)
        assert then.winner is None, "the other side makes five first"
        if answer in answers:
            longest = max(longest, check_fours(answers[answer], then, ours))
        else:
            assert played(then, point(slow, child.otherwise)).winner == ours, answer
    return 1 + longest


KNOWN = json.loads((Path(__file__).parent.parent / "games" / "gomoku" / "threats.json").read_text())["vcf"]
BOARDS = [entry["board"] for entry in KNOWN if entry["win"]][::5]  # solved by a slow search of its own


def gomoku(board: str) -> orchard.Position:
    return orchard.game(f"gomoku:{math.isqrt(len(board))}").parse(board)


def test_wins_by_fours_are_proved_against_every_answer() -> None:
    assert len(BOARDS) == 20
    lengths = []
    for board in BOARDS:
        position = gomoku(board)
        (proof,) = proofs(position)
        assert proof.prover == position.to_move
        lengths.append(check_fours(proof.root, slow_gomoku(position), board[-1]))
    assert max(lengths) >= 4


def test_no_win_by_fours_is_proved_where_there_is_none() -> None:
    for board in [entry["board"] for entry in KNOWN if not entry["win"]][::20]:
        with pytest.raises(OptionError, match="nothing was proved"):
            proofs(gomoku(board))


def test_what_cannot_be_proved_is_refused() -> None:
    with pytest.raises(OptionError, match="nothing was proved"):
        proofs(orchard.game("gomoku").replay("h8h9"))
    with pytest.raises(OptionError, match="nothing was proved"):
        proofs(orchard.game("reversi").start())
    with pytest.raises(OptionError, match="too large"):
        proofs(orchard.game("connect_four").start())
