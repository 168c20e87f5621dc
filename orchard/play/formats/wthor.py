"""WTHOR .wtb, the French federation's database of Othello games: a header of 16 bytes, then 68 bytes a game.

Names of players stand in another file (.jou); here they are numbers, read as 'wthor:17'.
"""

import re
import struct
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from orchard.games import game as find_game
from orchard.play.formats._common import Claim, Entry, Format, FormatError, all_moves, make_record
from orchard.play.record import GameRecord

FORMAT = Format("WTHOR", (".wtb",), games=("reversi",), other_boards=False, set_up=False)
# century, year, month and day of the file; games; names (0 here); year of the games; board, kind, depth, reserved
HEADER = struct.Struct("<BBBBIHHBBBB")
# tournament, black, white; black's discs, its best from where the end was solved; a byte a move: 10 * row + column
GAME = struct.Struct("<HHHBB60s")
NUMBERED = re.compile(r"wthor:([0-9]{1,5})")
HIGHEST = 0xFFFF


def looks_so(data: bytes) -> bool:
    """Whether the sizes and the date in the header are those of a .wtb file."""
    if len(data) < HEADER.size:
        return False
    _, _, month, day, games, names, _, board, kind, _, _ = HEADER.unpack_from(data)
    size_fits = len(data) == HEADER.size + games * GAME.size
    return size_fits and names == 0 and month <= 12 and day <= 31 and board in (0, 8, 10) and kind in (0, 1)


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: bytes | str) -> Iterator[GameRecord]:
    if isinstance(data, str):
        raise FormatError("a WTHOR file is bytes, not text")
    if len(data) < HEADER.size:
        raise FormatError(f"offset {len(data)}: the file ends within the header of {HEADER.size} bytes")
    _, _, _, _, games, _, year, board, kind, _, _ = HEADER.unpack_from(data)
    if board not in (0, 8):
        raise FormatError(f"offset 12, field board size: only 8×8 is read, not {board}×{board}")
    if kind:
        raise FormatError(f"offset 13, field kind: only games are read, not kind {kind} (1 is solitaire)")
    expected = HEADER.size + games * GAME.size
    if len(data) != expected:
        raise FormatError(
            f"offset 4, field number of games: {games} games need {expected} bytes, but the file has {len(data)}"
        )
    started = f"{year:04}" if 1800 <= year <= 2999 else ""
    for at in range(games):
        yield _record(data, HEADER.size + at * GAME.size, at + 1, started)


def _record(data: bytes, offset: int, number: int, started: str) -> GameRecord:
    _, black, white, discs, _, moves = GAME.unpack_from(data, offset)
    if discs > 64:
        raise FormatError(f"offset {offset + 6}, game {number}, field black's discs: {discs} is more than 64")
    rules = find_game("reversi")
    entries = []
    played = moves.rstrip(b"\0")
    for ply, byte in enumerate(played):
        where = f"offset {offset + 8 + ply}, game {number}, move {ply + 1}"
        row, column = divmod(byte, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise FormatError(f"{where}: {byte} is no square: it is 10 × row + column, 11 to 88")
        entries.append(Entry(where, rules.board.moves[(row - 1) * 8 + column - 1]))
    return make_record(
        rules.start(),
        entries,
        black=f"wthor:{black}",
        white=f"wthor:{white}",
        claim=Claim(2 * discs - 64) if played else None,
        started=started,
    )


def write(records: Iterable[GameRecord], created: date | None = None) -> bytes:
    games = list(records)
    today = created or datetime.now(UTC).date()
    dated = [record.started[:4] for record in games if re.match("[0-9]{4}", record.started)]
    year = int(dated[0]) if dated else today.year
    header = HEADER.pack(today.year // 100, today.year % 100, today.month, today.day, len(games), 0, year, 8, 0, 0, 0)
    numbers = _numbers(games)
    return header + b"".join(_written(record, numbers) for record in games)


def _numbers(games: list[GameRecord]) -> dict[str, int]:
    """A number for each name: its own where it came from such a file, else the next that is free."""
    names = dict.fromkeys(name for record in games for name in (record.black, record.white))
    found = {name: int(own[1]) for name in names if (own := NUMBERED.fullmatch(name)) and int(own[1]) <= HIGHEST}
    taken = set(found.values())
    free = (number for number in range(HIGHEST + 1) if number not in taken)
    for name in names:
        if name not in found:
            number = next(free, None)
            if number is None:
                raise FormatError(f"WTHOR has numbers for {HIGHEST + 1} players, not for more")
            found[name] = number
    return found


def _written(record: GameRecord, numbers: dict[str, int]) -> bytes:
    board = find_game(record.game).board
    squares = [board.move(move.move).square for move in all_moves(record) if move.move != "pass"]
    moves = bytes(10 * (square // 8 + 1) + square % 8 + 1 for square in squares)
    discs = max(0, min(64, 32 + record.score // 2))
    return GAME.pack(0, numbers[record.black], numbers[record.white], discs, discs, moves)
