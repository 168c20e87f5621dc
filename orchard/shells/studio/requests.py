"""Every request about a position or to an engine, declared once.

From this table come the HTTP routes (`POST /api/NAME`, see `routes.py`) and the requests of the WebSocket
(`{"do": NAME}`, see `session.py`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from fastapi.responses import Response

from orchard.shells.studio import book, downloads, learning, lessons, openings, rooms, stories, trees, work
from orchard.shells.studio.engine import Job, Report
from orchard.shells.studio.positions import line_of, view_of
from orchard.shells.studio.schemas import (
    AnalyseAsk,
    AnswerAsk,
    Ask,
    CompareAsk,
    DownloadAsk,
    DrillAsk,
    MoveAsk,
    PasteAsk,
    Place,
    ReviewAsk,
    RoomAsk,
    RoomMoveAsk,
    RoomOpenAsk,
    SeesAsk,
    Swap2Ask,
    TraceAsk,
    TreeAsk,
    WholeAsk,
)
from orchard.shells.studio.studio import Studio
from orchard.shells.studio.work import Errand

Kind = Literal["quick", "thread", "library", "learner", "engine"]


@dataclass(frozen=True)
class Request:
    """`make` gets the studio, the checked request and the client's name.

    Of a "quick" request it gives the answer itself, on the event loop. Of the others it gives an `Errand`, which runs
    in turn in a thread for short work ("thread"), for long work on the database ("library"), for what is kept of a
    learner ("learner", so that a page's many short questions never wait for an import) or in an engine's ("engine"),
    sends updates and can be stopped.
    """

    make: Callable[[Studio, Any, str], Any]
    kind: Kind
    shape: type[Ask]
    tag: str
    summary: str
    answers: Any = dict[str, Any]
    http_only: bool = False

    @property
    def name(self) -> str:
        return self.make.__name__


def view(studio: Studio, ask: Place, client: str) -> dict[str, Any]:
    return view_of(studio.positions.find(ask))


def line(studio: Studio, ask: Place, client: str) -> dict[str, Any]:
    return line_of(studio.positions.find(ask), ask.start)


def download(studio: Studio, ask: DownloadAsk, client: str) -> Response:
    return downloads.response(studio.positions.find(ask), ask)


TABLE = (
    Request(view, "quick", Place, "positions", "A position: stones, legal moves, and what each of them would turn"),
    Request(line, "quick", Place, "positions", "All positions on the way, and the last one in full"),
    Request(book.book, "quick", Place, "positions", "What the opening book says of a position and its moves"),
    Request(work.threats, "thread", Place, "positions", "Where each side could make a threat, in games that have them"),
    Request(
        work.paste, "thread", PasteAsk, "positions", "Read a transcript, board text, GGF or SGF; the format is detected"
    ),
    Request(
        work.search, "library", Place, "database", "The saved games that had a position, and what was played there"
    ),
    Request(download, "quick", DownloadAsk, "positions", "A game as a file", answers=Response, http_only=True),
    Request(work.move, "engine", MoveAsk, "engines", "A player's move, also in reply to one of yours"),
    Request(work.swap2, "engine", Swap2Ask, "engines", "A player's stones or choice of colour in a swap2 opening"),
    Request(work.analyse, "engine", AnalyseAsk, "engines", "What every legal move is worth"),
    Request(work.review, "engine", ReviewAsk, "engines", "Every move of a game, graded, with reasons"),
    Request(work.tree, "engine", TreeAsk, "engines", "The tree a player searches"),
    Request(work.trace, "engine", TraceAsk, "engines", "A player's search, step by step"),
    Request(trees.compare, "engine", CompareAsk, "engines", "Several searches of one position, step by step"),
    Request(trees.whole, "engine", WholeAsk, "engines", "The whole tree of an ending, with exact results"),
    Request(trees.proof, "engine", Place, "engines", "Why the result of a position is certain, as trees"),
    Request(stories.story_answer, "engine", AnswerAsk, "stories", "Is this the answer to the exercise of a story?"),
    Request(work.sees, "engine", SeesAsk, "engines", "A player's own numbers in a position"),
    Request(lessons.drill, "engine", DrillAsk, "learn", "Questions of a drill about random positions"),
    Request(learning.puzzle, "learner", learning.PuzzleAsk, "learning", "A puzzle of about the strength of a profile"),
    Request(
        learning.puzzle_try, "engine", learning.PuzzleTryAsk, "learning", "Whether a move solves it, and what follows"
    ),
    Request(learning.puzzle_done, "learner", learning.PuzzleDoneAsk, "learning", "Keep an attempt at a puzzle"),
    Request(learning.game_done, "learner", learning.GameDoneAsk, "learning", "Keep a rated game against a level"),
    Request(learning.progress, "learner", learning.ProgressAsk, "learning", "Ratings, curve, themes and what next"),
    Request(learning.review_done, "engine", learning.OwnGameAsk, "learning", "Count one side's moves of a game"),
    Request(learning.mistakes_add, "engine", learning.OwnGameAsk, "learning", "Keep one side's mistakes of a game"),
    Request(learning.mistakes_due, "learner", learning.MistakesDueAsk, "learning", "The mistakes to repeat today"),
    Request(learning.mistake_done, "learner", learning.MistakeDoneAsk, "learning", "Keep how well one was repeated"),
    Request(learning.marks, "learner", learning.ProgressAsk, "learning", "Lessons done and best scores of a profile"),
    Request(learning.mark, "learner", learning.MarkAsk, "learning", "Keep lessons done and scores; the best count"),
    Request(openings.opening_step, "thread", openings.OpeningStepAsk, "learning", "What keeps to an opening"),
    Request(openings.opening_tree, "library", Place, "learning", "How the named openings go on, with results"),
    Request(openings.opening_leave, "engine", Place, "learning", "A plausible move outside the named openings"),
    Request(
        openings.opening_answer, "engine", openings.OpeningAnswerAsk, "learning", "Whether an answer to it is good"
    ),
    Request(
        openings.openings_left, "learner", openings.OpeningsLeftAsk, "learning", "Where own games left the openings"
    ),
    Request(
        openings.opening_done, "learner", openings.OpeningDoneAsk, "learning", "Keep how an opening was remembered"
    ),
    Request(learning.profiles, "learner", Ask, "learning", "The names of all profiles"),
    Request(learning.profile_new, "learner", learning.ProfileAsk, "learning", "Make a profile"),
    Request(learning.profile_delete, "learner", learning.ProfileAsk, "learning", "Delete a profile and all of it"),
    Request(learning.profile_export, "learner", learning.ProfileAsk, "learning", "All of a profile, as JSON"),
    Request(learning.profile_import, "learner", learning.RestoreAsk, "learning", "Make a profile from its JSON"),
    Request(rooms.room_open, "quick", RoomOpenAsk, "rooms", "A game between people on two devices"),
    Request(rooms.room_join, "quick", RoomAsk, "rooms", "Take a side of it that is free, or watch"),
    Request(rooms.room_move, "quick", RoomMoveAsk, "rooms", "Play a move in it"),
    Request(rooms.room_time, "quick", RoomAsk, "rooms", "Ask whether somebody's time has run out in it"),
    Request(rooms.room_resign, "quick", RoomAsk, "rooms", "Resign it"),
    Request(rooms.room_address, "quick", Ask, "rooms", "Where other devices reach this server"),
)
REQUESTS = {request.name: request for request in TABLE}


async def begin(
    studio: Studio,
    request: Request,
    ask: Any,
    client: str,
    tell: Report | None = None,
    *,
    stand_ins: bool = False,
    address: str = "",
) -> Any:
    """The answer to a request or, where a thread works on it, the `Job`.

    `tell` gets the updates. With `stand_ins`, a client that would wait for the compiler gets another player's move
    where the request allows that.
    """
    await studio.warmup.rules_ready.wait()
    made = request.make(studio, ask, client)
    if request.kind == "quick":
        return made
    errand: Errand = made
    chosen = errand.work
    if errand.first is not None and tell is not None:
        tell(errand.first)
    if errand.needs is not None:
        if stand_ins and errand.stand_in is not None and not studio.warmup.is_ready(*errand.needs):
            chosen = errand.stand_in
        else:
            for need in (errand.needs, *errand.also):
                await studio.warmup.wait_for(*need)
    queues = {"thread": studio.readers, "library": studio.library, "learner": studio.learners}
    queue = queues.get(request.kind, studio.queue)
    job: Job = queue.submit(client, chosen, tell, address)
    return job
