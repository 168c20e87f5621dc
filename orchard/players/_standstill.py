"""Makes a program and everything it has started stand still in the opponent's turn, and notices what did not."""

import contextlib
import os
import signal
import time

from orchard.players._supervisor import descendants, said_by

PATIENCE_S = 0.5  # until all stand still; a process that forks as fast as we look is caught in its children
AT_REST = "TtZXD"  # stopped, gone, or in the kernel, from where it can only come back to be stopped
TOLERATED_S = 0.01  # of processor time: to come to a stop takes a moment
TICK_S = 1 / os.sysconf("SC_CLK_TCK")


class Standstill:
    """Processes that are stopped, with the processor time each had used by then. `root`, from which all of them
    descend, runs on."""

    def __init__(self, root: int) -> None:
        """Stop what there is now: this much is done on the clock of the program, and `settle` does the rest."""
        self.root = root
        self.used_s: dict[int, float] = {}
        self._stopped: set[int] = set()
        self._is_settled = False
        self._stop_new()

    def _stop_new(self) -> bool:
        """Stop every process that was not yet, whatever session, group or parent it has; whether there was one."""
        new = [pid for pid in descendants(self.root) if pid not in self._stopped]
        for pid in new:
            _send(pid, signal.SIGSTOP)
        self._stopped.update(new)
        return bool(new)

    def settle(self) -> None:
        """Look until none is new and all stand still; then remember what they have used."""
        deadline = time.perf_counter() + PATIENCE_S
        while not self._is_settled:
            is_new = self._stop_new()
            times = {pid: _threads(pid) for pid in self._stopped}  # a list of children that change may lack one
            still = all(state in AT_REST for threads in times.values() for state, _ in threads)
            self._is_settled = (still and not is_new) or time.perf_counter() > deadline
            self.used_s = {pid: sum(used for _, used in threads) for pid, threads in times.items()}
            if not still:
                time.sleep(0.0002)

    def broken_by(self) -> str:
        """What moved all the same, in the words of a verdict; '' when nothing did."""
        if not self._is_settled:
            return ""
        new = [pid for pid in descendants(self.root) if pid not in self.used_s]
        now = {pid: sum(used for _, used in _threads(pid)) for pid in self.used_s}
        used_s = sum(max(0.0, used - self.used_s[pid]) for pid, used in now.items())
        if new:
            return f"it started {len(new)} processes in the opponent's turn, when it has to stand still"
        if used_s > TOLERATED_S:
            return f"it used {used_s:.3f} s of processor time in the opponent's turn, when it has to stand still"
        return ""

    def end(self) -> None:
        for pid in self._stopped:
            _send(pid, signal.SIGCONT)


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(OSError):  # it has just ended, which the next question will find
        os.kill(pid, number)


def _threads(pid: int) -> list[tuple[str, float]]:
    """State and processor time of each thread of a process; nothing if it has ended."""
    try:
        threads = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return []
    found = []
    for thread in threads:
        words = said_by(f"/proc/{pid}/task/{thread}/stat").rpartition(")")[2].split()
        if words:
            precise = said_by(f"/proc/{pid}/task/{thread}/schedstat").split()
            used_s = int(precise[0]) / 1e9 if precise else (int(words[11]) + int(words[12])) * TICK_S
            found.append((words[0], used_s))
    return found
