"""The one command that shows a fault again."""

import shlex
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path

from orchard.core.game import Color
from orchard.play.setup import GameSetup, Rules


def reproducing_command(setup: GameSetup, color: Color, moves: Sequence[str]) -> str:
    """`orchard referee ...` that brings the player at fault into the same state by asking it the same questions.

    The opponent is left out: `random` sits in its place, and the moves that were played are played again whatever
    either answers, up to the question that was not answered well.
    """
    seats = {"black": "random", "white": "random"}
    seats[color] = absolute(setup.black if color == "black" else setup.white)
    words = ["orchard", "referee", setup.game, "--black", seats["black"], "--white", seats["white"]]
    told = {"start": setup.start, "opening": setup.opening, "replay": "".join(moves), "seed": str(setup.seed or "")}
    for option, value in told.items():
        words += [f"--{option}", value] if value else []
    return shlex.join(words + rule_options(setup.rules, Rules.for_game(setup.game)))


def absolute(spec: str) -> str:
    """The spec with its bot's file named from the root, so that the command works in any folder."""
    name, _, argument = spec.partition(":")
    return f"{name}:{Path(argument).expanduser().resolve()}" if name.strip().lower() == "file" else spec


OPTIONS = {  # where the option is not called like the rule
    "seconds_per_move": "seconds",
    "seconds_per_game": "game-seconds",
    "tolerance_s": "tolerance",
    "memory_mb": "memory",
    "startup_s": "startup",
}


def rule_options(rules: Rules, usual: Rules) -> list[str]:
    """The rules as options of the command line, where they are not the usual ones."""
    words: list[str] = []
    for field in fields(Rules):
        value = getattr(rules, field.name)
        if field.name == "opening_rule":
            words += [f"--{value}"] if value else []
        elif value != getattr(usual, field.name):
            words += ["--" + OPTIONS.get(field.name, field.name), "none" if value is None else str(value)]
    return words
