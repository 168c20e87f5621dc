"""What the formats share: text and its lines, names that fit into them, replaying with errors that say where."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import TypeVar

from orchard.core.board import PASS, Move
from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, Color, Game, Outcome, Position
from orchard.games import game as find_game
from orchard.play.quick_replay import quick_replay
from orchard.play.record import GameRecord, MoveRecord, Verdict, plain_moves

UNKNOWN_PLAYER = "?"
OLD_ENCODING = "cp1252"  # of text that is not UTF-8, as Windows wrote it; it holds the letters of Latin-1
Part = TypeVar("Part")
Made = TypeVar("Made")


class FormatError(OrchardError, ValueError):
    """A file that cannot be read or written; the message names the place and the field."""


Refused = Callable[[FormatError], None]  # gets what is wrong with a game that is left out


def each_made(parts: Iterable[Part], make: Callable[[Part], Made], refused: Refused | None) -> Iterator[Made]:
    """What is made of each part of a file. A part that cannot be read goes to `refused`; without one, it ends all."""
    for part in parts:
        try:
            made = make(part)
        except FormatError as error:
            if refused is None:
                raise
            refused(error)
        else:
            yield made


def some(parts: Iterable[Part], otherwise: str) -> Iterator[Part]:
    """The parts of a file; where there is none, a FormatError that says so."""
    is_empty = True
    for part in parts:
        is_empty = False
        yield part
    if is_empty:
        raise FormatError(otherwise)


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


def text_of(data: bytes | str, encoding: str = OLD_ENCODING) -> str:
    """The text of a file: UTF-8 or, where it is not that, in this encoding; lines end in '\\n'."""
    if isinstance(data, str):
        text = data
    else:
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            text = data.decode(encoding, "replace")
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


@lru_cache(maxsize=4096)
def clean_name(name: str) -> str:
    """A player's name on one line, with nothing in it that a database or a terminal could not take."""
    safe = "".join(" " if char < " " or "\x7f" <= char <= "\x9f" else char for char in name)
    return safe.encode("utf-8", "replace").decode().strip() or UNKNOWN_PLAYER


def percent(name: str, special: str) -> str:
    """The name with `special` characters as %XX, for formats that have no way to quote them."""
    return "".join(f"%{ord(char):02X}" if char in special or char == "%" else char for char in clean_name(name))


@lru_cache(maxsize=4096)
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


@lru_cache(maxsize=64)
def squares_by_name(game: Game) -> dict[str, int]:
    """The number of each square by its name in small and in capital letters; -1 for a pass."""
    names = {str(move): move.square for move in game.board.moves} | {"pa": -1, str(PASS): -1}
    return names | {name.upper(): square for name, square in names.items()}


Replayed = tuple[tuple[MoveRecord, ...], Outcome | None]  # the moves with all passes, and how the game ended


def replay(start: Position, entries: Sequence[Entry]) -> Replayed:
    """Play the moves of a file; passes that it leaves out are put in."""
    moves, end = _replay_quickly(start, entries) or _replay_slowly(start, entries)
    return moves, end


def _replay_quickly(start: Position, entries: Sequence[Entry]) -> Replayed | None:
    known = squares_by_name(start.game)
    try:
        squares = [known[entry.move] for entry in entries]
    except KeyError:
        return None
    colors = [-1 if entry.color is None else 0 if entry.color == BLACK else 1 for entry in entries]
    seconds, values = [entry.seconds for entry in entries], [entry.value for entry in entries]
    return replay_squares(start, squares, colors, seconds, values)


def replay_squares(
    start: Position,
    squares: Sequence[int],
    colors: Sequence[int] | None = None,
    seconds: Sequence[float] = (),
    values: Sequence[float | None] = (),
) -> Replayed | None:
    """The same for moves that are numbers, -1 a pass, with seconds and a value for each, or for none; None where
    entries must tell."""
    quick = quick_replay(start, squares, colors)
    if quick is None:
        return None
    played, outcome = quick
    plain = plain_moves(start.game)
    if not any(seconds) and values.count(None) == len(values):
        return tuple([plain[square] for square in played]), outcome
    told = zip(squares, seconds, values, strict=True)
    if len(played) == len(squares):
        return tuple([MoveRecord(plain[square].move, spent, value) for square, spent, value in told]), outcome
    moves, due = [], next(told, None)
    for square in played:
        if due is None or due[0] != square:  # a pass that was left out
            moves.append(plain[square])
        else:
            moves.append(MoveRecord(plain[square].move, *due[1:]))
            due = next(told, None)
    return tuple(moves), outcome


def _replay_slowly(start: Position, entries: Iterable[Entry]) -> Replayed:
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
    return tuple(moves), position.outcome


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
    played = replay(start, list(entries))
    return record_of(start, *played, black=black, white=white, claim=claim, started=started, id=id)


def record_of(
    start: Position,
    moves: tuple[MoveRecord, ...],
    outcome: Outcome | None,
    *,
    black: str,
    white: str,
    claim: Claim | None,
    started: str,
    id: str = "",
    names: tuple[str, str] | None = None,
    versions: dict[str, str] | None = None,
) -> GameRecord:
    """The same where the moves have been replayed, with this outcome. `names`: where the players have other names than
    those that the id is made from."""
    claim = claim or Claim(0)
    if outcome is None or claim.sure:
        outcome = Outcome.of(claim.score)
    else:
        claim = Claim(0)
    black, white = clean_name(black), clean_name(white)
    if not id:
        transcript = "".join([move.move for move in moves if move.move != "pass"])
        id = content_id(start.game.name, black, white, _start_text(start), transcript, started, outcome.score)
    if names is not None:
        black, white = map(clean_name, names)
    return GameRecord(
        id=id,
        game=start.game.name,
        black=black,
        white=white,
        start=_start_text(start),
        moves=moves,
        winner=outcome.winner,
        score=outcome.score,
        verdict=claim.verdict,
        started=started,
        versions=versions or {},
    )


@lru_cache(maxsize=64)
def _start_text(start: Position) -> str:
    return "" if start == start.game.start() else start.text


def content_id(*said: str | int) -> str:
    """The same for the same game, so that a file may be imported twice without doubling its games."""
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
