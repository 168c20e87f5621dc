"""Transcripts: one game a line, 'f5d6c3...', passes left out; also numbered lists, '1. f5 d6 2. c3'.

A line may begin with the game it is of, 'gomoku: h8h9'; without, it is the game asked for, else Reversi, or Gomoku
where a square is not on the smaller board. Lines that begin with '#' are comments.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice

from orchard.core.errors import OrchardError
from orchard.core.game import Game, Outcome, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    UNKNOWN_PLAYER,
    Entry,
    Format,
    FormatError,
    Refused,
    all_moves,
    each_made,
    make_record,
    record_of,
    replay_squares,
    some,
    squares_by_name,
)
from orchard.play.formats._movetext import MOST_LINES, MoveList, has_a_move_a_line, move_lists
from orchard.play.formats._source import Data, Text
from orchard.play.record import GameRecord, MoveRecord

SQUARE = re.compile(r"[a-tA-T][0-9]{1,2}+")
DAY = re.compile(
    r"([0-9]{4})[.-](?:([0-9]{1,2})[.-]([0-9]{1,2})|[0-9?]{1,2}[.-]\?\?)"
)  # of which only the year may be known
FORMAT = Format("transcript", (".txt", ".transcript"), set_up=False)


def read(data: bytes | str, game: str | None = None) -> list[GameRecord]:
    return list(iterate(data, game))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    asked = find_game(game) if game else None
    lines = Text(data).lines()
    first = list(islice(lines, 2 * MOST_LINES))
    text = "\n".join(line for _, line in first)
    if has_a_move_a_line(text) and not _are_first_moves(text, asked):
        first = [(1, " ".join(line for _, line in first if not line.strip().startswith("#")))]
    found = some(move_lists(chain(first, lines)), "there is no transcript in it: write moves such as f5d6c3")
    yield from each_made(found, lambda moves: _record(moves, asked), refused)


def check_spelling(text: str) -> None:
    """A FormatError unless the first game is made of squares, of whatever board."""
    for found in move_lists(enumerate(text.split("\n"), 1)):
        try:
            find_game("gomoku", width=20).read_moves(found.moves)
        except FormatError:
            raise
        except OrchardError as error:
            raise FormatError(f"{found.where}: {error}") from error
        break


def _are_first_moves(text: str, asked: Game | None) -> bool:
    """Whether each of the moves may open a game: then every line is a game, as in files that are written here."""
    game = asked or _game_of(text)
    try:
        moves = game.read_moves(" ".join(line for line in text.split("\n") if not line.strip().startswith("#")))
    except OrchardError:
        return True
    legal = game.start().legal_mask()
    return all(not move.is_pass and legal >> move.square & 1 for _, move in moves)


def _record(found: MoveList, asked: Game | None) -> GameRecord:
    black, white = (found.headers.get(color) or UNKNOWN_PLAYER for color in ("black", "white"))
    if "fen" in found.headers:
        raise FormatError(
            f"{found.where}, field FEN: a list of moves begins at the start; save this game as GGF or SGF"
        )
    day = DAY.fullmatch(found.headers.get("date", ""))
    started = "-".join(part.zfill(2) for part in day.groups() if part) if day else ""
    played = _quickly(found, asked)
    if played is not None:
        return record_of(*played, black=black, white=white, claim=None, started=started)
    try:
        game = find_game(found.named) if found.named else asked or _game_of(found.moves)
        moves = game.read_moves(found.moves)
    except FormatError:
        raise
    except OrchardError as error:
        raise FormatError(f"{found.where}: {error}") from error
    entries = (Entry(f"{found.where}, move {at} ({move})", move) for at, (_, move) in enumerate(moves, 1))
    return make_record(game.start(), entries, black=black, white=white, started=started)


def _quickly(found: MoveList, asked: Game | None) -> tuple[Position, tuple[MoveRecord, ...], Outcome | None] | None:
    """The start, the moves and the outcome where the text is squares only; None where the slower way must tell."""
    names = SQUARE.findall(found.text)
    if len("".join(names)) != len(found.text):
        return None
    try:
        game = find_game(found.named) if found.named else asked or find_game("reversi")
        known = squares_by_name(game)
        played = replay_squares(game.start(), [known[name] for name in names])
    except (OrchardError, KeyError):
        return None
    return None if played is None else (game.start(), *played)


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
    return "".join(pieces(records))


def pieces(records: Iterable[GameRecord]) -> Iterator[str]:
    for record in records:
        moves = "".join(move.move for move in all_moves(record) if move.move != "pass")
        named = "" if record.game == "reversi" and moves else f"{record.game}: "
        yield f"{named}{moves}\n"
