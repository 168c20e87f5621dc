"""The test before a tournament: does a bot start, and answer where bots usually fail? The referee itself asks."""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from orchard.core.choice import Stop
from orchard.core.game import BLACK, WHITE, Color, Game, Position, other
from orchard.core.offers import Exercise
from orchard.core.player import Player
from orchard.core.visible import visible
from orchard.games import game as find_game
from orchard.games import offer
from orchard.play.record import Fault, GameRecord, MoveRecord, position_after
from orchard.play.referee import GameStoppedError, play_game
from orchard.play.setup import GameSetup, Rules
from orchard.players import player as make_player
from orchard.players._external import ExternalPlayer
from orchard.players.file import File


@dataclass(frozen=True, slots=True)
class Finding:
    """How one exercise went."""

    name: str
    passed: bool
    words: str
    bot: str = ""  # what was found: the file, its contract, the walls around it
    slowest_s: float = 0.0
    fault: Fault | None = None
    denied: tuple[tuple[str, str], ...] = ()  # kind and what: the bot asked for it, and the walls refused it
    notes: tuple[str, ...] = ()  # what Orchard had to say of the file, such as names that NumPy no longer has

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


ENEMY = "random"
GAME_S = 10.0  # of the bot's time in a game; then it has shown enough, as a verdict is wanted within a minute
NOTE = "orchard: "  # how the bot runner begins a line of its own
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
    bot: Player | str,
    game_name: str,
    rules: Rules,
    *,
    seed: int = 0,
    on_finding: Callable[[Finding], None] | None = None,
) -> list[Finding]:
    """What a bot, a spec or a player of this process, can do. One that does not even start is not asked more."""
    game = find_game(game_name)
    (bot if isinstance(bot, Player) else make_player(bot, game)).check_game(game)
    findings: list[Finding] = []
    for exercise in exercises(game):
        finding = try_exercise(exercise, bot, game, rules, seed)
        findings.append(finding)
        if on_finding is not None:
            on_finding(finding)
        if finding.fault is not None and finding.fault.used_seconds is None:
            break
    return findings


def try_exercise(exercise: Exercise, bot: Player | str, game: Game, rules: Rules, seed: int = 0) -> Finding:
    """Put one exercise to a bot, and say how it went."""
    spec = bot.spec if isinstance(bot, Player) else bot
    to_move = position_after(game.name, exercise.start, exercise.opening).to_move
    color: Color = BLACK if (exercise.whole_game or to_move) == BLACK else WHITE
    setup = GameSetup(
        id=f"check {exercise.name}",
        game=game.name,
        black=spec if color == BLACK else ENEMY,
        white=ENEMY if color == BLACK else spec,
        start=exercise.start,
        opening=exercise.opening,
        seed=seed,
        rules=rules,
    )
    player = bot if isinstance(bot, Player) else make_player(bot)
    if isinstance(player, File):
        player.note_denied = True
    try:
        answers, record = _play(exercise, player, setup, color)
    finally:
        if player is not bot:
            player.close()
    fault = record.fault if record is not None else None
    refused = [word for answer in answers for word in answer.refused]
    resigned = record is not None and record.verdict == "resign"
    if fault is not None:
        words = f"{fault.verdict}: {fault.reason}"
    elif resigned:
        words = "resigned"
    elif exercise.whole_game and record is None:
        used = sum(answer.seconds for answer in answers)
        words = f"{len(answers)} moves in {used:.0f} s without a fault; not played to the end"
    elif record is not None and exercise.whole_game:
        how = "drew" if record.winner is None else "won" if record.winner == color else "lost"
        words = f"played to the end and {how}" + (f" by {abs(record.score)}" if game.has_margin else "")
    else:
        words = f"answered {answers[0].move}"
    if refused and fault is None:
        words += f", after {len(refused)} illegal answers ({', '.join(refused[:3])})"
    return Finding(
        exercise.name,
        passed=fault is None and not refused and (not resigned or bool(exercise.whole_game)),
        words=words,
        bot=player.versions() if isinstance(player, ExternalPlayer) else player.spec,
        slowest_s=max((answer.seconds for answer in answers), default=0.0),
        fault=fault,
        denied=tuple(player.denied) if isinstance(player, File) else (),
        notes=_notes(player.errors(color)) if isinstance(player, File) else (),
    )


def _notes(errors: str) -> tuple[str, ...]:
    """Our own lines of a bot's stderr."""
    return tuple(visible(line.removeprefix(NOTE)) for line in errors.splitlines() if line.startswith(NOTE))


def denied_in(findings: list[Finding]) -> list[tuple[str, str]]:
    """All that was asked for and refused, each once."""
    return list(dict.fromkeys(note for finding in findings for note in finding.denied))


def _play(
    exercise: Exercise, bot: Player, setup: GameSetup, color: Color
) -> tuple[list[MoveRecord], GameRecord | None]:
    """The bot's answers, and the record of the game; None where it was ended because they are all that was asked for:
    one answer, or as many as take a slow bot GAME_S."""
    players = {color: bot, other(color): make_player(ENEMY)}
    stop = Stop()
    answers: list[MoveRecord] = []

    def note(after: Position, record: MoveRecord) -> None:
        if after.to_move != color:
            answers.append(record)
        if not exercise.whole_game or sum(answer.seconds for answer in answers) > GAME_S:
            stop.set()

    try:
        return answers, play_game(setup, players=players, on_move=note, stop=stop)
    except GameStoppedError:
        return answers, None
