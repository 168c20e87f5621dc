"""PSQ, the files of the Gomocup managers: a header, a line a move (column,row,milliseconds), the players, a code.

'Piskvorky 15x15, 11:11, 0', then '8,8,0' ..., in tournaments the two names, then an error code, -1 where there is none.
The last number of the header is 1 where the second of the two players began. Milliseconds may be missing. GomocupJudge
adds who won and the tournament, '1,Renju_2', whose name begins with the rule set; so do we. Columns and rows count from
1 at the top left. Several such files one after another are read as several games. What does not fit this is refused.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from orchard.core.errors import OrchardError
from orchard.core.game import Game, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    UNKNOWN_PLAYER,
    Claim,
    Entry,
    Format,
    FormatError,
    Refused,
    Replayed,
    all_moves,
    each_made,
    percent,
    record_of,
    replay,
    replay_squares,
    unpercent,
)
from orchard.play.formats._source import Data, Text
from orchard.play.record import GameRecord, squares_of_moves

FORMAT = Format("PSQ", (".psq",), games=("gomoku",), set_up=False)
HEADER = re.compile(r"piskvork\w*+\s++([0-9]{1,3})\s*+x\s*+([0-9]{1,3})\s*+(?:,(.*))?", re.IGNORECASE)
LINE_OF_HEADER = re.compile(r"\n(?=[^\S\n]*+piskvork)", re.IGNORECASE)
SETTINGS = re.compile(r"[^,]*+,\s*+([0-9]++)\s*+")  # levels of the players, who began
MOVE = re.compile(r"\s*+(-?[0-9]{1,6})\s*+,\s*+(-?[0-9]{1,6})\s*+(?:,\s*+(-?[0-9]{1,12})\s*+)?")
PLAIN_MOVES = re.compile(r"(?:[0-9]{1,2},[0-9]{1,2},[0-9]{1,9}\n)*+")  # as programs write them
PLAIN_MOVE = re.compile(r"([0-9]{1,2},[0-9]{1,2}),([0-9]{1,9})\n")
CODE = re.compile(r"-?[0-9]{1,9}")
RESULT = re.compile(r"\s*+([0-9]{1,3})\s*+,\s*+([A-Za-z]*+).*")
RULE_SETS = {"": "Freestyle", "standard": "Standard", "renju": "Renju"}  # ours, and as the files say it
OTHER_RULES = ("caro",)
NO_CODE, ENDED = "-1", "0"
FIRST_WON, SECOND_WON = "1", "2"

Lines = list[tuple[int, str]]


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    yield from each_made(_games(Text(data)), _record, refused)


def _games(source: Text) -> Iterator[tuple[int, str]]:
    """The text of each game, from its header on, and the number of its first line."""
    line = _first_header(source)
    while source.at < len(source.text):
        end = _next_header(source)
        yield line, source.text[source.at : end]
        line += source.text.count("\n", source.at, end)
        source.at = end


def _first_header(source: Text) -> int:
    """Go to the header that begins the file; the number of its line."""
    while (begin := len(source.text) - len(source.text.lstrip())) == len(source.text) and source.more():
        pass
    while "\n" not in source.text[begin:] and not source.is_long and source.more():
        pass
    first = source.text[begin:].partition("\n")[0].strip()
    line = 1 + source.text.count("\n", 0, begin)
    if not first:
        raise FormatError("there is no game in it: it begins with 'Piskvorky 15x15, ...'")
    if not HEADER.fullmatch(first):
        raise FormatError(f"line {line}, field header: expected 'Piskvorky 15x15, ...', not {first[:30]!r}")
    source.at = begin
    return line


def _next_header(source: Text) -> int:
    """Where the next game begins in the text, or its end; all before it is in memory."""
    look = 1  # after source.at, which moves when more is read
    while True:
        found = LINE_OF_HEADER.search(source.text, source.at + look)
        end = source.text.find("\n", found.end()) if found is not None else -1
        if end < 0 and source.more():
            continue
        if found is None:
            return len(source.text)
        line = source.text[found.end() : end if end >= 0 else len(source.text)]
        if HEADER.fullmatch(line.strip()):
            return found.end()
        look = found.end() + 1 - source.at


def _record(found: tuple[int, str]) -> GameRecord:
    """A game: the header, the moves, and what stands below them."""
    number, text = found
    header, _, below = text.partition("\n")
    regular = PLAIN_MOVES.match(below)
    assert regular is not None  # of no moves, at least
    plain: list[tuple[str, str]] = PLAIN_MOVE.findall(below, 0, regular.end())
    lines = _numbered(below[regular.end() :], number + 1 + len(plain))
    others = 0  # moves that are not written as most are
    while others < len(lines) and (MOVE.fullmatch(lines[others][1]) or not lines[others][1]):
        others += 1
    names, code, result = _tail([line for line in lines[others:] if line[1]])
    game = _game(header.strip(), _rule_set(result, number + below.rstrip().count("\n") + 1), number)
    if _second_began(header.strip(), number):
        names.reverse()
    start = game.start()
    black, white = map(unpercent, names)
    played = None if others else _quickly(start, plain)
    played = played or replay(start, _entries(game, _numbered(below, number + 1)[: len(plain) + others]))
    claim = _claim(result[1], code, len(played[0])) if result is not None else None
    return record_of(start, *played, black=black, white=white, claim=claim, started="")


def _rule_set(result: re.Match[str] | None, number: int) -> str:
    """The rule set that the name of a tournament begins with; freestyle where it names none."""
    said = result[2].lower() if result is not None else ""
    if said.startswith(OTHER_RULES):
        known = ", ".join(RULE_SETS.values())
        raise FormatError(f"line {number}, field rules: {said.capitalize()} is not played here, only {known}")
    return next((name for name in RULE_SETS if name and said.startswith(name)), "")


def _claim(winner: str, code: str, moves: int) -> Claim | None:
    """Who won a game that is not over on the board. GomocupJudge, which knows no code, lets the side lose that is to
    move; its number does not always mean a colour: after an opening of an odd number of stones it means the other."""
    if winner not in (FIRST_WON, SECOND_WON):
        return None
    if code == NO_CODE:
        winner = FIRST_WON if moves % 2 else SECOND_WON
    return Claim(1 if winner == FIRST_WON else -1)


def _numbered(text: str, first: int) -> Lines:
    return [(number, line.strip()) for number, line in enumerate(text.split("\n"), first)]


def _quickly(start: Position, moves: list[tuple[str, str]]) -> Replayed | None:
    """The moves and the outcome where every point is on the board and every move legal."""
    known = _squares_of(start.game)
    try:
        squares = [known[point] for point, _ in moves]
    except KeyError:
        return None
    return replay_squares(start, squares, None, [int(spent) / 1000 for _, spent in moves], [None] * len(moves))


@lru_cache(maxsize=64)
def _squares_of(game: Game) -> dict[str, int]:
    """The number of each square by its column and row, '8,8'."""
    return {point: square for square, point in enumerate(_points_of(game))}


@lru_cache(maxsize=64)
def _points_of(game: Game) -> tuple[str, ...]:
    """Each square as 'column,row'."""
    width = game.board.width
    return tuple(f"{square % width + 1},{square // width + 1}" for square in range(game.board.size))


def _entries(game: Game, lines: Lines) -> list[Entry]:
    entries: list[Entry] = []
    for number, line in lines:
        if move := MOVE.fullmatch(line):
            entries.append(_entry(game, move, f"line {number}, move {len(entries) + 1}"))
    return entries


def _tail(lines: Lines) -> tuple[list[str], str, re.Match[str] | None]:
    """The names of the two players, the error code, and who won by which rules, as far as they are said."""
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
    return names, rest[0] if rest else NO_CODE, result


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
    points = _points_of(game)
    moves = all_moves(record)
    for square, move in zip(squares_of_moves(game, moves), moves, strict=True):
        lines.append(f"{points[square]},{round(move.seconds * 1000)}")
    undecided = record.winner is not None and not record.ends_on_board
    result = (FIRST_WON if record.winner == "black" else SECOND_WON) if undecided else "0"
    rule = RULE_SETS.get(game.name.rpartition(":")[2], RULE_SETS[""])
    code = ENDED if undecided else NO_CODE  # so that the number is read as a colour
    return "\n".join([*lines, _name(record.black), _name(record.white), code, f"{result},{rule}", ""])


def _name(name: str) -> str:
    """Written so that it is not taken for a move, an error code, a result or a header."""
    written = percent(name, ",")
    if CODE.fullmatch(written) or HEADER.fullmatch(written):
        return f"%{ord(written[0]):02X}{written[1:]}"
    return written
