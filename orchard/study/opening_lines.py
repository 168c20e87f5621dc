"""Openings from memory: the lines that have names, what comes next in them, and where one's own games left them.

A position is known in every mirror image and by every order of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from typing import Any

from orchard.core.board import Move
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Color, Game, Position
from orchard.core.puzzle import phase_of
from orchard.games import offer
from orchard.play.database import Database
from orchard.play.mirrored import canonical, hash_of, mirrored_move
from orchard.play.opening_names import opening_name
from orchard.play.position_search import Results, results_of
from orchard.play.record import GameRecord
from orchard.study.mistakes import Mistakes
from orchard.study.profiles import Profiles

ANY = "any"  # instead of a line: any of them
MARK = "opening"
PERSON = "human"

Book = Mapping[int, Mapping[str, str]]  # by the hash of a position: what comes next, with the line it belongs to


@dataclass(frozen=True, slots=True)
class Line:
    moves: str
    name: str


@dataclass(frozen=True, slots=True)
class Branch:
    """A move that a line or a saved game has: what its position is called ('' without a name), how many lines go
    through it, and how the saved games ended that had it."""

    move: str
    name: str
    lines: int
    results: Results


@dataclass(frozen=True, slots=True)
class Left:
    """Where a person left the named lines, in so many games: `line` went on with `right`."""

    line: str
    name: str
    color: Color
    played: str
    right: str
    games: int


@lru_cache(maxsize=64)
def lines_of(game: Game) -> tuple[Line, ...]:
    """The named openings of a game, by name; () where it has none."""
    offered = offer(game.base_name, "opening_names")
    names = {} if offered is None else offered.opening_names(game)
    return tuple(sorted((Line(moves, name) for moves, name in names.items()), key=lambda line: line.name))


def next_moves(position: Position, line: str = ANY) -> dict[Move, str]:
    """The moves that keep to a line, or to any, each with the shortest line that it belongs to."""
    found, symmetries = canonical(position)
    known = _book(position.game, line).get(found, {})
    named = (
        {move: known.get(mirrored_move(position.game, move, symmetries)) for move in position.legal()} if known else {}
    )
    return {move: name for move, name in named.items() if name is not None}


def name_of(game: Game, line: str) -> str:
    return next((each.name for each in lines_of(game) if each.moves == line), "")


@lru_cache(maxsize=128)
def _book(game: Game, line: str) -> Book:
    chosen = [each for each in lines_of(game) if line in (ANY, each.moves)]
    if not chosen:
        raise OptionError(f"no opening {line!r} in {game.title}", kind="no_opening")
    book: dict[int, dict[str, str]] = {}
    for each in sorted(chosen, key=lambda one: -len(one.moves)):  # of several, the shortest stays
        position = game.start()
        for _, move in game.read_moves(each.moves):
            found, symmetries = canonical(position)
            book.setdefault(found, {})[mirrored_move(game, move, symmetries)] = each.moves
            position = position.play(move)
    return book


def branches(position: Position, database: Database) -> list[Branch]:
    """How named lines and saved games go on, those of most lines first; of mirror images of a move there is one."""
    through, before = _through(position.game), position.transcript
    found: dict[int, Move] = {}
    for move in position.legal():
        key = hash_of(position.game.after(position, move))
        written = any(line.moves.startswith(before + move) for line in lines_of(position.game))
        if written or key not in found:
            found[key] = move
    results = results_of(database, list(found))
    rows = [
        Branch(str(move), opening_name(position.game.after(position, move)) or "", through[key], results[key])
        for key, move in found.items()
        if through[key] or results[key].games
    ]
    return sorted(rows, key=lambda row: (-row.lines, -row.results.games, row.move))


@lru_cache(maxsize=64)
def _through(game: Game) -> Counter[int]:
    """How many named lines go through a position, by its hash."""
    found = Counter[int]()
    for line in lines_of(game):
        position = game.start()
        for _, move in game.read_moves(line.moves):
            position = position.play(move)
            found[hash_of(position)] += 1
    return found


def left_in(game: Game, records: Iterable[GameRecord]) -> list[Left]:
    """Where a person was the first to leave the named lines, the most frequent first."""
    if not lines_of(game):
        return []
    found: dict[tuple[int, Color], list[Left]] = {}
    for record in records:
        with suppress(OrchardError):  # what cannot be replayed
            left = _left(game, record)
            if left is not None:
                found.setdefault((left[0], left[1].color), []).append(left[1])
    rows = [replace(games[0], games=len(games)) for games in found.values()]
    return sorted(rows, key=lambda row: -row.games)


def _left(game: Game, record: GameRecord) -> tuple[int, Left] | None:
    """Where a person left the lines in this game, with the hash of the position; None where no person did."""
    if record.start:
        return None
    position = game.start()
    opening = [move for _, move in game.read_moves(record.opening)]
    for move in (*opening, *(game.board.move(each.move) for each in record.moves)):
        known = next_moves(position)
        if not known:
            return None  # the line came to its end
        if move not in known:
            color = position.to_move
            if position.ply < len(opening) or getattr(record, color) != PERSON:
                return None
            right = min(known, key=lambda each: len(known[each]))
            line = known[right]
            return canonical(position)[0], Left(line, name_of(game, line), color, str(move), str(right), 1)
        position = position.play(move)
    return None


def keep(
    database: Database, profile: str, game: Game, line: str, wrong: Sequence[tuple[str, str]], finished: bool
) -> dict[str, Any]:
    """Keep how a line was played from memory: what was wrong (the moves before it, and it) comes back as a mistake."""
    cards = []
    for moves, played in wrong:
        position = game.replay(moves)
        right = next_moves(position, line)
        if right and position.move(played) not in right:
            name = name_of(game, min(right.values(), key=len))
            tags: dict[str, Any] = {"phase": phase_of(position), "facts": [], "opening": name}
            accepted = [str(move) for move in right]
            cards.append({"position": position.text, "played": played, "accepted": accepted, "loss": 0.0, "tags": tags})
    new = Mistakes(database).add(profile, game, cards)
    best = Profiles(database).mark(profile, MARK, game.name, line, float(finished and not wrong))
    return {"new": new, "by_heart": best == 1}


def progress_in(database: Database, profile: str, game: Game) -> dict[str, int]:
    """How many of the named openings somebody has played from memory without a mistake."""
    lines = {line.moves for line in lines_of(game)}
    marks = Profiles(database).marks(profile, MARK, game.name)
    return {"known": sum(marks[name] == 1 for name in marks if name in lines), "all": len(lines)}


def as_json(rows: Iterable[Line | Left | Branch]) -> list[dict[str, Any]]:
    return [asdict(row) for row in rows]
