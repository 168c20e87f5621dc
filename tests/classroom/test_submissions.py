"""Submissions are taken in whole, once, within their dates and limits; the right version plays."""

from __future__ import annotations

import errno
import io
import shutil
from pathlib import Path

import pytest

from orchard.classroom.archive import SubmissionError
from orchard.classroom.assignments import AssignmentError
from orchard.classroom.submissions import chosen_of, program_of
from orchard.play.check import Finding
from orchard.play.database import StoreError
from tests.classroom.scene import FIRST, GAME, LAST, Scene

GOOD, BAD = Finding("opening", True, "answered a1"), Finding("opening", False, "answered z9")


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_a_submission_is_kept_with_its_hash_and_waits_for_its_check(scene: Scene) -> None:
    ann, one = scene.person("Ann"), scene.assignment()
    done = scene.hand_in(one, ann)
    assert (done.number, done.state, done.chosen, done.team_name) == (1, "waiting", False, "Ann")
    assert scene.work.submissions.upload(done).read_text() == FIRST
    assert (scene.work.submissions.program(done) / done.main).read_text() == FIRST
    (waiting,) = scene.work.queue.shown(one.id)["jobs"]
    assert (waiting["kind"], waiting["state"], waiting["submission"], waiting["why"]) == (
        "check",
        "waiting",
        done.id,
        "handed in",
    )


def test_asking_again_with_the_same_file_is_the_same_submission(scene: Scene) -> None:
    ann, one = scene.person("Ann"), scene.assignment(daily=2)
    first = scene.hand_in(one, ann)
    assert scene.hand_in(one, ann).id == first.id
    assert scene.hand_in(one, ann, LAST).number == 2
    assert len(list(scene.work.submissions.folder.iterdir())) == 2


def test_a_team_shares_its_versions_and_its_limit_a_day(scene: Scene) -> None:
    ann, bob, one = scene.person("Ann", team="T"), scene.person("Bob", team="T"), scene.assignment(daily=2)
    assert scene.hand_in(one, ann, FIRST).number == 1
    assert scene.hand_in(one, bob, LAST).number == 2
    with pytest.raises(SubmissionError, match="2 submissions in 24 hours"):
        scene.hand_in(one, ann, FIRST)
    scene.time += 86_400
    assert scene.hand_in(one, ann, FIRST).number == 3
    assert len(list(scene.work.submissions.folder.iterdir())) == 3  # nothing is left of what was refused


def test_nothing_is_taken_before_the_opening_or_after_the_closing_date(scene: Scene) -> None:
    ann, now = scene.person("Ann"), scene.time
    one = scene.assignment(opens=now + 10, closes=now + 20)
    for at, kind in ((0, "assignment_early"), (20, "assignment_closed")):
        scene.time = now + at
        with pytest.raises(SubmissionError) as refused:
            scene.hand_in(one, ann)
        assert refused.value.kind == kind
    scene.time = now + 19
    assert scene.hand_in(one, ann).number == 1


def test_what_cannot_be_taken_leaves_nothing_behind(scene: Scene) -> None:
    ann, one = scene.person("Ann"), scene.assignment()
    with pytest.raises(SubmissionError):
        scene.work.submissions.add(one.id, ann, "bot.zip", io.BytesIO(b"no zip"))
    assert list(scene.work.submissions.folder.iterdir()) == []
    assert scene.work.submissions.all(one.id) == []
    assert scene.work.queue.shown(one.id)["jobs"] == []


def test_a_full_disk_refuses_with_a_clear_message_and_keeps_nothing(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, one = scene.person("Ann"), scene.assignment()

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(shutil, "copyfileobj", full)
        with pytest.raises(StoreError, match="the disk is full"):
            scene.hand_in(one, ann)
    assert list(scene.work.submissions.folder.iterdir()) == []
    assert scene.hand_in(one, ann).number == 1


def test_a_very_long_program_is_compared_only_as_far_as_people_write(scene: Scene) -> None:
    ann, one = scene.person("Ann"), scene.assignment()
    done = scene.hand_in(one, ann, FIRST + "x = 1\n" * 1_000_000)
    assert len(program_of(scene.work.submissions.program(done), done.main)) <= 300_001
    assert done.size > 5_000_000


def test_the_newest_accepted_version_plays_until_the_team_chooses(scene: Scene) -> None:
    ann, one, work = scene.person("Ann"), scene.assignment(), scene.work.submissions
    ids = [scene.hand_in(one, ann, FIRST + f"# {n}\n").id for n in range(4)]

    def playing() -> list[int]:
        with scene.store.database.reading() as connection:
            return [found.id for found in chosen_of(connection, one.id)]

    assert playing() == []
    work.judge(ids[0], [GOOD], GAME)
    assert playing() == [ids[0]]
    work.judge(ids[1], [GOOD, BAD], GAME)
    assert (playing(), work.get(ids[1]).state) == ([ids[0]], "refused")
    work.judge(ids[2], [GOOD], GAME)
    assert playing() == [ids[2]]
    work.choose(ids[0])
    work.judge(ids[3], [GOOD], GAME)
    assert playing() == [ids[0]]
    with pytest.raises(SubmissionError, match="not accepted"):
        work.choose(ids[1])


def test_the_first_verdict_stands(scene: Scene) -> None:
    ann, one, work = scene.person("Ann"), scene.assignment(), scene.work.submissions
    id = scene.hand_in(one, ann).id
    assert work.judge(id, [BAD], GAME).state == "refused"
    assert work.judge(id, [GOOD], GAME).state == "refused"


def test_an_assignment_that_cannot_work_is_refused_when_it_is_made(scene: Scene) -> None:
    good = {"name": "two", "game": GAME, "openings": scene.openings()}
    for wrong in (
        {"name": " "},
        {"opens": 5.0, "closes": 4.0},
        {"daily": 0},
        {"references": ["file:bot.py"]},
        {"rules": {"speed": 1}},
        {"rules": {"seconds_per_move": -1}},
        {"packages": ["-r /etc/passwd"]},
        {"packages": ["numpy @ https://example.org/numpy.whl"]},
        {"grade": {"charm": 100}},
        {"grade": {"rank": 0}},
        {"colour": "red"},
    ):
        with pytest.raises(ValueError, match=r"\w"):
            scene.work.assignments.add(**{**good, **wrong})
    made = scene.work.assignments.add(**good, packages=["numpy"], grade={"rank": 40, "references": 60})
    assert made.grade == {"references": 60.0, "rank": 40.0}
    with pytest.raises(AssignmentError, match="already"):
        scene.work.assignments.add(**good)
    with pytest.raises(AssignmentError, match="cannot be changed"):
        scene.work.assignments.change(made.id, game="reversi")
    changed = scene.work.assignments.change(made.id, daily=7, closes=99.0)
    assert (changed.daily, changed.closes, changed.openings) == (7, 99.0, made.openings)
