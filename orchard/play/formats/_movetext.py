"""Move lists as people and web sites write them: '1. F5 d6 2. c3', over several lines, with headers and a result.

What is no move is replaced by blanks, so that every character keeps its place and a message can name it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from orchard.play.formats._common import FormatError

NAMED = re.compile(r"([A-Za-z_][A-Za-z_-]{0,39}(?::[0-9A-Za-z]{1,12}){0,2}):\s*+")
HEADER = re.compile(r'\[\s*+([A-Za-z]{1,30})\s++"([^"]*+)"\s*+\]')
NUMBER_FIRST = re.compile(r"([0-9]{1,3})(?:[.):]|\s|$)")
ONE_MOVE = re.compile(r"[a-t][0-9]{1,2}|pass|--", re.IGNORECASE)
NOISE = re.compile(
    r"(?<![^\s,;])(?P<number>[0-9]{1,3})(?:(?P<mark>[.):]{1,3})|(?=\s|$))"  # of a move
    r"|\{[^{}]*+\}"  # a comment
    r"|(?<=[0-9])(?:[!?]{1,2}|-(?=[a-t]))"  # 'f5!?', 'f5-d6'
    r"|[●○⚫⚪→]",
    re.IGNORECASE,
)
RESULT = re.compile(r"(?<![^\s])(?:1/2-1/2|½-½|[0-9]{1,2}\s?[-:]\s?[0-9]{1,2}|\*)\s*+$")
AROUND = " \t\r\f\v`\"'“”„"  # a line of moves: quotes, and the marks of a block of code
LONGEST_GAME = 20_000  # characters; the longest game has some 400 moves
MOST_LINES = 400  # of a game that has a move a line


@dataclass
class MoveList:
    """One game of a text: the line it begins in, the game it names, its headers ('black', 'date'), its moves."""

    line: int
    named: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    text: str = ""
    is_numbered: bool = False

    @property
    def where(self) -> str:
        return f"line {self.line}"

    @property
    def moves(self) -> str:
        """The text with blanks for all that is no move."""
        if len(self.text) > LONGEST_GAME:
            raise FormatError(f"{self.where}: {len(self.text)} characters are more than any game has")
        found = _without_numbers(RESULT.sub(_blanks, self.text))
        if self.text.strip() and not found.strip():
            raise FormatError(f"{self.where}: there is no move in {self.text.strip()[:20]!r}")
        return found


def move_lists(lines: Iterable[tuple[int, str]]) -> Iterator[MoveList]:
    """The games of numbered lines: one a line; a list with numbers or headers goes on over the lines that follow."""
    game: MoveList | None = None
    for number, line in lines:
        said = line.strip(AROUND)
        if not said or said.startswith("#"):
            continue
        header = HEADER.fullmatch(said)
        if header is not None:
            if game is None or game.text:
                if game is not None:
                    yield game
                game = MoveList(number)
            game.headers.setdefault(header[1].lower(), header[2])  # Edax writes a second date, 0.0.0
            continue
        named = NAMED.match(said)
        moves = said[named.end() :] if named else said
        first = NUMBER_FIRST.match(moves)
        begins = named is not None or (first is not None and int(first[1]) == 1)
        if game is not None and not (game.text and begins) and (game.headers or game.is_numbered):
            game.text += f"\n{moves}" if game.text else moves
        else:
            if game is not None:
                yield game
            game = MoveList(number, named[1] if named else "", text=moves, is_numbered=begins and first is not None)
        if len(game.text) > LONGEST_GAME:
            game.text = game.text.ljust(LONGEST_GAME + 1)
            break
    if game is not None:
        yield game


def has_a_move_a_line(text: str) -> bool:
    """Whether every line is a single move, none of them twice: a column copied from a table, or many short games."""
    lines = [line.strip().lower() for line in text.split("\n") if line.strip() and not line.strip().startswith("#")]
    if not 2 <= len(lines) <= MOST_LINES or not all(map(ONE_MOVE.fullmatch, lines)):
        return False
    squares = [line for line in lines if line not in ("pass", "--")]
    return len(set(squares)) == len(squares)


def _without_numbers(text: str) -> str:
    """A number with a mark behind it, '12.', is no move; a bare one only where it counts the moves."""
    due = 1

    def blank(found: re.Match[str]) -> str:
        nonlocal due
        if found["number"]:
            if not found["mark"] and int(found["number"]) not in (due - 1, due):
                return found[0]
            due = int(found["number"]) + 1
        return _blanks(found)

    return NOISE.sub(blank, text)


def _blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])
