"""Two players, each with limits of its own, over paired openings on many cores.

    python -m benchmarks.duel sage apple --seconds 1 --pairs 20 --jobs 2
    python -m benchmarks.duel sage sage --seconds 0.2 --seconds2 0.1 --pairs 50 --jobs 16
    python -m benchmarks.duel sage "gtp:edax -gtp -n 1 -l 60 -move-time 1 -book-usage off" --seconds 1 --pairs 50
    python -m benchmarks.duel kite lines --game gomoku --seconds 1 --pairs 50

Any engine that a spec can name may play: `gtp:COMMAND` (told whole seconds), `gomocup:COMMAND`, `file:BOT`. A player
without `--seconds` (or `--nodes`) plays at its own setting: that is how an engine gets a part of a second, or its time
by an option of its own. (Edax 4.6 thinks 0.1 s when GTP tells it a time for each move, and takes `-move-time`, at least
1 s unless it is built with another bound.) The seconds a move that each side used are printed. Nobody plays from an
opening book, unless `--book` lets both. Every opening is played twice with colours swapped; the interval is the one of
95 % over pairs. A game that a program does not finish is named and counts for nobody. Where the output is no terminal,
what is known so far goes to the error output after each game. `orchard match` is the same with one clock for both and
the games kept.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from itertools import starmap
from multiprocessing import get_context
from typing import Any

import orchard
from orchard.play.openings import openings_for
from orchard.play.rating import pair_elo, pentanomial_of, score_from_elo
from orchard.players._fault import PlayerFaultError, RefusedAnswerError


@dataclass(frozen=True, slots=True)
class Side:
    """A player's spec and what it may spend on a move."""

    spec: str
    seconds: float | None = None
    nodes: int | None = None
    book: bool = False

    def __str__(self) -> str:
        bounds = [f"{self.seconds:g} s" if self.seconds else "", f"{self.nodes} nodes" if self.nodes else ""]
        bounds.append("with a book" if self.book else "")
        return " ".join([self.spec, *filter(None, bounds)])


@dataclass(frozen=True, slots=True)
class Played:
    """A game from an opening: the first side's points and score, and the time and moves of each side."""

    opening: int
    points: float
    score: int
    seconds: tuple[float, float]
    moves: tuple[int, int]


_players: dict[tuple[int, str], orchard.Player] = {}  # kept by each process, since making one may take seconds


def play(game_name: str, sides: tuple[Side, Side], transcript: str, opening: int, black: int) -> Played:
    """Play one game; `black` is the side (0 or 1) that has the black pieces."""
    game = orchard.game(game_name)
    for place, side in enumerate(sides):
        if (place, side.spec) not in _players:
            _players[place, side.spec] = orchard.player(side.spec)
    players = [_players[place, side.spec] for place, side in enumerate(sides)]
    limits = [orchard.Limits(seconds=side.seconds, nodes=side.nodes, seed=opening, book=side.book) for side in sides]
    for place, player in enumerate(players):
        player.prepare(game, "black" if place == black else "white", limits[place])
        player.new_game()
    seconds, moves = [0.0, 0.0], [0, 0]
    position = game.replay(transcript)
    while not position.is_over:
        mover = black if position.to_move == "black" else 1 - black
        began = time.perf_counter()
        position = position.play(players[mover].choose(position, limits[mover]).move)
        seconds[mover] += time.perf_counter() - began
        moves[mover] += 1
    assert position.outcome is not None
    score = position.outcome.score_for("black" if black == 0 else "white")
    points = 1.0 if score > 0 else 0.5 if score == 0 else 0.0
    return Played(opening, points, score, (seconds[0], seconds[1]), (moves[0], moves[1]))


def finished(game: Callable[..., Played], *task: Any) -> Played | None:
    """The game, or None where a program did not play it to its end."""
    try:
        return game(*task)
    except (PlayerFaultError, RefusedAnswerError) as error:
        print(f"a game without a result: {error}", file=sys.stderr, flush=True)
        return None


def play_all(
    game: str, sides: tuple[Side, Side], pairs: int, jobs: int, seed: int, source: str | None = None
) -> Iterator[Played]:
    openings = openings_for(orchard.game(game), source, pairs, seed)
    tasks = [(game, sides, opening.moves, number, black) for number, opening in enumerate(openings) for black in (0, 1)]
    if jobs == 1:
        yield from filter(None, starmap(finished, ((play, *task) for task in tasks)))
        return
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"))
    try:
        for future in as_completed([pool.submit(play, *task) for task in tasks]):
            if one := finished(future.result):
                yield one
    finally:
        for process in pool._processes.values():  # games still being played are of no more use
            process.terminate()
        pool.shutdown(cancel_futures=True)


@dataclass(frozen=True, slots=True)
class Summary:
    """What the first side scored, in shares of 1, and each side's seconds a move."""

    game: str
    first: Side
    second: Side
    games: int
    share: float
    low: float
    high: float
    elo: dict[str, float | None]
    score: float
    seconds: tuple[float, float]

    def __str__(self) -> str:
        return (
            f"{self.first} against {self.second}: {self.share:.1%} ({self.low:.1%} to {self.high:.1%}) of {self.games}"
            f" games, {self.score:+.1f} a game, {self.seconds[0]:.3f} and {self.seconds[1]:.3f} s a move"
        )


def summary(game: str, sides: tuple[Side, Side], games: Sequence[Played]) -> Summary:
    pairs = [[one for one in games if one.opening == opening] for opening in sorted({one.opening for one in games})]
    estimate = pair_elo(pentanomial_of([sum(one.points for one in pair) for pair in pairs if len(pair) == 2]))
    return Summary(
        game,
        *sides,
        games=len(games),
        share=statistics.mean(one.points for one in games),
        low=score_from_elo(estimate.low),
        high=score_from_elo(estimate.high),
        elo=estimate.as_json(),
        score=statistics.mean(one.score for one in games),
        seconds=(seconds_a_move(games, 0), seconds_a_move(games, 1)),
    )


def seconds_a_move(games: Sequence[Played], place: int) -> float:
    return sum(one.seconds[place] for one in games) / max(sum(one.moves[place] for one in games), 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--game", default="reversi", choices=orchard.games())
    parser.add_argument("--seconds", type=float, help="a move of the first player")
    parser.add_argument("--seconds2", type=float, help="a move of the second player")
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--nodes2", type=int)
    parser.add_argument("--book", action="store_true", help="let both play from their opening books")
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--openings", help="random:PLIES or a file; without, those that are even")
    parser.add_argument(
        "--stop-after", type=float, default=math.inf, help="seconds after which it ends with the games it has"
    )
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    sides = (
        Side(given.first, given.seconds, given.nodes, given.book),
        Side(given.second, given.seconds2, given.nodes2, given.book),
    )
    began, games = time.monotonic(), list[Played]()
    for one in play_all(given.game, sides, given.pairs, given.jobs, given.seed, given.openings):
        games.append(one)
        found = summary(given.game, sides, games)
        if not given.json and sys.stdout.isatty():
            print(f"\r{found}", end="", flush=True)
        elif not given.json:
            print(found, file=sys.stderr, flush=True)
        if time.monotonic() - began > given.stop_after:
            break
    if not games:
        sys.exit("no game was played to its end")
    print(json.dumps(asdict(found)) if given.json else f"\r{found}")


if __name__ == "__main__":
    main()
