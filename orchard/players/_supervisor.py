"""Runs one foreign program and leaves nothing of it behind. A script of its own: it needs only the standard library.

It stands between us and a bot: it gives the bot a session, limits on memory and processor time, and watches what
the bot and all its children use together. When the bot ends, when it takes too much, or when our parent is
gone (the control pipe closes, even after `kill -9`), it ends every descendant, also those that changed their session:
on Linux it adopts orphans (PR_SET_CHILD_SUBREAPER), so none can hide.

The status pipe carries two JSON lines: the bot's process number, and in the end exit, signal and why.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import sys
import time

TYPE_CHECKING = False  # typing takes 4 ms to load, at the start of every bot
if TYPE_CHECKING:
    from typing import Any

WATCH_S = 0.25
MOST_PROCESSES = 256
MOST_THREADS = 1024
MOST_OPEN_FILES = 4096  # in each process
PR_SET_CHILD_SUBREAPER = 36
MEGABYTE = 1 << 20


def adopt_orphans() -> None:
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def limit(plan: dict[str, Any]) -> None:
    """The limits of the bot's own process and of each of its children."""
    import resource

    memory = plan["memory_mb"] * MEGABYTE
    # What a program writes to counts (RLIMIT_DATA), not the code and the empty address space that libraries reserve.
    wanted = {"RLIMIT_DATA": memory, "RLIMIT_AS": 2 * memory + 4096 * MEGABYTE, "RLIMIT_CORE": 0}
    wanted["RLIMIT_FSIZE"] = plan["files_mb"] * MEGABYTE
    wanted["RLIMIT_NOFILE"] = MOST_OPEN_FILES
    if plan["cpu_s"]:
        wanted["RLIMIT_CPU"] = plan["cpu_s"]
    for name, value in wanted.items():
        kind = getattr(resource, name, None)
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        try:
            # a second between the two, so that the bot ends by SIGXCPU, which says why, and not by SIGKILL
            resource.setrlimit(kind, (value, value + 1 if name == "RLIMIT_CPU" else value))
        except (ValueError, OSError) as error:  # macOS refuses some of them; the watch below remains
            print(f"orchard: {name} can't be set here: {error}", file=sys.stderr)


def descendants(pid: int) -> list[int]:
    """Every process below `pid`, nearest first."""
    found: list[int] = []
    todo = [pid]
    table: dict[int, list[int]] | None = (
        None
        if os.path.exists("/proc/self/task") and os.path.exists(f"/proc/{pid}/task/{pid}/children")
        else _all_children()
    )
    while todo:
        for child in _children(todo.pop(), table):
            found.append(child)
            todo.append(child)
    return found


def _children(pid: int, table: dict[int, list[int]] | None) -> list[int]:
    if table is not None:
        return table.get(pid, [])
    with contextlib.suppress(OSError):  # it ended while we looked
        tasks = os.listdir(f"/proc/{pid}/task")
        return [int(child) for task in tasks for child in said_by(f"/proc/{pid}/task/{task}/children").split()]
    return []


def _all_children() -> dict[int, list[int]]:
    """Children by parent, from `ps`, where there is no /proc that lists them."""
    import subprocess

    table: dict[int, list[int]] = {}
    listed = subprocess.run(["ps", "-axo", "pid=,ppid="], capture_output=True, text=True, check=False).stdout
    for line in listed.splitlines():
        child, parent = map(int, line.split())
        table.setdefault(parent, []).append(child)
    return table


def said_by(path: str) -> str:
    """What a file of /proc says; nothing if the process has ended."""
    try:
        fd = os.open(path, os.O_RDONLY)  # three times as fast as open(): it is done between all moves of a game
    except OSError:
        return ""
    try:
        said = b""
        while part := os.read(fd, 65536):
            said += part
        return said.decode("ascii", "replace")
    except OSError:
        return said.decode("ascii", "replace")
    finally:
        os.close(fd)


def threads_of(pids: list[int]) -> int:
    said = (said_by(f"/proc/{pid}/stat").rpartition(")")[2].split() for pid in pids)
    return sum(int(words[17]) for words in said if words)


def memory_in_use(pids: list[int]) -> float:
    """Megabytes that these processes occupy, quickly: a page that several share counts for each of them."""
    said = (said_by(f"/proc/{pid}/statm").split() for pid in pids)
    return sum(int(words[1]) for words in said if words) * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


def shared_memory_in_use(pids: list[int]) -> float:
    """The same, exact and slow: each page divided among those that share it."""
    lines = (line for pid in pids for line in said_by(f"/proc/{pid}/smaps_rollup").splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def reap() -> dict[int, int]:
    """The processes that ended, with their wait status."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if pid == 0:
            return ended
        ended[pid] = status


def join(group: str) -> None:
    """Become part of the control group, if there is one, as all that we start will be."""
    if group:
        with open(f"{group}/cgroup.procs", "w") as file:
            file.write("0")


def ran_out(plan: dict[str, Any]) -> str:
    """Whether the system ended a process of the control group because its memory was used up."""
    if plan["group"]:
        events = dict(line.split() for line in said_by(f"{plan['group']}/memory.events").splitlines())
        if int(events.get("oom_kill", 0)):
            return f"it and its children needed more memory than the {plan['memory_mb']} MB that are allowed"
    return ""


def end_all(bot: int, group: str) -> dict[int, int]:
    """Kill every descendant until there is none; a fork between two looks is caught by the next look."""
    ended: dict[int, int] = {}
    if group:
        with contextlib.suppress(OSError), open(f"{group}/cgroup.kill", "w") as file:
            file.write("1")
    for attempt in range(500):
        left = descendants(os.getpid())
        if attempt == 0:
            with contextlib.suppress(OSError):
                os.killpg(bot, signal.SIGKILL)  # also those a missing /proc does not show
        for pid in left:
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        ended.update(reap())
        if not left:
            break
        time.sleep(0.002)
    return ended


def main() -> None:
    plan = json.loads(sys.argv[1])
    control, status = plan["control"], plan["status"]
    for fd in (control, status):
        os.set_inheritable(fd, False)
    adopt_orphans()
    wake_read, wake_write = os.pipe()
    os.set_blocking(wake_write, False)
    os.set_blocking(wake_read, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake_write)
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)  # only the control pipe ends us, so that we always clean up

    bot = os.fork()
    if bot == 0:
        start(plan)
    for fd in plan["channel"]:
        os.close(fd)
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)

    why, code, looked = "", None, time.monotonic()
    while code is None and not why:
        ready, _, _ = select.select([control, wake_read], [], [], WATCH_S)
        if wake_read in ready:
            os.read(wake_read, 4096)
        code = reap().get(bot)
        if control in ready:
            why = "asked"
        elif code is None and time.monotonic() - looked >= WATCH_S:  # a bot that is paused wakes us, too
            why, looked = excess(plan), time.monotonic()
    why = why or ran_out(plan)
    ended = end_all(bot, plan["group"])
    if plan["group"]:
        with contextlib.suppress(OSError):  # our parent does it, too, if it still lives
            os.rmdir(plan["group"])
    if code is None:
        code = ended.get(bot, 9)
    exit_code, signal_number = os.WEXITSTATUS(code), os.WTERMSIG(code) if os.WIFSIGNALED(code) else 0
    if not signal_number and exit_code > 128:  # a shell or a sandbox reports a signal that way
        signal_number = exit_code - 128
    os.write(status, json.dumps({"exit": exit_code, "signal": signal_number, "why": why}).encode() + b"\n")


def excess(plan: dict[str, Any]) -> str:
    """What the bot and its children take too much of together, if anything."""
    if not os.path.isdir("/proc/self"):
        return ""
    pids = descendants(os.getpid())
    if len(pids) > MOST_PROCESSES:
        return f"it ran {len(pids)} processes at once ({MOST_PROCESSES} are allowed)"
    threads = threads_of(pids)
    if threads > MOST_THREADS:
        return f"it ran {threads} threads at once ({MOST_THREADS} are allowed)"
    if memory_in_use(pids) > plan["memory_mb"]:
        total = shared_memory_in_use(pids)
        if total > plan["memory_mb"]:
            return f"it and its children held {total:.0f} MB of memory ({plan['memory_mb']} are allowed)"
    return ""


def opened(word: str, program: str) -> str:
    """The number of a descriptor for `{filter}` and `{open FILE}`; any other word as it is."""
    if word == "{filter}":
        fd, write = os.pipe()
        os.write(write, bytes.fromhex(program))
        os.close(write)
    elif word.startswith("{open /") and word.endswith("}"):
        fd = os.open(word[6:-1], os.O_RDONLY | os.O_NOFOLLOW)  # a link put there since we looked shows nothing else
    else:
        return word
    os.set_inheritable(fd, True)
    return str(fd)


def start(plan: dict[str, Any]) -> None:
    """In the child: a session of its own, limits, then the bot."""
    try:
        os.setsid()
        os.write(plan["status"], json.dumps({"bot": os.getpid()}).encode() + b"\n")  # before it can do anything to us
        signal.set_wakeup_fd(-1)
        for usual in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(usual, signal.SIG_DFL)
        command = [opened(word, plan["filter"]) for word in plan["command"]]
        join(plan["group"])
        limit(plan)
        if plan["cores"]:
            with contextlib.suppress(OSError):  # they were taken away from all of us since
                os.sched_setaffinity(0, plan["cores"])
        os.execvp(command[0], command)
    except BaseException as error:
        os.write(2, f"can't start {plan['command'][0]}: {error}\n".encode())
    finally:
        os._exit(127)


if __name__ == "__main__":
    main()
