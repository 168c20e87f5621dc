"""SGF (FF[4]): Othello as GM[2], Gomoku as GM[4], its rule set in RU. Variations are left out.

Othello squares are written 'f5' (row 1 at the top), Gomoku points as two letters from the top left, 'hh'; both
spellings are read for both games.
"""

import math
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import pairwise

from orchard.core.board import PASS, squares_of
from orchard.core.errors import OrchardError
from orchard.core.game import BLACK, WHITE, Color, Game, Position
from orchard.games import game as find_game
from orchard.play.formats._common import (
    Claim,
    Entry,
    Format,
    FormatError,
    all_moves,
    clean_name,
    decimals,
    make_record,
    text_of,
)
from orchard.play.formats._sgf_tree import Node, main_lines
from orchard.play.record import VERDICTS, GameRecord, Verdict
from orchard.play.swap2 import of_game

GO, OTHELLO, GOMOKU = "1", "2", "4"
SIZES = {"8": (OTHELLO,), "15": (GOMOKU,), "20": (GOMOKU,)}  # boards that Go is not played on
NUMBERS = {"reversi": OTHELLO, "reversed_reversi": OTHELLO, "gomoku": GOMOKU}
FORMAT = Format("SGF", (".sgf", ".sof"), games=tuple(NUMBERS))
RULE_SETS = ("standard", "renju")  # of Gomoku, beside freestyle
PASSES = frozenset({"", "tt", "pass", "pa", "ps", "--", "@@@@"})
COLORS: dict[str, Color] = {"B": BLACK, "W": WHITE}
ENDS: dict[str, Verdict] = {"r": "resign", "resign": "resign", "t": "time", "time": "time"}
FORFEITS = frozenset({"f", "forfeit"})
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:\.[0-9]{0,9})?")
OURS = "Orchard"


def read(data: bytes | str, game: str | None = None) -> list[GameRecord]:
    return list(iterate(data, game))


def iterate(data: bytes | str, game: str | None = None) -> Iterator[GameRecord]:
    """The games; `game` is tried first for those that do not say what they are of."""
    for number, nodes in enumerate(main_lines(text_of(data)), 1):
        yield _record_of_any(nodes, number, game)


# ------------------------------------------------------------------- reading


def _record_of_any(nodes: list[Node], number: int, asked: str | None) -> GameRecord:
    """A game of the kind that the file names or, where it names none, of the first kind that its moves fit."""
    games = _games(nodes[0], number, asked)
    for game in games[:-1]:
        try:
            return _record(nodes, number, game)
        except FormatError:
            continue
    return _record(nodes, number, games[-1])


def _record(nodes: list[Node], number: int, game: Game) -> GameRecord:
    root = nodes[0]
    start = _start(game, root, number)
    entries: list[Entry] = []
    for at, node in enumerate(nodes):
        for name, found in node.items():
            if name in ("AB", "AW", "AE", "PL") and at:
                raise FormatError(
                    f"{found.where}, game {number}, field {name}: stones are set up in the first node only"
                )
            if name in COLORS:
                where = f"{found.where}, game {number}, move {len(entries) + 1} (field {name})"
                square = _square(game, found.values[0], where)
                entries.append(Entry(where, square, COLORS[name], value=_value(node, COLORS[name], number)))
    notes = _notes(_text(root, "GC")) if _text(root, "AP").startswith(OURS) else {}
    record = make_record(
        start,
        entries,
        black=_text(root, "PB"),
        white=_text(root, "PW"),
        claim=_claim(game, root, notes.get("verdict", ""), number),
        started=notes.get("started", "") or _day(_text(root, "DT")),
        id=_text(root, "GN") if notes else "",
    )
    return _with_swap2(record, notes.get("swap2", ""))


def _notes(comment: str) -> dict[str, str]:
    """What we wrote into the comment of a game: 'name: value' again and again."""
    return {name.removesuffix(":"): value for name, value in pairwise(comment.split()) if name.endswith(":")}


def _with_swap2(record: GameRecord, note: str) -> GameRecord:
    """The opening by swap2 as the note tells it: its stones are the opening, and the moves begin after it."""
    found = re.fullmatch("first=(black|white),stones=([35])", note)
    if found is None or len(record.moves) < int(found[2]):
        return record
    stones = int(found[2])
    names = [move.move for move in record.moves[:stones]]
    swap2 = of_game(BLACK if found[1] == BLACK else WHITE, names)
    return replace(record, opening="".join(names), moves=record.moves[stones:], swap2=swap2)


def _text(node: Node, name: str) -> str:
    return node[name].values[0].strip() if name in node else ""


def _games(root: Node, number: int, asked: str | None) -> list[Game]:
    """What the game may be. Without GM, or as Go on a board that Go is not played on, its size tells."""
    kind, size = _text(root, "GM"), _size(root, number)
    kinds: tuple[str, ...] = (kind,)
    if kind in ("", GO):
        if size:
            kinds = SIZES.get(size, ())
        else:
            kinds = () if kind else (OTHELLO, GOMOKU)
    if not kinds or not set(kinds) <= {OTHELLO, GOMOKU}:
        where = root["GM"].where if "GM" in root else next(iter(root.values())).where if root else "line 1"
        said = f"not {kind[:20]!r}" if kind else "and without GM it is Go"
        raise FormatError(f"{where}, game {number}, field GM: only 2 (Othello) and 4 (Gomoku) are read, {said}")
    games = [_game(root, number, kind, size) for kind in kinds]
    on_board = find_game(asked) if asked and kind in ("", GO) else None
    if on_board is not None and on_board.base_name in NUMBERS and size in ("", str(on_board.board.width)):
        games.insert(0, on_board)
    return games


def _size(root: Node, number: int) -> str:
    """The width of the board as digits, '' where it is not said."""
    size = _text(root, "SZ")
    found = re.fullmatch(r"([0-9]{1,3})(?:\s?[:x]\s?\1)?", size)
    if size and found is None:
        raise FormatError(f"{root['SZ'].where}, game {number}, field SZ: {size[:20]!r} is no size of a square board")
    return str(int(found[1])) if found is not None else ""


def _game(root: Node, number: int, kind: str, size: str) -> Game:
    rules = _text(root, "RU").lower()
    fewest = "revers" in rules or "anti" in rules
    name = "gomoku" if kind == GOMOKU else "reversed_reversi" if fewest else "reversi"
    rule_set = next((known for known in RULE_SETS if known in rules), "") if kind == GOMOKU else ""
    try:
        return find_game(":".join([name, *filter(None, (size, rule_set))]))
    except OrchardError as error:
        raise FormatError(f"{root['SZ'].where}, game {number}, field SZ: {error}") from error


def _start(game: Game, root: Node, number: int) -> Position:
    if "AB" not in root and "AW" not in root:
        return game.start()
    stones = ["-"] * game.board.size
    for name, stone in (("AB", "X"), ("AW", "O")):
        if name not in root:
            continue
        where = f"{root[name].where}, game {number}, field {name}"
        for value in root[name].values:
            square = game.board.move(_square(game, value, where)).square
            if square < 0:
                raise FormatError(f"{where}: expected a square, not a pass")
            if stones[square] not in ("-", stone):
                raise FormatError(f"{where}: {game.board.moves[square]} has a stone of the other colour already")
            stones[square] = stone
    to_move = {"": "X", "b": "X", "black": "X", "w": "O", "white": "O"}.get(_text(root, "PL").lower())
    if to_move is None:
        raise FormatError(
            f"{root['PL'].where}, game {number}, field PL: expected B or W, not {_text(root, 'PL')[:20]!r}"
        )
    return game.parse("".join(stones) + to_move)


def _square(game: Game, value: str, where: str) -> str:
    """The move a value names: letter and number as people write it, or two letters from the top left."""
    name = value.strip().lower()
    if game.passes_allowed and name in PASSES:  # elsewhere 'tt' and 'pa' are points
        return PASS
    letters = re.fullmatch("([a-z])([a-z])", name)
    if letters:
        column, row = (ord(letter) - ord("a") for letter in letters.groups())
        if column >= game.board.width or row >= game.board.width:
            raise FormatError(f"{where}: {value[:20]!r} is not on a board of {game.board.width}×{game.board.width}")
        return game.board.moves[row * game.board.width + column]
    try:
        return game.board.move(name)
    except OrchardError as error:
        raise FormatError(f"{where}: {error}") from error


def _value(node: Node, color: Color, number: int) -> float | None:
    """V is black's view, ours the mover's."""
    if "V" not in node:
        return None
    text = node["V"].values[0].strip()
    if not NUMBER.fullmatch(text):
        raise FormatError(f"{node['V'].where}, game {number}, field V: {text[:20]!r} is no number")
    return float(text) if color == BLACK else -float(text)


def _claim(game: Game, root: Node, verdict: str, number: int) -> Claim | None:
    said = _text(root, "RE").lower()
    if said in ("0", "draw"):
        return Claim(0)
    found = re.fullmatch(r"([bw])\+(.*)", said)
    if not found:
        return None  # '?', 'Void', and whatever else people write
    sign, how = (1 if found[1] == "b" else -1), found[2].strip()
    if how in FORFEITS:
        fault: Verdict = next((known for known in VERDICTS if known == verdict), "protocol")
        return Claim(sign * game.max_score, fault, sure=True)
    if how in ENDS:
        return Claim(sign * game.max_score, ENDS[how], sure=True)
    points = round(float(how)) if NUMBER.fullmatch(how) else 0
    return Claim(sign * max(1, min(points, game.max_score)))


def _day(text: str) -> str:
    found = re.match(r"[0-9]{4}(?:-[0-9]{2}(?:-[0-9]{2})?)?", text)
    return found.group() if found else ""


# ------------------------------------------------------------------- writing


def write(records: Iterable[GameRecord]) -> str:
    return "".join(f"{_written(record)}\n" for record in records)


def _written(record: GameRecord) -> str:
    release = sys.modules["orchard"].__version__
    start = record.start_position()
    othello = NUMBERS[start.game.base_name] == OTHELLO
    root = ["FF[4]", f"GM[{NUMBERS[start.game.base_name]}]", "CA[UTF-8]", f"AP[{OURS}:{release}]"]
    root.append(f"SZ[{start.game.board.width}]GN[{_quoted(record.id)}]")
    root.append(f"PB[{_quoted(clean_name(record.black))}]PW[{_quoted(clean_name(record.white))}]")
    if start.game.base_name == "reversed_reversi":
        root.append("RU[reversed: fewest discs win]")
    rule_set = record.game.rpartition(":")[2]
    if not othello and rule_set in RULE_SETS:
        root.append(f"RU[{rule_set}]")
    day = _day(record.started)
    if day:
        root.append(f"DT[{day}]")
    notes = [f"verdict: {record.verdict}"] + ([f"started: {_quoted(record.started)}"] if record.started else [])
    if record.swap2 is not None:
        stones = len(record.swap2.placed_by_first + record.swap2.placed_by_second)
        notes.append(f"swap2: first={record.swap2.first},stones={stones}")  # who chose, and what, follows
    root.append(f"RE[{_result(record)}]GC[{' '.join(notes)}]")
    if othello or record.start:
        root.extend(_stones(start))
    nodes, color = [], start.to_move
    for move in all_moves(record):
        nodes.append(_node(start.game, move.move, color, move.value))
        color = WHITE if color == BLACK else BLACK
    rows = [nodes[at : at + 10] for at in range(0, len(nodes), 10)]
    return "(;" + "".join(root) + "".join("\n" + "".join(row) for row in rows) + ")"


def _quoted(text: str) -> str:
    return re.sub(r"([\\\]])", r"\\\1", text)


def _point(game: Game, square: int) -> str:
    if game.base_name != "gomoku":
        return str(game.board.moves[square])
    row, column = divmod(square, game.board.width)
    return chr(ord("a") + column) + chr(ord("a") + row)


def _stones(start: Position) -> list[str]:
    found = []
    for name, mask in (("AB", start.black), ("AW", start.white)):
        points = "".join(f"[{_point(start.game, square)}]" for square in squares_of(mask))
        found.append(name + points if points else "")
    return [*found, f"PL[{'B' if start.to_move == BLACK else 'W'}]"]


def _node(game: Game, move: str, color: Color, value: float | None) -> str:
    square = game.board.move(move).square
    said = f";{'B' if color == BLACK else 'W'}[{_point(game, square) if square >= 0 else ''}]"
    if value is None or not math.isfinite(value):
        return said
    return f"{said}V[{decimals(value if color == BLACK else -value)}]"


def _result(record: GameRecord) -> str:
    if record.winner is None:
        return "0" if record.last_position().is_over else "?"
    letter = "B" if record.winner == "black" else "W"
    how = {"normal": str(abs(record.score)), "resign": "R", "time": "T"}.get(record.verdict, "F")
    return f"{letter}+{how}"
