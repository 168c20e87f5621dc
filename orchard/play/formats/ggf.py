"""GGF, the format of the Generic Game Server: '(;GM[Othello]PC[..]..BO[8 ... *]B[f5/eval/seconds]W[..];)'."""

import math
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from itertools import count

from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, WHITE, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    Claim,
    Entry,
    Format,
    FormatError,
    Refused,
    all_moves,
    decimals,
    make_record,
    percent,
    record_of,
    replay_squares,
    squares_by_name,
    unpercent,
    utc,
)
from orchard.play.formats._source import Data, Text
from orchard.play.record import GameRecord, Verdict

FORMAT = Format("GGF", (".ggf",), games=("reversi", "reversed_reversi"))
SPECIAL = "[]();"
# '*+' takes all it can and gives nothing back: a file of blanks is looked at once
BEGIN = re.compile(r"\s*+(?:[0-9]{1,3}\s*+)?\(;")
FIELD = re.compile(r"\s*+([A-Za-z]{1,2})\s*+\[([^\]]*+)\]")
END = re.compile(r"\s*+;?\s*+\)")
WHOLE = re.compile(
    r"\s*+(?:[0-9]{1,3}\s*+)?\(;((?:\s*+[A-Za-z]{1,2}\s*+\[[^\]]*+\])*+)\s*+;?\s*+\)"  # a game: its fields
)
NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{0,12})?")
SHORT = r"[+-]?[0-9][0-9.]{0,11}+"  # a number as most programs write it, if float() takes it
MOVE = re.compile(rf"(?<=[\]\s])([BW])\[([A-Za-z0-9]{{2,4}}+)(?:/({SHORT})?+)?+(?:/({SHORT})?+)?+\]")
FIRST_MOVE = re.compile(r"\][BW]\[")
FLAGS: dict[str, Verdict] = {"r": "resign", "t": "time"}
ZONES = {"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}

NO_RESULT = 127  # what Edax writes for a game without an end, on either side of 0
SIDES = {"B": 0, "W": 1}

Fields = list[tuple[str, str, int]]  # name, value, line


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    source = Text(data)
    source.more()
    if not BEGIN.match(source.text):
        source.at = max(0, source.text.find("(;"))  # programs may write something before it
    for number in count(1):
        try:
            whole = _next_game(source, number)
            if whole is None:
                return
            record = _quickly(whole[1]) or _record_at(source, number)
            source.at = whole.end()
        except FormatError as error:
            if refused is None:
                raise
            refused(error)
            _leave_out(source)
        else:
            yield record


def _next_game(source: Text, number: int) -> re.Match[str] | None:
    """The text of the next game, whole; None at the end of the file."""
    while (whole := WHOLE.match(source.text, source.at)) is None:
        if source.is_long or not source.more():
            break
    if whole is not None:
        return whole
    if BEGIN.match(source.text, source.at) is None:
        rest = source.text[source.at :]
        if rest.strip() or number == 1:
            line = source.line_of(source.at + len(rest) - len(rest.lstrip()))
            raise FormatError(f"line {line}: expected a game, '(;GM[Othello]...'")
        return None
    _record_at(source, number)  # says what is wrong
    raise FormatError(f"line {source.line_of(source.at)}, game {number}: expected NAME[value] or ';)'")


def _leave_out(source: Text) -> None:
    """Go to the next game that begins after the one that begins here."""
    begin = BEGIN.match(source.text, source.at)
    source.at = begin.end() if begin is not None else source.at + 1
    while (at := source.text.find("(;", source.at)) < 0:
        source.at = max(source.at, len(source.text) - 1)
        if not source.more():
            source.at = len(source.text)
            return
    source.at = at


def _record_at(source: Text, number: int) -> GameRecord:
    begin = BEGIN.match(source.text, source.at)
    assert begin is not None
    line, counted, at = source.line_of(begin.end()), begin.end(), begin.end()
    first_line, found = line, Fields()
    while END.match(source.text, at) is None:
        field = FIELD.match(source.text, at)
        if field is None:
            after = f" after field {found[-1][0]}" if found else ""
            raise FormatError(f"line {line}, game {number}: expected NAME[value] or ';)'{after}")
        line, counted = line + source.text.count("\n", counted, field.start(1)), field.start(1)
        found.append((field[1].upper(), field[2], line))
        at = field.end()
    return _record(found, number, first_line)


def _quickly(text: str) -> GameRecord | None:
    """A game from its fields, where they are written as most are; None where the slower way must tell."""
    first = FIRST_MOVE.search(text)
    moves = MOVE.findall(text, first.start() + 1) if first is not None else []
    if first is None or text.count("[", first.start()) != len(moves):
        return None
    said: dict[str, str] = {}
    for name, value in FIELD.findall(text, 0, first.start() + 1):
        said.setdefault(name, value.strip())
    try:
        start = _start_of(said.get("TY", ""), said.get("BO", ""))
        known = squares_by_name(start.game)
        squares = [known[move] for _, move, _, _ in moves]
        values = [float(value) if value else None for _, _, value, _ in moves]
        seconds = [float(spent) if spent else 0.0 for _, _, _, spent in moves]
        claim = _claim(said["RE"], "") if "RE" in said else None
        if said["GM"].lower() != "othello":
            return None
    except (KeyError, ValueError):  # also a FormatError
        return None
    played = replay_squares(start, squares, [SIDES[side] for side, _, _, _ in moves], seconds, values)
    if played is None:
        return None
    black, white = unpercent(said.get("PB", "")), unpercent(said.get("PW", ""))
    return record_of(start, *played, black=black, white=white, claim=claim, started=_started(said.get("DT", "")))


@lru_cache(maxsize=256)
def _start_of(kind: str, board: str) -> Position:
    return _start({"TY": (kind, ""), "BO": (board, "")} if board else {"TY": (kind, "")})


def _record(fields: Fields, number: int, line: int) -> GameRecord:
    said = {name: (value.strip(), f"line {at}, game {number}, field {name}") for name, value, at in reversed(fields)}
    kind, black, white, day = (said.get(name, ("", ""))[0] for name in ("GM", "PB", "PW", "DT"))
    if kind.lower() != "othello":
        raise FormatError(f"line {line}, game {number}, field GM: only Othello is read, not {kind[:20]!r}")
    start = _start(said)
    entries: list[Entry] = []
    for name, value, at in fields:
        if name in ("B", "W"):
            where = f"line {at}, game {number}, move {len(entries) + 1} (field {name})"
            entries.append(_entry(name, value, where))
    claim = _claim(*said["RE"]) if "RE" in said else None
    black, white, started = unpercent(black), unpercent(white), _started(day)
    return make_record(start, entries, black=black, white=white, claim=claim, started=started)


def _start(said: dict[str, tuple[str, str]]) -> Position:
    kind, where = said.get("TY", ("8", ""))
    name = "reversed_reversi" if "a" in kind.lower() else "reversi"
    try:
        if "BO" not in said:
            width = re.match(r"s?([0-9]{1,3})", kind.lower())
            return find_game(f"{name}:{width[1]}" if width else name).start()
        board, where = said["BO"]
        size, _, squares = board.partition(" ")
        return find_game(f"{name}:{size[:20]}").parse(squares)
    except OrchardError as error:
        raise FormatError(f"{where}: {error}") from error


def _entry(name: str, value: str, where: str) -> Entry:
    move, *rest = (part.strip() for part in value.split("/"))
    numbers = [_number(part, where) if part else None for part in (*rest, "", "")][:2]
    return Entry(where, move, BLACK if name == "B" else WHITE, numbers[1] or 0.0, numbers[0])


def _number(text: str, where: str) -> float:
    if not NUMBER.fullmatch(text):
        raise FormatError(f"{where}: {text[:20]!r} is no number")
    return float(text)


def _claim(value: str, where: str) -> Claim | None:
    if value in ("", "?"):
        return None
    score, _, flag = value.partition(":")
    points = round(_number(score.strip(), where))
    if abs(points) == NO_RESULT:
        return None
    if abs(points) > 64:
        raise FormatError(f"{where}: {score[:20]!r} is out of range, -64 to 64")
    verdict = FLAGS.get(flag.strip().lower())
    return Claim(points, verdict or "normal", sure=verdict is not None)


@lru_cache(maxsize=1000)
def _started(value: str) -> str:
    """ISO 8601 in UTC; only the day where the zone is not known; empty where the date cannot be read."""
    try:
        if re.fullmatch(r"[0-9]{9,10}", value):
            return datetime.fromtimestamp(int(value), UTC).isoformat()
        found = re.fullmatch(
            r"([0-9]{4})[.-]([0-9]{1,2})[.-]([0-9]{1,2})"
            r"(?:[_ ]++([0-9]{1,2}):([0-9]{1,2})(?::([0-9]{1,2}))?(?:[. ]*+([A-Za-z]{3}))?)?",
            value,
        )
        if not found:
            return ""
        day = datetime(int(found[1]), int(found[2]), int(found[3]), tzinfo=UTC)
        zone = (found[7] or "UTC").upper()
        if found[4] is None or zone not in ZONES:
            return day.date().isoformat()
        at = timedelta(hours=int(found[4]) - ZONES[zone], minutes=int(found[5]), seconds=int(found[6] or 0))
        return (day + at).isoformat()
    except (ValueError, OverflowError):
        return ""


def pieces(records: Iterable[GameRecord]) -> Iterator[str]:
    return (f"{_written(record)}\n" for record in records)


def write(records: Iterable[GameRecord]) -> str:
    return "".join(pieces(records))


def _written(record: GameRecord) -> str:
    start = record.start_position()
    game, width = start.game.base_name, start.game.board.width
    fields = ["GM[Othello]", "PC[Orchard]"]
    when = utc(record.started)
    if when is not None and len(record.started) > len("2026-11-15"):
        fields.append(f"DT[{when:%Y.%m.%d_%H:%M:%S}.UTC]")
    elif when is not None:
        fields.append(f"DT[{when:%Y.%m.%d}]")
    fields.append(f"PB[{percent(record.black, SPECIAL)}]PW[{percent(record.white, SPECIAL)}]")
    fields.append(f"TY[{width}{'a' if game == 'reversed_reversi' else ''}]")
    if record.winner is not None or record.ends_on_board:
        flags = "".join(f":{flag}" for flag, verdict in FLAGS.items() if verdict == record.verdict)
        fields.append(f"RE[{record.score:+d}.000{flags}]")
    board = start.text.replace("X", "*")
    rows = " ".join(board[at : at + width] for at in range(0, width * width, width))
    fields.append(f"BO[{width} {rows} {board[-1]}]")
    color = start.to_move
    for move in all_moves(record):
        value = "" if move.value is None or not math.isfinite(move.value) else decimals(move.value)
        seconds = decimals(move.seconds) if move.seconds else ""
        said = "/".join(("PA" if move.move == "pass" else move.move, value, seconds)).rstrip("/")
        fields.append(f"{'B' if color == BLACK else 'W'}[{said}]")
        color = WHITE if color == BLACK else BLACK
    return f"(;{''.join(fields)};)"
