"""A player at the table of some protocol: a position with its history, the player that answers, and undo."""

from orchard.core.board import PASS
from orchard.core.choice import Choice, Limits
from orchard.core.errors import OrchardError
from orchard.core.game import Color, Game, Position
from orchard.core.player import Player


class SeatError(OrchardError, ValueError):
    """A request that makes no sense at this table; the message says why."""


class Seat:
    def __init__(self, game: Game, player: Player) -> None:
        player.check_game(game)
        self.player = player
        self.restart(game)

    @property
    def game(self) -> Game:
        return self.position.game

    @property
    def position(self) -> Position:
        return self._positions[-1]

    def restart(self, game: Game | None = None, position: Position | None = None) -> None:
        """Start over: at a position, or at the start of a game (by default the current one)."""
        start = position or (game or self.game).start()
        self.player.check_game(start.game)
        self._positions = [start]
        self.player.new_game()

    def replace_player(self, player: Player) -> None:
        """Another player takes over; the board stays as it is."""
        player.check_game(self.game)
        self.player.close()
        self.player = player
        player.new_game()

    def play(self, move: str, color: Color | None = None) -> None:
        """Play a move on the board. With a colour that is not to move, the other side passes first if it must."""
        position = self.position
        if color is not None and color != position.to_move:
            if position.legal() != [PASS]:
                raise SeatError(f"it is {position.to_move}'s move, not {color}'s")
            position = position.play(PASS)
            self._positions.append(position)
        self._positions.append(position.play(move))

    @property
    def share(self) -> float:
        """Of the time for the rest of the game, for one move: an even share, a little early."""
        return 1.6 / max(8, self.position.empties / 2 + 4)

    @property
    def positions(self) -> tuple[Position, ...]:
        """From the position that was set up to the one now on the board."""
        return tuple(self._positions)

    def undo(self) -> None:
        if len(self._positions) == 1:
            raise SeatError("there is no move to take back")
        self._positions.pop()

    def answer(self, limits: Limits) -> Choice:
        """The player's choice, played on the board."""
        choice = self.player.choose(self.position, limits)
        self._positions.append(self.position.play(choice.move))
        return choice
