"""Boards as people paste them: a board text, or a grid with letters and numbers around it, as our terminal prints it.

Where the text does not say who is to move, the side that can move is taken or, where both can, the one whose turn it
is by the number of stones.
"""

import re
from dataclasses import dataclass

from orchard.core.errors import OrchardError
from orchard.core.game import Game, Position
from orchard.games import game as find_game
from orchard.games import games as all_games
from orchard.play.formats._common import FormatError

LONGEST = 5_000  # characters; the largest board printed as a grid has some 1,200
FEWEST = 9  # squares
SIGNS = str.maketrans("●⚫○⚪·•+_", "XXOO----")
SYMBOLS = re.compile(r"[XO*BW#.\-]+", re.IGNORECASE)
ROW = re.compile(r"\s*+([0-9]{1,2})([^0-9]{1,120}+)(?:[0-9]{1,2})?\s*+")
RULER = re.compile(r"[\s|+=_─-]*+")
TO_MOVE = re.compile(
    r"(black|white|\bX|\bO)\b\W{0,3}(?:s turn|to (?:move|play))"
    r"|(?:turn|to (?:move|play)):?\s{0,3}(black|white|X\b|O\b)",
    re.IGNORECASE,
)
COLORS = {"black": "X", "x": "X", "white": "O", "o": "O"}


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The stones row by row, as X, O and -; who is to move, X, O or nothing; the width, 0 where it is not known."""

    stones: str
    to_move: str
    width: int = 0


def find_board(text: str) -> FoundBoard | None:
    """The board in a text; None where it is something else."""
    if len(text) > LONGEST:
        return None
    plain = re.sub(r"[\s/|]", "", text.translate(SIGNS))
    if SYMBOLS.fullmatch(plain) and len(plain) >= FEWEST:
        has_side = plain[-1] not in "-." and (len(plain) - 1) in _sizes()
        return FoundBoard(plain[:-1], plain[-1]) if has_side else FoundBoard(plain, "")
    return _find_grid(text)


def _find_grid(text: str) -> FoundBoard | None:
    """Rows that are numbered one after another, up or down, and of one width."""
    rows: list[tuple[int, str]] = []
    others: list[str] = []
    for line in text.split("\n"):
        row = ROW.fullmatch(line)
        cells = re.sub(r"[\s|]", "", row[2].translate(SIGNS)) if row is not None else ""
        if row is not None and SYMBOLS.fullmatch(cells):
            rows.append((int(row[1]), cells))
        elif not RULER.fullmatch(line):
            others.append(line)
    numbers = [number for number, _ in rows]
    counted = list(range(1, len(rows) + 1))
    if len(rows) < 3 or numbers not in (counted, counted[::-1]) or len({len(cells) for _, cells in rows}) != 1:
        return None
    said = TO_MOVE.search("\n".join(others))
    to_move = COLORS[(said[1] or said[2]).lower()] if said is not None else ""
    return FoundBoard("".join(cells for _, cells in rows), to_move, len(rows[0][1]))


def _sizes() -> set[int]:
    return {find_game(name).board.size for name in all_games()} | {width * width for width in range(3, 21)}


def set_up(found: FoundBoard, game: str | None = None) -> Position:
    """The position on the board of the game asked for, else of the first that has such a board."""
    rules = find_game(game) if game else _game_of(found)
    if found.width and found.width != rules.board.width:
        raise FormatError(f"{rules.title} has {rules.board.width} columns, not {found.width}")
    if found.to_move or len(found.stones) != rules.board.size:
        return rules.parse(found.stones + found.to_move)
    sides = {color: rules.parse(found.stones + color) for color in "XO"}
    return sides[_side_of(rules, sides)]


def _side_of(rules: Game, sides: dict[str, Position]) -> str:
    able = [color for color, position in sides.items() if position.legal_mask()]
    if len(able) == 1:
        return able[0]
    return "X" if sides["X"].ply % 2 == 0 else "O"


def _game_of(found: FoundBoard) -> Game:
    size = len(found.stones)
    for name in all_games():
        board = find_game(name).board
        if board.size == size and found.width in (0, board.width):
            return find_game(name)
    width = found.width or round(size**0.5)
    try:
        return find_game("gomoku", width=width if width * width == size else 0)
    except OrchardError:
        return find_game("reversi")  # which says what it needs
