"""Every lesson of every game is true: its answers are the right ones, its wrong ones are wrong, its numbers are exact.

The exact solver, the threat proofs and plain rules are the judges; the words are those of the studio.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest

import orchard
from orchard.core.board import PASS
from orchard.core.game import Position, other
from orchard.core.lessons import Lesson, Step
from orchard.core.offers import Question
from orchard.games.gomoku.proofs import Prover
from orchard.games.gomoku.threat_map import threat_map
from orchard.games.reversi.stable_discs import stable_discs
from orchard.study.lessons import lessons_of
from orchard.study.solve import solve

WORDS = Path(orchard.__file__).parent / "web" / "locales" / "learn"
LANGUAGES = ("en", "zh-Hans", "zh-Hant", "pl")
LESSONS = [(name, lesson) for name in orchard.games() for lesson in lessons_of(orchard.game(name))]
STEPS = [
    pytest.param(name, lesson, number, step, id=f"{name}-{lesson.name}-{number}")
    for name, lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
    if step.kind in ("tap", "choose")
]
PROOF_NODES = 100_000


@cache
def words_of(game: str, language: str = "en") -> dict[str, str]:
    found: dict[str, str] = json.loads((WORDS / game / f"{language}.json").read_text(encoding="utf-8"))
    return found


def test_the_three_games_have_a_course_of_lessons() -> None:
    counts = {name: sum(game == name for game, _ in LESSONS) for name in orchard.games()}
    assert min(counts[name] for name in ("reversi", "reversed_reversi", "gomoku")) >= 8


@pytest.mark.parametrize("name", orchard.games())
def test_every_lesson_has_words_for_each_of_its_steps_and_no_others(name: str) -> None:
    needed, possible = set(), set()
    for game, lesson in LESSONS:
        if game != name:
            continue
        key = f"lesson.{name}.{lesson.name}"
        needed.add(key)
        for number, step in enumerate(lesson.steps, 1):
            needed.add(f"{key}.{number}")
            if step.accepted:
                possible |= {f"{key}.{number}.{what}" for what in ("right", "wrong", *step.refuted)}
            if any(f"{key}.{number}.{move}" not in words_of(name) for move in step.refuted):
                needed.add(f"{key}.{number}.wrong")
    for language in LANGUAGES:
        assert needed <= set(words_of(name, language)) <= needed | possible


@pytest.mark.parametrize(("name", "lesson"), LESSONS, ids=[f"{name}-{lesson.name}" for name, lesson in LESSONS])
def test_every_step_can_be_shown(name: str, lesson: Lesson) -> None:
    game = orchard.game(name)
    for step in lesson.steps:
        position = step.position(game)
        assert set(step.rings) | {end for pair in step.arrows for end in pair} <= set(game.board.moves)
        if step.kind == "play":
            assert not position.is_over
            assert 1 <= step.level <= 10
            assert step.plies > 1
        for move, line in step.refuted.items():
            assert move not in step.accepted
            game.replay(line, position.play(move))


@pytest.mark.parametrize(("name", "lesson", "number", "step"), STEPS)
def test_the_answers_of_a_step_are_proved(name: str, lesson: Lesson, number: int, step: Step) -> None:
    position = step.position(orchard.game(name))
    proved = PROOFS[step.claim](position, step)
    assert set(step.accepted) == proved
    if step.claim == "best":
        exact(position, step, {key: f"lesson.{name}.{lesson.name}.{number}.{key}" for key in ("right", *step.refuted)})


# ------------------------------------------------------------------------------------------------ how it is proved


def scores(position: Position) -> dict[str, int]:
    return {move: low for move, (low, _) in solve(position, Question(all_moves=True)).moves.items()}


def legal(position: Position, step: Step) -> set[str]:
    return {str(move) for move in position.legal()}


def stable(position: Position, step: Step) -> set[str]:
    """The own discs that the count calls stable; all others were seen to be turned in some random game."""
    game = position.game
    own = {str(game.board.moves[square]) for square in range(64) if position.own >> square & 1}
    safe = {
        str(game.board.moves[square]) for square in range(64) if position.own & stable_discs(position) >> square & 1
    }
    seen, dice = 0, random.Random(1)
    for _ in range(200):
        after = position
        while not after.is_over:
            after = after.play(dice.choice(after.legal()))
            seen |= position.own & ~(after.black if position.to_move == "black" else after.white)
    assert own - safe == {str(game.board.moves[square]) for square in range(64) if seen >> square & 1}
    return safe


def best(position: Position, step: Step) -> set[str]:
    found = scores(position)
    return {move for move, score in found.items() if score == max(found.values())}


def five(position: Position, step: Step) -> set[str]:
    return {str(move) for move in position.legal() if won_by(position, str(move))}


def won_by(position: Position, move: str) -> bool:
    outcome = position.play(move).outcome
    return outcome is not None and outcome.winner == position.to_move


def open_four(position: Position, step: Step) -> set[str]:
    """The moves after which every reply leaves a five; played out, not looked up."""
    assert not threat_map(position)[other(position.to_move)]["five"]
    found = set()
    for move in threat_map(position)[position.to_move]["open_four"]:
        after = position.play(move)
        ways = [reply for reply in after.legal() if won_by(passed(after), str(reply))]
        assert len(ways) >= 2
        found.add(str(move))
    return found


def passed(position: Position) -> Position:
    return Position(position.game, position.black, position.white, other(position.to_move))


def fastest(position: Position, step: Step) -> set[str]:
    prover, mine = Prover(nodes=PROOF_NODES), threat_map(position)[position.to_move]
    wins = {str(move): prover.win_after(position, move) for points in mine.values() for move in points}
    lengths = {move: win.moves for move, win in wins.items() if win is not None}
    return {move for move, moves in lengths.items() if moves == min(lengths.values())}


def holds(position: Position, step: Step) -> set[str]:
    prover = Prover(nodes=PROOF_NODES)
    return {str(move) for move in position.legal() if prover.win(position.play(move)) is None}


def wins(position: Position, step: Step) -> set[str]:
    return {str(move) for move in position.legal() if forced(position, str(move), step.plies)}


def forced(position: Position, move: str, plies: int) -> bool:
    """Whether a move wins within so many plies, whatever the replies; by the rules alone."""
    if won_by(position, move):
        return True
    after = position.play(move)
    if plies < 3 or after.is_over:
        return False
    replies = [(after.play(reply), won_by(after, str(reply))) for reply in after.legal()]
    return all(
        not lost and not then.is_over and any(forced(then, str(next), plies - 2) for next in then.legal())
        for then, lost in replies
    )


def safe(position: Position, step: Step) -> set[str]:
    return {
        str(move)
        for move in position.legal()
        if not any(won_by(position.play(move), str(reply)) for reply in position.play(move).legal())
    }


PROOFS = {
    "legal": legal,
    "stable": stable,
    "best": best,
    "five": five,
    "open_four": open_four,
    "fastest": fastest,
    "holds": holds,
    "wins": wins,
    "safe": safe,
}


def exact(position: Position, step: Step, keys: dict[str, str]) -> None:
    """The refutations are best replies, and the numbers in the words are the exact scores."""
    found, words = scores(position), words_of(position.game.base_name)
    top = max(found.values())
    if position.game.has_margin:
        assert set(found) == {*step.accepted, *step.refuted}, "every wrong move is refuted"
    for move, line in step.refuted.items():
        assert found[move] < top
        after = position.play(move)
        reply = str(position.game.read_moves(line)[0][1])
        replies = {str(PASS): 0} if after.legal() == [PASS] else scores(after)
        assert replies[reply] == max(replies.values()), (move, reply)
    rest = [score for move, score in found.items() if move not in step.accepted]
    for more in re.findall(r"other moves? loses?(?: by more than (\d+))?", words.get(keys["right"], "")):
        assert max(rest) < -int(more or 0), keys["right"]
    for key, place in keys.items():
        score = top if key == "right" else found[key]
        for result, number in re.findall(r"(wins|loses) by (\d+)", words.get(place, "")):
            assert abs(score) == int(number), (place, score)
            assert (score > 0) == (
                (result == "wins") == (key == "right" or position.to_move in mentioned(words[place]))
            )


def mentioned(text: str) -> str:
    """The side that the last sentence about a result speaks of."""
    sides: list[str] = re.findall(r"(Black|White)(?=[^.]*(?:wins|loses) by)", text)
    return sides[-1].lower() if sides else ""
