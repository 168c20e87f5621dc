"""Many games side by side in compiled code, for any game: what learning programs step through.

Actions are squares, row by row from the top left; the number after the last square is a pass, in games that have
passes. An action that is not legal loses the game. A finished game starts again at once.
"""

# mypy: ignore-errors
import numpy as np

from orchard.core.dynamics import MOST_MOVES, MOVES_OUT, MOVES_TYPE, PLAY_TYPE, SCORE_TYPE, STATE
from orchard.core.errors import OptionError
from orchard.core.game import Game
from orchard.core.jit import GOLDEN, bounded, inner, kernel, numba, splitmix
from orchard.core.records import Columns, field

types = numba.types
uint64, int64, int8, uint8, float32 = numba.uint64, numba.int64, numba.int8, numba.uint8, numba.float32
PLANES = types.Array(types.uint8, 2, "C")
BITS = INDICES = types.Array(types.int64, 1, "C")


class Seen(Columns):
    """What a step shows of each game."""

    planes = field("u1", "games", "both")  # the stones of the side to move, then of the other, square by square
    final_planes = field("u1", "games", "both")  # the board of a game that has just ended, seen by who would move
    mask = field("i1", "games", "actions")  # 1 where an action is legal
    rewards = field("f4", "games")  # of the agent that moved: 1, 0 or -1 at the end of a game; before it 0
    scores = field("i8", "games")  # by how many points it ended; 0 before the end, and where the action was not legal
    ended = field("?", "games")
    illegal = field("?", "games")  # it ended because the action was not legal


class Kept(Columns):
    """What is kept of each game from step to step."""

    states = field("u8", "games", "words")
    number = field("i8", "games")  # odd where the agent is the second player; one more in the next game of this place
    random = field("u8", "games")


@inner(types.void(STATE, BITS, types.Array(types.uint8, 1, "C")))
def _draw(state, bits, planes):
    """Square by square what `bits` names in a state."""
    for n in range(bits.size):
        planes[n] = uint8((state[bits[n] >> 6] >> uint64(bits[n] & 63)) & uint64(1))


@inner(types.int64(MOVES_TYPE, PLAY_TYPE, STATE, MOVES_OUT, int64, uint64))
def _play_at_random(moves, play, state, squares, count, word):
    """One of `count` legal moves; the number of legal moves after it."""
    play(state, int64(squares[int64(bounded(word, uint64(count)))]))
    return moves(state, squares)


@kernel(
    types.void(
        *(MOVES_TYPE, PLAY_TYPE, SCORE_TYPE, STATE, BITS),
        *(types.boolean, types.boolean, INDICES, INDICES, Kept.type, Seen.type),
    )
)
def _step(moves, play, score, start, bits, against_random, is_new, which, actions, kept, seen):
    """An action in each of the games `which`, and in games against a random player its answer; or their start, if
    `is_new`."""
    squares = np.empty(MOST_MOVES, np.int16)
    pass_action = bits.size // 2
    for at in range(which.size):
        n, action = which[at], actions[at]
        state, mask = kept.states[n], seen.mask[n]
        points, count, theirs = int64(0), int64(1), False
        legal = is_new or (0 <= action < mask.size and mask[action] != 0)
        if legal and not is_new:
            play(state, action if action < pass_action else int64(-1))
            count = moves(state, squares)
            points = -score(state) if count == 0 else int64(0)
            theirs = against_random and count == 0  # the state is the random player's view
            if against_random and count > 0:
                kept.random[n] += GOLDEN
                count = _play_at_random(moves, play, state, squares, count, splitmix(kept.random[n]))
                points = score(state) if count == 0 else int64(0)
        ended = not is_new and (count == 0 or not legal)
        seen.ended[n], seen.illegal[n], seen.scores[n] = ended, not legal, points
        seen.rewards[n] = float32(-1 if not legal else 1 if points > 0 else -1 if points < 0 else 0)
        if ended or is_new:
            if ended:
                last = seen.final_planes[n]
                _draw(state, bits, last)
                if theirs:  # the agent's view is shown
                    for k in range(pass_action):
                        last[k], last[pass_action + k] = last[pass_action + k], last[k]
                kept.number[n] += 1
            state[:] = start
            count = moves(state, squares)
            if against_random and kept.number[n] & 1:  # the agent is the second player in every other game
                kept.random[n] += GOLDEN
                count = _play_at_random(moves, play, state, squares, count, splitmix(kept.random[n]))
        mask[:] = int8(0)
        for k in range(count):
            mask[pass_action if squares[k] < 0 else int64(squares[k])] = int8(1)
        _draw(state, bits, seen.planes[n])


class ManyGames:
    """`count` games that go on side by side. Without `against_random` each step is a move of whoever is to move."""

    def __init__(self, game: Game, count: int, *, against_random: bool = False) -> None:
        self.game, self.count, self.against_random = game, count, against_random
        self.actions = game.board.size + game.passes_allowed
        self._start = game.state(game.start())
        self._bits = np.array([*game.state_bits[0], *game.state_bits[1]], np.int64)
        self._kept = Kept.new(games=count, words=len(self._start))
        self._mask = np.zeros((count, self.actions), np.int8)
        self._all = np.arange(count)

    def begin(self, seed: int = 0):
        """Start all games; what is seen of them."""
        self._kept.number[:] = self._all & 1
        self._kept.random[:] = np.random.default_rng(seed).integers(0, 1 << 63, self.count, np.uint64)
        return self._go_on(self._all, self._all, is_new=True)

    def step(self, actions, which=None):
        """One action in each game, or in each of the games `which` ([k] whole numbers); what is seen then, in new
        arrays; of games that were left alone they hold only the mask."""
        asked, which = np.ascontiguousarray(actions, np.int64), self._all if which is None else which
        if asked.shape != which.shape:
            raise OptionError(f"{which.size} games take as many actions, not an array of shape {asked.shape}")
        return self._go_on(which, asked, is_new=False)

    def agent_is_second(self, which):
        """In which of these games the opponent has the first move, where there is one: in half of them."""
        return self._kept.number[which] & 1 == 1

    def _go_on(self, which, actions, is_new: bool):
        rules, both = self.game.dynamics, len(self._bits)
        seen = Seen.new(games=self.count, both=both, actions=self.actions)
        seen = seen._replace(final_planes=np.zeros((self.count, both), np.uint8))
        seen.mask[:] = self._mask
        setting = self._start, self._bits, self.against_random, is_new
        _step(rules.moves, rules.play, rules.score, *setting, which, actions, self._kept, seen)
        self._mask = seen.mask.copy()  # the caller may write into the other
        return seen
