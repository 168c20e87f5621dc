"""What the `lessons.py` of a game holds: lessons whose questions are answered on the board.

A lesson has no words of its own. A shell says them by key, from `web/locales/learn/GAME/LANGUAGE.json`:

    lesson.GAME.NAME              its title
    lesson.GAME.NAME.2            what its second step says or asks
    lesson.GAME.NAME.2.right      after a right answer
    lesson.GAME.NAME.2.g7         after the wrong answer g7
    lesson.GAME.NAME.2.wrong      after any other wrong answer
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from orchard.core.game import Game, Position
from orchard.core.plain import plain

Kind = Literal["show", "tap", "choose", "play"]
# What a step promises of its accepted answers. `tests/games/test_lessons.py` proves it.
Claim = Literal[
    "",  # nothing: there is no answer, or no wrong one
    "legal",  # they are the legal moves
    "stable",  # they are the stones that can never be turned, of the side to move
    "best",  # the exact solver gives them the best score, and every other move a worse one
    "five",  # they are the points that complete a row and win at once
    "open_four",  # they are the points that win with the next move, whatever the reply
    "fastest",  # threats win from there, and no other move wins as fast
    "holds",  # every other move loses to a proved win; these do not
    "wins",  # they win by force within `plies`, and no other move does
    "safe",  # every other move lets the other side win with its next move; these do not
]


@dataclass(frozen=True, slots=True)
class Step:
    """One sentence, and what happens on the board.

    show: `moves` are played one by one, then `rings` and `arrows` are drawn.
    tap: every square in `accepted` is to be tapped, and no other.
    choose: one move in `accepted` is to be played. `refuted` names wrong moves, each with the moves that refute it
    on the board.
    play: `plies` plies against level `level`, from the position on; there is no wrong move.
    """

    kind: Kind
    start: str = ""  # board text; the game's own start if empty
    moves: str = ""  # a transcript from there
    rings: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    accepted: tuple[str, ...] = ()
    refuted: Mapping[str, str] = field(default_factory=dict, hash=False)
    claim: Claim = ""
    level: int = 0
    plies: int = 0

    def position(self, game: Game) -> Position:
        """Where the question is asked."""
        start = game.parse(self.start) if self.start else game.start()
        return game.replay(self.moves, start)


@dataclass(frozen=True, slots=True)
class Lesson:
    name: str
    steps: tuple[Step, ...]

    def as_json(self) -> dict[str, Any]:
        return plain(self)


def show(start: str = "", moves: str = "", rings: str = "", arrows: str = "") -> Step:
    """`rings` are squares, 'a1 h8'; `arrows` pairs of them, 'a1-h8 b2-g7'."""
    pairs = tuple((pair.split("-")[0], pair.split("-")[1]) for pair in arrows.split())
    return Step("show", start, moves, tuple(rings.split()), pairs)


def tap(accepted: str, claim: Claim, start: str = "", moves: str = "") -> Step:
    return Step("tap", start, moves, accepted=tuple(accepted.split()), claim=claim)


def choose(
    start: str,
    accepted: str,
    claim: Claim,
    refuted: Mapping[str, str] | None = None,
    *,
    moves: str = "",
    plies: int = 0,
) -> Step:
    answers = tuple(accepted.split())
    return Step("choose", start, moves, accepted=answers, refuted=refuted or {}, claim=claim, plies=plies)


def play(level: int, plies: int, start: str = "", moves: str = "") -> Step:
    return Step("play", start, moves, level=level, plies=plies)
