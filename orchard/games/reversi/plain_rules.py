"""The rules of Reversi in plain Python, for a bot that is to start without loading Numba."""

from __future__ import annotations

from typing import Any


class PlainRules:
    """The two rules that a Reversi `Position` needs, in plain Python, so that a bot starts without loading Numba.

    Whatever else is asked for comes from the compiled kernels.
    """

    def __init__(self) -> None:
        inner = 0x7E7E7E7E7E7E7E7E
        everywhere = (1 << 64) - 1
        self._steps = [(1, inner), (8, everywhere), (7, inner), (9, inner)]

    def legal_mask(self, own: int, enemy: int) -> int:
        reached = 0
        for step, columns in self._steps:
            between = enemy & columns
            up, down = own << step & between, own >> step & between
            for _ in range(5):
                up |= up << step & between
                down |= down >> step & between
            reached |= up << step | down >> step
        return reached & ~(own | enemy) & 0xFFFFFFFFFFFFFFFF

    def flip_mask(self, own: int, enemy: int, square: int) -> int:
        turned = 0
        for step, columns in self._steps:
            between = enemy & columns
            for shift in (step, -step):
                run, at = 0, _shifted(1 << square, shift)
                while at & between:
                    run |= at
                    at = _shifted(at, shift)
                if at & own:
                    turned |= run
        return turned

    def __getattr__(self, name: str) -> Any:
        from orchard.games.reversi import bits

        return getattr(bits, name)


def _shifted(mask: int, shift: int) -> int:
    return (mask << shift if shift > 0 else mask >> -shift) & 0xFFFFFFFFFFFFFFFF
