"""Reversi: enclose a run of enemy discs to turn it; most discs at the end wins."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from orchard.core.board import Board, Move
from orchard.core.drawing import Style
from orchard.core.game import BLACK, Game, Outcome, Position, other

if TYPE_CHECKING:
    import numpy as np

D4, E4, D5, E5 = 1 << 27, 1 << 28, 1 << 35, 1 << 36


class Reversi(Game):
    base_name = "reversi"
    title = "Reversi"
    aim = "most discs at the end wins"
    style = Style("cells", ground="#2e7d4f", line="#1c4d31", frame="#1f3d2c", ink="#e2efe6")
    board = Board.square(8, row_one_at_top=True)
    rank = 1
    perft_ended = 1
    perft_counts = {5: 1_396, 8: 390_216, 11: 212_258_800}  # noqa: RUF012
    evaluation = "grove"
    gain_is = "discs turned"
    passes_allowed = True
    max_plies = 128
    max_score = 64

    @cached_property
    def _kernels(self) -> Any:
        from orchard.games.reversi import bits  # loads Numba, so only when a rule is first asked

        return bits

    def use_plain_rules(self) -> None:
        from orchard.games.reversi.plain_rules import PlainRules

        self.__dict__.setdefault("_kernels", PlainRules())

    def start(self) -> Position:
        return Position(self, E4 | D5, D4 | E5, BLACK)

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
        return Position(
            self,
            black,
            white,
            other(position.to_move),
            position.ply + 1,
            (*position.moves_made, move),
            turned,
        )

    def is_over(self, position: Position) -> bool:
        black, white, legal_mask = position.black, position.white, self._kernels.legal_mask
        return not (legal_mask(black, white) or legal_mask(white, black))

    def outcome(self, position: Position) -> Outcome:
        black, white = position.count("black"), position.count("white")
        if black == white:
            return Outcome.of(0)
        return Outcome.of(64 - 2 * white if black > white else 2 * black - 64)

    def why_not(self, position: Position, move: Move) -> tuple[str, str]:
        return "turns_nothing", "it turns no disc"

    def gain(self, position: Position, move: Move) -> int:
        return self.after(position, move).flipped_mask.bit_count()

    @property
    def dynamics(self) -> Any:
        from orchard.games.reversi.dynamics import REVERSI

        return REVERSI

    def state(self, position: Position) -> np.ndarray[Any, Any]:
        import numpy as np

        return np.array([position.own, position.enemy], dtype=np.uint64)

    def perft(self, position: Position, depth: int) -> int:
        return int(self._kernels.perft(position.own, position.enemy, depth))

    def random_games(self, position: Position, games: int, seed: int) -> tuple[int, int, int]:
        wins, draws, losses = self._kernels.play_random_games(position.own, position.enemy, seed, games)
        return int(wins), int(draws), int(losses)


GAME = Reversi()
