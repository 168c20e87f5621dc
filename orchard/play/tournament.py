"""Matches and leagues in this process, without a database: `orchard.match` and `orchard.league`."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from typing import Any

from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE
from orchard.core.player import Player
from orchard.games import game as find_game
from orchard.games import games as all_games
from orchard.play.league import Plan
from orchard.play.openings import openings_for
from orchard.play.rating import Estimate, Rating, elo_text
from orchard.play.record import GameRecord
from orchard.play.referee import play_game
from orchard.play.setup import Rules
from orchard.play.tally import Score, Tally
from orchard.players import player as make_player

COLUMNS = ("player", "Elo", "95 % interval", "games", "score")
Entrant = Player | str | Callable[..., Any]


@dataclass(frozen=True)
class Standings:
    """What came out: every game, and the ratings. It prints, and draws itself in a notebook, as a table."""

    players: tuple[str, ...]
    games: tuple[GameRecord, ...]
    tally: Tally = field(repr=False, compare=False)

    @property
    def ratings(self) -> list[Rating]:
        """Best first."""
        return self.tally.ratings()

    @property
    def score(self) -> Score:
        """Of the first player against the second: `wins`, `draws`, `losses`, `points`, `share`."""
        return self.tally.score()

    @property
    def elo(self) -> Estimate:
        """Of the first player over the second: `elo`, `low`, `high`."""
        return self.tally.elo()

    def _rows(self) -> list[tuple[str, ...]]:
        rows: list[tuple[str, ...]] = []
        for rating in self.ratings:
            interval = f"{elo_text(rating.low)} to {elo_text(rating.high)}"
            share = f"{100 * rating.score:.1f} %"
            rows.append((rating.player, elo_text(rating.elo), interval, str(rating.games), share))
        return rows

    def __str__(self) -> str:
        rows = [COLUMNS, *self._rows()]
        widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
        lines = (
            "  ".join([row[0].ljust(widths[0]), *(cell.rjust(n) for cell, n in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        )
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in COLUMNS)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows()
        )
        return f"<table><tr>{head}</tr>{body}</table>"


def league(
    players: Sequence[Entrant],
    *,
    game: str | None = None,
    games: int = 2,
    rules: Rules | None = None,
    seconds: float | None = None,
    openings: str | None = None,
    seed: int = 0,
) -> Standings:
    """Every player against every other, `games` of each pairing, each opening twice with colours swapped.

    A player is a spec, a `Player` or a function. Without `rules` or `seconds` a move, it keeps to its own settings.
    """
    if len(players) < 2 or games < 2 or games % 2:
        raise OptionError("a league needs two players or more, and an even number of games")
    found = find_game(game or all_games()[0])
    rules = rules or replace(Rules.for_game(found.name), seconds_per_move=seconds)
    with ExitStack() as stack:
        made = []
        for entrant in players:
            one = entrant if isinstance(entrant, Player) else make_player(entrant)
            if one is not entrant:
                stack.callback(one.close)
            one.check_game(found)
            made.append(one)
        chosen = tuple(openings_for(found, openings, games // 2, seed))
        plan = Plan(found.name, tuple(one.spec for one in made), games, chosen, rules, seed, run="match")
        played = []
        for number in range(plan.total):
            black, white = plan.seats(number)
            if made[black] is made[white]:
                raise OptionError("a player cannot meet itself: make two of them")
            played.append(play_game(plan.setup(number), players={BLACK: made[black], WHITE: made[white]}))
    tally = Tally(plan)
    tally.add(played)
    return Standings(plan.labels, tuple(played), tally)
