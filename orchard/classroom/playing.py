"""What a worker does with a job: checks a bot, or plays a pair of games, behind the walls.

Nothing here knows a database or a network: a `Task` says all that is needed, and findings or records come back. In the
records players have the names of the class, 'submission:12' or a reference's spec, and no path of this machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from orchard.classroom.archive import engine_command
from orchard.classroom.packages import Environment
from orchard.classroom.submissions import PREFIX
from orchard.classroom.thoughts import with_notes
from orchard.classroom.work_queue import Job
from orchard.core.choice import Stop
from orchard.core.game import BLACK, WHITE, Color, Position, other
from orchard.play.check import Finding, check_bot
from orchard.play.record import Fault, GameRecord, MoveRecord
from orchard.play.referee import RunningGame, play_game
from orchard.play.setup import GameSetup, Rules
from orchard.players import player as make_player
from orchard.players._external import ExternalPlayer
from orchard.players.file import File

DOUBTFUL_TRIES = 3  # a game lost on time without having computed so long is played so often before it counts
# in the versions of a record; PACKAGES is the fingerprint of the environment that bots imported from
WORKER, SPEED, PROCESSOR, AGAIN, PACKAGES = "worker", "speed", "processor", "again", "packages"


@dataclass(frozen=True, slots=True)
class Program:
    """A submission as a worker needs it: which, its hash and its file's name, and the file in it that is the bot."""

    submission: int
    sha256: str
    file: str
    main: str


@dataclass(frozen=True, slots=True)
class Task:
    """A job with all that is needed to do it. `numbers` are the games of the pair that are not in the store yet."""

    job: Job
    game: str
    rules: Rules
    programs: tuple[Program, ...] = ()
    numbers: tuple[int, ...] = ()
    packages: tuple[str, ...] = ()  # that bots may rely on
    environment: Environment | None = None  # in which the class has installed them


Folder = Callable[[Program], Path]  # where the files of a submission are on this machine


def spec_of(folder: Path, main: str) -> str:
    """The spec of a submission: its bot, or the engine that it says it is, as 'gtp:engine -l 3'."""
    protocol, colon, command = main.partition(":")
    return f"{protocol}:{engine_command(folder, command)}" if colon else f"file:{folder / main}"


def check(task: Task, folder: Folder) -> list[Finding]:
    """What `orchard check` finds. Where a bot failed only by being late, and had not computed that long, it is checked
    once more: the machine may have been busy."""
    (program,) = task.programs
    place = folder(program)
    spec = spec_of(place, program.main)
    findings = check_bot(spec, task.game, task.rules)
    if not all(one.passed for one in findings) and all(one.passed or is_doubtful(one.fault) for one in findings):
        findings = check_bot(spec, task.game, task.rules)
    return [replace(one, fault=one.fault and without_path(one.fault, place)) for one in findings]


def play_pair(
    task: Task,
    folder: Folder,
    *,
    worker: str,
    speed: float,
    packages: str = "",
    stop: Stop | None = None,
    on_game: Callable[[GameRecord], None] | None = None,
) -> list[GameRecord]:
    """The games of a pair that are still missing; `on_game` gets each when it has ended."""
    job, known = task.job, {f"{PREFIX}{one.submission}": one for one in task.programs}
    places = {name: folder(one) for name, one in known.items()}
    specs = {name: spec_of(places[name], one.main) for name, one in known.items()}
    specs |= {name: name for name in (job.first, job.second) if name not in known}
    names = {spec: name for name, spec in specs.items()}
    played = []
    for number in task.numbers:
        first, second = (job.first, job.second) if number % 2 == 0 else (job.second, job.first)
        setup = GameSetup(
            id=game_id(job.league or 0, number),
            game=task.game,
            black=specs[first],
            white=specs[second],
            start=job.opening.start,
            opening=job.opening.moves,
            seed=job.seed + number % 2,
            rules=task.rules,
        )
        record, computed, tries = _play_fairly(setup, stop)
        record = replace(record, black=names[record.black], white=names[record.white])
        if record.fault is not None:
            at_fault = record.black if record.fault.player == BLACK else record.white
            if at_fault in places:
                record = replace(record, fault=without_path(record.fault, places[at_fault]))
        told = {WORKER: worker, SPEED: f"{speed:.3f}", PROCESSOR: " ".join(computed)}
        told |= ({AGAIN: str(tries - 1)} if tries > 1 else {}) | ({PACKAGES: packages} if packages else {})
        record = replace(record, versions={**record.versions, **told})
        played.append(record)
        if on_game is not None:
            on_game(record)
    return played


def game_id(league: int, number: int) -> str:
    return f"class-{league}-{number:06d}"


def _play_fairly(setup: GameSetup, stop: Stop | None) -> tuple[GameRecord, list[str], int]:
    """A game, the processor time of each move ('-' where it is not known), and how often it was played: again where it
    was lost on time by a program that had not computed so long, since then the machine may be the reason."""
    tries = 1
    record, computed = _play_once(setup, stop)
    while is_doubtful(record.fault) and tries < DOUBTFUL_TRIES:
        record, computed = _play_once(setup, stop)
        tries += 1
    return record, computed, tries


def _play_once(setup: GameSetup, stop: Stop | None) -> tuple[GameRecord, list[str]]:
    computed: list[str] = []
    running: list[RunningGame] = []
    thoughts: dict[Color, dict[int, Any]] = {BLACK: {}, WHITE: {}}
    printed: dict[Color, dict[int, Any]] = {BLACK: {}, WHITE: {}}
    players = {BLACK: make_player(setup.black), WHITE: make_player(setup.white)}
    for player in players.values():
        if isinstance(player, File):
            player.note_thinking = True

    def note(position: Position, _: MoveRecord) -> None:
        mover = other(position.to_move)
        player = running[0].players[mover]
        burden = player.answers.get(mover) if isinstance(player, ExternalPlayer) else None
        if isinstance(player, File) and (said := player.thinking.pop(mover, None)):
            thoughts[mover][len(computed)] = said
        if isinstance(player, ExternalPlayer) and (text := player.printed(mover)):
            printed[mover][len(computed)] = text
        computed.append("-" if burden is None else f"{burden.computed_s:.3f}")

    try:
        record = play_game(setup, players=players, on_move=note, stop=stop, on_start=running.append)
    finally:
        for player in players.values():
            player.close()
    return with_notes(with_notes(record, "thinking", thoughts), "printed", printed), computed


def is_doubtful(fault: Fault | None) -> bool:
    """Whether a program lost on time but had computed for less than it was given."""
    if fault is None or fault.verdict != "time" or fault.computed_seconds is None or fault.clock_seconds is None:
        return False
    return fault.computed_seconds < fault.clock_seconds


def without_path(fault: Fault, folder: Path) -> Fault:
    """The same fault as its author sees it at home, where the bot is a file in the present folder."""
    here = (f"{folder.resolve()}/", f"{folder.absolute()}/", f"{folder}/")  # the last may be the end of the others

    def plain(text: str) -> str:
        for path in here:
            text = text.replace(path, "")
        return text

    return replace(
        fault,
        reason=plain(fault.reason),
        stderr=plain(fault.stderr),
        traceback=plain(fault.traceback),
        command=plain(fault.command),
    )


def processor_times(versions: Mapping[str, str], moves: int) -> list[float | None]:
    """The processor time of each move as a record has it."""
    words = versions.get(PROCESSOR, "").split()
    found = [None if word == "-" else float(word) for word in words]
    return (found + [None] * moves)[:moves]
