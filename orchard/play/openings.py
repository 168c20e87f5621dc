"""Where games of a match begin: balanced openings, all different, the same again for the same seed.

Deterministic players would repeat one game for ever from the same start. So every pair of games begins after a few
moves of its own, and is played twice with colours swapped, which takes what advantage is left out of the result.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from orchard.core.board import Move, squares_of
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Game, Position

DEFAULT_PLIES = {"reversi": 8, "reversed_reversi": 8, "gomoku": 4}
PLAYOUTS = 100  # random games that judge an opening
BAND = (0.35, 0.65)  # of them that the side to move may win, draws counting half
GIVE_UP = 2000  # tries in a row that bring nothing new, before there is said to be no more
NEAR = 2  # a Gomoku stone is put within so many points of another one,
CENTRAL = 3  # and of the centre
MOST_PLIES = 30
SHIPPED = Path(__file__).parent.parent / "evaluate" / "weights"
EVEN = {
    "reversi": ("reversi_openings.txt",),
    "reversed_reversi": ("reversed_reversi_openings.txt",),
    "gomoku": ("gomoku_openings.txt", "gomoku_openings_quick.txt"),  # for players of seconds a move, and of hundredths
}


@dataclass(frozen=True, slots=True)
class Opening:
    """A board text (empty: the game's own start) and the transcript played from there."""

    start: str = ""
    moves: str = ""

    def as_json(self) -> list[str]:
        return [self.start, self.moves]


def openings_for(game: Game, source: str | None, count: int, seed: int) -> list[Opening]:
    """`count` openings from `random:PLIES`, from a file, or, without a source, of the game's usual kind."""
    if source is None and game.name in EVEN:
        return even_openings(game, count, seed)
    source = source or f"random:{DEFAULT_PLIES[game.base_name]}"
    if source.startswith("random:"):
        plies = source.removeprefix("random:")
        if not plies.isdecimal() or int(plies) > MOST_PLIES:
            raise OptionError(f"cannot read openings {source!r}: write random:PLIES with 0 to {MOST_PLIES} plies")
        return random_openings(game, int(plies), count, seed)
    found = read_openings(game, source)
    return list(islice(cycle(found), count))


def even_openings(game: Game, count: int, seed: int) -> list[Opening]:
    """Openings that our own engine calls even, and longer random ones where there are not enough."""
    found = list(islice(shipped_openings(game, seed), count))
    return found + random_openings(game, DEFAULT_PLIES[game.base_name] + 2, count - len(found), seed)


def shipped_openings(game: Game, seed: int) -> Iterator[Opening]:
    """The openings that our own engine calls even, the evenest first, else in an order by the seed; in Gomoku then the
    same turned and mirrored."""
    dice = random.Random(seed)
    found: list[str] = []
    for name in EVEN[game.name]:
        some = _lines(SHIPPED / name)
        dice.shuffle(some)
        found += some
    if game.passes_allowed:
        yield from (Opening("", moves) for moves in found)
        return
    seen: set[str] = set()
    for k in range(8):
        for moves in found:
            turned = game.replay(moves).symmetry(k).transcript
            if turned not in seen:
                seen.add(turned)
                yield Opening("", turned)


def _lines(path: Path) -> list[str]:
    """What a file says, without comments."""
    return [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def random_openings(game: Game, plies: int, count: int, seed: int) -> list[Opening]:
    """So many random openings, different even up to symmetry, in which both sides still have a game.

    An opening is kept when both sides can move, nobody has passed, and of PLAYOUTS random games the side to move wins
    a share within BAND. Gomoku stones are put near the centre and each other, and no side may have three in
    reach of a five already.
    """
    found = [Opening("", position.transcript) for position in islice(different_walks(game, plies, seed), count)]
    if len(found) < count:
        raise OptionError(
            f"only {len(found)} balanced openings of {plies} plies differ in {game.title}, but {count} pairs of games"
            f" need {count}: take more plies, for example --openings random:{max(plies + 2, 6)}"
        )
    return found


def different_walks(game: Game, plies: int, seed: int) -> Iterator[Position]:
    """Positions after so many random moves, different even up to symmetry, in which both sides still have a game; until
    there are hardly any new ones."""
    dice = random.Random(f"{game.name} {plies} {seed}")
    seen: set[tuple[int, int]] = set()
    tries_left = GIVE_UP
    while tries_left:
        tries_left -= 1
        position = _walk(game, plies, dice)
        if position is None:
            continue
        key = same_for_all_symmetries(position)
        if key in seen:
            continue
        seen.add(key)
        if _is_balanced(position, seed):
            tries_left = GIVE_UP
            yield position


def _walk(game: Game, plies: int, dice: random.Random) -> Position | None:
    """A random position after `plies` moves; None where the walk met a pass or an end."""
    position = game.start()
    for _ in range(plies):
        moves = _sensible_moves(position)
        if not moves:
            return None
        position = game.after(position, moves[dice.randrange(len(moves))])
    return position


def _sensible_moves(position: Position) -> list[Move]:
    mask = position.legal_mask()
    if not position.game.passes_allowed:
        mask &= _near(position)
    return [position.game.board.moves[square] for square in squares_of(mask)]


def _near(position: Position) -> int:
    """Points close to a stone and to the centre (Gomoku): elsewhere a stone decides nothing."""
    board = position.game.board
    centre = 1 << board.centre.square
    return board.near(position.black | position.white or centre, NEAR) & board.near(centre, CENTRAL)


def same_for_all_symmetries(position: Position) -> tuple[int, int]:
    board = position.game.board
    return min((board.transform_mask(position.black, k), board.transform_mask(position.white, k)) for k in range(8))


def _is_balanced(position: Position, seed: int) -> bool:
    if position.is_over or not position.legal_mask():
        return False
    if position.game.passes_allowed:
        swapped = Position(position.game, position.white, position.black, position.to_move)
        if not swapped.legal_mask():
            return False
    elif any(_has_three_in_reach(stones, others, position) for stones, others in _both_sides(position)):
        return False
    wins, draws, losses = position.game.random_games(position, PLAYOUTS, seed & 0x7FFFFFFF)
    return BAND[0] <= (wins + draws / 2) / (wins + draws + losses) <= BAND[1]


def _both_sides(position: Position) -> tuple[tuple[int, int], tuple[int, int]]:
    return (position.black, position.white), (position.white, position.black)


def _has_three_in_reach(stones: int, others: int, position: Position) -> bool:
    """Whether three stones stand among some five points in line that the other side has left free."""
    width = position.game.board.width
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for square in squares_of(stones):
            row, column = divmod(square, width)
            for back in range(5):
                line = [(row + (i - back) * down, column + (i - back) * right) for i in range(5)]
                if all(0 <= r < width and 0 <= c < width for r, c in line):
                    five = sum(1 << (r * width + c) for r, c in line)
                    if not five & others and (five & stones).bit_count() >= 3:
                        return True
    return False


# ------------------------------------------------------------------------------------------ files


def read_openings(game: Game, path: str) -> list[Opening]:
    """The openings of a text file: a transcript or a board text a line; empty lines and # comments are skipped."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not a text file"
        raise OptionError(f"cannot read openings from {path!r}: {reason} (or write random:PLIES)") from None
    found = []
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        opening = Opening(start=text) if _is_board_text(text, game) else Opening(moves=text)
        try:
            position = game.replay(opening.moves, game.parse(opening.start) if opening.start else None)
        except OrchardError as error:
            raise OptionError(f"{path}, line {number}: {error}") from None
        if position.is_over:
            raise OptionError(f"{path}, line {number}: the game is over already, so it is no opening")
        found.append(opening)
    if not found:
        raise OptionError(f"{path} has no openings: write a transcript (f5d6c3) or a board text a line")
    return found


def _is_board_text(text: str, game: Game) -> bool:
    return re.fullmatch(r"[-.XO*BW#/|\s]+", text, re.IGNORECASE) is not None and len(text) >= game.board.size


def opening_from_json(value: Any) -> Opening:
    start, moves = value
    return Opening(str(start), str(moves))
