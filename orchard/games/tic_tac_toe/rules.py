"""Tic-tac-toe: three in a row wins, on 3×3."""

from orchard.core.board import Board
from orchard.core.drawing import Style
from orchard.games import line_game


class TicTacToe(line_game.SmallLineGame):
    base_name = "tic_tac_toe"
    title = "Tic-tac-toe"
    aim = "three in a row wins"
    style = Style("cells", ground="#4a7fa5", line="#274a63", frame="#24384a", ink="#e4eef6")
    board = Board.square(3, row_one_at_top=True)
    in_a_row = 3
    max_plies = 9
    perft_counts = {4: 3_024, 5: 15_120, 6: 54_720}  # noqa: RUF012 - published
    rank = 5


GAME = TicTacToe()
