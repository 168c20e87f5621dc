"""The test before a tournament: does a bot start, and does it answer where bots usually fail?

Every question is asked by the referee itself, so a verdict here is the verdict of a league.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from orchard.core.choice import Stop
from orchard.core.game import BLACK, WHITE, Game, Position
from orchard.core.offers import Exercise
from orchard.games import game as find_game
from orchard.games import offer
from orchard.play.record import Fault, MoveRecord
from orchard.play.referee import GameSetup, GameStoppedError, Rules, play_game
from orchard.players import player as make_player
from orchard.players._external import ExternalPlayer


@dataclass(frozen=True, slots=True)
class Finding:
    """How one exercise went."""

    name: str
    passed: bool
    words: str
    bot: str = ""  # what was found: the file, its contract, the walls around it
    slowest_s: float = 0.0
    fault: Fault | None = None

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


WHOLE_GAMES = (
    Exercise("game as black", "a whole game as black against a random player", whole_game="black"),
    Exercise("game as white", "a whole game as white against a random player", whole_game="white"),
)
FIRST_MOVES = (Exercise("opening", "the first move of the game"),)  # where a game has no exercises of its own


def exercises(game: Game) -> tuple[Exercise, ...]:
    offered = offer(game.base_name, "exercises")
    own: tuple[Exercise, ...] = offered.exercises(game) if offered is not None else ()
    return (*(own or FIRST_MOVES), *WHOLE_GAMES)


def check_bot(
    spec: str, game_name: str, rules: Rules, *, seed: int = 0, on_finding: Callable[[Finding], None] | None = None
) -> list[Finding]:
    """What a bot can do. A bot that does not even start is not asked anything else."""
    game = find_game(game_name)
    make_player(spec).check_game(game)
    findings: list[Finding] = []
    for exercise in exercises(game):
        finding = try_exercise(exercise, spec, game, rules, seed)
        findings.append(finding)
        if on_finding is not None:
            on_finding(finding)
        if finding.fault is not None and finding.fault.used_seconds is None:
            break
    return findings


def try_exercise(exercise: Exercise, spec: str, game: Game, rules: Rules, seed: int = 0) -> Finding:
    position = game.replay(exercise.opening, game.parse(exercise.start) if exercise.start else game.start())
    color = exercise.whole_game or position.to_move
    setup = GameSetup(
        id=f"check {exercise.name}",
        game=game.name,
        black=spec if color == BLACK else "random",
        white="random" if color == BLACK else spec,
        start=exercise.start,
        opening=exercise.opening,
        seed=seed,
        rules=rules,
    )
    stop = Stop()
    answers: list[MoveRecord] = []

    def note(after: Position, record: MoveRecord) -> None:
        if after.to_move != color:
            answers.append(record)
        if not exercise.whole_game:
            stop.set()

    fault: Fault | None = None
    result, gave_up = "", False
    bot, enemy = make_player(spec), make_player("random")
    seats = {BLACK: bot, WHITE: enemy} if color == BLACK else {BLACK: enemy, WHITE: bot}
    try:
        game_record = play_game(setup, players=seats, on_move=note, stop=stop)
        fault = game_record.fault
        if game_record.verdict == "resign":
            result, gave_up = "resigned", not exercise.whole_game
        elif exercise.whole_game and fault is None:
            how = "drew" if game_record.winner is None else "won" if game_record.winner == color else "lost"
            result = f"played to the end and {how} by {abs(game_record.score)}" if game.has_margin else ""
            result = result or f"played to the end and {how}"
    except GameStoppedError:  # the question was answered: that is all this exercise asks
        result = f"answered {answers[0].move}"
    finally:
        bot.close()
    slowest = max((answer.seconds for answer in answers), default=0.0)
    refused = [word for answer in answers for word in answer.refused]
    if refused and fault is None:
        result += f", after {len(refused)} illegal answers ({', '.join(refused[:3])})"
    words = f"{fault.verdict}: {fault.reason}" if fault else result or f"answered {answers[0].move}"
    found = bot.versions() if isinstance(bot, ExternalPlayer) else bot.spec
    return Finding(exercise.name, fault is None and not refused and not gave_up, words, found, slowest, fault)
