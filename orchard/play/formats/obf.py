"""OBF, Othello positions: a line each, 'BOARD X; f5:+2; d6:-4; % comment', moves with their scores for the mover."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from orchard.core.board import Move
from orchard.core.errors import OrchardError
from orchard.core.game import Game, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    Format,
    FormatError,
    Refused,
    all_moves,
    clean_name,
    decimals,
    each_made,
    make_record,
    some,
)
from orchard.play.formats._source import Data, Text
from orchard.play.record import GameRecord

FORMAT = Format("OBF", (".obf",), games=("reversi", "reversed_reversi"), other_boards=False, positions_only=True)
SCORE = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?")


@dataclass(frozen=True, slots=True)
class ScoredPosition:
    """A position with what is known of its moves, from the view of the side to move."""

    position: Position
    scores: tuple[tuple[Move, float], ...] = ()
    comment: str = ""

    def as_record(self) -> GameRecord:
        """The position as a game that has just been set up."""
        return make_record(self.position, ())


def read(data: Data, game: str | None = None) -> list[ScoredPosition]:
    return list(positions(data, game))


def iterate(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[GameRecord]:
    return (entry.as_record() for entry in positions(data, game, refused))


def positions(data: Data, game: str | None = None, refused: Refused | None = None) -> Iterator[ScoredPosition]:
    rules = find_game(game or "reversi")
    said = (numbered for numbered in Text(data).lines() if numbered[1].partition("%")[0].strip())
    found = some(said, "there is no position in it: write lines such as '---...--- X;'")
    yield from each_made(found, lambda numbered: _position(rules, *numbered), refused)


def _position(rules: Game, number: int, line: str) -> ScoredPosition:
    said, _, comment = line.partition("%")
    board, *fields = said.split(";")
    try:
        position = rules.parse(board)
    except OrchardError as error:
        raise FormatError(f"line {number}, field 1 (board): {error}") from error
    if fields and fields[-1].strip():
        raise FormatError(f"line {number}, field {len(fields) + 1}: it does not end with ';'")
    if not fields:
        raise FormatError(f"line {number}, field 1 (board): it does not end with ';'")
    scores = tuple(
        _score(position, field, f"line {number}, field {at}") for at, field in enumerate(fields, 2) if field.strip()
    )
    return ScoredPosition(position, scores, comment.strip())


def _score(position: Position, field: str, where: str) -> tuple[Move, float]:
    name, _, score = (part.strip() for part in field.partition(":"))
    if not SCORE.fullmatch(score):
        raise FormatError(f"{where}: expected MOVE:SCORE such as f5:+2, not {field.strip()[:20]!r}")
    try:
        return position.move(name), float(score)
    except OrchardError as error:
        raise FormatError(f"{where}: {error}") from error


def write(positions: Iterable[ScoredPosition | GameRecord]) -> str:
    """Positions a line each; a game as all its positions, its end included."""
    return "".join(pieces(positions))


def pieces(positions: Iterable[ScoredPosition | GameRecord]) -> Iterator[str]:
    for given in positions:
        for entry in [given] if isinstance(given, ScoredPosition) else _positions(given):
            scores = "".join(f" {move}:{'+' if score >= 0 else ''}{decimals(score)};" for move, score in entry.scores)
            comment = f" % {clean_name(entry.comment)}" if entry.comment.strip() else ""
            yield f"{entry.position.text};{scores}{comment}\n"


def _positions(record: GameRecord) -> Iterator[ScoredPosition]:
    position = record.start_position()
    yield ScoredPosition(position, comment=f"{record.id} ply 0")
    for ply, move in enumerate(all_moves(record), 1):
        position = position.play(move.move)
        yield ScoredPosition(position, comment=f"{record.id} ply {ply}")
