"""The long work of the studio, as functions that a thread runs: a move, an analysis, a review, a tree.

Each request makes an `Errand`, whose work returns JSON-able values; what it reports on the way is streamed.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from orchard.core.choice import Choice, Limits, Stop
from orchard.core.errors import IllegalMoveError, OptionError
from orchard.core.game import Game, Position
from orchard.games import offer
from orchard.shells.studio.engine import Report, StoppedError, Work
from orchard.shells.studio.paste import read_pasted
from orchard.shells.studio.players import check_spec, evaluations_for
from orchard.shells.studio.positions import path_of, view_of
from orchard.shells.studio.schemas import (
    AnalyseAsk,
    MoveAsk,
    PasteAsk,
    Place,
    ReviewAsk,
    SeesAsk,
    Swap2Ask,
    TraceAsk,
    TreeAsk,
)

if TYPE_CHECKING:
    from orchard.core.tree import TreeNode
    from orchard.shells.studio.studio import Studio

SECONDS_FOR_A_MOVE = 3.0  # for players that would otherwise think for a minute; levels bound their own work
LEVEL_SECONDS = 10.0
SWAP2_SECONDS = 2.0
STAND_IN = "greedy"  # needs no compiling
EASY_LEVELS = frozenset(f"level:{number}" for number in range(1, 4))
MOST_NODES = 5_000  # of a tree that is sent
TREE_AT_LEAST_S = 1.0  # for the tree of a player whose depths have taken all the time
DEEPEST_TREE = 6  # plies, searched plainly so that one sees what is cut


@dataclass(frozen=True, slots=True)
class Errand:
    """Work to be done for a client."""

    work: Work
    needs: tuple[str, Game] | None = None  # the player whose kernels must be ready, in this game
    first: Any = None  # an update that can be sent at once
    also: tuple[tuple[str, Game], ...] = ()  # more of the same
    stand_in: Work | None = None  # for a client that does not want to wait for `needs`


def move(studio: Studio, ask: MoveAsk, client: str) -> Errand:
    """A player's move where the client stands, or in reply to the client's move `play`."""
    position, spec = open_position(studio, ask), check_spec(ask.player)
    shown: dict[str, Any] = {}
    if ask.play is not None:
        position = position.play(ask.play)
        shown = {"played": view_of(position)}
        if position.is_over:
            ended = {"choice": None, "view": shown["played"], **shown}
            return Errand(lambda stop, report: ended, first=shown)
    seed = _seed(ask)

    def reply_by(spec: str, **more: Any) -> Work:
        return lambda stop, report: {**_choice(studio, ask, spec, client, position, seed, stop), **shown, **more}

    stand_in = reply_by(STAND_IN, stand_in=STAND_IN) if spec in EASY_LEVELS else None
    return Errand(reply_by(spec), (spec, position.game), shown or None, stand_in=stand_in)


def _choice(
    studio: Studio, ask: MoveAsk, spec: str, client: str, position: Position, seed: int, stop: Stop
) -> dict[str, Any]:
    from orchard.study.analysis import analyst_for

    seconds = ask.seconds or (LEVEL_SECONDS if spec.startswith("level") else SECONDS_FOR_A_MOVE)
    limits = Limits(seconds=seconds, playouts=ask.playouts, depth=ask.depth, seed=seed, stop=stop)
    with studio.pool.borrow(spec, client) as player:
        if ask.seed is not None:
            player.new_game()  # a named seed promises the same answer again, whatever came before
        choice = player.choose(position, limits)
    if stop.is_set():
        raise StoppedError("stopped")
    wins_in = analyst_for(position.game).announced_win(position, choice, stop)
    answer = {"choice": {**choice.as_json(), "wins_in": wins_in}, "seed": seed}
    return {**answer, "view": view_of(position.play(choice.move))}


def swap2(studio: Studio, ask: Swap2Ask, client: str) -> Errand:
    """A player's stones or colour in a swap2 opening, with the view after the stones."""
    from orchard.play.swap2 import ALL_STONES, FIRST_STONES, answer, check_game

    position = open_position(studio, ask)
    check_game(position.game)
    if ask.start.strip() or position.ply not in (0, FIRST_STONES, ALL_STONES):
        raise OptionError("swap2 is played on the empty board, with 0, 3 or 5 stones on it")
    spec, seed = check_spec(ask.player), _seed(ask)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            player.check_game(position.game)
            said = answer(player, position, Limits(seconds=ask.seconds or SWAP2_SECONDS, seed=seed, stop=stop))
        if stop.is_set():
            raise StoppedError("stopped")
        return {"stones": [] if said.takes else list(said.stones), "takes": said.takes, "seed": seed}

    return Errand(work, (spec, position.game))


def analyse(studio: Studio, ask: AnalyseAsk, client: str) -> Errand:
    from orchard.study.analysis import Analysis, analyse, analyst_of, searching_lines
    from orchard.study.why import reason

    position = open_position(studio, ask)
    every_move = ask.every_move
    spec = check_spec(ask.player) if ask.player else analyst_of(position.game, every_move and ask.lines is None)
    if ask.lines is not None:
        spec, every_move = searching_lines(spec, ask.lines)

    def told(found: Analysis) -> dict[str, Any]:
        answer = found.as_json()
        return {**answer, "moves": answer["moves"][: ask.lines]}

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            result = analyse(
                position,
                seconds=ask.seconds,
                stop=stop,
                on_update=lambda update: report(told(update)),
                player=player,
                spec=spec,
                every_move=every_move,
                threads=min(ask.threads, studio.queue.workers),
            )
        if result is None:
            raise StoppedError("stopped")
        if not ask.reason:
            return told(result)
        found = reason(position, result.best, _others(position, result), stop)
        return {**told(result), "reason": found and found.as_json()}

    return Errand(work, (spec, position.game))


def _others(position: Position, found: Any) -> list[Any]:
    """The moves besides the best one, those that were looked at first."""
    seen = [entry.move for entry in found.moves]
    return [move for move in (*seen, *position.legal()) if move != found.best]


def review(studio: Studio, ask: ReviewAsk, client: str) -> Errand:
    """A review that was made before is in the database; a new one is put there."""
    from orchard.play.store import Played, StoreError
    from orchard.study.analysis import analyst_of
    from orchard.study.review import edition, review

    position = studio.positions.find(ask)
    if not position.moves_made:
        raise IllegalMoveError("there is no move to review yet", kind="no_moves_yet")
    spec = analyst_of(position.game)
    played = Played(position.game.name, ask.start.strip(), position.transcript)
    this = edition(position.game, ask.seconds_per_move)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with suppress(StoreError):  # without a database every review is a new one
            kept = studio.arena.store.review(played, this)
            if kept is not None:
                return kept
        with studio.pool.borrow(spec, client) as player:
            found = review(
                path_of(position, ask.start),
                seconds_per_move=ask.seconds_per_move,
                stop=stop,
                on_move=lambda update: report(update.as_json()),
                player=player,
                spec=spec,
            )
        made: dict[str, Any] = json.loads(json.dumps(found.as_json()))
        if found.finished:
            with suppress(StoreError):
                studio.arena.store.save_review(played, this, made)
        return made

    return Errand(work, (spec, position.game))


def tree(studio: Studio, ask: TreeAsk, client: str) -> Errand:
    """What a player's search looks like from inside: its depths, its tree, or both, as far as it can show them."""
    from orchard.study import look

    position = open_position(studio, ask)
    spec = check_spec(ask.player)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        began = time.monotonic()
        with studio.pool.borrow(spec, client) as player:
            shown: dict[str, Any] = {}
            choice = None
            if player.shows_depths:
                choice, shown = _depths(player, position, ask, stop, report)
            if look.shows_tree(player, position.game):
                give_up = max(began + ask.seconds, time.monotonic() + min(ask.seconds, TREE_AT_LEAST_S))
                for limits in _growing(ask, stop, deepens=getattr(player, "deepening", player.shows_depths)):
                    left = give_up - time.monotonic()
                    if left <= 0 and "tree" in shown:
                        break
                    limits = replace(limits, seconds=min(limits.seconds or left, max(left, 0.01)))
                    tree = look.marked(player.search_tree(position, limits, ask.depth), choice, ask.depth)
                    if stop.is_set():
                        break
                    shown = {**shown, **_sent(tree)}
                    report(shown)
            elif not player.shows_depths:
                player.search_tree(position)  # refuses, with the reason
            return shown

    return Errand(work, (spec, position.game))


def trace(studio: Studio, ask: TraceAsk, client: str) -> Errand:
    """A player's search step by step. One that takes longer than it may is refused: half a search says nothing."""
    position, spec = open_position(studio, ask), check_spec(ask.player)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            limits = Limits(
                playouts=ask.playouts, depth=ask.search_depth, seed=ask.seed, stop=stop, order=tuple(ask.order)
            )
            with in_time(stop, ask.seconds):
                found = player.trace(position, limits)
        return {**found.as_json(), "evaluations": evaluations_for(player, position.game)}

    return Errand(work, (spec, position.game))


def sees(studio: Studio, ask: SeesAsk, client: str) -> Errand:
    """A player's own numbers, without looking ahead."""
    position, spec = studio.positions.find(ask), check_spec(ask.player)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with studio.pool.borrow(spec, client) as player:
            player.check_game(position.game)
            return {"sees": [sight.as_json() for sight in player.sees(position)]}

    return Errand(work, (spec, position.game))


@contextmanager
def in_time(stop: Stop, seconds: float) -> Iterator[None]:
    """Stops what takes longer, and refuses it: half of it says nothing."""
    overdue = threading.Event()

    def give_up() -> None:
        overdue.set()
        stop.set()

    late = threading.Timer(seconds, give_up)
    late.start()
    try:
        yield
    except OptionError:
        if not overdue.is_set():
            raise
    finally:
        late.cancel()
    if overdue.is_set():
        shown = f"{seconds:g}"
        raise OptionError(f"this takes more than {shown} s: look less far ahead", kind="slow", seconds=shown)


def _sent(tree: TreeNode) -> dict[str, Any]:
    """The tree as it is sent: at most MOST_NODES of it, the plies near the root first; `left_out` counts the rest."""
    kept: set[int] = set()
    count, ply = 0, [tree]
    while ply:
        count += len(ply)
        kept.update(map(id, ply[: MOST_NODES - len(kept)]))
        ply = [child for node in ply for child in node.children]

    def pruned(node: TreeNode) -> TreeNode:
        return replace(node, children=tuple(pruned(child) for child in node.children if id(child) in kept))

    left_out = count - len(kept)
    return {"tree": (pruned(tree) if left_out else tree).as_json(), "left_out": left_out}


def _depths(player: Any, position: Position, ask: TreeAsk, stop: Stop, report: Report) -> tuple[Choice, dict[str, Any]]:
    from orchard.study import look

    def shown(depths: Any) -> dict[str, Any]:
        return {"depths": look.as_json(depths)}

    player.new_game()  # what the table knows from before would be missing in the counts
    limits = Limits(seconds=ask.seconds, depth=ask.search_depth, nodes=ask.playouts, seed=1, stop=stop)
    choice, depths = look.look_inside(player, position, limits, lambda so_far: report(shown(so_far)))
    return choice, {**shown(depths), "choice": choice.as_json()}


def threats(studio: Studio, ask: Place, client: str) -> Errand:
    """Where threats can be made. The tables are loaded with the analyst's kernels, so those are waited for."""
    from orchard.study.analysis import analyst_of

    position = studio.positions.find(ask)
    offered = offer(position.game.base_name, "threat_map")
    if offered is None:
        raise OptionError(f"{position.game.title} has no threats to show")

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        found = offered.threat_map(position)
        return {color: {kind: list(points) for kind, points in side.items()} for color, side in found.items()}

    return Errand(work, (analyst_of(position.game), position.game))


def paste(studio: Studio, ask: PasteAsk, client: str) -> Errand:
    return Errand(lambda stop, report: read_pasted(ask.text, ask.game, stop))


def search(studio: Studio, ask: Place, client: str) -> Errand:
    """The saved games that had this position, in whatever mirror image."""
    from orchard.play.position_search import find_position
    from orchard.shells.studio.arena import game_row

    position = studio.positions.find(ask)

    def answer() -> dict[str, Any]:
        found = find_position(studio.arena.store.database, position)
        games = [game_row(record) for record in found.games]
        return {"total": found.total, "moves": [asdict(entry) for entry in found.moves], "games": games}

    return from_saved_games(studio, answer)


def from_saved_games(studio: Studio, answer: Callable[[], dict[str, Any]]) -> Errand:
    """What is known of a position from the saved games. Where some have not been hashed yet, an update answers at once
    from the others, more updates say how many have been since, and the result answers from all."""
    from orchard.play.position_search import index_positions

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        def tell(done: int, of: int) -> None:
            report({"done": done, "of": of} | ({} if done else answer()))

        index_positions(studio.arena.store.database, stop, tell)
        if stop.is_set():
            raise StoppedError("stopped")
        return answer()

    return Errand(work)


def _seed(ask: MoveAsk | Swap2Ask) -> int:
    return secrets.randbelow(2**31) if ask.seed is None else ask.seed


def open_position(studio: Studio, ask: Any) -> Position:
    position = studio.positions.find(ask)
    if position.is_over:
        raise IllegalMoveError("the game is over: there is nothing to choose", kind="over")
    return position


def _growing(ask: TreeAsk, stop: Stop, deepens: bool) -> list[Limits]:
    """A few searches, each larger than the one before, so that one sees the tree grow.

    Of a player that `deepens`, whose depths were seen before, there is one tree of few plies.
    """
    sizes: list[dict[str, Any]]
    if ask.search_depth is not None:
        deepest = min(ask.search_depth, DEEPEST_TREE)
        sizes = [{"depth": depth} for depth in range(deepest if deepens else 1, deepest + 1)]
    elif ask.playouts is not None:
        sizes = [{"playouts": n} for n in sorted({max(1, ask.playouts // 2**k) for k in range(10)})]
    else:
        sizes = [{"seconds": ask.seconds / 2**k} for k in range(3, 0, -1)]
    return [Limits(**{"seconds": ask.seconds, **size}, seed=1, stop=stop) for size in sizes]
