"""What every course promises: a tiny run through all its stages. A new course is tested by being found."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict, fields, is_dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import orchard
from orchard.core.course import STAGES, Course, Generation, initial_weights, no_progress, options_of, with_options
from orchard.core.errors import OptionError, OrchardError
from orchard.training import courses, shards
from orchard.training.fit import fit
from orchard.training.gate import gate, match
from orchard.training.grow import Growth
from orchard.training.label import label
from orchard.training.selfplay import play

COURSES = courses.courses()
each_course = pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
SMALLER = 20  # how many times less work than by default


def small(course: Course, stage: str, **fixed: Any) -> Any:
    """Settings with which a stage takes seconds: whole numbers, which are amounts of work, are small."""
    chosen = {}
    for where, option in options_of(course.settings[stage]).values():
        if option.kind is int and option.low is not None:
            chosen[where] = max(int(option.low), 2, option.default // SMALLER)
    return course.settings[stage](**{**chosen, **fixed})


@pytest.fixture(scope="module", params=COURSES, ids=lambda course: course.game)
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Course, Path]:
    """Two shards of games."""
    course, folder = request.param, tmp_path_factory.mktemp("games") / "gen0"
    games = 2 * course.games_per_shard
    assert play(course, small(course, "selfplay", game=course.game), folder, games=games) == games
    return course, folder


def same(one: Path, two: Path, course: Course) -> bool:
    if shards.shard_numbers(one) != shards.shard_numbers(two):
        return False
    first, second = shards.read_folders([one], course.columns), shards.read_folders([two], course.columns)
    return all(np.array_equal(first[name], second[name]) for name in course.columns)


@each_course
def test_settings_are_frozen_dataclasses_with_a_sentence_for_every_option(course: Course) -> None:
    assert set(STAGES) <= set(course.settings)
    for settings in course.settings.values():
        assert is_dataclass(settings)
        assert settings.__dataclass_params__.frozen
        for where, option in options_of(settings).values():
            assert where in {field.name for field in fields(settings)}
            assert option.help.endswith(".")
            assert option.read("x", str(option.default)) == option.default


def test_an_option_means_the_same_in_every_course() -> None:
    meanings: dict[tuple[str, str], set[str]] = {}
    for course in COURSES:
        for stage, settings in course.settings.items():
            for name, (_, option) in options_of(settings).items():
                meanings.setdefault((stage, name), set()).add(option.help)
    assert {name: texts for name, texts in meanings.items() if len(texts) > 1} == {}


def test_looking_for_courses_does_not_load_numba() -> None:
    code = "import sys; from orchard.training.courses import courses; assert courses(); print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


@each_course
def test_weights_are_chosen_in_words_or_by_file(course: Course, tmp_path: Path) -> None:
    for choice in ("guess", "trained", initial_weights(course)):
        assert course.prepared(course.weights(choice)) is not None
    with pytest.raises(OrchardError):
        course.weights(str(tmp_path / "none.safetensors"))


def test_shards_hold_the_columns_that_were_declared(played: tuple[Course, Path]) -> None:
    course, folder = played
    for path in shards.shard_paths(folder):
        with np.load(path) as file:
            assert {name: file[name].dtype for name in file} == {
                name: np.dtype(kind) for name, kind in course.columns.items()
            }
    columns = shards.read_folders([folder], course.columns)
    assert len({len(column) for column in columns.values()}) == 1
    assert set(np.unique(columns["game"])) <= set(range(2 * course.games_per_shard))


def test_games_do_not_depend_on_threads_and_a_stopped_run_goes_on(played: tuple[Course, Path], tmp_path: Path) -> None:
    course, folder = played
    settings = small(course, "selfplay", game=course.game)

    def stop(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        play(course, settings, tmp_path, games=50 * course.games_per_shard, threads=2, progress=stop)
    assert len(shards.shard_numbers(tmp_path)) == 1
    assert not list(tmp_path.glob("partial-*"))
    told: list[tuple[int, int]] = []
    games = 2 * course.games_per_shard
    play(course, settings, tmp_path, games=games, threads=2, progress=lambda *done: told.append(done))
    assert told == [(games, games)]
    assert same(tmp_path, folder, course)
    with pytest.raises(shards.ShardError, match=r"other settings \(seed\)"):
        play(course, replace(settings, seed=99), tmp_path, games=games)


def test_another_seed_gives_other_games(played: tuple[Course, Path], tmp_path: Path) -> None:
    course, folder = played
    settings = small(course, "selfplay", game=course.game, seed=2)
    play(course, settings, tmp_path, games=2 * course.games_per_shard)
    assert not same(tmp_path, folder, course)


def test_a_run_ends_when_its_time_is_over(played: tuple[Course, Path], tmp_path: Path) -> None:
    course, _ = played
    settings = small(course, "selfplay", game=course.game)
    done = play(course, settings, tmp_path, games=10**6, seconds=0.05)
    assert 0 < done < 10**6
    assert done == course.games_per_shard * len(shards.shard_numbers(tmp_path))


def test_all_stages_follow_from_each_other(played: tuple[Course, Path], tmp_path: Path) -> None:
    course, folder = played
    looked, told = small(course, "label", weights="guess"), list[tuple[int, int]]()
    positions = label(course, looked, folder, tmp_path / "deep", threads=2, progress=lambda *done: told.append(done))
    assert told == [(1, 2), (2, 2)]
    assert shards.settings_of(tmp_path / "deep")["label"] == {**asdict(looked), "weights_sha256": ""}
    before = shards.read_folders([folder], course.columns)
    assert positions == len(before["game"])
    assert (shards.read_folders([tmp_path / "deep"], course.columns)["game"] == before["game"]).all()
    assert label(course, looked, folder, tmp_path / "deep") == positions  # nothing is left to do

    made = fit(course, small(course, "fit"), [folder, tmp_path / "deep"], tmp_path / "fit0")
    assert (made.as_json["positions"], made.as_json["games"]) == (2 * positions, 2 * len(np.unique(before["game"])))
    assert made.as_json["game"] == course.game
    archived = json.loads((tmp_path / "fit0" / "report.json").read_text())
    assert archived["settings"] == asdict(small(course, "fit"))
    assert {name.partition("/")[0] for name in archived["shards"]} == {"gen0", "deep"}
    assert course.prepared(course.weights(str(made.weights))) is not None

    result = gate(course, small(course, "gate", game=course.game), str(made.weights), tmp_path / "best.safetensors")
    assert result["old"] in ("guess", "the initial weights")
    assert (tmp_path / "best.safetensors").is_file() == result["passed"]
    assert len((tmp_path / "best.gates.jsonl").read_text().splitlines()) == 1

    columns = shards.read_folders([folder], course.columns)
    for stage in set(course.settings) - {*STAGES, "openings"}:
        found = course.extra(stage, small(course, stage), made.weights, columns, 2, no_progress)
        assert json.loads(json.dumps(found.as_json)) == found.as_json


@each_course
def test_weights_against_themselves_score_one_half_and_do_not_pass(course: Course) -> None:
    settings = small(course, "gate", game=course.game, pairs=6)
    for threads in (1, 2):
        result = match(course, settings, "guess", "guess", threads=threads)
        assert result["share"] == 0.5
        assert result["elo"][0] == 0
        assert not result["passed"]


@each_course
def test_the_gate_lets_the_shipped_weights_past_the_initial_ones_and_not_back(course: Course, tmp_path: Path) -> None:
    settings = small(course, "gate", game=course.game, pairs=15)
    shipped, weak, best = (tmp_path / f"{name}.safetensors" for name in ("shipped", "weak", "best"))
    for path, choice in ((shipped, "trained"), (weak, "guess")):
        course.write(path, course.weights(choice), {})
    assert gate(course, settings, str(shipped), best)["passed"]
    assert best.read_bytes() == shipped.read_bytes()
    assert not gate(course, settings, str(weak), best)["passed"]
    assert best.read_bytes() == shipped.read_bytes()
    assert len((tmp_path / "best.gates.jsonl").read_text().splitlines()) == 2


@pytest.mark.parametrize(
    ("course", "passes"),
    [*((course, True) for course in COURSES), (min(COURSES, key=lambda course: course.games_per_shard), False)],
    ids=lambda value: getattr(value, "game", str(value)),
)
def test_a_plan_is_carried_out_once(course: Course, passes: bool, tmp_path: Path) -> None:
    """What was gated is not played again; a generation keeps the weights it began with; the best go on to the end."""
    said: list[str] = []
    stages = {stage: asdict(small(course, stage)) for stage in course.after_plan}
    stages["fit"] = {name: value for name, value in asdict(small(course, "fit")).items() if isinstance(value, int)}
    stages["gate"] = {
        **{name: value for name, value in asdict(small(course, "gate", game="")).items() if isinstance(value, int)},
        "pairs": 2,
        "confidence": -9.0 if passes else 9.0,
    }
    work = {
        name: value
        for name, value in asdict(small(course, "selfplay", game="")).items()
        if isinstance(value, int) and name != "seed"
    }
    one = Generation(games=1, selfplay=work)
    growth = Growth(
        course, tmp_path, plan=(one, replace(one, learns_from=(1, 0))), settings=stages, say=said.append, scale=0.5
    )
    assert growth.grow() == tmp_path / "best.safetensors"
    assert growth.best.is_file() == passes
    log = [json.loads(line) for line in (tmp_path / "log.jsonl").read_text().splitlines()]
    assert [line.get("passed") for line in log] == [passes, passes, *[None] * len(course.after_plan)][: len(log)]
    assert sum("generation" in line for line in log) == 2
    data = json.loads((tmp_path / "fit1" / "report.json").read_text())["data"]
    assert list(data) == ["gen0", "gen1"]
    assert (tmp_path / "gen1" / "weights.safetensors").is_file() == passes
    assert not (tmp_path / "gen0" / "weights.safetensors").exists()
    stamps = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.parent != tmp_path}
    growth.grow()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.parent != tmp_path} == stamps
    assert sum("generation 1" in line for line in said) == 1


# ---------------------------------------------------------------------------------- what is refused


def test_a_game_without_a_course_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="gomoku:9 offers no training course; there is one for reversi, "):
        courses.course_for(orchard.game("gomoku:9"))
    offered = courses.offer
    monkeypatch.setattr(courses, "offer", lambda name, what: None if name == "reversi" else offered(name, what))
    with pytest.raises(OptionError, match="reversi offers no training course; there is one for reversed_reversi, "):
        courses.course_for(orchard.game("reversi"))


@each_course
def test_an_unknown_option_is_refused_with_those_that_are_known(course: Course) -> None:
    with pytest.raises(OptionError, match=r"selfplay has no option --fingers .*options are: --weights, --seed"):
        with_options(course, "selfplay", {"fingers": "3"}, game=course.game)
    with pytest.raises(OptionError, match="has no stage cook; it has selfplay, label, fit, gate"):
        with_options(course, "cook", {})
    with pytest.raises(OptionError, match=r"--pairs=1 is out of range: 2 or more"):
        with_options(course, "gate", {"pairs": "1"}, game=course.game)


@pytest.mark.parametrize(("text", "share"), [("30", 0.03), ("0.03", 0.03), ("0", 0.0), ("1.0", 1.0), ("1000", 1.0)])
def test_a_share_is_written_the_same_way_for_every_game(text: str, share: float) -> None:
    for course in COURSES:
        where, option = options_of(course.settings["selfplay"])["stray"]
        assert option.read("--stray", text) == (round(1000 * share) if where.endswith("per_mille") else share)
        for wrong in ("1.5", "1001", "-0.1", "often", "nan"):
            with pytest.raises(OptionError, match=r"out of range: 0\.0 to 1\.0, or 0 to 1000 in a thousand"):
                option.read("--stray", wrong)


def test_folders_of_different_games_are_not_learned_from_together(tmp_path: Path) -> None:
    for game in ("reversi", "gomoku"):
        shards.open_folder(tmp_path / game, {"game": game})
    assert courses.course_of([tmp_path / "gomoku"]).game == "gomoku"
    with pytest.raises(shards.ShardError, match="different games: gomoku, reversi"):
        courses.course_of([tmp_path / "reversi", tmp_path / "gomoku"])
