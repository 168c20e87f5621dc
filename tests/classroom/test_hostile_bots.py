"""Hostile bots handed in to a class and judged by a worker behind the walls: each is refused or comes to nothing, and
what the walls refused is there for staff to read. A few of them in ./test; all with ORCHARD_CLASS_HOSTILE=all."""

from __future__ import annotations

import hashlib
import io
import os
import shutil
import socket
from pathlib import Path

import pytest

from orchard.classroom.work import Work
from orchard.classroom.worker import Here, work
from orchard.core.choice import Stop
from orchard.play import check
from orchard.play.store import Store
from orchard.players import _sandbox
from tests.classroom.conftest import open_school
from tests.classroom.hostile_bots import SECRET, hostile_bots
from tests.classroom.scene import FIRST, GAME
from tests.leftovers import linux_only, wait_until_gone

# one of each kind: at the door, files, network, processes, the conversation
FEW = ("a_link_in_a_zip", "an_engine_of_another_team", "reads_other_submissions", "reads_the_environment_of_the_worker")
FEW += ("writes_its_own_stored_files", "modules_that_python_loads_at_its_start", "calls_the_server", "kills_the_worker")
FEW += ("forged_lines", "an_answer_to_unpickle")
ALL = os.environ.get("ORCHARD_CLASS_HOSTILE") == "all"
pytestmark = [linux_only, pytest.mark.skipif(not _sandbox._found()[0], reason=f"SKIPPED: {_sandbox._found()[1]}")]


def test_hostile_bots_are_refused_or_come_to_nothing_and_staff_can_read_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "exercises", lambda game: check.FIRST_MOVES)
    monkeypatch.setenv("ORCHARD_SANDBOX", "required")
    monkeypatch.setenv("ORCHARD_CLASS_WORKER_TOKEN", SECRET)
    folder = tmp_path / "class"
    school = open_school(folder, reserve_mb=1.0)
    (folder / "class.toml").write_text(f'openid_secret = "{SECRET}"\n')
    jobs = Work(Store.over(school.room.database), school.room.submissions, school.clock)
    (tmp_path / "openings.txt").write_text("a1\n")
    rules = {"seconds_per_move": 2.0, "memory_mb": 256, "startup_s": 20.0}
    one = jobs.assignments.add(
        "Tic", GAME, engines=True, daily=1000, rules=rules, openings=str(tmp_path / "openings.txt")
    )
    victim = FIRST + "# of another team\n"
    kept = jobs.submissions.add(one.id, school.people["Ann"], "bot.py", io.BytesIO(victim.encode()))
    desk = Here(jobs, "desk", 1.0)
    assert work(desk, stop=Stop(), most=1) == 1
    before = {
        path: hashlib.sha256(path.read_bytes()).digest() for path in folder.rglob("*.*") if "class.db" not in path.name
    }

    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    table = hostile_bots(folder, listener.getsockname()[1])
    assert len(table) >= 30
    eve, wrong, taken = school.signed_in("Eve"), dict[str, object](), dict[int, str]()
    free = shutil.disk_usage(tmp_path).free
    for name in table if ALL else FEW:
        bot, refusals = table[name], len(school.audited("refused"))
        answer = eve.post(f"/api/assignments/{one.id}/submissions", files={"file": (bot.file, io.BytesIO(bot.data))})
        told = answer.json()
        if bot.at_the_door:
            found = (answer.status_code, told["reason"] and told["reason"]["kind"], len(school.audited("refused")))
            if found != (422, bot.ends[0], refusals + 1):
                wrong[name] = found
            continue
        taken[told["id"]] = name
        assert work(desk, stop=Stop(), most=1) == 1, name  # the worker is alive, and its queue as it should be
        judged = jobs.submissions.get(told["id"])
        faults = (
            {one["fault"]["verdict"] for one in judged.verdict["checks"] if one["fault"]} if judged.verdict else set()
        )
        ended = faults or {judged.state}
        if not ended <= set(bot.ends) or "GOT IN" in str(judged.verdict) or wait_until_gone(tmp_path, 5.0):
            wrong[name] = (judged.state, judged.verdict, wait_until_gone(tmp_path, 0.0))
        if bot.denied and not any(
            note["about"]["submission"] == judged.id for note in school.audited("submissions.denied")
        ):
            wrong[name] = f"not in the audit log: {judged.verdict}"
    assert not wrong, "\n".join(f"{name}: {found}" for name, found in wrong.items())

    with pytest.raises(BlockingIOError):
        listener.accept()  # nobody called
    listener.close()
    after = {path: hashlib.sha256(path.read_bytes()).digest() for path in before}
    assert after == before
    assert not (folder / "shadowed").exists()
    assert not Path("/tmp/pickled").exists()
    assert free - shutil.disk_usage(tmp_path).free < 200 << 20
    assert jobs.submissions.get(kept.id).state == "accepted"
    assert [found.id for found in jobs.submissions.all(one.id) if found.team != kept.team] == sorted(
        taken, reverse=True
    )
    school.room.close()
