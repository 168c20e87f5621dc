"""What a Reversi bot is asked before a tournament: where bots usually fail."""

from orchard.core.game import Game
from orchard.core.offers import Exercise

EXERCISES = (
    Exercise("opening", "the first move of the game"),
    Exercise("opening as white", "the first move as white", opening="f5"),
    Exercise("middle", "a position with many moves", opening="e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3"),
    Exercise("enemy passed", "the enemy had to pass: it is the bot's turn again", opening="d3c3e6d2d1e1b2c1 pass"),
    Exercise("no move as black", "there is no legal move: the bot must pass", opening="d3c3e6d2d1e1b2c1"),
    Exercise("no move as white", "there is no legal move: the bot must pass", opening="d3c3c4c5b4e3c6a4a3c7a5"),
    Exercise(
        "last move",
        "one empty square is left",
        opening="e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3g6f8b4b3e2h5b6f3h6g7c6a7d2d1c1b1c8b2h7h8h2a3h3h1"
        "f2g2f1g1e8g8a2a1b7b8a8",
    ),
)


def exercises(game: Game) -> tuple[Exercise, ...]:
    return EXERCISES if game.board.width == 8 else ()
