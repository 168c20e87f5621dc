"""What a Gomoku bot is asked before a tournament."""

from orchard.core.game import Game
from orchard.core.offers import Exercise


def exercises(game: Game) -> tuple[Exercise, ...]:
    width = game.board.width
    middle = game.board.centre
    # alternating stones, shifted every second row: no five in a row anywhere, and one point free
    full = ["XO"[(row // 2 + column) % 2] for row in range(width) for column in range(width)]
    full[middle.square] = "-"
    return (
        Exercise("opening", "the first move of the game"),
        Exercise("opening as white", "the first move as white", opening=middle),
        Exercise("middle", "a few stones on the board", opening=" ".join(game.board.moves[: 2 * width : 3])),
        Exercise("last move", "one empty point is left", start="".join(full) + " X"),
    )
