"""What the formats share: text and its lines, names that fit into them, replaying with errors that say where."""

import hashlib
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from orchard.core.board import PASS, Move
from orchard.core.errors import OrchardError
from orchard.core.game import Color, Game, Outcome, Position
from orchard.games import game as find_game
from orchard.play.record import GameRecord, MoveRecord, Verdict

UNKNOWN_PLAYER = "?"


class FormatError(OrchardError, ValueError):
    """A file that cannot be read or written; the message names the place and the field."""


@dataclass(frozen=True, slots=True)
class Format:
    """What a format is for, `FORMAT` in its file."""

    title: str
    endings: tuple[str, ...]
    games: tuple[str, ...] = ()  # none: every game
    other_boards: bool = True  # whether it holds games on boards of other sizes
    set_up: bool = True  # whether a game may begin at another position than the usual start
    positions_only: bool = False  # a game is written as its positions, which is no way to keep it

    def holds(self, game: Game) -> bool:
        return not self.games or (game.base_name if self.other_boards else game.name) in self.games

    def why_not(self, record: GameRecord) -> str:
        """Why a game does not fit; empty if it does."""
        game = find_game(record.game)
        if not self.holds(game):
            titles = " and ".join(find_game(name).title for name in self.games)
            boards = "" if self.other_boards else " on the usual board"
            other = game.name if game.base_name in self.games else game.title
            return f"{self.title} holds {titles}{boards}, not {other}"
        return f"{self.title} holds games from the usual start" if record.start and not self.set_up else ""


# ------------------------------------------------------------------- text


def text_of(data: bytes | str) -> str:
    """The text of a file: UTF-8, or Latin-1 as old programs wrote it; lines end in '\\n'."""
    if isinstance(data, str):
        text = data
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


def line_counter(text: str) -> Callable[[int], int]:
    """Says the number of the line that holds a character."""
    ends = [found.start() for found in re.finditer("\n", text)]
    return lambda at: bisect_left(ends, at) + 1


def clean_name(name: str) -> str:
    """A player's name on one line, with nothing in it that a database or a terminal could not take."""
    safe = "".join(" " if char < " " or "\x7f" <= char <= "\x9f" else char for char in name)
    return safe.encode("utf-8", "replace").decode().strip() or UNKNOWN_PLAYER


def percent(name: str, special: str) -> str:
    """The name with `special` characters as %XX, for formats that have no way to quote them."""
    return "".join(f"%{ord(char):02X}" if char in special or char == "%" else char for char in clean_name(name))


def unpercent(name: str) -> str:
    return clean_name(re.sub("%([0-7][0-9A-Fa-f])", lambda found: chr(int(found[1], 16)), name))


def decimals(value: float, places: int = 4) -> str:
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def utc(started: str) -> datetime | None:
    """A record's starting time; None where it has none, or not to the second."""
    try:
        when = datetime.fromisoformat(started)
    except ValueError:
        return None
    return when.astimezone(UTC) if when.tzinfo else when.replace(tzinfo=UTC)


# ------------------------------------------------------------------- from a file to a record


@dataclass(frozen=True, slots=True)
class Entry:
    """One move as a file says it: its text, where it stands, and what else is said of it."""

    where: str
    move: str
    color: Color | None = None
    seconds: float = 0.0
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """The result as a file says it. `sure` where the board cannot tell, as after a resignation."""

    score: int
    verdict: Verdict = "normal"
    sure: bool = False


def replay(start: Position, entries: Iterable[Entry]) -> tuple[tuple[MoveRecord, ...], Position]:
    """Play the moves of a file; passes that it leaves out are put in."""
    position, moves = start, []
    for number, entry in enumerate(entries, 1):
        try:
            move = position.game.board.move(entry.move)
            if _left_out_a_pass(position, move, entry.color):
                position = position.play(PASS)
                moves.append(MoveRecord(str(PASS)))
            if entry.color is not None and entry.color != position.to_move and not position.is_over:
                raise FormatError(f"it is a move of {entry.color}, but {position.to_move} is to move")
            position = position.play(move)
        except OrchardError as error:
            raise FormatError(f"{entry.where}: {error}", kind="at_move", n=number, move=entry.move) from error
        moves.append(MoveRecord(str(move), entry.seconds, entry.value))
    return tuple(moves), position


def _left_out_a_pass(position: Position, move: Move, color: Color | None) -> bool:
    if not position.game.passes_allowed or position.legal_mask() or position.is_over:
        return False
    return not move.is_pass or (color is not None and color != position.to_move)


def make_record(
    start: Position,
    entries: Iterable[Entry],
    *,
    black: str = UNKNOWN_PLAYER,
    white: str = UNKNOWN_PLAYER,
    claim: Claim | None = None,
    started: str = "",
    id: str = "",
) -> GameRecord:
    """A game from a file. What the board says of its result counts, unless the file says something surer."""
    moves, last = replay(start, entries)
    claim = claim or Claim(0)
    outcome = Outcome.of(claim.score)
    if last.outcome is not None and not claim.sure:
        outcome, claim = last.outcome, Claim(0)
    record = GameRecord(
        id=id,
        game=start.game.name,
        black=clean_name(black),
        white=clean_name(white),
        start="" if start == start.game.start() else start.text,
        moves=moves,
        winner=outcome.winner,
        score=outcome.score,
        verdict=claim.verdict,
        started=started,
    )
    return record if id else replace(record, id=content_id(record))


def content_id(record: GameRecord) -> str:
    """The same for the same game, so that a file may be imported twice without doubling its games."""
    said = (record.game, record.black, record.white, record.start, record.transcript, record.started, record.score)
    return hashlib.sha256(repr(said).encode("utf-8", "replace")).hexdigest()[:16]


def number_repeats(records: Iterable[GameRecord]) -> Iterator[GameRecord]:
    """Equal games of one file are kept apart by a number behind the id."""
    seen: dict[str, int] = {}
    for record in records:
        count = seen[record.id] = seen.get(record.id, 0) + 1
        yield record if count == 1 else replace(record, id=f"{record.id}-{count}")


# ------------------------------------------------------------------- from a record to a file


def all_moves(record: GameRecord) -> list[MoveRecord]:
    """The opening and the moves after it, passes included: files know no difference."""
    return [MoveRecord(str(move)) for move in record.first_position().moves_made] + list(record.moves)
