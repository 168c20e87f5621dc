"""Trees to study: several searches side by side, a whole ending, and the proof of a result."""

from __future__ import annotations

from typing import Any

from orchard.core.choice import Limits, Stop
from orchard.core.game import Position
from orchard.core.player import Player
from orchard.shells.studio.engine import Report
from orchard.shells.studio.players import check_spec
from orchard.shells.studio.schemas import CompareAsk, Place, WholeAsk
from orchard.shells.studio.studio import Studio
from orchard.shells.studio.work import Errand, in_time, open_position

MOST_STEPS = 2000  # of each search
WHOLE_S = 10.0
PROOF_S = 10.0


def compare(studio: Studio, ask: CompareAsk, client: str) -> Errand:
    """Each player's search of the position: its steps, and the time it takes without recording them."""
    position, specs = open_position(studio, ask), [check_spec(spec) for spec in ask.players]

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        searches: list[dict[str, Any]] = []
        with in_time(stop, ask.seconds):
            for spec in specs:
                with studio.pool.borrow(spec, client) as player:
                    depth, playouts = (ask.search_depth, None) if player.shows_depths else (None, ask.playouts)
                    limits = Limits(depth=depth, playouts=playouts, seed=ask.seed, stop=stop)
                    seconds = min(_seconds(player, position, limits) for _ in range(2))  # the first may load weights
                    player.new_game()  # what a table knows from before would be missing in the counts
                    found = player.trace(position, limits, most=MOST_STEPS)
                searches.append({**found.as_json(), "seconds": round(seconds, 6)})
                report({"searches": searches})
        return {"searches": searches}

    needs, *more = [(spec, position.game) for spec in specs]
    return Errand(work, needs, also=tuple(more))


def _seconds(player: Player, position: Position, limits: Limits) -> float:
    player.new_game()
    return player.choose(position, limits).seconds


def whole(studio: Studio, ask: WholeAsk, client: str) -> Errand:
    """The whole tree below a position, so many plies of it; what hangs below can be asked for in the same way."""
    position, endings = studio.positions.find(ask), studio.endings
    endings.check(position)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with in_time(stop, WHOLE_S):
            tree = endings.tree(position, ask.plies, ask.fold, stop)
            return {"tree": tree.as_json(), "line": endings.line(position, stop)}

    return Errand(work)


def proof(studio: Studio, ask: Place, client: str) -> Errand:
    """Why the result of a position is certain: trees with one move of one side and all answers of the other."""
    from orchard.study.analysis import analyst_of
    from orchard.study.proofs import proofs

    position = open_position(studio, ask)

    def work(stop: Stop, report: Report) -> dict[str, Any]:
        with in_time(stop, PROOF_S):
            return {"proofs": [one.as_json() for one in proofs(position, stop, studio.endings)]}

    return Errand(work, (analyst_of(position.game), position.game))
