"""Where games of a match begin: balanced openings, all different, the same again for the same seed.

Deterministic players would repeat the same game forever from the same start. So every pair of games begins after a few
moves of its own, and is played twice with colours swapped, which takes what advantage is left out of the result.
"""

import random
import re
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from orchard.core.board import squares_of
from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import Game, Position
from orchard.core.offers import Openings
from orchard.games import offer
from orchard.play.record import position_after

PLAYOUTS = 100  # random games that judge an opening
BAND = (0.35, 0.65)  # of them that the side to move may win, draws counting half
GIVE_UP = 2000  # failed tries in a row before giving up
MOST_PLIES = 30


class Opening(NamedTuple):
    """A board text (empty: the game's own start) and the transcript played from there."""

    start: str = ""
    moves: str = ""


def style_of(game: Game) -> Openings:
    """How this game is opened."""
    offered = offer(game.base_name, "openings")
    return Openings() if offered is None else offered.OPENINGS


def openings_for(game: Game, source: str | None, count: int, seed: int) -> list[Opening]:
    """`count` openings from `random:PLIES`, from a file, or, without a source, of the game's usual kind."""
    if source is None:
        return even_openings(game, count, seed)
    if source.startswith("random:"):
        plies = source.removeprefix("random:")
        if not plies.isdecimal() or int(plies) > MOST_PLIES:
            raise OptionError(f"cannot read openings {source!r}: write random:PLIES with 0 to {MOST_PLIES} plies")
        return random_openings(game, int(plies), count, seed)
    found = read_openings(game, source)
    return list(islice(cycle(found), count))


def even_openings(game: Game, count: int, seed: int) -> list[Opening]:
    """Openings that our own engine calls even, and random ones where there are not enough: longer and longer ones,
    where a small game has few."""
    found = list(islice(shipped_openings(game, seed), count))
    plies = style_of(game).plies + (2 if found else 0)
    while len(found) < count and plies <= min(MOST_PLIES, game.max_plies):
        missing = count - len(found)
        found += islice(walked_openings(game, plies, seed), missing)
        plies += 1
    if len(found) < count:
        raise OptionError(
            f"{game.title} has only {len(found)} different balanced openings: at most {2 * len(found)} games"
        )
    return found


def shipped_openings(game: Game, seed: int) -> Iterator[Opening]:
    """The openings that our own engine calls even, the evenest first, else in an order by the seed; then, where there
    are few, the same turned and mirrored."""
    style, dice = style_of(game), random.Random(seed)
    found: list[str] = []
    for some in style.shipped(game):
        shuffled = list(some)
        dice.shuffle(shuffled)
        found += shuffled
    if not style.turned:
        yield from (Opening("", moves) for moves in found)
        return
    seen: set[str] = set()
    for k in game.symmetries:
        for moves in found:
            turned = game.replay(moves).symmetry(k).transcript
            if turned not in seen:
                seen.add(turned)
                yield Opening("", turned)


def random_openings(game: Game, plies: int, count: int, seed: int) -> list[Opening]:
    """`count` random openings, different up to symmetry, in which both sides still have a game.

    An opening is kept when the side to move can move, nobody has passed, the game finds nothing wrong with it, and of
    PLAYOUTS random games the side to move wins a share within BAND.
    """
    found = list(islice(walked_openings(game, plies, seed), count))
    if len(found) < count:
        raise OptionError(
            f"only {len(found)} balanced openings of {plies} plies differ in {game.title}, but {count} pairs of games"
            f" need {count}: take more plies, for example --openings random:{max(plies + 2, 6)}"
        )
    return found


def walked_openings(game: Game, plies: int, seed: int) -> Iterator[Opening]:
    return (Opening("", position.transcript) for position in different_walks(game, plies, seed))


def different_walks(game: Game, plies: int, seed: int) -> Iterator[Position]:
    """Positions after `plies` random moves, different up to symmetry, in which both sides still have a game; until
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
        squares = list(squares_of(style_of(game).sensible(position)))
        if not squares:
            return None
        position = game.after(position, game.board.moves[dice.choice(squares)])
    return position


def same_for_all_symmetries(position: Position) -> tuple[int, int]:
    board = position.game.board
    return min(
        (board.transform_mask(position.black, k), board.transform_mask(position.white, k))
        for k in position.game.symmetries
    )


def _is_balanced(position: Position, seed: int) -> bool:
    if position.is_over or not position.legal_mask() or not style_of(position.game).is_open(position):
        return False
    wins, draws, losses = position.game.random_games(position, PLAYOUTS, seed & 0x7FFFFFFF)
    return BAND[0] <= (wins + draws / 2) / (wins + draws + losses) <= BAND[1]


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
        is_board = len(text) >= game.board.size and re.fullmatch(r"[-.XO*BW#/|\s]+", text, re.IGNORECASE)
        opening = Opening(start=text) if is_board else Opening(moves=text)
        try:
            position = position_after(game.name, *opening)
        except OrchardError as error:
            raise OptionError(f"{path}, line {number}: {error}") from None
        if position.is_over:
            raise OptionError(f"{path}, line {number}: the game is over already, so it is no opening")
        found.append(opening)
    if not found:
        raise OptionError(f"{path} has no openings: write a transcript (f5d6c3) or a board text a line")
    return found
