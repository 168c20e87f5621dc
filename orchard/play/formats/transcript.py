"""Transcripts: one game a line, 'f5d6c3...', passes left out.

A line may begin with the game it is of, 'gomoku: h8h9'; without, it is the game asked for, else Reversi, or Gomoku
where a square is not on the smaller board. Lines that begin with '#' are comments.
"""

import re
from collections.abc import Iterable

from orchard.core.errors import OrchardError
from orchard.core.game import Game
from orchard.games import game as find_game
from orchard.play.formats._common import Entry, Format, FormatError, all_moves, make_record, text_of
from orchard.play.record import GameRecord

FORMAT = Format("transcript", (".txt", ".transcript"), set_up=False)
NAMED = re.compile(r"([A-Za-z_][A-Za-z_-]{0,39}(?::[0-9A-Za-z]{1,12}){0,2}):\s*+")
LONGEST_LINE = 20_000  # characters; the longest game has some 400 moves


def read(data: bytes | str, game: str | None = None) -> list[GameRecord]:
    asked = find_game(game) if game else None
    records = []
    for number, line in enumerate(text_of(data).split("\n"), 1):
        text = line.strip()
        if text and not text.startswith("#"):
            _check_length(text, number)
            records.append(_read_line(text, f"line {number}", asked))
    if not records:
        raise FormatError("there is no transcript in it: write moves such as f5d6c3")
    return records


def check_spelling(text: str) -> None:
    """A FormatError unless every line is made of squares, of whatever board."""
    for number, line in enumerate(text.split("\n"), 1):
        said = line.strip()
        if said and not said.startswith("#"):
            _check_length(said, number)
            named = NAMED.match(said)
            try:
                find_game("gomoku", width=20).read_moves(said[named.end() :] if named else said)
            except OrchardError as error:
                raise FormatError(f"line {number}: {error}") from error


def _check_length(line: str, number: int) -> None:
    if len(line) > LONGEST_LINE:
        raise FormatError(f"line {number}: {len(line)} characters are more than any game has")


def _read_line(text: str, where: str, asked: Game | None) -> GameRecord:
    try:
        named = NAMED.match(text)
        if named:
            asked, text = find_game(named[1]), text[named.end() :]
        game = asked or _game_of(text)
        moves = game.read_moves(text)
    except OrchardError as error:
        raise FormatError(f"{where}: {error}") from error
    entries = (Entry(f"{where}, move {at} ({move})", move) for at, (_, move) in enumerate(moves, 1))
    return make_record(game.start(), entries)


def _game_of(text: str) -> Game:
    """Reversi, or Gomoku where only that board has all the squares."""
    for name in ("reversi", "gomoku"):
        try:
            find_game(name).read_moves(text)
            return find_game(name)
        except OrchardError:
            continue
    return find_game("reversi")


def write(records: Iterable[GameRecord]) -> str:
    lines = []
    for record in records:
        moves = "".join(move.move for move in all_moves(record) if move.move != "pass")
        named = "" if record.game == "reversi" and moves else f"{record.game}: "
        lines.append(f"{named}{moves}\n")
    return "".join(lines)
