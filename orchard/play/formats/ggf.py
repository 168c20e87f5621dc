"""GGF, the format of the Generic Game Server: '(;GM[Othello]PC[..]..BO[8 ... *]B[f5/eval/seconds]W[..];)'."""

import math
import re
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta

from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, WHITE, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    Claim,
    Entry,
    Format,
    FormatError,
    all_moves,
    decimals,
    line_counter,
    make_record,
    percent,
    text_of,
    unpercent,
    utc,
)
from orchard.play.record import GameRecord, Verdict

FORMAT = Format("GGF", (".ggf",), games=("reversi", "reversed_reversi"))
SPECIAL = "[]();"
# '*+' takes all it can and gives nothing back: a file of blanks is looked at once
BEGIN = re.compile(r"\s*+(?:[0-9]{1,3}\s*+)?\(;")
FIELD = re.compile(r"\s*+([A-Za-z]{1,2})\s*+\[([^\]]*+)\]")
END = re.compile(r"\s*+;?\s*+\)")
NUMBER = re.compile(r"[+-]?[0-9]{1,12}(?:\.[0-9]{0,12})?")
FLAGS: dict[str, Verdict] = {"r": "resign", "t": "time"}
ZONES = {"UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7}

Fields = list[tuple[str, str, int]]  # name, value, line


def read(data: bytes | str) -> list[GameRecord]:
    return list(iterate(data))


def iterate(data: bytes | str) -> Iterator[GameRecord]:
    text = text_of(data)
    line_of = line_counter(text)
    number, at = 0, 0 if BEGIN.match(text) else max(0, text.find("(;"))  # programs may write something before it
    while (begin := BEGIN.match(text, at)) is not None:
        number += 1
        fields, at = _fields(text, begin.end(), number, line_of)
        yield _record(fields, number, line_of(begin.end()))
    rest = text[at:]
    if rest.strip() or not number:
        raise FormatError(f"line {line_of(at + len(rest) - len(rest.lstrip()))}: expected a game, '(;GM[Othello]...'")


def _fields(text: str, at: int, number: int, line_of: Callable[[int], int]) -> tuple[Fields, int]:
    found: Fields = []
    while True:
        end = END.match(text, at)
        if end is not None:
            return found, end.end()
        field = FIELD.match(text, at)
        if field is None:
            after = f" after field {found[-1][0]}" if found else ""
            raise FormatError(f"line {line_of(at)}, game {number}: expected NAME[value] or ';)'{after}")
        found.append((field[1].upper(), field[2], line_of(field.start(1))))
        at = field.end()


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
    name = "reversed_reversi" if "a" in said.get("TY", ("8", ""))[0].lower() else "reversi"
    if "BO" not in said:
        return find_game(name).start()
    board, where = said["BO"]
    size, _, squares = board.partition(" ")
    try:
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
    if abs(points) > 64:
        raise FormatError(f"{where}: {score[:20]!r} is out of range, -64 to 64")
    verdict = FLAGS.get(flag.strip().lower())
    return Claim(points, verdict or "normal", sure=verdict is not None)


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


def write(records: Iterable[GameRecord]) -> str:
    return "".join(f"{_written(record)}\n" for record in records)


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
    if record.winner is not None or record.last_position().is_over:
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
