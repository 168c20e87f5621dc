"""PSQ, the files of the Gomocup manager Piskvork: a header, a line a move (column,row,milliseconds), the players.

'Piskvorky 15x15, 11:11, 0', then '8,8,0' ..., then the two names, '-1', and 'result,rule', such as
'0,Renju'. Columns and rows count from 1 at the top left. Several such files one after another are read as several
games.
"""

import re
from collections.abc import Iterable, Iterator

from orchard.core.errors import OrchardError
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.formats._common import (
    UNKNOWN_PLAYER,
    Claim,
    Entry,
    Format,
    FormatError,
    all_moves,
    make_record,
    percent,
    text_of,
    unpercent,
)
from orchard.play.record import GameRecord

FORMAT = Format("PSQ", (".psq",), games=("gomoku",), set_up=False)
HEADER = re.compile(r"piskvork\w*+\s++([0-9]{1,3})\s*+x\s*+([0-9]{1,3})\s*+(?:,.*)?", re.IGNORECASE)
MOVE = re.compile(r"\s*+(-?[0-9]{1,6})\s*+,\s*+(-?[0-9]{1,6})\s*+,\s*+(-?[0-9]{1,12})\s*+")
RESULT = re.compile(r"\s*+([0-9]{1,3})\s*+,\s*+(\w*+).*")
RULE_SETS = {"": "Freestyle", "standard": "Standard", "renju": "Renju"}  # ours, and as the files say it
END = "-1"
FIRST_WON, SECOND_WON = "1", "2"

Lines = list[tuple[int, str]]


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: bytes | str) -> Iterator[GameRecord]:
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
    yield from map(_record, games)


def _record(lines: Lines) -> GameRecord:
    """A game: the header, the moves, up to two names, the end mark, and who won by which rules."""
    number, header = lines[0]
    end = next((at for at, (_, line) in enumerate(lines) if line == END), len(lines))
    result = next(filter(None, (RESULT.fullmatch(line) for _, line in lines[end + 1 :])), None)
    rule_set = result[2].lower() if result is not None and result[2].lower() in RULE_SETS else ""
    game = _game(header, rule_set, number)
    entries: list[Entry] = []
    names: list[str] = []
    for number, line in lines[1:end]:
        move = MOVE.fullmatch(line)
        if move is not None and not names:
            entries.append(_entry(game, move, f"line {number}, move {len(entries) + 1}"))
        elif line and (line.count(",") > 1 or len(names) == 2):
            raise FormatError(f"line {number}: expected a move 'column,row,milliseconds', not {line[:30]!r}")
        elif line:
            names.append(line)
    black, white = [*names, UNKNOWN_PLAYER, UNKNOWN_PLAYER][:2]
    claim = {FIRST_WON: Claim(1), SECOND_WON: Claim(-1)}.get(result[1]) if result is not None else None
    return make_record(game.start(), entries, black=unpercent(black), white=unpercent(white), claim=claim)


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
