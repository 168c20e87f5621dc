"""One number for all mirror images of a position."""

import hashlib
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any

from orchard.core.board import Move
from orchard.core.game import Game, Position


def hash_of(position: Position) -> int:
    return canonical(position)[0]


def canonical(position: Position) -> tuple[int, list[int]]:
    """The hash of the smallest mirror image, and the symmetries that give it."""
    stones, _, side = position.text.partition(" ")
    images = [("".join(pick(stones)), k) for pick, k in _picks(position.game)]
    smallest = min(images)[0]
    digest = hashlib.blake2b(f"{position.game.name} {smallest} {side}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True), [k for image, k in images if image == smallest]


def mirrored_move(game: Game, move: Move, symmetries: list[int]) -> str:
    """The move on the smallest mirror image; where several symmetries give that, the first of its names."""
    if move.is_pass:
        return str(move)
    return str(min(game.board.transform_move(move, k) for k in symmetries))


@lru_cache(maxsize=64)
def _picks(game: Game) -> list[tuple[Callable[[str], Any], int]]:
    """For each symmetry, what picks the stones of the mirror image from those of the board."""
    found: list[tuple[Callable[[str], Any], int]] = []
    for k in game.symmetries:
        image = game.board.symmetry(k)
        came_from = sorted(range(len(image)), key=image.__getitem__)
        found.append((itemgetter(*came_from), k))
    return found
