"""What every legal move of a position is worth, getting better for as long as one waits.

The game's analyst searches again and again with a growing budget. Where no player gives values for moves, random games
from each of them do: a rough answer, but always there.
"""

import math
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import attrgetter

from orchard.core.board import Move
from orchard.core.choice import Choice, Limits, Stop
from orchard.core.errors import OptionError
from orchard.core.game import Game, Position
from orchard.core.offers import Analyst
from orchard.core.player import Player
from orchard.core.worth import Analysis, MoveValue, Unit, or_least, other_side, worth_at_end
from orchard.games import offer
from orchard.players import player as make_player
from orchard.players import player_class
from orchard.players.level import Level

__all__ = [
    "Analysis",
    "MoveValue",
    "Unit",
    "analyse",
    "analyst_for",
    "analyst_of",
    "engines_of",
    "searching_lines",
    "unit_of",
]

OnUpdate = Callable[[Analysis], None]
FIRST_BUDGET_S = 0.1
SHORTEST_LOOK_S = 0.004
MOST_MOVES = 40  # with more legal moves than this, only those near a stone are looked at one by one:
NEAR = 2  # at most this number of points from it
MOST_DEEPENED = 12
RANDOM_GAMES = "random games"
TREE_SEARCH = Analyst("uct", "chance")  # for games without an analyst of their own


def analyst_for(game: Game) -> Analyst:
    """Who analyses a game: its own analyst, or tree search."""
    offered = offer(game.base_name, "analyst")
    own: Analyst | None = offered.analyst(game) if offered is not None else None
    return own or TREE_SEARCH


def analyst_of(game: Game, every_move: bool = False) -> str:
    """The spec of the player that analyses a game."""
    analyst = analyst_for(game)
    return (analyst.for_every_move if every_move else "") or analyst.spec


def engines_of(game: Game, names: Iterable[str]) -> list[str]:
    """Those of the players that can analyse a game, its own analyst first."""
    own = analyst_of(game).partition(":")[0]
    giving = [name for name in names if player_class(name).value_unit is not None and player_class(name).plays(game)]
    return sorted(giving, key=lambda name: name != own)


def searching_lines(spec: str, lines: int) -> tuple[str, bool]:
    """The spec of a player that is to value the best `lines` moves, and whether it must be asked about each move.

    A player with an option for it searches that many lines at once. With all others the moves are looked at one by one.
    """
    name, _, settings = spec.partition(":")
    option = player_class(name).OPTIONS.get("lines")
    if option is None:
        return spec, lines > 1
    most = min(lines, int(option.high or lines))
    kept = [setting for setting in settings.split(",") if setting and not setting.startswith("lines=")]
    return f"{name}:{','.join([*kept, f'lines={most}'])}", most < lines


def unit_of(game: Game, spec: str | None = None) -> Unit:
    """What the values of a player mean in a game; of its analyst if no spec is given."""
    analyst = analyst_for(game)
    if spec in (None, analyst.spec, analyst.for_every_move):
        return analyst.unit
    if spec in ("random", RANDOM_GAMES):
        return "chance"
    thinker = make_player(spec)
    try:
        return _unit(thinker, game)
    finally:
        thinker.close()


def _unit(thinker: Player, game: Game) -> Unit:
    unit = (thinker.player_for(game) if isinstance(thinker, Level) else thinker).value_unit
    if unit is None:
        raise OptionError(f"{thinker.spec} does not give values in points or winning chances, so it cannot analyse")
    return unit


def analyse(
    position: Position,
    *,
    seconds: float = math.inf,
    nodes: int | None = None,
    stop: Stop | None = None,
    on_update: OnUpdate | None = None,
    player: Player | None = None,
    spec: str | None = None,
    seed: int = 0,
    every_move: bool = False,
    threads: int = 1,
) -> Analysis | None:
    """Think about a position for `seconds`, telling each better answer; None if stopped before the first.

    With `nodes` there is one search of that much work instead, which gives the same answer every time if the player's
    memory is the same. `player` is used if given (of the spec `spec`), else one is made and closed. The game must not
    be over. With `every_move` the moves that the player has no value for are looked at one by one.
    """
    stop = stop or Stop()
    spec = spec or analyst_of(position.game, every_move)
    tell = on_update or (lambda update: None)
    if spec == "random":
        return _by_random_games(position, seconds, nodes, stop, tell, seed)
    thinker = player or make_player(spec)
    try:
        return _Search(position, thinker, spec, stop, tell, seed, every_move, nodes, threads).run(seconds)
    finally:
        if player is None:
            thinker.close()


class _Search:
    def __init__(
        self,
        position: Position,
        thinker: Player,
        spec: str,
        stop: Stop,
        tell: OnUpdate,
        seed: int,
        every_move: bool,
        nodes: int | None,
        threads: int,
    ) -> None:
        self.position, self.thinker, self.spec, self.nodes = position, thinker, spec, nodes
        self.threads = threads
        self.stop, self.tell, self.seed, self.every_move = stop, tell, seed, every_move
        self.unit = _unit(thinker, position.game)
        self.started = time.perf_counter()
        self.looked_at: dict[Move, MoveValue] = {}
        self.judge = analyst_for(position.game).judge(position, stop, by_nodes=nodes is not None)

    @property
    def spent(self) -> float:
        return time.perf_counter() - self.started

    def run(self, seconds: float) -> Analysis | None:
        budget, best = min(FIRST_BUDGET_S, seconds), None
        while not self.stop.is_set():
            choice = self._choose(self.position, budget)
            if (
                choice.value is None and best is None and self.nodes is None
            ):  # the first time may have gone into loading: that is no answer
                choice = self._choose(self.position, budget)
            if self.stop.is_set() and best is not None:
                break
            best = self._further(best, self._from_choice(choice))
            if best.value is None:
                best = self._look_further(best, budget)
            if self.judge is not None:
                if self.judge.claims(best):
                    self.tell(self._with_other_moves(self.judge.believed(best)))  # a proof may take a moment
                best = self.judge.proved(best)
            best = self._with_other_moves(best)
            self.tell(best)
            if self.every_move:
                best = self._look_at_each(best, budget)
            left = seconds - self.spent
            if (
                self.nodes is not None
                or left <= 0.02
                or (best.exact and (not self.every_move or all(m.exact for m in best.moves)))
            ):
                break
            budget = min(budget * 2, left)
        return best

    def _further(self, known: Analysis | None, found: Analysis) -> Analysis:
        """What was found now, unless what was known before was searched further: other work may hold up a search."""
        if known is None or known.value is None or found.exact:
            return found
        reach = attrgetter("depth" if self.thinker.shows_depths else "nodes")
        return replace(known, seconds=found.seconds) if reach(found) < reach(known) else found

    def _choose(self, position: Position, seconds: float) -> Choice:
        bound = {"seconds": seconds} if self.nodes is None else {"nodes": self.nodes}
        asked = Limits(**bound, seed=self.seed, stop=self.stop, threads=self.threads, book=False)
        return self.thinker.choose(position, asked)

    def _from_choice(self, choice: Choice) -> Analysis:
        moves = tuple(
            MoveValue(
                stat.move,
                stat.value,
                stat.visits,
                stat.move == choice.move and self._certain(self.position, choice),
                None if stat.bound == "exact" else stat.bound,
            )
            for stat in choice.moves
        )
        if not any(entry.move == choice.move for entry in moves):
            moves = (MoveValue(choice.move, choice.value), *moves)
        own = next(entry for entry in moves if entry.move == choice.move)
        value = own.value if choice.value is None else choice.value
        line = choice.line or (choice.move,)
        return Analysis(
            choice.move, value, self.unit, moves, line, own.exact, choice.depth, choice.nodes, self.spent, self.spec
        )

    def _certain(self, position: Position, choice: Choice) -> bool:
        """Whether the value of the chosen move is that of perfect play, and not an estimate."""
        bound = next((stat.bound for stat in choice.moves if stat.move == choice.move), None)
        proved = self.unit == "chance" and choice.value in (0.0, 1.0)  # a forced win needs no search to the last square
        return bound == "exact" and (choice.depth >= position.empties or proved)

    def _look_further(self, known: Analysis, seconds: float) -> Analysis:
        """Where a move was played without thinking (it was the only one), its worth is that of what comes after."""
        after, line, turned = self.position, list(known.line[:1]), False
        for _ in range(3):
            after = after.play(line[-1])
            turned = not turned
            value = worth_at_end(after, self.unit)
            exact = value is not None
            if value is None:
                choice = self._choose(after, seconds)
                value = choice.value
            if value is not None:
                mine = other_side(value, self.unit) if turned else value
                moves = tuple(
                    replace(entry, value=mine, exact=exact) if entry.move == known.best else entry
                    for entry in known.moves
                )
                return replace(known, value=mine, exact=exact, moves=moves, line=tuple(line))
            line.append(choice.move)
        return known

    # ------------------------------------------------------------------------------------------ every move

    def _candidates(self) -> list[Move]:
        moves = self.position.legal()
        if len(moves) <= MOST_MOVES:
            return moves
        near = self.position.game.board.near(self.position.black | self.position.white, NEAR)
        return [move for move in moves if near >> move.square & 1] or moves[:MOST_MOVES]

    def _told(self, known: Analysis) -> set[Move]:
        """The moves whose worth the search has said: where the best is certain, an estimate is not enough."""
        return {
            entry.move
            for entry in known.moves
            if entry.value is not None and not entry.bound and (entry.exact or not known.exact)
        }

    def _with_other_moves(self, known: Analysis) -> Analysis:
        """What was found out about the other moves one by one, kept where the new search knows no better."""
        told = self._told(known)
        kept = [entry for move, entry in self.looked_at.items() if move not in told]
        if not kept:
            return known
        if self.judge is not None:
            kept = [self.judge.not_above(entry, known) for entry in kept]
        names = {entry.move for entry in kept}
        return replace(known, moves=(*(entry for entry in known.moves if entry.move not in names), *kept))

    def _look_at_each(self, known: Analysis, seconds: float) -> Analysis:
        told = self._told(known) - set(self.looked_at)
        certain = {move for move, entry in self.looked_at.items() if entry.exact}
        todo = [move for move in self._candidates() if move not in told | certain]
        if not todo or self.position.legal()[0].is_pass:
            return known
        if len(todo) > MOST_DEEPENED:
            for move in [move for move in todo if move not in self.looked_at]:
                if self.stop.is_set():
                    return self._with_other_moves(known)
                self._look_at(move, SHORTEST_LOOK_S)
            todo.sort(key=lambda move: -or_least(self.looked_at[move].value))
            todo = todo[:MOST_DEEPENED]
            self.tell(self._with_other_moves(known))
        for move in todo:
            if self.stop.is_set():
                break
            self._look_at(move, max(SHORTEST_LOOK_S, seconds / len(todo)))
        known = self._with_other_moves(replace(known, seconds=self.spent))
        self.tell(known)
        return known

    def _look_at(self, move: Move, seconds: float) -> None:
        after = self.position.play(move)
        value = worth_at_end(after, self.unit)
        if value is not None:
            ends = 1 if self.judge is not None and value == 0.0 else None  # with this very move
            self.looked_at[move] = MoveValue(move, other_side(value, self.unit), exact=True, wins_in=ends)
            return
        choice = self._choose(after, seconds)
        if choice.value is None:
            unseen = MoveValue(move, None) if self.judge is None else self.judge.of_move(MoveValue(move, None), seconds)
            if unseen.exact or move not in self.looked_at:
                self.looked_at[move] = unseen
            return
        exact = self._certain(after, choice)
        seen = MoveValue(move, other_side(choice.value, self.unit), choice.nodes, exact)
        self.looked_at[move] = seen if self.judge is None else self.judge.of_move(seen, seconds)


def _by_random_games(
    position: Position, seconds: float, most_nodes: int | None, stop: Stop, tell: OnUpdate, seed: int
) -> Analysis | None:
    started = time.perf_counter()
    legal = position.legal()
    after = [position.game.after(position, move) for move in legal]
    points, games, games_each = [0.0] * len(legal), 0, 100
    result = None
    while not stop.is_set():
        for n, child in enumerate(after):
            ended = worth_at_end(child, "chance")
            if ended is not None:
                points[n] += games_each * (1.0 - ended)
                continue
            _, draws, losses = position.game.random_games(child, games_each, seed + games)
            points[n] += losses + draws / 2
        games += games_each
        moves = tuple(MoveValue(move, points[n] / games, games) for n, move in enumerate(legal))
        best = max(moves, key=lambda entry: entry.value or 0.0)
        spent = time.perf_counter() - started
        nodes = games * len(legal)
        result = Analysis(best.move, best.value, "chance", moves, (best.move,), False, 1, nodes, spent, RANDOM_GAMES)
        if nodes >= most_nodes if most_nodes is not None else spent >= seconds:
            tell(result)
            break
        if games_each < 3200:
            games_each *= 2
            tell(result)
    return result
