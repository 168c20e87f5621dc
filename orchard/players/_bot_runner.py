"""Runs in a bot's own process: loads the student's file, finds what it offers, and passes questions and answers.

Lines of JSON come and go on two pipes that belong to this script; what the bot prints goes elsewhere and disturbs
nothing. Usage: `_bot_runner.py READ WRITE PACKAGE_FOLDER BOT_FILE [PACKAGES ALLOWED]`: a folder of packages that it may
import before those of Orchard, and what it is told to rely on. It needs only the standard library.
"""

import builtins
import contextlib
import faulthandler
import importlib.util
import json
import operator
import os
import random
import re
import resource
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

# the games that each contract is for, by name; "choose" is for every game
GAMES = {"choose": ("every game",), "AIPlayer": ("reversi",), "AI": ("reversi", "reversed_reversi", "gomoku")}
ON_EVERY_BOARD = {"AI": ("gomoku",)}  # of these, also those with another board or rules
LONGEST_REPR = 200
LONGEST_TRACE = 16_000
TOLD = ("node", "parent", "move", "value", "alpha", "beta", "visits")  # what an entry of a bot's trace may say
MOST_TOLD = 5000  # entries: all that fits into one line
LONGEST_WORD = 8
MOST_VALUES, LONGEST_LINE, LONGEST_NOTE = 400, 60, 200  # of what a bot says it thought
PIECE = 1 << 18  # bytes of a compiled file in one line


class BrokenContractError(Exception):
    """The file is no bot for this game; the message says what it lacks."""


class Adapter(Protocol):
    """One of the three contracts: the bot itself, and how to ask it. An answer has `answer` or `unreadable`."""

    bot: Any

    def ask(self, question: dict[str, Any]) -> dict[str, Any]: ...


def said(answer: Any) -> str:
    return repr(answer)[:LONGEST_REPR]


def unreadable(answer: Any, expected: str) -> dict[str, Any]:
    kind = type(answer).__name__
    return {"unreadable": f"that is a {kind}, and {expected} was expected", "said": said(answer)}


# ---------------------------------------------------------------------------------------------------- the contracts


class Choose:
    """`choose(position, limits)`: a function of the file, or a method of one of its classes."""

    def __init__(self, bot: Any, start: dict[str, Any]) -> None:
        from orchard.core.choice import Limits
        from orchard.core.game import Position
        from orchard.games import game

        self.bot, self.find_game, self.position, self.limits = bot, game, Position, Limits
        game(start["game"]).use_plain_rules()

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        game = self.find_game(question["game"])
        position = self.position(
            game,
            question["black"],
            question["white"],
            question["to_move"],
            question["ply"],
            tuple(game.board.move(name) for name in question["moves"]),
            question["flipped"],
        )
        answer = self.bot.choose(position, self.limits(**question["limits"]))
        move = getattr(answer, "move", answer)
        if move is None:
            return {"answer": "pass", "said": "None"}
        if not isinstance(move, str):
            return unreadable(answer, "a move such as 'f5'")
        details = {name: getattr(answer, name, None) for name in ("value", "nodes", "depth", "note")}
        plain = {name: value for name, value in details.items() if type(value) in (int, float, str)}
        return {"answer": str(move), "said": said(str(move)), **plain}


class AIPlayer:
    """`class AIPlayer(color)` with `get_move(board) -> 'D3'`; None means pass."""

    def __init__(self, bot_class: Any, start: dict[str, Any], board: Any) -> None:
        self.board = board
        self.bot = bot_class("X" if start["color"] == "black" else "O")

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        text = question["board"].replace("-", ".")
        board = self.board.Board([list(text[8 * row : 8 * row + 8]) for row in range(8)])
        answer = self.bot.get_move(board)
        if answer is None or answer == "":
            return {"answer": "pass", "said": said(answer)}
        if not isinstance(answer, str):
            return unreadable(answer, "an action such as 'D3', or None to pass,")
        return {"answer": str(answer), "said": said(answer)}


class AI:
    """`class AI(chessboard_size, color, time_out)` with `go(chessboard)`; the last of `candidate_list` counts."""

    def __init__(self, bot_class: Any, start: dict[str, Any]) -> None:
        import numpy

        self.numpy = numpy
        self.width, self.first_row_on_top = start["width"], start["first_row_on_top"]
        self.bot = bot_class(self.width, -1 if start["color"] == "black" else 1, start["seconds"])

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        stones = {"X": -1, "O": 1, "-": 0}
        width = self.width
        squares = [stones[stone] for stone in question["board"][: width * width]]
        self.bot.go(self.numpy.array(squares).reshape(width, width))
        if not hasattr(self.bot, "candidate_list"):
            raise BrokenContractError(
                "keeps no candidate_list: go(chessboard) puts (row, column) there, and returns nothing"
            )
        candidates = self.bot.candidate_list
        try:
            if len(candidates) == 0:
                return {"answer": "pass", "said": "[]"}
            last = candidates[-1]
        except (TypeError, LookupError):
            return unreadable(candidates, "a list in candidate_list")
        try:
            row, column = (operator.index(number) for number in last)
        except (TypeError, ValueError):
            return unreadable(last, "(row, column) as the last entry of candidate_list")
        where = f"({row}, {column})"
        if not (0 <= row < width and 0 <= column < width):
            return {"unreadable": f"{where} is outside the board: rows and columns are 0 to {width - 1}", "said": where}
        return {"answer": self.name(row, column), "said": where}

    def name(self, row: int, column: int) -> str:
        return f"{chr(97 + column)}{row + 1 if self.first_row_on_top else self.width - row}"


# ---------------------------------------------------------------------------------------------------- its own search


def told(bot: Any, most: int) -> Any:
    """What the bot says of its last search, `trace`: at most so many entries, and of each only text and numbers."""
    found = getattr(bot, "trace", None)
    found = found() if callable(found) else found
    if not isinstance(found, list | tuple):
        return None if found is None else "no list"
    return [_entry(entry) for entry in found[: min(most, MOST_TOLD)]]


def _entry(entry: Any) -> list[Any] | None:
    return [_plain(entry.get(name)) for name in TOLD] if isinstance(entry, dict) else None


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str):
        return value and str(value)[:LONGEST_WORD]
    try:
        number = operator.index(value) if hasattr(value, "__index__") else float(value)
    except (TypeError, ValueError, OverflowError):
        return "?"
    return number if abs(number) < 1 << 53 else "?"


def thought(adapter: Adapter) -> dict[str, Any] | None:
    """What the bot says it thought of the move that it has just given, `thinking`; None where it says nothing."""
    try:
        found = getattr(adapter.bot, "thinking", None)
        if not found:
            return None
        if not isinstance(found, dict):
            return {"problem": f"thinking is a {type(found).__name__}, and a dictionary was expected"}
        told: dict[str, Any] = {name: _plain(found[name]) for name in ("depth", "nodes") if name in found}
        if "note" in found:
            told["note"] = str(found["note"])[:LONGEST_NOTE]
        if "values" in found:
            pairs = list(dict(found["values"]).items())[:MOST_VALUES]
            told["values"] = [[_square(adapter, where), _plain(value)] for where, value in pairs]
        if "line" in found:
            told["line"] = [_square(adapter, where) for where in list(found["line"])[:LONGEST_LINE]]
        return told
    except Exception as error:  # whatever a bot has there, it is no reason to lose
        return {"problem": f"thinking cannot be read: {type(error).__name__}: {error}"[:LONGEST_NOTE]}


def _square(adapter: Adapter, where: Any) -> str:
    """A square as the bot names its moves: 'f5', 'D3' or (row, column)."""
    if isinstance(adapter, AI) and not isinstance(where, str):
        return adapter.name(*(operator.index(number) for number in where))
    return str(where)[:LONGEST_WORD]


# ---------------------------------------------------------------------------------------------------- finding


def load(path: Path, name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BrokenContractError(f"{path.name} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def find_bot(module: Any, start: dict[str, Any], board: Any) -> tuple[str, Adapter]:
    """The contract the file offers for this game, with the bot made ready."""
    classes = [c for c in vars(module).values() if isinstance(c, type) and c.__module__ == module.__name__]
    choosers = [one for one in (module, *classes) if callable(getattr(one, "choose", None))]
    offered: dict[str, Any] = {"choose": choosers[0]} if choosers else {}
    for name, method in (("AIPlayer", "get_move"), ("AI", "go")):
        if callable(getattr(getattr(module, name, None), method, None)):
            offered[name] = getattr(module, name)
    if not offered:
        raise BrokenContractError(
            "offers no bot: a function choose(position, limits), a class AIPlayer with get_move(board), "
            "or a class AI with go(chessboard)" + _found_instead(classes)
        )
    game = start["game"]
    for name, found in offered.items():
        if name == "choose":
            if isinstance(found, type) and not hasattr(found, "name"):
                found.name = found.__name__  # type: ignore[attr-defined]
            return name, Choose(found() if isinstance(found, type) else found, start)
        if game in GAMES[name] or game.partition(":")[0] in ON_EVERY_BOARD.get(name, ()):
            return name, AIPlayer(found, start, board) if name == "AIPlayer" else AI(found, start)
    offers = " and ".join(f"{name}, which plays {' and '.join(GAMES[name])}" for name in offered)
    raise BrokenContractError(f"does not play {game}: it offers {offers}")


def _found_instead(classes: list[Any]) -> str:
    """The classes of a file that may be meant, such as AI1 with go."""
    named = [f"{c.__name__} with {m}" for c in classes for m in ("go", "get_move") if callable(getattr(c, m, None))]
    others = [c.__name__ for c in classes]
    if named:
        return f"; found instead: {', '.join(named[:5])}: rename the class"
    return f"; its classes are {', '.join(others[:5])}" if others else ""


# ---------------------------------------------------------------------------------------------------- old code

REMOVED = re.compile(rb"\b(?:np|numpy)\.(int|float|bool|object|complex|str)\b(?!_)")


def bring_back(source: bytes) -> None:
    """Names that course code of some years ago uses, and that Python and NumPy no longer have; stderr says so."""
    if b"clock" in source and not hasattr(time, "clock"):
        time.clock = time.perf_counter  # type: ignore[attr-defined]
        note("time.clock() is gone since Python 3.8: time.perf_counter() takes its place")
    names = sorted({name.decode() for name in REMOVED.findall(source)})
    if names:
        import numpy

        for name in names:
            if not hasattr(numpy, name):
                setattr(numpy, name, getattr(builtins, name))
                note(f"np.{name} is gone since NumPy 1.24: {name} takes its place")


# ---------------------------------------------------------------------------------------------------- compiled code


def bring_compiled() -> Path:
    """Where Numba keeps what it compiles, filled with what it compiled in the last game."""
    home = Path(os.environ.get("HOME", ""))
    cache = home / ".numba"
    os.environ["NUMBA_CACHE_DIR"] = str(cache)
    if (home / ".compiled").is_dir():
        import shutil

        with contextlib.suppress(OSError):
            shutil.copytree(home / ".compiled", cache, dirs_exist_ok=True)
    return cache


def compiled_in(cache: Path) -> list[Path]:
    """The files that Numba keeps there; it has been loaded, or there are none."""
    if "numba" not in sys.modules:
        return []
    return [file for file in sorted(cache.glob("**/*.nb[ic]")) if file.is_file() and not file.is_symlink()]


def hand_over(cache: Path) -> Iterator[dict[str, Any]]:
    """The files in pieces that fit into a line; the last reply says that it was all."""
    import base64

    for file in compiled_in(cache):
        data = file.read_bytes()
        for at in range(0, len(data), PIECE):
            piece = base64.b64encode(data[at : at + PIECE]).decode()
            yield {"file": file.relative_to(cache).as_posix(), "data": piece}
    yield {"all": True}


def note(text: str) -> None:
    print(f"orchard: {text}", file=sys.stderr, flush=True)


def missing_module(error: ModuleNotFoundError, allowed: str) -> str:
    name = (error.name or "").partition(".")[0]
    if allowed:
        return f"needs the module {name!r}, which is not offered here; bots may rely on {allowed}"
    here = "it does not come with Orchard, and bots see what is installed for the Python that runs them"
    install = f"install it with {sys.executable} -m pip install {name}"
    return f"needs the module {name!r}: {here}; {install}, or put it beside the bot if {name}.py is a file of your own"


# ---------------------------------------------------------------------------------------------------- the loop


def failure(error: BaseException, allowed: str = "") -> dict[str, Any]:
    """What went wrong, in the words of the verdicts."""
    trace = traceback.format_exception(error)
    text = "".join(trace[:1] + [part for part in trace[1:] if "_bot_runner.py" not in part])[-LONGEST_TRACE:]
    if isinstance(error, BrokenContractError):
        return {"failed": "protocol", "reason": str(error)}
    if isinstance(error, MemoryError):
        return {"failed": "memory", "reason": "ran out of memory", "traceback": text}
    if isinstance(error, ModuleNotFoundError) and error.name:
        return {"failed": "crash", "reason": missing_module(error, allowed)[:500], "traceback": text}
    if isinstance(error, EOFError):
        reason = "asks for input, and a bot has none: what plays with a person goes below if __name__ == '__main__'"
        return {"failed": "crash", "reason": reason, "traceback": text}
    if isinstance(error, SystemExit):
        return {"failed": "crash", "reason": f"ended itself: sys.exit({error.code!r})", "traceback": text}
    return {"failed": "crash", "reason": f"raised {type(error).__name__}: {error}"[:500], "traceback": text}


def main() -> None:
    read, write = int(sys.argv[1]), int(sys.argv[2])
    package, file = sys.argv[3], Path(sys.argv[4])
    packages, allowed = (*sys.argv[5:7], "", "")[:2]
    for fd in (read, write):
        os.set_inheritable(fd, False)  # the bot's own children have no part in this conversation
    faulthandler.enable()
    own_process = os.getpid()
    sys.argv = [str(file)]
    # last but Orchard: what lies beside a bot, perhaps of somebody else, must not stand in for copy or numpy
    sys.path += [str(file.parent), package]
    if packages:
        at = next((at for at, folder in enumerate(sys.path) if folder.endswith("-packages")), len(sys.path))
        sys.path.insert(at, packages)
    adapter: Adapter | None = None
    notes: Any = None
    thought_last: dict[str, Any] | None = None
    cache = bring_compiled()

    def send(reply: dict[str, Any]) -> None:
        line = json.dumps(reply).encode() + b"\n"
        while line:
            line = line[os.write(write, line) :]

    with os.fdopen(read, encoding="utf-8") as questions:
        for asked in questions:
            question = json.loads(asked)
            reply: dict[str, Any] | None = None
            try:
                if question["do"] == "start":
                    random.seed(question["seed"])
                    if question.get("note_denied"):
                        notes = load(Path(__file__).with_name("_bot_audit.py"), "_orchard_bot_audit").Notes()
                    bring_back(file.read_bytes())
                    # where a file plays a game when it is imported, stderr says what it was doing
                    patience_s = max(0.05, 0.8 * (question["ready_by"] - time.time()))
                    faulthandler.dump_traceback_later(patience_s, exit=False)
                    board = load(Path(__file__).with_name("_bot_board.py"), "_orchard_bot_board")
                    hides_nothing = file.stem.isidentifier() and file.stem not in {*sys.stdlib_module_names, "numpy"}
                    module = load(file, file.stem if hides_nothing else "bot")
                    dice: Any = getattr(sys.modules.get("numpy"), "random", None)
                    if hasattr(dice, "seed"):
                        dice.seed(question["seed"] & 0xFFFFFFFF)
                    contract, adapter = find_bot(module, question, board)
                    faulthandler.cancel_dump_traceback_later()
                    reply = {"ready": contract}
                elif adapter is not None and question["do"] == "illegal":
                    listener = getattr(adapter.bot, "illegal", None)
                    if callable(listener):
                        listener(question["reason"])
                elif question["do"] == "compiled":
                    for piece in hand_over(cache):
                        send(piece | {"token": question["token"]})
                elif adapter is not None:
                    reply = adapter.ask(question)
                    reply["compiled"] = len(compiled_in(cache))
                    if question.get("thinking"):
                        thinks = thought(adapter)
                        reply["thinking"] = None if thinks == thought_last else thinks  # of an earlier move
                        thought_last = thinks
                    if question.get("trace"):
                        reply["trace"] = told(adapter.bot, question["trace"])
            except BaseException as error:
                faulthandler.cancel_dump_traceback_later()
                reply = failure(error, allowed)
            if os.getpid() != own_process:
                os._exit(0)  # a forked copy of the bot came back from its move; only the original may answer
            if reply is not None:
                if sys.platform == "darwin":
                    reply["memory_mb"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20
                if notes is not None:
                    reply["denied"] = notes.take()
                send(reply | {"token": question["token"]})


if __name__ == "__main__":
    main()
