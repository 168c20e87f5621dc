"""Files of other programs: a format is a file here, with `read(data)` and `write(records)`, found by its name."""

import importlib
import pkgutil
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import PurePath
from typing import Any

from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.formats._common import FormatError as FormatError
from orchard.play.formats._common import make_record, number_repeats, text_of
from orchard.play.record import GameRecord

BOARD = "board"  # a plain board text, which detect() knows too: no file format, but people paste it


@lru_cache(maxsize=1)
def formats() -> tuple[str, ...]:
    """The names of all formats."""
    return tuple(sorted(entry.name for entry in pkgutil.iter_modules(__path__) if not entry.name.startswith("_")))


def format_module(name: str) -> Any:
    if name not in formats():
        raise FormatError(f"no format {name!r}; there are {', '.join(formats())}")
    return importlib.import_module(f"orchard.play.formats.{name}")


def by_file_name(path: str) -> str | None:
    """The format that a file's name promises, if any."""
    ending = PurePath(path).suffix.lower()
    return next((name for name in formats() if ending in format_module(name).FORMAT.endings), None)


def holds(name: str, game: Game) -> bool:
    """Whether a format holds games of this kind."""
    return bool(format_module(name).FORMAT.holds(game))


def detect(data: bytes | str) -> str:
    """The format that `data` is written in: one of `formats()`, or 'board' for a board text."""
    if isinstance(data, bytes) and format_module("wthor").looks_so(data):
        return "wthor"
    text = text_of(data).strip()
    if "\0" in text:
        raise FormatError("this is neither text nor a whole WTHOR file (16 bytes and 68 for each game)")
    if not text:
        raise FormatError("there is nothing in it")
    if re.match(r"(?:[0-9]++\s*+)?\(\s*+;", text):
        return "ggf" if re.search(r"GM\s*+\[\s*+othello", text[:2000], re.IGNORECASE) else "sgf"
    if re.match(r"piskvork", text, re.IGNORECASE):
        return "psq"
    for line in text.split("\n"):
        said = line.partition("%")[0].strip()
        if said and not said.startswith("#"):
            symbols = re.sub(r"[\s/|]", "", said.partition(";")[0])
            if re.fullmatch(r"[XO*BW#.-]{65}", symbols, re.IGNORECASE) and ";" in said:
                return "obf"
            break
    if len(text) > 25 and re.fullmatch(r"[XO*BW#.\-\s/|]+", text, re.IGNORECASE):
        return BOARD
    format_module("transcript").check_spelling(text)  # anything else is a transcript, or says why it is none
    return "transcript"


def read(data: bytes | str, format: str | None = None, game: str | None = None) -> list[GameRecord]:
    """The games of a file, in the format named or found out.

    `game` says which game a transcript or board text is of, where it could be several.
    """
    found = format or detect(data)
    if found == BOARD:
        return [make_record(_board_game(text_of(data), game).parse(text_of(data)), ())]
    module = format_module(found)
    if found == "transcript":
        records = module.read(data, game)
    elif found == "obf":
        records = [entry.as_record() for entry in module.read(data, game)]
    else:
        records = module.read(data)
    return number_repeats(records)


def _board_game(text: str, game: str | None) -> Game:
    if game:
        return find_game(game)
    squares = len(re.sub(r"[\s/|]", "", text)) - 1
    width = round(max(squares, 1) ** 0.5)
    if squares == 64 or width * width != squares:
        return find_game("reversi")
    return find_game("gomoku", width=width)


def write(records: Iterable[GameRecord], format: str) -> bytes | str:
    """The games as a file of that format; a game that the format cannot hold is refused by its id."""
    module, games = format_module(format), list(records)
    for record in games:
        why = module.FORMAT.why_not(record)
        if why:
            others = (format_module(name).FORMAT for name in formats())
            fitting = " or ".join(
                other.title for other in others if not (other.positions_only or other.why_not(record))
            )
            raise FormatError(f"game {record.id} does not fit: {why}" + (f"; use {fitting}" if fitting else ""))
    written: bytes | str = module.write(games)
    return written
