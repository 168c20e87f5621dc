"""The long work of the studio, as functions that a thread runs: a move, an analysis, a review, a tree.

Each takes what a client asked and returns JSON-able values; what it reports on the way is streamed.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from orchard.core.choice import Limits, Stop
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import Game, Position
from orchard.games import offer
from orchard.shells.studio import paste
from orchard.shells.studio.engine import Report, StoppedError, Work
from orchard.shells.studio.players import PlayerPool, check_spec
from orchard.shells.studio.positions import Positions, view_of
from orchard.shells.studio.schemas import AnalyseAsk, MoveAsk, PasteAsk, Place, ReviewAsk, Swap2Ask, TreeAsk

SECONDS_FOR_A_MOVE = 3.0  # for players that would otherwise think for a minute; levels bound their own work
LEVEL_SECONDS = 10.0
SWAP2_SECONDS = 2.0
STAND_IN = "greedy"  # needs no compiling
EASY_LEVELS = frozenset(f"level:{number}" for number in range(1, 4))
DEEPEST_TREE = 6  # plies, searched plainly so that one sees what is cut


@dataclass(frozen=True, slots=True)
class Errand:
    """Work to be done for a client."""

    work: Work
    needs: tuple[str, Game] | None = None  # the player whose kernels must be ready, in this game
    first: Any = None  # an update that can be sent at once
    stand_in: Work | None = None  # for a client that does not want to wait for `needs`


class Works:
    """Makes the errand of each kind of request."""

    def __init__(self, positions: Positions, pool: PlayerPool) -> None:
        self.positions, self.pool = positions, pool

    def move(self, ask: MoveAsk, client: str) -> Errand:
        """A player's move where the client stands, or in reply to the client's move `play`."""
        position, spec = self._open_position(ask), check_spec(ask.player)
        shown: dict[str, Any] = {}
        if ask.play is not None:
            position = position.play(ask.play)
            shown = {"played": view_of(position)}
            if position.is_over:
                ended = {"choice": None, "view": shown["played"], **shown}
                return Errand(lambda stop, report: ended, first=shown)
        seed = secrets.randbelow(2**31) if ask.seed is None else ask.seed

        def reply_by(spec: str, **more: Any) -> Work:
            return lambda stop, report: {**self._choice(ask, spec, client, position, seed, stop), **shown, **more}

        stand_in = reply_by(STAND_IN, stand_in=STAND_IN) if spec in EASY_LEVELS else None
        return Errand(reply_by(spec), (spec, position.game), shown or None, stand_in)

    def _choice(
        self, ask: MoveAsk, spec: str, client: str, position: Position, seed: int, stop: Stop
    ) -> dict[str, Any]:
        from orchard.study.analysis import analyst_for

        seconds = ask.seconds or (LEVEL_SECONDS if spec.startswith("level") else SECONDS_FOR_A_MOVE)
        limits = Limits(seconds=seconds, playouts=ask.playouts, depth=ask.depth, seed=seed, stop=stop)
        with self.pool.borrow(spec, client) as player:
            if ask.seed is not None:
                player.new_game()  # a named seed promises the same answer again, whatever came before
            choice = player.choose(position, limits)
        if stop.is_set():
            raise StoppedError("stopped")
        wins_in = analyst_for(position.game).announced_win(position, choice, stop)
        answer = {"choice": {**choice.as_json(), "wins_in": wins_in}, "seed": seed}
        return {**answer, "view": view_of(position.play(choice.move))}

    def swap2(self, ask: Swap2Ask, client: str) -> Errand:
        """A player's stones or colour in a swap2 opening, with the view after the stones."""
        from orchard.play.swap2 import ALL_STONES, FIRST_STONES, answer, check_game

        position = self._open_position(ask)
        check_game(position.game)
        if ask.start.strip() or position.ply not in (0, FIRST_STONES, ALL_STONES):
            raise OptionError("swap2 is played on the empty board, with 0, 3 or 5 stones on it")
        spec = check_spec(ask.player)
        seed = secrets.randbelow(2**31) if ask.seed is None else ask.seed

        def work(stop: Stop, report: Report) -> dict[str, Any]:
            with self.pool.borrow(spec, client) as player:
                player.check_game(position.game)
                said = answer(player, position, Limits(seconds=ask.seconds or SWAP2_SECONDS, seed=seed, stop=stop))
            if stop.is_set():
                raise StoppedError("stopped")
            return {"stones": [] if said.takes else list(said.stones), "takes": said.takes, "seed": seed}

        return Errand(work, (spec, position.game))

    def analyse(self, ask: AnalyseAsk, client: str) -> Errand:
        from orchard.study.analysis import RANDOM_GAMES, analyse, analyst_of

        position = self._open_position(ask)
        spec = check_spec(ask.player) if ask.player else analyst_of(position.game, ask.every_move)

        def work(stop: Stop, report: Report) -> dict[str, Any]:
            def tell(update: Any) -> None:
                report(update.as_json())

            if spec in ("random", RANDOM_GAMES):
                result = analyse(position, seconds=ask.seconds, stop=stop, on_update=tell, spec="random")
            else:
                with self.pool.borrow(spec, client) as player:
                    result = analyse(
                        position,
                        seconds=ask.seconds,
                        stop=stop,
                        on_update=tell,
                        player=player,
                        spec=spec,
                        every_move=ask.every_move,
                    )
            if result is None:
                raise StoppedError("stopped")
            return result.as_json()

        return Errand(work, (spec, position.game))

    def review(self, ask: ReviewAsk, client: str) -> Errand:
        from orchard.study.analysis import analyst_of
        from orchard.study.review import review

        position = self.positions.find(ask)
        if not position.moves_made:
            raise IllegalMoveError("there is no move to review yet", kind="no_moves_yet")
        spec = analyst_of(position.game)

        def work(stop: Stop, report: Report) -> dict[str, Any]:
            def tell(update: Any) -> None:
                report(update.as_json())

            def run(player: Any) -> dict[str, Any]:
                result = review(
                    self._path(ask, position),
                    seconds_per_move=ask.seconds_per_move,
                    stop=stop,
                    on_move=tell,
                    player=player,
                    spec=spec,
                )
                return result.as_json()

            if spec == "random":
                return run(None)
            with self.pool.borrow(spec, client) as player:
                return run(player)

        return Errand(work, (spec, position.game))

    def tree(self, ask: TreeAsk, client: str) -> Errand:
        """What a player's search looks like from inside: its depths, its tree, or both, as far as it can show them."""
        from orchard.study import look

        position = self._open_position(ask)
        spec = check_spec(ask.player)

        def work(stop: Stop, report: Report) -> dict[str, Any]:
            with self.pool.borrow(spec, client) as player:
                shown: dict[str, Any] = {}
                if player.shows_depths:
                    shown = self._depths(player, position, ask, stop, report)
                if look.shows_tree(player, position.game):
                    for limits in _growing(ask, stop, deepens=getattr(player, "deepening", player.shows_depths)):
                        tree = player.search_tree(position, limits, ask.depth).as_json()
                        if stop.is_set():
                            break
                        shown = {**shown, "tree": tree}
                        report(shown)
                elif not player.shows_depths:
                    player.search_tree(position)  # refuses, with the reason
                return shown

        return Errand(work, (spec, position.game))

    def _depths(self, player: Any, position: Position, ask: TreeAsk, stop: Stop, report: Report) -> dict[str, Any]:
        from orchard.study import look

        def shown(depths: Any) -> dict[str, Any]:
            return {"depths": look.as_json(depths)}

        player.new_game()  # what the table knows from before would be missing in the counts
        limits = Limits(seconds=ask.seconds, depth=ask.search_depth, nodes=ask.playouts, seed=1, stop=stop)
        choice, depths = look.look_inside(player, position, limits, lambda so_far: report(shown(so_far)))
        return {**shown(depths), "choice": choice.as_json()}

    def threats(self, ask: Place, client: str) -> Errand:
        """Where threats can be made. The tables are loaded with the analyst's kernels, so those are waited for."""
        from orchard.study.analysis import analyst_of

        position = self.positions.find(ask)
        offered = offer(position.game.base_name, "threat_map")
        if offered is None:
            raise OptionError(f"{position.game.title} has no threats to show")

        def work(stop: Stop, report: Report) -> dict[str, Any]:
            found = offered.threat_map(position)
            return {color: {kind: list(points) for kind, points in side.items()} for color, side in found.items()}

        return Errand(work, (analyst_of(position.game), position.game))

    def paste(self, ask: PasteAsk, client: str) -> Errand:
        return Errand(lambda stop, report: paste.read(ask.text, ask.game))

    def _open_position(self, ask: Any) -> Position:
        position = self.positions.find(ask)
        if position.is_over:
            raise IllegalMoveError("the game is over: there is nothing to choose", kind="over")
        return position

    def _path(self, ask: Any, position: Position) -> list[Position]:
        game = position.game
        step = game.parse(ask.start) if ask.start.strip() else game.start()
        path = [step]
        for move in position.moves_made:
            path.append(path[-1].play(move))
        return path


def _growing(ask: TreeAsk, stop: Stop, deepens: bool) -> list[Limits]:
    """A few searches, each larger than the one before, so that one sees the tree grow.

    Of a player that `deepens`, whose depths were seen before, there is one tree of few plies.
    """
    if ask.search_depth is not None:
        deepest = min(ask.search_depth, DEEPEST_TREE)
        first = deepest if deepens else 1
        sizes: list[dict[str, Any]] = [{"depth": depth} for depth in range(first, deepest + 1)]
    elif ask.playouts is not None:
        most = ask.playouts
        sizes = [{"playouts": n} for n in sorted({max(1, most // 2**k) for k in range(10)})]
    else:
        sizes = [{"seconds": ask.seconds / 2**k} for k in range(3, 0, -1)]
    return [Limits(**{"seconds": ask.seconds, **size}, seed=1, stop=stop) for size in sizes]
