"""Reads pasted text: moves, a board, a game file or a link; the format is detected.

The first game of a text is shown; further ones are counted, up to a number and for a time."""

import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import orchard
from orchard.core.choice import Stop
from orchard.core.errors import OrchardError, TranscriptError
from orchard.play import formats
from orchard.play.record import GameRecord
from orchard.shells.studio.positions import line_of
from orchard.shells.studio.problems import Problem, problem_of

MOST_COUNTED = 100  # games
LONGEST_COUNT_S = 0.5


def read_pasted(text: str, game_name: str, stop: Stop | None = None) -> dict[str, Any]:
    """The pasted game or position as a line, with the kind it was taken for.

    A text without a game's name that does not fit the game asked for may fit another; `misfit` then says what is wrong
    with it in the game asked for, so that nobody changes the game by a typing error. `assumed` is the side to move
    where a board does not say it. `games` counts at most MOST_COUNTED games, and `more` says that there may be others.
    `ways` has all moves where there are branches, in brackets as in links; `notes` what is written and drawn on
    positions, each with the moves that lead there."""
    if not text.strip():
        raise TranscriptError("there is nothing to read", kind="nothing_to_read")
    game = orchard.game(game_name)
    kind = formats.detect(text)
    record, others, misfit = _read(text, kind, game)
    position = record.last_position()
    games, more = _counted(others, stop)
    return {
        "kind": kind if kind in (formats.BOARD, "transcript", formats.LINK) else "file",
        "game": position.game.name,
        "start": record.start,
        "players": {"black": record.black, "white": record.white},
        "games": games,
        "more": more,
        "ways": formats.ways(text, kind, position.game),
        "notes": [asdict(note) for note in formats.notes(text, kind, position.game)],
        "assumed": position.to_move if kind == formats.BOARD and not formats.says_who_moves(text) else None,
        "misfit": misfit and _as_json(problem_of(misfit)),
        **line_of(position, record.start),
    }


def _read(text: str, kind: str, game: orchard.Game) -> tuple[GameRecord, Iterator[GameRecord], OrchardError | None]:
    """As a text of the game on the board if that works, else of the first game it fits, and why it is not of that."""
    try:
        return *_first(formats.iterate(text, kind, game.name)), None
    except OrchardError as error:
        if kind not in (formats.BOARD, "transcript"):
            raise
        misfit = error
    for name in (*orchard.games(), None):
        try:
            return *_first(formats.iterate(text, kind, name)), misfit
        except OrchardError:
            continue
    raise misfit


def _first(games: Iterator[GameRecord]) -> tuple[GameRecord, Iterator[GameRecord]]:
    first = next(games, None)
    if first is None:
        raise TranscriptError("there is no game in it", kind="no_game")
    return first, games


def _counted(others: Iterator[GameRecord], stop: Stop | None) -> tuple[int, bool]:
    """How many games there are, the first included, and whether there may be more."""
    give_up = time.monotonic() + LONGEST_COUNT_S
    games = 1
    try:
        for _ in others:
            if games == MOST_COUNTED or time.monotonic() > give_up or (stop is not None and stop.is_set()):
                return games, True
            games += 1
    except OrchardError:  # the first one is good
        return games, True
    return games, False


def _as_json(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message, "reason": problem.reason}
