"""How fast the Gomoku engine searches: prove the answer first, then time it."""

import time
from collections.abc import Iterator

from orchard.core.bench import Row
from orchard.core.clock import seconds_left
from orchard.core.watch import Watch
from orchard.games import game as find_game
from orchard.games.gomoku.evaluate.shapes import tables
from orchard.games.gomoku.evaluate.worth import weights
from orchard.games.gomoku.search.engine import Found, KiteEngine
from orchard.games.gomoku.search.memory import SearchStyle
from orchard.games.gomoku.search.threat_solver import ThreatSolver

POSITIONS = ("h8i9g7", "h8h9j8g7k10", "h8i9i8g8h7j9h9h6g9", "h8g9i9h10h7h9i8i7g8f8j8k8")
SLOW = True
SECONDS = 1.0
WIN_BY_FOURS = ("h8a1h9a3h10a5", 3)  # an open three wins in three plies: the answer that is proved first


def rows(repeat: int) -> Iterator[Row]:
    """A row for each position, whatever `repeat` says: nodes of alpha-beta and threat search in a second of one thread,
    and the depth reached."""
    game = find_game("gomoku")
    proof = ThreatSolver(12).solve(game.replay(WIN_BY_FOURS[0]), "vcf")
    if (proof.result, len(proof.line)) != ("win", WIN_BY_FOURS[1]):
        raise AssertionError(f"threat search is wrong about {WIN_BY_FOURS[0]}: {proof}")
    for moves in POSITIONS:
        engine = KiteEngine(tables(*weights()), SearchStyle())
        engine.begin(game.replay(moves))
        began = time.process_time()
        found = _search(engine)
        depth = found.depth - (not found.complete) if found else 0
        spent, nodes = time.process_time() - began, engine.nodes()
        yield {
            "what": f"kite, depth {depth}",
            "game": "gomoku",
            "count": nodes,
            "seconds": spent,
            "rate": nodes / max(spent, 1e-9),
            "depth": depth,
            "position": moves,
            "proved": "a win by fours",
        }


def _search(engine: KiteEngine) -> Found | None:
    watch = Watch(engine.halt)
    watch.part(seconds_left(SECONDS))
    return watch.run(lambda: engine.deepest(40))
