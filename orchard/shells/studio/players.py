"""Which players the web may ask for, and a pool of them, so that tables are shared and memory is bounded."""

import re
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import orchard
from orchard.core.errors import OptionError
from orchard.core.player import Player
from orchard.games import evaluation, evaluations
from orchard.players import player_class

LARGE = {"mb": 256, "table": 256, "table_mb": 256, "memory_mb": 512, "threads": 8}
SIZES = ("mb", "table", "table_mb", "memory_mb")  # options that say how much memory a player takes
LOCKED = ("ponder",)  # a thread that nobody waits for
SPEC = re.compile(r"[a-z][a-z0-9_]*(:[A-Za-z0-9_=.,+-]*)?")


def player_names() -> list[str]:
    """Players that run inside this program: those that would start a file or a process are left out."""
    return [name for name in orchard.players() if not player_class(name).takes_argument]


def check_spec(spec: str) -> str:
    """The spec, if the web may use it: no files, no processes, no free text, no giant tables."""
    text = spec.strip().lower()
    if not SPEC.fullmatch(text):
        message = f"cannot read player {spec[:40]!r}: write a name, or name:option=value"
        raise OptionError(message, kind="unknown_player", player=spec[:40])
    name, _, settings = text.partition(":")
    if name not in player_names():
        message = f"no player {name[:40]!r} here; there are {', '.join(player_names())}"
        raise OptionError(message, kind="unknown_player", player=name[:40])
    options = player_class(name).OPTIONS
    for setting in filter(None, settings.split(",")):
        key, equals, value = setting.partition("=")
        option = options.get(key) if equals else None
        if option is None:
            continue
        named = key == "eval" and value in evaluations()
        if (option.kind is str and not option.choices and not named) or key in LOCKED:
            raise OptionError(f"option {key!r} cannot be set from here", kind="option_locked", name=key)
        if key in LARGE and option.read(key, value) > LARGE[key]:
            message = f"{key}={value} is too much for a shared server: at most {LARGE[key]}"
            raise OptionError(message, kind="too_large", name=key, most=LARGE[key])
    return text


def evaluations_for(player: Player, game: orchard.Game) -> list[str]:
    """The evaluations that a player may be told to use in a game, its own default aside. Loads them all."""
    if "eval" not in player.OPTIONS:
        return []
    return [name for name in evaluations() if evaluation(name).judges(game)]


def players_of(game: orchard.Game) -> list[str]:
    """The named players (levels aside) that play a game, on this board."""
    return [name for name in player_names() if name != "level" and player_class(name).plays(game)]


def players_list() -> list[dict[str, Any]]:
    """The named players (levels aside), for people to choose from."""
    return [_facts(player_class(name)) for name in player_names() if name != "level"]


def _facts(player: type[Player]) -> dict[str, Any]:
    return {
        "name": player.name,
        "summary": player.summary,
        "games": [game for game in orchard.games() if player.plays(orchard.game(game))],
        "shows_tree": player.search_tree is not Player.search_tree,
        "shows_steps": player.trace is not Player.trace,
        "shows_numbers": player.sees is not Player.sees,
        "tree_adds_up": player.tree_adds_up,
        "shows_depths": player.shows_depths,
        "deepens": player.shows_depths and bool(getattr(player, "deepening", True)),
        "options": [
            {"name": name, "range": option.range()}
            | {key: getattr(option, key) for key in ("default", "help", "choices")}
            for name, option in player.OPTIONS.items()
        ],
    }


def table_mb(spec: str) -> float:
    """The megabytes that a player's tables take, as its spec says or by default."""
    name, _, settings = spec.partition(":")
    said = dict(setting.partition("=")[::2] for setting in settings.split(","))
    options = player_class(name).OPTIONS
    sizes = [
        options[key].read(key, said[key]) if key in said else options[key].default for key in SIZES if key in options
    ]
    return float(sum(size for size in sizes if isinstance(size, int | float)))


Rested = tuple[float, str, str, Player]  # since when, its spec, its last client


class PlayerPool:
    """Players at rest, by spec. A player works for one job at a time; the longest unused are closed."""

    def __init__(self, most_at_rest: int = 12, rest_s: float = 300.0, most_mb: float = 768.0) -> None:
        self._at_rest: list[Rested] = []
        self._lock = threading.Lock()
        self.most_at_rest, self.rest_s, self.most_mb = most_at_rest, rest_s, most_mb

    @contextmanager
    def borrow(self, spec: str, client: str) -> Iterator[Player]:
        """A player for a while. If it last played for somebody else, it starts a new game."""
        player, last = self._take(spec, client)
        if last != client:
            player.new_game()
        try:
            yield player
        finally:
            self._give_back(spec, client, player)

    def _take(self, spec: str, client: str) -> tuple[Player, str]:
        with self._lock:
            at = [n for n, (_, rested, _, _) in enumerate(self._at_rest) if rested == spec]
            own = [n for n in at if self._at_rest[n][2] == client]
            if at:
                _, _, last, player = self._at_rest.pop((own or at)[-1])
                return player, last
        return orchard.player(spec), ""

    def _give_back(self, spec: str, client: str, player: Player) -> None:
        now = time.monotonic()
        with self._lock:
            self._at_rest.append((now, spec, client, player))
            kept: list[Rested] = []
            stale: list[Rested] = []
            taken_mb = 0.0
            for entry in reversed(self._at_rest):  # the latest used first
                taken_mb += table_mb(entry[1])
                stays = len(kept) < self.most_at_rest and now - entry[0] <= self.rest_s and taken_mb <= self.most_mb
                (kept if stays else stale).append(entry)
            self._at_rest = kept[::-1]
        for _, _, _, old in stale:
            old.close()

    def close(self) -> None:
        with self._lock:
            resting, self._at_rest = self._at_rest, []
        for _, _, _, player in resting:
            player.close()
