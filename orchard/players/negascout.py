"""Negascout under the clock, with every enhancement switched on; each can be switched off."""

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar

from orchard.core.player import Option
from orchard.players.alphabeta import AlphaBeta

_ON = {"depth": 0, "scout": True, "deepening": True, "table": 16.0, "history": True, "ordering": True}


class Negascout(AlphaBeta):
    summary = "alpha-beta as engines use it: scout windows, deepening, table, history, ordering, threads"
    OPTIONS: ClassVar[Mapping[str, Option]] = {
        name: replace(option, default=_ON.get(name, option.default)) for name, option in AlphaBeta.OPTIONS.items()
    }


PLAYER = Negascout
