"""PSQ, the files of the Gomocup manager Piskvork: a header, a line a move (column,row,milliseconds), the players.

'Piskvorky 15x15, 11:11, 0', then '8,8,0' ..., then the two names, '-1', and 'result,rule', such as
'0,Renju'. Columns and rows count from 1 at the top left. Several such files one after another are read as several
games.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from orchard.core.errors import OrchardError
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.formats._common import (
    UNKNOWN_PLAYER,
    Claim,
    Entry,
    FormatError,
    all_moves,
    make_record,
    percent,
    refuse_unless,
    text_of,
    unpercent,
)
from orchard.play.record import GameRecord

ENDINGS = (".psq",)
HEADER = re.compile(r"piskvork\w*\s+([0-9]{1,3})\s*x\s*([0-9]{1,3})\s*(?:,.*)?", re.IGNORECASE)
MOVE = re.compile(r"\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,6})\s*,\s*(-?[0-9]{1,12})\s*")
RESULT = re.compile(r"\s*([0-9]{1,3})\s*,\s*(\w*).*")
RULE_SETS = {"": "Freestyle", "standard": "Standard", "renju": "Renju"}  # ours, and as the files say it
END = "-1"
FIRST_WON, SECOND_WON = "1", "2"

Lines = list[tuple[int, str]]


def read(data: bytes | str) -> list[GameRecord]:
    games: list[Lines] = []
    for number, line in enumerate(text_of(data).split("\n"), 1):
        if HEADER.fullmatch(line.strip()):
            games.append([])
        if games:
            games[-1].append((number, line.strip()))
        elif line.strip():
            raise FormatError(
                f"line {number}, field header: expected 'Piskvorky 15x15, ...', not {line.strip()[:30]!r}"
            )
    if not games:
        raise FormatError("there is no game in it: it begins with 'Piskvorky 15x15, ...'")
    return [_record(lines) for lines in games]


def _record(lines: Lines) -> GameRecord:
    number, header = lines[0]
    game = _game(header, _rule_set(lines), number)
    entries, at = [], 1
    while at < len(lines) and (move := MOVE.fullmatch(lines[at][1])) is not None:
        entries.append(_entry(game, move, f"line {lines[at][0]}, move {at}"))
        at += 1
    names, claim = _players(lines[at:])
    black, white = [*names, UNKNOWN_PLAYER, UNKNOWN_PLAYER][:2]
    return make_record(game.start(), entries, black=unpercent(black), white=unpercent(white), claim=claim)


def _players(lines: Lines) -> tuple[list[str], Claim | None]:
    """What follows the moves: up to two names, the end mark, and who won."""
    names: list[str] = []
    claim, ended = None, False
    for number, line in lines:
        if line == END:
            ended = True
        elif ended:
            result = RESULT.fullmatch(line)
            if result is not None and result[1] in (FIRST_WON, SECOND_WON):
                claim = Claim(1 if result[1] == FIRST_WON else -1)
        elif line and (line.count(",") > 1 or len(names) == 2):
            raise FormatError(f"line {number}: expected a move 'column,row,milliseconds', not {line[:30]!r}")
        elif line:
            names.append(line)
    return names, claim


def _rule_set(lines: Lines) -> str:
    """The rule set that the line after the end mark names; "" for freestyle, also where it names none that is known."""
    marks = [at for at, (_, line) in enumerate(lines) if line == END]
    found = RESULT.fullmatch(lines[marks[0] + 1][1]) if marks and marks[0] + 1 < len(lines) else None
    said = found[2].lower() if found is not None else ""
    return said if said in RULE_SETS else ""


def _game(header: str, rule_set: str, number: int) -> Game:
    found = HEADER.fullmatch(header)
    assert found is not None
    if found[1] != found[2]:
        raise FormatError(f"line {number}, field board size: {found[1]}x{found[2]} is not square")
    try:
        return find_game(f"gomoku:{int(found[1])}" + (f":{rule_set}" if rule_set else ""))
    except OrchardError as error:
        raise FormatError(f"line {number}, field board size: {error}") from error


def _entry(game: Game, move: re.Match[str], where: str) -> Entry:
    column, row, milliseconds = int(move[1]), int(move[2]), int(move[3])
    width = game.board.width
    for name, value in (("column", column), ("row", row)):
        if not 1 <= value <= width:
            raise FormatError(f"{where}, field {name}: {value} is not on the board, 1 to {width}")
    if milliseconds < 0:
        raise FormatError(f"{where}, field milliseconds: {milliseconds} is below 0")
    return Entry(where, game.board.moves[(row - 1) * width + column - 1], seconds=milliseconds / 1000)


def write(records: Iterable[GameRecord]) -> str:
    return "".join(_written(record) for record in records)


def _written(record: GameRecord) -> str:
    game = find_game(record.game)
    refuse_unless(record, game.base_name == "gomoku", "PSQ holds Gomoku; use GGF or SGF")
    refuse_unless(record, not record.start, "PSQ holds games from the empty board; use SGF")
    width = game.board.width
    lines = [f"Piskvorky {width}x{width}, 11:11, 0"]
    for move in all_moves(record):
        row, column = divmod(game.board.move(move.move).square, width)
        lines.append(f"{column + 1},{row + 1},{round(move.seconds * 1000)}")
    undecided = not record.last_position().is_over and record.winner is not None
    result = (FIRST_WON if record.winner == "black" else SECOND_WON) if undecided else "0"
    rule = RULE_SETS.get(game.name.rpartition(":")[2], RULE_SETS[""])
    return "\n".join([*lines, _name(record.black), _name(record.white), END, f"{result},{rule}", ""])


def _name(name: str) -> str:
    """Written so that it is not taken for a move, the end mark, a result or a header."""
    written = percent(name, ",")
    if written == END or HEADER.fullmatch(written):
        return f"%{ord(written[0]):02X}{written[1:]}"
    return written
