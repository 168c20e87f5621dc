"""A simulated day of a class: students hand in over HTTP, workers check and play, everything is killed at random.

    python -m benchmarks.class_day --students 100 --submissions 300 --workers 2 --seconds 660

The server and the workers are processes of their own. Students are players of known skill in all three contracts, and
ten of the worst bots of the tests. At the end: every submission judged, no verdict wrong, nothing lost or counted
twice, the standings against the true ratings, and how long requests took while everybody looked. An hour of class is
compressed into `--seconds`: submissions come in its first half, and what time is left after the checks, about 350 s of
two cores for 300, is for the ladder. It goes on until everything is judged. `--kills 40` kills meanwhile.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from benchmarks.class_bots import CONTRACTS, WORST, source, worst
from benchmarks.class_ladder import coverage, name_of, order, played_ladder, skills
from orchard.classroom.folder import Classroom, make_class
from orchard.classroom.people import Newcomer, Person
from orchard.classroom.standings import Standings
from orchard.classroom.work import Work
from orchard.classroom.work_tables import JOBS
from orchard.play.schema import GAMES
from orchard.play.store import Store

LOOKED_AT = ("standings", "crosstable", "ratings", "queue", "games", "submissions")
WAIT_S = 0.2


@dataclass
class Day:
    """What was done and measured."""

    sent: dict[int, str] = field(default_factory=dict)  # submission: what is known of it, 'good' or a fault
    times: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    memory_mb: list[float] = field(default_factory=list)


class Processes:
    """The server and the workers; whoever is killed is started again."""

    def __init__(self, folder: Path, port: int, workers: int) -> None:
        serve = ["class", "serve", str(folder), "--workers", "0"]
        work = [["class", "worker", str(folder)] for _ in range(workers)]
        self.commands = [[sys.executable, "-m", "orchard", *words] for words in (serve, *work)]
        self.settings = {**os.environ, "ORCHARD_CLASS_PORT": str(port)}
        self.running = [self._start(command) for command in self.commands]

    def _start(self, command: list[str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(command, env=self.settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def kill(self, at: int) -> None:
        """SIGKILL one of them, and start it again."""
        self.running[at].send_signal(signal.SIGKILL)
        self.running[at].wait()
        self.running[at] = self._start(self.commands[at])

    def memory_mb(self) -> float:
        """Of the server."""
        try:
            text = Path(f"/proc/{self.running[0].pid}/status").read_text(encoding="ascii")
            return int(text.split("VmRSS:")[1].split()[0]) / 1024
        except (OSError, IndexError):
            return 0.0

    def server_s(self) -> float:
        """Processor time of the server that runs now."""
        words = Path(f"/proc/{self.running[0].pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        for process in self.running:
            process.terminate()
        for process in self.running:
            process.wait()


class Browser:
    """A session of one person, from an address of its own."""

    def __init__(self, room: Classroom, person: Person, port: int, number: int) -> None:
        self.session = room.accounts.open_session(person)
        address = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self.client = httpx.Client(
            base_url=f"http://127.0.0.1:{port}", headers={"x-forwarded-for": address}, timeout=30
        )
        self.client.cookies.set("orchard_class", self.session)
        self.token = ""

    def ask(self, day: Day, method: str, path: str, **more: Any) -> httpx.Response | None:
        """The answer; None where the server was away, which is asked again by the caller."""
        try:
            if not self.token and method != "GET":
                self.token = self.client.get("/api/me").json()["token"]
            began = time.perf_counter()
            answer = self.client.request(method, path, headers={"x-orchard-token": self.token}, **more)
        except (httpx.HTTPError, ValueError, KeyError):
            day.errors["away"] += 1
            return None
        if method == "GET":
            day.times.append(time.perf_counter() - began)
        if answer.status_code >= 400:
            day.errors[f"{answer.status_code} {path.rpartition('/')[2]}"] += 1
        return answer


def wait_for(browser: Browser, day: Day) -> None:
    """Until the server answers."""
    while browser.ask(day, "GET", "/api/me") is None:
        time.sleep(WAIT_S)
    day.errors.clear()
    day.times.clear()


def plan(options: argparse.Namespace) -> list[tuple[int, str, str]]:
    """What is handed in: student, source, what is known of it. The newest version of each has the student's skill."""
    dice, found = random.Random(options.seed), list[tuple[int, str, str]]()
    known = skills(options.students)
    bad = list(WORST)[: options.bad]
    for number in range(options.submissions - options.students - len(bad)):
        student = number % options.students
        weaker = round((known[student] - 1) / 2, 3)
        found.append((student, source(f"{student} v{number}", weaker, dice.choice(CONTRACTS)), "good"))
    found += [(dice.randrange(options.students), worst(name), WORST[name]) for name in bad]
    dice.shuffle(found)
    last = [(n, source(str(n), known[n], CONTRACTS[n % 3]), "good") for n in range(options.students)]
    dice.shuffle(last)
    return found + last


def hand_in(options: argparse.Namespace, browsers: list[Browser], day: Day, assignment: int, until: float) -> None:
    """Everybody hands in over the first half of the day; who got no answer asks again."""
    work = plan(options)
    pause = max(0.0, (until - time.monotonic()) / 2 / len(work))
    for student, text, known in work:
        while time.monotonic() < until:
            form = {"file": ("bot.py", text.encode(), "text/x-python")}
            answer = browsers[student].ask(day, "POST", f"/api/assignments/{assignment}/submissions", files=form)
            if answer is not None and answer.status_code == 200:
                day.sent[answer.json()["id"]] = known
                break
            time.sleep(WAIT_S)
        time.sleep(pause)


def look(browsers: list[Browser], day: Day, assignment: int, over: threading.Event, pause_s: float, seed: int) -> None:
    """Somebody looks at some page, again and again."""
    dice = random.Random(seed)
    while not over.wait(pause_s * dice.random() * 2):
        dice.choice(browsers).ask(day, "GET", f"/api/assignments/{assignment}/{dice.choice(LOOKED_AT)}")


def verdicts(work: Work, day: Day) -> list[str]:
    """What is wrong with the verdicts; nothing, if all is well."""
    wrong = []
    for id, known in sorted(day.sent.items()):
        one = work.submissions.get(id)
        checks = one.verdict["checks"] if one.verdict else []
        faults = {check["fault"]["verdict"] for check in checks if check["fault"]}
        if one.state == "waiting":
            wrong.append(f"submission {id} was not judged")
        elif (one.state == "accepted") != (known == "good"):
            wrong.append(f"submission {id} ({known}) was {one.state}: {faults}")
        elif known != "good" and known not in faults:
            wrong.append(f"submission {id} ({known}) was refused for {faults}")
    return wrong


def waited(work: Work, assignment: int) -> dict[str, float]:
    """How long students waited for their verdicts: half of them, 95 of 100, and the last."""
    times = sorted(one.judged - one.made for one in work.submissions.all(assignment) if one.judged is not None)
    places = {"half": 0.5, "95 %": 0.95, "longest": 1.0}
    return {
        name: round(times[min(len(times) - 1, int(share * len(times)))], 1) for name, share in places.items() if times
    }


def lost_or_doubled(work: Work, day: Day, assignment: int) -> list[str]:
    """What is lost or counted twice; nothing, if all is well."""
    kept = [one.id for one in work.submissions.all(assignment)]
    wrong = [f"submission {id} is lost" for id in day.sent if id not in kept]
    wrong += [] if len(kept) == len(day.sent) else [f"{len(kept)} submissions are kept, {len(day.sent)} were answered"]
    with work.store.database.reading() as connection:
        done = connection.execute(JOBS.select().where(JOBS.c.state == "done", JOBS.c.league.is_not(None))).all()
        games = Counter((row.league, row.number) for row in connection.execute(GAMES.select()))
    wrong += [f"game {key} is there {count} times" for key, count in games.items() if count > 1]
    for job in done:
        wrong += [
            f"game {number} of pair {job.pair} is lost"
            for number in (2 * job.pair, 2 * job.pair + 1)
            if (job.league, number) not in games
        ]
    return wrong


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def simulate(options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    port = free_port()
    make_class(folder, "Teacher", title="Class", address=f"http://127.0.0.1:{port}")
    with open(folder / "class.toml", "a", encoding="utf-8") as settings:
        settings.write('proxy = "127.0.0.1"\n' + (f'database = "{options.db}"\n' if options.db else ""))
    with Classroom(folder) as room:
        people = room.people.add(Newcomer(f"Student {n:04}") for n in range(options.students))
        work = Work(Store.over(room.database), room.submissions)
        rules = {"seconds_per_move": options.move, "memory_mb": 256}
        one = work.assignments.add("Day", "reversi", references=["random", "greedy"], rules=rules, daily=1000)
        day, over, processes = Day(), threading.Event(), Processes(folder, port, options.workers)
        try:
            browsers = [Browser(room, people[n % len(people)], port, n) for n in range(options.sessions)]
            wait_for(browsers[0], day)
            started_s = processes.server_s()
            began, until = time.monotonic(), time.monotonic() + options.seconds
            threads = [threading.Thread(target=hand_in, args=(options, browsers, day, one.id, until))]
            looking = min(8, options.sessions)
            threads += [
                threading.Thread(target=look, args=(browsers[n::looking], day, one.id, over, options.pause, n))
                for n in range(looking)
            ]
            for thread in threads:
                thread.start()
            kill_and_watch(options, processes, day, until)
            threads[0].join()
            while work.queue.counts().get("waiting", 0) and any(
                job["kind"] == "check" for job in work.queue.shown(one.id)["jobs"]
            ):
                time.sleep(1)  # every submission is to be judged
            over.set()
            for thread in threads[1:]:
                thread.join()
            server_s = processes.server_s() - started_s
        finally:
            over.set()
            processes.close()
        names = {f"Student {n:04}": skill for n, skill in enumerate(skills(options.students))}
        table = Standings(work).table(work.assignments.get(one.id), fresh=True)
        lasted = time.monotonic() - began
        of_day = work.assignments.get(one.id)
        (last,) = played_ladder(
            skills(options.students), of_day.references, of_day.openings, [options.truth], options.seed
        )
        true = {f"Student {n:04}": last[name_of(n)].elo for n in range(options.students)}
        times = sorted(day.times) or [0.0]
        return {
            "seconds": round(lasted, 1),
            "submissions": len(day.sent),
            "games": table["games"],
            "kills": day.kills,
            "wrong verdicts": verdicts(work, day),
            "seconds from handing in to the verdict": waited(work, one.id),
            "lost or doubled": lost_or_doubled(work, day, one.id),
            "requests": len(times),
            "p50 ms": round(times[len(times) // 2] * 1000, 1),
            "p99 ms": round(times[min(len(times) - 1, int(len(times) * 0.99))] * 1000, 1),
            "server ms of processor time a request": None
            if options.kills
            else round(1000 * server_s / (len(times) + 2 * len(day.sent)), 1),
            "errors": dict(day.errors),
            "server MB, by tenths of the day": [
                round(max(day.memory_mb[at * len(day.memory_mb) // 10 :][: max(1, len(day.memory_mb) // 10)]))
                for at in range(10)
            ]
            if day.memory_mb
            else [],
            "standings": order(table["rows"], names) | coverage(table["rows"], true),
        }


def kill_and_watch(options: argparse.Namespace, processes: Processes, day: Day, until: float) -> None:
    """Let the day pass; processes are killed at random moments, the server as often as all workers."""
    dice = random.Random(options.seed)
    length = until - time.monotonic()
    moments = sorted(until - length * dice.random() for _ in range(options.kills))
    while (now := time.monotonic()) < until:
        while moments and moments[0] <= now:
            moments.pop(0)
            processes.kill(0 if day.kills % 2 == 0 else dice.randint(1, options.workers))
            day.kills += 1
        day.memory_mb.append(processes.memory_mb())
        time.sleep(min(0.5, max(0.0, until - now)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--students", type=int, default=12)
    parser.add_argument("--submissions", type=int, default=30)
    parser.add_argument("--bad", type=int, default=len(WORST), help="of the submissions that are the worst bots")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--sessions", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument(
        "--pause", type=float, default=0.1, help="mean seconds between two looks of one of eight threads"
    )
    parser.add_argument("--move", type=float, default=5.0, help="seconds a move")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--db", default="", help="PostgreSQL; by default SQLite")
    parser.add_argument("--truth", type=int, default=20_000, metavar="PAIRS", help="of games of the long ladder")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    sys.setswitchinterval(0.001)  # of the browsers here: an answer is not to wait for another thread that reads one
    options.sessions = max(options.sessions, options.students)
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(simulate(options, Path(folder) / "class"), indent=1))


if __name__ == "__main__":
    main()
