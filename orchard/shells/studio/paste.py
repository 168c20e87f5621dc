"""Reads whatever somebody pastes: a transcript, a board text, or a game file, told apart by their looks."""

from __future__ import annotations

import re
from typing import Any

import orchard
from orchard.core.errors import OrchardError, TranscriptError
from orchard.core.game import Position
from orchard.shells.studio.positions import line_of


def read(text: str, game_name: str) -> dict[str, Any]:
    """The pasted game or position as a line, with the kind it was taken for."""
    if not text.strip():
        raise TranscriptError("there is nothing to read")
    if re.match(r"\s*\(;", text):
        return _game_file(text)
    game = orchard.game(game_name)
    kind, start, position = _plain(game, text)
    return {"kind": kind, "game": position.game.name, "start": start, **line_of(position, start)}


def _plain(game: orchard.Game, text: str) -> tuple[str, str, Position]:
    if not re.search(r"\d", text) or re.fullmatch(r"[-.*XxOoBbWw#/|\s]+", text):
        for candidate in (game, *(orchard.game(name) for name in orchard.games())):
            if len(re.sub(r"[\s/|]", "", text)) == candidate.board.size + 1:
                game = candidate
                break
        position = game.parse(text)
        return "board", position.text, position
    return "transcript", "", game.replay(text)


def _game_file(text: str) -> dict[str, Any]:
    try:
        from orchard.play import formats  # type: ignore[attr-defined, unused-ignore]
    except ImportError:
        raise TranscriptError("game files cannot be read by this version; paste a transcript such as f5d6c3") from None
    records = formats.read(text)
    if not records:
        raise TranscriptError("the file holds no game")
    record = records[0]
    position = record.last_position()
    start = record.start
    if not start.strip():
        start = ""
    names = {"black": record.black, "white": record.white}
    return {"kind": "file", "game": record.game, "start": start, "players": names, **line_of(position, start)}


__all__ = ["OrchardError", "read"]
