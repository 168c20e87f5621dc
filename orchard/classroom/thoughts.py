"""What bots said they thought of their moves, kept with a game beside what they printed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from orchard.core.game import Color
from orchard.play.record import GameRecord

LONGEST = 32_000  # characters for each side of a game, as of what it prints
KEY = "{} thinking"  # in the record's output, after the side


def with_thoughts(record: GameRecord, thoughts: Mapping[Color, Mapping[int, dict[str, Any]]]) -> GameRecord:
    """The record with what each side thought, by the number of the move among `moves`; what is too much is left out."""
    kept = dict(record.output)
    for color, told in thoughts.items():
        text = ""
        for move, thought in told.items():
            line = json.dumps([move, thought]) + "\n"
            if len(text) + len(line) > LONGEST:
                break
            text += line
        if text:
            kept[KEY.format(color)] = text
    return replace(record, output=kept)


def thoughts_of(record: GameRecord, color: str) -> dict[int, dict[str, Any]]:
    lines = record.output.get(KEY.format(color), "").splitlines()
    return dict(json.loads(line) for line in lines)
