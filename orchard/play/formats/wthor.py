"""WTHOR .wtb, the French federation's database of Othello games: a header of 16 bytes, then 68 bytes a game.

Players and tournaments are numbers, read as 'wthor:17'; their names stand in a .JOU and a .TRN file, see _wthor_names.
"""

import io
import re
import struct
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from functools import cache
from typing import BinaryIO

from orchard.core.game import Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    Claim,
    Entry,
    Format,
    FormatError,
    Refused,
    all_moves,
    each_made,
    record_of,
    replay,
    replay_squares,
)
from orchard.play.formats._source import Data
from orchard.play.formats._wthor_names import TOURNAMENT, Names
from orchard.play.record import GameRecord

FORMAT = Format("WTHOR", (".wtb",), games=("reversi",), other_boards=False, set_up=False)
# century, year, month and day of the file; games; names (0 here); year of the games, 0 if not known; board, kind,
# depth, reserved
HEADER = struct.Struct("<BBBBIHHBBBB")
# tournament, black, white; black's discs, its best from where the end was solved; a byte a move: 10 * row + column
GAME = struct.Struct("<HHHBB60s")
PLAYERS, PLAYERS_AT = struct.Struct("<HH"), 2
NUMBERED = re.compile(r"wthor:([0-9]{1,5})")
HIGHEST = 0xFFFF
TOO_MANY = f"WTHOR has numbers for {HIGHEST + 1} players, not for more"
AT_ONCE = 1000  # games in memory
NO_SQUARE = 255
SQUARES = bytes(
    (row - 1) * 8 + column - 1 if 1 <= row <= 8 and 1 <= column <= 8 else NO_SQUARE
    for row, column in (divmod(byte, 10) for byte in range(256))
)

Row = tuple[int, int, int, int, int, bytes]


def looks_so(data: bytes, size: int | None = None) -> bool:
    """Whether the sizes and the date in the header are those of a .wtb file, of which `data` may be the beginning."""
    if len(data) < HEADER.size:
        return False
    _, _, month, day, games, names, _, board, kind, _, _ = HEADER.unpack_from(data)
    size_fits = (len(data) if size is None else size) == HEADER.size + games * GAME.size
    return size_fits and names == 0 and month <= 12 and day <= 31 and board in (0, 8, 10) and kind in (0, 1)


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    if isinstance(data, str):
        raise FormatError("a WTHOR file is bytes, not text")
    file = io.BytesIO(data) if isinstance(data, bytes) else data
    names = Names.beside(getattr(file, "name", ""))
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    header = file.read(HEADER.size)
    if len(header) < HEADER.size:
        raise FormatError(f"offset {len(header)}: the file ends within the header of {HEADER.size} bytes")
    _, _, _, _, games, _, year, board, kind, _, _ = HEADER.unpack(header)
    if board not in (0, 8):
        raise FormatError(f"offset 12, field board size: only 8×8 is read, not {board}×{board}")
    if kind:
        raise FormatError(f"offset 13, field kind: only games are read, not kind {kind} (1 is solitaire)")
    expected = HEADER.size + games * GAME.size
    if size != expected:
        raise FormatError(
            f"offset 4, field number of games: {games} games need {expected} bytes, but the file has {size}"
        )
    started = f"{year:04}" if 1800 <= year <= 2999 else ""
    yield from each_made(
        _rows(file, games),
        lambda row: _record(row[1], HEADER.size + row[0] * GAME.size, row[0] + 1, started, names),
        refused,
    )


def _rows(file: BinaryIO, games: int) -> Iterator[tuple[int, Row]]:
    """The games as they stand in the file, numbered from 0."""
    for at in range(games):
        if at % AT_ONCE == 0:
            some = file.read(AT_ONCE * GAME.size)
        yield at, GAME.unpack_from(some, at % AT_ONCE * GAME.size)


def _record(row: Row, offset: int, number: int, started: str, names: Names) -> GameRecord:
    tournament, black, white, discs, _, moves = row
    if discs > 64:
        raise FormatError(f"offset {offset + 6}, game {number}, field black's discs: {discs} is more than 64")
    start = _start()
    played = moves.rstrip(b"\0")
    squares = played.translate(SQUARES)
    replayed = replay_squares(start, squares) if NO_SQUARE not in squares else None
    if replayed is None:
        replayed = replay(start, list(_entries(played, f"game {number}", offset + 8)))
    return record_of(
        start,
        *replayed,
        black=f"wthor:{black}",
        white=f"wthor:{white}",
        claim=Claim(2 * discs - 64) if played else None,
        started=started,
        names=(names.player(black), names.player(white)),
        versions={TOURNAMENT: names.tournament(tournament)} if tournament else {},
    )


def _entries(played: bytes, game: str, offset: int) -> Iterator[Entry]:
    for ply, byte in enumerate(played):
        where = f"offset {offset + ply}, {game}, move {ply + 1}"
        if SQUARES[byte] == NO_SQUARE:
            raise FormatError(f"{where}: {byte} is no square: it is 10 × row + column, 11 to 88")
        yield Entry(where, _start().game.board.moves[SQUARES[byte]])


@cache
def _start() -> Position:
    return find_game("reversi").start()


def write(records: Iterable[GameRecord], created: date | None = None) -> bytes:
    file = io.BytesIO()
    write_to(file, records, created)
    return file.getvalue()


def write_to(file: BinaryIO, records: Iterable[GameRecord], created: date | None = None) -> None:
    """Write the games one by one; what stands in the header and the numbers of the players are known at the end."""
    today = created or datetime.now(UTC).date()
    year, games = "", 0
    names: dict[str, int] = {}  # the number of a name until all names are known
    file.write(bytes(HEADER.size))
    for record in records:
        own = record.started[:4] if re.match("[0-9]{4}", record.started) else ""
        if games and own != year:
            one, other = sorted((year, own), reverse=not (year and own))
            raise FormatError(
                f"game {record.id} does not fit: a WTHOR file holds games of one year, not of {one} and"
                f" {other or 'of no date'}; export each year by itself, as with --since {one} --until {one}"
            )
        year = own
        black, white = (names.setdefault(name, len(names)) for name in (record.black, record.white))
        if len(names) > HIGHEST + 1:
            raise FormatError(TOO_MANY)
        file.write(_written(record, black, white))
        games += 1
    numbers = _numbers(list(names), Names.beside(getattr(file, "name", "")).players)
    date_of_file = (today.year // 100, today.year % 100, today.month, today.day)
    file.seek(0)
    file.write(HEADER.pack(*date_of_file, games, 0, int(year or 0), 8, 0, 0, 0))
    for at in range(HEADER.size, HEADER.size + games * GAME.size, AT_ONCE * GAME.size):
        file.seek(at)
        some = bytearray(file.read(AT_ONCE * GAME.size))
        for offset in range(PLAYERS_AT, len(some), GAME.size):
            black, white = PLAYERS.unpack_from(some, offset)
            PLAYERS.pack_into(some, offset, numbers[black], numbers[white])
        file.seek(at)
        file.write(some)


def _numbers(names: list[str], listed: tuple[str, ...]) -> list[int]:
    """A number for each name: its own where it came from such a file, that of the list of names beside the file, else
    the next that is free after these, so that nobody is read under the name of another."""
    in_list = {name: number for number, name in reversed(list(enumerate(listed)))}
    own = [int(found[1]) if (found := NUMBERED.fullmatch(name)) else in_list.get(name, HIGHEST + 1) for name in names]
    taken = {number for number in own if number <= HIGHEST}
    free = (number for number in range(len(listed), HIGHEST + 1) if number not in taken)
    found_numbers = [number if number <= HIGHEST else next(free, HIGHEST + 1) for number in own]
    if any(number > HIGHEST for number in found_numbers):
        raise FormatError(TOO_MANY)
    return found_numbers


def _written(record: GameRecord, black: int, white: int) -> bytes:
    board = find_game(record.game).board
    squares = [board.move(move.move).square for move in all_moves(record) if move.move != "pass"]
    moves = bytes(10 * (square // 8 + 1) + square % 8 + 1 for square in squares)
    discs = max(0, min(64, 32 + record.score // 2))
    numbered = NUMBERED.match(record.versions.get(TOURNAMENT, ""))
    tournament = int(numbered[1]) if numbered is not None and int(numbered[1]) <= HIGHEST else 0
    return GAME.pack(tournament, black, white, discs, discs, moves)
