"""Many games: in this process, in several, or on many machines. The same games come back whichever way.

Games come back in small batches as they finish, in any order; each setup's game comes back exactly once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup
from orchard.play.warm_players import WarmPlayers


def run_batches(
    setups: Iterable[GameSetup], *, jobs: int = 1, cluster: str | None = None
) -> Iterator[list[GameRecord]]:
    """Play all, and give the games back in batches as they finish. Closing the iterator stops what is running."""
    if cluster is not None:
        from orchard.play.cluster import run_on_cluster

        yield from run_on_cluster(setups, cluster)
    elif jobs > 1:
        from orchard.play.pool import run_in_processes

        yield from run_in_processes(setups, jobs)
    else:
        players = WarmPlayers()
        try:
            yield from players.play_in_batches(setups)
        finally:
            players.close()
