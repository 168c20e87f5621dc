"""What goes wrong around a class: the clock, the last second, a full disk, two servers, a database that dies in the
middle of a commit. Each has one clear outcome, and nothing is lost."""

from __future__ import annotations

import io
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from orchard.classroom.accounts import LoginError
from orchard.classroom.archive import SubmissionError
from orchard.classroom.lockout import LockedError
from orchard.classroom.work_queue import LEASE_S, PATIENCE_S
from orchard.classroom.worker import AwayError, Here, do, work
from orchard.core.choice import Stop
from orchard.play.check import Finding
from orchard.play.database import StoreError, UnreachableError
from orchard.players import _sandbox
from orchard.shells.classroom.app import create_app
from orchard.shells.studio.security import ServerSettings
from tests.classroom.conftest import School, TestClient, open_school
from tests.classroom.scene import FIRST, GAME, LAST, Scene

GOOD = Finding("opening", True, "answered a1")
HOUR_S = 3600.0


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


# ------------------------------------------------------------------------------------------ the clock


def test_a_clock_that_goes_back_keeps_no_job_waiting_for_the_dead(scene: Scene) -> None:
    one = scene.assignment(references=["random"])
    scene.accepted(one, scene.person("Ann"))
    dead, other = Here(scene.work, "dead", 1.0), Here(scene.work, "other", 1.0)
    held = dead.take()
    assert held is not None
    scene.time -= HOUR_S
    taken = [task.job.id for _ in range(8) if (task := other.take()) is not None]
    assert held.job.id in taken, "its lease ends in an hour by this clock: nobody made it so long"
    assert not next(worker for worker in scene.work.workers.all() if worker["name"] == "dead")["alive"]


def test_ratings_of_a_clock_that_went_back_are_computed_at_once(scene: Scene) -> None:
    one = scene.assignment(references=["random"])
    mine = scene.accepted(one, scene.person("Ann"))
    place = Here(scene.work, "w", 1.0)
    for games in (2, 4):
        task = place.take()
        assert task is not None
        assert do(place, task, Stop(), lambda words: None)
        now = scene.work.snapshots.newest(one.league)
        assert (now.games, now.ratings[mine.entrant]["games"]) == (games, games)
        scene.time -= HOUR_S


def test_a_clock_that_jumps_ahead_lets_another_do_the_job_and_its_result_counts_once(scene: Scene) -> None:
    one = scene.assignment()
    done = scene.hand_in(one, scene.person("Ann"))
    first, second = Here(scene.work, "first", 1.0), Here(scene.work, "second", 1.0)
    held = first.take()
    assert held is not None
    scene.time += 2 * LEASE_S
    assert second.take() == held
    assert not first.keep(held.job.id), "it is another's now"
    first.checked(held.job.id, [GOOD])
    second.checked(held.job.id, [Finding("opening", False, "crashed")])
    assert scene.work.submissions.get(done.id).state == "accepted"
    assert scene.work.queue.shown(one.id)["counts"] == {"done": 1}


def test_a_lockout_does_not_outlast_a_clock_that_goes_back(school: School) -> None:
    accounts = school.room.accounts
    for _ in range(5):
        with pytest.raises(LoginError):
            accounts.sign_in("Ann", "wrong", "10.0.0.1")
    with pytest.raises(LockedError):
        accounts.sign_in("Ann", "wrong", "10.0.0.1")
    school.clock.time -= HOUR_S
    with pytest.raises(LoginError):
        accounts.sign_in("Ann", "wrong", "10.0.0.1")


# ------------------------------------------------------------------------------------------ the closing date


class Slow(io.BytesIO):
    """A file whose last bytes are read when the scene's clock says later."""

    def __init__(self, content: bytes, scene: Scene, later: float) -> None:
        super().__init__(content)
        self.scene, self.later = scene, later

    def read(self, size: int | None = -1) -> bytes:
        self.scene.time = self.later
        return super().read(size)


def test_what_counts_is_when_the_whole_file_is_there(scene: Scene) -> None:
    ann, end = scene.person("Ann"), scene.time + 100
    one = scene.assignment(closes=end)
    scene.time = end - 1
    late = Slow(FIRST.encode(), scene, end)
    with pytest.raises(SubmissionError) as refused:
        scene.work.submissions.add(one.id, ann, "bot.py", late)
    assert refused.value.kind == "assignment_closed"
    assert list(scene.work.submissions.folder.iterdir()) == []
    scene.time = end - 1
    just = Slow(FIRST.encode(), scene, end - 1e-6)
    assert scene.work.submissions.add(one.id, ann, "bot.py", just).made < end


def test_who_got_no_answer_in_the_last_second_may_ask_again_after_it(scene: Scene) -> None:
    ann, bob, end = scene.person("Ann"), scene.person("Bob"), scene.time + 100
    one = scene.assignment(closes=end)
    scene.time = end - 0.5
    kept = scene.hand_in(one, ann)  # and the server dies before it has answered
    scene.time = end + 5
    assert scene.hand_in(one, ann).id == kept.id
    for person, source in ((ann, LAST), (bob, FIRST)):
        with pytest.raises(SubmissionError):
            scene.hand_in(one, person, source)
    assert [found.id for found in scene.work.submissions.all(one.id)] == [kept.id]


@pytest.mark.parametrize("kind", ["round_robin", "swiss"])
def test_a_final_that_was_announced_begins_when_all_that_came_in_time_is_judged(scene: Scene, kind: str) -> None:
    ann, bob, end = scene.person("Ann"), scene.person("Bob"), scene.time + 100
    one = scene.assignment(closes=end, final_kind=kind)
    first = scene.accepted(one, ann)
    scene.time = end - 1
    last = scene.hand_in(one, bob, LAST)
    scene.time = end + 1
    place = Here(scene.work, "w", 1.0)
    task = place.take()
    assert task is not None
    assert task.job.submission == last.id, "its check is still waiting"
    assert place.take() is None
    assert scene.work.finals.of(one.id) is None
    place.checked(task.job.id, [GOOD])
    task = place.take()
    assert task is not None
    assert (task.job.kind, {task.job.first, task.job.second}) == ("final", {first.entrant, last.entrant})
    begun = scene.work.finals.of(one.id)
    assert begun is not None
    assert begun[1].kind == kind
    (event,) = scene.work.audit.events(action="final.begun")
    assert event["about"] == {"assignment": one.id, "seed": begun[1].seed, "kind": kind}
    with pytest.raises(SubmissionError):
        scene.work.submissions.choose(first.id)


def test_no_final_begins_by_itself_before_the_closing_date_unannounced_or_for_nobody(scene: Scene) -> None:
    now = scene.time
    scene.assignment("not yet", opens=now + 10, closes=now + 20, final_kind="swiss", references=["random", "greedy"])
    scene.assignment("by hand", opens=now - 20, closes=now - 10, references=["random", "greedy"])
    scene.assignment("nobody", opens=now - 20, closes=now - 10, final_kind="swiss")
    assert Here(scene.work, "w", 1.0).take() is None
    assert [scene.work.finals.of(one.id) for one in scene.work.assignments.all()] == [None] * 3


def test_only_a_teacher_announces_a_final(school: School) -> None:
    tom, ada = school.signed_in("Tom"), school.signed_in("Ada")
    new = {"name": "One", "game": GAME, "openings": "random:4"}
    assert ada.post("/api/assignments", json=new | {"final_kind": "swiss"}).status_code == 403
    made = tom.post("/api/assignments", json=new | {"final_kind": "swiss"}).json()
    assert made["final_kind"] == "swiss"
    path = f"/api/assignments/{made['id']}"
    assert ada.patch(path, json={"final_kind": "round_robin"}).status_code == 403
    assert ada.patch(path, json={"final_kind": "swiss", "daily": 3}).json()["daily"] == 3


# ------------------------------------------------------------------------------------------ a check that waits


def test_a_check_that_waits_long_takes_the_worker_that_began_last_away_from_its_game(scene: Scene) -> None:
    one = scene.assignment(references=["random", "greedy"])
    scene.accepted(one, scene.person("Ann"))
    places = [Here(scene.work, f"w{n}", 1.0) for n in range(2)]
    tasks = []
    for place in places:
        tasks.append(place.take())
        scene.time += 1
    scene.hand_in(one, scene.person("Bob"), LAST)
    held = [(place, task.job.id) for place, task in zip(places, tasks, strict=True) if task]
    assert [place.keep(job) for place, job in held] == [True, True], "a game may end by itself before long"
    scene.time += PATIENCE_S + 1
    assert [place.keep(job) for place, job in held] == [True, False]
    aside = next(job for job in scene.work.queue.shown(one.id)["jobs"] if job["id"] == held[1][1])
    assert (aside["state"], aside["tries"]) == ("waiting", 0)
    task = places[1].take()
    assert task is not None
    assert task.job.kind == "check"
    scene.time += PATIENCE_S + 1
    assert [place.keep(job) for place, job in (held[0], (places[1], task.job.id))] == [True, True]


def test_a_worker_that_cannot_do_a_check_goes_on_with_its_game(scene: Scene) -> None:
    plain, packed = scene.assignment(references=["random"]), scene.assignment("packed", packages=["no-such-package"])
    ann = scene.person("Ann")
    scene.accepted(plain, ann)
    scene.hand_in(packed, ann)
    place = Here(scene.work, "w", 1.0)
    check = place.take()
    assert check is not None
    assert not do(place, check, Stop(), lambda words: None)
    game = place.take() or place.take()  # where nothing but the check waits, the ladder is filled for the next time
    assert game is not None
    scene.hand_in(packed, scene.person("Bob"), LAST)
    scene.time += PATIENCE_S + 1
    assert place.keep(game.job.id), "for nothing of that assignment"
    taken = [scene.work.queue.take(99, [plain.id]) for _ in range(2)]
    for job in taken:
        assert job is not None
        scene.work.queue.leave(job.id, 99, "no packages")
    place._left.clear()  # a minute later
    assert place.keep(game.job.id), "what nobody can do ends no game, again and again"


def test_a_game_is_stopped_for_a_check_and_played_later(scene: Scene) -> None:
    one = scene.assignment(references=["random"])
    scene.accepted(
        one, scene.person("Ann"), FIRST.replace("    return", "    __import__('time').sleep(0.2)\n    return")
    )
    place, said = Here(scene.work, "w", 1.0), list[str]()
    place.lease_s = 0.6  # so that it asks every tenth of a second
    game = place.take()
    assert game is not None
    scene.hand_in(one, scene.person("Bob"), LAST)
    scene.time += PATIENCE_S + 1
    assert not do(place, game, Stop(), said.append)
    assert said == [f"job {game.job.id} is put aside"]
    task = place.take()
    assert task is not None
    assert task.job.kind == "check"
    place.checked(task.job.id, [GOOD])
    task = place.take()
    assert task == game
    place.lease_s = LEASE_S
    assert do(place, task, Stop(), said.append)


# ------------------------------------------------------------------------------------------ disks and databases


def test_a_commit_whose_answer_is_lost_keeps_the_files(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL may have kept a row although its last words never came: then its files must be there."""
    ann, one = scene.person("Ann"), scene.assignment()
    database = scene.work.submissions._database
    writing = database.writing

    @contextmanager
    def dies_after_commit() -> Iterator[Connection]:
        with writing() as connection:
            yield connection
        raise UnreachableError("the connection was lost")

    with monkeypatch.context() as patch:
        patch.setattr(database, "writing", dies_after_commit)
        with pytest.raises(UnreachableError):
            scene.hand_in(one, ann)
    (kept,) = scene.work.submissions.all(one.id)
    assert (scene.work.submissions.program(kept) / "bot.py").read_text() == FIRST
    assert scene.hand_in(one, ann).id == kept.id


def test_a_worker_waits_for_room_on_a_full_disk_instead_of_ending(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = scene.assignment()
    done = scene.hand_in(one, scene.person("Ann"))
    place, said, slept = Here(scene.work, "w", 1.0), list[str](), list[float]()
    judge, stop = scene.work.submissions.judge, Stop()

    def full(*_: Any) -> Any:
        raise StoreError("class.db: the disk is full; nothing of this change was kept")

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 700:  # for longer than a result waits for a server that starts again
            monkeypatch.setattr(scene.work.submissions, "judge", judge)
            scene.time += LEASE_S + 1
        if len(slept) > 1500:
            stop.set()

    monkeypatch.setattr(scene.work.submissions, "judge", full)
    monkeypatch.setattr("orchard.classroom.playing.check_bot", lambda *_: [GOOD])
    assert work(place, stop=stop, most=1, tell=said.append, sleep=sleep) == 1
    assert scene.work.submissions.get(done.id).state == "accepted"
    assert any("the disk is full" in line for line in said)


FILLED = """
    import io, os, sys
    from pathlib import Path
    from orchard.classroom.worker import AwayError, Here
    from orchard.play.check import Finding
    from orchard.play.database import StoreError
    from tests.classroom.scene import FIRST, LAST, Scene

    folder = Path(sys.argv[1])
    scene = Scene(folder)
    ann, one = scene.person("Ann"), scene.assignment(references=["random"])
    kept = scene.hand_in(one, ann)
    place = Here(scene.work, "w", 1.0)
    task = place.take()
    with open(folder / "filler", "wb", buffering=0) as filler:
        try:
            while True:
                filler.write(bytes(4096))
        except OSError:
            pass
    for content in (LAST.encode(), LAST.encode() + b"#" * 3_000_000):
        try:
            scene.work.submissions.add(one.id, ann, "bot.py", io.BytesIO(content))
            sys.exit("it was taken in")
        except StoreError as error:
            print(error)
    try:
        long = Finding("opening", True, "x" * 1_000_000)  # more than the log of the database has room for
        place.checked(task.job.id, [long])
        sys.exit("a verdict was kept")
    except AwayError as error:
        print(error)
    assert [found.state for found in scene.work.submissions.all(one.id)] == ["waiting"]
    (folder / "filler").unlink()
    place.checked(task.job.id, [Finding("opening", True, "answered")])
    more = scene.hand_in(one, ann, LAST)
    states = [(found.id, found.state) for found in scene.work.submissions.all(one.id)]
    assert states == [(more.id, "waiting"), (kept.id, "accepted")], states
    assert len(list(scene.work.submissions.folder.iterdir())) == 2
    with scene.store.database.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA integrity_check").scalar_one() == "ok"
"""


def test_a_disk_that_is_really_full_takes_nothing_in_loses_nothing_and_goes_on_when_there_is_room(
    tmp_path: Path,
) -> None:
    if not _sandbox.stands():
        pytest.skip("no bubblewrap, which makes the small disk")
    walls = ["bwrap", "--dev-bind", "/", "/", "--size", "4000000", "--tmpfs", str(tmp_path)]
    command = [*walls, sys.executable, "-c", textwrap.dedent(FILLED), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=Path(__file__).parents[2], check=False)
    assert done.returncode == 0, done.stderr
    assert ["the disk is full" in line for line in done.stdout.splitlines()] == [True] * 3, done.stdout


def test_two_servers_on_one_folder_are_one_class(tmp_path: Path) -> None:
    school = open_school(tmp_path / "class", reserve_mb=1.0)
    with open_second(school) as second:
        first, tom = school.signed_in("Ann"), school.signed_in("Tom")
        made = tom.post("/api/assignments", json={"name": "One", "game": GAME, "openings": "random:4", "daily": 2})
        path = f"/api/assignments/{made.json()['id']}/submissions"
        second.cookies, second.headers["X-Orchard-Token"] = first.cookies, first.headers["X-Orchard-Token"]
        numbers = [
            client.post(path, files={"file": ("bot.py", f"{FIRST}# {n}".encode())}).json().get("number")
            for n, client in enumerate((first, second, first))
        ]
        assert numbers == [1, 2, None], "versions and the limit of a day are counted together"
        assert len(second.get(path).json()) == 2
        assert first.post("/api/logout", json={}).status_code == 200
        assert second.get(path).status_code == 401, "who has left one has left both"
    school.room.close()


@contextmanager
def open_second(school: School) -> Iterator[TestClient]:
    """Another server over the folder of a class."""
    from orchard.classroom.folder import Classroom

    room = Classroom(school.room.folder, settings=school.room.settings, clock=school.clock)
    app = create_app(room, ServerSettings(requests_per_s=1e6, burst=1e6))
    yield TestClient(app, base_url="http://127.0.0.1", client=("10.0.0.1", 5001), raise_server_exceptions=False)
    room.close()


def test_a_result_that_nobody_can_take_is_given_up_when_the_worker_is_stopped() -> None:
    from orchard.classroom.worker import insist

    stop, slept = Stop(), list[float]()

    def away() -> None:
        raise AwayError("gone")

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        stop.set()

    with pytest.raises(AwayError):
        insist(away, sleep, stop)
    assert len(slept) == 1
