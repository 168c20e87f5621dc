"""A league is a plan of numbered games and what the store has of them. A match is a league of two.

The plan is fixed by its settings, openings included: game number n is always the same setup. So a league can be
stopped at any moment, by any means, and resumed: the numbers not in the store are what is left to play.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Literal, TypeVar

from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.game import WHITE
from orchard.core.player import Player
from orchard.games import game as find_game
from orchard.play.arena import run_batches
from orchard.play.database import UnreachableError
from orchard.play.events import Watcher
from orchard.play.names import short_names
from orchard.play.openings import Opening, openings_for
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup, Rules
from orchard.play.store import Store
from orchard.play.swap2 import check_game as check_swap2
from orchard.play.tally import Tally
from orchard.play.threads import GameThreads
from orchard.players import player as make_player

Kind = Literal["round_robin", "gauntlet"]
T = TypeVar("T")
MOST_GAMES = 1_000_000
AWAY_S = 60.0  # how long a league waits for a database server that starts again
ASK_EVERY_S = 0.5
KINDS: tuple[Kind, ...] = ("round_robin", "gauntlet")


@dataclass(frozen=True)
class Plan:
    """Who plays whom, how often and from where. In a gauntlet the first player meets each of the others."""

    game: str
    players: tuple[str, ...]
    games: int  # of each pairing
    openings: tuple[Opening, ...]
    rules: Rules
    seed: int = 0
    kind: Kind = "round_robin"
    run: str = ""  # begins the ids of its games
    names: tuple[str, ...] = ()  # what the players are called in tables, in the order of `players`; empty: see `shown`

    @classmethod
    def make(
        cls,
        game: str,
        players: Iterable[str],
        games: int,
        *,
        rules: Rules | None = None,
        openings: str | None = None,
        seed: int = 0,
        kind: Kind = "round_robin",
        names: Iterable[str] = (),
        given: Mapping[str, Player] | None = None,
    ) -> Plan:
        """A checked plan: everything that could only fail in the middle of a night fails here. Players that are not
        made from their specs are `given`, by what the plan calls them."""
        specs = tuple(spec.strip() for spec in players)
        if len(specs) < 2:
            raise OptionError(f"a league needs at least two players, not {len(specs)}")
        if games < 2 or games % 2:
            raise OptionError(
                f"games={games} is not an even number of 2 or more: each opening is played twice, with colours swapped"
            )
        if games > MOST_GAMES:
            raise OptionError(f"games={games} is out of range: at most {MOST_GAMES:,} a pairing")
        if kind not in KINDS:
            raise OptionError(f"kind {kind!r} is unknown: {' | '.join(KINDS)}")
        if not 0 <= seed < 1 << 63:
            raise OptionError(f"seed={seed} is out of range: 0 to 2^63 - 1")
        found = find_game(game)
        for spec in dict.fromkeys(specs):
            player = (given or {}).get(spec) or make_player(spec, found)
            player.check_game(found)
            if spec not in (given or {}):
                player.close()
        rules = rules or Rules.for_game(found.name)
        if rules.opening_rule:
            check_swap2(found)
            if openings is not None:
                raise OptionError("swap2 lets the players open: leave the openings out")
            chosen = (Opening(),) * (games // 2)
        else:
            chosen = tuple(openings_for(found, openings, games // 2, seed))
        called = tuple(names)
        if called and (len(called) != len(specs) or len(set(called)) != len(called)):
            raise OptionError("names: one for each player, and no two the same")
        return cls(found.name, specs, games, chosen, rules, seed, kind, secrets.token_hex(4), called)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Plan:
        known = {key: value[key] for key in cls.__dataclass_fields__ if key != "names"}
        known["names"] = tuple(value.get("names", ()))  # which older leagues do not have
        openings = tuple(Opening(start, moves) for start, moves in value["openings"])
        return cls(
            **known | {"players": tuple(value["players"]), "openings": openings, "rules": Rules(**value["rules"])}
        )

    # --------------------------------------------------------------- the numbered games

    @cached_property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Places in `players` of who meets whom."""
        if self.kind == "gauntlet":
            return tuple((0, other) for other in range(1, len(self.players)))
        return tuple(combinations(range(len(self.players)), 2))

    @property
    def total(self) -> int:
        return self.games * len(self.pairings)

    def place(self, number: int) -> tuple[int, int]:
        """(pairing, pair of games) of a game. All pairings play their first pair, then all their second, and so on."""
        pair, pairing = divmod(number // 2, len(self.pairings))
        return pairing, pair

    def seats(self, number: int) -> tuple[int, int]:
        """Places in `players` of black and white."""
        first, second = self.pairings[self.place(number)[0]]
        return (first, second) if number % 2 == 0 else (second, first)

    def colors(self, number: int, record: GameRecord) -> tuple[int, int]:
        """Places in `players` of black and white as the game was played: swap2 may have changed them."""
        black, white = self.seats(number)
        return (white, black) if record.swap2 is not None and record.swap2.first == WHITE else (black, white)

    def setup(self, number: int) -> GameSetup:
        black, white = self.seats(number)
        opening = self.openings[self.place(number)[1]]
        return GameSetup(
            id=f"{self.run}-{number:06d}",
            game=self.game,
            black=self.players[black],
            white=self.players[white],
            start=opening.start,
            opening=opening.moves,
            seed=(self.seed * 0x5851F42D4C957F2D + number) & 0x7FFFFFFFFFFFFFFF,
            rules=self.rules,
        )

    def number(self, game: GameRecord | GameSetup) -> int:
        return int(game.id.rpartition("-")[2])

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The players' names in tables: their specs, numbered where one plays against itself."""
        seen: dict[str, int] = {}
        names = []
        for spec in self.players:
            seen[spec] = seen.get(spec, 0) + 1
            names.append(spec if seen[spec] == 1 else f"{spec} #{seen[spec]}")
        return tuple(names)

    @cached_property
    def shown(self) -> tuple[str, ...]:
        """The same for people: the names they were given, or for bots the part of the path that differs."""
        return self.names or short_names(self.labels)

    def label(self, player: str) -> str:
        """The label of a player who is named by it or by the name in tables."""
        if player in self.labels:
            return player
        if player not in self.shown:
            known = ", ".join(dict.fromkeys((*self.shown, *self.labels)))
            raise OptionError(f"{player!r} is none of the players: {known}")
        return self.labels[self.shown.index(player)]


class League:
    """A plan in a store. `tally` counts only games that the store has. Every league is played by `play`, from the
    command line and in the studio."""

    def __init__(self, store: Store, id: int, name: str, plan: Plan) -> None:
        self.store, self.id, self.name, self.plan = store, id, name, plan
        self.tally = Tally(plan)
        self._counting = threading.Lock()
        self._away_since: float | None = None

    @classmethod
    def create(cls, store: Store, plan: Plan, name: str | None = None, purpose: str = "league") -> League:
        name = name or f"{purpose} {plan.run}"
        id = store.create_league(name, plan.as_json() | {"purpose": purpose})
        return cls(store, id, name, plan)

    @classmethod
    def open(cls, store: Store, id_or_name: int | str) -> League:
        """A league as far as it was played."""
        found = store.league(id_or_name)
        try:
            plan = Plan.from_json(found.settings)
        except (KeyError, TypeError) as error:
            why = f"league {found.name!r} was not made by this release: its plan cannot be read ({error})"
            raise OptionError(why) from None
        league = cls(store, found.id, found.name, plan)
        league._count()
        return league

    @classmethod
    def open_newest(cls, store: Store) -> League:
        """The newest league that is not finished; the newest at all if every one is. What an SPRT left is not meant:
        it knows itself when it has enough."""
        leagues = [
            league
            for league in store.leagues()
            if "openings" in league.settings and league.settings.get("purpose") != "sprt"
        ]
        if not leagues:
            raise OptionError("there is no league to resume yet")
        unfinished = [league for league in leagues if league.finished is None]
        return cls.open(store, (unfinished or leagues)[0].id)

    def left(self) -> list[int]:
        """The numbers still to be played."""
        return [number for number in range(self.plan.total) if number not in self.tally.seen]

    def play(
        self,
        *,
        jobs: int = 1,
        cluster: str | None = None,
        threads: GameThreads | None = None,
        watch: Watcher | None = None,
        stop: Stop | None = None,
        given: Mapping[str, Player] | None = None,
    ) -> Iterator[list[GameRecord]]:
        """Play what is left, as `run_batches` does. Games come back when they are in the store and in the tally."""
        setups = (self.plan.setup(number) for number in self.left())
        batches = run_batches(setups, jobs=jobs, cluster=cluster, threads=threads, watch=watch, stop=stop, given=given)
        try:
            for batch in batches:
                kept = self.save(batch)
                with self._counting:
                    self.tally.add(kept)
                yield kept
        except KeyboardInterrupt:  # it may fall between saving a batch and counting it
            self._count()
            raise
        finally:
            batches.close()  # type: ignore[attr-defined]
            self.settle()

    def table(self, anchor: str | None = None) -> dict[str, Any]:
        """The tally for machines, also while another thread plays."""
        with self._counting:
            return self.tally.as_json(anchor)

    def settle(self) -> None:
        """Keep the ratings so far; where no game is left, the league is finished."""
        ratings = [rating for rating in self.tally.ratings() if rating.games]
        self._waiting(lambda: self.store.save_ratings(self.id, ratings))
        if self.tally.played == self.plan.total:
            self.finish()

    def finish(self) -> None:
        """Nothing is left to play, or enough is known."""
        self._waiting(lambda: self.store.finish_league(self.id))

    def games(self) -> list[GameRecord]:
        """All its games so far, in the order of the plan."""
        return self._waiting(lambda: self.store.league_games(self.id))

    def _waiting(self, ask: Callable[[], T]) -> T:
        """What the store answers; while its server is away, it is asked again for a while. Saving twice is the same
        as once, so it does not matter how far the first time came."""
        while True:
            try:
                answer = ask()
            except UnreachableError:
                now = time.monotonic()
                self._away_since = self._away_since or now
                if now - self._away_since > AWAY_S:
                    raise
                time.sleep(ASK_EVERY_S)
            else:
                self._away_since = None
                return answer

    def _count(self) -> None:
        """Count what the store has, from the start."""
        self.tally = Tally(self.plan)
        self.tally.add(self.games())

    def save(self, batch: list[GameRecord]) -> list[GameRecord]:
        """The games of a batch as the store has them: where another process was first with a number, its game."""
        numbers = list(map(self.plan.number, batch))
        try:
            new = self._waiting(lambda: self.store.save_games(batch, self.id, numbers))
        except KeyboardInterrupt:  # finished games are kept; saving twice is the same as once
            self.store.save_games(batch, self.id, numbers)
            raise
        if new == len(batch):
            return batch
        stored = {record.id: record for record in self.games()}
        return [stored[record.id] for record in batch]
