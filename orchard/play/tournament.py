"""Matches, leagues and sequential tests in this process: `orchard.match`, `orchard.league` and `orchard.sprt`."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from typing import Any

from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Game
from orchard.core.player import Player
from orchard.games import game as find_game
from orchard.games import games as all_games
from orchard.play.arena import run_batches
from orchard.play.league import League, Plan
from orchard.play.rating import Estimate, Rating, elo_text
from orchard.play.record import GameRecord
from orchard.play.setup import Rules
from orchard.play.sprt import SequentialTest, SprtState
from orchard.play.store import Store
from orchard.play.tally import Score, Tally
from orchard.players import player as make_player

COLUMNS = ("player", "Elo", "95 % interval", "games", "score")
Entrant = Player | str | Callable[..., Any]


@dataclass(frozen=True, repr=False)
class Standings:
    """What came out: every game, and the ratings. It prints, and draws itself in a notebook, as a table."""

    players: tuple[str, ...]
    games: tuple[GameRecord, ...]
    tally: Tally = field(compare=False)

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
        plan, rows = self.tally.plan, list[tuple[str, ...]]()
        shown = dict(zip(plan.labels, plan.shown, strict=True))
        for rating in self.ratings:
            interval = f"{elo_text(rating.low)} to {elo_text(rating.high)}"
            share = f"{100 * rating.score:.1f} %"
            rows.append((shown[rating.player], elo_text(rating.elo), interval, str(rating.games), share))
        return rows

    def __str__(self) -> str:
        rows = [COLUMNS, *self._rows()]
        widths = [max(len(row[at]) for row in rows) for at in range(len(COLUMNS))]
        lines = (
            "  ".join([row[0].ljust(widths[0]), *(cell.rjust(n) for cell, n in zip(row[1:], widths[1:], strict=True))])
            for row in rows
        )
        return "\n".join([*(line.rstrip() for line in lines), *self.faults])

    __repr__ = __str__  # the games are many

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{name}</th>" for name in COLUMNS)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows()
        )
        below = "".join(f"<p>{html.escape(line)}</p>" for line in self.faults)
        return f"<table><tr>{head}</tr>{body}</table>{below}"

    @property
    def faults(self) -> list[str]:
        """A line for each player that lost games without being beaten: how many, and why the first."""
        lost: dict[str, list[str]] = {}
        for record in self.games:
            if record.fault is not None:
                who = {BLACK: record.black, WHITE: record.white}[record.fault.player]
                lost.setdefault(who, []).append(record.fault.reason)
        return [f"{who} lost {len(why)} by a fault; the first: {why[0]}" for who, why in lost.items()]


@dataclass(frozen=True, repr=False)
class SprtResult(Standings):
    """The games of a sequential test, and what it says; `decision` is "H1", "H0" or None, which is not decided."""

    test: SprtState
    pairs: int  # that were counted until it was decided

    @property
    def decision(self) -> str | None:
        return self.test.decision

    @property
    def _said(self) -> str:
        return f"{self.decision or 'not decided'} after {self.pairs} pairs of games"

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self._said}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return f"{super()._repr_html_()}<p>{self._said}</p>"


def league(
    players: Sequence[Entrant],
    *,
    game: Game | str | None = None,
    games: int = 2,
    rules: Rules | None = None,
    seconds: float | None = None,
    openings: str | None = None,
    seed: int = 0,
    db: str | None = None,
    name: str | None = None,
) -> Standings:
    """Every player against every other, `games` of each pairing, each opening twice with colours swapped.

    A player is a spec, a `Player` or a function. Without `rules` or `seconds` a move, it keeps to its own settings.
    With a database `db` every game is kept as it ends; a league of the same `name` goes on where it was stopped.
    """
    settings = _Settings(game, games, rules, seconds, openings, seed, db, name or "")
    return Standings(*_played(players, settings, "league", lambda tally: False))


def match(
    a: Entrant,
    b: Entrant,
    *,
    game: Game | str | None = None,
    games: int = 2,
    rules: Rules | None = None,
    seconds: float | None = None,
    openings: str | None = None,
    seed: int = 0,
    db: str | None = None,
    name: str | None = None,
) -> Standings:
    """Two players, each a spec, a `Player` or a function; the settings are those of `league`."""
    settings = _Settings(game, games, rules, seconds, openings, seed, db, name or "")
    return Standings(*_played([a, b], settings, "league", lambda tally: False))


def sprt(
    a: Entrant,
    b: Entrant,
    *,
    elo0: float = 0.0,
    elo1: float = 10.0,
    alpha: float = 0.05,
    beta: float = 0.05,
    game: Game | str | None = None,
    games: int = 1000,
    rules: Rules | None = None,
    seconds: float | None = None,
    openings: str | None = None,
    seed: int = 0,
    db: str | None = None,
) -> SprtResult:
    """Play until it is clear whether `a` is stronger than `b` by `elo1` (H1) or only by `elo0` (H0)."""
    test = SequentialTest({"elo0": elo0, "elo1": elo1, "alpha": alpha, "beta": beta})
    settings = _Settings(game, games, rules, seconds, openings, seed, db, "")
    played = _played([a, b], settings, "sprt", test.decided)
    return SprtResult(*played, test.state, test.pairs)


@dataclass(frozen=True)
class _Settings:
    game: Game | str | None
    games: int
    rules: Rules | None
    seconds: float | None
    openings: str | None
    seed: int
    db: str | None
    name: str


def _played(
    players: Sequence[Entrant], settings: _Settings, purpose: str, enough: Callable[[Tally], bool]
) -> tuple[tuple[str, ...], tuple[GameRecord, ...], Tally]:
    """The players' labels, their games and what these add up to."""
    named = settings.game or all_games()[0]
    found = named if isinstance(named, Game) else find_game(named)
    rules = settings.rules or replace(Rules.for_game(found.name), seconds_per_move=settings.seconds)
    if isinstance(players, str):
        raise OptionError(f"players is a list of players, not the text {players!r}")
    objects = [one for one in players if isinstance(one, Player)]
    if len({id(one) for one in objects}) < len(objects):
        raise OptionError("a player cannot meet itself: make two of them")
    specs: list[str] = []
    given: dict[str, Player] = {}
    with ExitStack() as stack:
        for entrant in players:
            if isinstance(entrant, str):
                specs.append(entrant.strip())
                continue
            one = entrant if isinstance(entrant, Player) else make_player(entrant)
            if one is not entrant:
                stack.callback(one.close)
            specs.append(_free_name(one.spec, specs))
            given[specs[-1]] = one
        plan = Plan.make(
            found.name,
            specs,
            settings.games,
            rules=rules,
            openings=settings.openings,
            seed=settings.seed,
            given=given,
        )
        if settings.db is None:
            return _in_memory(plan, given, enough)
        with Store(settings.db) as store:
            kept = _league(store, plan, settings.name, purpose)
            games = kept.play(given=given)
            with closing(games):  # type: ignore[type-var]
                for _ in games:
                    if enough(kept.tally):
                        kept.finish()
                        break
            return kept.plan.labels, tuple(kept.games()), kept.tally


def _free_name(spec: str, taken: list[str]) -> str:
    """What a plan calls a player that it cannot make from its spec: the spec, numbered if another is called so."""
    names = (spec, *(f"{spec} #{number}" for number in range(2, len(taken) + 3)))
    return next(name for name in names if name not in taken)


def _in_memory(
    plan: Plan, given: dict[str, Player], enough: Callable[[Tally], bool]
) -> tuple[tuple[str, ...], tuple[GameRecord, ...], Tally]:
    tally, played = Tally(plan), list[GameRecord]()
    batches = run_batches(map(plan.setup, range(plan.total)), given=given)
    with closing(batches):  # type: ignore[type-var]
        for batch in batches:
            tally.add(batch)
            played += batch
            if enough(tally):
                break
    return plan.labels, tuple(played), tally


def _league(store: Store, plan: Plan, name: str, purpose: str) -> League:
    """The league of that name as far as it was played, or a new one."""
    if not any(row.name == name for row in store.leagues()):
        return League.create(store, plan, name or None, purpose)
    found = League.open(store, name)
    if replace(found.plan, run=plan.run) != plan:
        raise OptionError(f"league {name!r} was begun with other players or settings: give another name, or the same")
    return found
