"""Openings that a course calls even, for the files of openings that come with a game."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from itertools import islice
from multiprocessing import get_context
from typing import Any

from orchard.core.course import Course, OpeningJudge
from orchard.games import game as find_game
from orchard.play.openings import different_walks, read_openings, same_for_all_symmetries, style_of
from orchard.training.courses import course_for

BATCH = 400  # candidates that are judged before it is seen whether there are enough


def collect(course: Course, settings: Any, count: int, seed: int, jobs: int = 1) -> Iterator[str]:
    """The transcripts of `count` even openings, no two of them turned or mirrored forms of each other; the same seed
    gives the same ones on any number of processes."""
    candidates, left = _candidates(course, seed), count
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        while left and (batch := list(islice(candidates, BATCH))):
            for moves in islice(_kept(pool, course, settings, batch, "is_even"), left):
                left -= 1
                yield moves


def judged_again(course: Course, settings: Any, path: str, jobs: int = 1) -> Iterator[str]:
    """The openings of a file that the longest test finds even, too."""
    openings = [opening.moves for opening in read_openings(find_game(course.game), path)]
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from _kept(pool, course, settings, openings, "is_even_for_the_strong")


def _candidates(course: Course, seed: int) -> Iterator[str]:
    game, seen = find_game(course.game), set[tuple[int, int]]()
    positions = course.opening_candidates(seed) or different_walks(game, style_of(game).plies, seed)
    for position in positions:
        key = same_for_all_symmetries(position)
        if key not in seen:
            seen.add(key)
            yield position.transcript


def _kept(
    pool: ProcessPoolExecutor, course: Course, settings: Any, openings: list[str], question: str
) -> Iterator[str]:
    kept = pool.map(partial(_judged, course.game, settings, question), openings, chunksize=4)
    return (moves for moves, is_kept in zip(openings, kept, strict=True) if is_kept)


def _judged(game: str, settings: Any, question: str, moves: str) -> bool:
    return bool(getattr(_judge(game, settings), question)(find_game(game).replay(moves)))


@cache
def _judge(game: str, settings: Any) -> OpeningJudge:
    """One for each process."""
    return course_for(find_game(game)).opening_judge(settings)
