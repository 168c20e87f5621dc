"""OpenSpiel: our games as `pyspiel` games written in Python. Player 0 is black; the winner gets 1, the loser -1."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pyspiel

from orchard.core.game import BLACK, Color, Game, Position
from orchard.games import game as find_game
from orchard.games import games
from orchard.shells.rl.actions import action_count, action_of, legal_actions, move_of, planes_of

NAME = "orchard"
COLORS: tuple[Color, Color] = ("black", "white")
TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="Orchard",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": games()[0]},
)


@cache
def load(game: Game) -> Any:
    """The `pyspiel.Game` of a game, as `pyspiel.load_game("orchard", {"game": NAME})` gives it. It is kept: OpenSpiel
    crashes where its side of a game outlives ours."""
    return pyspiel.load_game(NAME, {"game": game.name})


class SpielGame(pyspiel.Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {"game": games()[0], **(params or {})}
        self.rules = find_game(chosen["game"])
        info = pyspiel.GameInfo(
            num_distinct_actions=action_count(self.rules),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.max_plies,
        )
        super().__init__(TYPE, info, chosen)

    def new_initial_state(self, state: Any = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.rules)
        from open_spiel.python import observation

        return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)

    def state_of(self, position: Position) -> SpielState:
        """The state of a position, with the moves that led there if they are known from the start."""
        state = self.new_initial_state()
        if self.rules.replay(" ".join(position.moves_made)) == position:
            for move in position.moves_made:
                state.apply_action(action_of(move, self.rules))
        else:
            state.position = position
        return state


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.position = game.rules.start()

    def current_player(self) -> Any:
        return pyspiel.PlayerId.TERMINAL if self.position.is_over else COLORS.index(self.position.to_move)

    def _legal_actions(self, player: int) -> list[int]:
        return legal_actions(self.position)

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(move_of(action, self.position.game))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(move_of(action, self.position.game))

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        black = 0.0 if outcome is None or outcome.winner is None else 1.0 if outcome.winner == BLACK else -1.0
        return [black, -black]

    def __str__(self) -> str:
        return self.position.text


class PlanesObserver:
    """Planes as in the other environments, the stones of the observing player first."""

    def __init__(self, rules: Game) -> None:
        shape = (2, rules.board.height, rules.board.width)
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        self.dict["observation"][:] = planes_of(state.position, COLORS[player])

    def string_from(self, state: SpielState, player: int) -> str:
        return state.position.text


pyspiel.register_game(TYPE, SpielGame)
