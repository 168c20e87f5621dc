"""Reads pasted text: a transcript, a board text or a game file; the format is detected."""

import re
from typing import Any

import orchard
from orchard.core.errors import OrchardError, TranscriptError
from orchard.play import formats
from orchard.play.record import GameRecord
from orchard.shells.studio.positions import line_of


def read_pasted(text: str, game_name: str) -> dict[str, Any]:
    """The pasted game or position as a line, with the kind it was taken for."""
    if not text.strip():
        raise TranscriptError("there is nothing to read", kind="nothing_to_read")
    game = orchard.game(game_name)
    kind = _kind_of(text)
    records = _read(text, kind, game)
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
        **line_of(position, record.start),
    }


def _kind_of(text: str) -> str:
    if re.fullmatch(r"[-.*XxOoBbWw#/|\s]+", text):
        return formats.BOARD
    return formats.detect(text)


def _read(text: str, kind: str, game: orchard.Game) -> list[GameRecord]:
    """As a text of the game on the board if that works, else of the first game it fits."""
    if kind not in (formats.BOARD, "transcript"):
        return formats.read(text, kind)
    try:
        return formats.read(text, kind, game.name)
    except OrchardError as first:
        for name in orchard.games():
            try:
                return formats.read(text, kind, name)
            except OrchardError:
                continue
        raise first
