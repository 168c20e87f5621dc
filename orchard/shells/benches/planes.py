"""Positions as planes, against the text of their boards: from an array of boards, and from a list of positions."""

from collections.abc import Iterator
from functools import partial

import orchard
from orchard.core.bench import Row, timed
from orchard.core.planes import to_planes

CHECKED, TIMES = 200, 500


def rows(repeat: int) -> Iterator[Row]:
    for name in orchard.games():
        game, some = orchard.game(name), orchard.random_positions(name, CHECKED, seed=1)
        for position, planes in zip(some, orchard.to_planes(some), strict=True):
            squares, side = position.text.split(" ")
            own, enemy = planes.reshape(2, -1)
            if squares != "".join(side if a else "-" if not b else "OX"[side == "O"] for a, b in zip(own, enemy)):  # noqa: B905
                raise AssertionError(f"{name}: the planes of {position.text} are wrong")
        many = some * TIMES
        boards = orchard.to_boards(many)
        if (to_planes(boards, game) != to_planes(many)).any():
            raise AssertionError(f"{name}: boards and positions give different planes")
        proved = f"{CHECKED} boards, by their text"
        yield timed("planes", name, len(many), partial(to_planes, boards, game), repeat, proved)
        yield timed("planes, positions", name, len(many), partial(to_planes, many), repeat, proved)
