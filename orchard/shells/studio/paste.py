"""Reads pasted text: a transcript, a board text or a game file; the format is detected."""

import re
from typing import Any

import orchard
from orchard.core.errors import OrchardError, TranscriptError
from orchard.play import formats
from orchard.play.record import GameRecord
from orchard.shells.studio.positions import Positions, line_of
from orchard.shells.studio.problems import Problem, problem_of
from orchard.shells.studio.schemas import Place


def read_pasted(text: str, game_name: str) -> dict[str, Any]:
    """The pasted game or position as a line, with the kind it was taken for.

    A text without a game's name that does not fit the game asked for may fit another; `misfit` then says what is wrong
    with it in the game asked for, so that nobody changes the game by a typing error."""
    if not text.strip():
        raise TranscriptError("there is nothing to read", kind="nothing_to_read")
    game = orchard.game(game_name)
    kind = _kind_of(text)
    records, misfit = _read(text, kind, game)
    if not records:
        raise TranscriptError("there is no game in it", kind="no_game")
    record = records[0]
    position = record.last_position()
    kind = kind if kind in ("board", "transcript") else "file"
    names = {"black": record.black, "white": record.white}
    return {
        "kind": kind,
        "game": position.game.name,
        "start": record.start,
        "players": names,
        "games": len(records),
        "misfit": misfit and _as_json(problem_of(misfit)),
        **line_of(position, record.start),
    }


def _kind_of(text: str) -> str:
    if re.fullmatch(r"[-.*XxOoBbWw#/|\s]+", text):
        return formats.BOARD
    return formats.detect(text)


def _read(text: str, kind: str, game: orchard.Game) -> tuple[list[GameRecord], OrchardError | None]:
    """As a text of the game on the board if that works, else of the first game it fits, and why it is not of that."""
    if kind not in (formats.BOARD, "transcript"):
        return formats.read(text, kind), None
    try:
        return formats.read(text, kind, game.name), None
    except OrchardError as error:
        misfit = _wrong_move(text, game) or error
    for name in orchard.games():
        try:
            return formats.read(text, kind, name), misfit
        except OrchardError:
            continue
    raise misfit


def _wrong_move(text: str, game: orchard.Game) -> OrchardError | None:
    """Which of the moves cannot be played and why; None where the text is not even moves."""
    try:
        Positions().find(Place(game=game.name, moves=text[:2000]))
    except TranscriptError as error:
        return error if error.kind == "at_move" else None
    except OrchardError:
        pass
    return None


def _as_json(problem: Problem) -> dict[str, Any]:
    return {"code": problem.code, "message": problem.message, "reason": problem.reason}
