"""Reversi: enclose a run of enemy discs to turn it; most discs at the end wins."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from orchard.core.board import Board, Move
from orchard.core.drawing import Style
from orchard.core.errors import OptionError
from orchard.core.game import BLACK, Game, Outcome, Position, other
from orchard.games.reversi.small import KERNEL_WIDTH, WIDTHS, SmallRules, placement

if TYPE_CHECKING:
    import numpy as np

PERFT_COUNTS = {
    8: {5: 1_396, 8: 390_216, 11: 212_258_800},
    6: {5: 1_364, 8: 308_716},
    4: {5: 424, 8: 9_116},
}


class Reversi(Game):
    base_name = "reversi"
    title = "Reversi"
    aim = "most discs at the end wins"
    style = Style("cells", ground="#2e7d4f", line="#1c4d31", frame="#1f3d2c", ink="#e2efe6")
    rank = 1
    perft_ended = 1
    gain_is = "discs turned"
    passes_allowed = True
    options = tuple(str(width) for width in WIDTHS if width != KERNEL_WIDTH)

    def __init__(self, width: int = KERNEL_WIDTH) -> None:
        self.board = Board.square(width, row_one_at_top=True)
        self.max_score = self.board.size
        self.max_plies = 2 * self.board.size
        self.perft_counts = PERFT_COUNTS[width]
        self.evaluation = "grove" if width == KERNEL_WIDTH else "discs"

    @property
    def name(self) -> str:
        return self.base_name if self.board.width == KERNEL_WIDTH else f"{self.base_name}:{self.board.width}"

    @cached_property
    def _kernels(self) -> Any:
        from orchard.games.reversi import bits  # loads Numba, so only when a rule is first asked

        return self._on_this_board(bits)

    def use_plain_rules(self) -> None:
        from orchard.games.reversi import plain_rules

        self.__dict__.setdefault("_kernels", self._on_this_board(plain_rules))

    def _on_this_board(self, rules: Any) -> Any:
        width = self.board.width
        return rules if width == KERNEL_WIDTH else SmallRules(placement(width), rules)

    def start(self) -> Position:
        """Two discs of each side in the middle; white's on the diagonal from a1."""
        width = self.board.width
        a1_side = (width // 2 - 1) * (width + 1)  # the upper left one of the four
        white, black = 1 << a1_side | 1 << a1_side + width + 1, 1 << a1_side + 1 | 1 << a1_side + width
        return Position(self, black, white, BLACK)

    def legal_mask(self, position: Position) -> int:
        black, white = position.black, position.white
        own, enemy = (black, white) if position.to_move == BLACK else (white, black)
        return int(self._kernels.legal_mask(own, enemy))

    def after(self, position: Position, move: Move) -> Position:
        own, enemy, turned = position.own, position.enemy, 0
        if not move.is_pass:
            turned = int(self._kernels.flip_mask(own, enemy, move.square))
            own, enemy = own ^ turned ^ (1 << move.square), enemy ^ turned
        black, white = (own, enemy) if position.to_move == BLACK else (enemy, own)
        moves = (*position.moves_made, move)
        return Position(self, black, white, other(position.to_move), position.ply + 1, moves, turned)

    def is_over(self, position: Position) -> bool:
        black, white, legal_mask = position.black, position.white, self._kernels.legal_mask
        return not (legal_mask(black, white) or legal_mask(white, black))

    def outcome(self, position: Position) -> Outcome:
        black, white = position.count("black"), position.count("white")
        if black == white:
            return Outcome.of(0)
        size = self.board.size
        return Outcome.of(size - 2 * white if black > white else 2 * black - size)

    def why_not(self, position: Position, move: Move) -> tuple[str, str]:
        return "turns_nothing", "it turns no disc"

    def gain(self, position: Position, move: Move) -> int:
        return self.after(position, move).flipped_mask.bit_count()

    @property
    def dynamics(self) -> Any:
        from orchard.games.reversi.dynamics import REVERSI, SMALL_REVERSI

        return REVERSI if self.board.width == KERNEL_WIDTH else SMALL_REVERSI

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        if self.board.width == KERNEL_WIDTH:
            return np.array([position.own, position.enemy], dtype=np.uint64)
        place = placement(self.board.width)
        return np.array([place.spread(position.own), place.spread(position.enemy), place.width], dtype=np.uint64)

    @property
    def state_bits(self) -> tuple[Sequence[int], Sequence[int]]:
        own = [placement(self.board.width).place(square) for square in range(self.board.size)]
        return own, [64 + bit for bit in own]

    def perft(self, position: Position, depth: int) -> int:
        if self.board.width != KERNEL_WIDTH:
            return super().perft(position, depth)
        from orchard.games.reversi.bits import perft

        return int(perft(position.own, position.enemy, depth))  # type: ignore[no-untyped-call]

    def __reduce__(self) -> Any:
        return on_board, (type(self), self.board.width)


@lru_cache(maxsize=16)
def on_board(kind: type[Reversi], width: int) -> Reversi:
    """One of the games that are played by these moves, on a board of that width."""
    return kind(width)


def read_width(option: str) -> int:
    """The width that an option names, '6' or 'width=6'."""
    text = option.removeprefix("width=")
    if text not in map(str, WIDTHS):
        raise OptionError(f"no Reversi board of width {text!r}; there are {', '.join(map(str, WIDTHS))}")
    return int(text)


def with_option(option: str) -> Reversi:
    return on_board(Reversi, read_width(option))


GAME = on_board(Reversi, KERNEL_WIDTH)
