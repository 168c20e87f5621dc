"""The swap2 opening rule, which takes the first player's advantage away.

The first player puts three stones: black, white, black. The second takes white, takes black, or puts two more (white,
black) and lets the first choose the colour. White moves next in any case.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from orchard.core.board import Move
from orchard.core.choice import Limits
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, WHITE, Color, Game, Position, other
from orchard.core.player import Player
from orchard.core.swap2 import Swap2Answer
from orchard.games import game as find_game
from orchard.play.openings import shipped_openings
from orchard.play.record import Swap2
from orchard.players.level import Level

SWAP2 = "swap2"
FIRST_STONES, ALL_STONES = 3, 5
Ask = Callable[[Color, Position], Swap2Answer]


def check_game(game: Game) -> None:
    if SWAP2 not in game.opening_rules:
        raise OptionError(f"{game.title} is not opened by swap2")


# ------------------------------------------------------------------------------------------ a player's answer


def answer(player: Player, position: Position, limits: Limits) -> Swap2Answer:
    """The player's own answer, or one made of what it thinks of the position.

    Without an answer of its own a player opens with stones that our engine calls even, and then takes the colour it
    values more. It never puts two more: the other would choose then, so no value of its own could speak for it. A
    player whose values say nothing about who is ahead takes white.
    """
    check_game(position.game)
    own = player.swap2(position, limits)
    if own is not None:
        return own
    if not position.ply:
        return Swap2Answer(even_stones(position.game, limits.seed))
    even = (player.player_for(position.game) if isinstance(player, Level) else player).even_value
    if even is None:
        return Swap2Answer(takes=WHITE)
    choice = player.choose(position, limits)
    if choice.value is not None and choice.value < even:
        return Swap2Answer(takes=BLACK)
    return Swap2Answer((choice.move,), WHITE)


def even_stones(game: Game, seed: int) -> tuple[Move, ...]:
    """Black, white, black: an even opening on file, moved to the middle of this board; on a small one, any three."""
    standard = find_game(game.base_name)
    shift = game.board.width // 2 - standard.board.width // 2
    for opening in shipped_openings(standard, seed):
        rows = [divmod(move.square, standard.board.width) for _, move in standard.read_moves(opening.moves)]
        points = [(row + shift, column + shift) for row, column in rows]
        if len(points) == FIRST_STONES and all(0 <= n < game.board.width for point in points for n in point):
            return tuple(game.board.moves[row * game.board.width + column] for row, column in points)
    return tuple(random.Random(seed).sample(game.board.moves, FIRST_STONES))


def problem_with(position: Position, said: Swap2Answer) -> str:
    """Why the rules do not allow this answer; empty if they do."""
    placed, answered = position.ply, (said.takes, len(said.stones))
    allowed: set[tuple[Color | None, int]] = {(BLACK, 0), (WHITE, 0), (WHITE, 1)}  # white may make its first move
    if placed == 0:
        allowed = {(None, FIRST_STONES)}
    elif placed == FIRST_STONES:
        allowed.add((None, ALL_STONES - FIRST_STONES))
    if answered not in allowed:
        wanted = {0: "three stones", FIRST_STONES: "a colour, or two more stones"}.get(placed, "a colour")
        return f"swap2 asks for {wanted} here"
    legal = set(position.legal())
    for stone in said.stones:
        if stone not in legal:
            return f"{stone} is not an empty point"
        legal.discard(stone)
    return ""


# ------------------------------------------------------------------------------------------ the whole opening


@dataclass(frozen=True, slots=True)
class Opened:
    """How the opening went. `swapped`: the first player, who sat at black, plays white after all."""

    position: Position
    swap2: Swap2
    swapped: bool
    move: Move | None  # white's first move, if the player that took white named it


def open_game(game: Game, ask: Ask) -> Opened:
    """Ask both sides in turn; the first player sits at black until a colour is chosen."""
    first, second = BLACK, WHITE
    three = ask(first, game.start()).stones
    position = _placed(game.start(), three)
    chooser, said = second, ask(second, position)
    two: tuple[Move, ...] = ()
    if said.takes is None:
        two = said.stones
        position = _placed(position, two)
        chooser, said = first, ask(first, position)
    assert said.takes is not None
    swapped = said.takes != chooser
    swap2 = of_game(other(first) if swapped else first, [str(stone) for stone in (*three, *two)])
    return Opened(position, swap2, swapped, said.stones[0] if said.stones else None)


def _placed(position: Position, stones: tuple[Move, ...]) -> Position:
    for stone in stones:
        position = position.play(stone)
    return position


def of_game(first: Color, stones: Sequence[str]) -> Swap2:
    """How an opening of three or five stones went in which the first player came to play that colour."""
    placed = tuple(stones)
    if len(placed) not in (FIRST_STONES, ALL_STONES):
        raise OptionError(f"a swap2 opening has three or five stones, not {len(placed)}")
    by_second = len(placed) == FIRST_STONES
    chooser: Color = other(first) if by_second else first
    return Swap2(first, placed[:FIRST_STONES], placed[FIRST_STONES:], "second" if by_second else "first", chooser)
