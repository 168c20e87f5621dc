"""What bots said of their moves, kept with a game beside all that they printed: what they thought, and what they wrote
to stdout and stderr in each turn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from orchard.core.game import Color
from orchard.play.record import GameRecord

LONGEST = 32_000  # characters for each side of a game, as of what it prints
Kind = Literal["thinking", "printed"]
Notes = Mapping[Color, Mapping[int, Any]]  # by side, then by the number of the move among `moves`


def with_notes(record: GameRecord, kind: Kind, notes: Notes) -> GameRecord:
    """The record with what each side said of its moves; what is too much is left out."""
    kept = dict(record.output)
    for color, told in notes.items():
        text = ""
        for move, note in told.items():
            line = json.dumps([move, note]) + "\n"
            if len(text) + len(line) > LONGEST:
                break
            text += line
        if text:
            kept[f"{color} {kind}"] = text
    return replace(record, output=kept)


def notes_of(record: GameRecord, kind: Kind, color: str) -> dict[int, Any]:
    return dict(json.loads(line) for line in record.output.get(f"{color} {kind}", "").splitlines())
