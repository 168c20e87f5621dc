"""What a bot says it thought of a move, its `thinking`: checked and cut, since it may say anything."""

from typing import Any

from orchard.core.errors import OrchardError
from orchard.core.game import Position
from orchard.core.visible import visible

MOST_VALUES, LONGEST_LINE, LONGEST_NOTE = 400, 60, 200
KEPT_VALUES = 32  # the highest: nobody reads more, and a game has many moves
DIGITS = 6


def read_thinking(told: Any, position: Position) -> dict[str, Any] | None:
    """{'values': {square: number}, 'line': [moves from here], 'depth', 'nodes', 'note', 'dropped'}, each where the bot
    said it; `dropped` says what was left out and why. None where it said nothing."""
    if not isinstance(told, dict) or not told:
        return None
    dropped: list[str] = [_text(told["problem"])] if "problem" in told else []
    kept: dict[str, Any] = {}
    if values := _values(told.get("values"), position, dropped):
        kept["values"] = values
    if line := _line(told.get("line"), position, dropped):
        kept["line"] = line
    for name in ("depth", "nodes"):
        number = told.get(name)
        if isinstance(number, int) and not isinstance(number, bool) and 0 <= number < 1 << 53:
            kept[name] = number
        elif number is not None:
            dropped.append(f"{name} is no whole number")
    if told.get("note"):
        kept["note"] = _text(told["note"])
    if dropped:
        kept["dropped"] = dropped[0]
    return kept or None


def _values(told: Any, position: Position, dropped: list[str]) -> dict[str, float]:
    found: dict[str, float] = {}
    for entry in (told if isinstance(told, list) else [])[:MOST_VALUES]:
        name, value = entry if isinstance(entry, list) and len(entry) == 2 else ("?", None)
        try:
            square = str(position.game.board.move(name if isinstance(name, str) else "?"))
        except (OrchardError, ValueError):
            dropped.append(f"values: {_text(name)!r} is no square")
            continue
        if isinstance(value, int | float) and abs(value) < 1 << 53:
            found[square] = float(f"{value:.{DIGITS}g}")
        else:
            dropped.append(f"values: that of {square} is no number")
    best = sorted(found, key=lambda square: -found[square])[:KEPT_VALUES]
    return {square: found[square] for square in best}


def _line(told: Any, position: Position, dropped: list[str]) -> list[str]:
    found: list[str] = []
    for name in (told if isinstance(told, list) else [])[:LONGEST_LINE]:
        try:
            move = position.move(name if isinstance(name, str) else "?")
            position = position.play(move)
        except (OrchardError, ValueError):
            dropped.append(f"line: {_text(name)!r} is no legal move there")
            break
        found.append(str(move))
    return found


def _text(value: Any) -> str:
    return visible(str(value)[:LONGEST_NOTE])[:LONGEST_NOTE]
