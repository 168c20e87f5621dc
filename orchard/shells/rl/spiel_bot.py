"""OpenSpiel: its bots as players here, in its own form of a game or in ours."""

from __future__ import annotations

from typing import Any

import pyspiel

from orchard.core.choice import Choice, Limits
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.player import Player
from orchard.shells.rl.actions import action_count, legal_actions, move_of
from orchard.shells.rl.spiel_game import COLORS, SpielGame, load

COMPILED = (pyspiel.MCTSBot, pyspiel.ISMCTSBot)  # OpenSpiel 2.0 crashes when they search a game written in Python


class SpielBotPlayer(Player):
    """Asks `bot.step(state)` for an action. A function that makes bots is called for each game and side it meets."""

    summary = "a bot of OpenSpiel in this process"
    takes_argument = True  # it is somebody else's program: nobody calls it before the game

    def __init__(self, bot: Any, theirs: Any = None, name: str = "") -> None:
        super().__init__()
        if not hasattr(bot, "step") and not callable(bot):
            raise OptionError(
                "a bot of OpenSpiel has a method step(state), or is a function (game, player) that makes one"
            )
        self._given, self._bots = bot, dict[tuple[Game, int], Any]()
        self._theirs = pyspiel.load_game(theirs) if isinstance(theirs, str) else theirs
        self.spec = name or getattr(bot, "__name__", type(bot).__name__).strip("<>")

    def _bot(self, game: Game, player: int, theirs: Any) -> Any:
        if (game, player) not in self._bots:
            bot = self._given if hasattr(self._given, "step") else self._given(theirs, player)
            if isinstance(bot, COMPILED) and isinstance(theirs, SpielGame):
                raise OptionError(
                    f"{type(bot).__name__} of OpenSpiel cannot search a game written in Python: give theirs=, the name "
                    "of the game in OpenSpiel"
                )
            self._bots[game, player] = bot
        return self._bots[game, player]

    def new_game(self) -> None:
        for bot in self._bots.values():
            bot.restart()

    def think(self, position: Position, limits: Limits) -> Choice:
        game = position.game
        theirs = self._theirs or load(game)
        bot = self._bot(game, COLORS.index(position.to_move), theirs)
        if self._theirs is None:
            return Choice(move_of(int(bot.step(theirs.state_of(position))), game))
        if game.replay(" ".join(position.moves_made)) != position:
            raise OptionError("a bot of OpenSpiel's own game needs the moves from the start of the game")
        state, at = theirs.new_initial_state(), game.start()
        for move in position.moves_made:
            state.apply_action(next(action for action, ours in _translated(at, state).items() if ours == move.square))
            at = at.play(move)
        square = _translated(position, state)[int(bot.step(state))]
        return Choice(game.board.move_at(square))


def _translated(position: Position, state: Any) -> dict[int, int]:
    """For each legal action of OpenSpiel, our square, -1 for a pass. Its actions are squares or columns."""
    game, width = position.game, position.game.board.width
    ours = {move_of(action, game).square: action for action in legal_actions(position)}
    if state.num_distinct_actions() == action_count(game):
        theirs = {action: square for square, action in ours.items()}
    elif state.num_distinct_actions() == width:
        theirs = {square % width: square for square in ours}
    else:
        theirs = {}
    if sorted(theirs) != sorted(state.legal_actions()) or len(theirs) != len(ours):
        raise OptionError(f"{state.get_game()} of OpenSpiel is not the game {game.name}, or its actions are others")
    return theirs
