"""A worker checks and plays real bots behind the walls; what it records, and what it leaves when it is stopped."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

from orchard.classroom import playing
from orchard.classroom.playing import processor_times, spec_of
from orchard.classroom.worker import AwayError, Here, do, insist, work
from orchard.core.choice import Stop
from orchard.games import game as find_game
from orchard.play.check import FIRST_MOVES, check_bot, try_exercise
from orchard.play.record import Fault
from tests.classroom.scene import FIRST, GAME, LAST, Scene

BOTS = Path(__file__).parents[1] / "bots"
CRASHES = "def choose(position, limits):\n    return position.legal()[0 if position.ply < 4 else 99]\n"
TELLS = "import sys\n" + FIRST.replace(
    "    return", "    print('secret plan', file=sys.stderr)\n    print('hello')\n    return"
)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_a_submission_is_judged_as_at_home_and_then_plays_pairs_of_games(scene: Scene, tmp_path: Path) -> None:
    ann, bob = scene.person("Ann"), scene.person("Bob")
    one = scene.assignment(references=["random"], rules={"seconds_per_move": 5.0, "memory_mb": 300})
    good = scene.hand_in(one, ann, TELLS)
    crash = scene.hand_in(one, bob, CRASHES)
    place, heard = Here(scene.work, "desk", 0.5), list[str]()
    for _ in range(2):
        task = place.take()
        assert task is not None
        assert do(place, task, Stop(), heard.append)
    good, crash = (scene.work.submissions.get(found.id) for found in (good, crash))
    assert (good.state, good.chosen, crash.state, crash.chosen) == ("accepted", True, "refused", False)

    (home := tmp_path / "home").mkdir()
    (home / "bot.py").write_text(CRASHES)
    at_home = check_bot(f"file:{home / 'bot.py'}", GAME, one.rules)
    told = crash.verdict["checks"] if crash.verdict else []
    assert [(check["name"], check["passed"]) for check in told] == [(check.name, check.passed) for check in at_home]
    bundle: dict[str, Any] = next(check["fault"] for check in told if check["fault"])
    assert "IndexError" in bundle["traceback"]
    assert "file:bot.py" in bundle["command"]
    assert str(scene.work.submissions.folder) not in str(crash.verdict)

    task = place.take()  # nothing was waiting: the ladder put the first pair into the queue
    assert task is not None
    assert {task.job.first, task.job.second} == {good.entrant, "random"}
    assert do(place, task, Stop(), heard.append)
    games = scene.store.find_games(league=one.league)
    assert [(game.black, game.white) for game in reversed(games)] in (
        [(good.entrant, "random"), ("random", good.entrant)],
        [("random", good.entrant), (good.entrant, "random")],
    )
    assert games[0].opening == games[1].opening != ""
    for game in games:
        assert (game.versions["worker"], game.versions["speed"]) == ("desk", "0.500")
        times = processor_times(game.versions, len(game.moves))
        mine = times[(game.black != good.entrant) ^ (game.first_position().to_move == "white") :: 2]
        assert mine
        assert all(seconds is not None and 0 <= seconds < 5 for seconds in mine)
        assert str(scene.work.submissions.folder) not in str(game.as_json())


@pytest.mark.parametrize(
    ("game", "protocol", "file"), [("reversi", "gtp", "gtp_engine.py"), ("gomoku", "gomocup", "gomocup_brain.py")]
)
def test_an_engine_is_checked_and_plays_like_a_bot(scene: Scene, game: str, protocol: str, file: str) -> None:
    one = scene.work.assignments.add(protocol, game, engines=True, references=["random"])
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as made:
        made.writestr("engine.txt", f"{protocol}: python3 engine.py")
        made.writestr("engine.py", (BOTS / file).read_text())
        made.writestr("slow_referee.py", (BOTS.parent / "slow_referee.py").read_text())
    done = scene.work.submissions.add(one.id, scene.person("Ann"), "engine.zip", data)
    place = Here(scene.work, "w", 1.0)
    task = place.take()
    assert task is not None
    spec = spec_of(place.folder(task.programs[0]), done.main)
    assert spec.startswith(f"{protocol}:/")
    finding = try_exercise(FIRST_MOVES[0], spec, find_game(game), one.rules)
    assert finding.passed, finding.words


def test_no_path_of_the_machine_is_told_where_the_class_was_opened_by_a_relative_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    folder = Path("course/submissions/1/bot")
    folder.mkdir(parents=True)
    fault = Fault(
        "black", "crash", "no", "", traceback=f'File "{tmp_path}/{folder}/bot.py", line 1', command=str(folder)
    )
    assert playing.without_path(fault, folder).traceback == 'File "bot.py", line 1'


def late(computed: float | None) -> Fault:
    return Fault("black", "time", "took 9 s", "", clock_seconds=5.0, used_seconds=9.0, computed_seconds=computed)


def test_a_game_lost_on_time_without_computing_is_played_again_before_it_counts(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert playing.is_doubtful(late(1.0))
    assert not playing.is_doubtful(late(6.0))  # it computed longer than it had: the machine is not the reason
    assert not playing.is_doubtful(late(None))
    played = playing._play_once
    faults = [late(0.1), None]

    def once(setup: Any, stop: Any) -> Any:
        record, times = played(setup, stop)
        return playing.replace(record, fault=faults.pop(0)), times

    monkeypatch.setattr(playing, "_play_once", once)
    scene.assignment(references=["random", "greedy"])
    one = scene.work.assignments.all()[0]
    job = playing.Job(1, one.id, "ladder", "", league=1, pair=0, first="random", second="greedy")
    task = playing.Task(job, GAME, one.rules, numbers=(0,))
    (record,) = playing.play_pair(task, lambda program: Path(), worker="w", speed=1.0)
    assert record.fault is None
    assert record.versions["again"] == "1"
    faults += [late(0.1)] * 9
    (record,) = playing.play_pair(task, lambda program: Path(), worker="w", speed=1.0)
    assert record.fault is not None  # three times is no accident: it sleeps
    assert len(faults) == 9 - playing.DOUBTFUL_TRIES


def test_a_worker_that_is_stopped_gives_its_job_back(scene: Scene) -> None:
    ann, one = scene.person("Ann"), scene.assignment(references=["greedy"])
    scene.accepted(one, ann, LAST)
    place, stop = Here(scene.work, "w", 1.0), Stop()
    task = place.take()
    assert task is not None
    stop.set()
    assert not do(place, task, stop, lambda words: None)
    (first, *_) = scene.work.queue.shown(one.id)["jobs"]
    assert (first["state"], first["tries"]) == ("waiting", 0)


def test_a_worker_that_starts_again_takes_up_what_it_held_when_it_was_killed(scene: Scene) -> None:
    one = scene.assignment()
    scene.hand_in(one, scene.person("Ann"))
    held = Here(scene.work, "w", 1.0).take()
    assert held is not None
    assert Here(scene.work, "other", 1.0).take() is None
    again = Here(scene.work, "w", 1.0).take()
    assert again is not None
    assert again.job.id == held.job.id


def test_a_failure_of_the_machinery_is_no_bots_fault_and_is_shown(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = scene.assignment()
    done = scene.hand_in(one, scene.person("Ann"))

    def broken(*_: Any) -> Any:
        raise OSError("no space left")

    monkeypatch.setattr(playing, "check_bot", broken)
    assert work(Here(scene.work, "w", 1.0), stop=Stop(), until_idle=True) == 0
    assert scene.work.submissions.get(done.id).state == "waiting"
    (failed,) = scene.work.queue.shown(one.id)["failed"]
    assert "no space left" in failed["problem"]


def test_a_worker_without_the_packages_of_an_assignment_judges_nothing(scene: Scene) -> None:
    one = scene.assignment(packages=["numpy"])
    done = scene.hand_in(one, scene.person("Ann"))
    place = Here(scene.work, "w", 1.0)
    task = place.take()
    assert task is not None
    assert task.packages == ("numpy",)
    assert not do(place, playing.replace(task, packages=("no-such-package",)), Stop(), lambda words: None)
    assert scene.work.submissions.get(done.id).state == "waiting"
    assert "no-such-package" in scene.work.queue.shown(one.id)["jobs"][0]["problem"]


def test_a_result_waits_for_a_class_that_is_away_for_a_while() -> None:
    slept: list[float] = []
    answers: list[Exception | None] = [AwayError("away"), AwayError("away"), None]

    def hand_in() -> None:
        if problem := answers.pop(0):
            raise problem

    insist(hand_in, slept.append)
    assert (len(slept), answers) == (2, [])
