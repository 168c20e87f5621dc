"""Many games: in this process, on its threads, in several processes, or on many machines; the same games either way."""

from collections.abc import Iterable, Iterator, Mapping

from orchard.core.choice import Stop
from orchard.core.errors import OptionError
from orchard.core.player import Player
from orchard.play.events import Watcher
from orchard.play.record import GameRecord
from orchard.play.setup import GameSetup
from orchard.play.threads import GameThreads
from orchard.play.warm_players import WarmPlayers


def run_batches(
    setups: Iterable[GameSetup],
    *,
    jobs: int = 1,
    cluster: str | None = None,
    threads: GameThreads | None = None,
    watch: Watcher | None = None,
    stop: Stop | None = None,
    given: Mapping[str, Player] | None = None,
) -> Iterator[list[GameRecord]]:
    """Play all, on the workers of the Dask scheduler at `cluster`, on `threads`, or on `jobs` processes.

    Games come back in small batches as they finish, in any order, each exactly once. `watch` hears what happens in
    them, except on a cluster. Once `stop` is raised, games under way are dropped; closing the iterator stops all.
    Players that are `given`, by what setups call them, play in this process alone.
    """
    if given and (jobs > 1 or cluster is not None or threads is not None):
        raise OptionError("players that are Python objects play in this process: leave jobs, cluster and threads out")
    if cluster is not None:
        from orchard.play.cluster import run_on_cluster

        yield from run_on_cluster(setups, cluster, stop)
    elif threads is not None:
        yield from threads.run(setups, watch, stop)
    elif jobs > 1:
        from orchard.play.pool import run_in_processes

        yield from run_in_processes(setups, jobs, watch, stop)
    else:
        players = WarmPlayers(watch, stop, given)
        try:
            yield from players.play_in_batches(setups)
        finally:
            players.close()
