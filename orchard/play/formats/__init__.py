"""Files of other programs: a format is a file here, with `read(data)` and `write(records)`, found by its name."""

import importlib
import pkgutil
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import PurePath
from typing import Any, BinaryIO

from orchard.core.game import Game
from orchard.play.formats._board import find_board, set_up
from orchard.play.formats._common import FormatError as FormatError
from orchard.play.formats._common import Refused as Refused
from orchard.play.formats._common import make_record, number_repeats, text_of
from orchard.play.formats._link import branches_of, find_link, read_link
from orchard.play.formats._sgf_notes import Note
from orchard.play.formats._source import Data, check_is_here, head_of
from orchard.play.record import GameRecord

# What detect() knows too: no file formats, but people paste them.
BOARD = "board"  # a board text, or a grid as it is printed
LINK = "link"  # to a game in the studio
TREE = re.compile(r"\(\s*+;")  # what a game begins with in GGF and SGF; programs may write something before it


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


def _begins_with_scored_position(text: str) -> bool:
    """Whether the first line that is no comment is one of OBF, whatever its own comment holds."""
    for line in text.split("\n"):
        said = line.partition("%")[0].strip()
        if said and not said.startswith("#"):
            symbols = re.sub(r"[\s/|]", "", said.partition(";")[0])
            return ";" in said and re.fullmatch(r"[XO*BW#.-]{65}", symbols, re.IGNORECASE) is not None
    return False


def detect(data: Data) -> str:
    """The format that `data`, a text, bytes or a file, is written in: one of `formats()`, or 'board' or 'link'."""
    check_is_here(data)
    head, size = head_of(data)
    if isinstance(head, bytes) and format_module("wthor").looks_so(head, size):
        return "wthor"
    text = text_of(head).strip()
    if "\0" in text:
        raise FormatError("this is neither text nor a whole WTHOR file (16 bytes and 68 for each game)")
    if not text:
        raise FormatError("there is nothing in it")
    if re.match(r"piskvork", text, re.IGNORECASE):
        return "psq"
    if _begins_with_scored_position(text):
        return "obf"
    if TREE.search(text, 0, 2000) and not text.startswith("#"):
        return "ggf" if re.search(r"GM\s*+\[\s*+othello", text[:2000], re.IGNORECASE) else "sgf"
    if find_link(text):
        return LINK
    if find_board(text):
        return BOARD
    format_module("transcript").check_spelling(text)  # anything else is a transcript, or says why it is none
    return "transcript"


def read(data: bytes | str, format: str | None = None, game: str | None = None) -> list[GameRecord]:
    """The games of a file, in the format named or found out.

    `game` says which game a transcript or board text is of, where it could be several.
    """
    return list(iterate(data, format, game))


def iterate(
    data: Data, format: str | None = None, game: str | None = None, refused: Refused | None = None
) -> Iterator[GameRecord]:
    """The games of a text, of bytes or of a file opened for reading bytes, one by one: it may have any size.

    A game that cannot be read raises a FormatError or, where `refused` is given, is left out, and `refused` gets that.
    """
    check_is_here(data)
    return number_repeats(_iterate(data, format or detect(data), game, refused))


def _iterate(data: Data, format: str, game: str | None, refused: Refused | None) -> Iterable[GameRecord]:
    if format == BOARD:
        found = find_board(text_of(head_of(data)[0]))
        if found is None:
            raise FormatError("there is no board in it: write the squares row by row, such as ---XO---")
        return [make_record(set_up(found, game), ())]
    if format == LINK:
        link = find_link(text_of(head_of(data)[0]))
        if link is None:
            raise FormatError("there is no link in it, such as #analyse/reversi/f5d6")
        return [read_link(link)]
    games: Iterable[GameRecord] = format_module(format).iterate(data, game, refused)
    return games


def ways(data: bytes | str, format: str, game: Game) -> str:
    """All moves of a text's first game with its branches in brackets, 'f5d6(f4e3)c3'; empty where there are none.

    The text has been read in that format, as one of that game."""
    link = find_link(text_of(data)) if format == LINK else None
    if link is not None:
        return branches_of(link)
    return str(format_module(format).ways(data, game)) if format == "sgf" else ""


def notes(data: bytes | str, format: str, game: Game) -> list[Note]:
    """What readers have written and drawn on the positions of a text's first game, where its format can hold that.

    The text has been read in that format, as one of that game."""
    found: list[Note] = format_module(format).notes(data, game) if format == "sgf" else []
    return found


def says_who_moves(board: str) -> bool:
    """Whether a board, see `detect`, says which side is to move."""
    found = find_board(board)
    return found is not None and bool(found.to_move)


def write(records: Iterable[GameRecord], format: str) -> bytes | str:
    """The games as a file of that format; a game that the format cannot hold is refused by its id."""
    games = list(records)
    for record in games:
        check_fits(record, format)
    written: bytes | str = format_module(format).write(games)
    return written


def write_to(file: BinaryIO, records: Iterable[GameRecord], format: str) -> int:
    """Write the games to a file opened for writing and reading bytes, one by one; says how many there were."""
    games = 0

    def checked() -> Iterator[GameRecord]:
        nonlocal games
        for record in records:
            check_fits(record, format)
            games += 1
            yield record

    module = format_module(format)
    if hasattr(module, "write_to"):
        module.write_to(file, checked())
    else:
        for piece in module.pieces(checked()):
            file.write(piece.encode())
    return games


def check_fits(record: GameRecord, format: str) -> None:
    """A FormatError where a format cannot hold a game, with the formats that can."""
    why = format_module(format).FORMAT.why_not(record)
    if why:
        others = (format_module(name).FORMAT for name in formats())
        fitting = " or ".join(other.title for other in others if not (other.positions_only or other.why_not(record)))
        raise FormatError(f"game {record.id} does not fit: {why}" + (f"; use {fitting}" if fitting else ""))
