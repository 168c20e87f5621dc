"""PSQ, the files of the Gomocup managers: a header, a line a move (column,row,milliseconds), the players, a code.

'Piskvorky 15x15, 11:11, 0', then '8,8,0' ..., in tournaments the two names, then an error code, -1 where there is none.
The last number of the header is 1 where the second of the two players began. Milliseconds may be missing. We add who
won and the rule set, '0,Renju'. Columns and rows count from 1 at the top left. Several such files one after another are
read as several games. What does not fit this is refused.
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
    Refused,
    all_moves,
    each_made,
    make_record,
    percent,
    unpercent,
)
from orchard.play.formats._source import Data, Text
from orchard.play.record import GameRecord

FORMAT = Format("PSQ", (".psq",), games=("gomoku",), set_up=False)
HEADER = re.compile(r"piskvork\w*+\s++([0-9]{1,3})\s*+x\s*+([0-9]{1,3})\s*+(?:,(.*))?", re.IGNORECASE)
SETTINGS = re.compile(r"[^,]*+,\s*+([0-9]++)\s*+")  # levels of the players, who began
MOVE = re.compile(r"\s*+(-?[0-9]{1,6})\s*+,\s*+(-?[0-9]{1,6})\s*+(?:,\s*+(-?[0-9]{1,12})\s*+)?")
CODE = re.compile(r"-?[0-9]{1,9}")
RESULT = re.compile(r"\s*+([0-9]{1,3})\s*+,\s*+(\w*+).*")
RULE_SETS = {"": "Freestyle", "standard": "Standard", "renju": "Renju"}  # ours, and as the files say it
NO_CODE = "-1"
FIRST_WON, SECOND_WON = "1", "2"

Lines = list[tuple[int, str]]


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    yield from each_made(_games(Text(data).lines()), _record, refused)


def _games(lines: Iterable[tuple[int, str]]) -> Iterator[Lines]:
    game: Lines = []
    for number, line in lines:
        said = line.strip()
        if HEADER.fullmatch(said):
            if game:
                yield game
            game = [(number, said)]
        elif game:
            game.append((number, said))
        elif said:
            raise FormatError(f"line {number}, field header: expected 'Piskvorky 15x15, ...', not {said[:30]!r}")
    if not game:
        raise FormatError("there is no game in it: it begins with 'Piskvorky 15x15, ...'")
    yield game


def _record(lines: Lines) -> GameRecord:
    """A game: the header, the moves, and what stands below them."""
    moves = 1
    while moves < len(lines) and (MOVE.fullmatch(lines[moves][1]) or not lines[moves][1]):
        moves += 1
    names, result = _tail([line for line in lines[moves:] if line[1]])
    rule_set = result[2].lower() if result is not None and result[2].lower() in RULE_SETS else ""
    number, header = lines[0]
    game = _game(header, rule_set, number)
    if _second_began(header, number):
        names.reverse()
    entries: list[Entry] = []
    for number, line in lines[1:moves]:
        if move := MOVE.fullmatch(line):
            entries.append(_entry(game, move, f"line {number}, move {len(entries) + 1}"))
    claim = {FIRST_WON: Claim(1), SECOND_WON: Claim(-1)}.get(result[1]) if result is not None else None
    black, white = map(unpercent, names)
    return make_record(game.start(), entries, black=black, white=white, claim=claim)


def _tail(lines: Lines) -> tuple[list[str], re.Match[str] | None]:
    """The names of the two players, and who won by which rules, as far as they are said."""
    texts = [line for _, line in lines]
    has_names = len(texts) > 2 or (len(texts) == 2 and not CODE.fullmatch(texts[0]) and not CODE.fullmatch(texts[1]))
    names, rest = (texts[:2], texts[2:]) if has_names else ([UNKNOWN_PLAYER] * 2, texts)
    result = RESULT.fullmatch(rest[1]) if len(rest) == 2 else None
    odd = next((line for line in lines if line[1].count(",") > 1), None)
    if odd is None and (len(rest) > 2 or (rest and not CODE.fullmatch(rest[0])) or (len(rest) == 2 and not result)):
        odd = lines[min(2, len(lines) - 1)]
    if odd is not None:
        expected = "a move 'column,row,milliseconds', or below the moves two names and an error code"
        raise FormatError(f"line {odd[0]}: expected {expected}, not {odd[1][:30]!r}")
    return names, result


def _second_began(header: str, number: int) -> bool:
    found = HEADER.fullmatch(header)
    settings = SETTINGS.fullmatch(found[3] or "") if found is not None else None
    if settings is None:
        return False
    if settings[1] not in ("0", "1"):
        raise FormatError(f"line {number}, field who began: expected 0 or 1, not {settings[1][:20]!r}")
    return settings[1] == "1"


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
    column, row, milliseconds = int(move[1]), int(move[2]), int(move[3] or 0)
    width = game.board.width
    for name, value in (("column", column), ("row", row)):
        if not 1 <= value <= width:
            raise FormatError(f"{where}, field {name}: {value} is not on the board, 1 to {width}")
    if milliseconds < 0:
        raise FormatError(f"{where}, field milliseconds: {milliseconds} is below 0")
    return Entry(where, game.board.moves[(row - 1) * width + column - 1], seconds=milliseconds / 1000)


def pieces(records: Iterable[GameRecord]) -> Iterator[str]:
    return map(_written, records)


def write(records: Iterable[GameRecord]) -> str:
    return "".join(pieces(records))


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
    return "\n".join([*lines, _name(record.black), _name(record.white), NO_CODE, f"{result},{rule}", ""])


def _name(name: str) -> str:
    """Written so that it is not taken for a move, an error code, a result or a header."""
    written = percent(name, ",")
    if CODE.fullmatch(written) or HEADER.fullmatch(written):
        return f"%{ord(written[0]):02X}{written[1:]}"
    return written
