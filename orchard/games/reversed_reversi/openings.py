"""Where the games of a Reversed Reversi match begin."""

from __future__ import annotations

from pathlib import Path

from orchard.games.reversi.openings import ReversiOpenings

OPENINGS = ReversiOpenings(Path(__file__).with_name("weights"))
