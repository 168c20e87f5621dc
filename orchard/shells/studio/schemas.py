"""What clients may ask, with its bounds. The same shapes serve HTTP and the WebSocket."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

import orchard

FIRST_GAME = orchard.games()[0]
GameName = Annotated[str, Field(max_length=40, examples=list(orchard.games()))]
Spec = Annotated[str, Field(max_length=120, examples=["level:3", "random"])]
Color = Literal["black", "white"]
Owner = Annotated[str, Field(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9-]+$")]


class Ask(BaseModel):
    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class Place(Ask):
    """A position: a game, where it started (its own start if empty), and the moves since."""

    game: GameName
    start: Annotated[str, Field(max_length=1000, description="board text; empty for the game's own start")] = ""
    moves: Annotated[str, Field(max_length=2000, description="transcript, 'f5d6c3'; passes may be left out")] = ""


class MoveAsk(Place):
    """A move by a player. What is left out is the player's own choice, within the server's bounds.

    With `play`, that move is played first, and the player replies to it: the answer has the view after it as
    `played`, on the WebSocket also as a first update. Where it ends the game, `choice` is null.
    """

    player: Spec
    play: Annotated[str, Field(max_length=10, description="a move to play first, 'd3' or 'pass'")] | None = None
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None
    playouts: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    depth: Annotated[int, Field(ge=1, le=60)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class Swap2Ask(Place):
    """A player's part in a swap2 opening: the place has 0, 3 or 5 stones on the empty board."""

    player: Spec
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class AnalyseAsk(Place):
    """The worth of moves, thinking deeper until `seconds` are over: of the best `lines` moves, or of every legal move.

    `player` is one of the game's `engines`; without it the game's own analyst. More threads than the server has for
    engines are not used.
    """

    every_move: bool = True
    reason: Annotated[bool, Field(description="also what speaks for the best move, as a fact of a review")] = False
    lines: Annotated[int, Field(ge=1, le=64, description="instead of `every_move`: how many moves")] | None = None
    seconds: Annotated[float, Field(gt=0, le=120)] = 2.0
    threads: Annotated[int, Field(ge=1, le=8)] = 1
    player: Spec | None = None


class ReviewAsk(Place):
    """Every move of a game, graded."""

    seconds_per_move: Annotated[float, Field(gt=0, le=5)] = 0.1


class TreeAsk(Place):
    """The tree that a player searches from this position."""

    player: Spec
    playouts: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    search_depth: Annotated[int, Field(ge=1, le=20)] | None = None
    seconds: Annotated[float, Field(gt=0, le=20)] = 3.0
    depth: Annotated[int, Field(ge=1, le=6, description="plies of the tree to send back")] = 3


class TraceAsk(Place):
    """The search of a player from this position, step by step."""

    player: Spec
    playouts: Annotated[int, Field(ge=1, le=1_200)] | None = None
    search_depth: Annotated[int, Field(ge=1, le=8)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    seconds: Annotated[float, Field(gt=0, le=20)] = 10.0
    order: Annotated[
        list[Annotated[str, Field(max_length=10)]],
        Field(max_length=400, description="root moves that a search by plies tries first"),
    ] = []


class SeesAsk(Place):
    """A player's own numbers in this position."""

    player: Spec


class CompareAsk(Place):
    """The searches of two or three players from this position, step by step, to be looked at side by side.

    `search_depth` is for those that look so many plies ahead, `playouts` for the others.
    """

    players: Annotated[list[Spec], Field(min_length=2, max_length=3)]
    playouts: Annotated[int, Field(ge=1, le=1_200)] | None = None
    search_depth: Annotated[int, Field(ge=1, le=8)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**31)] = 0
    seconds: Annotated[float, Field(gt=0, le=20)] = 15.0


class WholeAsk(Place):
    """The whole tree of an ending. `fold`: moves that lead to mirror images of one position are shown as one."""

    plies: Annotated[int, Field(ge=1, le=16, description="of the tree to send back, if they are not too many")] = 3
    fold: bool = True


class DrillAsk(Ask):
    """Questions of a drill about random positions, the same ones again for the same seed."""

    game: GameName
    drill: Annotated[str, Field(max_length=40, examples=["legal", "coordinates"])]
    count: Annotated[int, Field(ge=1, le=30)] = 10
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0


class AnswerAsk(Ask):
    """An answer to the exercise of a story: a move, moves in their order, or a number."""

    story: Annotated[str, Field(max_length=40)]
    answer: Annotated[str, Field(max_length=1000)]


class PasteAsk(Ask):
    """Any text that may hold a game or a position."""

    text: Annotated[str, Field(max_length=40_000)]
    game: GameName = FIRST_GAME


SQUARE = "[a-t][0-9]{1,2}"


class DownloadAsk(Place):
    """A game as a file."""

    format: Literal["transcript", "sgf", "ggf", "svg", "board"]
    black: Annotated[str, Field(max_length=120)] = "black"
    white: Annotated[str, Field(max_length=120)] = "white"
    ways: Annotated[str, Field(max_length=8000, description="all moves with branches in brackets, 'f5d6(f4e3)c3'")] = ""
    comments: Annotated[
        dict[Annotated[int, Field(ge=0, le=5000)], Annotated[str, Field(max_length=2000)]],
        Field(max_length=1000, description="by the number of the position in `ways`; 0 is the start"),
    ] = {}
    drawings: Annotated[
        dict[
            Annotated[int, Field(ge=0, le=5000)],
            Annotated[list[Annotated[str, Field(pattern=f"^{SQUARE}(-{SQUARE})?$")]], Field(max_length=60)],
        ],
        Field(max_length=1000, description="marked squares, 'c4', and arrows, 'd3-f5', by the number of the position"),
    ] = {}
    winner: Annotated[Color | None, Field(description="who won, if not by the rules")] = None
    verdict: Literal["resign", "time"] = "resign"
    date: Annotated[str, Field(pattern=r"^([0-9]{4}-[0-9]{2}-[0-9]{2})?$", description="of the game; else today")] = ""


class RoomOpenAsk(Place):
    """A game between people on two devices. Whoever opens it plays `color`; the next to join plays the other side."""

    color: Color = "black"
    minutes: Annotated[float, Field(ge=0, le=600, description="for the whole game; 0: no limit")] = 0
    increment: Annotated[float, Field(ge=0, le=600, description="seconds added after each move")] = 0
    per_move: Annotated[float, Field(ge=0, le=3600, description="seconds for each move; 0: no limit")] = 0


class RoomAsk(Ask):
    """A game between people on two devices. `key` is that of one's side, from the answer to opening or joining."""

    room: Annotated[str, Field(max_length=40)]
    key: Annotated[str, Field(max_length=40)] | None = None
    watch: Annotated[bool, Field(description="do not take a side that is free")] = False


class RoomMoveAsk(RoomAsk):
    """A move in it, after `ply` moves."""

    move: Annotated[str, Field(max_length=10)]
    ply: Annotated[int, Field(ge=0, le=2000)]


class LeagueAsk(Ask):
    """A match (two players) or a league (more), each pairing from the same openings with colours swapped."""

    game: GameName
    players: Annotated[list[Spec], Field(min_length=2, max_length=12)]
    games: Annotated[int, Field(ge=2, le=400, description="of each pairing; even")] = 10
    seconds_per_move: Annotated[float, Field(gt=0, le=10)] = 1.0
    playouts: Annotated[int, Field(ge=1, le=10_000_000)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**31)] = 0
    name: Annotated[str, Field(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*$")] = ""
    swap2: Annotated[bool, Field(description="the players open by swap2, instead of openings on file")] = False


class Swap2Kept(Ask):
    """A swap2 opening: the colour that the player who put the first stones came to play, and the stones put in all."""

    first: Color
    stones: Literal[3, 5]


class KeepAsk(Place):
    """A game to be kept in the database."""

    black: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_=:.,+-]+$")]
    white: Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[A-Za-z0-9_=:.,+-]+$")]
    seconds: Annotated[list[Annotated[float, Field(ge=0, le=1e6)]], Field(max_length=500)] = []
    winner: Color | None = None
    verdict: Literal["resign", "time"] = "resign"
    swap2: Annotated[Swap2Kept | None, Field(description="how the game was opened, where swap2 was played")] = None
    owner: Annotated[Owner | None, Field(description="a name that the browser made up, to find its games again")] = None
