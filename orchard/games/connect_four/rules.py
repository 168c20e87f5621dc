"""Connect Four: stones drop, four in a row wins, on a board 7 wide and 6 high."""

from orchard.core.board import Board, Move
from orchard.core.drawing import Style
from orchard.core.game import Position
from orchard.games import line_game


class ConnectFour(line_game.SmallLineGame):
    base_name = "connect_four"
    title = "Connect Four"
    aim = "four in a row wins; stones drop"
    style = Style("cells", ground="#2f5fb3", line="#1c3b73", frame="#1b2f57", ink="#e3ebfa")
    board = Board(7, 6, row_one_at_top=False)
    in_a_row = 4
    floor = 0b1111111 << 5 * 7  # the bottom row
    max_plies = 42
    perft_counts = {7: 823_536, 8: 5_673_234}  # noqa: RUF012 - published
    rank = 4
    symmetries = (0, 1)  # stones fall, so only left and right may change places

    def why_not(self, position: Position, move: Move) -> tuple[str, str]:
        return "not_lowest", f"stones drop to the lowest empty square, and there is room below {move}"


GAME = ConnectFour()
