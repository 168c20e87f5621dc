"""The failure bundle of a game that was lost by a fault: what `orchard check --json` says of it at home."""

from __future__ import annotations

from typing import Any

from orchard.play.check import Finding
from orchard.play.record import GameRecord


def bundle_of(record: GameRecord) -> dict[str, Any] | None:
    """One failed check, named after the game; None where nobody was at fault. The command in it shows the fault again,
    with the bot as a file in the present folder."""
    fault = record.fault
    if fault is None:
        return None
    mine = _own_moves(record)
    finding = Finding(
        record.id,
        passed=False,
        words=f"{fault.verdict}: {fault.reason}",
        bot=record.versions.get(fault.player, ""),
        slowest_s=max((move.seconds for move in mine), default=0.0),
        fault=fault,
    )
    bot = next((word for word in fault.command.split() if word.startswith("file:")), "")
    return {"bot": bot, "game": record.game, "passed": False, "checks": [finding.as_json()], "denied": []}


def _own_moves(record: GameRecord) -> list[Any]:
    """The moves of the player at fault."""
    found, position = [], record.first_position()
    for move in record.moves:
        if record.fault is not None and position.to_move == record.fault.player:
            found.append(move)
        position = position.play(move.move)
    return found
