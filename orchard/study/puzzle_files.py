"""Puzzles as files: compressed JSON, a row for each. Those that come with Orchard lie in their game's folder."""

from __future__ import annotations

import base64
import json
import lzma
from collections.abc import Iterable
from functools import lru_cache
from itertools import product
from pathlib import Path
from typing import IO, Any

from orchard.core.errors import OptionError, OrchardError
from orchard.core.game import BLACK, WHITE, Game, Position
from orchard.core.puzzle import Puzzle
from orchard.play.database import data_folder

FORMAT = 1
GAMES = Path(__file__).parent.parent / "games"
SIGNS = "-XO"
DIGITS = [
    "".join(digits)[::-1] for digits in product("012", repeat=5)
]  # five of base 3 by their number, the last first
ONLY = (str.maketrans("012", "010"), str.maketrans("012", "001"))


class PuzzleFileError(OrchardError):
    """A file of puzzles that cannot be read."""


def pack(position: Position) -> str:
    """The board and the side to move as one number in base 3, in base64."""
    number = int("1" + position.text.replace(" ", "").translate(str.maketrans(SIGNS, "012")), 3)
    return base64.b64encode(number.to_bytes((number.bit_length() + 7) // 8, "big")).decode().rstrip("=")


def unpack(game: Game, packed: str) -> Position:
    number = int.from_bytes(base64.b64decode(packed + "=" * (-len(packed) % 4)), "big")
    parts = []
    while number:
        number, rest = divmod(number, len(DIGITS))
        parts.append(DIGITS[rest])
    digits, size = "".join(parts).rstrip("0"), game.board.size  # the side to move, the squares from the last, a 1
    if len(digits) != size + 2:
        raise PuzzleFileError(f"a puzzle is of another board than that of {game.title}")
    squares = digits[1:-1]
    black, white = (int(squares.translate(only), 2) for only in ONLY)
    start = game.start()
    ply = max(0, (black | white).bit_count() - (start.black | start.white).bit_count())
    return Position(game, black, white, BLACK if digits[0] == "1" else WHITE, ply)


def write(path: Path, game: Game, puzzles: Iterable[Puzzle], about: dict[str, Any] | None = None) -> None:
    rows = [
        [pack(each.position), "".join(each.accepted), each.kind, each.number, each.rating, " ".join(each.tags)]
        for each in puzzles
    ]
    content = {"format": FORMAT, "game": game.name, "about": about or {}, "puzzles": rows}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".new")
    beside.write_bytes(lzma.compress(json.dumps(content, separators=(",", ":")).encode(), preset=9))
    beside.replace(path)  # all of it or nothing


def read(path: Path, game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a file; a PuzzleFileError where it is none of this game."""
    content = _content(path)
    if content.get("format") != FORMAT or content.get("game") != game.name:
        raise PuzzleFileError(f"{path} holds no puzzles of {game.title} that this Orchard can read; move it away")
    try:
        return tuple(_puzzle(game, *row) for row in content["puzzles"])
    except (KeyError, TypeError, ValueError, AttributeError, OrchardError) as error:
        raise PuzzleFileError(f"{path} is damaged: {error}; move it away") from None


def _content(path: Path) -> dict[str, Any]:
    try:
        content = json.loads(lzma.decompress(path.read_bytes()))
    except (OSError, ValueError, lzma.LZMAError) as error:
        raise PuzzleFileError(f"cannot read puzzles from {path}: {error}; move it away") from None
    return content if isinstance(content, dict) else {}


def _puzzle(game: Game, packed: str, accepted: str, kind: str, number: int, rating: int | None, tags: str) -> Puzzle:
    moves = tuple(move for _, move in game.read_moves(accepted))
    return Puzzle(unpack(game, packed), kind, moves, number, tuple(tags.split()), rating)


def shipped_path(game: Game) -> Path:
    return Path(GAMES, game.base_name, "weights", "puzzles.json.xz")


def own_path(game: Game) -> Path:
    """Where puzzles are kept that were made on this machine."""
    return data_folder() / "puzzles" / f"{game.name.replace(':', '_')}.json.xz"


@lru_cache(maxsize=8)
def shipped(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles that come with Orchard; () where there are none for this game on this board."""
    path = shipped_path(game)
    return read(path, game) if path.is_file() and game.name == game.base_name else ()


def about_shipped(game: Game) -> dict[str, Any]:
    """How the shipped puzzles were made, and how often each level solved them."""
    path = shipped_path(game)
    return dict(_content(path).get("about", {})) if path.is_file() else {}


def own(game: Game) -> tuple[Puzzle, ...]:
    path = own_path(game)
    return _own(path, path.stat().st_mtime_ns, game) if path.is_file() else ()


@lru_cache(maxsize=8)
def _own(path: Path, changed: int, game: Game) -> tuple[Puzzle, ...]:
    return read(path, game)


def puzzles(game: Game) -> tuple[Puzzle, ...]:
    """All puzzles there are for a game: those that come with Orchard, and those made here that are not among them."""
    return tuple(by_id(game).values())


def by_id(game: Game) -> dict[str, Puzzle]:
    """The same by their ids. Nobody changes it."""
    path = own_path(game)
    return _by_id(path, path.stat().st_mtime_ns if path.is_file() else None, game)


@lru_cache(maxsize=8)
def _by_id(path: Path, changed: int | None, game: Game) -> dict[str, Puzzle]:
    own = read(path, game) if changed is not None else ()
    found = {each.id: each for each in shipped(game)}
    for each in own:
        found.setdefault(each.id, each)
    return found


def puzzle_of(game: Game, id: str) -> Puzzle:
    """The puzzle of that id."""
    found = by_id(game).get(id)
    if found is None:
        raise OptionError(f"no puzzle {id!r} of {game.title}", kind="no_puzzle")
    return found


def keep_own(game: Game, made: Iterable[Puzzle]) -> Path:
    """Keep puzzles made on this machine beside those made before, by another process too; says where."""
    path = own_path(game)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as lock:
        _wait_for(lock)
        known = {each.id: each for each in (read(path, game) if path.is_file() else ())}
        write(path, game, (known | {each.id: each for each in made}).values())
    return path


def _wait_for(lock: IO[str]) -> None:
    """Until nobody else has it; closing the file lets it go."""
    try:
        import fcntl
    except ImportError:  # no such locks on Windows: there makers take turns
        return
    fcntl.flock(lock, fcntl.LOCK_EX)
